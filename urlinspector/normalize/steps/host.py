"""Steps on the host: case, triplets, dots and addresses (RFC 3986 §3.2.2, §6.2.2; RFC 5952).

IDNA is in `idna`, the labels of names (www, mobile) in `labels`.
"""

import re
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.normalize.steps import idna, labels
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._patterns import END, triplet_of
from urlinspector.normalize.steps.idna import is_web
from urlinspector.normalize.steps.percent import DECODE_UNRESERVED, UPPERCASE_PERCENT
from urlinspector.url.charsets import SUB_DELIMS
from urlinspector.url.components import Component
from urlinspector.url.host import (
    ipv4_number,
    ipv4_text,
    ipv6_canonical,
    ipv6_groups,
    is_ipv6_literal,
    looks_numeric,
)
from urlinspector.url.percent import decode, encode

_HOST = (Component.HOST,)


@dataclass(frozen=True, slots=True)
class DecodeHost:
    """Which triplets are decoded."""

    what: Literal["unreserved", "all"] = option(
        "unreserved",
        "Triplets of letters, digits and - . _ ~ alone; or of all characters that delimit nothing.",
    )


_UNRESERVED = DECODE_UNRESERVED.prepare(DECODE_UNRESERVED.options())
_CAPITAL = re.compile(triplet_of(ascii_uppercase))
_SUB_DELIM = re.compile(triplet_of(SUB_DELIMS))
_NON_ASCII_RUN = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")
_UNDECODED = re.compile("[\udc80-\udcff]")


def _decode_host(host: str, _needed: Needed, options: DecodeHost) -> str:
    if "%" not in host or host.startswith("[") or "\\" in host:
        return host
    # Case does not matter in a host (RFC 3986 §6.2.2.1): a capital comes out small.
    host = _CAPITAL.sub(lambda found: f"%{int(found[0][1]) + 2}{found[0][2]}", host)
    decoded: str = DECODE_UNRESERVED.apply(host, (), _UNRESERVED)  # type: ignore[assignment]
    if options.what == "all":
        decoded = _SUB_DELIM.sub(lambda found: decode(found[0]), decoded)
        decoded = _NON_ASCII_RUN.sub(_decode_letters, decoded)
    upper: str = UPPERCASE_PERCENT.apply(decoded, (), None)  # type: ignore[assignment]
    return upper


def _decode_letters(run: re.Match[str]) -> str:
    """Triplets as the characters of their UTF-8 bytes; bytes that are not UTF-8 stay triplets."""
    return _UNDECODED.sub(lambda found: encode(found[0]), decode(run[0]))


DECODE_HOST = Step(
    name="decode-host",
    title="Decode triplets in the host",
    on=_HOST,
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.2.2, §6.2.2.1, §3.2.2",
    summary=(
        "Writes triplets of letters, digits and - . _ ~ in the host as these characters, in lower case, "
        "and the other triplets with upper-case digits. A host means the same in all these spellings."
    ),
    example=Example("http://ex%61mple.com/", "http://example.com/"),
    apply=_decode_host,
    may_change=lambda options: "%[0-9A-Fa-f]",
    options=DecodeHost,
    assumes="that a triplet in a host stands for its character, as the standard has it",
)


_TRIPLET_OR_CAPITALS = re.compile("%[0-9A-Fa-f]{2}|[A-Z]+")


@dataclass(frozen=True, slots=True)
class LowercaseHost:
    """What is in lower case."""

    everything: bool = option(
        False, "Also letters beyond ASCII, triplets, the zone of an IPv6 address, and hosts with a backslash."
    )


def _lowercase(host: str, _needed: Needed, options: LowercaseHost) -> str:
    if options.everything:
        return host.lower()
    if "\\" in host:  # to a browser the path begins there, and a path has a case
        return host
    if "%" not in host:
        return lower(host)
    if host.startswith("["):
        # The zone of an IPv6 address is the name of an interface, whose case may matter (RFC 6874 §2).
        address, percent, zone = host.partition("%")
        return lower(address) + percent + zone
    return _TRIPLET_OR_CAPITALS.sub(_lower_capitals, host)


def _lower_capitals(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("%") else found[0].lower()


LOWERCASE_HOST = Step(
    name="lowercase-host",
    title="Host in lower case",
    on=_HOST,
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.2.1, §3.2.2; RFC 4343",
    summary=(
        "Writes the letters A to Z of the host in lower case, as the domain name system takes both for the "
        "same. Other letters, triplets and the zone of an IPv6 address are left alone."
    ),
    example=Example("http://WWW.Example.COM/Index", "http://www.example.com/Index"),
    apply=_lowercase,
    may_change=lambda options: r"[A-Z]|[^\x00-\x7f]" if options.everything else "[A-Z]",
    options=LowercaseHost,
    assumes="that hosts are case-insensitive, as the standard has it",
)


@dataclass(frozen=True, slots=True)
class RemoveTrailingDot:
    """Which dots go besides the final ones."""

    leading: bool = option(False, "Also remove dots before the first label.")
    inner: bool = option(False, "Also write one dot for several in the middle.")


_DOTS = re.compile(r"\.{2,}")


def _remove_dots(host: str, _needed: Needed, options: RemoveTrailingDot) -> str:
    if "." not in host or host.startswith("[") or "\\" in host:
        return host
    kept = host.rstrip(".")
    if options.leading:
        kept = kept.lstrip(".")
    if options.inner:
        kept = _DOTS.sub(".", kept)
    return kept or host


def _dots_may_change(options: RemoveTrailingDot) -> str:
    inner = "|[.][.]" if options.inner else ""
    return f"[.]{END}" + ("|^[.]" if options.leading else "") + inner


REMOVE_TRAILING_DOT = Step(
    name="remove-trailing-dot",
    title="No dot after the host",
    on=_HOST,
    safety=Safety.USUALLY_PRESERVES,
    source="RFC 1034 §3.1; RFC 3986 §3.2.2",
    summary=(
        "Removes the dot after the last label. With it a name is complete and never looked up below the "
        "reader's own domain; almost always that gives the same host. A few servers do not answer to the "
        "name with the dot."
    ),
    example=Example("http://example.com./", "http://example.com/"),
    apply=_remove_dots,
    may_change=_dots_may_change,
    options=RemoveTrailingDot,
    assumes="that the name without the final dot is looked up as it stands",
)


@dataclass(frozen=True, slots=True)
class Ipv4Canonical:
    """Which spellings are read, where, and what happens to numbers that are no address."""

    forms: tuple[str, ...] = option(
        ("number", "short", "octal", "hex"),
        "Spellings that are read: number (one part), short (two or three), octal (0177), hex (0x7f).",
    )
    any_scheme: bool = option(False, "Also outside of http, https, ws, wss and ftp.")
    bad: Literal["keep", "refuse"] = option(
        "keep", "A host that ends in a number but is no address: keep it, or refuse the URL, as browsers do."
    )


_FORMS = ("number", "short", "octal", "hex")
_MAY_BE_NUMERIC = re.compile(r"[0-9][0-9A-Fa-fxX.]*")


def _ipv4(host: str, needed: Needed, options: Ipv4Canonical) -> str | Refused:
    if options.bad == "keep" and _MAY_BE_NUMERIC.fullmatch(host) is None:
        return host
    if not (options.any_scheme or is_web(needed[0])):
        return host
    number = ipv4_number(host)
    if number is None:
        if options.bad == "refuse" and looks_numeric(host):
            return Refused("the host ends in a number but is no IPv4 address", "WHATWG URL §3.5, host parser")
        return host
    return ipv4_text(number) if _spellings(host) <= set(options.forms) else host


def _spellings(host: str) -> set[str]:
    """What is unusual about a host that is an IPv4 address."""
    parts = host.removesuffix(".").split(".")
    found = {"number"} if len(parts) == 1 else {"short"} if len(parts) < 4 else set[str]()
    for part in parts:
        if part[:2] in ("0x", "0X"):
            found.add("hex")
        elif part[0] == "0" and len(part) > 1:
            found.add("octal")
    return found


def _prepare_ipv4(options: Ipv4Canonical) -> Ipv4Canonical:
    for form in options.forms:
        if form not in _FORMS:
            raise ValueError(f"“{form}” is none of {', '.join(_FORMS)}")
    return options


IPV4_CANONICAL = Step(
    name="ipv4-canonical",
    title="IPv4 address in dotted decimal",
    on=_HOST,
    needs=(Component.SCHEME,),
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §3.5, IPv4 parser; RFC 3986 §7.4",
    summary=(
        "Writes an IPv4 address as four decimal numbers. Browsers and old system calls also read 0x7f.1, "
        "0177.0.0.1 and 2130706433; RFC 3986 takes these for names."
    ),
    example=Example("http://0x7f.1/", "http://127.0.0.1/"),
    apply=_ipv4,
    may_change=lambda options: "^[0-9]" if options.bad == "keep" else "[0-9]",
    options=Ipv4Canonical,
    prepare=_prepare_ipv4,
    assumes="that the reader takes a host of numbers for an address, as browsers do",
)


@dataclass(frozen=True, slots=True)
class Ipv6Canonical:
    """How mapped addresses are written, and what happens to what is no address."""

    mapped: Literal["hex", "dotted"] = option(
        "hex", "An IPv4 address in an IPv6 one: [::ffff:102:304], as browsers; or [::ffff:1.2.3.4]."
    )
    bad: Literal["keep", "refuse"] = option(
        "keep", "What is no address in brackets: keep it, or refuse the URL."
    )


_MAPPED = (0, 0, 0, 0, 0, 0xFFFF)  # RFC 4291 §2.5.5.2


def _ipv6(host: str, _needed: Needed, options: Ipv6Canonical) -> str | Refused:
    if not host.startswith("[") or not is_ipv6_literal(host):
        return host
    canonical = ipv6_canonical(host)
    if canonical is None:
        if options.bad == "refuse":
            return Refused("what stands in brackets is no IPv6 address", "RFC 3986 §3.2.2")
        return host
    if options.mapped == "dotted":
        address, percent, zone = host[1:-1].partition("%")
        groups = ipv6_groups(address)
        if groups is not None and groups[:6] == _MAPPED:
            return f"[::ffff:{ipv4_text(groups[6] << 16 | groups[7])}{percent}{zone}]"
    return canonical


IPV6_CANONICAL = Step(
    name="ipv6-canonical",
    title="IPv6 address in one form",
    on=_HOST,
    safety=Safety.PRESERVES,
    source="RFC 5952 §4; RFC 4291 §2.2",
    summary=(
        "Writes an IPv6 address in its shortest form, in lower case, with the longest run of zeros as two "
        "colons. All its spellings are the same 128 bits. The zone stays as it is."
    ),
    example=Example("http://[2001:DB8:0:0:0:0:0:1]/", "http://[2001:db8::1]/"),
    apply=_ipv6,
    may_change=lambda options: r"^\x5b",
    options=Ipv6Canonical,
    assumes="that all spellings of an address are one address, as the standard has it",
)

STEPS: tuple[Step, ...] = (
    DECODE_HOST,
    LOWERCASE_HOST,
    *idna.STEPS,
    IPV4_CANONICAL,
    IPV6_CANONICAL,
    REMOVE_TRAILING_DOT,
    *labels.STEPS,
)
"""Steps of the host layer: characters, IDNA, addresses, dots, labels."""
