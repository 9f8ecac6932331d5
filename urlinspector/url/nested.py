"""URLs inside a URL, and text that is percent-encoded more than once, both decoded layer by layer.

Percent-decoding twice is a mistake for a program (RFC 3986 §2.4) and a need for a person who wants to see
where a redirect leads; nothing here changes a URL.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from urlinspector.url.components import Component, Span, Url
from urlinspector.url.percent import decode
from urlinspector.url.query import parameters, path_segments

MAX_LAYERS = 8
"""Layers looked at; real URLs have up to four, a hostile one has as many as it likes."""


class Place(NamedTuple):
    """A piece of a URL that may hold encoded text.

    A path segment, a parameter's value (its name, where it has no value), the fragment or a piece of it.
    `name` is the parameter's raw name, if it has one; the span counts in `str(url)`.
    """

    component: Component
    name: str | None
    span: Span
    text: str


class Nested(NamedTuple):
    """A URL found in a place after `layers` decodings (0: as it stands).

    `texts` is the place's text as it stands and after each decoding; `url` is a part of the last.
    """

    place: Place
    url: str
    layers: int
    texts: tuple[str, ...]


class Layered(NamedTuple):
    """A place that is encoded more than once; `texts` is as it stands and after each decoding."""

    place: Place
    texts: tuple[str, ...]

    @property
    def layers(self) -> int:
        """How many times the text can be decoded, up to `MAX_LAYERS`."""
        return len(self.texts) - 1


def encoding_layers(text: str) -> tuple[str, ...]:
    """`text`, and what each further decoding makes of it, until nothing changes or `MAX_LAYERS` are off."""
    texts = [text]
    while len(texts) <= MAX_LAYERS:
        decoded = decode(texts[-1])
        if decoded == texts[-1]:
            break
        texts.append(decoded)
    return tuple(texts)


# At a word's beginning; one slash is enough, because servers collapse two in a path.
_ABSOLUTE = r"(?<![A-Za-z0-9+.\-])(?:https?|wss?|ftps?|file):/{1,3}[^\s/\"<>][^\s\"<>]*"
_NO_SCHEME = r"\A(?://(?:[A-Za-z0-9\-]+\.)+[A-Za-z]{2}|www\.[A-Za-z0-9\-]+\.)[^\s\"<>]*"
_URL = re.compile(f"{_ABSOLUTE}|{_NO_SCHEME}", re.IGNORECASE)
_IN_PATH = re.compile(r"(?:\A|(?<=/))(?:https?|wss?|ftps?|file):/{1,3}[^\s/\"<>]", re.IGNORECASE)


def nested_urls(url: Url) -> tuple[Nested, ...]:
    """The URLs inside a URL, in the order of their places; at each the one that the fewest decodings show.

    One that stands in the path as it is (an archive's, a proxy's) reaches to the end of the query.
    """
    found: list[Nested] = []
    in_path = _in_path(url)
    if in_path is not None:
        found.append(in_path)
    elif not _may_hold_urls(url):
        return ()
    for place in places(url):
        if in_path is not None and place.component is Component.PATH:
            continue
        texts = encoding_layers(place.text)
        for layers, text in enumerate(texts):
            match = _URL.search(text)
            if match is not None:
                found.append(Nested(place, match[0], layers, texts[: layers + 1]))
                break
    return tuple(found)


_SIGNS = (":/", "//", "www.")


def _may_hold_urls(url: Url) -> bool:
    """Whether any layer has what every URL of `_URL` has. Delimiters part the runs of triplets, so decoding
    all at once shows what decoding each place would.
    """
    rest = "\n".join((url.path, url.query or "", url.fragment or ""))
    return any(sign in text for text in map(str.lower, encoding_layers(rest)) for sign in _SIGNS)


def layered_places(url: Url) -> tuple[Layered, ...]:
    """The places of a URL that are encoded twice or more."""
    found: list[Layered] = []
    if not any("%25" in (each or "") for each in (url.path, url.query, url.fragment)):
        return ()
    for place in places(url):
        if "%25" in place.text:
            texts = encoding_layers(place.text)
            if len(texts) > 2:
                found.append(Layered(place, texts))
    return tuple(found)


def places(url: Url) -> Iterator[Place]:
    """The pieces of path, query and fragment, each encoded by itself, that are not empty."""
    spans = url.spans()
    path, query, fragment = (spans[each] for each in (Component.PATH, Component.QUERY, Component.FRAGMENT))
    if path is not None:
        for segment in path_segments(url.path, path.start):
            if segment.text:
                yield Place(Component.PATH, None, segment.span, segment.text)
    if query is not None:
        yield from _fields(Component.QUERY, url.query or "", query.start)
    if fragment is not None and url.fragment:
        route, mark, rest = url.fragment.partition("?")
        if not mark and "=" in route:
            route, rest = "", route
        if route:
            yield Place(Component.FRAGMENT, None, Span(fragment.start, fragment.start + len(route)), route)
        yield from _fields(Component.FRAGMENT, rest, fragment.end - len(rest))


def _fields(component: Component, text: str, at: int) -> Iterator[Place]:
    for field in parameters(text, at):
        if field.value is None or field.value_span is None:
            if field.name:
                yield Place(component, None, field.name_span, field.name)
        elif field.value:
            yield Place(component, field.name, field.value_span, field.value)


def _in_path(url: Url) -> Nested | None:
    match = _IN_PATH.search(url.path)
    if match is None:
        return None
    spans = url.spans()
    path, query = spans[Component.PATH], spans[Component.QUERY]
    assert path is not None  # it never is
    span = Span(path.start + match.start(), path.end if query is None else query.end)
    text = str(url)[span.start : span.end]
    return Nested(Place(Component.PATH, None, span, text), text, 0, (text,))
