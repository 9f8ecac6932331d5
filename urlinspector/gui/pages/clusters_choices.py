"""What a person chooses on the Clusters page: rows, an order, a filter, a bar, a row to open elsewhere."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt

from urlinspector.bulk import view
from urlinspector.gui.models.clusters import SORT_KEYS
from urlinspector.gui.models.parameters import DROP
from urlinspector.gui.pages.clusters_lists import ListPage
from urlinspector.gui.state.list_jobs import Arrangement
from urlinspector.gui.state.shared_list import weights_kept
from urlinspector.gui.views.bars import Bar

if TYPE_CHECKING:
    from urlinspector.gui.tasks.throttle import Throttle

SPECIFICITY = "specificity"
"""An order that is no column's."""


class ChoicesPage(ListPage):
    """The part of the page that answers to clicks and keys."""

    chosen_step: str
    _cluster: int | None
    _keep_text: int | None
    _details: "Throttle"

    def show_lower(self, number: int) -> None:
        """Members or the parameter explorer below the clusters."""

    def _choose_cluster(self, row: int) -> None: ...

    def _tell_status(self) -> None: ...

    def _on_cluster_selected(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() < self.body.clusters_model.rowCount():
            self._choose_cluster(index.row())
            if self.body.panes.currentIndex() == 1:
                self.show_lower(0)
        self._tell_status()

    def _on_sort_asked(self, column: int, descending: bool) -> None:
        if column in SORT_KEYS:
            self.state.arrange(Arrangement(self.body.filter.text, SORT_KEYS[column], descending))

    def _on_filter_changed(self, text: str) -> None:
        before = self.state.arrangement
        if text != before.text:
            self.state.arrange(replace(before, text=text))
        self.forget_note(text)

    def sort_by_specificity(self) -> None:
        """The most general URLs first; asked again, the most special."""
        before = self.state.arrangement
        again = before.key == SPECIFICITY and not before.descending
        weights = weights_kept(self.services.list.kept)
        self.state.arrange(Arrangement(self.body.filter.text, SPECIFICITY, again, weights))

    def _follow_weights(self) -> None:
        """Other weights are another order."""
        before, weights = self.state.arrangement, weights_kept(self.services.list.kept)
        if before.key == SPECIFICITY and weights != before.weights:
            self.state.arrange(replace(before, weights=weights))

    def _on_members_sort_asked(self, column: int, descending: bool) -> None:
        clustering, model = self.state.clustering, self.body.members_model
        if clustering is None:
            return
        keys = {1: "text", 3: "line"} | {4 + at: f"column:{name}" for at, name in enumerate(model.names)}
        if column in keys:
            rows = view.arrange_rows(clustering, model.selection, keys[column], descending=descending)
            model.resort(rows)
            self.body.members.show_sorted(column, descending)
            self._details.delay()

    def _on_parameters_sort_asked(self, column: int, descending: bool) -> None:
        if column != DROP:
            order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
            self.body.parameters_model.sort(column, order)
            self.body.parameters.show_sorted(column, descending)

    def _on_parameter_link(self, index: QModelIndex) -> None:
        name = self.body.parameters_model.parameter(index.row()).name
        self.files.drop_parameter(name)

    def _on_bar_chosen(self, bar: Bar) -> None:
        if bar.term:
            self.body.filter.add_term(bar.term)
        if bar.step:
            self.step_chosen.emit(bar.step)
            self.select_step(bar.step)

    def _marked_terms(self) -> list[str]:
        text = self.body.filter.text
        terms = [
            bar.term
            for bar in (*self.body.summary.steps.bars, *self.body.summary.sizes.bars)
            if bar.term and bar.term in text
        ]
        return [*terms, self.chosen_step] if self.chosen_step else terms

    def _on_cluster_opened(self, index: QModelIndex) -> None:
        self.open_requested.emit("inspect", self.body.clusters_model.brief(index.row()).representative)

    def _on_member_opened(self, index: QModelIndex) -> None:
        self.open_requested.emit("inspect", self.body.members_model.brief(index.row()).text)

    def inspect_row(self) -> None:
        """Open the chosen row on the Inspect page."""
        rows = self.body.members.chosen_numbers(1)
        if rows:
            self.open_requested.emit("inspect", self.body.members_model.brief(rows[0]).text)
        elif self._cluster is not None:
            self._on_cluster_opened(self.body.clusters.currentIndex())

    def compare_rows(self) -> None:
        """Compare two chosen rows, or one with the representative."""
        texts = [self.body.members_model.brief(row).text for row in self.body.members.chosen_numbers(2)]
        if len(texts) == 1 and self.state.clustering is not None and self._cluster is not None:
            texts.insert(0, view.representative_of(self.state.clustering, self._cluster)[0])
        if len(texts) == 2:
            self.open_requested.emit("compare", (texts[0], texts[1]))

    def keep_row(self, row: int) -> None:
        """Let the cluster of a row stay chosen through the next regrouping."""
        if self.state.clustering is not None:
            self._keep_text = view.text_position(self.state.clustering, row)

    @property
    def cluster(self) -> int | None:
        """The cluster whose members are shown."""
        return self._cluster

    def _on_members_chosen(self) -> None:
        count = self.body.members.chosen_count()
        buttons, in_cluster = self.body.buttons, self._cluster is not None
        buttons["inspect"].setEnabled(count == 1 or (count == 0 and in_cluster))
        buttons["compare"].setVisible(there_is("compare") and self.body.panes.currentIndex() == 0)
        buttons["compare"].setEnabled(in_cluster and count in (1, 2))
        buttons["split"].setEnabled(in_cluster and 0 < count < self.body.members_model.rowCount())
        buttons["represent"].setEnabled(in_cluster and count == 1)
        self._tell_status()


def there_is(key: str) -> bool:
    """Whether the window has a page of that name."""
    from urlinspector.gui.pages import PAGES

    return any(record.key == key for record in PAGES)
