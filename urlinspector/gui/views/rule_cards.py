"""The proposals of rules as cards: where the parts of a card stand, and how it is painted.

A closed card is its head and its figures; the open one has the pattern, notes, examples and room for buttons.
"""

from typing import NamedTuple

from PySide6.QtCore import (
    QCoreApplication,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_text
from urlinspector.gui.models.rules_cards import SAFE, WAS_KEPT, Card, ExampleLine, ProposalsModel
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.theme import Mark
from urlinspector.gui.views.cells import Index
from urlinspector.gui.views.diff_text import BlockCache
from urlinspector.normalize.step import Safety

_State = QStyle.StateFlag
_SELECTED, _HOVERED, _FOCUSED = (
    each.value for each in (_State.State_Selected, _State.State_MouseOver, _State.State_HasFocus)
)
_PATTERN_LINES = 3
_WRAP = Qt.TextFlag.TextWordWrap
_RIGHT = Qt.AlignmentFlag.AlignRight


class Places(NamedTuple):
    """Where the parts of a card stand, from the corner of its row."""

    frame: QRectF
    head: QRectF
    pattern: QRectF
    where: QRectF
    figures: QRectF
    note: QRectF
    examples: tuple[QRectF, ...]
    foot: QRectF
    height: float


class CardDelegate(QStyledItemDelegate):
    """Paints the cards of a `ProposalsModel`; `open_row` is the open one, `marked` the example that the keys
    or the mouse are at (-1 for none).
    """

    def __init__(self, themes: ThemeState, model: ProposalsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._themes, self._model = themes, model
        self._blocks = BlockCache()
        self.open_row = 0
        self.marked = -1
        self.width = 0
        """Of the view's viewport."""

    # Where

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        row = index.row()
        if row != self.open_row:
            return QSize(0, round(self._closed_height()))
        return QSize(0, round(self.places(row).height))

    def _closed_height(self) -> float:
        px = self._themes.theme.metrics.px
        return px(6) + px(27) + px(26) + 1.0

    def places(self, row: int) -> Places:
        """The parts of a card, open or closed."""
        theme = self._themes.theme
        px = theme.metrics.px
        edge, inner = px(8), px(25)
        frame = QRectF(edge, px(6), max(self.width - 2 * edge, px(120)), 0)
        left, width = frame.left() + inner, max(frame.width() - inner - px(8), px(80))
        head = QRectF(frame.left(), frame.top(), frame.width(), px(27))
        top, empty = head.bottom(), QRectF()
        if row != self.open_row:
            figures = QRectF(left, top, width, px(25))
            frame.setBottom(figures.bottom())
            return Places(frame, head, empty, empty, figures, empty, (), empty, frame.bottom() + 1)
        card = self._model.card(row)
        top += px(4)
        scope = min(self._wide(printable(self._on(card)), theme.type.mono), width * 0.45)
        pattern = QRectF(left, top, width - scope - px(12), 0)
        block = self._blocks.get(card.pattern, theme, pattern.width(), _PATTERN_LINES)
        pattern.setHeight(max(block.height, px(18)))
        where = QRectF(left + width - scope, top, scope, px(18))
        figures = QRectF(left, pattern.bottom() + px(3), width, 0)
        figures.setHeight(self._high(card.figures, figures.width()))
        note = QRectF(left, figures.bottom() + px(3), width, 0)
        if card.note:
            note.setHeight(self._high(card.note, width - px(20)))
        top, line = note.bottom() + px(3), px(20)
        examples = tuple(
            QRectF(left, top + number * line, width, line) for number in range(len(card.examples))
        )
        foot = QRectF(left, top + len(examples) * line + px(3), width, theme.metrics.control_small + px(8))
        frame.setBottom(foot.bottom() + px(5))
        return Places(frame, head, pattern, where, figures, note, examples, foot, frame.bottom() + 1)

    def _on(self, card: Card) -> str:
        return self.tr("on {0}").format(card.where)

    def _wide(self, text: str, font: QFont) -> float:
        return QFontMetricsF(font).horizontalAdvance(text) + 2

    def _high(self, text: str, width: float) -> float:
        metrics = QFontMetricsF(self._themes.theme.type.ui)
        return metrics.boundingRect(QRectF(0, 0, width, 10_000), _WRAP, printable(text)).height()

    def example_at(self, row: int, point: QPointF) -> int:
        """The number of the example at a point, from the corner of the row; -1 for none."""
        if row != self.open_row:
            return -1
        found = self.places(row).examples
        return next((number for number, rect in enumerate(found) if rect.contains(point)), -1)

    # How

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, state, row = self._themes.theme, option.state.value, index.row()
        card, places = self._model.card(row), self.places(row)
        corner = QRectF(option.rect).topLeft()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(corner)
        focused = bool(state & _FOCUSED) and option.widget.hasFocus()
        self._ground(painter, places, bool(state & _SELECTED), bool(state & _HOVERED), focused)
        self._head(painter, places, card, is_open=row == self.open_row)
        colours, words = theme.colours, printable(card.figures)
        if row != self.open_row:
            draw_text(painter, places.figures, words, theme.type.ui, colours.text)
        else:
            block = self._blocks.get(card.pattern, theme, places.pattern.width(), _PATTERN_LINES)
            block.paint(painter, places.pattern.left(), places.pattern.top())
            where, middle = printable(self._on(card)), Qt.TextElideMode.ElideMiddle
            draw_text(painter, places.where, where, theme.type.mono, colours.secondary, _RIGHT, middle)
            painter.setFont(theme.type.ui)
            painter.setPen(colours.text)
            painter.drawText(places.figures, _WRAP, words)
            self._note(painter, places.note, card.note)
            for number, (line, rect) in enumerate(zip(card.examples, places.examples, strict=True)):
                self._example(painter, rect, line, marked=number == self.marked)
        painter.restore()

    def _ground(
        self, painter: QPainter, places: Places, selected: bool, hovered: bool, focused: bool
    ) -> None:
        theme = self._themes.theme
        colours, metrics = theme.colours, theme.metrics
        frame = places.frame.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(colours.selection_edge if selected else colours.line, 1))
        painter.setBrush(colours.base)
        painter.drawRoundedRect(frame, metrics.radius, metrics.radius)
        fill = colours.selection if selected else colours.hover if hovered else colours.header
        painter.fillRect(places.head.adjusted(1, 1, -1, 0), fill)
        painter.fillRect(
            QRectF(places.head.left() + 1, places.head.bottom(), places.head.width() - 2, 1), colours.hairline
        )
        if selected:
            edge = QRectF(places.frame)
            edge.setWidth(metrics.accent_edge)
            painter.fillRect(edge, colours.accent)
        if focused:
            painter.setPen(QPen(colours.accent, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame, metrics.radius, metrics.radius)

    def _head(self, painter: QPainter, places: Places, card: Card, *, is_open: bool) -> None:
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        head = places.head
        side = px(12)
        box = QRectF(head.left() + px(8), head.center().y() - side / 2, side, side)
        paint_icon(painter, box, "chevron-down" if is_open else "chevron-right", colours.secondary)
        right = head.right() - px(8)
        source = printable(card.source)
        width = min(self._wide(source, theme.type.small), head.width() / 3)
        draw_text(
            painter, QRectF(right - width, head.top(), width, head.height()), source, theme.type.small,
            colours.secondary, _RIGHT,
        )  # fmt: skip
        right -= width + px(8)
        right -= self._badge(painter, right, head, card) + px(8)
        room = QRectF(head.left() + px(25), head.top(), right - head.left() - px(25), head.height())
        title = printable(card.title)
        used = draw_text(painter, room, title, theme.type.bold if is_open else theme.type.ui, colours.text)
        rest = room.width() - used - px(12)
        if not is_open and rest > px(60):
            spot = QRectF(room.left() + used + px(12), room.top(), rest, room.height())
            draw_text(painter, spot, printable(card.where), theme.type.mono, colours.secondary)

    def _badge(self, painter: QPainter, right: float, head: QRectF, card: Card) -> float:
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        mark: Mark | None = None
        if card.mark == SAFE:
            mark = colours.safety[Safety.PRESERVES]
        elif card.mark == WAS_KEPT:
            mark = colours.warning
        words = self._mark_words(card.mark)
        width, height = self._wide(words, theme.type.small) + px(12), px(18)
        box = QRectF(right - width, head.center().y() - height / 2, width, height).adjusted(
            0.5, 0.5, -0.5, -0.5
        )
        painter.setPen(QPen(colours.line, 1) if mark is None else Qt.PenStyle.NoPen)
        painter.setBrush(colours.base if mark is None else mark.tint)
        painter.drawRoundedRect(box, theme.metrics.radius_mark, theme.metrics.radius_mark)
        ink = colours.secondary if mark is None else mark.text
        draw_text(painter, box, words, theme.type.small, ink, Qt.AlignmentFlag.AlignHCenter)
        return width

    def _mark_words(self, mark: str) -> str:
        return QCoreApplication.translate("RuleCards", mark)

    def _note(self, painter: QPainter, rect: QRectF, note: str) -> None:
        if not note:
            return
        theme = self._themes.theme
        ink, side, px = theme.colours.warning.text, theme.metrics.px(14), theme.metrics.px
        paint_icon(painter, QRectF(rect.left(), rect.top() + px(1), side, side), "warning", ink)
        painter.setFont(theme.type.ui)
        painter.setPen(ink)
        painter.drawText(rect.adjusted(px(20), 0, 0, 0), _WRAP, printable(note))

    def _example(self, painter: QPainter, rect: QRectF, line: ExampleLine, *, marked: bool) -> None:
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        if marked:
            painter.fillRect(rect.adjusted(-px(4), 0, px(4), 0), colours.hover)
            edge = QRectF(rect.left() - px(4), rect.top(), theme.metrics.accent_edge, rect.height())
            painter.fillRect(edge, colours.accent)
        same = line.example.same
        ink = colours.secondary
        if same is not None:
            ink = colours.safety[Safety.PRESERVES].text if same else colours.warning.text
        width = self._wide(line.words, theme.type.ui)
        spot = QRectF(rect.right() - width, rect.top(), width, rect.height())
        draw_text(painter, spot, line.words, theme.type.ui, ink, _RIGHT)
        if same is not None:
            side = px(14)
            box = QRectF(spot.left() - px(18), rect.center().y() - side / 2, side, side)
            paint_icon(painter, box, "check" if same else "warning", ink)
        room = rect.width() - width - px(30)
        block = self._blocks.get(line.text, theme, room)
        block.paint(painter, rect.left(), rect.top() + (rect.height() - block.height) / 2)
