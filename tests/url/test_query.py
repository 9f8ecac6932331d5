"""Parameters and path segments: nothing lost, spans slice, decoding as forms do."""

import re

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.url.texts import ANY_TEXT, TEXTS
from urlinspector.url.components import Component, Url
from urlinspector.url.query import Parameter, join_parameters, parameters, path_segments

QUERIES = st.one_of(
    ANY_TEXT,
    st.lists(st.sampled_from(["a", "b", "=", "&", "+", "%3D", "%26", "é", "%E9", "%C3%A9", ";", "/"])).map(
        "".join
    ),
)


@given(QUERIES)
def test_joining_gives_the_query_back(query: str) -> None:
    assert join_parameters(parameters(query)) == query


@given(QUERIES, st.integers(0, 1000))
def test_parameter_spans_slice_the_query(query: str, at: int) -> None:
    text = "x" * at + query

    def cut(field: Parameter, name: str) -> str | None:
        span = getattr(field, name)
        return None if span is None else text[span.start : span.end]

    for field in parameters(query, at):
        assert cut(field, "span") == field.raw
        assert cut(field, "name_span") == field.name
        assert cut(field, "value_span") == field.value
        assert cut(field, "equals_span") == (None if field.value is None else "=")


@given(TEXTS)
def test_spans_count_in_the_whole_url(text: str) -> None:
    url = Url.parse(text)
    spans = url.spans()
    query, path = spans[Component.QUERY], spans[Component.PATH]
    if query is not None:
        for field in parameters(url.query, query.start):
            assert text[field.span.start : field.span.end] == field.raw
    assert path is not None
    for segment in path_segments(url.path, path.start):
        assert text[segment.span.start : segment.span.end] == segment.text


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        (None, []),
        ("", []),
        ("a", [("a", None)]),
        ("a=", [("a", "")]),
        ("=", [("", "")]),
        ("=b", [("", "b")]),
        ("a=b=c", [("a", "b=c")]),
        ("a=1&a=2&a", [("a", "1"), ("a", "2"), ("a", None)]),
        ("&", [("", None), ("", None)]),
        ("&&a=1&", [("", None), ("", None), ("a", "1"), ("", None)]),
        ("a;b=1", [("a;b", "1")]),
    ],
)
def test_fields(query: str | None, fields: list[tuple[str, str | None]]) -> None:
    assert [(field.name, field.value) for field in parameters(query)] == fields


def test_plain_and_form_decoding() -> None:
    (field,) = parameters("a+b%2B=c+d%2B%20%E9")
    assert (field.decoded_name, field.decoded_value) == ("a+b+", "c+d+ \udce9")
    assert (field.form_name, field.form_value) == ("a b+", "c d+ \udce9")
    (bare,) = parameters("x+y")
    assert (bare.decoded_value, bare.form_value) == (None, None)
    assert bare.form_name == "x y"


@given(QUERIES)
def test_form_decoding_is_a_browsers(query: str) -> None:
    """But for empty fields, which URLSearchParams drops, and bytes that are not UTF-8, on which the binding
    fails.
    """
    query = query.removeprefix("?")
    ours = [(field.form_name, field.form_value or "") for field in parameters(query) if field.raw]
    if re.search("[\ud800-\udfff\0]", query + "".join(map("".join, ours))):
        return
    assert ours == list(ada_url.URLSearchParams(query).items())


@pytest.mark.parametrize(
    ("path", "segments"),
    [
        ("", []),
        ("/", [""]),
        ("/a", ["a"]),
        ("a", ["a"]),
        ("/a/b", ["a", "b"]),
        ("a/b", ["a", "b"]),
        ("/a/", ["a", ""]),
        ("//", ["", ""]),
        ("//a", ["", "a"]),
        ("a//b", ["a", "", "b"]),
    ],
)
def test_segments(path: str, segments: list[str]) -> None:
    assert [segment.text for segment in path_segments(path)] == segments


@given(st.one_of(ANY_TEXT, st.lists(st.sampled_from(["/", "a", ".", "%2F"])).map("".join)))
def test_joining_segments_gives_the_path_back(path: str) -> None:
    joined = "/".join(segment.text for segment in path_segments(path))
    assert ("/" if path.startswith("/") else "") + joined == path
    for segment in path_segments(path):
        assert path[segment.span.start : segment.span.end] == segment.text


def test_a_segment_decodes() -> None:
    assert path_segments("/caf%C3%A9%2Fx")[0].decoded == "café/x"
