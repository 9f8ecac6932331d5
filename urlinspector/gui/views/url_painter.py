"""Paints a laid out URL: selection, marked span, text, ribbon, violations, cursor."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTextCharFormat, QTextLayout

from urlinspector.gui.theme import Theme
from urlinspector.gui.views.label_tags import paint_tags, tags_of
from urlinspector.gui.views.url_layout import Row, UrlLayout
from urlinspector.url.components import Span


@dataclass(frozen=True)
class Overlay:
    """What is painted over and under the text of a field."""

    selection: Span | None = None
    marked: tuple[Span, ...] = ()
    """What a selected row or step is about: soft fill, edge of one pixel."""
    found: tuple[Span, ...] = ()
    """What Find found."""
    squiggles: tuple[Span, ...] = ()
    cursor: int | None = None


def paint_rows(painter: QPainter, layout: UrlLayout, overlay: Overlay, clip: QRectF) -> None:
    """Paint the rows that meet `clip`, in the layout's own coordinates."""
    numbers = range(layout.row_at(clip.top()), layout.row_at(clip.bottom()) + 1)
    start, end = layout.rows[numbers[0]].span.start, layout.rows[numbers[-1]].span.end
    squiggles = [each for each in overlay.squiggles if each[0] <= end and each[1] >= start]
    for number in numbers:
        row = layout.rows[number]
        _paint_boxes(painter, layout.theme, row, overlay, layout.text_height)
        _paint_text(painter, layout.theme, row, overlay)
        if layout.content.ribbon:
            _paint_ribbon(painter, layout, row)
        waves = []
        for span in squiggles:
            if _meets(span, row) or (span.start == span.end == row.span.end):
                left, right = row.edges(span)
                waves.append((left, max(right - left, layout.theme.metrics.px(6))))
        paint_squiggles(painter, layout.theme, waves, row.top + layout.text_height - 1)
        if overlay.cursor is not None and layout.row_of(overlay.cursor) == number:
            x = row.x(overlay.cursor)
            width = layout.theme.metrics.px(1)
            painter.fillRect(QRectF(round(x), row.top, width, layout.text_height), layout.theme.colours.text)


def paint_squiggles(
    painter: QPainter, theme: Theme, waves: Sequence[tuple[float, float]], top: float
) -> None:
    """Wavy lines in the warning colour, each a left edge and a width: the second cue of a violation, beside
    its note.
    """
    if not waves:
        return
    step = theme.metrics.zoom * 2
    shapes: dict[float, QPolygonF] = {}
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colours.warning.text, max(1.0, theme.metrics.zoom * 1.2)))
    for left, width in waves:
        if width not in shapes:
            shapes[width] = QPolygonF(
                [
                    QPointF(min(number * step, width), step if number % 2 else 0)
                    for number in range(int(width / step) + 2)
                ]
            )
        painter.drawPolyline(shapes[width].translated(left, top))
    painter.restore()


def paint_box(painter: QPainter, rect: QRectF, fill: QColor, edge: QColor) -> None:
    """A soft fill with an edge of one pixel."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
    painter.restore()


def _meets(span: Span, row: Row) -> bool:
    return span.start < row.span.end and span.end > row.span.start


def _paint_boxes(painter: QPainter, theme: Theme, row: Row, overlay: Overlay, height: float) -> None:
    colours = theme.colours
    tables = (
        (overlay.found, colours.warning.tint, colours.warning.text),
        (overlay.marked, colours.selection, colours.selection_edge),
    )
    for spans, fill, edge in tables:
        for span in spans:
            if _meets(span, row):
                left, right = row.edges(span)
                paint_box(painter, QRectF(left - 1, row.top, right - left + 2, height), fill, edge)


def _paint_text(painter: QPainter, theme: Theme, row: Row, overlay: Overlay) -> None:
    selections: list[QTextLayout.FormatRange] = []
    if overlay.selection is not None and _meets(overlay.selection, row):
        style = QTextCharFormat()
        style.setBackground(theme.colours.selection_edge)
        style.setForeground(theme.colours.text)
        made = QTextLayout.FormatRange()
        made.start = row.unit(overlay.selection.start)
        made.length = row.unit(overlay.selection.end) - made.start
        made.format = style
        selections.append(made)
    origin = QPointF(0, row.top)
    paint_tags(painter, row.shaped, tags_of(row.shown), origin, theme)
    painter.setPen(theme.colours.text)
    row.shaped.draw(painter, origin, selections)


def _paint_ribbon(painter: QPainter, layout: UrlLayout, row: Row) -> None:
    theme = layout.theme
    thickness = theme.metrics.px(2)
    for component, span in row.parts:
        if component is None or span.start == span.end:
            continue
        left, right = row.edges(span)
        line = QRectF(left, row.top + layout.underline, right - left, thickness)
        painter.fillRect(line, theme.colours.kinds[component])
    painter.setFont(theme.type.tiny)
    ascent = painter.fontMetrics().ascent()
    for label in row.labels:
        painter.setPen(theme.colours.kinds[label.component])
        painter.drawText(QPointF(label.x, row.top + layout.label_top + ascent), label.text)
