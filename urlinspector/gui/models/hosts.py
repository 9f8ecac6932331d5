"""The hosts of a look-up as a Qt model, and the verdicts' words and tones."""

from collections.abc import Sequence
from itertools import count
from operator import itemgetter
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt

from urlinspector.gui.models.changed import changed_runs
from urlinspector.gui.models.table_model import TableModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.state.hosts_jobs import HostRow
from urlinspector.gui.views.cells import Index, TableCell
from urlinspector.gui.views.cluster_cells import BadgeCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.hosts.evidence import Verdict
from urlinspector.normalize.step import Safety

HOST, URLS, ADDRESSES, ALIAS, REVERSE, VERDICT, PREFERRED, OUTCOME, DOMAIN, SUFFIX = range(10)
NUMERIC = (URLS,)

VERDICTS = {
    Verdict.IDENTICAL: str(QT_TRANSLATE_NOOP("Verdicts", "identical")),
    Verdict.CONFIRMED: str(QT_TRANSLATE_NOOP("Verdicts", "confirmed")),
    Verdict.LIKELY: str(QT_TRANSLATE_NOOP("Verdicts", "likely")),
    Verdict.SAME_OPERATOR: str(QT_TRANSLATE_NOOP("Verdicts", "same operator")),
    Verdict.CO_HOSTED: str(QT_TRANSLATE_NOOP("Verdicts", "co-hosted")),
    Verdict.DIFFERENT: str(QT_TRANSLATE_NOOP("Verdicts", "different")),
    Verdict.UNKNOWN: str(QT_TRANSLATE_NOOP("Verdicts", "unknown")),
    Verdict.UNUSABLE: str(QT_TRANSLATE_NOOP("Verdicts", "unusable")),
}
OUTCOMES = {
    "answered": str(QT_TRANSLATE_NOOP("Outcomes", "answered")),
    "nxdomain": str(QT_TRANSLATE_NOOP("Outcomes", "no such name")),
    "nodata": str(QT_TRANSLATE_NOOP("Outcomes", "no address")),
    "servfail": str(QT_TRANSLATE_NOOP("Outcomes", "server failed")),
    "refused": str(QT_TRANSLATE_NOOP("Outcomes", "refused")),
    "timeout": str(QT_TRANSLATE_NOOP("Outcomes", "timeout")),
    "not-asked": str(QT_TRANSLATE_NOOP("Outcomes", "not asked")),
}
_GOOD = (Verdict.IDENTICAL, Verdict.CONFIRMED, Verdict.LIKELY)
_DOUBTFUL = (Verdict.CO_HOSTED, Verdict.UNUSABLE)


def verdict_words(verdict: Verdict) -> str:
    """A verdict in the user's language."""
    return QCoreApplication.translate("Verdicts", VERDICTS[verdict])


def outcome_words(outcome: str) -> str:
    """How asking for a host ended, in the user's language."""
    return QCoreApplication.translate("Outcomes", OUTCOMES[outcome])


def verdict_cell(verdict: Verdict, tip: str = "") -> BadgeCell:
    """A verdict in its frame: on green what may be merged, on amber what speaks against it."""
    tone = Safety.PRESERVES if verdict in _GOOD else None
    tone = Safety.USUALLY_PRESERVES if verdict in _DOUBTFUL else tone
    return BadgeCell(words=verdict_words(verdict), tone=tone, tip=tip)


class HostsModel(TableModel):
    """Rows in the order that the state gives."""

    _figures = NUMERIC

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[HostRow, ...] = ()
        self._places: dict[str, int] = {}
        self._titles = (
            self.tr("Host"),
            self.tr("URLs"),
            self.tr("Addresses"),
            self.tr("Alias"),
            self.tr("Reverse name"),
            self.tr("Verdict"),
            self.tr("Preferred"),
            self.tr("Outcome"),
            self.tr("Domain"),
            self.tr("Suffix"),
        )

    @property
    def rows(self) -> Sequence[HostRow]:
        return self._rows

    def set_rows(self, rows: Sequence[HostRow]) -> None:
        """Show other rows; where the hosts are the same in the same order, only what changed is told."""
        made = tuple(rows)
        places = dict(zip(map(itemgetter(0), made), count(), strict=False))
        # Both are in the order of their rows: dictionaries are compared without regard to it.
        if list(places) == list(self._places):
            before, self._rows = self._rows, made
            for first, last in changed_runs(before, made):
                self.dataChanged.emit(self.index(first, 0), self.index(last, SUFFIX))
            return
        self.beginResetModel()
        self._rows, self._places = made, places
        self.endResetModel()

    def place(self, host: str) -> int | None:
        """The row of a host; None where it is not shown."""
        return self._places.get(host)

    def row_count(self) -> int:
        return len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and self._holds(index) and index.column() == HOST:
            row = self._rows[index.row()]
            return self.tr("registrable domain {0}, suffix {1}").format(row.domain or "–", row.suffix or "–")
        return super().data(index, role)

    def cell_at(self, row: int, column: int) -> TableCell:
        return self._cell(self._rows[row], column)

    def _cell(self, row: HostRow, column: int) -> TableCell:
        if column == HOST:
            return TableCell(url=UrlText(row.host))
        if column == URLS:
            return TableCell(words=counted(row.urls), right=True)
        if column in (DOMAIN, SUFFIX):
            name = row.domain if column == DOMAIN else row.suffix
            return TableCell(url=UrlText(name)) if name else TableCell()
        if not row.is_asked:
            return (
                TableCell(words=outcome_words(row.outcome), faded=True)
                if column == ADDRESSES
                else TableCell()
            )
        if column == VERDICT:
            if row.verdict is None:
                return TableCell()
            return verdict_cell(row.verdict, self.tr("with {0}").format(row.other))
        if column == OUTCOME:
            shows_outcome = row.outcome != "answered" or not row.flags
            words = ", ".join((*((outcome_words(row.outcome),) if shows_outcome else ()), *row.flags))
            return TableCell(words=words, faded=row.outcome == "answered" and not row.flags, tip=words)
        return self._answer(row, column)

    def _answer(self, row: HostRow, column: int) -> TableCell:
        none = TableCell(words=self.tr("none") if row.outcome == "answered" else "", faded=True)
        if column == ADDRESSES:
            more = f" +{len(row.addresses) - 1}" if len(row.addresses) > 1 else ""
            tip = "\n".join(row.addresses)
            return TableCell(url=UrlText(row.addresses[0]), words=more, tip=tip) if row.addresses else none
        if column == ALIAS:
            return TableCell(url=UrlText(row.alias)) if row.alias else none
        if column == REVERSE:
            if not row.reverse:
                return none
            tip = self.tr("the name leads back to the address") if row.reverse_confirmed else ""
            return TableCell(
                url=UrlText(row.reverse), after="check" if row.reverse_confirmed else "", tip=tip
            )
        return TableCell(url=UrlText(row.preferred)) if row.preferred else TableCell()
