"""Cells of the tables: what one holds, and the delegate that paints it.

A model answers `CELL_ROLE` with a `TableCell`, `DisplayRole` with the text that is copied, and
`AccessibleTextRole` with the words for screen readers; `of_cell` gives the last two from the first.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_letter, draw_row, draw_sign, draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.theme import safety_title
from urlinspector.gui.views.diff_text import BlockCache, TextBlock, UrlText, described, plain
from urlinspector.gui.views.finding import hits, hits_outside
from urlinspector.gui.views.tips import tip_text
from urlinspector.gui.views.url_layout import component_name
from urlinspector.normalize.step import Safety
from urlinspector.url.components import Component

Index = QModelIndex | QPersistentModelIndex
_State = QStyle.StateFlag
_SELECTED, _HOVERED = _State.State_Selected.value, _State.State_MouseOver.value
_FOCUSED = _State.State_HasFocus.value


class Role(IntEnum):
    """Roles of the tables' own."""

    CELL = Qt.ItemDataRole.UserRole + 1
    SPAN = Qt.ItemDataRole.UserRole + 2
    """The span of the row in the text, or None."""
    COPY = Qt.ItemDataRole.UserRole + 3
    """The unmasked text of a cell, where it differs from what is shown."""


CELL_ROLE = Role.CELL


@dataclass(frozen=True)
class TableCell:
    """What a cell shows, from the left: letter, sign or icon, then a piece of a URL or words."""

    words: str = ""
    """Interface type."""
    url: UrlText | None = None
    """Monospace; words that follow it stand in grey."""
    letter: Component | None = None
    sign: Safety | None = None
    icon: str = ""
    faded: bool = False
    """Grey: `absent`, `same`, `removed`."""
    warning: bool = False
    """The warning sign, and words in its colour."""
    right: bool = False
    link: bool = False
    """Words in the accent: a click does something."""
    indent: int = 0
    """Steps of 8 px before it; for rows beneath a row."""
    strong: bool = False
    """Bold, as a heading among rows."""
    after: str = ""
    """An icon behind the text, such as the mark of a warning that stands elsewhere."""
    tip: str = ""


_EMPTY = TableCell()


def display_text(cell: TableCell) -> str:
    """The text that is copied from a cell."""
    if cell.url is not None and not cell.faded:
        return plain(cell.url)
    return cell.words


def accessible_text(cell: TableCell) -> str:
    """A cell in words: marks and changes named."""
    parts: list[str] = []
    if cell.sign is not None:
        parts.append(safety_title(cell.sign))
    if cell.warning:
        parts.append(QCoreApplication.translate("Cells", "warning"))
    if cell.url is not None:
        parts.append(described(cell.url))
    if cell.words:
        parts.append(printable(cell.words))
    elif cell.letter is not None:
        parts.append(component_name(cell.letter))
    return ", ".join(part for part in parts if part)


def hint(cell: TableCell, *, elided: bool) -> str:
    """What a tooltip says of a cell: what the cell has no room for, and its tip."""
    whole = display_text(cell) if elided else ""
    # A tip that says in full sentences what the words say in short need not repeat them.
    is_said = all(part in cell.tip for part in whole.split("; "))
    return "\n".join(filter(None, ("" if is_said else whole, cell.tip)))


def of_cell(cell: TableCell | None, role: int) -> Any:
    """A model's answer for the roles that follow from a cell."""
    if cell is None:
        return None
    if role == Role.CELL:
        return cell
    if role == Qt.ItemDataRole.DisplayRole:
        return printable(display_text(cell))
    if role == Role.COPY:
        return display_text(cell)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return accessible_text(cell)
    if role == Qt.ItemDataRole.ToolTipRole:
        return printable(cell.tip) or None
    if role == Qt.ItemDataRole.TextAlignmentRole and cell.right:
        return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    return None


class CellDelegate(QStyledItemDelegate):
    """Paints `TableCell`s; rows are as high as the theme says."""

    def __init__(self, themes: ThemeState, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self._blocks = BlockCache()
        self.needle = ""
        """What Find looks for: marked wherever it stands."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        metrics = self._themes.theme.metrics
        return QSize(metrics.px(40), metrics.row)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = self._cell(index)
        rect = QRectF(option.rect)
        if not isinstance(cell, TableCell) or cell == _EMPTY:
            self._ground(painter, option, index, rect)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option, index, rect)
        self._content(painter, rect, cell)
        painter.restore()

    def _cell(self, index: Index) -> Any:
        return index.data(Role.CELL)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        cell = self._cell(index)
        if event.type() != QEvent.Type.ToolTip or not isinstance(cell, TableCell):
            return super().helpEvent(event, view, option, index)
        elided = self.natural_width(cell) > option.rect.width()
        tip = tip_text(hint(cell, elided=elided))
        QToolTip.showText(event.globalPos(), tip, view.viewport(), option.rect)
        return bool(tip)

    def natural_width(self, cell: TableCell) -> int:
        """How wide a cell would like to be."""
        theme = self._themes.theme
        width = self._left(QRectF(), cell) + theme.metrics.cell_padding + 2
        if cell.url is not None:
            width += self._blocks.get(cell.url, theme, 4000).width
        if cell.words:
            from PySide6.QtGui import QFontMetricsF

            width += QFontMetricsF(theme.type.ui).horizontalAdvance(cell.words)
        return round(width)

    def block_at(self, rect: QRectF, cell: TableCell) -> tuple[TextBlock, float] | None:
        """The shaped text of a cell and its left edge; for finding the character under the mouse."""
        if cell.url is None:
            return None
        left = self._left(rect, cell)
        room = rect.right() - left - self._themes.theme.metrics.cell_padding
        return self._blocks.get(cell.url, self._themes.theme, room), left

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, rect: QRectF) -> None:
        theme, state = self._themes.theme, option.state.value  # sums of flags take long in Python
        view = option.widget
        if state & (_SELECTED | _HOVERED):
            draw_row(
                painter,
                rect,
                theme,
                selected=bool(state & _SELECTED),
                hovered=bool(state & _HOVERED),
                focused=False,
                first=index.column() == 0 and not getattr(view, "draws_branches", False),
            )
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.colours.hairline)
        if state & _FOCUSED and view.hasFocus():
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(theme.colours.accent)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -1.5))
            painter.restore()

    def _left(self, rect: QRectF, cell: TableCell) -> float:
        """Where a cell's text begins."""
        metrics = self._themes.theme.metrics
        left = rect.left() + metrics.cell_padding + cell.indent * metrics.px(8)
        marks = sum((cell.letter is not None, cell.sign is not None, bool(cell.icon), cell.warning))
        return left + marks * metrics.px(22) if marks else left

    def _content(self, painter: QPainter, rect: QRectF, cell: TableCell) -> None:
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        left = rect.left() + theme.metrics.cell_padding + cell.indent * px(8)
        box = QRectF(left, rect.top(), px(16), rect.height())
        if cell.letter is not None:
            draw_letter(painter, box, cell.letter, theme)
            box.translate(px(22), 0)
        if cell.sign is not None:
            draw_sign(painter, box, cell.sign, theme)
            box.translate(px(22), 0)
        icon = "warning" if cell.warning else cell.icon
        if icon:
            side = px(14)
            colour = colours.warning.text if cell.warning else colours.secondary
            where = QRectF(box.left(), box.center().y() - side / 2, side, side)
            paint_icon(painter, where, icon, colour)
        left = self._left(rect, cell)
        room = QRectF(left, rect.top(), rect.right() - left - theme.metrics.cell_padding, rect.height())
        if cell.url is not None and not cell.faded:
            room.setLeft(self._paint_url(painter, room, cell.url))
        if cell.after and cell.url is None:
            self._paint_words(painter, room, cell)
            words = QFontMetricsF(theme.type.ui).horizontalAdvance(printable(cell.words))
            room.setLeft(room.left() + words + px(6))
        if cell.after and room.width() >= px(10):
            side = px(14)
            colour = colours.warning.text if cell.after == "warning" else colours.secondary
            where = QRectF(room.left(), room.center().y() - side / 2, side, side)
            paint_icon(painter, where, cell.after, colour)
        if cell.url is not None or not cell.after:
            self._paint_words(painter, room, cell)

    def _paint_url(self, painter: QPainter, room: QRectF, content: UrlText) -> float:
        if self.needle:
            content = replace(content, found=hits_outside(content.text, self.needle, content.mask))
        block = self._blocks.get(content, self._themes.theme, room.width())
        painter.save()
        painter.setClipRect(room.adjusted(-2, 0, 2, 0), Qt.ClipOperation.IntersectClip)
        block.paint(painter, room.left(), room.top() + (room.height() - block.height) / 2)
        painter.restore()
        return room.left() + block.width + self._themes.theme.metrics.gap

    def _mark_words(self, painter: QPainter, room: QRectF, words: str) -> None:
        """A tint behind what Find looks for."""
        theme = self._themes.theme
        metrics = QFontMetricsF(theme.type.ui)
        for span in hits(words, self.needle):
            left = room.left() + metrics.horizontalAdvance(words[: span.start])
            width = metrics.horizontalAdvance(words[span.start : span.end])
            where = QRectF(left, room.top() + 2, width, room.height() - 4).intersected(room)
            painter.fillRect(where, theme.colours.warning.tint)

    def _paint_words(self, painter: QPainter, room: QRectF, cell: TableCell) -> None:
        if not cell.words or room.width() < 4:
            return
        theme = self._themes.theme
        colours = theme.colours
        colour = colours.text
        if cell.warning:
            colour = colours.warning.text
        elif cell.link:
            colour = colours.accent
        elif cell.faded or cell.url is not None:
            colour = colours.secondary
        align = Qt.AlignmentFlag.AlignRight if cell.right else Qt.AlignmentFlag.AlignLeft
        if self.needle and not cell.right:
            self._mark_words(painter, room, printable(cell.words))
        font = theme.type.ui
        if cell.strong:
            font = QFont(font)
            font.setWeight(QFont.Weight.DemiBold)
        draw_text(painter, room, printable(cell.words), font, colour, align)
