"""Paints the rows of the steps dock, and knows where in a row a click means what."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from urlinspector.gui.docks.step_models import ROW_ROLE
from urlinspector.gui.docks.step_rows import Group, NoteRow, StepRow
from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_check, draw_dot, draw_row, draw_sign, draw_text
from urlinspector.gui.pages.page import Cell, Effect
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import safety_title
from urlinspector.gui.views.cells import Index

_State = QStyle.StateFlag
_Right = Qt.AlignmentFlag.AlignRight


class StepDelegate(QStyledItemDelegate):
    """Rows of both views; `options_asked(step)` when the gear is clicked."""

    options_asked = Signal(str)

    def __init__(self, themes: ThemeState, by_order: bool, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self._by_order = by_order
        self.has_dots = True
        """Whether the first column ends in a dot; the view clears it when the page gives columns of its
        own.
        """

    # Geometry, from the left: chevron or number, check box, name and summary, gear, rank, dot

    def _check_rect(self, rect: QRectF) -> QRectF:
        px = self._themes.theme.metrics.px
        return QRectF(rect.left() + px(28), rect.top(), px(16), rect.height())

    def _gear_rect(self, rect: QRectF, has_dots: bool) -> QRectF:
        px = self._themes.theme.metrics.px
        right = rect.right() - (px(50) if has_dots else px(8))
        return QRectF(right - px(16), rect.top() + (rect.height() - px(16)) / 2, px(16), px(16))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        metrics = self._themes.theme.metrics
        row = index.data(ROW_ROLE)
        height = metrics.group_row if isinstance(row, Group) else metrics.row
        if isinstance(row, NoteRow):
            height = metrics.px(22)
        return QSize(metrics.px(120), height)

    # Painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        try:
            if isinstance(row, Group):
                self._paint_group(painter, rect, option, row)
            elif isinstance(row, NoteRow):
                self._paint_note(painter, rect, row, index)
            elif isinstance(row, StepRow) and index.column() == 0:
                self._paint_step(painter, rect, option, row)
            elif isinstance(row, StepRow):
                self._paint_cell(painter, rect, option, row, index)
        finally:
            painter.restore()

    def _ground(self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, first: bool) -> None:
        state = option.state
        draw_row(
            painter,
            rect,
            self._themes.theme,
            selected=bool(state & _State.State_Selected),
            hovered=bool(state & _State.State_MouseOver),
            focused=bool(state & _State.State_HasFocus),
            first=first,
        )

    def _paint_group(self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, row: Group) -> None:
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        state = option.state
        painter.fillRect(rect, colours.header)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), colours.hairline)
        self._ground(painter, rect, option, True)
        chevron = "chevron-down" if state & _State.State_Open else "chevron-right"
        side = px(12)
        mark = QRectF(rect.left() + px(8), rect.top() + (rect.height() - side) / 2, side, side)
        paint_icon(painter, mark, chevron, colours.secondary)
        draw_sign(painter, QRectF(rect.left() + px(26), rect.top(), px(16), rect.height()), row.safety, theme)
        room = rect.adjusted(px(50), 0, -px(10), 0)
        draw_text(painter, room, safety_title(row.safety), theme.type.bold, colours.text)
        draw_text(painter, room, row.count_text, theme.type.small, colours.secondary, _Right)

    def _paint_note(self, painter: QPainter, rect: QRectF, row: NoteRow, index: Index) -> None:
        if index.column() > 0:
            return
        theme = self._themes.theme
        room = rect.adjusted(theme.metrics.px(50), 0, 0, 0)
        draw_text(painter, room, row.text, theme.type.small, theme.colours.secondary)

    def _paint_step(
        self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, row: StepRow
    ) -> None:
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        has_dots = self.has_dots
        self._ground(painter, rect, option, True)
        draw_check(painter, self._check_rect(rect), row.on, theme)
        left = rect.left() + px(50)
        if self._by_order:
            number = QRectF(rect.left() + px(2), rect.top(), px(22), rect.height())
            draw_text(painter, number, str(row.rank), theme.type.small, colours.secondary, _Right)
            draw_sign(painter, QRectF(left, rect.top(), px(16), rect.height()), row.safety, theme)
            left += px(22)
        gear = self._gear_rect(rect, has_dots)
        end = rect.right() - (px(4) if not has_dots else px(48) if row.rank is not None else px(28))
        if row.has_options and _shows_gear(option):
            paint_icon(painter, gear, "gear", colours.secondary)
            end = gear.left() - px(6)
        room = QRectF(left, rect.top(), end - left, rect.height())
        took = draw_text(painter, room, row.name, theme.type.ui, colours.text)
        if row.step.warning:
            side = px(13)
            mark = QRectF(left + took + px(6), rect.center().y() - side / 2, side, side)
            if mark.right() <= room.right():
                paint_icon(painter, mark, "warning", colours.warning.text)
                took += px(20)
        rest = QRectF(left + took + px(8), rect.top(), room.right() - left - took - px(8), rect.height())
        if row.summary and rest.width() > px(24):
            draw_text(painter, rest, row.summary, theme.type.small, colours.secondary)
        if has_dots:
            self._paint_rank_and_dot(painter, rect, row)

    def _paint_rank_and_dot(self, painter: QPainter, rect: QRectF, row: StepRow) -> None:
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        if row.rank is not None and not self._by_order:
            number = QRectF(rect.right() - px(50), rect.top(), px(22), rect.height())
            draw_text(painter, number, str(row.rank), theme.type.tiny, colours.secondary, _Right)
        centre = QPointF(rect.right() - px(16), rect.center().y())
        _paint_effect(painter, centre, row.effect, self._themes)

    def _paint_cell(
        self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, row: StepRow, index: Index
    ) -> None:
        self._ground(painter, rect, option, False)
        at = index.column() - 1
        cell = row.cells[at] if at < len(row.cells) else Cell()
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        if cell.effect is not None:
            centre = QPointF(rect.right() - px(16), rect.center().y())
            _paint_effect(painter, centre, cell.effect, self._themes)
            return
        colour = colours.warning.text if cell.warning else colours.secondary if cell.faded else colours.text
        draw_text(painter, rect.adjusted(px(4), 0, -px(8), 0), cell.text, theme.type.small, colour, _Right)

    # Clicks

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        row = index.data(ROW_ROLE)
        if not isinstance(row, StepRow) or not isinstance(event, QMouseEvent):
            return False
        if index.column() != 0 or event.button() != Qt.MouseButton.LeftButton:
            return False
        rect = QRectF(option.rect)
        released = event.type() == QEvent.Type.MouseButtonRelease
        if self._check_rect(rect).adjusted(-6, 0, 4, 0).contains(event.position()):
            if released:
                state = Qt.CheckState.Unchecked if row.on else Qt.CheckState.Checked
                model.setData(index, state, Qt.ItemDataRole.CheckStateRole)
            # A press is left to the view, which selects the row.
            return released
        gear = self._gear_rect(rect, self.has_dots).adjusted(-4, -4, 4, 4)
        if row.has_options and gear.contains(event.position()):
            if released:
                self.options_asked.emit(row.name)
            return released
        return False


def _shows_gear(option: QStyleOptionViewItem) -> bool:
    """On the selected and the hovered row only: nearly every step has options."""
    return bool(option.state & (_State.State_Selected | _State.State_MouseOver))


def _paint_effect(painter: QPainter, centre: QPointF, effect: Effect, themes: ThemeState) -> None:
    theme = themes.theme
    if effect is Effect.UNKNOWN:
        half = theme.metrics.px(10)
        room = QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half)
        draw_text(
            painter, room, "…", theme.type.small, theme.colours.secondary, Qt.AlignmentFlag.AlignHCenter
        )
    elif effect is not Effect.NOTHING:
        draw_dot(painter, centre, effect is Effect.CHANGED, theme)
