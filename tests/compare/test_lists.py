"""Two lists: what was added, is gone, stayed, or stayed but for its writing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlinspector.bulk.reading import Source
from urlinspector.compare.lists import Kind, ListComparison, ListError, compare_lists, compare_sources
from urlinspector.normalize.library import builtin

OLD = """http://example.com/a
HTTP://example.com/b
http://example.com/gone
http://example.com/a
not a url
http://example.com:80/c
http://example.com/c
"""
NEW = """http://example.com/a
http://example.com/b
http://example.com/%63
http://example.com/new
not a url
no url either
"""


def of_texts(old: str, new: str, profile: str = "safe") -> ListComparison:
    def source(name: str, text: str) -> Source:
        return Source(name, data=text.encode("utf-8", "surrogatepass"))

    return compare_sources(source("old.txt", old), source("new.txt", new), builtin(profile))


def test_kinds_in_the_order_of_the_lists() -> None:
    assert [tuple(each) for each in of_texts(OLD, NEW).entries()] == [
        ("same-text", "http://example.com/a", "http://example.com/a"),
        ("same-normalized", "HTTP://example.com/b", "http://example.com/b"),
        ("gone", "http://example.com/gone", None),
        ("same-text", "not a url", "not a url"),
        ("same-normalized", "http://example.com:80/c", "http://example.com/%63"),
        ("same-normalized", "http://example.com/c", "http://example.com/%63"),
        ("added", None, "http://example.com/new"),
        ("added", None, "no url either"),
    ]


def test_counts_rows_texts_and_errors() -> None:
    found = of_texts(OLD, NEW)
    assert found.counts == {"added": 2, "gone": 1, "same-text": 2, "same-normalized": 3}
    assert tuple(found.old) == (7, 6, 1)
    assert tuple(found.new) == (6, 6, 2)
    assert len(found) == sum(found.counts.values())


def test_a_second_writing_on_the_new_list_is_paired_with_the_old_text() -> None:
    found = of_texts("http://a.example/\n", "http://a.example/\nhttp://A.example\n")
    assert [tuple(each) for each in found.entries()] == [
        ("same-text", "http://a.example/", "http://a.example/"),
        ("same-normalized", "http://a.example/", "http://A.example"),
    ]


def test_numbers_filter_by_kind_and_text() -> None:
    found = of_texts(OLD, NEW)
    assert [found[at].old for at in found.numbers([Kind.GONE])] == ["http://example.com/gone"]
    assert len(found.numbers(needle="EXAMPLE.COM/B")) == 1
    assert not len(found.numbers([Kind.ADDED], "gone"))


def test_undecodable_bytes_survive() -> None:
    old, new = (
        Source("old", data=b"http://a.example/\xe9\n" * 200),
        Source("new", data=b"http://a.example/x\n"),
    )
    found = compare_sources(old, new, builtin("safe"))
    assert found.counts["gone"] == 1


def test_an_empty_list_is_a_list() -> None:
    found = of_texts("", "http://a.example/\n")
    assert found.counts["added"] == 1
    assert found.notes


def test_a_list_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("http://a.example/\n", "utf-8")
    with pytest.raises(ListError, match=r"gone\.txt"):
        compare_lists(tmp_path / "gone.txt", there, builtin("safe"))


_URLS = st.lists(
    st.sampled_from(
        [
            "http://a.example/",
            "HTTP://a.example",
            "http://a.example:80/",
            "http://b.example/%7Ex",
            "http://b.example/~x",
            "no url",
            "//",
        ]
    ),
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(_URLS, _URLS)
def test_every_entry_is_what_its_kind_says(old: list[str], new: list[str]) -> None:
    found = of_texts("\n".join(old) + "\n", "\n".join(new) + "\n")
    safe = builtin("safe")
    canonical = {text: safe.outcome(text).canonical for text in {*old, *new}}
    forms_old = {canonical[text] for text in old} - {None}
    forms_new = {canonical[text] for text in new} - {None}
    for kind, a, b in found.entries():
        if kind == "same-text":
            assert a == b
            assert a in old
            assert a in new
        elif kind == "same-normalized":
            assert a is not None
            assert b is not None
            assert a != b
            assert canonical[a] == canonical[b] is not None
        elif kind == "gone":
            assert a is not None
            assert a not in new
            assert canonical[a] not in forms_new
        else:
            assert b is not None
            assert b not in old
            assert canonical[b] not in forms_old
    assert {each.old for each in found.entries() if each.old is not None} == set(old)
    assert {each.new for each in found.entries() if each.new is not None} == set(new)
