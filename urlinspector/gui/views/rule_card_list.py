"""The list of proposals: painted cards, one of them open and with real buttons.

Up and Down walk the cards, Left and Right the examples of the open one, Enter opens Compare with the example;
a click on an example does too.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QWidget

from urlinspector.gui.icons import Icons
from urlinspector.gui.models.rules_cards import ProposalsModel
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import without_surrogates
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.cells import Index, Role
from urlinspector.gui.views.rule_cards import CardDelegate
from urlinspector.gui.widgets import looks, push_button
from urlinspector.rules.mining import Example, Proposal

_Flag = QItemSelectionModel.SelectionFlag
_ONE = _Flag.ClearAndSelect


class ProposalCards(QListView):
    """Signals: `chosen_changed()`, `example_opened(Example)`, `menu_asked(QPoint)` for the selected cards, by
    the point of the screen; the buttons are connected by who uses it.
    """

    chosen_changed = Signal()
    example_opened = Signal(object)
    menu_asked = Signal(object)

    def __init__(self, themes: ThemeState, icons: Icons) -> None:
        super().__init__()
        self.tools = QWidget(self.viewport())
        looks(self.tools, "pane")
        self._soon = QTimer(self)
        """Until the cards have their places anew."""
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._bring_open_into_view)
        self._themes = themes
        self._empty = ""
        self._pressed = -1
        """The example that the mouse went down on."""
        self.model_ = ProposalsModel(self)
        self.cards = CardDelegate(themes, self.model_, self)
        self.setItemDelegate(self.cards)
        self.setObjectName("proposalCards")
        self.setAccessibleName(self.tr("Proposals"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.accept_button = push_button(self.tr("Accept"), icons, "check")
        looks(self.accept_button, "default")
        self.reject_button = push_button(self.tr("Reject"), icons, "close")
        self.edit_button = push_button(self.tr("Edit"), icons, "edit")
        self.compare_button = push_button(self.tr("Compare the example"))
        row = self._row = QHBoxLayout(self.tools)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.accept_button, self.reject_button, self.edit_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.compare_button)
        self.compare_button.clicked.connect(self.open_example)
        for button in (self.reject_button, self.edit_button):
            looks(button, "small")
        looks(self.compare_button, "link")
        self.tools.hide()
        self.setModel(self.model_)
        self.verticalScrollBar().valueChanged.connect(self._place_tools)
        self.selectionModel().selectionChanged.connect(self._follow_choice)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    # What is shown

    def show_proposals(self, found: Sequence[Proposal], current: int, *, masks: bool) -> None:
        """Show others, one of them open."""
        self.model_.set_proposals(found, masks=masks)
        if found:
            self.choose(min(max(current, 0), len(found) - 1))
        self._place_tools()
        self.viewport().update()

    def set_empty_text(self, words: str) -> None:
        """What stands where there are no cards."""
        self._empty = words
        self.setAccessibleDescription(words if not self.model_.rowCount() else "")
        self.viewport().update()

    def choose(self, row: int) -> None:
        """Open a card."""
        if self.currentIndex().row() != row or not self.selectionModel().isRowSelected(row, QModelIndex()):
            self.selectionModel().setCurrentIndex(self.model_.index(row, 0), _ONE)

    @property
    def chosen(self) -> Proposal | None:
        """The proposal of the open card."""
        return self.model_.proposal(self.currentIndex().row())

    @property
    def selected(self) -> list[Proposal]:
        """Those of all selected cards, in their order."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return [each for each in map(self.model_.proposal, rows) if each is not None]

    @property
    def example(self) -> Example | None:
        """The example that the keys or the mouse are at, else the first one."""
        found = self.chosen
        if found is None or not found.examples:
            return None
        return found.examples[max(self.cards.marked, 0)] if self.cards.marked < len(found.examples) else None

    def open_example(self) -> None:
        """Ask for Compare with the example."""
        if self.example is not None:
            self.example_opened.emit(self.example)

    # The open card

    def currentChanged(self, current: Index, previous: Index) -> None:
        self.cards.open_row = current.row() if current.isValid() else -1
        self.cards.marked = -1
        super().currentChanged(current, previous)
        self.scheduleDelayedItemsLayout()
        self._soon.start()
        self.setAccessibleDescription("")
        self.chosen_changed.emit()

    def _bring_open_into_view(self) -> None:
        self.executeDelayedItemsLayout()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        self._place_tools()

    def _follow_choice(self) -> None:
        count = len(self.selectedIndexes())
        words = self.tr("Accept {0}").format(count) if count > 1 else self.tr("Accept")
        self.accept_button.setText(words)
        name = self.chosen.in_words if self.chosen is not None and count <= 1 else ""
        self.accept_button.setAccessibleName(f"{words}: {without_surrogates(name)}" if name else words)
        self.compare_button.setEnabled(self.example is not None)
        self.chosen_changed.emit()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self._place_tools()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.cards.width = self.viewport().width()
        self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)
        self._soon.start()

    def _place_tools(self) -> None:
        index = self.currentIndex()
        if not index.isValid():
            self.tools.hide()
            return
        rect = self.visualRect(index)
        places = self.cards.places(index.row())
        foot = places.foot.translated(QPointF(rect.topLeft())).toRect()
        # Of a card that is higher than the view the buttons stay in sight while its head is.
        lowest = self.viewport().height() - foot.height()
        foot.moveTop(max(min(foot.top(), lowest), round(rect.top() + places.head.bottom())))
        self.tools.setGeometry(foot)
        self.tools.show()

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        found, key = self.chosen, event.key()
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and found is not None and not event.modifiers():
            by = 1 if key == Qt.Key.Key_Right else -1
            self._mark(min(max(self.cards.marked + by, 0), len(found.examples) - 1))
            self._bring_example_into_view()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.open_example()
        elif event.matches(QKeySequence.StandardKey.Copy):
            texts = [
                str(each.data(Role.COPY)) for each in sorted(self.selectedIndexes(), key=QModelIndex.row)
            ]
            QGuiApplication.clipboard().setText(without_surrogates("\n".join(texts)))
        else:
            super().keyPressEvent(event)

    def _mark(self, number: int) -> None:
        if number != self.cards.marked:
            self.cards.marked = number
            self.viewport().update()
        if number >= 0:
            self.setAccessibleDescription(self.model_.card(self.currentIndex().row()).examples[number].spoken)

    def _bring_example_into_view(self) -> None:
        index = self.currentIndex()
        places = self.cards.places(index.row())
        if 0 <= self.cards.marked < len(places.examples):
            spot = places.examples[self.cards.marked].translated(QPointF(self.visualRect(index).topLeft()))
            below = spot.bottom() - (self.viewport().height() - places.foot.height())
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + round(max(below, 0.0) or min(spot.top(), 0.0)))

    def _example_at(self, event: QMouseEvent) -> int:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return -1
        corner = QPointF(self.visualRect(index).topLeft())
        return self.cards.example_at(index.row(), event.position() - corner)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        at = self._example_at(event)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if at >= 0 else Qt.CursorShape.ArrowCursor
        )
        if at >= 0:
            self._mark(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self._example_at(event) if event.button() == Qt.MouseButton.LeftButton else -1
        if self._pressed < 0:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at, pressed = self._example_at(event), self._pressed
        self._pressed = -1
        super().mouseReleaseEvent(event)
        if pressed >= 0 and at == pressed:
            self._mark(at)
            self.open_example()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index, point = self.indexAt(event.pos()), event.globalPos()
            if index.isValid() and not self.selectionModel().isSelected(index):
                self.choose(index.row())
        else:
            index = self.currentIndex()
            room = self.visualRect(index).intersected(self.viewport().rect())
            point = self.viewport().mapToGlobal(room.center())
        if index.isValid():
            self.menu_asked.emit(point)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            # A card says all of itself; its examples are cut where there is no room.
            at = self._tip_at(event)
            self.viewport().setToolTip(at)
        return super().viewportEvent(event)

    def _tip_at(self, event: QEvent) -> str:
        point = event.pos()  # type: ignore[attr-defined]
        index = self.indexAt(point)
        if not index.isValid():
            return ""
        spot = QPointF(point - self.visualRect(index).topLeft())
        at = self.cards.example_at(index.row(), spot)
        if at >= 0:
            return self.model_.card(index.row()).examples[at].tip
        if index.row() == self.cards.open_row and self.cards.places(index.row()).pattern.contains(spot):
            return self.model_.card(index.row()).pattern_tip
        return ""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.model_.rowCount() and self._empty:
            painter = QPainter(self.viewport())
            theme = self._themes.theme
            painter.setFont(theme.type.ui)
            painter.setPen(theme.colours.secondary)
            edge = theme.metrics.edge
            room = self.viewport().rect().adjusted(edge, edge, -edge, -edge)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty)
            painter.end()

    def _on_theme_changed(self, theme: Theme) -> None:
        self._row.setSpacing(theme.metrics.gap)
        self.accept_button.setFixedHeight(theme.metrics.control_small + theme.metrics.px(2))
        self.scheduleDelayedItemsLayout()
        self._soon.start()
        self.viewport().update()
