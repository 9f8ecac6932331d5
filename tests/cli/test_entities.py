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
