"""What the standards object to in a URL: each fault with its span, a sentence and a section.

Never an exception: a text that breaks every rule still parses. A run of the same fault is one violation, and
all of it takes linear time.
"""

import re
from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from urlinspector.url import charsets
from urlinspector.url.components import COMPONENTS, Component, Span, Url
from urlinspector.url.host import HostKind, Label, looks_numeric, parse_host, to_ascii
from urlinspector.url.percent import decode
from urlinspector.url.query import path_segments
from urlinspector.url.violation_codes import Violation, ViolationCode

__all__ = ["Violation", "ViolationCode", "violations"]


def violations(url: Url, text: str | None = None) -> tuple[Violation, ...]:
    """Everything the standards object to, ordered by where it stands. Never raises.

    `text` is `str(url)`, if the caller has it.
    """
    if text is None:
        text = str(url)
    return () if regular().fullmatch(text) else faults(url, text)


def faults(url: Url, text: str) -> tuple[Violation, ...]:
    """What `violations` gives, without the glance that most URLs need no more than."""
    found: list[Violation] = []
    at = 0
    inside = text.strip(SURROUNDING)
    if len(inside) != len(text):
        at = len(text) - len(text.lstrip(SURROUNDING))
        found.extend(_surrounding(text, at, at + len(inside)))
        url = Url.parse(inside)
    for value, span, component, check in zip(url, url.spans().values(), COMPONENTS, _CHECKS, strict=True):
        if value is not None and span is not None:
            found.extend(_moved(fault, component, at + span.start) for fault in check(url, value))
    found.sort(key=attrgetter("span"))
    return tuple(found)


@cache
def regular() -> re.Pattern[str]:
    """Most URLs at one glance: of a scheme that browsers know, or a path alone; a name of plain labels, the
    last of which is no number; a small port; legal characters, and no `%2E` in the path. Nothing is to be
    said of them. What it does not match may be as good.
    """

    def characters(legal: frozenset[str], triplet: str) -> str:
        return f"(?:[{re.escape(''.join(sorted(legal)))}]|{triplet})*+"

    triplet = "%[0-9A-Fa-f]{2}"
    label = "(?!(?i:xn--))[0-9A-Za-z_](?:[0-9A-Za-z_-]{0,61}[0-9A-Za-z_])?"
    name = rf"(?=[^/?#]{{1,250}}(?:[/?#]|\Z))(?:{label}\.)*+(?=[A-Za-z]){label}(?::[0-9]{{1,4}})?"
    path = characters(charsets.PATH, f"(?!%2[Ee]){triplet}")
    query, fragment = (characters(each, triplet) for each in (charsets.QUERY, charsets.FRAGMENT))
    return re.compile(
        rf"(?:(?i:https?|wss?|ftp)://{name}(?:/{path})?|/(?!/){path})(?:\?{query})?(?:\#{fragment})?",
        re.ASCII,
    )


class _Fault(NamedTuple):
    """A violation inside a component: its span counts from the component's start."""

    code: ViolationCode
    start: int
    end: int
    section: str = ""


def _moved(fault: _Fault, component: Component, at: int) -> Violation:
    code, start, end, section = fault
    sentence = _IN_A_HOST.get(code, code.sentence) if component is Component.HOST else code.sentence
    return _make((code, component, _span((at + start, at + end)), section or code.section, sentence))


_IN_A_HOST = {
    ViolationCode.SPACE: "A space is not allowed in a host.",
    ViolationCode.STRAY_PERCENT: "A % is not allowed in a host unless two hexadecimal digits follow it.",
    ViolationCode.NON_ASCII: "Characters outside ASCII are not allowed; a name has an ASCII form, xn--…",
    ViolationCode.ILLEGAL_CHARACTER: "Characters that are not allowed in a host.",
}
"""What is said there instead: a triplet is no way out, browsers decode it before they judge the name."""


_make, _span = Violation._make, Span._make


# WHATWG strips C0 controls and spaces (§4.4); people paste Unicode's White_Space and the byte order mark as
# well.
SURROUNDING = "".join(map(chr, range(0x21))) + (
    "\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def _surrounding(text: str, start: int, end: int) -> Iterator[Violation]:
    code = ViolationCode.SURROUNDING_WHITESPACE
    for span in (Span(0, start), Span(end, len(text))):
        if span.start < span.end:
            yield Violation(code, Component.TEXT, span, code.section, code.sentence)


# Characters.

_SECTIONS = {
    Component.USERINFO: "RFC 3986 §3.2.1",
    Component.HOST: "RFC 3986 §3.2.2",
    Component.PATH: "RFC 3986 §3.3",
    Component.QUERY: "RFC 3986 §3.4",
    Component.FRAGMENT: "RFC 3986 §3.5",
}
_WITH_A_RULE_OF_ITS_OWN = {Component.USERINFO: frozenset("@"), Component.HOST: frozenset("[]")}
_ALLOWED = {
    Component.USERINFO: charsets.USERINFO,
    Component.HOST: charsets.REG_NAME,
    Component.PATH: charsets.PATH,
    Component.QUERY: charsets.QUERY,
    Component.FRAGMENT: charsets.FRAGMENT,
}
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane + last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)
)
# Alternatives.
_FAULTS = (
    (ViolationCode.UNDECODABLE_BYTE, "[\udc80-\udcff]+"),
    (ViolationCode.LONE_SURROGATE, "[\ud800-\udc7f\udd00-\udfff]+"),
    (ViolationCode.TAB_OR_NEWLINE, "[\t\n\r]+"),
    (ViolationCode.CONTROL, "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+"),
    (ViolationCode.SPACE, " +"),
    (ViolationCode.BACKSLASH, r"\\+"),
    (ViolationCode.STRAY_PERCENT, "(?:%(?![0-9A-Fa-f]{2}))+"),
    (ViolationCode.NONCHARACTER, f"[{_NONCHARACTERS}]+"),
    (ViolationCode.NON_ASCII, f"[^\x00-\x7f\ud800-\udfff{_NONCHARACTERS}]+"),
)


_CODES = (*(code for code, _ in _FAULTS), ViolationCode.ILLEGAL_CHARACTER)


@cache
def _illegal(component: Component) -> re.Pattern[str]:
    """A pattern for every fault of single characters in a component; group `n` is the code `n - 1`."""
    single = charsets.CONTROL | _WITH_A_RULE_OF_ITS_OWN.get(component, frozenset()) | frozenset(" \\%")
    known = _ALLOWED[component] | single
    others = "".join(char for char in map(chr, range(128)) if char not in known)
    faults = (*_FAULTS, (ViolationCode.ILLEGAL_CHARACTER, f"[{re.escape(others)}]+"))
    return re.compile("|".join(f"({pattern})" for _, pattern in faults))


@cache
def _suspicious(component: Component) -> re.Pattern[str]:
    """A pattern for every run of characters in which there is a fault; one test for a legal character."""
    legal = re.escape("".join(sorted(_ALLOWED[component] - {"%"})))
    return re.compile(f"(?:[^{legal}%]|%(?![0-9A-Fa-f]{{2}}))+")


def _characters(component: Component, value: str) -> Iterator[_Fault]:
    patterns, section, make = _illegal(component), _SECTIONS[component], _Fault._make
    for run in _suspicious(component).finditer(value):
        for found in patterns.finditer(value, *run.span()):
            number = found.lastindex or 0
            yield make((_CODES[number - 1], *found.span(), "" if number < len(_CODES) else section))


# Components.


def _scheme(url: Url, scheme: str) -> Iterator[_Fault]:
    if not url.has_legal_scheme:
        yield _Fault(ViolationCode.ILLEGAL_SCHEME, 0, len(scheme))
    elif url.host is None and scheme.lower() in charsets.HIERARCHICAL_SCHEMES:
        yield _Fault(ViolationCode.MISSING_AUTHORITY, 0, len(scheme) + 1)


def _userinfo(url: Url, userinfo: str) -> Iterator[_Fault]:
    yield from _characters(Component.USERINFO, userinfo)
    for found in re.finditer("@+", userinfo):
        yield _Fault(ViolationCode.SEVERAL_AT, *found.span())
    user, _, password = userinfo.partition(":")
    if password:
        yield _Fault(ViolationCode.PASSWORD, len(user) + 1, len(userinfo))
    if _is_file(url):
        yield _Fault(ViolationCode.FILE_AUTHORITY, 0, len(userinfo) + 1)
    elif userinfo and not password and (url.scheme or "").lower() in ("http", "https"):
        yield _Fault(ViolationCode.USERINFO_IN_HTTP, 0, len(userinfo))


def _is_file(url: Url) -> bool:
    return url.scheme is not None and url.scheme.lower() == "file"


def _port(url: Url, port: str) -> Iterator[_Fault]:
    if _is_file(url):
        yield _Fault(ViolationCode.FILE_AUTHORITY, -1, len(port))
    if port == "":
        yield _Fault(ViolationCode.EMPTY_PORT, -1, 0)  # the colon
    elif re.fullmatch("[0-9]+", port) is None:
        yield _Fault(ViolationCode.BAD_PORT, 0, len(port))
    elif len(port.lstrip("0")) > 5 or int(port.lstrip("0") or "0") > 65535:
        yield _Fault(ViolationCode.LARGE_PORT, 0, len(port))


_ENCODED_DOT_SEGMENT = re.compile(r"(?=.*%)(?:\.|%2[Ee]){1,2}")


def _path(url: Url, path: str) -> Iterator[_Fault]:
    yield from _characters(Component.PATH, path)
    if url.host is not None:
        if path and not path.startswith("/"):
            yield _Fault(ViolationCode.NO_SLASH, 0, 1)
    elif path.startswith("//"):
        yield _Fault(ViolationCode.DOUBLE_SLASH, 0, 2)
    elif url.scheme is None:
        colon = path.partition("/")[0].find(":")
        if colon >= 0:
            yield _Fault(ViolationCode.COLON_IN_FIRST_SEGMENT, colon, colon + 1)
    if "%2e" in path or "%2E" in path:
        for segment in path_segments(path):
            if _ENCODED_DOT_SEGMENT.fullmatch(segment.text):
                yield _Fault(ViolationCode.ENCODED_DOT_SEGMENT, *segment.span)


def _query(_: Url, query: str) -> Iterator[_Fault]:
    return _characters(Component.QUERY, query)


def _fragment(_: Url, fragment: str) -> Iterator[_Fault]:
    return _characters(Component.FRAGMENT, fragment)


# Hosts.


def _host(url: Url, host: str) -> Iterator[_Fault]:
    parsed = parse_host(host)
    scheme = None if url.scheme is None else url.scheme.lower()
    is_domain = scheme is None or scheme in charsets.SPECIAL_SCHEMES
    if parsed.kind is HostKind.EMPTY:
        if scheme in charsets.HIERARCHICAL_SCHEMES or url.userinfo is not None or url.port is not None:
            yield _Fault(ViolationCode.MISSING_HOST, -1 if url.userinfo is not None else -2, 0)
    elif parsed.kind is HostKind.IPVFUTURE:
        code = ViolationCode.BAD_IPVFUTURE if parsed.error else ViolationCode.UNKNOWN_IP_VERSION
        yield _Fault(code, 1, len(host) - 1)
    elif parsed.kind is HostKind.IPV6:
        end = len(host) - 1 if parsed.zone_span is None else parsed.zone_span.start - 1
        if parsed.error:
            yield _Fault(ViolationCode.BAD_IPV6, 1, max(end, 2))
        if parsed.zone_span is not None:
            yield _Fault(ViolationCode.IPV6_ZONE, end, parsed.zone_span.end)
    elif parsed.kind is HostKind.IPV4_LEGACY:
        if is_domain:
            yield _Fault(ViolationCode.LEGACY_IPV4, 0, len(host))
    elif parsed.kind is HostKind.REG_NAME:
        yield from _characters(Component.HOST, host)
        yield from _brackets(host)
        yield from _lengths(host, parsed.labels)
        if is_domain:
            yield from _domain(host, parsed.labels)


def _brackets(host: str) -> Iterator[_Fault]:
    """Brackets of a host that is not a literal as a whole."""
    open_at: list[int] = []
    for found in re.finditer(r"[\[\]]", host):
        if found[0] == "[":
            open_at.append(found.start())
        elif open_at:
            start = open_at.pop()
            if not open_at:
                yield _Fault(ViolationCode.MISPLACED_BRACKETS, start, found.end())
        else:
            yield _Fault(ViolationCode.UNBALANCED_BRACKETS, *found.span())
    for start in open_at:
        yield _Fault(ViolationCode.UNBALANCED_BRACKETS, start, start + 1)


def _lengths(host: str, labels: tuple[Label, ...]) -> Iterator[_Fault]:
    rooted = len(labels) > 1 and labels[-1].text == ""
    names = labels[:-1] if rooted else labels
    empty_from: int | None = None
    for number, label in enumerate(names):
        if label.text == "":
            if empty_from is None:
                empty_from = names[number - 1].span.end if number else 0
            next_start = labels[number + 1].span.start if number + 1 < len(labels) else len(host)
            empty_to = next_start
        elif empty_from is not None:
            yield _Fault(ViolationCode.EMPTY_LABEL, empty_from, empty_to)
            empty_from = None
    if empty_from is not None:
        yield _Fault(ViolationCode.EMPTY_LABEL, empty_from, empty_to)
    octets = _octets(host, labels)
    for label, length in zip(names, octets, strict=False):
        if length > 63:
            yield _Fault(ViolationCode.LONG_LABEL, *label.span)
    if sum(octets[: len(names)]) + len(names) - 1 > 253:
        yield _Fault(ViolationCode.LONG_HOST, 0, len(host))


def _octets(host: str, labels: tuple[Label, ...]) -> list[int]:
    """The length of each label as it goes over the wire: in ASCII where it has such a form."""
    name = to_ascii(decode(host))
    ascii_labels = name.split(".") if name else []
    if len(ascii_labels) == len(labels):
        return [len(label) for label in ascii_labels]
    return [len(decode(label.text).encode(errors="surrogatepass")) for label in labels]


_FORBIDDEN_TRIPLET = re.compile(
    "(?:%(?:" + "|".join(sorted(f"{ord(char):02X}" for char in charsets.FORBIDDEN_DOMAIN)) + "))+",
    re.IGNORECASE,
)
_TRIPLET_RUN = re.compile("(?:%[0-9A-Fa-f]{2})+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST_LABELS = 128  # a name of 253 octets has no more


def _domain(host: str, labels: tuple[Label, ...]) -> Iterator[_Fault]:
    """What browsers ask of a host in a URL with a special scheme (WHATWG URL §3.5, host parser)."""
    known = False
    for found in _FORBIDDEN_TRIPLET.finditer(host):
        known = True
        yield _Fault(ViolationCode.HOST_TRIPLET, *found.span())
    for found in _TRIPLET_RUN.finditer(host):
        if _SURROGATE.search(decode(found[0])):
            known = True
            yield _Fault(ViolationCode.HOST_NOT_UTF8, *found.span())
    decoded = decode(host)
    name = to_ascii(decoded)
    if name is not None:
        if looks_numeric(name) and parse_host(name).ipv4 is None:
            yield _Fault(ViolationCode.BAD_IPV4, 0, len(host))
        elif name != host and parse_host(name).ipv4 is not None:
            yield _Fault(ViolationCode.LEGACY_IPV4, 0, len(host))
    elif not known and not _SURROGATE.search(decoded) and not _is_plain(decoded):
        yield from _idna(host, labels)


def _idna(host: str, labels: tuple[Label, ...]) -> Iterator[_Fault]:
    bad = (
        []
        if len(labels) > _LONGEST_LABELS
        else [label for label in labels if label.text and _has_own_fault(label.text)]
    )
    for label in bad:
        yield _Fault(ViolationCode.IDNA, *label.span)
    if not bad and charsets.FORBIDDEN_DOMAIN.isdisjoint(decode(host)):
        yield _Fault(ViolationCode.IDNA, 0, len(host))


def _is_plain(name: str) -> bool:
    """Whether IDNA has nothing to say about a name, so that its faults are those of single characters."""
    return name.isascii() and "xn--" not in name.lower()


def _has_own_fault(label: str) -> bool:
    """Whether IDNA refuses a label, and not only for a character that is illegal by itself."""
    decoded = decode(label)
    return to_ascii("".join(char for char in decoded if char not in charsets.FORBIDDEN_DOMAIN)) is None


_CHECKS = (_scheme, _userinfo, _host, _port, _path, _query, _fragment)
"""In the order of the components."""
