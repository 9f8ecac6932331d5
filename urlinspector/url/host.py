"""Hosts: their kinds (RFC 3986 §3.2.2), labels, IPv4 in all its forms, IPv6 text (RFC 5952), IDNA both ways.

Everything takes the host component as it stands in a URL (brackets included, triplets not decoded, no port)
and accepts every string, lone surrogates included.
"""

import re
from collections.abc import Callable
from enum import Enum
from typing import Literal, NamedTuple

from urlinspector.url.charsets import FORBIDDEN_DOMAIN
from urlinspector.url.components import Span


class HostKind(Enum):
    """What a host is by its form (definitions §5); a bracketed one may be a bad address, see `Host.error`."""

    REG_NAME = "reg-name"
    IPV4 = "ipv4"
    IPV4_LEGACY = "ipv4-legacy"
    IPV6 = "ipv6"
    IPVFUTURE = "ipvfuture"
    EMPTY = "empty"

    @property
    def is_ip(self) -> bool:
        """Whether it is an address, not a name."""
        return self not in (HostKind.REG_NAME, HostKind.EMPTY)


class Label(NamedTuple):
    """One label of a registered name, and where it stands in the host."""

    text: str
    span: Span


class Host(NamedTuple):
    """A host taken apart. Only a reg-name has labels; a final dot gives a final empty one."""

    text: str
    kind: HostKind
    labels: tuple[Label, ...] = ()
    zone: str | None = None
    """What follows the first `%` in an IPv6 literal, as it stands (`25en0`)."""
    zone_span: Span | None = None
    ipv4: int | None = None
    """The 32-bit number that every IPv4 form stands for."""
    canonical: str | None = None
    """An address in its one text: dotted decimal, or RFC 5952 in brackets; None for all else."""
    error: str | None = None
    """Why a bracketed host is no address."""


def parse_host(host: str) -> Host:
    """Take a host component apart. Never raises."""
    if host == "":
        return Host(host, HostKind.EMPTY)
    if host[0] == "[" and host[-1] == "]" and len(host) > 1:
        return _parse_literal(host)
    number = ipv4_number(host)
    if number is not None:
        kind = HostKind.IPV4 if _DOTTED_DECIMAL.fullmatch(host) else HostKind.IPV4_LEGACY
        return Host(host, kind, ipv4=number, canonical=ipv4_text(number))
    return Host(host, HostKind.REG_NAME, labels=split_labels(host))


def _parse_literal(host: str) -> Host:
    inside = host[1:-1]
    if inside[:1] in ("v", "V"):
        error = None if _IPVFUTURE.fullmatch(inside) else "not an address of a future version"
        return Host(host, HostKind.IPVFUTURE, error=error)
    address, percent, zone = inside.partition("%")
    at = 2 + len(address)
    return Host(
        host,
        HostKind.IPV6,
        zone=zone if percent else None,
        zone_span=Span(at, at + len(zone)) if percent else None,
        canonical=ipv6_canonical(host),
        error=None if ipv6_groups(address) is not None else "not an IPv6 address",
    )


# The full stop and the three that IDNA reads as one (RFC 3490 §3.1), each also percent-encoded (RFC 3986
# §3.2.2).
_LABEL_DOT = re.compile(
    "[.\u3002\uff0e\uff61]|%2[Ee]|%[Ee]3%80%82|%[Ee][Ff]%[Bb][Cc]%8[Ee]|%[Ee][Ff]%[Bb][Dd]%[Aa]1"
)


def split_labels(host: str) -> tuple[Label, ...]:
    """The labels of a name from left to right, empty ones included, with their spans in `host`."""
    labels: list[Label] = []
    at = 0
    for dot in _LABEL_DOT.finditer(host):
        labels.append(Label(host[at : dot.start()], Span(at, dot.start())))
        at = dot.end()
    labels.append(Label(host[at:], Span(at, len(host))))
    return tuple(labels)


_DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"  # RFC 3986 §3.2.2
_DOTTED_DECIMAL = re.compile(rf"{_DEC_OCTET}(?:\.{_DEC_OCTET}){{3}}")
_DIGITS = re.compile("[0-9]+")
_HEX = re.compile("[0-9A-Fa-f]*")
_OCTAL = re.compile("[0-7]+")
_LONGEST_NUMBER = 11  # octal digits of 2**32 - 1; more digits than this are too large in any base


def ipv4_number(host: str) -> int | None:
    """The number an IPv4 host stands for in a browser, or None where it stands for none.

    WHATWG URL §3.5, IPv4 parser: one to four parts, decimal, octal (`0…`) or hexadecimal (`0x…`), the last
    part filling the rest, a final dot allowed. Triplets and full-width digits are not read here.
    """
    parts = host.split(".")
    if len(parts) > 1 and parts[-1] == "":
        parts.pop()
    if len(parts) > 4:
        return None
    numbers: list[int] = []
    for part in parts:
        number = _ipv4_part(part)
        if number is None:
            return None
        numbers.append(number)
    last = numbers.pop()
    if any(number > 255 for number in numbers) or last >= 256 ** (4 - len(numbers)):
        return None
    for place, number in enumerate(numbers):
        last += number << (8 * (3 - place))
    return last


def _ipv4_part(part: str) -> int | None:
    """WHATWG URL §3.5, IPv4 number parser; a number too large for 32 bits gives 2**32."""
    base, digits, allowed = 10, part, _DIGITS
    if part[:2] in ("0x", "0X"):
        base, digits, allowed = 16, part[2:], _HEX
    elif part[:1] == "0" and len(part) > 1:
        base, digits, allowed = 8, part[1:], _OCTAL
    if allowed.fullmatch(digits) is None:
        return None
    digits = digits.lstrip("0")
    if len(digits) > _LONGEST_NUMBER:
        return 1 << 32
    return int(digits, base) if digits else 0


def ipv4_text(number: int) -> str:
    """Dotted decimal of a 32-bit number (RFC 3986 §3.2.2, WHATWG URL §3.5)."""
    return ".".join(str(number >> shift & 0xFF) for shift in (24, 16, 8, 0))


def looks_numeric(host: str) -> bool:
    """Whether browsers take the host for an IPv4 address and fail if it is none.

    WHATWG URL §3.5, ends-in-a-number checker.
    """
    parts = host.split(".")
    if parts[-1] == "":
        if len(parts) == 1:
            return False
        parts.pop()
    last = parts[-1]
    return _DIGITS.fullmatch(last) is not None or _ipv4_part(last) is not None


_IPVFUTURE = re.compile(r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+")  # RFC 3986 §3.2.2
_GROUP = re.compile("[0-9A-Fa-f]{1,4}")
_LONGEST_IPV6 = 45  # eight groups of which two are written as dotted decimal


def is_ipv6_literal(host: str) -> bool:
    """Whether the host is written in brackets as an IPv6 address, good or bad, with or without a zone.

    `ipv6_canonical` is not None for the good ones.
    """
    return len(host) > 1 and host[0] == "[" and host[-1] == "]" and host[1] not in "vV"


def ipv6_canonical(host: str) -> str | None:
    """The RFC 5952 text of a bracketed IPv6 host, brackets included; None when it is not a valid one.

    Lower case, no leading zeros, the longest run of two or more zero groups (the first of equals) as `::`. An
    embedded IPv4 address comes out as hexadecimal groups, as browsers write it (`[::ffff:102:304]`). A zone
    stays as it is.
    """
    if not is_ipv6_literal(host):
        return None
    address, percent, zone = host[1:-1].partition("%")
    groups = ipv6_groups(address)
    return None if groups is None else f"[{ipv6_text(groups)}{percent}{zone}]"


def ipv6_groups(address: str) -> tuple[int, ...] | None:
    """The eight 16-bit groups of an IPv6 address (no brackets, no zone); None when it is not one.

    RFC 3986 §3.2.2, RFC 4291 §2.2: one `::` for one group or more, dotted decimal for the last two.
    """
    if len(address) > _LONGEST_IPV6 or address.count("::") > 1:
        return None
    head, gap, tail = address.partition("::")
    first = _groups_of(head, last_part=not gap)
    second = _groups_of(tail, last_part=True)
    if first is None or second is None:
        return None
    missing = 8 - len(first) - len(second)
    if gap:
        return (*first, *([0] * missing), *second) if missing > 0 else None
    return tuple(first) if len(first) == 8 else None


def _groups_of(text: str, *, last_part: bool) -> list[int] | None:
    if text == "":
        return []
    pieces = text.split(":")
    tail: list[int] = []
    if last_part and "." in pieces[-1]:
        dotted = pieces.pop()
        number = ipv4_number(dotted) if _DOTTED_DECIMAL.fullmatch(dotted) else None
        if number is None:
            return None
        tail = [number >> 16, number & 0xFFFF]
    if not all(_GROUP.fullmatch(piece) for piece in pieces):
        return None
    return [int(piece, 16) for piece in pieces] + tail


def ipv6_text(groups: tuple[int, ...]) -> str:
    """RFC 5952 §4 text of eight groups, without brackets, never in dotted decimal."""
    start, length = _longest_zeros(groups)
    if length < 2:
        return ":".join(f"{group:x}" for group in groups)
    before = ":".join(f"{group:x}" for group in groups[:start])
    after = ":".join(f"{group:x}" for group in groups[start + length :])
    return f"{before}::{after}"


def _longest_zeros(groups: tuple[int, ...]) -> tuple[int, int]:
    best, best_length, length = 0, 0, 0
    for place, group in enumerate(groups):
        length = length + 1 if group == 0 else 0
        if length > best_length:
            best, best_length = place - length + 1, length
    return best, best_length


Flavour = Literal["uts46", "2003", "2008"]
_SURROGATE = re.compile("[\ud800-\udfff]")
_FORBIDDEN = re.compile("[" + re.escape("".join(sorted(FORBIDDEN_DOMAIN))) + "]")


def to_ascii(host: str, flavour: Flavour = "uts46") -> str | None:
    """The ASCII form of a name, or None where there is none. An empty host stays empty.

    `uts46` is what browsers do (WHATWG URL §3.3, domain to ASCII: UTS 46, not transitional, not strict),
    without their percent-decoding and IPv4 parsing. `2003` is RFC 3490. `2008` is RFC 5891 without any
    mapping: a label with letters beyond ASCII must be in lower case there. An answer that holds a forbidden
    domain code point is a failure in all of them (definitions §2).
    """
    if host == "":
        return ""
    if _SURROGATE.search(host):
        return None
    answer = _FLAVOURS[flavour](host)
    # Some letters stand for several: the bare functions turn `℀.com` into `a/c.com`.
    return None if not answer or _FORBIDDEN.search(answer) else answer


# UTS 46 only puts such names in lower case.
_PLAIN = re.compile(r"(?!.*[Xx][Nn]--)[A-Za-z0-9\-._~!$&'()*+,;=]+")


def _uts46(host: str) -> str | None:
    if _PLAIN.fullmatch(host):
        return host.lower()
    # Imported here: most hosts are asked about by nobody, and the import costs start-up time.
    from ada_url import idna_to_ascii

    if "\0" in host:  # the binding cuts its answer there
        return None
    return idna_to_ascii(host).decode("ascii")


# Longer names have no ASCII form that fits (RFC 1035 §2.3.4), and normalizing them takes quadratic time.
_LONGEST_NAME = 1024


def _idna2003(host: str) -> str | None:
    if len(host) > _LONGEST_NAME:
        return None
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return None


def _idna2008(host: str) -> str | None:
    return idna2008_verdict(host).ascii


_FLAVOURS: dict[str, Callable[[str], str | None]] = {"uts46": _uts46, "2003": _idna2003, "2008": _idna2008}


def to_unicode(host: str) -> str:
    """The Unicode form of a name as browsers show it (WHATWG URL §3.3, domain to Unicode).

    A host that has no ASCII form is given back unchanged.
    The answer always has the same `to_ascii` as the host.
    """
    answer = to_ascii(host)
    if not answer:
        return host
    from ada_url import idna_to_unicode

    shown = idna_to_unicode(answer)
    return shown if to_ascii(shown) == answer else answer


class IdnaVerdict(NamedTuple):
    """What strict IDNA 2008 (RFC 5891) says of a name: its ASCII form, or the reason why it has none."""

    ascii: str | None
    reason: str | None

    @property
    def ok(self) -> bool:
        return self.reason is None


def idna2008_verdict(host: str) -> IdnaVerdict:
    """Whether a name, as written, is one under IDNA 2008 without mapping, contextual rules included."""
    if _SURROGATE.search(host):
        return IdnaVerdict(None, "not Unicode")
    if len(host) > _LONGEST_NAME:
        return IdnaVerdict(None, "too long")
    import idna

    try:
        return IdnaVerdict(idna.encode(host).decode("ascii"), None)
    except UnicodeError as error:
        return IdnaVerdict(None, str(error))
