"""The small marks that delegates and painted widgets share: safety signs, dots, check boxes, kind letters,
rows.

Each mark has a second cue beside its colour: a sign, a letter, a filled or hollow shape.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.theme import LETTERS, SIGNS, Theme
from urlinspector.normalize.step import Safety
from urlinspector.url.components import Component

Alignment = Qt.AlignmentFlag
_CENTRED = Alignment.AlignVCenter.value


def draw_text(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    align: Qt.AlignmentFlag = Alignment.AlignLeft,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """One line of text, vertically centred and elided to fit; the width that it took."""
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(text)
    if width > rect.width():
        text = metrics.elidedText(text, elide, rect.width())
        width = metrics.horizontalAdvance(text)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(rect, align.value | _CENTRED, text)
    return width


def draw_sign(painter: QPainter, rect: QRectF, safety: Safety, theme: Theme) -> None:
    """The `=`, `≈` or `≠` of a class on its tint, in a box of 18 by 16 px centred in `rect`."""
    mark = theme.colours.safety[safety]
    px = theme.metrics.px
    box = _centred(rect, px(18), px(16))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mark.tint)
    painter.drawRoundedRect(box, theme.metrics.radius_mark, theme.metrics.radius_mark)
    font = QFont(theme.type.bold)
    font.setPixelSize(px(15))
    font.setBold(True)
    draw_text(painter, box, SIGNS[safety], font, mark.text, Alignment.AlignHCenter)


def draw_letter(painter: QPainter, rect: QRectF, kind: Component, theme: Theme) -> None:
    """The letter of a component kind in its outlined box of 16 px, centred in `rect`."""
    colour = theme.colours.kinds[kind]
    side = theme.metrics.px(16)
    box = _centred(rect, side, side).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setBrush(theme.colours.base)
    painter.setPen(QPen(colour, 1))
    painter.drawRoundedRect(box, theme.metrics.radius_mark, theme.metrics.radius_mark)
    draw_text(painter, box, LETTERS[kind], theme.type.mono_bold, colour, Alignment.AlignHCenter)


def draw_dot(painter: QPainter, centre: QPointF, filled: bool, theme: Theme) -> None:
    """A filled dot in the accent (changed) or a hollow one in the secondary colour (would change)."""
    colours, radius = theme.colours, 3.5 * theme.metrics.zoom
    if filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.accent)
        painter.drawEllipse(centre, radius + 0.5, radius + 0.5)
        return
    painter.setPen(QPen(colours.secondary, 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, radius, radius)


def draw_check(painter: QPainter, rect: QRectF, checked: bool, theme: Theme) -> None:
    """A check box of 13 px, centred in `rect`."""
    side = theme.metrics.px(13)
    box = _centred(rect, side, side).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setBrush(theme.colours.base)
    painter.setPen(QPen(theme.colours.secondary, 1))
    painter.drawRoundedRect(box, theme.metrics.radius_mark, theme.metrics.radius_mark)
    if checked:
        paint_icon(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), "check", theme.colours.text)


def draw_row(
    painter: QPainter,
    rect: QRectF,
    theme: Theme,
    *,
    selected: bool,
    hovered: bool,
    focused: bool,
    first: bool,
) -> None:
    """A row's ground: the soft fill of a selection with the accent at its left, or the hover."""
    colours, metrics = theme.colours, theme.metrics
    if selected:
        painter.fillRect(rect, colours.selection)
        if first:
            painter.fillRect(
                QRectF(rect.left(), rect.top(), metrics.accent_edge, rect.height()), colours.accent
            )
    elif hovered:
        painter.fillRect(rect, colours.hover)
    if focused:
        painter.setPen(QPen(colours.accent, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))


def _centred(rect: QRectF, width: float, height: float) -> QRectF:
    left = rect.left() + (rect.width() - width) / 2
    top = rect.top() + (rect.height() - height) / 2
    return QRectF(round(left), round(top), width, height)
