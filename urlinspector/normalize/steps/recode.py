"""The step that decodes triplets and encodes again, with the choices that real canonicalizers make otherwise.

The steps in `percent` each do one thing that the standard speaks of. Programs mostly decode a component whole
and encode it again; what they keep on the way tells them apart (RFC 3986 §2.4 warns of doing it twice).
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._patterns import NEVER, none_of, one_of, triplet_of
from urlinspector.url.charsets import UNRESERVED
from urlinspector.url.components import Component
from urlinspector.url.percent import decode, encode

_LAYER = (Component.PATH, Component.QUERY, Component.FRAGMENT, Component.USERINFO)
_ENDS = {
    Component.PATH: frozenset("?#"),
    Component.QUERY: frozenset("#"),
    Component.FRAGMENT: frozenset[str](),
    Component.USERINFO: frozenset("/?#@"),
}
"""What would end each component if it came out of a triplet."""
_ASCII = frozenset(map(chr, range(0x80)))
_RESERVED_AND_PERCENT = "!#$%&'()*+,/:;=?@[]"


@dataclass(frozen=True, slots=True)
class RecodePercent:
    """What is decoded, and what is encoded again."""

    keep: str = option(
        "!$&'()*+,;=:@/?", "Characters besides letters, digits and - . _ ~ that are written as they are."
    )
    protect: str = option(_RESERVED_AND_PERCENT, "Characters whose triplets stay triplets.")
    encode: str = option("", "Letters, digits and - . _ ~ that are written as triplets.")
    stray_percent: Literal["encode", "keep"] = option(
        "encode", "A % that starts no triplet; kept, it may start one after a second run."
    )
    case: Literal["upper", "keep"] = option("upper", "The digits of triplets that stay.")
    undecodable: Literal["keep", "replace"] = option(
        "keep", "Triplets that are not UTF-8: keep their bytes, or write U+FFFD."
    )
    non_ascii: Literal["encode", "plain"] = option(
        "encode", "Letters beyond ASCII: as triplets, or as letters."
    )
    nfc: bool = option(False, "Compose letters and accents (Unicode NFC) while they are decoded.")
    divide: str = option("", "A character whose first occurrence divides the component and stays.")
    separators: str = option("", "Characters that divide the component into fields and stay.")
    without_host: Literal["recode", "keep"] = option(
        "recode", "Where a scheme is followed by no host (mailto:a): recode it too, or keep it."
    )
    components: tuple[str, ...] = option(tuple(each.value for each in _LAYER), "Only in these components.")


class Recoder(NamedTuple):
    """The options of `recode`, compiled."""

    protected: re.Pattern[str]
    protected_and_colon: re.Pattern[str]
    encoded: re.Pattern[str]
    plain: re.Pattern[str]
    """A text that needs no work."""
    upper: bool
    replace: bool
    nfc: bool
    divide: str
    separators: re.Pattern[str] | None
    keep_without_host: bool
    may_change: str


def chosen(options: RecodePercent) -> tuple[Component, ...]:
    """The components that the options name, in the layer's order. Raises ValueError."""
    names = {each.value for each in _LAYER}
    if not options.components or not set(options.components) <= names:
        raise ValueError(f"components: name some of {', '.join(sorted(names))}")
    return tuple(each for each in _LAYER if each.value in options.components)


def prepare(options: RecodePercent) -> Recoder:
    """Compile options. Raises ValueError where an output could end its component."""
    for name in ("keep", "protect", "encode", "divide", "separators"):
        if not set(getattr(options, name)) <= _ASCII:
            raise ValueError(f"“{getattr(options, name)}” for {name}: ASCII characters only")
    if len(options.divide) > 1 or "%" in options.keep:
        raise ValueError("one character divides, and % is never one that is kept")
    loose = set(options.keep) - set(options.protect)
    for component in chosen(options):
        if loose & _ENDS[component]:
            found = "".join(sorted(loose & _ENDS[component]))
            raise ValueError(f"triplets of “{found}” would end the {component.value}: protect them")
    return compiled(options)


def compiled(options: RecodePercent) -> Recoder:
    """As `prepare`, unchecked: for steps that see to the ends of their component themselves."""
    plain = (UNRESERVED - set(options.encode)) | set(options.keep)
    encoded = plain | {"%"} if options.stray_percent == "keep" else plain
    pattern = none_of(encoded)
    if options.non_ascii == "plain":
        pattern = f"(?:{one_of(_ASCII - encoded)}|[\\udc80-\\udcff])"
    return Recoder(
        re.compile(f"({triplet_of(options.protect)})" if options.protect else "((?!))"),
        re.compile(f"({triplet_of({*options.protect, ':'})})"),
        re.compile(f"{pattern}+"),
        re.compile(f"[{re.escape(''.join(sorted(plain)))}]*"),
        options.case == "upper",
        options.undecodable == "replace",
        options.nfc,
        options.divide,
        re.compile(f"({one_of(options.separators)})") if options.separators else None,
        options.without_host == "keep",
        # A text of plain characters alone stays; % is never one of them.
        none_of(plain),
    )


def recode(text: str, recoder: Recoder, *, keep_colons: bool = False) -> str:
    """`text` decoded and encoded again; with `keep_colons` the triplets of colons stay as well."""
    if recoder.plain.fullmatch(text) is not None:
        return text
    if recoder.separators is not None:
        pieces = recoder.separators.split(text)
        pieces[::2] = [_recode_field(piece, recoder, keep_colons) for piece in pieces[::2]]
        return "".join(pieces)
    return _recode_field(text, recoder, keep_colons)


def _recode_field(text: str, recoder: Recoder, keep_colons: bool) -> str:
    if not recoder.divide:
        return _recode(text, recoder, keep_colons)
    before, divider, after = text.partition(recoder.divide)
    return _recode(before, recoder, keep_colons) + divider + _recode(after, recoder, keep_colons)


def _recode(text: str, recoder: Recoder, keep_colons: bool) -> str:
    protected = recoder.protected_and_colon if keep_colons else recoder.protected
    if "%" not in text:
        return _encoded(_composed(text, recoder), recoder)
    pieces = protected.split(text)
    for at, piece in enumerate(pieces):
        if at % 2:
            pieces[at] = piece.upper() if recoder.upper else piece
        elif piece:
            pieces[at] = _encoded(_composed(decode(piece), recoder), recoder)
    return "".join(pieces)


_UNDECODABLE = re.compile("[\udc80-\udcff]+")


def _composed(text: str, recoder: Recoder) -> str:
    if not text.isascii():
        # Undecodable bytes that stood beside triplets may be letters now.
        errors = "replace" if recoder.replace else "surrogateescape"
        text = _UNDECODABLE.sub(
            lambda found: found[0].encode(errors="surrogateescape").decode(errors=errors), text
        )
    return unicodedata.normalize("NFC", text) if recoder.nfc else text


def _encoded(text: str, recoder: Recoder) -> str:
    return recoder.encoded.sub(lambda found: encode(found[0]), text)


def _apply(value: str, needed: Needed, recoder: Recoder) -> str:
    scheme, host = needed
    if recoder.keep_without_host and scheme is not None and host is None:
        return value
    # RFC 3986 §4.2: a colon in the first segment of a relative reference would end a scheme.
    answer = recode(value, recoder, keep_colons=needed == (None, None))
    if host is None and answer.startswith("//") and not value.startswith("//"):
        return value  # RFC 3986 §3.3: without an authority no path begins with //
    return answer


RECODE_PERCENT = Step(
    name="recode-percent",
    title="Decode triplets and encode again",
    on=_LAYER,
    needs=(Component.SCHEME, Component.HOST),
    tells_apart=lambda recoder: (NEVER, NEVER),
    safety=Safety.CHANGES,
    source="RFC 3986 §2.4, §6.2.2; WHATWG URL §1.3",
    summary=(
        "Decodes triplets, and writes as triplets again what may not stand as it is. Programs differ in "
        "what they keep on the way, which the options tell; the defaults change nothing that has a meaning."
    ),
    example=Example("http://example.com/%7ea b%2fc", "http://example.com/~a%20b%2Fc"),
    apply=_apply,
    may_change=lambda recoder: recoder.may_change,
    options=RecodePercent,
    on_with=chosen,
    prepare=prepare,
    assumes="that the server decodes a component once, and takes both spellings for the same",
    # Not offered beside the steps that do one thing each; it is for the profiles of programs.
    peer="several programs",
)

STEPS: tuple[Step, ...] = (RECODE_PERCENT,)
"""The last step of the percent layer."""
