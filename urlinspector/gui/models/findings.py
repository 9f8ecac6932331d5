"""Violations, warnings and nested URLs as one list, in the order in which they stand in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from urlinspector.gui.models.component_notes import position_text
from urlinspector.gui.state.reading import Findings
from urlinspector.gui.views.cells import Role, TableCell, of_cell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.url.components import Span, Url
from urlinspector.url.masking import masked, secret_span

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


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


def found_rows(findings: Findings) -> tuple[FoundRow, ...]:
    """All findings as rows."""
    translate = QCoreApplication.translate
    rows = [
        FoundRow(each.span, translate("Findings", "violation"), each.message, each.section)
        for each in findings.violations
    ]
    rows += [
        FoundRow(each.span, translate("Findings", "warning"), each.message) for each in findings.warnings
    ]
    rows += [
        FoundRow(
            each.place.span,
            translate("Findings", "nested URL"),
            masked(each.url),
            url=each.url,
            warning=False,
        )
        for each in findings.nested
    ]
    return tuple(sorted(rows, key=_order))


def _order(row: FoundRow) -> tuple[int, int]:
    return row.span.start, row.span.end


class FindingsModel(QAbstractTableModel):
    """Rows of `found_rows`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[FoundRow, ...] = ()
        self._titles = (self.tr("At"), self.tr("Kind"), self.tr("What it is"), self.tr("Rule"))

    @property
    def rows(self) -> tuple[FoundRow, ...]:
        return self._rows

    def set_rows(self, rows: Sequence[FoundRow]) -> None:
        """Show other findings."""
        if tuple(rows) != self._rows:
            self.beginResetModel()
            self._rows = tuple(rows)
            self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Role.SPAN:
            return row.span
        return of_cell(_cells(row)[index.column()], role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return None


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
