"""What the models of tables share: titles, roles that follow from a cell, and rows looked up in blocks."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from urlinspector.gui.views.cells import Index, Role, TableCell, of_cell

NO_INDEX = QModelIndex()
FIGURES_STAND = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CellRow = tuple[TableCell, ...]
Row = TypeVar("Row")

_BLOCK = 64
_MOST_BLOCKS = 40
_ANSWERED = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Role.CELL,
        Role.COPY,
    }
)
"""The roles that a cell has an answer for; no cell is made for another."""


class TableModel(QAbstractTableModel):
    """Rows of cells under titles; who inherits says how many rows there are and what each cell shows."""

    _titles: tuple[str, ...] = ()
    _figures: Collection[int] = ()
    """The columns whose titles stand right, as figures do."""

    def row_count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def cell_at(self, row: int, column: int) -> TableCell:
        """What a cell shows; a delegate may ask for it without Qt between, which is faster."""
        raise NotImplementedError

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else self.row_count()

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _ANSWERED or not self._holds(index):
            return None
        return of_cell(self.cell_at(index.row(), index.column()), role)

    def _holds(self, index: Index) -> bool:
        """Whether an index is that of a row; views ask for rows that have just gone, too."""
        return index.isValid() and index.row() < self.row_count()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in self._figures:
            return FIGURES_STAND
        return None


class Blocks(Generic[Row]):
    """Rows that are looked up many at a time, when one of them is painted; a few thousand are kept."""

    def __init__(self, look_up: Callable[[int, int], Sequence[Row]]) -> None:
        """`look_up(first, end)` gives the rows of a half-open range, fewer at the end of the list."""
        self._look_up = look_up
        self._blocks: dict[int, Sequence[Row]] = {}

    def clear(self) -> None:
        """The rows are others now."""
        self._blocks.clear()

    def __getitem__(self, row: int) -> Row:
        number = row // _BLOCK
        if number not in self._blocks:
            if len(self._blocks) >= _MOST_BLOCKS:
                self._blocks.clear()
            self._blocks[number] = self._look_up(number * _BLOCK, (number + 1) * _BLOCK)
        return self._blocks[number][row % _BLOCK]
