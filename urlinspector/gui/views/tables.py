"""Tables and trees of the house: fixed rows, copying with headers, choosing columns, Tab leaves them.

Both classes work with any model that answers the roles of `cells`; widths follow a list of shares until the
user moves a column.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyleOptionViewItem,
    QTableView,
    QTreeView,
)

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.cells import CellDelegate, Role, TableCell
from urlinspector.gui.views.clipboard import mime_of
from urlinspector.gui.views.row_copy import RowCopy, Rows

Index = QModelIndex | QPersistentModelIndex
MOST_COPIED = 100_000
"""Rows that one copy may hold; more is what exports are for."""
Share = tuple[int, float]
"""A column's least width in pixels at zoom 1, and its share of what is left."""


def _header(view: "QTableView | QTreeView") -> QHeaderView:
    return view.header() if isinstance(view, QTreeView) else view.horizontalHeader()


def _visual_columns(view: "QTableView | QTreeView") -> list[int]:
    header = _header(view)
    return [header.logicalIndex(visual) for visual in range(header.count())]


class _House(QAbstractItemView if TYPE_CHECKING else object):  # type: ignore[misc]
    """What tables and trees have in common."""

    draws_branches = False
    _shares: tuple[Share, ...] = ()
    _moved_by_user = False
    _empty_text = ""
    _is_sharing = False
    _copier: RowCopy | None = None
    _left_out = 0
    """Rows that a copy leaves to exports."""

    def _set_up(self, themes: ThemeState, name: str, shares: Sequence[Share]) -> None:
        self._themes = themes
        self._shares = tuple(shares)
        self._delegate = CellDelegate(themes, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setFrameShape(self.Shape.NoFrame)
        # The ground is filled here, so that no widget behind is painted when a row changes.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        header = _header(self)
        header.setStretchLastSection(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(16)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._on_header_menu)
        header.sectionResized.connect(self._on_section_resized)
        themes.theme_changed.connect(self._on_theme_changed)

    # Widths

    def set_shares(self, shares: Sequence[Share]) -> None:
        """Other widths, as after columns were hidden."""
        self._shares = tuple(shares)
        self._moved_by_user = False
        self._share_widths()

    def _share_widths(self) -> None:
        if self._moved_by_user or self.model() is None or not self._shares:
            return
        px = self._themes.theme.metrics.px
        shown = [n for n in range(len(self._shares)) if not self.isColumnHidden(n)]
        least = {n: px(self._shares[n][0]) for n in shown}
        total = sum(self._shares[n][1] for n in shown) or 1.0
        rest = max(self.viewport().width() - sum(least.values()), 0)
        self._is_sharing = True
        for column in shown:
            width = least[column] + int(rest * self._shares[column][1] / total)
            self.setColumnWidth(column, width)
        self._is_sharing = False

    def _on_section_resized(self) -> None:
        if not self._is_sharing and QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._moved_by_user = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A table that only became higher keeps its widths: each that is set anew draws everything once more.
        if event.size().width() != event.oldSize().width():
            self._share_widths()

    def _on_theme_changed(self, theme: Theme) -> None:
        del theme
        self._fit_rows()
        self._share_widths()
        self.viewport().update()

    def _fit_rows(self) -> None:
        """Give the rows the theme's height."""

    def set_empty_text(self, text: str) -> None:
        """What an empty table says."""
        if text != self._empty_text:
            self._empty_text = text
            self.viewport().update()

    def _fill_ground(self, event: QPaintEvent) -> None:
        theme = self._themes.theme
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colours.base)
        if self._empty_text and self.model() is not None and not self.model().rowCount():
            painter.setFont(theme.type.ui)
            painter.setPen(theme.colours.secondary)
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self._empty_text)
        painter.end()

    # Selection

    def _tell_row(self, current: Index, previous: Index) -> None:
        if current.row() != previous.row() or current.parent() != previous.parent():
            self.row_selected.emit(current)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and _is_link(index):
            self.link_activated.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = _is_link(self.indexAt(event.position().toPoint()))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._follow_link()
        else:
            super().keyPressEvent(event)

    def _follow_link(self) -> None:
        current = self.currentIndex()
        columns = range(self.model().columnCount()) if current.isValid() else range(0)
        for column in columns:
            index = self.model().sibling(current.row(), column, current)
            if _is_link(index):
                self.link_activated.emit(index)
                return

    # Copying

    def chosen_rows(self) -> list[QModelIndex]:
        """One index for each selected row, from top to bottom."""
        chosen = self.selectionModel().selectedRows(0)
        return sorted(chosen, key=self._top_of)

    def _top_of(self, index: QModelIndex) -> int:
        return self.visualRect(index).top()

    def all_rows(self) -> list[QModelIndex]:
        """One index for each row that can be scrolled to, as far as a clipboard should hold them."""
        return [self.model().index(row, 0) for row in range(min(self.model().rowCount(), MOST_COPIED))]

    def copy_rows(self) -> None:
        """Copy the selected rows with headers."""
        rows = self.chosen_rows()
        if rows:
            self._copy(iter(rows[:MOST_COPIED]), min(len(rows), MOST_COPIED), len(rows))
        else:
            self.copy_all()

    def copy_all(self) -> None:
        """Copy the whole table with headers."""
        rows = self.all_rows()
        self._copy(iter(rows), len(rows), self.model().rowCount())

    def copy_cell(self) -> None:
        """Copy the text of the current cell."""
        index = self.currentIndex()
        text = str(index.data(Role.COPY) or index.data() or "")
        if text:
            QGuiApplication.clipboard().setMimeData(mime_of(text))

    def _copy(self, rows: Rows, count: int, wanted: int) -> None:
        columns = [column for column in _visual_columns(self) if not self.isColumnHidden(column)]
        copier = self._copier or RowCopy(self, self._on_copied)
        if self._copier is None:
            self._copier = copier
            self.model().modelAboutToBeReset.connect(copier.stop)
            self.model().layoutAboutToBeChanged.connect(copier.stop)
        self._left_out = max(0, wanted - count)
        copier.start(rows, count, columns)

    def _on_copied(self, count: int) -> None:
        self.copied.emit(count, self._left_out)

    # Menus

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.row_menu()
        menu.popup(event.globalPos())

    def row_menu(self) -> QMenu:
        """The menu of a row; it goes away by itself."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, slot in (
            (self.tr("Copy cell"), self.copy_cell),
            (self.tr("Copy rows with headers"), self.copy_rows),
            (self.tr("Copy table"), self.copy_all),
        ):
            action = QAction(text, menu)
            action.triggered.connect(slot)
            menu.addAction(action)
        menu.addSeparator()
        self._add_columns(menu.addMenu(self.tr("Columns")))
        return menu

    def _on_header_menu(self, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add_columns(menu)
        menu.popup(_header(self).mapToGlobal(point))

    def _add_columns(self, menu: QMenu) -> None:
        model = self.model()
        for column in range(1, model.columnCount()):
            title = model.headerData(column, Qt.Orientation.Horizontal)
            if not title:
                continue
            action = QAction(str(title), menu)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(column))
            action.toggled.connect(partial(self._show_column, column))
            menu.addAction(action)

    def _show_column(self, column: int, shown: bool) -> None:
        self.setColumnHidden(column, not shown)
        self._share_widths()


def _is_link(index: QModelIndex) -> bool:
    cell = index.data(Role.CELL) if index.isValid() else None
    return isinstance(cell, TableCell) and cell.link


class HouseTable(_House, QTableView):
    """A table.

    Signals: `link_activated(index)` when a cell that is a link was clicked, or Enter pressed on its row;
    `row_selected(index)` when the current row became another one; `copied(count, left)` when rows are on the
    clipboard, of which so many were left out.
    """

    link_activated = Signal(QModelIndex)
    row_selected = Signal(QModelIndex)
    copied = Signal(int, int)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fill_ground(event)
        super().paintEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._tell_row(current, previous)

    def __init__(self, themes: ThemeState, name: str, shares: Sequence[Share]) -> None:
        super().__init__()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._set_up(themes, name, shares)
        self._fit_rows()

    def _fit_rows(self) -> None:
        self.verticalHeader().setMinimumSectionSize(self._themes.theme.metrics.row)
        self.verticalHeader().setDefaultSectionSize(self._themes.theme.metrics.row)

    def sizeHint(self) -> QSize:
        metrics = self._themes.theme.metrics
        rows = self.model().rowCount() if self.model() is not None else 3
        return QSize(metrics.px(300), metrics.header + min(rows, 12) * metrics.row)


class HouseTree(_House, QTreeView):
    """A tree with columns; the branches are chevrons. Signals as of `HouseTable`."""

    link_activated = Signal(QModelIndex)
    row_selected = Signal(QModelIndex)
    copied = Signal(int, int)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fill_ground(event)
        super().paintEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._tell_row(current, previous)

    draws_branches = True

    def __init__(self, themes: ThemeState, name: str, shares: Sequence[Share]) -> None:
        super().__init__()
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setAnimated(False)
        self.setExpandsOnDoubleClick(True)
        self._set_up(themes, name, shares)
        self._fit_rows()

    def _fit_rows(self) -> None:
        self.setIndentation(self._themes.theme.metrics.px(16))

    def all_rows(self) -> list[QModelIndex]:
        rows: list[QModelIndex] = []
        for index in super().all_rows():
            rows.append(index)
            if self.isExpanded(index):
                rows += [self.model().index(row, 0, index) for row in range(self.model().rowCount(index))]
        return rows

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        super().drawRow(painter, option, index)
        if self.selectionModel().isRowSelected(index.row(), index.parent()):
            theme = self._themes.theme
            rect = QRectF(option.rect)
            edge = QRectF(0, rect.top(), theme.metrics.accent_edge, rect.height())
            painter.fillRect(edge, theme.colours.accent)

    def drawBranches(self, painter: QPainter, rect: object, index: QModelIndex) -> None:  # type: ignore[override]
        theme = self._themes.theme
        area = QRectF(rect)  # type: ignore[call-overload]
        if self.selectionModel().isRowSelected(index.row(), index.parent()):
            painter.fillRect(area, theme.colours.selection)
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), theme.colours.hairline)
        if self.model().hasChildren(index):
            side = theme.metrics.px(12)
            name = "chevron-down" if self.isExpanded(index) else "chevron-right"
            where = QRectF(area.right() - side, area.center().y() - side / 2, side, side)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_icon(painter, where, name, theme.colours.secondary)
