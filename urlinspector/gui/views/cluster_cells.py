"""Cells of the Clusters page beyond plain text: kind letters in fixed places, signs with counts or names, check boxes."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_check, draw_letter, draw_sign, draw_text
from urlinspector.gui.text import printable
from urlinspector.gui.views.cells import CellDelegate, TableCell
from urlinspector.normalize.step import Safety
from urlinspector.url.components import COMPONENTS, Component

_PLACES = tuple(each for each in COMPONENTS)


@dataclass(frozen=True)
class LettersCell(TableCell):
    """Components, each in its own place; a dot stands for one that is not meant. `words` say the same."""

    kinds: tuple[Component, ...] = ()


@dataclass(frozen=True)
class SignsCell(TableCell):
    """Signs of safety with what belongs to each: a count or names. `words` say the same."""

    signs: tuple[tuple[Safety, str], ...] = ()
    fixed: bool = False
    """Each class in a place of its own, so that counts stand below each other."""


@dataclass(frozen=True)
class BadgeCell(TableCell):
    """Words in a frame, with an icon; `warning` puts them on the warning's tint."""


@dataclass(frozen=True)
class CheckCell(TableCell):
    """A check box alone."""

    checked: bool = False


class ClusterDelegate(CellDelegate):
    """Paints these cells too."""

    def _content(self, painter: QPainter, rect: QRectF, cell: TableCell) -> None:
        if isinstance(cell, LettersCell):
            self._letters(painter, rect, cell)
        elif isinstance(cell, SignsCell):
            self._signs(painter, rect, cell)
        elif isinstance(cell, BadgeCell):
            self._badge(painter, rect, cell)
        elif isinstance(cell, CheckCell):
            draw_check(painter, rect, cell.checked, self._themes.theme)
        else:
            super()._content(painter, rect, cell)

    def _letters(self, painter: QPainter, rect: QRectF, cell: LettersCell) -> None:
        theme = self._themes.theme
        px = theme.metrics.px
        left = rect.left() + theme.metrics.cell_padding
        for place, kind in enumerate(_PLACES):
            box = QRectF(left + place * px(17.5), rect.top(), px(17), rect.height())
            if kind in cell.kinds:
                draw_letter(painter, box, kind, theme)
            elif cell.kinds:
                colour = theme.colours.line
                draw_text(painter, box, "·", theme.type.ui, colour, Qt.AlignmentFlag.AlignHCenter)

    def _signs(self, painter: QPainter, rect: QRectF, cell: SignsCell) -> None:
        theme = self._themes.theme
        px = theme.metrics.px
        left, end = rect.left() + theme.metrics.cell_padding, rect.right() - px(4)
        metrics = QFontMetricsF(theme.type.ui)
        for place, (safety, words) in enumerate(cell.signs):
            if cell.fixed:
                left = rect.left() + theme.metrics.cell_padding + place * px(42)
                if not words:
                    continue
            if end - left < px(24):
                draw_text(painter, QRectF(left, rect.top(), end - left, rect.height()), "…", theme.type.ui,
                          theme.colours.secondary)  # fmt: skip
                return
            draw_sign(painter, QRectF(left, rect.top(), px(16), rect.height()), safety, theme)
            left += px(21)
            room = QRectF(left, rect.top(), max(end - left, 1), rect.height())
            draw_text(painter, room, words, theme.type.ui, theme.colours.text)
            left += metrics.horizontalAdvance(words) + px(11)

    def _badge(self, painter: QPainter, rect: QRectF, cell: BadgeCell) -> None:
        if not cell.words:
            return
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        words = printable(cell.words)
        width = QFontMetricsF(theme.type.small).horizontalAdvance(words) + px(14)
        icon = "warning" if cell.warning else cell.icon
        if icon:
            width += px(18)
        room = rect.adjusted(theme.metrics.cell_padding - px(2), px(3), -px(4), -px(4))
        box = QRectF(room.left(), room.top(), min(width, room.width()), room.height()).adjusted(
            0.5, 0.5, -0.5, -0.5
        )
        painter.setPen(QPen(colours.line, 1) if not cell.warning else Qt.PenStyle.NoPen)
        painter.setBrush(colours.warning.tint if cell.warning else colours.base)
        painter.drawRoundedRect(box, theme.metrics.radius_mark, theme.metrics.radius_mark)
        ink = colours.warning.text if cell.warning else colours.secondary
        left = box.left() + px(6)
        if icon:
            side = px(13)
            paint_icon(painter, QRectF(left, box.center().y() - side / 2, side, side), icon, ink)
            left += px(18)
        draw_text(
            painter,
            QRectF(left, box.top(), box.right() - left - px(4), box.height()),
            words,
            theme.type.small,
            ink,
        )
