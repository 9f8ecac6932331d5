"""How a URL is broken into rows: between components where it can be, at `&` and `/` inside long ones, else
anywhere.

No widget here: widths come in as a function, rows go out as spans of code points.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from urlinspector.url.components import COMPONENTS, Component, Span, Url

_LAST_GOOD_BREAK = re.compile(r".*[&;/?#,.]", re.DOTALL)
"""A long component is broken before one of these where one stands in the last part of the row."""

_LATE = 0.6
"""The share of a row that must be filled before a good place to break is taken."""


class Piece(NamedTuple):
    """A component, or the delimiter between two (`component` None), in the text."""

    component: Component | None
    span: Span


class Widths:
    """Widths of stretches of one text: a table of running sums, or one cell for each character where that
    is true.
    """

    def __init__(self, text: str, cell: float, advance: Callable[[str], float] | None) -> None:
        """`advance` gives one character's width; None says that every character is one cell wide."""
        self.length = len(text)
        self._cell = cell
        self._sums: list[float] | None = None
        if advance is not None:
            known = {each: advance(each) for each in set(text)}
            self._sums = list(accumulate(map(known.__getitem__, text), initial=0.0))

    def between(self, start: int, end: int) -> float:
        """The width of a stretch."""
        if self._sums is None:
            return (end - start) * self._cell
        return self._sums[end] - self._sums[start]

    def reach(self, start: int, room: float) -> int:
        """The end of the longest stretch from `start` that fits, at least one character long."""
        if self._sums is None:
            end = start + int(room / self._cell + 1e-6)
        else:
            end = bisect_right(self._sums, self._sums[start] + room + 1e-6) - 1
        return min(max(end, start + 1), self.length)


def pieces(url: Url) -> tuple[Piece, ...]:
    """Components and delimiters in order; together they cover the text."""
    found: list[Piece] = []
    at = 0
    spans = url.spans()
    for component in COMPONENTS:
        span = spans[component]
        if span is None:
            continue
        if span.start > at:
            found.append(Piece(None, Span(at, span.start)))
        found.append(Piece(component, span))
        at = span.end
    end = len(str(url))
    if at < end:
        found.append(Piece(None, Span(at, end)))
    return tuple(found)


def break_rows(text: str, parts: tuple[Piece, ...], widths: Widths, room: float) -> list[Span]:
    """The rows of a text in a field `room` wide; one empty row for an empty text."""
    if widths.between(0, len(text)) <= room:
        return [Span(0, len(text))]
    rows: list[Span] = []
    start = 0
    for unit in _units(parts):
        while widths.between(start, unit.end) > room:
            longer_than_row = widths.between(unit.start, unit.end) > room
            if unit.start > start and not (longer_than_row and _keeps_going(widths, start, unit, room)):
                end = unit.start
            else:
                end = _good_end(text, start, widths.reach(start, room), unit.start)
            rows.append(Span(start, end))
            start = end
    if start < len(text):
        rows.append(Span(start, len(text)))
    return rows


def _keeps_going(widths: Widths, start: int, unit: Span, room: float) -> bool:
    """Whether a component too long for any row begins on the present one, because much of that is still
    free.
    """
    return widths.between(start, unit.start) < room * 0.4


def _units(parts: tuple[Piece, ...]) -> list[Span]:
    """What is kept together: the scheme, the authority, path, query and fragment, each with its delimiter."""
    starts = {0}
    before = 0
    for component, span in parts:
        if component in (Component.PATH, Component.QUERY, Component.FRAGMENT) and span.start < span.end:
            starts.add(before if component is not Component.PATH else span.start)
        if component is not None:
            before = span.end
    ends = [*sorted(starts)[1:], parts[-1].span.end if parts else 0]
    return [Span(start, end) for start, end in zip(sorted(starts), ends, strict=True) if start < end]


def _good_end(text: str, start: int, end: int, unit_start: int) -> int:
    if end >= len(text):
        return end
    earliest = max(start + int((end - start) * _LATE), unit_start + 1)
    found = _LAST_GOOD_BREAK.match(text, earliest, end + 1)
    best = found.end() - 1 if found is not None else end
    while best > start + 1 and _joins(text[best]):
        best -= 1
    return max(best, start + 1)


def _joins(character: str) -> bool:
    """Whether a character belongs to the one before it: combining marks, joiners, variation selectors."""
    if character.isascii():
        return False
    return unicodedata.combining(character) != 0 or character in "\u200d\ufe0e\ufe0f"
