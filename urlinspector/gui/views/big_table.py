"""A table for a million rows: rows of one height, and no call that walks over all of them.

Header views get an empty selection model of their own: with the table's they ask each row for its size when
all are selected (research: 11 s for a million rows against 6 ms).
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import (
    QItemSelectionModel,
    QItemSelectionRange,
    QMetaMethod,
    QModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.cells import Role
from urlinspector.gui.views.cluster_cells import CheckCell, ClusterDelegate
from urlinspector.gui.views.tables import MOST_COPIED, HouseTable, Share


class SortHeader(QHeaderView):
    """Marks the sorted column with a chevron beside its title, where Qt's own would cover it."""

    def __init__(self, themes: ThemeState, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._themes = themes
        self.sorted: tuple[int, bool] = (-1, False)
        """Column and whether descending."""

    def paintSection(self, painter: QPainter, rect: QRect, logical_index: int) -> None:
        painter.save()
        super().paintSection(painter, rect, logical_index)
        painter.restore()
        column, descending = self.sorted
        if logical_index != column:
            return
        theme = self._themes.theme
        side = theme.metrics.px(10)
        role = Qt.ItemDataRole.TextAlignmentRole
        align = self.model().headerData(column, Qt.Orientation.Horizontal, role)
        right = align is not None and bool(Qt.AlignmentFlag(align) & Qt.AlignmentFlag.AlignRight)
        left = rect.left() + theme.metrics.px(4) if right else rect.right() - side - theme.metrics.px(6)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name = "chevron-down" if descending else "chevron-up"
        where = QRectF(left, rect.center().y() - side / 2 + 1, side, side)
        paint_icon(painter, where, name, theme.colours.text)


class BigTable(HouseTable):
    """Signals besides those of `HouseTable`: `sort_asked(column, descending)`, `opened(index)` on Enter or
    double click, `check_asked(index)`, `chosen_changed()` when the selection changed.
    """

    sort_asked = Signal(int, bool)
    opened = Signal(QModelIndex)
    check_asked = Signal(QModelIndex)
    chosen_changed = Signal()

    def __init__(self, themes: ThemeState, name: str, shares: Sequence[Share]) -> None:
        super().__init__(themes, name, shares)
        self._header = SortHeader(themes, self)
        self.setHorizontalHeader(self._header)
        self._header.setStretchLastSection(True)
        self._header.setHighlightSections(False)
        self._header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._header.setMinimumSectionSize(16)
        self._header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._header.customContextMenuRequested.connect(self._on_header_menu)
        self._header.sectionResized.connect(self._on_section_resized)
        self._delegate = ClusterDelegate(themes, self)
        self.setItemDelegate(self._delegate)
        self._header.sectionClicked.connect(self._on_section_clicked)
        self.doubleClicked.connect(self.opened)
        self._sorted: tuple[int, bool] = (-1, False)
        self._numeric: frozenset[int] = frozenset()
        self._unsorted: frozenset[int] = frozenset()

    def connectNotify(self, signal: QMetaMethod) -> None:
        super().connectNotify(signal)
        # A header that nothing comes of does not look as if it could be pressed.
        self._header.setSectionsClickable(self._sorts)

    @property
    def _sorts(self) -> bool:
        return self.isSignalConnected(QMetaMethod.fromSignal(self.sort_asked))

    def setModel(self, model) -> None:  # type: ignore[no-untyped-def]
        super().setModel(model)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSelectionModel(QItemSelectionModel(model, header))
            header.setSectionResizeMode(
                QHeaderView.ResizeMode.Fixed
                if header is self.verticalHeader()
                else QHeaderView.ResizeMode.Interactive
            )
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)

    def set_numeric(self, columns: Sequence[int]) -> None:
        """Columns that are sorted from the greatest down at first."""
        self._numeric = frozenset(columns)

    def set_unsorted(self, columns: Sequence[int]) -> None:
        """The columns that the page cannot sort by."""
        self._unsorted = frozenset(columns)

    def show_sorted(self, column: int, descending: bool) -> None:
        """Show by which column the rows are sorted."""
        self._sorted = (column, descending)
        self._header.sorted = (column, descending)
        self.horizontalHeader().viewport().update()

    def row_menu(self) -> QMenu:
        menu = super().row_menu()
        self._add_orders(menu)
        return menu

    def _add_orders(self, menu: QMenu) -> None:
        """The header's work, for those who do without a mouse."""
        if not self._sorts:
            return
        orders = menu.addMenu(self.tr("Sort by"))
        for column in range(self.model().columnCount()):
            title = self.model().headerData(column, Qt.Orientation.Horizontal)
            if title and not self.isColumnHidden(column) and column not in self._unsorted:
                action = orders.addAction(str(title), partial(self._on_section_clicked, column))
                action.setCheckable(True)
                action.setChecked(column == self._sorted[0])

    def _on_section_clicked(self, column: int) -> None:
        if column in self._unsorted:
            return
        before, descending = self._sorted
        wanted = not descending if column == before else column in self._numeric
        # The indicator moves when the rows do.
        self.show_sorted(before, descending)
        self.sort_asked.emit(column, wanted)

    def _on_selection_changed(self) -> None:
        self.chosen_changed.emit()

    # Rows without walking over all of them

    def chosen_numbers(self, most: int = MOST_COPIED) -> list[int]:
        """The numbers of the selected rows from top to bottom, at most so many."""
        rows: list[int] = []
        for span in sorted(self._spans(), key=_top):
            rows += range(span.top(), min(span.bottom(), span.top() + most - len(rows) - 1) + 1)
            if len(rows) >= most:
                break
        return rows

    def _spans(self) -> list[QItemSelectionRange]:
        selection = self.selectionModel().selection()
        return [selection.at(number) for number in range(selection.count())]

    def chosen_count(self) -> int:
        """How many rows are selected."""
        return sum(span.bottom() - span.top() + 1 for span in self._spans())

    def copy_rows(self) -> None:
        numbers = self.chosen_numbers()
        if numbers:
            self._copy((self.model().index(row, 0) for row in numbers), len(numbers), self.chosen_count())
        else:
            self.copy_all()

    def copy_all(self) -> None:
        rows = self.model().rowCount()
        numbers = range(min(rows, MOST_COPIED))
        self._copy((self.model().index(row, 0) for row in numbers), len(numbers), rows)

    def visible_rows(self) -> range:
        """The rows that can be seen."""
        height = self.verticalHeader().defaultSectionSize()
        first = self.rowAt(0)
        if first < 0:
            return range(0)
        count = self.viewport().height() // max(height, 1) + 2
        return range(first, min(first + count, self.model().rowCount()))

    # Keys and clicks

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and isinstance(index.data(Role.CELL), CheckCell):
            self.check_asked.emit(index)
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if isinstance(self.indexAt(event.position().toPoint()).data(Role.CELL), CheckCell):
            self.mousePressEvent(event)
            return
        super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            self.opened.emit(current)
        elif event.key() == Qt.Key.Key_Space and current.isValid():
            first = self.model().index(current.row(), 0)
            if isinstance(first.data(Role.CELL), CheckCell):
                self.check_asked.emit(first)
            else:
                super().keyPressEvent(event)
        else:
            super().keyPressEvent(event)


def _top(span: QItemSelectionRange) -> int:
    return span.top()
