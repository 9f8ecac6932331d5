"""`steps` and `profiles`: what there is, one profile as a file, two compared."""

import json

import pytest

from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.steps import CATALOGUE


def test_steps_in_the_catalogues_order(cli):
    answer = cli("steps")
    assert answer.code == 0
    assert [line.split()[2] for line in answer.lines[1:]] == [step.name for step in CATALOGUE]
    assert [line.split()[1] for line in answer.lines[1:]] == [step.safety.letter for step in CATALOGUE]


def test_steps_as_json(cli):
    found = json.loads(cli("steps", "--json").text)
    assert [each["rank"] for each in found] == list(range(1, len(CATALOGUE) + 1))
    by_name = {each["step"]: each for each in found}
    limit = by_name["limit-protocol"]
    assert (limit["class"], limit["on"], limit["needs"]) == ("C", ["scheme"], ["port"])
    assert limit["options"][0]["option"] == "to"
    assert limit["options"][0]["choices"] == ["http", "https"]
    assert "remove-trailing-slash" in by_name["add-trailing-slash"]["conflicts"]


def test_some_steps_explained(cli):
    answer = cli("steps", "decode-unreserved", "limit-protocol")
    assert "RFC 3986 §6.2.2.2" in answer.text
    assert "to=https" in answer.text


def test_an_unknown_step(cli):
    answer = cli("steps", "decode-unreservd")
    assert answer.code == 2
    assert "decode-unreserved" in answer.err


def test_list(cli):
    answer = cli("profiles")
    assert answer.code == 0
    assert [line.split()[0] for line in answer.lines] == list(builtin_names())
    assert cli("profiles", "list") == answer
    assert cli("profiles", "--json") == cli("profiles", "list", "--json")
    assert [each["name"] for each in json.loads(cli("profiles", "--json").text)] == list(builtin_names())


@pytest.mark.parametrize("name", ["safe", "seo", "rfc3986"])
def test_show_gives_the_profile_back(cli, name, tmp_path):
    answer = cli("profiles", "show", name)
    assert Profile.parse(answer.text) == builtin(name)
    file = tmp_path / "mine.toml"
    file.write_bytes(answer.out)
    assert cli("profiles", "diff", name, str(file)) == (0, b"", "")


def test_show_as_json(cli):
    data = json.loads(cli("profiles", "show", "--json", "safe").text)
    assert [each["step"] for each in data["steps"]] == [each.step.name for each in builtin("safe").steps]


def profile(tmp_path, name: str, text: str) -> str:
    file = tmp_path / f"{name}.toml"
    file.write_text(text)
    return str(file)


def test_diff(cli, tmp_path):
    a = profile(
        tmp_path,
        "a",
        'steps = ["trim-whitespace", "lowercase-scheme", {step = "limit-protocol", to = "http"}, '
        '"lowercase-host", "remove-query", "remove-fragment"]',
    )
    b = profile(
        tmp_path,
        "b",
        'output = "surt"\nsteps = ["trim-whitespace", "lowercase-host", "lowercase-scheme", '
        '"limit-protocol", "remove-fragment", {step = "remove-www", times = "once"}]',
    )
    answer = cli("profiles", "diff", a, b)
    assert answer.code == 1
    assert answer.lines == [
        "! output  url → surt",
        "~ limit-protocol  to=http → defaults",
        "> lowercase-host  after limit-protocol → after trim-whitespace",
        "- remove-query",
        "+ remove-www:times=once",
    ]
    found = json.loads(cli("profiles", "diff", "--json", a, b).text)
    assert [each["sign"] for each in found] == ["!", "~", ">", "-", "+"]


def test_diff_of_the_same(cli):
    assert cli("profiles", "diff", "safe", "safe") == (0, b"", "")
    assert cli("profiles", "diff", "--json", "safe", "safe").text == "[]\n"


@pytest.mark.parametrize(
    "arguments", [["show"], ["show", "nosuch"], ["diff", "safe"], ["diff", "safe", "nosuch"], ["nosuch"]]
)
def test_wrong_usage(cli, arguments):
    assert cli("profiles", *arguments).code == 2
