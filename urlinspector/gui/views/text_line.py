"""One line of a painted URL text: most are plain cells of one width, the rest is shaped by Qt.

Text that is ASCII in a monospace font needs no shaping: a character's place is its number times the cell's
width. That is several times faster, and almost every line of a URL is of that kind.
"""

from bisect import bisect_left
from functools import cached_property
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
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

from urlinspector.gui.text import Shown, shown
from urlinspector.gui.theme import Mark, Theme
from urlinspector.gui.views.label_tags import paint_tags, tag_formats, tags_of
from urlinspector.gui.views.url_painter import paint_box, paint_squiggles
from urlinspector.gui.views.url_text import UrlText
from urlinspector.url.components import Span

ELLIPSIS = "…"


class LineStyle:
    """What the lines of a block have in common."""

    def __init__(
        self, content: UrlText, theme: Theme, font: QFont, metrics: QFontMetricsF | None = None
    ) -> None:
        """`metrics` are those of the font, where the caller has them."""
        self.content, self.theme, self.font = content, theme, font
        self.metrics = metrics if metrics is not None else QFontMetricsF(font)
        self.cell = self.metrics.horizontalAdvance("0")
        self.line_height = max(float(theme.metrics.px(18)), self.metrics.height() + 2)
        colours = theme.colours
        self.ink = colours.text if content.kind is None else colours.kinds[content.kind]

    @cached_property
    def bold_font(self) -> QFont:
        font = QFont(self.font)
        font.setWeight(QFont.Weight.Bold)
        return font


def make_line(style: LineStyle, span: Span, head: bool, tail: bool) -> "TextLine":
    """A line that shows `span`, with an ellipsis before or after it where something is left out."""
    content = style.content
    mask = within(content.mask, span)
    spaces = tuple(
        each
        for changed in (*_near(content.gone, span), *_near(content.new, span), *content.squiggles)
        if (each := within(changed, span)) is not None
    )
    drawn = shown(content.text[slice(*span)], marks=content.marks, mask=mask, spaces=spaces)
    is_plain = not drawn.labels and drawn.text.isascii()
    return (CellLine if is_plain else ShapedLine)(style, span, drawn, head, tail)


def within(span: Span | None, window: Span) -> Span | None:
    """A span cut to a window, counted from the window's start; None where they do not meet."""
    if span is None or span.start >= window.end or span.end <= window.start:
        return None
    return Span(max(span.start, window.start) - window.start, min(span.end, window.end) - window.start)


def _near(spans: tuple[Span, ...], window: Span) -> tuple[Span, ...]:
    """Of spans in order that do not overlap, those that a window may hold; others need not be looked at."""
    if len(spans) < 8:
        return spans
    first = max(bisect_left(spans, (window.start, window.start)) - 1, 0)
    return spans[first : bisect_left(spans, (window.end, window.end))]


class TextLine:
    """A line; the two kinds differ in how they measure and draw the text."""

    def __init__(self, style: LineStyle, span: Span, drawn: Shown, head: bool, tail: bool) -> None:
        self.style, self.span, self.drawn = style, span, drawn
        self.head, self.tail = (ELLIPSIS if head else ""), (ELLIPSIS if tail else "")
        self.gone = self._mine(_near(style.content.gone, span))
        self.new = self._mine(_near(style.content.new, span))

    @property
    def width(self) -> float:
        raise NotImplementedError

    @property
    def baseline(self) -> float:
        raise NotImplementedError

    def edges(self, span: Span) -> tuple[float, float]:
        """Left and right of a span, cut to this line."""
        raise NotImplementedError

    def index_at(self, x: float) -> int:
        """The position nearest to an x."""
        raise NotImplementedError

    def draw(self, painter: QPainter, origin: QPointF) -> None:
        """Draw the text."""
        raise NotImplementedError

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Paint the line with its corner there: boxes, tints, text, strokes."""
        content, theme = self.style.content, self.style.theme
        colours, px, height = theme.colours, theme.metrics.px, self.style.line_height
        for spans, fill, edge in (
            (content.marked, colours.selection, colours.selection_edge),
            (content.found, colours.warning.tint, colours.warning.text),
        ):
            for span in self._mine(spans):
                start, end = self.edges(span)
                paint_box(painter, QRectF(left + start - 1, top, end - start + 2, height), fill, edge)
        for changes, mark in ((self.gone, colours.gone), (self.new, colours.new)):
            for span in changes:
                start, end = self.edges(span)
                painter.fillRect(QRectF(left + start, top + 1, end - start, height - 2), mark.tint)
        self.draw(painter, QPointF(left, top))
        baseline, origin = self.baseline, QPointF(left, top)
        for span in self.gone:
            middle = self.style.metrics.xHeight() / 2
            self._stroke(painter, span, origin, baseline - middle, px(1), colours.gone)
        for span in self.new:
            self._stroke(painter, span, origin, baseline + px(3), 1.5 * theme.metrics.zoom, colours.new)
        waves = []
        for span in self._mine(content.squiggles):
            start, end = self.edges(span)
            waves.append((left + start, max(end - start, px(5))))
        paint_squiggles(painter, theme, waves, top + baseline + px(2))

    def _stroke(
        self, painter: QPainter, span: Span, origin: QPointF, y: float, thickness: float, mark: Mark
    ) -> None:
        start, end = self.edges(span)
        painter.setPen(QPen(mark.text, thickness, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        height = round(origin.y() + y) + (0.5 if round(thickness) % 2 else 0.0)
        painter.drawLine(QPointF(origin.x() + start, height), QPointF(origin.x() + end, height))

    def _mine(self, spans: tuple[Span, ...]) -> list[Span]:
        """Spans that this line shows a part of."""
        return [each for each in spans if each.start < self.span.end and each.end > self.span.start]


class CellLine(TextLine):
    """ASCII: a character's place is its number times the cell's width."""

    @property
    def width(self) -> float:
        return self.style.cell * (len(self.drawn.text) + len(self.head) + len(self.tail))

    @property
    def baseline(self) -> float:
        metrics = self.style.metrics
        return (self.style.line_height - metrics.height()) / 2 + metrics.ascent()

    def edges(self, span: Span) -> tuple[float, float]:
        start = max(span.start, self.span.start) - self.span.start + len(self.head)
        end = min(span.end, self.span.end) - self.span.start + len(self.head)
        return start * self.style.cell, end * self.style.cell

    def index_at(self, x: float) -> int:
        inside = round(x / self.style.cell) - len(self.head)
        return self.span.start + min(max(inside, 0), self.span.end - self.span.start)

    def draw(self, painter: QPainter, origin: QPointF) -> None:
        style, x, y = self.style, origin.x(), origin.y() + self.baseline
        text, head = self.drawn.text, len(self.head)
        painter.setFont(style.font)
        if self.head or self.tail:
            painter.setPen(style.ink)
            painter.drawText(QPointF(x, y), self.head)
            painter.drawText(QPointF(x + (head + len(text)) * style.cell, y), self.tail)
        for start, end, colour, bold in self._runs():
            painter.setPen(colour)
            if bold:
                painter.setFont(style.bold_font)
            painter.drawText(QPointF(x + (head + start) * style.cell, y), text[start:end])
            if bold:
                painter.setFont(style.font)

    def _runs(self) -> list[tuple[int, int, QColor, bool]]:
        """Stretches of one colour and weight, counted from the line's start."""
        content, colours = self.style.content, self.style.theme.colours
        special: list[tuple[Span, QColor | None, bool]] = []
        for spans, colour in ((self.gone, colours.gone.text), (self.new, colours.new.text)):
            special += [(span, colour, False) for span in spans]
        if content.bold is not None:
            special += [(span, None, True) for span in self._mine((content.bold,))]
        length, offset = len(self.drawn.text), self.span.start
        if not special:
            return [(0, length, self.style.ink, False)]
        cuts = {0, length}
        for span, _, _ in special:
            cuts |= {max(span.start - offset, 0), min(span.end - offset, length)}
        edges = sorted(cuts)
        runs = []
        for start, end in pairwise(edges):
            over = [
                each for each in special if each[0].start - offset <= start and end <= each[0].end - offset
            ]
            ink = next((colour for _, colour, _ in reversed(over) if colour is not None), self.style.ink)
            runs.append((start, end, ink, any(bold for _, _, bold in over)))
        return runs


class ShapedLine(TextLine):
    """Anything else: fallback fonts, joined letters, labels, both writing directions."""

    @cached_property
    def _layout(self) -> QTextLayout:
        layout = QTextLayout(self.head + self.drawn.text + self.tail, self.style.font)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(1e7)
        line.setPosition(QPointF(0, (self.style.line_height - line.height()) / 2))
        layout.endLayout()
        return layout

    @cached_property
    def width(self) -> float:
        return self._layout.lineAt(0).naturalTextWidth()

    @property
    def baseline(self) -> float:
        line = self._layout.lineAt(0)
        return line.y() + line.ascent()

    def edges(self, span: Span) -> tuple[float, float]:
        line = self._layout.lineAt(0)
        left, right = (line.cursorToX(unit)[0] for unit in self._units(span))  # type: ignore[index]
        return min(left, right), max(left, right)

    def index_at(self, x: float) -> int:
        unit = self._layout.lineAt(0).xToCursor(x)
        return self.span.start + self.drawn.to_source(max(unit - len(self.head), 0))

    def draw(self, painter: QPainter, origin: QPointF) -> None:
        paint_tags(painter, self._layout, tags_of(self.drawn, len(self.head)), origin, self.style.theme)
        painter.setPen(self.style.ink)
        self._layout.draw(painter, origin)

    def _formats(self) -> list[QTextLayout.FormatRange]:
        content, colours = self.style.content, self.style.theme.colours
        formats = [self._format(self.span, _coloured(self.style.ink))]
        formats += [self._format(span, _coloured(colours.gone.text)) for span in self.gone]
        formats += [self._format(span, _coloured(colours.new.text)) for span in self.new]
        if content.bold is not None:
            bold = QTextCharFormat()
            bold.setFontWeight(QFont.Weight.Bold)
            formats.append(self._format(content.bold, bold))
        for tag in tags_of(self.drawn, len(self.head)):
            formats += tag_formats(tag, _label_font(self.style.font), self.style.theme)
        return [each for each in formats if each.length > 0]

    def _format(self, span: Span, style: QTextCharFormat) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        start, end = self._units(span)
        made.start, made.length, made.format = start, end - start, style
        return made

    def _units(self, span: Span) -> tuple[int, int]:
        return self._unit(span.start), self._unit(span.end)

    def _unit(self, index: int) -> int:
        inside = min(max(index, self.span.start), self.span.end) - self.span.start
        return len(self.head) + self.drawn.to_drawn(inside)


def _coloured(colour: QColor) -> QTextCharFormat:
    style = QTextCharFormat()
    style.setForeground(colour)
    return style


def _label_font(font: QFont) -> QFont:
    small = QFont(font)
    small.setPixelSize(max(6, round(font.pixelSize() * 0.75)))
    return small
