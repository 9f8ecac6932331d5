"""The one diff grammar: what is gone is struck out on a tint, what is new is underlined on a tint.

`UrlText` is a piece of a URL with everything that may stand out in it; it is painted the same way in
tables, result rows and lists, on one line around its first change or broken into several. Each colour has a
second cue, and `described` says the same in words for screen readers. Spans are code points.
"""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from urlinspector.gui.text import is_drawn_as_is, printable
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.text_line import LineStyle, TextLine, make_line
from urlinspector.gui.views.url_rows import Piece, Widths, break_rows, pieces
from urlinspector.gui.views.url_text import UrlText
from urlinspector.normalize.diff import Diff
from urlinspector.url.components import Span, Url
from urlinspector.url.masking import DOTS

_FAR_TOO_LONG = 6
"""Times the rows that are shown: a longer text is not broken into rows as a whole."""

__all__ = ["BlockCache", "TextBlock", "UrlText", "before_and_after", "described", "merged", "plain"]


def before_and_after(diff: Diff, before: str, after: str) -> tuple[UrlText, UrlText]:
    """The two sides of a diff, both cut around its first change."""
    first = next((piece for piece in diff.pieces if not piece.kept), None)
    sides = (first.before, first.after) if first is not None else (None, None)
    return UrlText(before, gone=diff.gone, focus=sides[0]), UrlText(after, new=diff.new, focus=sides[1])


def merged(diff: Diff, before: str, after: str) -> UrlText:
    """Both texts of a diff in one: what is gone stands before what is new in its place."""
    parts: list[str] = []
    gone: list[Span] = []
    new: list[Span] = []
    length = 0
    for piece in diff.pieces:
        old, made = before[slice(*piece.before)], after[slice(*piece.after)]
        for text, spans in ((old, None if piece.kept else gone), ("" if piece.kept else made, new)):
            if text and spans is not None:
                spans.append(Span(length, length + len(text)))
            parts.append(text)
            length += len(text)
    return UrlText("".join(parts), gone=tuple(gone), new=tuple(new))


def plain(content: UrlText) -> str:
    """The text as it is copied: the mask applied, nothing else changed."""
    if content.mask is None:
        return content.text
    return content.text[: content.mask.start] + DOTS + content.text[content.mask.end :]


def described(content: UrlText) -> str:
    """The text in words, changes named: `HTTP://x; gone: HTTP`."""
    parts = [printable(plain(content))]
    translate = QCoreApplication.translate
    for spans, words in (
        (content.gone, translate("Diff", "gone: {0}")),
        (content.new, translate("Diff", "new: {0}")),
    ):
        if spans:
            told = [_in_words(each) for span in spans[:12] if (each := _shown_of(content, span))]
            parts.append(words.format(", ".join(told)))
    return "; ".join(parts)


def _shown_of(content: UrlText, span: Span) -> str:
    """A span of the text, without what the mask hides; empty where it hides all."""
    mask, (start, end) = content.mask, span
    if mask is None or end <= mask.start or mask.end <= start:
        return content.text[start:end]
    if mask.start <= start and end <= mask.end:
        return ""
    return content.text[start : mask.start] + DOTS + content.text[mask.end : end]


def _in_words(text: str) -> str:
    translate = QCoreApplication.translate
    if text.strip(" "):
        return printable(text)
    return (
        translate("Diff", "a space") if len(text) == 1 else translate("Diff", "{0} spaces").format(len(text))
    )


class TextBlock:
    """A `UrlText` shaped for a width: one line around its first change, or as many lines as it needs."""

    def __init__(
        self,
        content: UrlText,
        theme: Theme,
        width: float,
        *,
        lines: int = 1,
        font: QFont | None = None,
        metrics: QFontMetricsF | None = None,
    ) -> None:
        """`lines` is the most that it may take; a text that needs more ends with an ellipsis."""
        self.content, self.theme = content, theme
        self.style = LineStyle(content, theme, font or theme.type.mono, metrics)
        self.line_height = self.style.line_height
        self.lines: list[TextLine] = [self._window(width)] if lines == 1 else self._broken(width, lines)

    @property
    def height(self) -> float:
        return self.line_height * len(self.lines)

    @property
    def width(self) -> float:
        return max(line.width for line in self.lines)

    @property
    def is_cut(self) -> bool:
        """Whether something of the text is not shown."""
        return self.lines[0].span.start > 0 or self.lines[-1].span.end < len(self.content.text)

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Paint it with its corner there."""
        for number, line in enumerate(self.lines):
            line.paint(painter, left, top + number * self.line_height)

    def index_at(self, x: float, y: float) -> int:
        """The position nearest to a point of the block."""
        number = min(max(int(y // self.line_height), 0), len(self.lines) - 1)
        return self.lines[number].index_at(x)

    def _window(self, width: float) -> TextLine:
        text = self.content.text
        cell = self.style.cell
        room = max(int(width / cell), 3)
        for _ in range(3):
            span = _window(len(text), self._focus(), room)
            line = make_line(self.style, span, span.start > 0, span.end < len(text))
            if line.width <= width + 0.5 or room <= 3:
                break
            room = max(int(room * width / line.width), 3)
        return line

    def _broken(self, width: float, lines: int) -> list[TextLine]:
        text = self.content.text
        room = int(width / self.style.cell)
        if len(text) > _FAR_TOO_LONG * max(lines, 3) * max(room, 8):
            return [make_line(self.style, *each) for each in self._first_and_focus(lines, max(room, 8))]
        parts = pieces(Url.parse(text)) or (Piece(None, Span(0, 0)),)
        cell = self.style.cell
        as_is = text.isascii() and is_drawn_as_is(text, marks=self.content.marks)
        advance = None if as_is else self.style.metrics.horizontalAdvance
        rows = break_rows(text, parts, Widths(text, cell, advance), max(width, 4 * cell))
        if len(rows) <= lines:
            return [make_line(self.style, row, False, False) for row in rows]
        return [make_line(self.style, *each) for each in self._around_focus(rows, lines, int(width / cell))]

    def _first_and_focus(self, lines: int, room: int) -> list[tuple[Span, bool, bool]]:
        """Of a text too long to be broken as a whole: its first row, and rows around its first change."""
        length, focus = len(self.content.text), self._focus()
        at = room if focus is None else max(focus.start - room // 3, room - 1)
        at = min(at, length - (lines - 1) * (room - 1))
        made = [(Span(0, room - 1), False, True)]
        for number in range(lines - 1):
            end = min(at + room - 2, length)
            made.append((Span(at, end), number == 0, number == lines - 2 and end < length))
            at = end
        return made

    def _around_focus(self, rows: list[Span], lines: int, room: int) -> list[tuple[Span, bool, bool]]:
        """Of more rows than there is room for: the first ones, or the first one and those with the change."""
        focus = self._focus()
        at = 0
        if focus is not None:
            at = next((n for n, row in enumerate(rows) if row.end > focus.start), len(rows) - 1)
        if at < lines - 1 or lines < 3:
            return [
                *((row, False, False) for row in rows[: lines - 1]),
                (_shorter(rows[lines - 1], room), False, True),
            ]
        first = min(at, len(rows) - lines + 1)
        shown = rows[first : first + lines - 1]
        made = [(_shorter(rows[0], room), False, True)]
        for row in shown:
            is_last = row is shown[-1] and row is not rows[-1]
            made.append((_shorter(row, room - 1), row is shown[0], is_last or row.end - row.start > room - 1))
        return made

    def _focus(self) -> Span | None:
        content = self.content
        spans = content.found or content.marked or content.gone or content.new
        return spans[0] if spans else content.focus


def _shorter(row: Span, room: int) -> Span:
    """A row with room for an ellipsis."""
    return Span(row.start, max(row.start, min(row.end, row.start + room - 1)))


def _window(length: int, focus: Span | None, room: int) -> Span:
    """The part of a text that is shown in `room` cells, its first change in it."""
    if length <= room:
        return Span(0, length)
    if focus is None or focus.end <= room - 1:
        return Span(0, room - 1)
    start = min(max(focus.start - room // 4, 0), length - room + 1)
    end = min(start + room - 2, length)
    return Span(start, length if end >= length - 1 else end)


class BlockCache:
    """Shaped blocks kept while they may be painted again; one for each delegate or row that paints."""

    def __init__(self, size: int = 400) -> None:
        self._size = size
        self._theme: Theme | None = None
        self._metrics: QFontMetricsF | None = None
        self._blocks: dict[tuple[UrlText, int, int], TextBlock] = {}

    def get(self, content: UrlText, theme: Theme, width: float, lines: int = 1) -> TextBlock:
        """The block for a width, shaped now if it is not known."""
        if theme is not self._theme or len(self._blocks) >= self._size:
            self._blocks.clear()
            self._theme, self._metrics = theme, QFontMetricsF(theme.type.mono)
        key = (content, int(width), lines)
        found = self._blocks.get(key)
        if found is None:
            found = TextBlock(content, theme, int(width), lines=lines, metrics=self._metrics)
            self._blocks[key] = found
        return found
