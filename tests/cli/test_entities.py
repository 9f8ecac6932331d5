"""`entities`: what it prints, what it reads besides, what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer
from urlinspector.rules.entities import Entities, Entity
from urlinspector.rules.entity_files import to_csv
from urlinspector.rules.prefixes import stems_of

Cli = Callable[..., Answer]
TEXTS = (
    "http://www.example.co.uk/x/1",
    "http://example.co.uk/x/1",
    "https://blog.example.co.uk/y",
    "https://github.com/one/r",
    "https://github.com/two/r",
    "mailto:a@example.com",
)
LIST = "\n".join(TEXTS).encode()


def found(cli: Cli, *options: str) -> dict[str, int]:
    answer = cli("entities", "--json", *options, stdin=LIST)
    assert answer.code == 0
    return {each["name"]: each["urls"] for each in json.loads(answer.text)["entities"]}


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("domain", {"example.co.uk": 3, "github.com": 2}),
        ("subdomain", {"example.co.uk": 2, "blog.example.co.uk": 1, "github.com": 2}),
        (
            "path-1",
            {"example.co.uk/x": 2, "blog.example.co.uk/y": 1, "github.com/one": 1, "github.com/two": 1},
        ),
        ("/uk.co.example.blog/", {"example.co.uk": 2, "blog.example.co.uk": 1, "github.com": 2}),
    ],
)
def test_a_rule_makes_entities(cli: Cli, rule: str, wanted: dict[str, int]) -> None:
    assert found(cli, "--rule", rule) == wanted


def test_platforms_have_rules_of_their_own(cli: Cli) -> None:
    assert found(cli, "--platforms") == {"example.co.uk": 3, "github.com/one": 1, "github.com/two": 1}


def test_json_says_all_of_an_entity(cli: Cli) -> None:
    answer = cli("entities", "--json", "--profile", "seo", stdin=LIST)
    data = json.loads(answer.text)
    assert data["rule"] == "domain"
    assert data["entities"][0] == {
        "name": "example.co.uk",
        "prefixes": ["h:uk|h:co|h:example"],
        "by_hand": False,
        "specificity": {"stems": 3, "weighted": 3},
        "urls": 3,
        "clusters": 2,
        "duplicates": 1,
    }


def test_entities_of_a_file_keep_their_names(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    prefixes = (stems_of("blog.example.co.uk"), stems_of("github.com/one"))
    path.write_text(to_csv(Entities((Entity("Mine", prefixes),))), "utf-8")
    wanted = {"Mine": 2, "example.co.uk": 2, "github.com": 1}
    assert found(cli, "--entities", str(path)) == wanted


def test_the_table_says_what_it_leaves_out(cli: Cli) -> None:
    answer = cli("entities", "--most", "1", stdin=LIST)
    lines = answer.text.splitlines()
    assert answer.code == 0
    assert lines[0].split() == ["URLs", "pages", "duplicates", "entity"]
    assert lines[1].split()[-1] == "example.co.uk"
    assert lines[2:] == ["and 1 more; --most 0 shows all"]
    assert len(cli("entities", "--most", "0", stdin=LIST).text.splitlines()) == 3


def test_what_cannot_be_used_is_refused(cli: Cli, tmp_path: Path) -> None:
    assert cli("entities", "--rule", "bogus", stdin=LIST).code == 2
    assert cli("entities", "--rule", "/(/", stdin=LIST).code == 2
    assert cli("entities", "--entities", str(tmp_path / "none.csv"), stdin=LIST).code == 2
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", "utf-8")
    assert cli("entities", "--entities", str(path), stdin=LIST).code == 2


def test_a_prefix_has_a_rule_of_its_own(cli: Cli) -> None:
    wanted = {"example.co.uk": 1, "example.co.uk/x": 2, "github.com/one": 1, "github.com/two": 1}
    rules = ("--rule", "example.co.uk/x=prefix+0", "--rule", "https://www.github.com/=path-1")
    assert found(cli, *rules) == wanted
    assert found(cli, "--rule", "subdomain", *rules) == {
        "blog.example.co.uk": 1,
        **{name: urls for name, urls in wanted.items() if name != "example.co.uk"},
    }
    data = json.loads(cli("entities", "--json", *rules, stdin=LIST).text)
    assert data["rules"] == {"h:uk|h:co|h:example|p:x": "prefix+0", "h:com|h:github": "path-1"}


@pytest.mark.parametrize(
    "rules",
    [("page", "domain"), ("a.example=bogus",), ("a.example=/(/",), ("=domain",), ("/a=page",), ("path-9",)],
)
def test_rules_that_cannot_be_used_are_refused(cli: Cli, rules: tuple[str, ...]) -> None:
    options = [each for rule in rules for each in ("--rule", rule)]
    answer = cli("entities", *options, stdin=LIST)
    assert (answer.code, answer.text) == (2, "")


def test_entities_are_sorted_by_specificity_with_weights(cli: Cli) -> None:
    options = ("--rule", "path-1", "--json", "--sort", "specificity", "--weights", "h=1,p=9")
    data = json.loads(cli("entities", *options, stdin=LIST).text)["entities"]
    figures = [each["specificity"]["weighted"] for each in data]
    assert figures == [11, 11, 12, 13]
    table = cli("entities", "--rule", "path-1", "--sort", "specificity", stdin=LIST).text.splitlines()
    assert table[0].split()[0] == "specificity"
    data = json.loads(cli("entities", "--json", "--sort", "name", stdin=LIST).text)["entities"]
    names = [each["name"] for each in data]
    assert names == sorted(names)


def test_what_is_written_for_hyphe_comes_back(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text(cli("entities", "--rule", "subdomain", "--csv", stdin=LIST).text, "utf-8")
    assert cli("entities", "--entities", str(path), "--csv", stdin=LIST).text == path.read_text("utf-8")
    lrus = cli("entities", "--entities", str(path), "--lrus", stdin=LIST).text.splitlines()
    assert lrus[:2] == ["s:http|h:co.uk|h:example|", "s:http|h:co.uk|h:example|h:www|"]
    assert len(lrus) == 12


def test_a_public_suffix_is_said_to_be_none(cli: Cli) -> None:
    text = b"http://co.uk/\nhttp://example.co.uk/\n"
    data = json.loads(cli("entities", "--json", stdin=text).text)["entities"]
    assert (data[0]["name"], data[0]["prefixes"], data[0]["reason"]) == (
        "co.uk",
        [],
        "a public suffix, no entity",
    )
    assert "reason" not in data[1]
    assert "co.uk  (a public suffix, no entity)" in cli("entities", stdin=text).text
    assert "h:co.uk|\n" not in cli("entities", "--lrus", stdin=text).text


def test_no_rows_give_no_entities(cli: Cli) -> None:
    assert json.loads(cli("entities", "--json", stdin=b"mailto:a@example.com\n").text)["entities"] == []
    assert cli("entities", "--csv", stdin=b"a b\n").text.splitlines() == [
        "ID,NAME,STATUS,PREFIXES AS URL,PREFIXES AS LRU"
    ]
    assert cli("entities", "--lrus", stdin=b"a b\n").text == ""
