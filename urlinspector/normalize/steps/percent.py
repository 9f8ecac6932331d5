"""Steps on percent-encoding in path, query, fragment and userinfo alike (RFC 3986 §2, §6.2.2).

The host has steps of its own: its characters follow other rules.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._backslash import BACKSLASH, readers_disagree
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._patterns import END, NEVER, one_of, triplet_of
from urlinspector.normalize.steps.text import TRIMMED
from urlinspector.url.charsets import ALPHA, CONTROL, DIGIT, RESERVED, UNRESERVED
from urlinspector.url.components import Component
from urlinspector.url.percent import ENCODED, decode, encode

LAYER = (Component.PATH, Component.QUERY, Component.FRAGMENT, Component.USERINFO)
_NAMES = tuple(component.value for component in LAYER)
_WHERE = "Only in these components."


def _chosen(options: Any) -> tuple[Component, ...]:
    """The components that the option `components` names, in the layer's order. Raises ValueError."""
    for name in options.components:
        if name not in _NAMES:
            raise ValueError(f"“{name}” is none of {', '.join(_NAMES)}")
    if not options.components:
        raise ValueError(f"components: name at least one of {', '.join(_NAMES)}")
    return tuple(component for component in LAYER if component.value in options.components)


def _punctuation(option_name: str, characters: str, allowed: frozenset[str]) -> frozenset[str]:
    """The characters of an option as a set. Raises ValueError for one that is not allowed there."""
    for char in characters:
        if char not in allowed:
            raise ValueError(f"“{char}” cannot be one of {option_name}")
    return frozenset(characters)


# RFC 3986 has no place for these outside of triplets (§2, appendix A). `[` and `]` are left to readers, who
# agree on them, and `\` to the backslash rule below.
ILLEGAL = CONTROL | frozenset(' "<>^`{|}')
_ASCII_PUNCTUATION = frozenset(map(chr, range(0x80))) - ALPHA - DIGIT - {"%"}
_NON_ASCII = "\x80-\ud7ff\ue000-\U0010ffff"
_UNDECODABLE = "\udc80-\udcff"  # one byte each, see `url.percent`; other lone surrogates have no encoding
_STRAY = "%(?![0-9A-Fa-f]{2})"
_MAY_BE_STRAY = f"%[^0-9A-Fa-f]|%[0-9A-Fa-f][^0-9A-Fa-f]|%[0-9A-Fa-f]?{END}"  # the same without looking ahead
_SPACE_AT_END = re.compile(f"[{re.escape(TRIMMED)}]+(?=[/;&]|\\Z)")


@dataclass(frozen=True, slots=True)
class EncodeIllegal:
    """What is encoded besides, and what is not."""

    also: str = option("", "Further ASCII characters that are encoded; no letters, digits or %.")
    keep: str = option("", "Characters that stay although they are illegal.")
    stray_percent: Literal["encode", "keep"] = option("encode", "A % that starts no triplet.")
    non_ascii: Literal["encode", "keep"] = option("encode", "Characters beyond ASCII, as their UTF-8 bytes.")
    skip_backslash: bool = option(True, "Leave web, ftp and file URLs alone that hold a \\ before the query.")
    components: tuple[str, ...] = option(_NAMES, _WHERE)


class _Illegal:
    """What the step made of its options. Patterns with characters beyond ASCII take long to compile: they
    wait for the first text that asks for them.
    """

    def __init__(self, options: EncodeIllegal) -> None:
        also = _punctuation("also", options.also, _ASCII_PUNCTUATION)
        keep = _punctuation("keep", options.keep, ILLEGAL)
        self._found = ILLEGAL - keep | also
        self._in_file = self._found - ({"|"} - also)
        self._beyond = _UNDECODABLE if options.non_ascii == "keep" else _NON_ASCII + _UNDECODABLE
        self._encodes_stray = options.stray_percent == "encode"
        self.skip_backslash = options.skip_backslash
        self.is_legal_ascii = self._legal("")
        may_change = one_of(self._found)
        may_change += "" if options.non_ascii == "keep" else r"|[^\x00-\x7f]"
        self.may_change = may_change + (f"|{_MAY_BE_STRAY}" if self._encodes_stray else "")

    @cached_property
    def is_legal(self) -> Callable[[str], object]:
        """For any text."""
        return self._legal(self._beyond)

    @cached_property
    def anywhere(self) -> re.Pattern[str]:
        """What is encoded."""
        return self._pattern(self._found)

    @cached_property
    def in_file(self) -> re.Pattern[str]:
        """What is encoded in a file URL."""
        return self._pattern(self._in_file)

    def _legal(self, beyond: str) -> Callable[[str], object]:
        # Most values are legal, and this way to find it out is the fastest.
        found = _members(self._found) + beyond
        plain = f"[^{found}%]*"
        legal = f"{plain}(?:%[0-9A-Fa-f]{{2}}{plain})*" if self._encodes_stray else f"[^{found}]*"
        return re.compile(legal).fullmatch

    def _pattern(self, characters: frozenset[str]) -> re.Pattern[str]:
        found = _members(characters) + self._beyond
        return re.compile(f"[{found}]+" + (f"|{_STRAY}" if self._encodes_stray else ""))


def _members(characters: frozenset[str]) -> str:
    return "".join(f"\\x{ord(char):02x}" for char in sorted(characters))


def _encode_illegal(value: str, needed: Needed, options: _Illegal) -> str:
    if (options.is_legal_ascii if value.isascii() else options.is_legal)(value):
        return value
    scheme, *parts = needed
    # Such a URL is for `violations` to tell, not for a step to settle. Even there spaces are encoded that
    # would be at the end, and trimmed by the next run, once other steps remove what follows.
    if options.skip_backslash and readers_disagree(scheme, parts):
        return _SPACE_AT_END.sub(_encoded, value)
    # WHATWG URL §4.1: in a file URL `C|` may be a drive.
    pattern = options.in_file if lower(scheme or "") == "file" else options.anywhere
    return pattern.sub(_encoded, value)


def _encoded(found: re.Match[str]) -> str:
    return encode(found[0])


ENCODE_ILLEGAL = Step(
    name="encode-illegal",
    title="Encode illegal characters",
    on=LAYER,
    needs=(Component.SCHEME, Component.USERINFO, Component.HOST, Component.PORT, Component.PATH),
    tells_apart=lambda options: (None, BACKSLASH, BACKSLASH, BACKSLASH, BACKSLASH),
    safety=Safety.USUALLY_PRESERVES,
    source="RFC 3986 §2.1, §2.4, §2.5, appendix A; WHATWG URL §1.3",
    summary=(
        "Writes characters that a URL may not hold (spaces, controls, quotes, angle and curly brackets, "
        "letters beyond ASCII) as the triplets of their UTF-8 bytes, and a % that starts no triplet as %25. "
        "Browsers do most of it before they send the URL. A web or file URL with a backslash is left alone: "
        "its readers disagree."
    ),
    example=Example("http://example.com/a b/ü?50%", "http://example.com/a%20b/%C3%BC?50%25"),
    apply=_encode_illegal,
    may_change=lambda options: options.may_change,
    options=EncodeIllegal,
    on_with=_chosen,
    prepare=_Illegal,
    # A reserved character and its triplet are not the same (RFC 3986 §2.2).
    safety_with=lambda options: Safety.CHANGES if RESERVED & set(options.also) else Safety.USUALLY_PRESERVES,
    assumes="that the server reads a character as the UTF-8 bytes that a browser would send for it",
)


_MIXED_CASE = "%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])"
_find_mixed_case = re.compile(
    f"{_MIXED_CASE}(?:{_MIXED_CASE})*"
)  # as it begins with %, that is what is sought


@dataclass(frozen=True, slots=True)
class Components:
    """The options of a step that has no other."""

    components: tuple[str, ...] = option(_NAMES, _WHERE)


def _uppercase(value: str, _needed: Needed, _options: object) -> str:
    if "%" not in value:
        return value
    return _find_mixed_case.sub(_upper, value)


def _upper(found: re.Match[str]) -> str:
    return found[0].upper()


UPPERCASE_PERCENT = Step(
    name="uppercase-percent",
    title="Triplets in upper case",
    on=LAYER,
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.2.1, §2.1",
    summary=(
        "Writes the hexadecimal digits of percent-encoded triplets in upper case. The standard says that %3a "
        "and %3A are the same byte, so nothing can depend on it."
    ),
    example=Example("http://example.com/a%c2%b1b", "http://example.com/a%C2%B1b"),
    apply=_uppercase,
    may_change=lambda options: _MIXED_CASE,
    options=Components,
    on_with=_chosen,
    assumes="that the server reads hexadecimal digits in either case, as the standard has it",
)


_TRIPLET_OR_CHARACTER = re.compile("%[0-9A-Fa-f]{2}|.", re.DOTALL)
_has_stray = re.compile(_STRAY).search


@dataclass(frozen=True, slots=True)
class DecodeUnreserved:
    """Which triplets stay."""

    keep: str = option("", "Unreserved characters whose triplets stay, as in “.” for %2E.")
    components: tuple[str, ...] = option(_NAMES, _WHERE)


class _Decoder(NamedTuple):
    triplet: re.Pattern[str]
    may_change: str


def _prepare_unreserved(options: DecodeUnreserved) -> _Decoder:
    pattern = triplet_of(UNRESERVED - _punctuation("keep", options.keep, UNRESERVED))
    return _Decoder(re.compile(pattern), pattern)


def _decode_unreserved(value: str, _needed: Needed, options: _Decoder) -> str:
    if "%" not in value or options.triplet.search(value) is None:
        return value
    if _has_stray(value) is None:
        return options.triplet.sub(_decoded, value)
    return _decode_beside_strays(value, options.triplet)


_CHARACTERS = {
    f"%{high}{low}": chr(int(high + low, 16)) for high in "01234567" for low in "0123456789ABCDEFabcdef"
}


def _decoded(found: re.Match[str]) -> str:
    return _CHARACTERS[found[0]]


def _decode_beside_strays(value: str, triplet: re.Pattern[str]) -> str:
    """As `_decode_unreserved`, where a `%` starts no triplet: `/%%34%31` must not become the triplet `%41`.

    A triplet stays whose character would be the first or second after such a `%` once all others are decoded.
    """
    out: list[str] = []
    close = 0  # how many characters yet stand beside a stray `%`
    for found in _TRIPLET_OR_CHARACTER.finditer(value):
        piece = found[0]
        if piece == "%":
            close = 2
        elif len(piece) == 1:
            close -= 1
        elif triplet.fullmatch(piece) is None:
            close = 0
        else:
            piece = piece if close > 0 else _decoded(found)
            close -= 1
        out.append(piece)
    return "".join(out)


DECODE_UNRESERVED = Step(
    name="decode-unreserved",
    title="Decode unreserved triplets",
    on=LAYER,
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.2.2, §2.3",
    summary=(
        "Writes triplets of letters, digits and - . _ ~ as these characters: %7E becomes ~. They have no "
        "other meaning in a URL, so the standard asks that they are never encoded. All other triplets stay."
    ),
    example=Example("http://example.com/%7Euser%2Fa", "http://example.com/~user%2Fa"),
    apply=_decode_unreserved,
    may_change=lambda options: options.may_change,
    options=DecodeUnreserved,
    on_with=_chosen,
    prepare=_prepare_unreserved,
    assumes="that the server decodes triplets of letters and digits, as the standard has it",
)


# `/`, `?` and `#` end components, `%` starts triplets, and no other triplet's character is reserved.
_DECODABLE = RESERVED - frozenset("/?#")
_NO_USERINFO = tuple(name for name in _NAMES if name != Component.USERINFO.value)


@dataclass(frozen=True, slots=True)
class DecodeReserved:
    """Which reserved characters are decoded."""

    characters: str = option("!$'()*,:@", "Reserved characters whose triplets are decoded; not / ? #.")
    components: tuple[str, ...] = option(_NO_USERINFO, _WHERE)


class _ReservedDecoder(NamedTuple):
    triplet: re.Pattern[str]
    beside_colons: re.Pattern[str]
    may_change: str


def _prepare_reserved(options: DecodeReserved) -> _ReservedDecoder:
    chosen = _punctuation("characters", options.characters, _DECODABLE)
    pattern = triplet_of(chosen)
    return _ReservedDecoder(re.compile(pattern), re.compile(triplet_of(chosen - {":"})), pattern)


def _decode_reserved(value: str, needed: Needed, options: _ReservedDecoder) -> str:
    if "%" not in value:
        return value
    # RFC 3986 §4.2: a colon in the first segment of a relative reference would end a scheme.
    triplet = options.beside_colons if needed == (None, None) else options.triplet
    return triplet.sub(_decoded, value)


def _chosen_without_userinfo(options: DecodeReserved) -> tuple[Component, ...]:
    chosen = _chosen(options)
    if Component.USERINFO in chosen:
        raise ValueError("decode-reserved does not work on the userinfo, where : and @ have their meaning")
    return chosen


DECODE_RESERVED = Step(
    name="decode-reserved",
    title="Decode reserved triplets",
    on=(Component.PATH, Component.QUERY, Component.FRAGMENT),
    needs=(Component.SCHEME, Component.HOST),
    tells_apart=lambda options: (NEVER, NEVER),
    safety=Safety.CHANGES,
    source="RFC 3986 §2.2, §6.2.2.2",
    summary=(
        "Writes triplets of some reserved characters as these characters: %2C becomes a comma. The standard "
        "keeps the two apart, because a server may give the bare character a meaning of its own; most "
        "servers give none to those chosen here. Triplets of / ? # stay always."
    ),
    example=Example("http://example.com/a%2Cb%2Fc", "http://example.com/a,b%2Fc"),
    apply=_decode_reserved,
    may_change=lambda options: options.may_change,
    options=DecodeReserved,
    on_with=_chosen_without_userinfo,
    prepare=_prepare_reserved,
    assumes="that the server reads %2C and a bare comma (and the like) as the same",
)


# A run is text that composes as one piece: perhaps an ASCII letter, then what lies beyond ASCII, encoded or
# not. Triplets of ASCII are eaten first, so that their hexadecimal letters are never taken for a base letter.
# Delimiters are never part of a run: `=` and a combining stroke would make the sign for "not equal".
_BEYOND_ASCII = re.compile("[^\x00-\x7f]|%[89A-Fa-f][0-9A-Fa-f]")


@cache
def _runs() -> re.Pattern[str]:
    return re.compile(f"(?:%[0-7][0-9A-Fa-f])+|([A-Za-z]?(?:[{_NON_ASCII}]|%[89A-Fa-f][0-9A-Fa-f])+)")


def _nfc(value: str, _needed: Needed, _options: object) -> str:
    if _BEYOND_ASCII.search(value) is None:
        return value
    # What is part of a composed text is composed.
    if unicodedata.is_normalized("NFC", decode(value)):
        return value
    return _runs().sub(_compose, value)


def _compose(found: re.Match[str]) -> str:
    run = found[1]
    if run is None:
        return found[0]
    decoded = _decode_non_ascii(run)
    composed = unicodedata.normalize("NFC", decoded)
    if composed == decoded:
        return run
    write = encode if "%" in run else str
    return "".join(_written(char, write) for char in composed)


def _decode_non_ascii(run: str) -> str:
    return _ENCODED_RUN.sub(
        lambda found: bytes.fromhex(found[0].replace("%", "")).decode(errors="surrogateescape"), run
    )


_ENCODED_RUN = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")


def _written(char: str, write: Callable[[str], str]) -> str:
    if char in ALPHA:
        return char
    # U+037E and U+1FEF compose to `;` and a backtick, which would be delimiters or illegal where they stand.
    return ENCODED[ord(char)] if char.isascii() else write(char)


UNICODE_NFC = Step(
    name="unicode-nfc",
    title="Composed letters (NFC)",
    on=LAYER,
    safety=Safety.CHANGES,
    source="RFC 3987 §5.3.2.2; Unicode Standard Annex #15",
    summary=(
        "Writes letters with accents as one character where Unicode has one: e followed by a combining "
        "accent becomes é, encoded or not. Both look the same, but they are different bytes, and a server "
        "may tell them apart."
    ),
    example=Example("http://example.com/cafe%CC%81", "http://example.com/caf%C3%A9"),
    apply=_nfc,
    may_change=lambda options: r"[^\x00-\x7f]|%[89A-Fa-f][0-9A-Fa-f]",
    options=Components,
    on_with=_chosen,
    assumes="that the server takes a letter and its composed form for the same name",
)

STEPS: tuple[Step, ...] = (ENCODE_ILLEGAL, UPPERCASE_PERCENT, DECODE_UNRESERVED, DECODE_RESERVED, UNICODE_NFC)
"""Steps of the percent layer, in the order in which they follow each other."""
