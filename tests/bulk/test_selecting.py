"""Filters, sorting and facets give what looking at each row gives."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.lists import SHOP, clustering
from tests.bulk.texts import SENSIBLE
from urlinspector.bulk import codec
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.facets import FacetValue, facet
from urlinspector.bulk.filtering import FilterError, Matching, Term, parse_filter
from urlinspector.bulk.selection import Selection
from urlinspector.bulk.sorting import cluster_keys, row_keys, sort
from urlinspector.url.components import Url

LISTS = st.lists(SENSIBLE, max_size=5) | st.lists(SENSIBLE, min_size=10, max_size=30)


@cache
def shop() -> Clustering:
    """The list with its columns, clustered once: filters only read it."""
    return clustering(columns=True)


def rows(text: str, found: Clustering | None = None) -> list[int]:
    return Matching(found or shop()).rows(parse_filter(text)).ids()


def clusters(text: str) -> list[int]:
    return Matching(shop()).clusters(parse_filter(text)).ids()


@pytest.mark.parametrize(("text", "wanted"), [
    ("", list(range(10))),
    ("host:example.com", [0, 1, 2, 3, 4, 5]),
    ("host:*.com -host:www.example.com", [1, 2, 3, 4, 5]),
    ("param:page", [8]),
    ("param:utm", []),
    ("step:remove-fragment", [3]),
    ("scheme:HTTP", [0, 6, 9]),
    ("error:", [7]),
    ("-error: host:other.example", [6, 8, 9]),
    ("size>=2 size<4", [4, 5]),
    ("texts=3", [0, 1, 2, 3]),
    ("INDEX", [3]),
    ('"a url"', [7]),
    ("/[?]x=\\d/", [5]),
    ("re:^https://EX", [5]),
    ('"Status Code"=404', [3]),
    ("clicks=5", [1, 2]),
    ("x=1", [4, 5]),
    ("file:shop", list(range(10))),
    ("file:other", []),
    ("disagrees:", [0, 1, 2, 3]),
    ("a.b", []),
])  # fmt: skip
def test_terms(text: str, wanted: list[int]) -> None:
    assert rows(text) == wanted


def test_clusters_with_a_row_that_matches() -> None:
    assert clusters("index") == [0]
    assert clusters("host:other.example") == [2, 3, 4]
    assert clusters("size=1 page") == [3]
    assert clusters('"Status Code"=404') == [0]
    assert clusters("-size=1") == [0, 1]


def test_a_bad_pattern_or_step_is_told() -> None:
    with pytest.raises(FilterError, match=r"“\(a” is no pattern .* unclosed group"):
        parse_filter("/(a/")
    with pytest.raises(FilterError, match="no step “remove-all”"):
        rows("step:remove-all")


@given(st.text(st.characters(exclude_categories=())))
def test_any_filter_is_read_or_told(text: str) -> None:
    found = shop()
    try:
        selection = Matching(found).rows(parse_filter(text))
    except FilterError:
        return
    assert len(selection) <= found.table.rows


@settings(max_examples=15)
@given(LISTS, st.sampled_from(["example", "%", "a", ".", "(", "é", "-"]))
def test_a_word_is_part_of_the_text_letter_case_aside(texts: list[str], word: str) -> None:
    terms = (Term("text", word),)
    found = Matching(clustering(texts)).rows(terms).ids()
    assert found == [at for at, text in enumerate(texts) if word.casefold() in text.casefold()]


def test_sorting_clusters() -> None:
    found = clustering(columns=True)
    everything = Matching(found).clusters(())
    by = {name: sort(everything, key()).ids() for name, key in cluster_keys(found).items()}
    assert by["cluster"] == [0, 1, 2, 3, 4]
    assert by["size"] == [2, 3, 4, 1, 0]
    assert by["disagrees"] == [1, 2, 3, 4, 0]
    assert by["canonical"] == [0, 1, 2, 4, 3]
    assert sort(everything, found.sizes, descending=True).ids() == [0, 1, 2, 3, 4]


def test_sorting_rows() -> None:
    found = clustering(columns=True)
    everything = Matching(found).rows(())
    by = {name: sort(everything, key()).ids() for name, key in row_keys(found).items()}
    assert by["row"] == by["line"] == by["source"] == list(range(10))
    assert by["column:Clicks"] == [0, 1, 2, 4, 5, 3, 6, 7, 8, 9]
    assert by["cluster"][-1] == 7
    assert by["text"] == [7, 5, 1, 2, 3, 4, 8, 6, 9, 0]


@settings(max_examples=12)
@given(LISTS)
def test_urls_are_sorted_host_first(texts: list[str]) -> None:
    found = clustering(texts)
    order = sort(Matching(found).rows(()), row_keys(found)["text"]()).ids()
    keys = [_key(texts[at]) for at in order]
    assert keys == sorted(keys)


def _key(text: str) -> list[tuple[bool, str]]:
    url = Url.parse(text)
    return [
        (value is not None, codec.encode(value or "")) for value in (url.host, url.port, url.path, url.query)
    ]


def test_selections_are_slices() -> None:
    selection = Selection.of([5, 3, 9])
    assert (len(selection), selection.ids(1, 3), selection[2]) == (3, [3, 9], 9)
    assert (selection.position(9), selection.position(4)) == (2, None)


def test_facets_count_rows_and_carry_their_filter() -> None:
    found = clustering(columns=True)
    assert facet(found, "host")[:2] == [
        FacetValue("example.com", 5, "host:example.com"),
        FacetValue("other.example", 3, "host:other.example"),
    ]  # fmt: skip
    assert [value[:2] for value in facet(found, "scheme")] == [("https", 6), ("http", 3)]
    assert facet(found, "size") == [
        FacetValue("1", 3, "size=1"), FacetValue("2", 1, "size=2"), FacetValue("3-4", 1, "size>=3 size<=4"),
    ]  # fmt: skip
    assert facet(found, "column:Status Code")[0][:2] == ("200", 7)
    for kind in ("step", "param", "file"):
        for value in facet(found, kind):
            assert len(rows(value.filter, found)) == value.rows
    assert SHOP
