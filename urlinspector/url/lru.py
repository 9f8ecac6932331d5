"""LRU, the URL turned round so that it reads from the general to the special: typed stems in one line.

`http://a.example.fr/b?c#d` is `s:http|h:fr|h:example|h:a|p:b|q:c|f:d`. The stems and their letters are those
of the page "Reverse URLs" of the Hyphe project's wiki (2012); what the dialects write is definitions §4.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import NamedTuple

from urlinspector.url.charsets import DEFAULT_PORTS
from urlinspector.url.components import Component, Url
from urlinspector.url.host import HostKind, parse_host


class LruError(ValueError):
    """A text that is not an LRU, or stems that make no URL; the message is for the user."""


class StemKind(StrEnum):
    """What a stem is; the value is its letter, the order of the members the order of stems in an LRU."""

    SCHEME = "s"
    PORT = "t"
    HOST = "h"
    PATH = "p"
    QUERY = "q"
    FRAGMENT = "f"
    USER = "u"
    PASSWORD = "w"

    @property
    def component(self) -> Component:
        """The component of the URL that it is a part of."""
        return _COMPONENT[self]


_COMPONENT = {
    StemKind.SCHEME: Component.SCHEME,
    StemKind.PORT: Component.PORT,
    StemKind.HOST: Component.HOST,
    StemKind.PATH: Component.PATH,
    StemKind.QUERY: Component.QUERY,
    StemKind.FRAGMENT: Component.FRAGMENT,
    StemKind.USER: Component.USERINFO,
    StemKind.PASSWORD: Component.USERINFO,
}
_RANK = {kind: rank for rank, kind in enumerate(StemKind)}
_REPEATED = frozenset({StemKind.HOST, StemKind.PATH})


class Stem(NamedTuple):
    """One typed piece of a URL, as it stands there: nothing decoded, nothing escaped."""

    kind: StemKind
    value: str
    rooted: bool = True
    """False only for the first path stem of a path that does not begin with `/` (`mailto:a`, `a/b`)."""


class Specificity(NamedTuple):
    """How special an LRU is: its number of stems, and the sum of their kinds' weights."""

    stems: int
    weighted: int


# The wiki proposes s 0, h 1, p 2, "..."; the rest as definitions §4.
WEIGHTS: Mapping[StemKind, int] = {
    StemKind.SCHEME: 0,
    StemKind.PORT: 0,
    StemKind.HOST: 1,
    StemKind.PATH: 2,
    StemKind.QUERY: 3,
    StemKind.FRAGMENT: 4,
    StemKind.USER: 0,
    StemKind.PASSWORD: 0,
}


class Relation(Enum):
    """How one LRU lies to another in the tree of stems."""

    EQUAL = "equal"
    ANCESTOR = "ancestor"
    DESCENDANT = "descendant"
    SIBLING = "sibling"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Lru:
    """The stems of a URL, or of a prefix of one, from the most general to the most special."""

    stems: tuple[Stem, ...]

    def specificity(self, weights: Mapping[StemKind, int] = WEIGHTS) -> Specificity:
        """Number of stems and weighted sum; a kind that `weights` does not name counts 0."""
        return Specificity(len(self.stems), sum(weights.get(stem.kind, 0) for stem in self.stems))

    def common_prefix(self, other: "Lru") -> "Lru":
        """The stems that both begin with, as an LRU; one without stems where even the first ones differ."""
        count = 0
        for mine, theirs in zip(self.stems, other.stems, strict=False):
            if mine != theirs:
                break
            count += 1
        return Lru(self.stems[:count])

    def relation(self, other: "Lru") -> Relation:
        """What this one is to the other: `ANCESTOR` when the other begins with all its stems.

        Siblings have the same stems except the last.
        """
        common, mine, theirs = len(self.common_prefix(other).stems), len(self.stems), len(other.stems)
        if common == mine:
            return Relation.EQUAL if common == theirs else Relation.ANCESTOR
        if common == theirs:
            return Relation.DESCENDANT
        return Relation.SIBLING if common == mine - 1 == theirs - 1 else Relation.UNRELATED


@dataclass(frozen=True, slots=True)
class LruOptions:
    """What an LRU leaves out or puts together; with the defaults nothing is lost (definitions §4)."""

    suffix_stem: bool = False
    """The public suffix, private domains included, as one host stem: `h:co.uk`."""
    drop_www: bool = False
    """Leading labels `www` left out, but never down to a bare public suffix."""
    hide_default_port: bool = False
    """No port stem where the port is empty or the scheme's default."""
    max_path: int | None = None
    """At most this many path stems; the wiki proposes 8."""
    query: bool = True
    fragment: bool = True
    sort_query: bool = False
    """Parameters in the order of their names; those of one name stay as they stand."""

    @property
    def is_lossless(self) -> bool:
        """Whether an LRU made with them still tells the whole URL."""
        return self == LruOptions(suffix_stem=self.suffix_stem)


ALL = LruOptions()


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one program writes an LRU."""

    name: str
    title: str
    final_pipe: bool = False
    """Every stem ends with `|`, the last one too."""
    suffix_stem: bool = False
    legacy_ipv4_is_name: bool = False
    """`0x7f.1` is reversed like a name; else every form of an IPv4 address is one stem."""
    root_slash: bool = True
    """False: a path `/` with nothing after it makes no stem."""
    empty_parts: bool = True
    """False: an empty query, fragment, user or password makes no stem."""
    pipe: str = "|"
    """What a `|` inside a stem becomes."""
    escaped: bool = False


DIALECTS: Mapping[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Dialect("wiki", "as Hyphe's wiki page writes it"),
        Dialect(
            "hyphe",
            "Hyphe",
            final_pipe=True,
            suffix_stem=True,
            legacy_ipv4_is_name=True,
            root_slash=False,
            pipe="%7C",
        ),
        Dialect("ural", "ural", final_pipe=True, legacy_ipv4_is_name=True, empty_parts=False),
        Dialect("escaped", "with escapes, turns back into every URL", escaped=True),
    )
}
WIKI = DIALECTS["wiki"]
ESCAPED = DIALECTS["escaped"]


def lru_of(url: Url, options: LruOptions = ALL, dialect: Dialect = WIKI) -> Lru:
    """The stems of `url` as the dialect divides it; no component is normalized. Never raises."""
    return Lru(tuple(_stems(url, options, dialect)))


def _stems(url: Url, options: LruOptions, dialect: Dialect) -> Iterator[Stem]:
    if url.scheme is not None:
        yield Stem(StemKind.SCHEME, url.scheme)
    if url.port is not None and not (options.hide_default_port and _is_default_port(url)):
        yield Stem(StemKind.PORT, url.port)
    if url.host is not None:
        for label in _host_stems(url.host, options, dialect):
            yield Stem(StemKind.HOST, label)
    yield from _path_stems(url, options, dialect)
    empty = dialect.empty_parts
    if url.query is not None and options.query and (url.query or empty):
        yield Stem(StemKind.QUERY, _sorted(url.query) if options.sort_query else url.query)
    if url.fragment is not None and options.fragment and (url.fragment or empty):
        yield Stem(StemKind.FRAGMENT, url.fragment)
    if url.userinfo is not None:
        user, colon, password = url.userinfo.partition(":")
        if user or empty:
            yield Stem(StemKind.USER, user)
        if password or (colon and empty):
            yield Stem(StemKind.PASSWORD, password)


def _is_default_port(url: Url) -> bool:
    """Whether leaving the port out means the same (RFC 3986 §6.2.3)."""
    assert url.port is not None
    if url.port == "":
        return True
    return url.scheme is not None and url.port.lstrip("0") == DEFAULT_PORTS.get(url.scheme.lower())


def _host_stems(host: str, options: LruOptions, dialect: Dialect) -> list[str]:
    kind = parse_host(host).kind
    if kind.is_ip and not (kind is HostKind.IPV4_LEGACY and dialect.legacy_ipv4_is_name):
        return [host]
    if options.drop_www:
        host = _without_www(host)
    start = _suffix_start(host) if options.suffix_stem or dialect.suffix_stem else None
    if start is None:
        return host.split(".")[::-1]
    return [host[start:], *(host[: start - 1].split(".")[::-1] if start else ())]


def _without_www(host: str) -> str:
    first, dot, rest = host.partition(".")
    while dot and first.lower() == "www" and rest.strip(".") and not _is_public_suffix(rest):
        host = rest
        first, dot, rest = host.partition(".")
    return host


# The list is imported where it is used: it costs start-up time, and two options alone ask for it.


def _is_public_suffix(host: str) -> bool:
    from urlinspector.url.suffix import is_public_suffix

    return is_public_suffix(host)


def _suffix_start(host: str) -> int | None:
    """Where the public suffix begins, private domains counted; None where there is none to be told apart."""
    from urlinspector.url.suffix import suffix_of

    found = suffix_of(host, private=True)
    if found is None:
        return None
    start = found.suffix_span.start
    # The list also sees other dots (`%2E`, U+3002); a stem ends at a full stop only.
    return start if start == 0 or host[start - 1] == "." else None


def _path_stems(url: Url, options: LruOptions, dialect: Dialect) -> Iterator[Stem]:
    path = url.path
    if path == "" or options.max_path == 0:
        return
    if path == "/" and not dialect.root_slash and url.query is None and url.fragment is None:
        return
    rooted = path.startswith("/")
    segments = path.split("/", -1 if options.max_path is None else options.max_path + rooted)
    for segment in segments[rooted : None if options.max_path is None else options.max_path + rooted]:
        yield Stem(StemKind.PATH, segment, rooted)
        rooted = True


def _sorted(query: str) -> str:
    return "&".join(sorted(query.split("&"), key=lambda field: field.partition("=")[0]))


# Writing

# In the escaped dialect: what would end a stem or a line, the escape itself, the sign for "no / before it".
_ESCAPES = {"\\": "\\\\", "|": "\\|", "\n": "\\n", "\r": "\\r"}
_ESCAPE = str.maketrans(_ESCAPES)
_UNESCAPE = {written[1]: char for char, written in _ESCAPES.items()}
_ROOTLESS = "\\-"


def write(lru: Lru, dialect: Dialect = WIKI) -> str:
    """The LRU as one text. Only the escaped dialect makes it one line that reads back for every URL."""
    if dialect.escaped:
        return "|".join(
            [
                kind + (":" if rooted else ":" + _ROOTLESS) + value.translate(_ESCAPE)
                for kind, value, rooted in lru.stems
            ]
        )
    text = "|".join([kind + ":" + value.replace("|", dialect.pipe) for kind, value, _ in lru.stems])
    return text + "|" if dialect.final_pipe and text else text


def lru_text(url: Url, dialect: Dialect = WIKI, options: LruOptions = ALL) -> str:
    """A URL as an LRU in the text form of a dialect: `write(lru_of(url))` in one call."""
    return write(lru_of(url, options, dialect), dialect)


# Reading

_KIND = {kind.value: kind for kind in StemKind} | {"r": StemKind.FRAGMENT}  # the wiki page has `r` and `f`
_LETTERS = "".join(_KIND)
_NEXT_STEM = re.compile(rf"\|(?=[{_LETTERS}]:)")
_ESCAPED_STEM = re.compile(r"(?:[^|\\]|\\.)*", re.DOTALL)
_ESCAPED_CHAR = re.compile(r"\\(.)", re.DOTALL)


def read(text: str, dialect: Dialect = WIKI) -> Lru:
    """The stems that a text holds; `s:http:` is read as `s:http`, `r:` as `f:`; a final `|` may be missing.

    A dialect without escapes is divided at every `|` that a letter and a colon follow. Raises LruError for a
    text that is no LRU: an unknown or missing letter, a bad escape, stems out of order, two of a kind that is
    single.
    """
    pieces = _pieces(text, dialect)
    stems = tuple(_read_stem(piece, dialect) for piece in pieces)
    before: StemKind | None = None
    for stem in stems:
        if before is not None and _RANK[stem.kind] < _RANK[before]:
            raise LruError(f"“{stem.kind.value}:” cannot follow “{before.value}:”")
        if stem.kind is before and stem.kind not in _REPEATED:
            raise LruError(f"there is more than one “{stem.kind.value}:”")
        before = stem.kind
    return Lru(stems)


def _pieces(text: str, dialect: Dialect) -> list[str]:
    if dialect.escaped:
        pieces, at = [], 0
        while at <= len(text):
            found = _ESCAPED_STEM.match(text, at)
            assert found is not None
            pieces.append(found[0])
            at = found.end() + 1
            if at <= len(text) and text[at - 1] != "|":
                raise LruError("it ends with a lone backslash")
        return pieces[:-1] if pieces[-1] == "" else pieces
    if dialect.final_pipe:
        text = text.removesuffix("|")
    return _NEXT_STEM.split(text) if text else []


def _read_stem(piece: str, dialect: Dialect) -> Stem:
    letter, colon, value = piece.partition(":")
    kind = _KIND.get(letter)
    if not colon or kind is None:
        raise LruError(f"“{piece}” does not begin with one of {' '.join(map('{}:'.format, _KIND))}")
    if kind is StemKind.SCHEME:
        value = value.removesuffix(":")
    if not dialect.escaped:
        return Stem(kind, value)
    rooted = not (kind is StemKind.PATH and value.startswith(_ROOTLESS))
    return Stem(kind, _ESCAPED_CHAR.sub(_unescape, value if rooted else value[len(_ROOTLESS) :]), rooted)


def _unescape(escape: re.Match[str]) -> str:
    char = _UNESCAPE.get(escape[1])
    if char is None:
        raise LruError(f"“{escape[0]}” is no escape; there are {' '.join(_ESCAPES.values())} and {_ROOTLESS}")
    return char


def url_of(lru: Lru) -> Url:
    """The URL whose stems these are; a prefix of an LRU gives the URL it is the LRU of.

    Raises LruError where they make none: a port, user or path without `/` where it cannot be, an empty
    scheme, or a stem with a character that ends its component.
    """
    values: dict[StemKind, list[Stem]] = {kind: [] for kind in StemKind}
    for stem in lru.stems:
        values[stem.kind].append(stem)
    single = {kind: stems[0].value for kind, stems in values.items() if stems}
    host = ".".join(stem.value for stem in reversed(values[StemKind.HOST])) if values[StemKind.HOST] else None
    user, password = single.get(StemKind.USER), single.get(StemKind.PASSWORD)
    url = Url(
        single.get(StemKind.SCHEME),
        user if password is None else f"{user or ''}:{password}",
        host,
        single.get(StemKind.PORT),
        "".join(f"/{value}" if rooted else value for _, value, rooted in values[StemKind.PATH]),
        single.get(StemKind.QUERY),
        single.get(StemKind.FRAGMENT),
    )
    if host is None and (url.port is not None or url.userinfo is not None):
        raise LruError("there is a port or a user, but no host")
    # Whatever a stem may hold that its place does not allow comes out as another URL.
    if Url.parse(str(url)) != url:
        raise LruError("no URL has these stems: one is empty or holds a delimiter where it may not")
    return url
