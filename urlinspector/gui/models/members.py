"""The rows of one cluster, or those that were set aside, as a Qt model; looked up when painted."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QObject, Qt

from urlinspector.bulk import view
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.selection import Selection
from urlinspector.gui.models.clusters import RISKIEST_FIRST
from urlinspector.gui.models.table_model import NO_INDEX, Blocks, TableModel
from urlinspector.gui.theme import safety_title
from urlinspector.gui.views.cells import Index, Role, TableCell
from urlinspector.gui.views.cluster_cells import BadgeCell, CheckCell, SignsCell
from urlinspector.gui.views.diff_text import UrlText, merged
from urlinspector.normalize.diff import diff
from urlinspector.normalize.needed import evidence_told, step_labels
from urlinspector.url.components import Url
from urlinspector.url.masking import masked, secret_span

CHECK, TEXT, REASON, SOURCE, FIRST_OTHER = range(5)
_LONGEST = 4096
"""Longer texts are shown without their difference."""


class MembersModel(TableModel):
    """Rows in an order, with the difference of each to the representative."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clustering: Clustering | None = None
        self._rows = Selection.of([])
        self._representative = ""
        self._reasons: dict[int, tuple[int, ...] | None] = {}
        self._blocks = Blocks(self._briefs)
        self._names: tuple[str, ...] = ()
        self._rule = ""
        self.masks = True
        self.marks = True
        self.shows_errors = False

    def set_rows(
        self,
        clustering: Clustering | None,
        rows: Selection,
        representative: str,
        reasons: dict[int, tuple[int, ...] | None],
        *,
        rule: str = "",
        shows_errors: bool = False,
    ) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._clustering, self._rows, self._representative = clustering, rows, representative
        self._reasons, self._rule, self.shows_errors = reasons, rule, shows_errors
        self._names = tuple(clustering.table.column_names) if clustering is not None else ()
        self._blocks.clear()
        self.endResetModel()

    @property
    def names(self) -> tuple[str, ...]:
        """The list's other columns."""
        return self._names

    @property
    def selection(self) -> Selection:
        return self._rows

    def resort(self, rows: Selection) -> None:
        """The same rows in another order."""
        self.layoutAboutToBeChanged.emit()
        self._rows = rows
        self._blocks.clear()
        self.layoutChanged.emit()

    def refresh(self, rows: range) -> None:
        """Reasons were found."""
        if len(rows):
            self.dataChanged.emit(self.index(rows[0], REASON), self.index(rows[-1], REASON))

    def brief(self, row: int) -> view.MemberBrief:
        """A row."""
        return self._blocks[row]

    def _briefs(self, first: int, end: int) -> list[view.MemberBrief]:
        assert self._clustering is not None
        return view.member_briefs(self._clustering, self._rows.ids(first, end))

    # Qt's side

    def row_count(self) -> int:
        return len(self._rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else FIRST_OTHER + len(self._names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self._holds(index):
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == CHECK:
            return self.tr("left out") if self.brief(index.row()).excluded else self.tr("in the cluster")
        if role == Role.COPY and index.column() == TEXT:
            return self._shown(self.brief(index.row()).text)
        return super().data(index, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        if section >= FIRST_OTHER:
            return self._names[section - FIRST_OTHER]
        if self.shows_errors and section in (TEXT, REASON):
            return self.tr("Text") if section == TEXT else self.tr("Set aside because")
        if section == CHECK:
            return self.tr("In the cluster") if role == Qt.ItemDataRole.AccessibleTextRole else ""
        return (
            "",
            self.tr("Text, with the difference to the representative"),
            self.tr("Here because of"),
            self.tr("Source"),
        )[section]

    # Cells

    def cell_at(self, row: int, column: int) -> TableCell:
        brief = self.brief(row)
        if column == CHECK:
            return TableCell() if self.shows_errors else CheckCell(checked=not brief.excluded)
        if column == TEXT:
            return TableCell(url=self._text(brief), tip=self._shown(brief.text))
        if column == REASON:
            return self._reason(brief)
        if column == SOURCE:
            name = brief.source.replace("\\", "/").rsplit("/", 1)[-1]
            return TableCell(words=f"{name}:{brief.line}", tip=brief.source, faded=True)
        assert self._clustering is not None
        name = self._names[column - FIRST_OTHER]
        return TableCell(words=self._clustering.table.values(brief.row).get(name, ""))

    def _shown(self, text: str) -> str:
        return masked(text) if self.masks else text

    def _text(self, brief: view.MemberBrief) -> UrlText:
        text = brief.text
        mask = secret_span(Url.parse(text)) if self.masks and "@" in text else None
        if self.shows_errors or brief.is_representative or len(text) > _LONGEST or mask is not None:
            return UrlText(text, mask=mask, marks=self.marks)
        return merged_diff(text, self._shown(self._representative), self.marks)

    def _reason(self, brief: view.MemberBrief) -> TableCell:
        assert self._clustering is not None
        if self.shows_errors:
            why = view.refused_because(self._clustering, brief.text)
            return TableCell(words=why, warning=True, tip=why)
        if brief.excluded:
            return TableCell(words=self.tr("left out by hand"), faded=True)
        if brief.is_representative:
            words = (
                self.tr("representative, {0}").format(self._rule) if self._rule else self.tr("representative")
            )
            return BadgeCell(words=words, icon="pin")
        if brief.row not in self._reasons:
            return TableCell(words="…", faded=True)
        found = self._reasons[brief.row]
        if found is None:
            return TableCell(words=self.tr("put here by hand"), faded=True)
        if not found:
            return TableCell(words=self.tr("same text"), faded=True)
        return _signs(self._clustering, found, (brief.text, self._representative))


def _signs(clustering: Clustering, numbers: tuple[int, ...], texts: tuple[str, ...]) -> SignsCell:
    steps = [clustering.profile.steps[at] for at in numbers]
    told = step_labels(clustering.profile, numbers, texts)
    evidence = evidence_told(clustering.profile, numbers, texts)
    signs = []
    for safety in RISKIEST_FIRST:
        names = ", ".join(name for step, name in zip(steps, told, strict=True) if step.safety is safety)
        if names:
            signs.append((safety, names))
    words = "; ".join(f"{safety_title(safety)}: {names}" for safety, names in signs)
    return SignsCell(words=words, signs=tuple(signs), tip="\n".join((*told, *evidence)))


@lru_cache(maxsize=512)
def merged_diff(text: str, representative: str, marks: bool) -> UrlText:
    """The text with what the representative has not struck out, and what that has instead underlined."""
    return replace(merged(diff(text, representative), text, representative), marks=marks)
