"""Two thin models over the rows of the steps dock: a tree by safety and a flat list by order."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from urlinspector.gui.docks.step_rows import Group, NoteRow, StepRow
from urlinspector.gui.pages.page import StepEffects
from urlinspector.gui.theme import safety_title
from urlinspector.gui.views.cells import Index

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The row's record: `Group`, `StepRow` or `NoteRow`."""

_ROOT = QModelIndex()
_Role = Qt.ItemDataRole
_ANSWERED = frozenset(
    {
        _Role.DisplayRole,
        _Role.CheckStateRole,
        _Role.ToolTipRole,
        _Role.AccessibleTextRole,
        _Role.AccessibleDescriptionRole,
        _Role.TextAlignmentRole,
        ROW_ROLE,
    }
)


def step_answer(row: StepRow, effects: StepEffects, column: int, role: int) -> Any:
    """What both models say about a step."""
    if role == ROW_ROLE:
        return row
    if column > 0:
        cell = row.cells[column - 1] if column <= len(row.cells) else None
        if cell is not None and role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return cell.text
        if cell is not None and role == _Role.ToolTipRole:
            return cell.tip or None
        return int(Qt.AlignmentFlag.AlignRight) if role == _Role.TextAlignmentRole else None
    if role == _Role.DisplayRole:
        return row.name
    if role == _Role.CheckStateRole:
        return Qt.CheckState.Checked if row.on else Qt.CheckState.Unchecked
    if role == _Role.ToolTipRole:
        lines = (row.step.title, row.step.source, row.step.warning)
        return "\n".join(line for line in lines if line)
    if role == _Role.AccessibleTextRole:
        return row.spoken(effects)
    if role == _Role.AccessibleDescriptionRole:
        return row.step.summary
    return None


class StepTreeModel(QAbstractItemModel):
    """Groups by safety with their steps. Emits `toggled(step, on)` when a check box is used."""

    toggled = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[Group, ...] = ()
        self._effects = StepEffects()

    @property
    def groups(self) -> tuple[Group, ...]:
        return self._groups

    @property
    def effects(self) -> StepEffects:
        return self._effects

    def set_rows(self, groups: tuple[Group, ...], effects: StepEffects) -> bool:
        """Show other rows; whether the model was reset (else rows only changed their content)."""
        same = _shape(groups) == _shape(self._groups) and effects.columns == self._effects.columns
        if not same:
            self.beginResetModel()
        self._groups, self._effects = groups, effects
        if not same:
            self.endResetModel()
            return True
        last = self.columnCount() - 1
        self.dataChanged.emit(self.index(0, 0), self.index(len(groups) - 1, last))
        for at, group in enumerate(groups):
            parent = self.index(at, 0)
            if group.rows:
                self.dataChanged.emit(self.index(0, 0, parent), self.index(len(group.rows) - 1, last, parent))
        return False

    def index_of(self, name: str) -> QModelIndex:
        """Where a step stands; invalid where it is not listed."""
        for at, group in enumerate(self._groups):
            for row, each in enumerate(group.rows):
                if isinstance(each, StepRow) and each.name == name:
                    return self.index(row, 0, self.index(at, 0))
        return QModelIndex()

    # Qt's side

    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        if not (0 <= row < self.rowCount(parent) and 0 <= column < self.columnCount()):
            return QModelIndex()
        # The internal id is 0 for a group, else the group's row plus one.
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = _ROOT) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or index.internalId() == 0:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = _ROOT) -> int:
        if not parent.isValid():
            return len(self._groups)
        if parent.internalId() == 0 and parent.column() == 0:
            return len(self._groups[parent.row()].rows)
        return 0

    def columnCount(self, parent: Index = _ROOT) -> int:
        del parent
        return 1 + len(self._effects.columns)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if role not in _ANSWERED or not index.isValid():
            return None
        if index.internalId() == 0:
            return _group_answer(self._groups[index.row()], index.column(), role)
        row = self._groups[index.internalId() - 1].rows[index.row()]
        if isinstance(row, NoteRow):
            if role == ROW_ROLE:
                return row
            spoken = role in (_Role.DisplayRole, _Role.AccessibleTextRole) and index.column() == 0
            return row.text if spoken else None
        return step_answer(row, self._effects, index.column(), role)

    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        row = self.data(index, ROW_ROLE)
        if role != _Role.CheckStateRole or not isinstance(row, StepRow):
            return False
        self.toggled.emit(row.name, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.data(index, ROW_ROLE)
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if isinstance(row, NoteRow):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if isinstance(row, StepRow):
            flags |= Qt.ItemFlag.ItemNeverHasChildren
            if index.column() == 0:
                flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if section == 0:
            return self.tr("Step") if role == _Role.DisplayRole else None
        if section > len(self._effects.columns):
            return None
        column = self._effects.columns[section - 1]
        if role == _Role.DisplayRole:
            return column.title
        if role in (_Role.ToolTipRole, _Role.AccessibleTextRole):
            return column.name
        return (
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if (role == _Role.TextAlignmentRole)
            else None
        )


def _shape(groups: Sequence[Group]) -> list[tuple[str, ...]]:
    return [tuple(each.name if isinstance(each, StepRow) else "" for each in group.rows) for group in groups]


def _group_answer(group: Group, column: int, role: int) -> Any:
    if role == ROW_ROLE:
        return group
    if column > 0:
        return None
    if role == _Role.DisplayRole:
        return safety_title(group.safety)
    if role == _Role.AccessibleTextRole:
        return f"{safety_title(group.safety)}, {group.count_text}"
    return None


class StepOrderModel(QAbstractListModel):
    """The profile's steps as they run. Emits `toggled(step, on)`, and `moved(start, end)` after a drop."""

    toggled = Signal(str, bool)
    moved = Signal(int, int)
    MIME = "application/x-urlinspector-step"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[StepRow, ...] = ()
        self._effects = StepEffects()

    @property
    def rows(self) -> tuple[StepRow, ...]:
        return self._rows

    @property
    def effects(self) -> StepEffects:
        return self._effects

    def set_rows(self, rows: tuple[StepRow, ...], effects: StepEffects) -> bool:
        """Show other rows; whether the model was reset."""
        same = [each.name for each in rows] == [each.name for each in self._rows]
        if not same:
            self.beginResetModel()
        self._rows, self._effects = rows, effects
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
        return not same

    def index_of(self, name: str) -> QModelIndex:
        """Where a step stands; invalid where it is not listed."""
        found = next((at for at, each in enumerate(self._rows) if each.name == name), None)
        return QModelIndex() if found is None else self.index(found)

    # Qt's side

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if role not in _ANSWERED or not index.isValid():
            return None
        return step_answer(self._rows[index.row()], self._effects, 0, role)

    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role != _Role.CheckStateRole or not index.isValid():
            return False
        self.toggled.emit(self._rows[index.row()].name, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsUserCheckable
            | Qt.ItemFlag.ItemIsDragEnabled
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [self.MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        rank = self._rows[indexes[0].row()].rank if indexes else None
        data.setData(self.MIME, str(rank or 0).encode())
        return data

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        del action, column
        start = int(bytes(data.data(self.MIME).data()) or b"0") - 1
        at = row if row >= 0 else parent.row() if parent.isValid() else len(self._rows)
        if start < 0 or not self._rows:
            return False
        # Rows may be filtered: a place between two shown rows is the place before the second of them.
        rank = self._rows[at].rank if at < len(self._rows) else (self._rows[-1].rank or 0) + 1
        target = (rank or 1) - 1
        self.moved.emit(start, target - 1 if target > start else target)
        # False keeps the view from removing the row: the profile says what there is.
        return False
