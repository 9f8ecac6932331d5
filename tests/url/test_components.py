"""The parser accepts every string and gives it back; absent is not empty; spans slice (RFC 3986 §3, appendix
B).
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.url.texts import TEXTS
from urlinspector.url.components import COMPONENTS, Component, Kind, Span, Url, recompose, why_not_a_url

SharedFile = Callable[[str], Path]


@given(TEXTS)
def test_every_text_comes_back(text: str) -> None:
    url = Url.parse(text)
    assert str(url) == text
    assert recompose(list(url)) == text


@given(TEXTS)
def test_parsing_is_stable(text: str) -> None:
    assert Url.parse(str(Url.parse(text))) == Url.parse(text)


@given(TEXTS)
def test_each_span_slices_its_component(text: str) -> None:
    url = Url.parse(text)
    spans = url.spans()
    assert tuple(spans) == COMPONENTS
    for component, span in spans.items():
        value = url.get(component)
        assert (span is None) == (value is None)
        if span is not None:
            assert text[span.start : span.end] == value


@given(TEXTS)
def test_userinfo_and_port_need_a_host(text: str) -> None:
    url = Url.parse(text)
    if url.host is None:
        assert url.userinfo is None
        assert url.port is None
        assert url.authority is None
    else:
        assert f"//{url.authority}" in text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", (None, None, None, None, "", None, None)),
        ("http:", ("http", None, None, None, "", None, None)),
        ("http://", ("http", None, "", None, "", None, None)),
        ("http://@", ("http", "", "", None, "", None, None)),
        ("http://:", ("http", None, "", "", "", None, None)),
        ("http://@:", ("http", "", "", "", "", None, None)),
        ("?", (None, None, None, None, "", "", None)),
        ("#", (None, None, None, None, "", None, "")),
        ("?#", (None, None, None, None, "", "", "")),
        ("//a", (None, None, "a", None, "", None, None)),
        ("/a", (None, None, None, None, "/a", None, None)),
        (":a", (None, None, None, None, ":a", None, None)),
        ("a?b?c#d#e", (None, None, None, None, "a", "b?c", "d#e")),
        # Userinfo ends at the last @.
        ("http://a@b@c/", ("http", "a@b", "c", None, "/", None, None)),
        # The port begins at the last colon after the last bracket, whatever follows.
        ("http://a:b:80/", ("http", None, "a:b", "80", "/", None, None)),
        ("http://[::1]:80/", ("http", None, "[::1]", "80", "/", None, None)),
        ("http://[::1]/", ("http", None, "[::1]", None, "/", None, None)),
        ("http://[::1]x:y", ("http", None, "[::1]x", "y", "", None, None)),
        ("http://a:x/", ("http", None, "a", "x", "/", None, None)),
        # An unclosed bracket belongs to the host.
        ("http://[::1/", ("http", None, "[:", "1", "/", None, None)),
        ("http://[a/", ("http", None, "[a", None, "/", None, None)),
        # Line ends are characters like others, and a scheme may be illegal.
        ("ht\ntp://h\no/p\n?q\n#f\n", ("ht\ntp", None, "h\no", None, "/p\n", "q\n", "f\n")),
        (" http://h", (" http", None, "h", None, "", None, None)),
        ("http:\\\\h\\p", ("http", None, None, None, "\\\\h\\p", None, None)),
    ],
)
def test_parts(text: str, parts: tuple[str | None, ...]) -> None:
    assert tuple(Url.parse(text)) == parts


@pytest.mark.parametrize("component", COMPONENTS)
def test_absent_is_not_empty(component: Component) -> None:
    # A present host keeps userinfo and port where they can stand.
    base = Url(host="h", path="/p")
    absent = base.replace(component, None if component is not Component.PATH else "")
    empty = base.replace(component, "")
    if component in (Component.PATH, Component.SCHEME):
        return  # the path is never absent; an empty scheme cannot be written
    assert str(absent) != str(empty)
    assert Url.parse(str(empty)) == empty


def test_an_empty_scheme_does_not_parse_as_one() -> None:
    assert Url.parse("://h").scheme is None


@pytest.mark.parametrize("component", [Component.TEXT, Component.WHOLE])
def test_whole_texts_are_no_components(component: Component) -> None:
    with pytest.raises(ValueError, match="no component"):
        _ = component.index


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("http://a", Kind.ABSOLUTE),
        ("HTTP:", Kind.ABSOLUTE),
        ("a+b-c.1:x", Kind.ABSOLUTE),
        ("http://a b<>", Kind.ABSOLUTE),
        ("example.com:80", Kind.ABSOLUTE),
        ("example.com/a", Kind.RELATIVE),
        ("", Kind.RELATIVE),
        ("//a", Kind.RELATIVE),
        ("?q", Kind.RELATIVE),
        ("é", Kind.RELATIVE),
        ("[a]", Kind.RELATIVE),
        (":a", Kind.RELATIVE),
        ("1http://a", Kind.NOT_A_URL),
        ("é:a", Kind.NOT_A_URL),
        (" http://a", Kind.NOT_A_URL),
        ("a b", Kind.NOT_A_URL),
        ("a\x7f", Kind.NOT_A_URL),
        *((f"a{char}", Kind.NOT_A_URL) for char in '<>"{}|\\^`\x00\n'),
    ],
)
def test_kind(text: str, kind: Kind) -> None:
    assert Url.parse(text).kind is kind


@given(TEXTS)
def test_not_a_url_has_a_reason_and_a_place(text: str) -> None:
    url = Url.parse(text)
    why = why_not_a_url(url)
    assert (why is None) == (url.kind is not Kind.NOT_A_URL)
    if why is not None:
        reason, span = why
        assert reason
        assert 0 <= span.start < span.end <= len(text)


def test_every_text_of_the_shared_data_comes_back(shared: SharedFile) -> None:
    texts: set[str] = set()
    for entry in json.loads(shared("data/wpt/urltestdata.json").read_text("utf-8")):
        if isinstance(entry, dict):
            texts.update(filter(None, (entry["input"], entry.get("base"), entry.get("href"))))
    for name in ("kasztp.txt", "apache_access.log"):
        lines = shared(f"data/urls/{name}").read_bytes().decode(errors="surrogateescape").split("\n")
        texts.update(lines)
    with shared("data/peers/oracle.jsonl").open(encoding="utf-8") as file:
        texts.update(str(json.loads(line).get("input")) for line in file)
    assert len(texts) > 50_000
    assert [text for text in texts if str(Url.parse(text)) != text] == []


@given(TEXTS, st.sampled_from(COMPONENTS))
def test_replace_changes_one_component(text: str, component: Component) -> None:
    url = Url.parse(text)
    changed = url.replace(component, "x")
    assert changed.get(component) == "x"
    assert [each for each in COMPONENTS if changed.get(each) != url.get(each)] in ([component], [])


def test_spans_move_and_slice() -> None:
    assert Span(1, 3).of("abcd") == "bc"
    assert Span(1, 3).moved(2) == Span(3, 5)
    assert Span(1, 3).moved(2).of("xxabcd") == "bc"
