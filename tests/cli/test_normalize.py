"""`normalize`: one line out for each line in, bytes kept, refusals told, options, JSON Lines."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def test_arguments(cli):
    answer = cli("normalize", "HTTP://Example.COM:80/%7ea/../b", "http://a")
    assert answer == (0, b"http://example.com/b\nhttp://a/\n", "")


def test_lines(cli):
    assert cli("normalize", stdin=b"http://A/\r\n\nhttp://B").out == b"http://a/\n\nhttp://b/\n"


def test_nothing_in_nothing_out(cli):
    assert cli("normalize") == (0, b"", "")


def test_mark_at_the_start_is_dropped(cli):
    assert cli("normalize", "-p", "rfc3986", stdin=b"\xef\xbb\xbfhttp://A/\n").out == b"http://a/\n"


def test_bytes_survive(cli):
    assert cli("normalize", "--profile", "rfc3986", stdin=b"http://A/\xff\n").out == b"http://a/\xff\n"
    assert cli("normalize", stdin=b"http://A/\xff\n").out == b"http://a/%FF\n"


def test_only_lf_ends_a_line(cli):
    line = "http://a/\u2028\x0b\x0c\x85\x1c\rb"
    assert cli("normalize", "--profile", "rfc3986", stdin=(line + "\n").encode()).text == line + "\n"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))))
def test_one_line_out_for_each_line_in(cli, texts):
    stdin = "".join(text + "\n" for text in texts).encode()
    assert cli("normalize", stdin=stdin).out.count(b"\n") == len(texts)


def test_a_refused_line_is_printed_as_it_is(cli):
    answer = cli("normalize", stdin=b"http://A/\nno url \xff\nhttp://B/\n")
    assert answer.code == 1
    assert answer.out == b"http://a/\nno url \xff\nhttp://b/\n"
    assert answer.err.splitlines()[0].startswith("line 2: not a URL: ")
    assert answer.err.splitlines()[1] == "1 of 3 lines refused"


def test_a_refused_argument_is_named(cli):
    answer = cli("normalize", "a b")
    assert (answer.code, answer.out) == (1, b"a b\n")
    assert answer.err.startswith("argument 1: not a URL: ")
    assert answer.err.count("\n") == 1


def test_violations_and_changes_are_no_failure(cli):
    assert cli("normalize", "http://a b/").code == 0


def test_two_hyphens_end_the_options(cli):
    assert cli("normalize", "--", "--help", "-a").out == b"--help\n-a\n"


def test_json_lines(cli):
    answer = cli("normalize", "--format", "jsonl", stdin=b"HTTP://a/\xff\nno url\nhttp://a/\n")
    assert answer.code == 1
    assert answer.out.isascii()
    changed, refused, same = map(json.loads, answer.lines)
    assert changed["input"] == "HTTP://a/\udcff"
    assert changed["canonical"] == "http://a/%FF"
    assert changed["changed_by"] == ["encode-illegal", "lowercase-scheme"]
    assert [(each["code"], each["component"], each["span"]) for each in changed["violations"]] == [
        ("undecodable-byte", "path", [9, 10])
    ]
    assert changed["error"] is None
    assert refused["input"] == "no url"
    assert refused["canonical"] is None
    assert refused["error"].startswith("not a URL: ")
    assert same == {
        "input": "http://a/",
        "canonical": "http://a/",
        "changed_by": [],
        "violations": [],
        "error": None,
    }
    assert answer.err == "1 of 3 lines refused\n"


def test_steps_on_and_off(cli):
    url = "http://www.A.com/%7e"
    assert cli("normalize", "--enable", "remove-www", url).text == "http://a.com/~\n"
    assert (
        cli("normalize", "--disable", "lowercase-host", "-d", "decode-unreserved", url).text
        == "http://www.A.com/%7E\n"
    )
    assert cli("normalize", "--enable", "limit-protocol:to=https", url).text == "https://www.a.com/~\n"


def test_disabling_comes_first_whatever_the_order(cli):
    options = ["--enable", "add-www", "--disable", "remove-www"]
    assert cli("normalize", "--profile", "seo", *options, "http://a.com").code == 0
    assert cli("normalize", "--profile", "seo", *options[2:], *options[:2], "http://a.com").code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--profile", "nosuch"], "nosuch"),
        (["--profile", "./nosuch.toml"], "./nosuch.toml"),
        (["--enable", "lowercase-hots"], "lowercase-host"),
        (["--enable", "limit-protocol:to=gopher"], "to"),
        (["--enable", "limit-protocol:too=https"], "too"),
        (["--enable", "limit-protocol:https"], "OPTION=VALUE"),
        (["--disable", "nosuch"], "nosuch"),
        (["--enable", "remove-www", "--disable", "remove-www"], "at once"),
        (["--enable", "add-www", "--enable", "remove-www"], "add-www"),
        (["--format", "xml"], "xml"),
        (["--nosuch"], "--nosuch"),
    ],
)
def test_wrong_usage(cli, arguments, told):
    answer = cli("normalize", *arguments, "http://a/")
    assert answer.code == 2
    assert answer.out == b""
    assert told in answer.err


def test_a_profile_from_a_file(cli, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes('\ufeffsteps = ["lowercase-host"]\n'.encode())
    assert cli("normalize", "--profile", str(file), "HTTP://A/%7e").text == "HTTP://a/%7e\n"


def test_a_profile_file_that_cannot_be_read_is_told_in_words(cli, tmp_path):
    (tmp_path / "latin-1.toml").write_bytes(b"name = 'caf\xe9'\n")
    (tmp_path / "large.toml").write_bytes(b"#" * 9_000_000)
    for name, why in (
        ("none.toml", "there is no such file or folder"),
        ("", "it is a folder"),
        ("latin-1.toml", "it is not in UTF-8: the byte 0xE9 stands for no character there (line 1)"),
        ("large.toml", "it has more than 8 MiB, too much for a profile"),
    ):
        answer = cli("normalize", "--profile", str(tmp_path / name), "http://a/")
        assert (answer.code, answer.out) == (2, b"")
        assert answer.err.rstrip().endswith(f"{tmp_path / name}: {why}")


def test_a_file_of_any_name_is_a_profile_but_built_in_names_come_first(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "safe"):
        (tmp_path / name).write_text('name = "mine"\nsteps = ["remove-fragment"]\n', "utf-8")
    assert cli("normalize", "--profile", "mine", "HTTP://a/#b").out == b"HTTP://a/\n"
    assert cli("normalize", "--profile", "safe", "HTTP://a/#b").out == b"http://a/#b\n"
    assert cli("normalize", "--profile", "./safe", "HTTP://a/#b").out == b"HTTP://a/\n"


def test_options_that_are_lists_on_the_command_line(cli):
    keep = "keep-parameters:names=a|b"
    assert cli("normalize", "--enable", keep, "http://a/?a=1&b=2&c=3").out == b"http://a/?a=1&b=2\n"
    answer = cli("normalize", "--enable", "keep-parameters:names=a,b", "http://a/")
    assert answer.code == 2
    assert "texts of a list are divided by |" in answer.err
    answer = cli("normalize", "--enable", "remove-parameters:patterns=(", "http://a/")
    assert answer.code == 2
    assert "is not a pattern: missing ): (" in answer.err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'name = "x"\nstepz = []\n', "line 2"),
        (b"steps = [", "not TOML"),
        (b"\xff", "UTF-8"),
        (b'steps = ["nosuch"]', "nosuch"),
    ],
)
def test_a_bad_file(cli, tmp_path, content, told):
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    answer = cli("normalize", "--profile", str(file), "http://a/")
    assert answer.code == 2
    assert str(file) in answer.err
    assert told in answer.err


def test_a_profile_that_writes_a_key(cli, tmp_path):
    file = tmp_path / "key.toml"
    file.write_text('output = "surt"\nsteps = []\n')
    assert cli("normalize", "--profile", str(file), "http://a.com/").text.endswith("com,a)/\n")
