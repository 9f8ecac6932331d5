"""The parameter explorer's rows: every query name with what dropping it would do."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from urlinspector.bulk.impact import StepImpact
from urlinspector.bulk.parameters import Parameter
from urlinspector.gui.models.table_model import TableModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText

NAME, ROWS, VALUES, HOSTS, MERGES, AGAINST, DROP = range(7)


class ParametersModel(TableModel):
    """Names in an order of the user's."""

    _figures = range(ROWS, DROP)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Parameter] = []
        self._impacts: dict[str, StepImpact] = {}
        self._sort: tuple[int, bool] = (ROWS, True)
        self._dropped: frozenset[str] = frozenset()
        self._titles = (
            self.tr("Parameter"),
            self.tr("Rows"),
            self.tr("Values"),
            self.tr("Hosts"),
            self.tr("Merges if dropped"),
            self.tr("Disagree then"),
            "",
        )

    def set_rows(
        self, rows: Sequence[Parameter], impacts: dict[str, StepImpact], dropped: frozenset[str]
    ) -> None:
        """Show other names, or what was found out about them."""
        kept = len(rows) == len(self._rows)
        if not kept:
            self.beginResetModel()
        self._rows, self._impacts, self._dropped = list(rows), dict(impacts), dropped
        self._order()
        if not kept:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, DROP))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort = (column, order == Qt.SortOrder.DescendingOrder)
        self._order()
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, DROP))

    def _order(self) -> None:
        self._rows.sort(key=self._key, reverse=self._sort[1])

    def _key(self, row: Parameter) -> tuple[Any, ...]:
        column = self._sort[0]
        found = self._impacts.get(row.name)
        if column == NAME:
            return (row.name.casefold(), row.name)
        if column in (MERGES, AGAINST):
            return (-1 if found is None else found.merges if column == MERGES else found.suspicious, row.rows)
        return ({VALUES: row.values, HOSTS: row.hosts}.get(column, row.rows), row.rows)

    def parameter(self, row: int) -> Parameter:
        """A row's name."""
        return self._rows[row]

    # Qt's side

    def row_count(self) -> int:
        return len(self._rows)

    def cell_at(self, row: int, column: int) -> TableCell:
        return self._cell(self._rows[row], column)

    def _cell(self, row: Parameter, column: int) -> TableCell:
        if column == NAME:
            return TableCell(url=UrlText(row.name), tip=row.name)
        if column == DROP:
            if row.name in self._dropped:
                return TableCell(words=self.tr("is dropped"), faded=True)
            return TableCell(words=self.tr("Drop it"), link=True, tip=self.tr("Add it to remove-parameters"))
        if column in (ROWS, VALUES, HOSTS):
            number = {ROWS: row.rows, VALUES: row.values, HOSTS: row.hosts}[column]
            return TableCell(words=counted(number), right=True)
        if row.name in self._dropped:
            return TableCell()
        found = self._impacts.get(row.name)
        if found is None:
            return TableCell(words="…", faded=True, right=True)
        number = found.merges if column == MERGES else found.suspicious
        if column == AGAINST and number:
            return TableCell(words=counted(number), warning=True)
        return TableCell(words=counted(number) if number else "–", faded=not number, right=True)
