"""Web entities: the longest prefix decides, suffixes are safe, changes are new values, files come back."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.stems import StemTree
from urlinspector.bulk.table import UrlTable
from urlinspector.cli.entities import entities as command
from urlinspector.normalize.library import builtin
from urlinspector.rules.entities import (
    CreationRule,
    Entities,
    Entity,
    EntityError,
    group,
    known_platforms,
    lru_text,
    name_of,
    prefixes_of,
    stems_of,
)
from urlinspector.url.components import Url
from urlinspector.url.lru import DIALECTS, lru_of, write

TEXTS = [
    "http://www.lemonde.fr/politique/a",
    "https://lemonde.fr/politique/a",
    "http://blog.lemonde.fr/x",
    "http://a.blogspot.com/1",
    "http://b.blogspot.com/1",
    "https://github.com/one/repo/issues",
    "https://github.com/two/repo",
    "https://github.com/",
    "http://192.0.2.1/a",
    "http://user:secret@shop.example.co.uk:8080/c/bed?id=1",
]


def grouped(entities: Entities, texts: list[str] = TEXTS) -> dict[str, tuple[int, int]]:
    clustering = Clustering.make(Engine(UrlTable.of(texts)), builtin("seo"))
    return {each.name: (each.urls, each.clusters) for each in group(StemTree(clustering), entities)}


@pytest.mark.parametrize(
    ("rule", "prefix"),
    [
        ("domain", "h:uk|h:co|h:example"),
        ("subdomain", "h:uk|h:co|h:example|h:shop|h:a"),
        ("subdomain-1", "h:uk|h:co|h:example"),
        ("subdomain-2", "h:uk|h:co|h:example|h:shop"),
        ("path-1", "h:uk|h:co|h:example|h:shop|h:a|p:c"),
        ("path-2", "h:uk|h:co|h:example|h:shop|h:a|p:c|p:d"),
        ("prefix+5", "h:uk|h:co|h:example|h:shop|h:a"),
        ("prefix+1", "h:uk|h:co|h:example"),
        ("page", "h:uk|h:co|h:example|h:shop|h:a|p:c|p:d|p:e"),
        (r"/uk\|co\|example\|[a-z]+/", "h:uk|h:co|h:example|h:shop"),
    ],
)
def test_each_creation_rule(rule: str, prefix: str) -> None:
    made = CreationRule.parse(rule)
    assert str(made) == rule
    found = made.prefix_of(stems_of("http://a.shop.example.co.uk/c/d/e"))
    assert found is not None
    assert lru_text(found) == prefix


def test_a_rule_that_asks_for_more_makes_nothing_and_the_default_is_asked() -> None:
    made = Entities(rules={stems_of("twitter.com"): CreationRule.parse("path-1")})
    assert made.entity_of(stems_of("http://twitter.com/"))[0] == "twitter.com"
    assert made.entity_of(stems_of("http://twitter.com/me/status/1"))[0] == "twitter.com/me"


@pytest.mark.parametrize("text", ["", "path", "domain-2", "prefix", "/(/", "subdomain+1"])
def test_what_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(EntityError):
        CreationRule.parse(text)


@pytest.mark.parametrize("text", ["com", "co.uk", "s:http|h:com|", "", "/a", "http:///x"])
def test_no_entity_swallows_a_public_suffix(text: str) -> None:
    with pytest.raises(EntityError):
        stems_of(text)


def test_the_four_writings_of_a_prefix_are_one() -> None:
    stems = stems_of("https://www.lemonde.fr/politique/")
    four = prefixes_of(stems)
    assert four == (
        "s:http|h:fr|h:lemonde|p:politique|",
        "s:http|h:fr|h:lemonde|h:www|p:politique|",
        "s:https|h:fr|h:lemonde|p:politique|",
        "s:https|h:fr|h:lemonde|h:www|p:politique|",
    )
    assert {stems_of(each) for each in four} == {stems}


def test_a_list_is_grouped_by_the_longest_prefix() -> None:
    assert grouped(Entities()) == {
        "lemonde.fr": (3, 2),
        "a.blogspot.com": (1, 1),
        "b.blogspot.com": (1, 1),
        "github.com": (3, 3),
        "192.0.2.1": (1, 1),
        "example.co.uk": (1, 1),
    }
    with_platforms = grouped(Entities(rules=known_platforms()))
    assert with_platforms["a.blogspot.com"] == (1, 1)
    assert with_platforms["github.com/one"] == (1, 1)
    assert with_platforms["github.com"] == (1, 1)
    own = Entities((Entity("Politics", (stems_of("lemonde.fr/politique"),)),))
    found = grouped(own)
    assert found["Politics"] == (2, 1)
    assert found["lemonde.fr"] == (1, 1)


@given(
    st.lists(st.sampled_from(TEXTS), min_size=1, max_size=12),
    st.sampled_from(["domain", "subdomain", "subdomain-2", "path-1", "path-3", "page", "prefix+2"]),
)
def test_the_engine_groups_as_one_url_after_the_other(texts: list[str], rule: str) -> None:
    made = Entities(
        (Entity("P", (stems_of("lemonde.fr/politique"),)),), CreationRule.parse(rule), known_platforms()
    )
    expected: dict[str, int] = {}
    for text in texts:
        name, _ = made.entity_of(stems_of(text.replace("user:secret@", "").replace(":8080", "")))
        expected[name] = expected.get(name, 0) + 1
    assert {name: urls for name, (urls, _) in grouped(made, texts).items()} == expected


def test_merge_split_rename_and_move_are_new_values() -> None:
    one, two, three = (stems_of(each) for each in ("a.example.com", "b.example.com", "c.example.com"))
    start = Entities()
    merged = start.merged([], [one, two], "Both")
    assert start.own == ()
    assert merged.own == (Entity("Both", (one, two)),)
    split = merged.split("Both", two)
    assert split.own == (Entity("Both", (one,)), Entity(name_of(two), (two,)))
    named = split.renamed("Both", one, "First")
    moved = named.moved(two, "First")
    assert moved.own == (Entity("First", (one, two)),)
    assert moved.renamed("c.example.com", three, "Third").own[-1] == Entity("Third", (three,))
    with pytest.raises(EntityError):
        named.renamed("First", one, name_of(two))
    with pytest.raises(EntityError):
        named.moved(two, "nobody")
    with pytest.raises(EntityError):
        Entities((Entity("a", (one,)), Entity("b", (one,))))


def test_hyphes_file_comes_back() -> None:
    made = Entities((Entity("Le Monde", (stems_of("lemonde.fr"), stems_of("twitter.com/lemondefr"))),))
    again = Entities().with_csv(made.to_csv())
    assert again.own == made.own
    with pytest.raises(EntityError):
        Entities().with_csv("a,b\n1,2\n")


def test_hyphes_prefixes_are_those_of_its_dialect_and_come_back() -> None:
    for text in (
        "http://example.co.uk/a",
        "http://a.b.example.org",
        "http://192.0.2.1/x",
        "http://localhost/",
    ):
        first = prefixes_of(stems_of(text))[0]
        assert first == write(lru_of(Url.parse(text), dialect=DIALECTS["hyphe"]), DIALECTS["hyphe"])
        assert stems_of(first) == stems_of(text)
    assert stems_of("s:https|t:8443|h:CO.UK|h:Example|h:www|p:a|p:|") == stems_of("example.co.uk/a")


def test_a_file_with_a_public_suffix_is_taken_without_it() -> None:
    text = (
        "ID,NAME,PREFIXES AS LRU\n"
        "1,All of them,s:http|h:co.uk| s:https|h:com|\n"
        "2,One,s:http|h:co.uk|h:example|\n"
    )
    with pytest.raises(EntityError, match="public suffix"):
        Entities().with_csv(text)
    left_out: list[str] = []
    made = Entities().with_csv(text, left_out)
    assert made.own == (Entity("One", (stems_of("example.co.uk"),)),)
    assert left_out == ["s:http|h:co.uk|", "s:https|h:com|"]


def test_no_change_makes_an_entity_of_a_public_suffix() -> None:
    suffix = ("h:uk", "h:co")
    for change in (
        lambda: Entities().merged([], [suffix, stems_of("example.com")], "Both"),
        lambda: Entities().renamed("co.uk", suffix, "All"),
        lambda: Entities().split("co.uk", suffix),
    ):
        with pytest.raises(EntityError, match="public suffix"):
            change()
    assert Entities((Entity("Mine", (("h:localhost",),)),)).entity_of(("h:localhost", "p:a"))[0] == "Mine"


def test_a_pattern_takes_linear_time_and_letter_case_aside() -> None:
    made = CreationRule.parse("/(a+)+b/")
    assert made.prefix_of(("h:com", "h:example", "p:" + "a" * 5000)) is None
    found = CreationRule.parse("/EXAMPLE\\|x/").prefix_of(("h:com", "h:example", "p:x", "p:y"))
    assert found == ("h:com", "h:example", "p:x")


def test_a_path_that_holds_a_pipe_is_one_stem() -> None:
    made = Entities(default=CreationRule.parse("path-1"))
    texts = ["http://www.example.com/a|h:evil/b", "http://example.com/a|h:evil", "http://example.com/a"]
    assert grouped(made, texts) == {"example.com/a|h:evil": (2, 2), "example.com/a": (1, 1)}
    assert prefixes_of(("h:com", "h:example", "p:a|h:evil"))[0] == "s:http|h:com|h:example|p:a%7Ch:evil|"


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_text("\n".join(TEXTS))
    run = CliRunner().invoke(command, ["--rule", "subdomain", "--json", "-p", "seo", str(path)])
    assert run.exit_code == 0, run.output
    data = json.loads(run.stdout)
    assert data["rule"] == "subdomain"
    lemonde = next(each for each in data["entities"] if each["name"] == "lemonde.fr")
    assert lemonde == {
        "name": "lemonde.fr",
        "prefixes": ["h:fr|h:lemonde"],
        "urls": 2,
        "clusters": 1,
        "duplicates": 1,
    }
    run = CliRunner().invoke(command, ["--rule", "nothing", str(path)])
    assert run.exit_code == 2
