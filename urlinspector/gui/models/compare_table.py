"""A table of ready-made cells, for small tables: rows are plain values, replaced whole."""

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from urlinspector.gui.models.changed import changed_runs
from urlinspector.gui.views.cells import Role, TableCell, of_cell

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
CellRow = tuple[TableCell, ...]


class CellsModel(QAbstractTableModel):
    """Rows of `TableCell`s under titles; the titles of the columns `figures` stand right, as figures do."""

    def __init__(
        self, titles: Sequence[str], parent: QObject | None = None, *, figures: Collection[int] = ()
    ) -> None:
        super().__init__(parent)
        self._titles, self._figures = tuple(titles), frozenset(figures)
        self._rows: tuple[CellRow, ...] = ()
        self._keys: tuple[Any, ...] = ()

    @property
    def rows(self) -> tuple[CellRow, ...]:
        return self._rows

    def key(self, row: int) -> Any:
        """What a row stands for; None where there is no such row."""
        return self._keys[row] if 0 <= row < len(self._keys) else None

    def row_of(self, key: Any) -> int | None:
        """The row that stands for something."""
        return self._keys.index(key) if key in self._keys else None

    def set_titles(self, titles: Sequence[str]) -> None:
        """Other titles over the same columns."""
        if tuple(titles) != self._titles:
            self._titles = tuple(titles)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(titles) - 1)

    def set_rows(self, rows: Sequence[CellRow], keys: Sequence[Any] | None = None) -> None:
        """Show other rows; the current row stays where it is."""
        made, old, before, after = tuple(rows), self._rows, len(self._rows), len(rows)
        self._keys = tuple(keys) if keys is not None else tuple(range(after))
        if made == self._rows:
            return
        if after > before:
            self.beginInsertRows(QModelIndex(), before, after - 1)
        elif after < before:
            self.beginRemoveRows(QModelIndex(), after, before - 1)
        self._rows = made
        if after > before:
            self.endInsertRows()
        elif after < before:
            self.endRemoveRows()
        for first, last in changed_runs(old, made):
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self._titles) - 1))

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows) or role == Role.SPAN:
            return None
        return of_cell(self._rows[index.row()][index.column()], role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in self._figures:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None
