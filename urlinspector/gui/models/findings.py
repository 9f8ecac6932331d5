"""Violations, warnings and nested URLs as one list, in the order in which they stand in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from PySide6.QtCore import QCoreApplication, QObject, Qt

from urlinspector.gui.models.component_notes import position_text
from urlinspector.gui.models.table_model import TableModel
from urlinspector.gui.state.reading import Findings
from urlinspector.gui.views.cells import Index, Role, TableCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.url.components import Span, Url
from urlinspector.url.masking import masked, secret_span
from urlinspector.url.nested import Nested
from urlinspector.url.spoofing import UrlWarning
from urlinspector.url.violation_codes import Violation


@dataclass(frozen=True)
class FoundRow:
    """One finding: where, what it is, what it says, by which rule."""

    span: Span
    kind: str
    message: str
    rule: str = ""
    url: str = ""
    """What a click opens besides, for a nested URL."""
    warning: bool = True


class FoundRows(Sequence[FoundRow]):
    """All findings as rows, each made when it is asked for: a table asks for those that it paints."""

    def __init__(self, findings: Findings) -> None:
        self._found = findings.in_order

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, number: int) -> FoundRow: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[FoundRow, ...]: ...
    def __getitem__(self, number: int | slice) -> FoundRow | tuple[FoundRow, ...]:
        if isinstance(number, slice):
            return tuple(map(_row, self._found[number]))
        return _row(self._found[number])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FoundRows) and self._found == other._found

    __hash__ = None  # type: ignore[assignment]


def _row(found: Violation | UrlWarning | Nested) -> FoundRow:
    translate = QCoreApplication.translate
    if isinstance(found, Violation):
        return FoundRow(found.span, translate("Findings", "violation"), found.message, found.section)
    if isinstance(found, UrlWarning):
        return FoundRow(found.span, translate("Findings", "warning"), found.message)
    kind = translate("Findings", "nested URL")
    return FoundRow(found.place.span, kind, masked(found.url), url=found.url, warning=False)


class FindingsModel(TableModel):
    """Rows of findings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[FoundRow] = ()
        self._titles = (self.tr("At"), self.tr("Kind"), self.tr("What it is"), self.tr("Rule"))

    @property
    def rows(self) -> Sequence[FoundRow]:
        return self._rows

    def set_rows(self, rows: Sequence[FoundRow]) -> None:
        """Show other findings."""
        if rows != self._rows and (rows or self._rows):
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def row_count(self) -> int:
        return len(self._rows)

    def cell_at(self, row: int, column: int) -> TableCell:
        return _cells(self._rows[row])[column]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Role.SPAN and self._holds(index):
            return self._rows[index.row()].span
        return super().data(index, role)


def _cells(row: FoundRow) -> tuple[TableCell, ...]:
    kind = TableCell(words=row.kind, warning=row.warning, icon="" if row.warning else "external")
    what = (
        TableCell(url=UrlText(row.url, mask=secret_span(Url.parse(row.url))), link=True)
        if row.url
        else TableCell(words=row.message, tip=row.message)
    )
    return (
        TableCell(words=position_text(row.span), right=True),
        kind,
        what,
        TableCell(words=row.rule, faded=True),
    )
