"""The clusters as a Qt model over the engine's order: rows are looked up when they are painted, in blocks."""

from typing import Any

from PySide6.QtCore import QObject, Qt

from urlinspector.bulk import view
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.selection import Selection
from urlinspector.gui.models.table_model import Blocks, TableModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.theme import safety_title
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.cluster_cells import BadgeCell, LettersCell, SignsCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.url_layout import component_name
from urlinspector.normalize.step import Safety
from urlinspector.url.masking import masked

REPRESENTATIVE, ROWS, TEXTS, HOSTS, DIFFER, STEPS, DISAGREE = range(7)
SORT_KEYS = {
    REPRESENTATIVE: "representative",
    ROWS: "size",
    TEXTS: "texts",
    HOSTS: "hosts",
    DISAGREE: "disagrees",
}
"""Columns that can be sorted by, and what the engine calls that."""
RISKIEST_FIRST = (Safety.CHANGES, Safety.USUALLY_PRESERVES, Safety.PRESERVES)


class ClustersModel(TableModel):
    """Clusters in an order. `details` is filled by the state as visible rows are looked into."""

    _figures = (ROWS, TEXTS, HOSTS)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clustering: Clustering | None = None
        self._order: Selection | None = None
        self._details: dict[int, view.ClusterDetail] = {}
        self._blocks = Blocks(self._briefs)
        self.masks = True
        self._titles = (
            self.tr("Representative"),
            self.tr("Rows"),
            self.tr("Texts"),
            self.tr("Hosts"),
            self.tr("Differ in"),
            self.tr("Steps needed"),
            self.tr("Disagreement"),
        )
        self._tips = (
            self.tr("The text that stands for the cluster"),
            self.tr("Rows of the list in the cluster"),
            self.tr("Distinct texts among them"),
            self.tr("Distinct hosts as they are written"),
            self.tr("Components in which the texts differ"),
            self.tr("Steps that made the merges, by safety"),
            self.tr("Columns that should agree and do not"),
        )

    def set_rows(
        self, clustering: Clustering | None, order: Selection | None, details: dict[int, view.ClusterDetail]
    ) -> None:
        """Show another clustering or order, at once."""
        self.beginResetModel()
        self._clustering, self._order, self._details = clustering, order, details
        self._blocks.clear()
        self.endResetModel()

    def refresh(self, rows: range) -> None:
        """Details of some rows were found, or colours changed."""
        if len(rows):
            self.dataChanged.emit(self.index(rows[0], DIFFER), self.index(rows[-1], DISAGREE))

    def cluster(self, row: int) -> int:
        """The cluster's number."""
        assert self._order is not None
        return self._order[row]

    def clusters(self, rows: range) -> list[int]:
        """The clusters of some rows."""
        return [] if self._order is None else self._order.ids(rows.start, rows.stop)

    def brief(self, row: int) -> view.ClusterBrief:
        """A row's cluster."""
        return self._blocks[row]

    def _briefs(self, first: int, end: int) -> list[view.ClusterBrief]:
        assert self._order is not None
        assert self._clustering is not None
        return view.briefs(self._clustering, self._order.ids(first, end))

    # Qt's side

    def row_count(self) -> int:
        return 0 if self._order is None else len(self._order)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and orientation == Qt.Orientation.Horizontal:
            return self._tips[section]
        return super().headerData(section, orientation, role)

    # Cells

    def cell_at(self, row: int, column: int) -> TableCell:
        brief = self.brief(row)
        if column == REPRESENTATIVE:
            return self._representative(brief)
        if column in (ROWS, TEXTS, HOSTS):
            count = (brief.size, brief.texts, brief.hosts)[column - ROWS]
            return TableCell(words=counted(count), right=True)
        detail = self._details.get(brief.cluster)
        if column == DISAGREE:
            return self._disagreement(brief, detail)
        if brief.texts == 1:
            return TableCell()
        if detail is None:
            return TableCell(words="…", faded=True)
        if column == DIFFER:
            words = ", ".join(component_name(each) for each in detail.differs)
            return LettersCell(words=words, kinds=detail.differs, tip=words)
        return self._steps(detail)

    def _representative(self, brief: view.ClusterBrief) -> TableCell:
        text = masked(brief.representative) if self.masks else brief.representative
        tip = f"{text}\n{brief.note}" if brief.note else text
        after = "minus" if brief.ignored else "edit" if brief.note else ""
        words = self.tr("ignored") if brief.ignored else ""
        return TableCell(words=words, url=UrlText(text), tip=tip, after=after)

    def _steps(self, detail: view.ClusterDetail) -> TableCell:
        assert self._clustering is not None
        steps = [self._clustering.profile.steps[at] for at in detail.steps]
        counts = {each: sum(1 for step in steps if step.safety is each) for each in RISKIEST_FIRST}
        signs = tuple((each, str(counts[each]) if counts[each] else "") for each in RISKIEST_FIRST)
        words = ", ".join(f"{safety_title(each)} {count}" for each, count in counts.items() if count)
        return SignsCell(words=words, signs=signs, fixed=True, tip="\n".join(detail.told))

    def _disagreement(self, brief: view.ClusterBrief, detail: view.ClusterDetail | None) -> TableCell:
        if not brief.disagrees:
            return TableCell()
        if detail is None or not detail.disagreement:
            return BadgeCell(words=self.tr("rows disagree"), warning=True)
        said = [f"{name} {', '.join(values)}" for name, values in detail.disagreement]
        return BadgeCell(words=said[0], warning=True, tip="\n".join(said))
