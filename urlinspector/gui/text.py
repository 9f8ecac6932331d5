"""Texts as widgets draw them: positions in UTF-16 units, and visible forms of what would not be seen.

A URL may hold anything: line ends, controls, invisible characters, bidirectional controls, and lone
surrogates, which Qt drops silently. None of it may act on the layout or vanish from it. Positions everywhere
else are code points (definitions §1); `Shown` is the one place that turns them into Qt's UTF-16 units and
back.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

from urlinspector.url.components import Span
from urlinspector.url.masking import DOTS

CHANGED_SPACE = "␣"

_C0 = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
).split()
_LABELS: dict[str, str] = {chr(n): name for n, name in enumerate(_C0)} | {
    "\x7f": "DEL",
    "\x85": "NEL",
    "\u2028": "LS",
    "\u2029": "PS",
    "\xad": "SHY",
    "\u034f": "CGJ",
    "\u061c": "ALM",
    "\u180e": "MVS",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\ufeff": "BOM",
}
"""The usual abbreviations of Unicode's names and aliases; others are shown as `U+HHHH`."""

_SPACES = {" ": CHANGED_SPACE, "\xa0": "⍽"}

# Never left to the layout engine: controls, line and paragraph separators, lone surrogates.
_ALWAYS = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
# Without width, and acting on their neighbours or on nothing: left out of the layout unless they are to be
# seen.
_SILENT = (
    r"\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
)
# They join or choose glyphs, so they stay in the layout until they are to be seen.
_SHAPING = r"\u034f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef\u115f\u1160\u3164\uffa0"
_BLANKS = r" \xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_ASTRAL = r"\U00010000-\U0010ffff"

_HIDDEN = re.compile(f"[{_ALWAYS}{_SILENT}{_ASTRAL}]")
_MARKED = re.compile(f"[{_ALWAYS}{_SILENT}{_SHAPING}{_BLANKS}{_ASTRAL}]")
_INVISIBLE = re.compile(f"[{_ALWAYS}{_SILENT}{_SHAPING}{_BLANKS}]")
_FORCED = re.compile(f"[{_ALWAYS}]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# Letters written from right to left: Hebrew to Arabic Extended-A, presentation forms, the plane-1 scripts.
_RIGHT_TO_LEFT = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_DELIMITERS = ":/?#[]@!$&'()*+,;=.-_~%"
_LRM = "\u200e"


def visible_form(character: str) -> str:
    """What is drawn for one invisible character: `␣`, `LF`, `ZWSP`, `U+2003`, `\\xE9` for an undecodable
    byte."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02X}"
    if 0xD800 <= code <= 0xDFFF:
        return f"\\u{code:04X}"
    return _SPACES.get(character) or _LABELS.get(character) or f"U+{code:04X}"


def name_of(character: str) -> str:
    """A character in words, for tooltips and screen readers: `U+202E RIGHT-TO-LEFT OVERRIDE`, `byte 0xE9`."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"byte 0x{code - 0xDC00:02X}"
    if 0xD800 <= code <= 0xDFFF:
        return f"U+{code:04X} lone surrogate"
    name = unicodedata.name(character, "") or _LABELS.get(character, "")
    return f"U+{code:04X} {name}".rstrip()


def is_invisible(character: str) -> bool:
    """Whether a character is drawn with a visible form where invisible ones are shown."""
    return _INVISIBLE.match(character) is not None


def printable(text: str) -> str:
    """A text that any widget, tooltip or screen reader may be given: what acts on layout is written as a
    label.

    Spaces stay, joiners inside emoji stay; the rest is written `‹LF›`, `‹RLO›`, `\\xE9`.
    """
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(_label, text)


def _label(found: "re.Match[str]") -> str:
    character = found[0]
    if ord(character) >= 0x10000 and not _INVISIBLE.match(character):
        return character
    form = visible_form(character)
    return form if form.startswith("\\") else f"‹{form}›"


def without_surrogates(text: str) -> str:
    """A text that Qt keeps whole: lone surrogates written as `\\xHH`; everything else as it is."""
    return _SURROGATE.sub(lambda found: visible_form(found[0]), text)


def to_utf16(text: str, index: int) -> int:
    """The position in UTF-16 units of the code point at `index`."""
    if text.isascii():
        return index
    return index + sum(1 for character in text[:index] if ord(character) > 0xFFFF)


def to_code_point(text: str, unit: int) -> int:
    """The code point that the UTF-16 unit at `unit` belongs to; inverse of `to_utf16`."""
    if text.isascii():
        return min(unit, len(text))
    at = 0
    for index, character in enumerate(text):
        width = 2 if ord(character) > 0xFFFF else 1
        if unit < at + width:
            return index
        at += width
    return len(text)


def utf16_length(text: str) -> int:
    """Length in UTF-16 units."""
    return to_utf16(text, len(text))


class Shown:
    """A text as it is drawn, with the way between its code points and the drawn text's UTF-16 units.

    `labels` are spans of the drawn text, in UTF-16 units, that hold a label or a mark in place of a
    character, and `forms` what they hold.
    """

    __slots__ = ("_drawn", "_ends", "_shifts", "_starts", "forms", "labels", "source", "text")

    def __init__(self, source: str, pieces: Iterable[tuple[int, int, str, bool]]) -> None:
        """`pieces`: start and end in the source, what is drawn instead, and whether that is a label; in
        order."""
        self.source = source
        self.labels: list[Span] = []
        self.forms: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._drawn: list[int] = []
        self._shifts = [0]
        parts: list[str] = []
        at = 0
        for start, end, drawn, is_label in pieces:
            parts += (source[at:start], drawn)
            width = len(drawn) + sum(1 for each in drawn if ord(each) > 0xFFFF)
            where = start + self._shifts[-1]
            self._starts.append(start)
            self._ends.append(end)
            self._drawn.append(where)
            self._shifts.append(where + width - end)
            if is_label and width:
                self.labels.append(Span(where, where + width))
                self.forms.append(drawn)
            at = end
        parts.append(source[at:])
        self.text = "".join(parts)

    @property
    def length(self) -> int:
        """Length of the drawn text in UTF-16 units."""
        return len(self.source) + self._shifts[-1]

    def to_drawn(self, index: int) -> int:
        """Where the code point at `index` begins in the drawn text, in UTF-16 units."""
        before = bisect_right(self._ends, index)
        if before < len(self._starts) and self._starts[before] < index:
            return self._drawn[before]  # inside what one label stands for
        return index + self._shifts[before]

    def span(self, span: Span) -> Span:
        """A span of code points in the drawn text's units."""
        return Span(self.to_drawn(span.start), self.to_drawn(span.end))

    def to_source(self, unit: int) -> int:
        """The code point boundary nearest to a position in the drawn text."""
        before = bisect_right(self._drawn, unit)
        if before:
            start, end = self._starts[before - 1], self._ends[before - 1]
            drawn, drawn_end = self._drawn[before - 1], end + self._shifts[before]
            if unit < drawn_end:
                return start if unit - drawn < drawn_end - unit else end
        return unit - self._shifts[before]


def shown(
    text: str, *, marks: bool = False, mask: Span | None = None, spaces: tuple[Span, ...] = ()
) -> Shown:
    """How a text is drawn.

    With `marks` every invisible character has a visible form; without, only those that no text view could
    draw (controls, line ends, lone surrogates), while zero-width and bidirectional controls are left out so
    that they do not act. `mask` is drawn as `•••`. `spaces` are spans in which a space is drawn `␣` all the
    same. Delimiters between right-to-left letters keep their order, as the standard for browsers asks of
    URL display.
    """
    pattern = _MARKED if marks or spaces else _HIDDEN
    if not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None:
        pattern = _with_delimiters(pattern.pattern)
    elif mask is None and pattern.search(text) is None:
        return Shown(text, ())
    return Shown(text, _drawn_pieces(text, pattern, marks, mask, spaces))


def is_drawn_as_is(text: str, *, marks: bool = False) -> bool:
    """Whether a text is drawn character by character: no labels, nothing left out, nothing beyond the BMP."""
    if text.isascii():
        return text.isprintable() and not (marks and " " in text)
    return (_MARKED if marks else _HIDDEN).search(text) is None


@lru_cache(maxsize=4)
def _with_delimiters(pattern: str) -> "re.Pattern[str]":
    return re.compile(pattern[:-1] + re.escape(_DELIMITERS) + "]")


def _drawn_pieces(
    text: str, pattern: "re.Pattern[str]", marks: bool, mask: Span | None, spaces: tuple[Span, ...]
) -> Iterable[tuple[int, int, str, bool]]:
    masked = mask is None
    for found in pattern.finditer(text):
        at, character = found.start(), found[0]
        if not masked and mask is not None and at >= mask.start:
            yield mask.start, mask.end, DOTS, True
            masked = True
        if mask is not None and mask.start <= at < mask.end:
            continue
        drawn, is_label = _drawn(character, marks or any(start <= at < end for start, end in spaces))
        if drawn != character or ord(character) > 0xFFFF:
            yield at, at + 1, drawn, is_label
    if not masked and mask is not None:
        yield mask.start, mask.end, DOTS, True


def _drawn(character: str, marks: bool) -> tuple[str, bool]:
    if character in _DELIMITERS:
        return _LRM + character + _LRM, False
    if _FORCED.match(character) or (marks and _INVISIBLE.match(character)):
        return visible_form(character), True
    if _HIDDEN.match(character) and _INVISIBLE.match(character):
        return "", False
    return character, False
