"""The two views of the steps dock: a tree by safety and a list by order, with the same keys."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QListView, QTreeView

from urlinspector.gui.docks.step_delegate import StepDelegate
from urlinspector.gui.docks.step_models import ROW_ROLE, StepOrderModel, StepTreeModel
from urlinspector.gui.docks.step_rows import Group, StepRow
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.cells import Index
from urlinspector.normalize.step import Safety

_NAME_WIDTH = 150
"""Pixels at zoom 1 that a step's name and check box should have."""


class StepTree(QTreeView):
    """Steps by safety. Space switches a step, Return opens its options, arrows open and close groups."""

    step_chosen = Signal(str)
    options_asked = Signal(str)
    menu_asked = Signal(str, QPoint)

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes = themes
        self._closed: set[Safety] = set()
        self.step_model = StepTreeModel(self)
        self.setModel(self.step_model)
        self.delegate = StepDelegate(themes, by_order=False, parent=self)
        self.delegate.options_asked.connect(self.options_asked)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName(self.tr("Steps by safety"))
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setItemsExpandable(True)
        self.setExpandsOnDoubleClick(False)
        self.setAllColumnsShowFocus(True)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self.collapsed.connect(self._on_collapsed)
        self.expanded.connect(self._on_expanded)
        self.clicked.connect(self._on_clicked)
        header = self.header()
        header.setSectionsMovable(False)
        header.setSectionsClickable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        self.setHeaderHidden(True)

    def show_rows(self) -> None:
        """After the model was reset: groups as they were left, columns as wide as they ask."""
        columns = self.step_model.effects.columns
        self.setHeaderHidden(not columns)
        self.delegate.has_dots = not columns
        header = self.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for at, column in enumerate(columns, 1):
            header.setSectionResizeMode(at, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(at, self._themes.theme.metrics.px(column.width))
        self._fit_columns()
        self.scheduleDelayedItemsLayout()  # once for all groups, not for each one that opens
        for at, group in enumerate(self.step_model.groups):
            self.setFirstColumnSpanned(at, QModelIndex(), True)
            index = self.step_model.index(at, 0)
            self.setExpanded(index, group.safety not in self._closed)
            for row, each in enumerate(group.rows):
                if not isinstance(each, StepRow):
                    self.setFirstColumnSpanned(row, index, True)

    def _fit_columns(self) -> None:
        """Names come first: where they would be cut to nothing, figures wait until the dock is wider."""
        px = self._themes.theme.metrics.px
        widths = [px(column.width) for column in self.step_model.effects.columns]
        left = self.viewport().width() - sum(widths)
        for at, width in enumerate(widths, 1):
            hide = left < px(_NAME_WIDTH) and at < len(widths)
            self.setColumnHidden(at, hide)
            left += width if hide else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def select_step(self, name: str) -> bool:
        """Mark a step's row without saying so; whether it is listed."""
        return _select(self, self.step_model.index_of(name))

    def current_step(self) -> str:
        """The selected step, empty for none."""
        return _step_name(self.currentIndex())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        name = _step_name(current)
        if name:
            self.step_chosen.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not _handle_key(self, event, self.step_model):
            super().keyPressEvent(event)

    def _on_clicked(self, index: QModelIndex) -> None:
        if isinstance(index.data(ROW_ROLE), Group):
            self.setExpanded(index, not self.isExpanded(index))

    def _on_collapsed(self, index: QModelIndex) -> None:
        self._closed.add(index.data(ROW_ROLE).safety)

    def _on_expanded(self, index: QModelIndex) -> None:
        self._closed.discard(index.data(ROW_ROLE).safety)

    def _on_menu_requested(self, position: QPoint) -> None:
        name = _step_name(self.indexAt(position))
        if name:
            self.menu_asked.emit(name, self.viewport().mapToGlobal(position))


class StepList(QListView):
    """Steps in the order in which they run; Alt+Up and Alt+Down, or dragging, move them."""

    step_chosen = Signal(str)
    options_asked = Signal(str)
    menu_asked = Signal(str, QPoint)

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self.step_model = StepOrderModel(self)
        self.setModel(self.step_model)
        self.delegate = StepDelegate(themes, by_order=True, parent=self)
        self.delegate.options_asked.connect(self.options_asked)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName(self.tr("Steps in the order in which they run"))
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)

    def select_step(self, name: str) -> bool:
        """Mark a step's row without saying so; whether it is listed."""
        return _select(self, self.step_model.index_of(name))

    def current_step(self) -> str:
        """The selected step, empty for none."""
        return _step_name(self.currentIndex())

    def move_current(self, by: int) -> None:
        """Move the selected step up (-1) or down (1) among those shown."""
        at = self.currentIndex().row()
        rows = self.step_model.rows
        if 0 <= at < len(rows) and 0 <= at + by < len(rows):
            self.step_model.moved.emit((rows[at].rank or 1) - 1, (rows[at + by].rank or 1) - 1)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        name = _step_name(current)
        if name:
            self.step_chosen.emit(name)

    def event(self, event: QEvent) -> bool:
        # A page may have Alt+Up and Alt+Down for itself; in this list they move the step.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _moves(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _moves(event):
            self.move_current(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif not _handle_key(self, event, self.step_model):
            super().keyPressEvent(event)

    def _on_menu_requested(self, position: QPoint) -> None:
        name = _step_name(self.indexAt(position))
        if name:
            self.menu_asked.emit(name, self.viewport().mapToGlobal(position))


def _moves(event: QKeyEvent) -> bool:
    alone = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return alone == Qt.KeyboardModifier.AltModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)


def _step_name(index: Index) -> str:
    row = index.data(ROW_ROLE) if index.isValid() else None
    return row.name if isinstance(row, StepRow) else ""


def _select(view: QAbstractItemView, index: QModelIndex) -> bool:
    if not index.isValid():
        view.clearSelection()
        return False
    if index.row() == view.currentIndex().row() and index.parent() == view.currentIndex().parent():
        flag = QItemSelectionModel.SelectionFlag
        view.selectionModel().select(index, flag.ClearAndSelect | flag.Rows)
        return True
    was = view.blockSignals(True)
    view.setCurrentIndex(index)
    view.blockSignals(was)
    view.scrollTo(index)
    view.viewport().update()
    return True


def _handle_key(view: StepTree | StepList, event: QKeyEvent, model: QAbstractItemModel) -> bool:
    """Space and Return; whether the key was one of them."""
    index = view.currentIndex()
    row = index.data(ROW_ROLE) if index.isValid() else None
    if event.key() == Qt.Key.Key_Space and isinstance(row, StepRow):
        state = Qt.CheckState.Unchecked if row.on else Qt.CheckState.Checked
        model.setData(index.siblingAtColumn(0), state, Qt.ItemDataRole.CheckStateRole)
        return True
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(row, StepRow):
        if row.has_options:
            view.options_asked.emit(row.name)
        return True
    if event.key() == Qt.Key.Key_Space and isinstance(row, Group) and isinstance(view, StepTree):
        view.setExpanded(index, not view.isExpanded(index))
        return True
    return False
