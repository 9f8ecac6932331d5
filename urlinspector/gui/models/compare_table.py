"""A table of ready-made cells, for small tables: rows are plain values, replaced whole."""

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from urlinspector.gui.models.changed import changed_runs
from urlinspector.gui.models.table_model import CellRow, TableModel
from urlinspector.gui.views.cells import TableCell


class CellsModel(TableModel):
    """Rows of `TableCell`s under titles; the titles of the columns `figures` stand right, as figures do."""

    def __init__(
        self, titles: Sequence[str], parent: QObject | None = None, *, figures: Collection[int] = ()
    ) -> None:
        super().__init__(parent)
        self._titles, self._figures = tuple(titles), figures
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

    def row_count(self) -> int:
        return len(self._rows)

    def cell_at(self, row: int, column: int) -> TableCell:
        return self._rows[row][column]
