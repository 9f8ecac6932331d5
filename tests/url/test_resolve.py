"""Reference resolution: RFC 3986 §5.4's examples, and §5.2.4 against a transcription of its own words."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.work import LINEAR, growth
from urlinspector.url.components import Url
from urlinspector.url.resolve import merge, remove_dot_segments, resolve

BASE = Url.parse("http://a/b/c/d;p?q")
EXAMPLES = [
    tuple(line.split(" = ", 1))
    for line in (Path(__file__).parents[1] / "data/resolve/rfc3986-5.4.txt").read_text("utf-8").splitlines()
    if " = " in line and not line.startswith("# ")
]

any_text = st.text(st.characters(exclude_categories=()))
dotted_path = st.lists(st.sampled_from(["/", ".", "..", "/.", "/..", "a", "b.", "", "%2e", "c:d"])).map(
    "".join
)


def transcribed(path: str) -> str:
    """§5.2.4, step by step as the text has it; quadratic."""
    buffer, output = path, ""
    while buffer:
        if buffer.startswith("../"):
            buffer = buffer[3:]
        elif buffer.startswith("./"):
            buffer = buffer[2:]
        elif buffer.startswith("/./"):
            buffer = "/" + buffer[3:]
        elif buffer == "/.":
            buffer = "/"
        elif buffer.startswith("/../") or buffer == "/..":
            buffer = "/" + buffer[4:]
            output = output[: max(output.rfind("/"), 0)]
        elif buffer in (".", ".."):
            buffer = ""
        else:
            end = buffer.find("/", 1)
            end = len(buffer) if end < 0 else end
            output, buffer = output + buffer[:end], buffer[end:]
    return output


def transcribed_resolution(base: Url, r: Url) -> Url:
    """§5.2.2's pseudocode, strict."""
    if r.scheme is not None:
        return r._replace(path=transcribed(r.path))
    if r.host is not None:
        return r._replace(scheme=base.scheme, path=transcribed(r.path))
    if r.path == "":
        query = r.query if r.query is not None else base.query
        return base._replace(query=query, fragment=r.fragment)
    path = transcribed(r.path) if r.path.startswith("/") else transcribed(merge(base, r.path))
    return base._replace(path=path, query=r.query, fragment=r.fragment)


@pytest.mark.parametrize(("reference", "target"), EXAMPLES)
def test_examples_of_the_rfc(reference, target):
    assert str(resolve(BASE, Url.parse(reference))) == target


def test_all_examples_are_there():
    assert len(EXAMPLES) == 23 + 19


@pytest.mark.parametrize(
    ("path", "removed"),
    [
        ("/a/b/c/./../../g", "/a/g"),  # the worked examples of §5.2.4
        ("mid/content=5/../6", "mid/6"),
        ("a/..", "/"),
        ("a/../b", "/b"),
        ("a/../..", "/"),
        ("a/.", "a/"),
        ("..", ""),
        (".", ""),
        ("../a", "a"),
        (".//a", "/a"),
        ("././../..", ""),
        ("a//..", "a/"),
        ("/a//..", "/a/"),
        ("/..", "/"),
        ("//..", "/"),
        ("//../..//a", "//a"),
        ("/...", "/..."),
        ("/%2e%2e/a", "/%2e%2e/a"),
        ("", ""),
    ],
)
def test_dot_segments(path, removed):
    assert remove_dot_segments(path) == removed


@given(dotted_path | any_text)
def test_dot_segments_as_the_rfc_words_them(path):
    assert remove_dot_segments(path) == transcribed(path)


@given(any_text | dotted_path.map("http://h".__add__), any_text | dotted_path)
def test_resolution_as_the_rfc_words_it(base_text, reference_text):
    base, reference = Url.parse(base_text), Url.parse(reference_text)
    target = resolve(base, reference)
    literal = transcribed_resolution(base, reference)
    # Where the words of §5.2 leave a path that is not one, a dot segment keeps it apart.
    prefix = target.path[: len(target.path) - len(literal.path)]
    assert target == literal._replace(path=prefix + literal.path)
    assert prefix in ("", "/.", "./")
    if prefix:
        assert Url.parse(str(literal)) != literal


@given(
    any_text | dotted_path.map(lambda path: "s:" + path),
    any_text | dotted_path | dotted_path.map("s:".__add__),
)
def test_target_is_read_back_as_itself(base_text, reference_text):
    target = resolve(Url.parse(base_text), Url.parse(reference_text))
    assert Url.parse(str(target)) == target


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        ("s:/a/b", ".././/c", "s:/.//c"),
        ("s:", "/a/..//c", "s:/.//c"),
        ("x", "s:/a/..//c", "s:/.//c"),
        ("a/b", "./c:d", "a/c:d"),
        ("a", "./c:d", "./c:d"),
        ("a", "./:d", ":d"),
        ("http://h", "g", "http://h/g"),
        ("http://h?q", "", "http://h?q"),
        ("http://h?q#f", "#", "http://h?q#"),
        ("http://h/a?q", "?", "http://h/a?"),
        ("//h/a", "b", "//h/b"),
        ("http://u@h:1/a", "//g/b", "http://g/b"),
    ],
)
def test_corners(base, reference, target):
    assert str(resolve(Url.parse(base), Url.parse(reference))) == target


@pytest.mark.parametrize("path", [("/a/..", ""), ("../", ""), ("/a", "/..")])
def test_linear_time(path):
    first, then = path
    assert growth(lambda size: remove_dot_segments(first * size + then * size), 200) < LINEAR
