"""Web entities: the longest prefix decides, suffixes are safe, changes are new values, files come back."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from urlinspector.bulk import codec
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.stems import StemTree
from urlinspector.bulk.table import UrlTable
from urlinspector.cli.entities import entities as command
from urlinspector.normalize.library import builtin
from urlinspector.rules.creation import CreationRule, known_platforms
from urlinspector.rules.entities import Entities, Entity, group
from urlinspector.rules.entity_files import of_plain, to_csv, to_plain, with_csv
from urlinspector.rules.prefixes import EntityError, anchor_of, lru_text, name_of, prefixes_of, stems_of
from urlinspector.url.components import Url
from urlinspector.url.lru import DIALECTS, lru_of, write
from urlinspector.url.place import Stems, is_suffix

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


@pytest.mark.parametrize(
    "text",
    [
        "",
        "path",
        "domain-2",
        "prefix",
        "/(/",
        "subdomain+1",
        "path-9",
        "prefix+1000",
        "subdomain-99999999999999999999",
    ],
)
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


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(TEXTS), min_size=1, max_size=24),
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
    again = with_csv(Entities(), to_csv(made))
    assert again.entities.own == made.own
    with pytest.raises(EntityError):
        with_csv(Entities(), "a,b\n1,2\n")


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
    assert prefixes_of(("h:192.0.2.1",)) == ("s:http|h:192.0.2.1|", "s:https|h:192.0.2.1|")
    assert stems_of("s:https|t:8443|h:CO.UK|h:Example|h:www|p:a|p:|") == stems_of("example.co.uk/a")


def test_a_file_with_a_public_suffix_is_taken_without_it() -> None:
    text = (
        "ID,NAME,PREFIXES AS LRU\n"
        "1,All of them,s:http|h:co.uk| s:https|h:com|\n"
        "2,One,s:http|h:co.uk|h:example|\n"
    )
    made, left_out, _ = with_csv(Entities(), text)
    assert made.own == (Entity("One", (stems_of("example.co.uk"),)),)
    assert [(each.line, each.text) for each in left_out] == [(2, "s:http|h:co.uk|"), (2, "s:https|h:com|")]
    assert all("public suffix" in each.reason for each in left_out)


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
        "by_hand": False,
        "specificity": {"stems": 2, "weighted": 2},
        "urls": 2,
        "clusters": 1,
        "duplicates": 1,
    }
    run = CliRunner().invoke(command, ["--rule", "nothing", str(path)])
    assert run.exit_code == 2


HOSTS = st.sampled_from(
    ["example.com", "WWW.example.com", "a.b.example.co.uk", "co.uk", "u.github.io", "github.io", "192.0.2.1"]
)
PATHS = st.lists(st.sampled_from(["a", "b", "", "a|h:x", "\udce9"]), max_size=10).map("/".join)
RULES = st.sampled_from(
    [
        "domain",
        "subdomain",
        "subdomain-2",
        "path-1",
        "path-3",
        "prefix+2",
        "prefix+4",
        "page",
        r"/example\|a/",
    ]
).map(CreationRule.parse)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(HOSTS, PATHS), min_size=1, max_size=12)
    | st.lists(st.tuples(HOSTS, PATHS), min_size=12, max_size=30),
    RULES,
    st.dictionaries(
        st.sampled_from(["example.com", "example.com/a", "github.io", "co.uk"]).map(anchor_of), RULES
    ),
    st.lists(
        st.sampled_from(["example.com/a", "example.com/a/b", "b.example.co.uk", "u.github.io/b"]), unique=True
    ),
)
def test_a_list_is_grouped_as_one_url_after_the_other_is(
    pairs: list[tuple[str, str]],
    default: CreationRule,
    rules: dict[Stems, CreationRule],
    own: list[str],
) -> None:
    """Names, prefixes in their order, rows and pages: by the definition, without any short cut."""
    texts = [f"http://{host}/{path}" for host, path in pairs]
    made = Entities(tuple(Entity(f"E{each}", (stems_of(each),)) for each in own), default, rules)
    clustering = Clustering.make(Engine(UrlTable.of(texts)), builtin("seo"))
    tree = StemTree(clustering)
    wanted: dict[tuple[str, bool], dict[Stems, int]] = {}
    urls: dict[tuple[str, bool], int] = {}
    for stems, rows in tree.frame.select("stems", "urls").iter_rows():
        name, prefix = made.entity_of(tuple(codec.decode(each) for each in stems))
        key = name, made.is_own(prefix)
        counts = wanted.setdefault(key, {})
        counts[prefix] = counts.get(prefix, 0) + 1
        urls[key] = urls.get(key, 0) + rows
    found = group(tree, made)
    assert {(each.name, each.by_hand): each.urls for each in found} == urls
    for each in found:
        counts = wanted[each.name, each.by_hand]
        order = sorted(counts, key=lambda prefix: (-counts[prefix], prefix))
        assert list(each.prefixes or (each.suffix,)) == order
    assert [each.urls for each in found] == sorted((each.urls for each in found), reverse=True)
    # No prefix of a row is a public suffix, and a row without a prefix says on which it lies.
    for each in found:
        assert not any(is_suffix(prefix) for prefix in each.prefixes)
        assert bool(each.prefixes) != bool(each.suffix)


def test_what_lies_on_a_public_suffix_belongs_to_no_entity() -> None:
    texts = ["http://co.uk/", "http://co.uk/a", "http://example.co.uk/", "http://github.io/"]
    clustering = Clustering.make(Engine(UrlTable.of(texts)), builtin("seo"))
    for made in (Entities(), Entities(rules=known_platforms())):
        rows = {each.name: each for each in group(StemTree(clustering), made)}
        assert rows["co.uk"].prefixes == ()
        assert (rows["co.uk"].suffix, rows["co.uk"].urls) == (("h:uk", "h:co"), 2)
        assert rows["github.io"].suffix == ("h:io", "h:github")
        assert rows["example.co.uk"].prefixes == (stems_of("example.co.uk"),)
        assert [each.name for each in made.with_rows(rows.values()).own] == ["example.co.uk"]


def test_one_name_made_by_hand_and_by_a_rule_is_two_rows() -> None:
    made = Entities((Entity("example.net", (stems_of("example.com"),)),))
    clustering = Clustering.make(
        Engine(UrlTable.of(["http://example.com/", "http://example.net/"])), builtin("seo")
    )
    found = group(StemTree(clustering), made)
    assert [(each.name, each.by_hand, each.urls) for each in found] == [
        ("example.net", False, 1),
        ("example.net", True, 1),
    ]
    with pytest.raises(EntityError, match="another entity"):
        Entities().renamed("example.com", stems_of("example.com"), "example.net", {"example.net"})


def test_a_file_gives_reasons_and_says_what_it_joined() -> None:
    start = Entities((Entity("Old", (stems_of("old.example"),)),))
    text = (
        "\ufeffID;NAME;STATUS;PREFIXES AS LRU\n"
        "1;One;OUT;s:http|h:com|h:example|p:a%20b|\n"
        "2;One;IN;s:http|h:com|h:example|p:c|\n"
        "3;Old;IN;s:http|h:example|h:other|\n"
        "4;Taken;IN;s:http|h:example|h:old|\n"
        "5;None;IN;\n"
        "6\n"
        ";;;s:http|h:com|h:unnamed|\n"
    )
    made, left_out, joined = with_csv(start, text)
    assert [(each.name, each.status, len(each.prefixes)) for each in made.own] == [
        ("Old", "IN", 2),
        ("One", "OUT", 1),
        ("One (2)", "IN", 1),
        ("unnamed.com", "IN", 1),
    ]
    assert joined == ("Old",)
    assert [each.line for each in left_out] == [5, 6, 7]
    again = with_csv(Entities(), to_csv(made))
    assert again == (Entities(made.own), (), ())
    assert with_csv(made, to_csv(made)) == (made, (), ())
    with pytest.raises(EntityError):
        with_csv(start, "")


def test_plain_values_give_the_same_entities() -> None:
    made = Entities(
        (Entity("One", (("h:com", "h:example", "p:a|\udce9 b"),), "OUT"),),
        CreationRule.parse("/a=b/"),
        {anchor_of("github.io"): CreationRule.parse("subdomain")},
    )
    assert of_plain(json.loads(json.dumps(to_plain(made)))) == made
    assert to_plain(Entities()) == {}
    assert of_plain({}) == Entities()
    for damaged in (
        {"default": "bogus"},
        {"own": [["a", ["x"], "IN"]]},
        {"rules": [[[], "domain"]]},
        {"own": 1},
    ):
        with pytest.raises(EntityError):
            of_plain(damaged)
