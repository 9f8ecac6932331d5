"""`lru` and `surt`: dialects, forms, options, reading back."""

import json

import pytest

SEED_URL = "http://jiminy.medialab.sciences-po.fr/hci/index.php?title=Reverse_URLs#bottom"
SEED_LRU = "s:http|h:fr|h:sciences-po|h:medialab|h:jiminy|p:hci|p:index.php|q:title=Reverse_URLs|f:bottom"


def test_the_seeds_example(cli):
    assert cli("lru", SEED_URL) == (0, SEED_LRU.encode() + b"\n", "")
    assert cli("lru", "--reverse", SEED_LRU) == (0, SEED_URL.encode() + b"\n", "")


def test_the_text_is_taken_as_it_is_given(cli):
    assert cli("lru", "HTTP://A.com:80/%7e").text == "s:HTTP|t:80|h:com|h:A|p:%7e\n"
    assert cli("lru", "--profile", "safe", "HTTP://A.com:80/%7e").text == "s:http|h:com|h:a|p:~\n"
    assert cli("lru", "--enable", "lowercase-host", "HTTP://A.com").text == "s:HTTP|h:com|h:a\n"


@pytest.mark.parametrize(
    ("dialect", "lru"),
    [
        ("wiki", "s:http|h:uk|h:co|h:a|p:"),
        ("hyphe", "s:http|h:co.uk|h:a|"),
        ("ural", "s:http|h:uk|h:co|h:a|p:|"),
        ("escaped", "s:http|h:uk|h:co|h:a|p:"),
    ],
)
def test_dialects(cli, dialect, lru):
    assert cli("lru", "--dialect", dialect, "http://a.co.uk/").text == lru + "\n"


def test_options(cli):
    url = "http://www.a.co.uk:80/1/2/3?b=1&a=2#f"
    answer = cli(
        "lru", "--suffix-stem", "--drop-www", "--hide-default-port", "--max-path", "2", "--sort-query", url
    )
    assert answer.text == "s:http|h:co.uk|h:a|p:1|p:2|q:a=2&b=1|f:f\n"
    assert cli("lru", "--no-query", "--no-fragment", "http://a/?b#c").text == "s:http|h:a|p:\n"


def test_escaped_turns_lines_back(cli):
    data = b"http://a/b|c\\d\nmailto:x\n\nhttp://[::1]:80?#\n//u:@h\n\xff|\na\rb\n"
    turned = cli("lru", "--dialect", "escaped", stdin=data)
    assert turned.code == 0
    assert turned.out.count(b"\n") == data.count(b"\n")
    assert cli("lru", "--dialect", "escaped", "--reverse", stdin=turned.out) == (0, data, "")


def test_what_is_no_lru(cli):
    answer = cli("lru", "--reverse", stdin=f"{SEED_LRU}\nhttp://a/\n".encode())
    assert answer.code == 2
    assert answer.lines == [SEED_URL, "http://a/"]
    assert answer.err.startswith("line 2: not an LRU: ")


def test_a_line_the_profile_refuses(cli):
    answer = cli("lru", "--profile", "safe", "a b", "http://a")
    assert answer.code == 1
    assert answer.lines == ["a b", "s:http|h:a|p:"]


def test_json_lines(cli):
    answer = cli("lru", "--format", "jsonl", "--profile", "safe", "--weights", "h=10,f=0", SEED_URL, "a b")
    assert answer.code == 1
    found, refused = map(json.loads, answer.lines)
    assert found["input"] == SEED_URL
    assert found["lru"] == SEED_LRU
    assert found["stems"][:2] == [["s", "http"], ["h", "fr"]]
    assert found["specificity"] == {"stems": 9, "weighted": 40 + 4 + 3}
    assert found["error"] is None
    assert refused["lru"] is None
    assert refused["error"].startswith("not a URL: ")


LIST = b"http://a.com/x/y?q\nhttp://b.a.com\n\nhttp://a.com/x\nhttp://a.com\nhttp://c.a.com\n"


def test_lines_from_the_general_to_the_special(cli):
    assert cli("lru", "--sort", "specificity", stdin=LIST).lines == [
        "",
        "s:http|h:com|h:a",
        "s:http|h:com|h:a|h:b",
        "s:http|h:com|h:a|h:c",
        "s:http|h:com|h:a|p:x",
        "s:http|h:com|h:a|p:x|p:y|q:q",
    ]
    answer = cli("lru", "--sort", "specificity", "--weights", "h=9,p=0,q=0", stdin=LIST)
    assert answer.lines[1:4] == ["s:http|h:com|h:a", "s:http|h:com|h:a|p:x", "s:http|h:com|h:a|p:x|p:y|q:q"]


def test_refused_lines_are_last_in_an_order(cli):
    answer = cli(
        "lru", "--profile", "safe", "--sort", "specificity", "a b", "http://a/b/c", "http://a", "c d"
    )
    assert answer.code == 1
    assert answer.lines == ["s:http|h:a|p:", "s:http|h:a|p:b|p:c", "a b", "c d"]
    assert [line.split(":")[0] for line in answer.err.splitlines()[:2]] == ["argument 1", "argument 4"]


def test_without_lines_there_is_no_order(cli):
    assert cli("lru", "--sort", "specificity", stdin=b"") == (0, b"", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dialect", "nosuch"],
        ["--max-path", "-1"],
        ["--reverse", "--drop-www"],
        ["--reverse", "--suffix-stem"],
        ["--reverse", "--sort", "specificity"],
        ["--sort", "nosuch"],
        ["--reverse", "--profile", "safe"],
        ["--format", "jsonl", "--weights", "x=1"],
        ["--format", "jsonl", "--weights", "h"],
    ],
)
def test_wrong_usage(cli, arguments):
    answer = cli("lru", *arguments, "s:http")
    assert answer.code == 2
    assert answer.out == b""
    assert answer.err


def test_surt_forms(cli):
    url = "http://u:p@www.Example.com:8080/a?b#c"
    assert cli("surt", url).text == "http://(com,Example,www,:8080@u:p)/a?b#c\n"
    assert cli("surt", "--form", "wayback", url).text == "com,Example,www:8080)/a?b\n"
    assert cli("surt", "--profile", "safe", "HTTP://A.com:80").text == "http://(com,a,)/\n"


def test_surt_lines(cli):
    assert cli("surt", stdin=b"http://a.b/\r\nmailto:x\n\xff\n").out == b"http://(b,a,)/\nmailto:x\n\xff\n"
    assert cli("surt", "--profile", "safe", "a b").code == 1
    assert cli("surt", "--form", "nosuch", "a").code == 2
