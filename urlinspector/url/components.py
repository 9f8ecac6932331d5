"""The seven components of a URL, and the parser that accepts every string.

The parser is RFC 3986 appendix B, taken literally, with `.` matching line ends too; the authority is split as
in §3.2, so that recomposition (§5.3) gives back every text exactly. `violations` tells what a text breaks.
"""

import re
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from typing import NamedTuple


class Component(Enum):
    """A component of RFC 3986 §3, or what a step may work on instead of one (`TEXT`, `WHOLE`)."""

    TEXT = "text"
    SCHEME = "scheme"
    USERINFO = "userinfo"
    HOST = "host"
    PORT = "port"
    PATH = "path"
    QUERY = "query"
    FRAGMENT = "fragment"
    WHOLE = "whole"

    @cached_property
    def index(self) -> int:
        """Position of a real component in `Url`; raises ValueError for `TEXT` and `WHOLE`."""
        index = _INDEX.get(self)
        if index is None:
            raise ValueError(f"{self.value} is no component of a URL")
        return index


COMPONENTS: tuple[Component, ...] = (
    Component.SCHEME,
    Component.USERINFO,
    Component.HOST,
    Component.PORT,
    Component.PATH,
    Component.QUERY,
    Component.FRAGMENT,
)


_INDEX = {component: index for index, component in enumerate(COMPONENTS)}


class Span(NamedTuple):
    """A half-open range of code points in a text."""

    start: int
    end: int

    def moved(self, by: int) -> "Span":
        """The same range in a text that has `by` code points more before it: from a host's labels to the
        URL's.
        """
        return Span(self.start + by, self.end + by)

    def of(self, text: str) -> str:
        """What stands there in `text`, in which the span counts code points; empty for an empty span."""
        return text[self.start : self.end]


class Kind(Enum):
    """What a text is taken for (definitions §1)."""

    ABSOLUTE = "absolute"
    RELATIVE = "relative"
    NOT_A_URL = "not-a-url"


# The head of RFC 3986 appendix B, for a text whose fragment and query are cut off; every part is optional.
_HEAD = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?")
_LEGAL_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*")  # §3.1
_NOT_RELATIVE = re.compile(r"[\x00-\x20\x7f<>\"{}|\\^`]")


class Url(NamedTuple):
    """A URL reference as seven components; each is a `str`, or None where it is absent (the path never is).

    A present host stands for a present authority; userinfo and port are only ever present with a host.
    `str(url)` recomposes (RFC 3986 §5.3), and `str(Url.parse(text)) == text` for every string.
    """

    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Url":
        """Split `text`, any string whatever, into its components. Never raises."""
        rest, hash_mark, fragment = text.partition("#")  # RFC 3986 §3.5, then §3.4
        rest, question_mark, query = rest.partition("?")
        found = _HEAD.match(rest)
        assert found is not None
        scheme, authority = found.groups()
        path = rest[found.end() :]
        after = query if question_mark else None, fragment if hash_mark else None
        if authority is None:
            return _make((scheme, None, None, None, path, *after))
        return _make((scheme, *split_authority(authority), path, *after))

    @property
    def authority(self) -> str | None:
        """Userinfo, host and port as they stand between `//` and the path, or None."""
        if self.host is None:
            return None
        before = "" if self.userinfo is None else self.userinfo + "@"
        return before + self.host + ("" if self.port is None else ":" + self.port)

    def __str__(self) -> str:
        return recompose(self)

    def get(self, component: Component) -> str | None:
        """The value of one of the seven components, without its delimiters; None where it is absent. Raises
        ValueError for `TEXT` and `WHOLE`.
        """
        return self[component.index]

    def replace(self, component: Component, value: str | None) -> "Url":
        """This URL with one component's value changed; the caller keeps the path a `str`."""
        values = list(self)
        values[component.index] = value
        return _make(values)

    def spans(self) -> dict[Component, Span | None]:
        """Where each component's value stands in `str(self)`, delimiters left out; None where absent."""
        spans: dict[Component, Span | None] = {}
        at = 0
        for component, value, before, after in self._pieces():
            if value is None:
                spans[component] = None
                continue
            at += before
            spans[component] = Span(at, at + len(value))
            at += len(value) + after
        return spans

    def _pieces(self) -> Iterator[tuple[Component, str | None, int, int]]:
        """Each component with the number of delimiter characters before and after it."""
        slashes = 2 if self.host is not None else 0
        yield Component.SCHEME, self.scheme, 0, 1
        yield Component.USERINFO, self.userinfo, slashes, 1
        yield Component.HOST, self.host, slashes if self.userinfo is None else 0, 0
        yield Component.PORT, self.port, 1, 0
        yield Component.PATH, self.path, 0, 0
        yield Component.QUERY, self.query, 1, 0
        yield Component.FRAGMENT, self.fragment, 1, 0

    @property
    def kind(self) -> Kind:
        """Absolute, relative, or not a URL at all; `why_not_a_url` gives the reason."""
        if self.scheme is not None and _LEGAL_SCHEME.fullmatch(self.scheme):
            return Kind.ABSOLUTE
        return Kind.RELATIVE if why_not_a_url(self) is None else Kind.NOT_A_URL

    @property
    def has_legal_scheme(self) -> bool:
        """Whether the scheme is present and as RFC 3986 §3.1 has it."""
        return self.scheme is not None and _LEGAL_SCHEME.fullmatch(self.scheme) is not None


_make = Url._make


def split_authority(authority: str) -> tuple[str | None, str, str | None]:
    """Userinfo, host and port of an authority (definitions §1).

    Userinfo ends at the last `@`. The port begins at the last `:` after the last `]`, or at the last `:` when
    there is no `]`, whatever follows it.
    """
    userinfo: str | None = None
    if "@" in authority:
        userinfo, _, authority = authority.rpartition("@")
    colon = authority.rfind(":", authority.rfind("]") + 1)
    # An unclosed bracket belongs to the host, but a port may still follow the last colon.
    if colon < 0:
        return userinfo, authority, None
    return userinfo, authority[:colon], authority[colon + 1 :]


def recompose(parts: "Url | list[str | None]") -> str:
    """The text of seven components in order (RFC 3986 §5.3)."""
    scheme, userinfo, host, port, path, query, fragment = parts
    text = "" if scheme is None else scheme + ":"
    if host is not None:
        text += "//" if userinfo is None else "//" + userinfo + "@"
        text += host if port is None else host + ":" + port
    text += path or ""
    if query is not None:
        text += "?" + query
    if fragment is not None:
        text += "#" + fragment
    return text


def why_not_a_url(url: Url) -> tuple[str, Span] | None:
    """Why a text is neither an absolute URL nor a relative reference, and where; None when it is one."""
    if url.scheme is not None:
        if _LEGAL_SCHEME.fullmatch(url.scheme):
            return None
        return "what stands before the first colon is not a scheme (RFC 3986 §3.1)", Span(0, len(url.scheme))
    bad = _NOT_RELATIVE.search(str(url))
    if bad is None:
        return None
    reason = "a relative reference holds no space, control or delimiter such as < > (RFC 3986 §4.2)"
    return reason, Span(*bad.span())
