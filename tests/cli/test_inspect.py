"""`inspect`: the JSON object's keys and shapes (definitions §5), and the report."""

import json

import pytest

KEYS = {
    "text",
    "components",
    "spans",
    "host",
    "parameters",
    "violations",
    "warnings",
    "browser",
    "canonical",
    "trace",
    "lru",
    "surt",
    "specificity",
}
URL = "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php?title=Reverse%5fURLs&x&y=#bottom"


@pytest.fixture
def inspected(cli):
    def inspect(*arguments: str):
        answer = cli("inspect", "--json", *arguments)
        assert answer.code == 0
        assert answer.out.isascii()
        return json.loads(answer.text)

    return inspect


def test_one_object_with_these_keys(inspected):
    assert set(inspected(URL)) == KEYS


def test_the_text_as_given(inspected):
    data = inspected(URL)
    assert data["text"] == URL
    assert data["components"] == {
        "scheme": "HTTP",
        "userinfo": None,
        "host": "Jiminy.MediaLab.Sciences-Po.fr",
        "port": "80",
        "path": "/hci/./index.php",
        "query": "title=Reverse%5fURLs&x&y=",
        "fragment": "bottom",
    }
    for name, span in data["spans"].items():
        value = data["components"][name]
        assert (span is None) == (value is None)
        assert span is None or URL[span[0] : span[1]] == value
    assert data["parameters"] == [["title", "Reverse%5fURLs"], ["x", None], ["y", ""]]


def test_the_host(inspected):
    assert inspected("http://www.Bücher.co.uk/")["host"] == {
        "kind": "reg-name",
        "ascii": "www.xn--bcher-kva.co.uk",
        "unicode": "www.bücher.co.uk",
        "suffix": "co.uk",
        "registrable_domain": "Bücher.co.uk",
        "subdomain": "www",
    }


@pytest.mark.parametrize(
    ("url", "kind", "ascii_form"),
    [
        ("http://1.2.3.4/", "ipv4", "1.2.3.4"),
        ("http://0x7f.1/", "ipv4-legacy", "127.0.0.1"),
        ("http://[::0:1]/", "ipv6", "[::1]"),
        ("http://[v1.a]/", "ipvfuture", "[v1.a]"),
        ("http:///", "empty", ""),
        ("mailto:a", None, None),
    ],
)
def test_host_kinds(inspected, url, kind, ascii_form):
    host = inspected(url)["host"]
    assert (host["kind"], host["ascii"]) == (kind, ascii_form)
    assert host["suffix"] is None


def test_what_the_profile_makes_of_it(inspected):
    data = inspected(URL)
    canonical = "http://jiminy.medialab.sciences-po.fr/hci/index.php?title=Reverse_URLs&x&y=#bottom"
    assert data["canonical"] == canonical
    assert data["lru"] == (
        "s:http|h:fr|h:sciences-po|h:medialab|h:jiminy|p:hci|p:index.php|q:title=Reverse_URLs&x&y=|f:bottom"
    )
    assert (
        data["surt"]
        == "http://(fr,sciences-po,medialab,jiminy,)/hci/index.php?title=Reverse_URLs&x&y=#bottom"
    )
    assert data["specificity"] == {"stems": 9, "weighted": 4 + 4 + 3 + 4}
    assert [set(each) for each in data["trace"]] == [{"step", "component", "before", "after"}] * len(
        data["trace"]
    )
    assert data["trace"][0]["before"] == URL
    assert data["trace"][-1]["after"] == canonical
    for earlier, later in zip(data["trace"], data["trace"][1:], strict=False):
        assert earlier["after"] == later["before"]
        assert later["before"] != later["after"]
    assert {"step": "lowercase-scheme", "component": "scheme"}.items() <= next(
        each for each in data["trace"] if each["step"] == "lowercase-scheme"
    ).items()


def test_violations_and_warnings(inspected):
    data = inspected("http://u:p@a/b c")
    (space,) = [each for each in data["violations"] if each["code"] == "space"]
    assert space["component"] == "path"
    assert space["span"] == [14, 15]
    assert space["section"].startswith("RFC 3986")
    assert space["message"]
    assert set(space) == {"code", "component", "span", "section", "message"}
    (credentials,) = [each for each in data["warnings"] if each["code"] == "credentials"]
    assert set(credentials) == {"code", "span", "message"}


def test_the_browsers_reading(inspected):
    assert inspected("http:a\\b")["browser"] == {"href": "http://a/b"}
    assert set(inspected("http://a b/")["browser"]) == {"error"}


def test_a_base(inspected):
    data = inspected("--base", "http://a/b/c/d;p?q", "../g?Y")
    assert set(data) == KEYS | {"resolved"}
    assert data["resolved"] == "http://a/b/g?Y"
    assert data["canonical"] == "http://a/b/g?Y"
    assert data["components"]["path"] == "../g"
    assert data["browser"] == {"href": "http://a/b/g?Y"}


def test_a_refused_text_is_told_and_no_failure(inspected):
    data = inspected("no url")
    assert set(data) == KEYS | {"error"}
    assert data["error"].startswith("not a URL: ")
    assert data["canonical"] is data["lru"] is data["surt"] is data["specificity"] is None


def test_undecodable_bytes_are_escapes(inspected):
    data = inspected("http://a/\udcff")
    assert data["text"] == "http://a/\udcff"
    assert data["browser"]["error"]


def test_a_key_writing_profile_still_has_the_urls_lru(inspected, tmp_path):
    file = tmp_path / "key.toml"
    file.write_text('output = "surt"\nsteps = ["lowercase-host"]\n')
    data = inspected("--profile", str(file), "http://A.com/")
    assert data["canonical"] == data["trace"][-1]["after"] == "http://a.com/"
    assert data["key"].endswith("com,a)/")
    assert data["lru"] == "s:http|h:com|h:a|p:"


def test_only_a_key_writing_profile_has_a_key(inspected):
    assert "key" not in inspected("http://A.com/")


def test_an_option_given_twice_is_refused(cli):
    told = cli("normalize", "-e", "limit-protocol:to=https", "-e", "limit-protocol:to=http", "http://a/")
    assert told.code == 2
    assert "limit-protocol" in told.err
    assert "“to”" in told.err


def test_steps_on_and_off(inspected):
    assert (
        inspected("--enable", "remove-fragment", "-d", "lowercase-host", "http://A/#x")["canonical"]
        == "http://A/"
    )


def test_report(cli):
    answer = cli("inspect", "--base", "http://h/", "HTTP://u:p@Ex.co.uk:80/a\x1b[31m b\udcff?c&d=#\u202e")
    assert answer.code == 0
    text = answer.text
    assert "\x1b" not in text
    assert "\u202e" not in text
    for told in (
        "Components",
        "Ex.co.uk",
        "Host",
        "co.uk",
        "Parameters",
        "Violations",
        "Warnings",
        "Browser",
        "Canonical",
        "lowercase-host",
        "LRU",
        "SURT",
        "stems",
        "\\x1B",
        "\\xFF",
        "\\u{202E}",
    ):
        assert told in text


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("a.co.uk", "co.uk  (listed; "),
        ("a.nosuch", "nosuch  (not listed; "),
        ("a.github.io", "github.io  (listed as a private domain, io by registries alone; "),
    ],
)
def test_report_tells_whether_the_suffix_is_listed(cli, host, told):
    assert told in cli("inspect", f"http://{host}/").text


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("faß.de", "the same ASCII form"),
        ("☃.net", "not a name: Codepoint U+2603"),
        ("xn--bcher-kva.de", "the same ASCII form"),
        ("example.com", None),
        ("[::1]", None),
    ],
)
def test_report_tells_what_strict_idna_says_beside_the_browsers_form(cli, host, told):
    rows = [row for row in cli("inspect", f"http://{host}/").text.splitlines() if "IDNA 2008" in row]
    assert [told in row for row in rows] == ([] if told is None else [True])


def test_report_of_a_refused_text(cli):
    answer = cli("inspect", "a b")
    assert answer.code == 0
    assert "none: not a URL" in answer.text


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["--profile", "nosuch", "a"]])
def test_wrong_usage(cli, arguments):
    assert cli("inspect", *arguments).code == 2
