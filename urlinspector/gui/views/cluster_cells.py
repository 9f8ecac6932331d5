"""Cells of the Clusters page beyond plain text: kind letters, signs with counts or names, check boxes."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPixmap

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_check, draw_letter, draw_sign, draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.cells import CellDelegate, Index, TableCell
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
    """Words in a frame, with an icon; on the warning's tint, or on that of a class of safety."""

    tone: Safety | None = None


@dataclass(frozen=True)
class CheckCell(TableCell):
    """A check box alone."""

    checked: bool = False


class ClusterDelegate(CellDelegate):
    """Paints these cells too. Marks are drawn once and stamped: each call into Qt may wait for its turn."""

    def __init__(self, themes: ThemeState, parent: QObject) -> None:
        super().__init__(themes, parent)
        self._stamps: dict[object, QPixmap] = {}
        self._stamped: tuple[object, float] = (None, 0.0)

    def _cell(self, index: Index) -> Any:
        """Straight from the model: an answer that goes through Qt takes three times as long."""
        cell_at = getattr(index.model(), "cell_at", None)
        return super()._cell(index) if cell_at is None else cell_at(index.row(), index.column())

    def _stamp(self, painter: QPainter, box: QRectF, mark: Component | Safety | bool | None) -> None:
        """Put a mark into a box: a kind's letter, a safety's sign, a check box, or the dot of no kind."""
        theme = self._themes.theme
        ratio = painter.device().devicePixelRatioF()
        if self._stamped != (theme, ratio):
            self._stamps.clear()
            self._stamped = (theme, ratio)
        key = (mark, box.width(), box.height())
        found = self._stamps.get(key)
        if found is None:
            found = self._stamps[key] = _drawn(box, mark, theme, ratio)
        painter.drawPixmap(QPointF(round(box.left()) - 2, round(box.top())), found)

    def _content(self, painter: QPainter, rect: QRectF, cell: TableCell) -> None:
        if isinstance(cell, LettersCell):
            self._letters(painter, rect, cell)
        elif isinstance(cell, SignsCell):
            self._signs(painter, rect, cell)
        elif isinstance(cell, BadgeCell):
            self._badge(painter, rect, cell)
        elif isinstance(cell, CheckCell):
            self._stamp(painter, rect, cell.checked)
        else:
            super()._content(painter, rect, cell)

    def _letters(self, painter: QPainter, rect: QRectF, cell: LettersCell) -> None:
        theme = self._themes.theme
        px = theme.metrics.px
        left = rect.left() + theme.metrics.cell_padding
        for place, kind in enumerate(_PLACES):
            box = QRectF(left + place * px(17.5), rect.top(), px(17), rect.height())
            if kind in cell.kinds:
                self._stamp(painter, box, kind)
            elif cell.kinds:
                self._stamp(painter, box, None)

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
                draw_text(
                    painter,
                    QRectF(left, rect.top(), end - left, rect.height()),
                    "…",
                    theme.type.ui,
                    theme.colours.secondary,
                )
                return
            self._stamp(painter, QRectF(left, rect.top(), px(16), rect.height()), safety)
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
        mark = (
            colours.warning if cell.warning else colours.safety[cell.tone] if cell.tone is not None else None
        )
        painter.setPen(QPen(colours.line, 1) if mark is None else Qt.PenStyle.NoPen)
        painter.setBrush(colours.base if mark is None else mark.tint)
        painter.drawRoundedRect(box, theme.metrics.radius_mark, theme.metrics.radius_mark)
        ink = colours.secondary if mark is None else mark.text
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


def _drawn(box: QRectF, mark: Component | Safety | bool | None, theme: Theme, ratio: float) -> QPixmap:
    """A mark on nothing, with two pixels of room at its sides."""
    size = QSize(round(box.width()) + 4, round(box.height()))
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    place = QRectF(2, 0, box.width(), box.height())
    if isinstance(mark, Component):
        draw_letter(painter, place, mark, theme)
    elif isinstance(mark, Safety):
        draw_sign(painter, place, mark, theme)
    elif isinstance(mark, bool):
        draw_check(painter, place, mark, theme)
    else:
        draw_text(painter, place, "·", theme.type.ui, theme.colours.line, Qt.AlignmentFlag.AlignHCenter)
    painter.end()
    return pixmap
