"""The Components tree as a Qt model: seven rows that stay, their parts beneath, updated in place at each
keystroke.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from urlinspector.gui.models.component_row import ComponentRow
from urlinspector.gui.models.table_model import NO_INDEX
from urlinspector.gui.views.cells import Index, Role, TableCell, of_cell
from urlinspector.url.components import Span

COMPONENT, RAW, DECODED, NORMALIZED, NOTE = range(5)


class ComponentModel(QAbstractItemModel):
    """Rows of `component_rows`; expansion and selection survive an update."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ComponentRow, ...] = ()
        self._counts: list[int | None] = []
        """How many parts the view was told of; None where it never asked."""
        self._narrow = False
        self._cells: dict[int, tuple[TableCell, ...]] = {}
        self._titles = (
            self.tr("Component"),
            self.tr("Raw"),
            self.tr("Decoded"),
            self.tr("Normalized"),
            self.tr("Note"),
        )

    @property
    def rows(self) -> tuple[ComponentRow, ...]:
        return self._rows

    def set_narrow(self, narrow: bool) -> None:
        """Fold notes into a mark behind the raw text."""
        self._narrow = narrow
        self._tell_changed()

    def set_rows(self, rows: Sequence[ComponentRow]) -> None:
        """Show another reading."""
        if len(rows) != len(self._rows):
            self.beginResetModel()
            self._cells.clear()
            self._rows = tuple(rows)
            self._counts = [None] * len(rows)
            self.endResetModel()
            return
        for number, row in enumerate(rows):
            if row != self._rows[number]:
                self._replace(number, row)
                self._tell_row_changed(number)
            else:
                self._replace(number, row)
            self._tell_parts_changed(number)

    def _replace(self, number: int, row: ComponentRow) -> None:
        """One row. Parts are taken away while they are the old ones, and added after the others were
        replaced.
        """
        known, parent = self._counts[number], self.index(number, 0)
        count = len(row.parts) if known is not None else 0
        if known is not None and count < known:
            self.beginRemoveRows(parent, count, known - 1)
            self._counts[number] = count
            self.endRemoveRows()
        rows = list(self._rows)
        rows[number] = row
        self._rows = tuple(rows)
        if known is not None and count > known:
            self._tell_parts_changed(number)
            self.beginInsertRows(parent, known, count - 1)
            self._counts[number] = count
            self.endInsertRows()

    def _tell_changed(self) -> None:
        for number in range(len(self._rows)):
            self._tell_row_changed(number)
            self._tell_parts_changed(number)

    def _tell_row_changed(self, number: int) -> None:
        self._cells.pop(number, None)
        self.dataChanged.emit(self.index(number, 0), self.index(number, NOTE))

    def _tell_parts_changed(self, number: int) -> None:
        count, parent = self._counts[number], self.index(number, 0)
        if count:
            self.dataChanged.emit(self.index(0, 0, parent), self.index(count - 1, NOTE, parent))

    def row_at(self, index: Index) -> ComponentRow | None:
        """The row of an index."""
        if not index.isValid():
            return None
        above = index.internalId()
        if above == 0:
            return self._rows[index.row()]
        parts = self._rows[above - 1].parts
        return parts[index.row()] if index.row() < len(parts) else None

    def index_of(self, position: int, *, among_parts: bool) -> QModelIndex:
        """The row whose span holds a position of the text; among expanded parts first where asked.

        A position among delimiters (`://`, `//`, `[`) has the row that they lead to.
        """
        for number, row in enumerate(self._rows):
            if row.span is None or not row.span.start <= position <= row.span.end:
                continue
            following = self._rows[number + 1].span if number + 1 < len(self._rows) else None
            if position == row.span.end and following is not None and following.start == position:
                continue
            if among_parts and row.parts:
                found = self._part_at(number, position)
                if found is not None:
                    return self.index(found, 0, self.index(number, 0))
            return self.index(number, 0)
        after = (number for number, row in enumerate(self._rows) if row.span and row.span.start > position)
        return self.index(next(after, -1), 0)

    def _part_at(self, number: int, position: int) -> int | None:
        parts = self._rows[number].parts
        for part in range(len(parts)):
            span = parts[part].span
            if span is not None and span.start <= position <= span.end:
                return part
        return None

    def index_of_span(self, span: Span) -> QModelIndex:
        """The row, parts included, with that span."""
        for number, row in enumerate(self._rows):
            if row.span == span:
                return self.index(number, 0)
            if row.span is not None and row.parts and row.span.start <= span.start <= row.span.end:
                for part in range(len(row.parts)):
                    if row.parts[part].span == span:
                        return self.index(part, 0, self.index(number, 0))
        return QModelIndex()

    # Qt's side

    def index(self, row: int, column: int, parent: Index = NO_INDEX) -> QModelIndex:
        if row < 0 or not 0 <= column < len(self._titles):
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(row, column, 0) if row < len(self._rows) else QModelIndex()
        return self.createIndex(row, column, parent.row() + 1)

    def parent(self, index: Index = NO_INDEX) -> Any:
        if not index.isValid() or index.internalId() == 0:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def hasChildren(self, parent: Index = NO_INDEX) -> bool:
        if not parent.isValid():
            return bool(self._rows)
        is_top = parent.internalId() == 0 and parent.column() == 0
        return is_top and bool(self._rows[parent.row()].parts)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        if not parent.isValid():
            return len(self._rows)
        if parent.internalId() != 0 or parent.column() > 0:
            return 0
        number = parent.row()
        count = self._counts[number]
        if count is None:
            count = self._counts[number] = len(self._rows[number].parts)
        return count

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        del parent
        return len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Role.SPAN:
            return row.span
        cell = self._cells_of(index, row)[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == NOTE and not row.notes:
            return self.tr("no note")
        return of_cell(cell, role)

    def _cells_of(self, index: Index, row: ComponentRow) -> tuple[TableCell, ...]:
        """The cells of a row; those of the seven are kept while the row stays as it is."""
        if index.internalId() != 0:
            return row.cells(narrow=self._narrow)
        if index.row() not in self._cells:
            self._cells[index.row()] = row.cells(narrow=self._narrow)
        return self._cells[index.row()]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return None
