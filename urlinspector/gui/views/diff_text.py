"""The one diff grammar: what is gone is struck out on a tint, what is new is underlined on a tint.

`UrlText` is a piece of a URL with everything that may stand out in it; it is painted the same way in
tables, result rows and lists, on one line around its first change or broken into several. Each colour has a
second cue, and `described` says the same in words for screen readers. Spans are code points.
"""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from urlinspector.gui.state.masking import DOTS
from urlinspector.gui.text import Shown, is_drawn_as_is, printable, shown
from urlinspector.gui.theme import Mark, Theme
from urlinspector.gui.views.url_painter import paint_box, paint_squiggle
from urlinspector.gui.views.url_rows import Piece, Widths, break_rows, pieces
from urlinspector.normalize.diff import Diff
from urlinspector.url.components import Component, Span, Url

ELLIPSIS = "…"


@dataclass(frozen=True)
class UrlText:
    """A URL or a part of one, and what stands out in it."""

    text: str
    kind: Component | None = None
    """Colour of a component, for raw text only; None paints it in ink."""
    gone: tuple[Span, ...] = ()
    new: tuple[Span, ...] = ()
    bold: Span | None = None
    marked: tuple[Span, ...] = ()
    """Soft fill with an edge: what the selection elsewhere is about."""
    found: tuple[Span, ...] = ()
    squiggles: tuple[Span, ...] = ()
    mask: Span | None = None
    """Drawn, spoken and copied as `•••`."""
    marks: bool = False
    """Whether invisible characters are shown everywhere, not in changed spans alone."""
    focus: Span | None = None
    """What a cut text is cut around, where that is not what stands out in it."""


def before_and_after(diff: Diff, before: str, after: str) -> tuple[UrlText, UrlText]:
    """The two sides of a diff, both cut around its first change."""
    first = next((piece for piece in diff.pieces if not piece.kept), None)
    sides = (first.before, first.after) if first is not None else (None, None)
    return UrlText(before, gone=diff.gone, focus=sides[0]), UrlText(after, new=diff.new, focus=sides[1])


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
            pieces_ = [
                _in_words(content.text[start:end]) for start, end in spans[:12] if not _hidden(content, start)
            ]
            parts.append(words.format(", ".join(pieces_)))
    return "; ".join(parts)


def _hidden(content: UrlText, at: int) -> bool:
    return content.mask is not None and content.mask.start <= at < content.mask.end


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
        self, content: UrlText, theme: Theme, width: float, *, lines: int = 1, font: QFont | None = None
    ) -> None:
        """`lines` is the most that it may take; a text that needs more ends with an ellipsis."""
        self.content, self.theme = content, theme
        self._font = font or theme.type.mono
        self._metrics = QFontMetricsF(self._font)
        self.line_height = max(float(theme.metrics.px(18)), self._metrics.height() + 2)
        spans = self._windows(width) if lines == 1 else self._broken(width, lines)
        self.lines = [_Line(self, span, head, tail) for span, head, tail in spans]

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

    def _windows(self, width: float) -> list[tuple[Span, bool, bool]]:
        text = self.content.text
        cell = self._metrics.horizontalAdvance("0")
        room = max(int(width / cell), 3)
        for _ in range(3):
            span = _window(len(text), self._focus(), room)
            head, tail = span.start > 0, span.end < len(text)
            line = _Line(self, span, head, tail)
            if line.width <= width + 0.5 or room <= 3:
                break
            room = max(int(room * width / line.width), 3)
        return [(span, head, tail)]

    def _broken(self, width: float, lines: int) -> list[tuple[Span, bool, bool]]:
        text = self.content.text
        parts = pieces(Url.parse(text)) or (Piece(None, Span(0, 0)),)
        cell = self._metrics.horizontalAdvance("0")
        as_is = text.isascii() and is_drawn_as_is(text, marks=self.content.marks)
        advance = None if as_is else self._metrics.horizontalAdvance
        rows = break_rows(text, parts, Widths(text, cell, advance), max(width, 4 * cell))
        if len(rows) <= lines:
            return [(row, False, False) for row in rows]
        return self._around_focus(rows, lines, int(width / cell))

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


class _Line:
    """One line of a block."""

    def __init__(self, block: TextBlock, span: Span, head: bool, tail: bool) -> None:
        self.block, self.span = block, span
        self._head, self._tail = (ELLIPSIS if head else ""), (ELLIPSIS if tail else "")
        content = block.content
        mask = _within(content.mask, span)
        spaces = tuple(each for changed in (*content.gone, *content.new, *content.squiggles)
                       if (each := _within(changed, span)) is not None)  # fmt: skip
        self._shown: Shown = shown(content.text[slice(*span)], marks=content.marks, mask=mask, spaces=spaces)
        self._layout = self._shape()
        self.width = self._layout.lineAt(0).naturalTextWidth()

    def _shape(self) -> QTextLayout:
        block = self.block
        layout = QTextLayout(self._head + self._shown.text + self._tail, block._font)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(1e7)
        line.setPosition(QPointF(0, (block.line_height - line.height()) / 2))
        layout.endLayout()
        return layout

    def _formats(self) -> list[QTextLayout.FormatRange]:
        content, theme = self.block.content, self.block.theme
        colours = theme.colours
        ink = colours.text if content.kind is None else colours.kinds[content.kind]
        formats = [self._format(self.span, ink)]
        formats += [self._format(span, colours.gone.text) for span in content.gone]
        formats += [self._format(span, colours.new.text) for span in content.new]
        if content.bold is not None:
            formats.append(self._format(content.bold, None, bold=True))
        for label in self._shown.labels:
            if label.end - label.start > 1 and self._shown.text[slice(*label)] != DOTS:
                made = QTextLayout.FormatRange()
                made.start, made.length = label.start + len(self._head), label.end - label.start
                made.format = _label_style(theme, self.block._font)
                formats.append(made)
        return [each for each in formats if each.length > 0]

    def _format(self, span: Span, colour: QColor | None, *, bold: bool = False) -> QTextLayout.FormatRange:
        style = QTextCharFormat()
        if colour is not None:
            style.setForeground(colour)
        if bold:
            style.setFontWeight(QFont.Weight.Bold)
        made = QTextLayout.FormatRange()
        start, end = self._units(span)
        made.start, made.length, made.format = start, end - start, style
        return made

    def _units(self, span: Span) -> tuple[int, int]:
        return self._unit(span.start), self._unit(span.end)

    def _unit(self, index: int) -> int:
        inside = min(max(index, self.span.start), self.span.end) - self.span.start
        return len(self._head) + self._shown.to_drawn(inside)

    def _edges(self, span: Span) -> tuple[float, float]:
        line = self._layout.lineAt(0)
        left, right = (line.cursorToX(unit)[0] for unit in self._units(span))  # type: ignore[index]
        return min(left, right), max(left, right)

    def index_at(self, x: float) -> int:
        unit = self._layout.lineAt(0).xToCursor(x)
        return self.span.start + self._shown.to_source(max(unit - len(self._head), 0))

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        content, theme, block = self.block.content, self.block.theme, self.block
        colours, px = theme.colours, theme.metrics.px
        origin = QPointF(left, top)
        baseline = self._layout.lineAt(0).y() + self._layout.lineAt(0).ascent()
        for spans, fill, edge in (
            (content.marked, colours.selection, colours.selection_edge),
            (content.found, colours.warning.tint, colours.warning.text),
        ):
            for span in self._mine(spans):
                start, end = self._edges(span)
                paint_box(
                    painter, QRectF(left + start - 1, top, end - start + 2, block.line_height), fill, edge
                )
        for spans, mark in ((content.gone, colours.gone), (content.new, colours.new)):
            for span in self._mine(spans):
                start, end = self._edges(span)
                painter.fillRect(QRectF(left + start, top + 1, end - start, block.line_height - 2), mark.tint)
        painter.setPen(colours.text if content.kind is None else colours.kinds[content.kind])
        self._layout.draw(painter, origin)
        for span in self._mine(content.gone):
            self._stroke(painter, span, origin, baseline - self._middle(), px(1), colours.gone)
        for span in self._mine(content.new):
            self._stroke(painter, span, origin, baseline + px(3), 1.5 * theme.metrics.zoom, colours.new)
        for span in self._mine(content.squiggles):
            start, end = self._edges(span)
            paint_squiggle(painter, theme, left + start, top + baseline + px(2), max(end - start, px(5)))

    def _middle(self) -> float:
        return self.block._metrics.xHeight() / 2

    def _stroke(
        self, painter: QPainter, span: Span, origin: QPointF, y: float, thickness: float, mark: Mark
    ) -> None:
        start, end = self._edges(span)
        painter.setPen(QPen(mark.text, thickness, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        height = round(origin.y() + y) + (0.5 if round(thickness) % 2 else 0.0)
        painter.drawLine(QPointF(origin.x() + start, height), QPointF(origin.x() + end, height))

    def _mine(self, spans: tuple[Span, ...]) -> list[Span]:
        """Spans that this line shows a part of."""
        return [each for each in spans if each.start < self.span.end and each.end > self.span.start]


def _within(span: Span | None, window: Span) -> Span | None:
    """A span cut to a window, counted from the window's start."""
    if span is None or span.start >= window.end or span.end <= window.start:
        return None
    return Span(max(span.start, window.start) - window.start, min(span.end, window.end) - window.start)


def _label_style(theme: Theme, font: QFont) -> QTextCharFormat:
    style = QTextCharFormat()
    small = QFont(font)
    small.setPixelSize(max(6, round(font.pixelSize() * 0.75)))
    style.setFont(small)
    style.setForeground(theme.colours.secondary)
    style.setBackground(theme.colours.hairline)
    return style


class BlockCache:
    """Shaped blocks kept while they may be painted again; one for each delegate or row that paints."""

    def __init__(self, size: int = 400) -> None:
        self._size = size
        self._theme: Theme | None = None
        self._blocks: dict[tuple[UrlText, int, int], TextBlock] = {}

    def get(self, content: UrlText, theme: Theme, width: float, lines: int = 1) -> TextBlock:
        """The block for a width, shaped now if it is not known."""
        if theme is not self._theme or len(self._blocks) >= self._size:
            self._blocks.clear()
            self._theme = theme
        key = (content, int(width), lines)
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = TextBlock(content, theme, int(width), lines=lines)
        return found
