"""The tree of stems: each level counts what is beneath, and its filter selects exactly that."""

import pytest

from urlinspector.bulk import codec, view
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.filtering import FilterError, Matching, parse_filter
from urlinspector.bulk.stems import Node, StemTree, filter_of, host_stems, term_of
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.library import builtin

TEXTS = [
    "http://www.example.com/a/b",
    "https://example.com/a/b/",
    "https://example.com/a/c?x=1",
    "https://example.com/a/c?x=1",
    "https://example.com/a%20b/c",
    "https://shop.example.com/",
    "https://example.com.evil.test/a",
    "http://[2001:db8::1]/a",
    "http://192.0.2.7:8080/a/b",
    "mailto:a@example.com",
    "http://a.example/\udce9/x",
]


@pytest.fixture(scope="module")
def clustering() -> Clustering:
    return Clustering.make(Engine(UrlTable.of(TEXTS)), builtin("seo"))


def walk(tree: StemTree, node: Node) -> list[Node]:
    found = [node]
    for child in tree.children(node) if node.has_more else ():
        found += walk(tree, child)
    return found


def test_a_level_counts_what_is_beneath(clustering: Clustering) -> None:
    tree = StemTree(clustering)
    root = tree.root()
    assert (root.urls, root.texts) == (10, 9)
    com = tree.find(("h:com",))
    assert com is not None
    assert {each.stem: each.urls for each in tree.children(com)} == {"h:example": 6}
    example = tree.find(("h:com", "h:example"))
    assert example is not None
    assert {each.stem: (each.urls, each.clusters) for each in tree.children(example)} == {
        "p:a": (4, 2),
        "p:a%20b": (1, 1),
        "h:shop": (1, 1),
    }
    assert tree.find(("h:com", "h:nowhere")) is None


def test_children_partition_what_goes_on(clustering: Clustering) -> None:
    tree = StemTree(clustering)
    for node in walk(tree, tree.root()):
        children = tree.children(node)
        assert sum(each.urls for each in children) <= node.urls
        assert bool(children) == node.has_more
        assert all(0 <= each.share <= 1 for each in children)
        urls = [each.urls for each in children]
        assert urls == sorted(urls, reverse=True)


def test_the_filter_of_a_node_selects_its_clusters(clustering: Clustering) -> None:
    tree = StemTree(clustering)
    for node in walk(tree, tree.root())[1:]:
        if any(codec.MARK in each for each in node.stems):
            continue  # a pattern cannot name bytes that are no text
        found = view.arrange(clustering, filter_of(node.stems), "size", descending=True)
        assert len(found) == node.clusters, node.stems


def test_the_number_of_segments_can_be_limited(clustering: Clustering) -> None:
    tree = StemTree(clustering, max_path=1)
    assert all(sum(stem.startswith("p:") for stem in node.stems) <= 1 for node in walk(tree, tree.root()))


@pytest.mark.parametrize(
    ("host", "stems"),
    [
        ("WWW.Example.COM.", ["h:com", "h:example"]),
        ("www.co.uk", ["h:uk", "h:co", "h:www"]),
        ("[2001:db8::1]", ["h:[2001:db8::1]"]),
        ("192.0.2.7", ["h:192.0.2.7"]),
        ("", []),
        (None, []),
    ],
)
def test_the_stems_of_a_host(host: str | None, stems: list[str]) -> None:
    assert host_stems(host) == stems


def test_many_hosts_of_a_domain() -> None:
    texts = [f"https://h{n % 7}.example.org/{n % 3}/{n}" for n in range(500)]
    tree = StemTree(Clustering.make(Engine(UrlTable.of(texts)), builtin("safe")))
    org = tree.find(("h:org", "h:example"))
    assert org is not None
    assert len(tree.children(org)) == 7
    assert sum(each.urls for each in tree.children(org)) == 500


def test_a_filter_takes_spaces_pipes_quotes_and_the_case_of_a_path() -> None:
    texts = [
        "http://example.com/a b/c",
        "HTTP://Example.COM/a b",
        "http://example.com/A b",
        "http://example.com/a|b",
        'http://example.com/say "x" y/1',
        "http://example.com/x\u2028y",
    ]
    found = Clustering.make(Engine(UrlTable.of(texts)), builtin("safe"))
    for stem, wanted in (
        ("p:a b", [0, 1]),
        ("p:A b", [2]),
        ("p:a|b", [3]),
        ('p:say "x" y', [4]),
        ("p:x\u2028y", [5]),
    ):
        terms = parse_filter(filter_of(("h:com", "h:example", stem)))
        assert Matching(found).rows(terms).ids() == wanted, stem


def test_under_takes_a_place_as_people_write_it(clustering: Clustering) -> None:
    def rows(text: str) -> list[int]:
        return Matching(clustering).rows(parse_filter(text)).ids()

    assert rows("under:example.com/a") == rows("under:https://www.example.com/a/") == [0, 1, 2, 3]
    assert rows("under:example.com") == [0, 1, 2, 3, 4, 5]
    assert rows("under:example.com/a -under:example.com/a/c") == [0, 1]
    assert rows("under:[2001:db8::1]/a") == [7]
    with pytest.raises(FilterError, match="no host"):
        rows("under:/a")


def test_each_node_has_a_term_that_selects_what_its_pattern_does(clustering: Clustering) -> None:
    tree = StemTree(clustering)
    for node in walk(tree, tree.root())[1:]:
        by_term = Matching(clustering).rows(parse_filter(term_of(node.stems))).ids()
        assert by_term == Matching(clustering).rows(parse_filter(filter_of(node.stems))).ids()
        assert len(by_term) == node.urls, node.stems
    assert term_of(("h:com", "h:example", "p:a")) == "under:example.com/a"
    assert term_of(("h:com", "h:example", "p:a b")) == 'under:"example.com/a b"'
    assert term_of(("h:com", "h:example", 'p:"')).startswith("/^")


def test_several_places_stand_in_one_term(clustering: Clustering) -> None:
    def rows(text: str) -> list[int]:
        return Matching(clustering).rows(parse_filter(text)).ids()

    assert rows("under:example.com/a/c|192.0.2.7") == [2, 3, 8]
    assert rows("-under:example.com|192.0.2.7|a.example") == [6, 7, 9]
    assert rows('under:"example.com/a b|192.0.2.7"') == [8]
    with pytest.raises(FilterError, match="no host"):
        rows("under:example.com||x.com")
    many = [("h:com", "h:example", f"p:{n}") for n in range(200)]
    assert rows(term_of(*many, ("h:192.0.2.7",))) == [8]
    for pair in (
        (("h:com", "h:example", "p:a"), ("h:192.0.2.7",)),
        (("h:com", "h:example", "p:a|b"), ("h:x",)),
    ):
        assert rows(term_of(*pair)) == rows(filter_of(*pair))


@pytest.mark.parametrize(
    "lru",
    [
        "s:http|t:80|h:com|h:example|p:a",
        "s:https|h:com|h:example|h:www|p:a|",
        "h:com|h:example|p:a|p:",
        '"s:http|h:com|h:example|p:a| s:https|h:com|h:example|p:a|"',
    ],
)
def test_a_place_may_be_an_lru(clustering: Clustering, lru: str) -> None:
    assert Matching(clustering).rows(parse_filter(f"under:{lru}")).ids() == [0, 1, 2, 3]


def test_above_and_at_select_by_the_beginnings_of_a_place() -> None:
    texts = [
        "http://www.example.com/",
        "http://example.com/a/?x=1",
        "https://example.com:8443/a/b#c",
        "https://example.com/a/b/c",
        "http://com/",
        "http://www.com/",
        "http://shop.example.com/",
        "http://example.com/A",
        "http://u@EXAMPLE.com./a",
        "http://example.com/b",
    ]
    found = Clustering.make(Engine(UrlTable.of(texts)), builtin("safe"))
    tree = StemTree(found)
    stems = {row: tuple(each) for row, each in zip(tree.frame["text"], tree.frame["stems"], strict=True)}

    def rows(text: str) -> list[int]:
        return Matching(found).rows(parse_filter(text)).ids()

    assert rows("above:example.com/a/b") == [0, 1, 4, 8]
    assert rows("at:example.com/a") == [1, 8]
    for row, place in stems.items():
        above = [each for each, other in stems.items() if other != place and place[: len(other)] == other]
        assert rows(term_of(place, word="above")) == above, place
        assert row in rows(term_of(place, word="at"))
