"""What a person decides about clusters: each command makes new decisions and leaves the rest to the state."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QInputDialog

from urlinspector.bulk import view
from urlinspector.gui.numbers import counted

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters import ClustersPage


MOST_DECIDED = 100_000
"""Rows or clusters that one decision may be about."""


class DecisionCommands(QObject):
    """Reads what is chosen on the page."""

    def __init__(self, page: "ClustersPage") -> None:
        super().__init__(page)
        self._page = page
        self.marked: tuple[str, ...] = ()
        """Texts that wait to be moved to another cluster."""

    def _chosen_texts(self) -> list[str]:
        """The texts of the chosen rows; none, and a word about it, where they are too many."""
        page, clustering = self._page, self._page.state.clustering
        if clustering is None or self._are_too_many(page.body.members.chosen_count()):
            return []
        return self._texts_of(page.body.members.chosen_numbers(MOST_DECIDED))

    def _texts_of(self, numbers: Sequence[int]) -> list[str]:
        page, clustering = self._page, self._page.state.clustering
        if clustering is None:
            return []
        rows = page.body.members_model.selection.column
        return view.texts_of_rows(clustering, rows.gather(list(numbers)))

    def _chosen_clusters(self) -> list[int]:
        """The chosen clusters; none where they are too many to decide about."""
        page = self._page
        if self._are_too_many(page.body.clusters.chosen_count()):
            return []
        return [
            page.body.clusters_model.cluster(row) for row in page.body.clusters.chosen_numbers(MOST_DECIDED)
        ]

    def _are_too_many(self, count: int) -> bool:
        if count > MOST_DECIDED:
            words = _tr("{0} are too many for one decision: at most {1}; nothing was changed")
            self._page.say(words.format(counted(count), counted(MOST_DECIDED)), warning=True)
        return count > MOST_DECIDED

    @property
    def can_decide(self) -> bool:
        """Whether rows of a cluster are chosen."""
        return self._page.cluster is not None and self._page.body.members.chosen_count() > 0

    @property
    def has_cluster(self) -> bool:
        """Whether a cluster is chosen."""
        return self._page.cluster is not None

    @property
    def can_move_here(self) -> bool:
        """Whether rows wait to be moved."""
        return bool(self.marked) and self.has_cluster

    # Rows

    def toggle_row(self, index: QModelIndex) -> None:
        """A row's check box: leave it out, or take it back in."""
        members, state = self._page.body.members, self._page.state
        brief = self._page.body.members_model.brief(index.row())
        is_chosen = members.selectionModel().isRowSelected(index.row(), QModelIndex())
        texts = self._chosen_texts() if is_chosen else self._texts_of([index.row()])
        if not texts:
            return
        words = _tr("leaving out") if not brief.excluded else _tr("taking back in")
        state.decide(state.decisions.exclude(texts, not brief.excluded), words)

    def exclude(self) -> None:
        """Leave the chosen rows out, or take them back in."""
        rows = self._page.body.members.chosen_numbers(1)
        if rows:
            self.toggle_row(self._page.body.members_model.index(rows[0], 0))

    def split_off(self) -> None:
        """A cluster of its own for the chosen rows."""
        state, texts = self._page.state, self._chosen_texts()
        if texts:
            state.decide(state.decisions.split_off(texts), _tr("splitting off"))

    def mark_to_move(self) -> None:
        """Remember the chosen rows; they go where `move_here` says."""
        texts = self._chosen_texts()
        if not texts:
            return
        self.marked = tuple(texts)
        one, more = (
            _tr("1 text waits: choose a cluster and move it there"),
            _tr("{0} texts wait: choose a cluster and move them there"),
        )
        self._page.say(one if len(texts) == 1 else more.format(counted(len(texts))))

    def move_here(self) -> None:
        """Move what was remembered into the chosen cluster."""
        state, cluster = self._page.state, self._page.cluster
        if self.marked and state.clustering is not None and cluster is not None:
            anchor = view.text_of(state.clustering, cluster)
            state.decide(state.decisions.move(self.marked, anchor), _tr("moving"))
            self.marked = ()
            self._page.say("")

    def make_representative(self) -> None:
        """Let the chosen row stand for the cluster."""
        page = self._page
        texts, clustering = self._chosen_texts(), page.state.clustering
        if not texts or clustering is None or page.cluster is None:
            return
        before, _canonical = view.representative_of(clustering, page.cluster)
        page.keep_row(page.body.members_model.brief(page.body.members.chosen_numbers(1)[0]).row)
        page.state.decide(
            page.state.decisions.represent(texts[0], [before]), _tr("choosing a representative")
        )

    # Clusters

    def merge_clusters(self) -> None:
        """Put the chosen clusters together, into the first of them."""
        page = self._page
        clustering = page.state.clustering
        clusters = self._chosen_clusters()
        if clustering is None or len(clusters) < 2:
            return
        if self._are_too_many(sum(int(clustering.sizes[each]) for each in clusters[1:])):
            return
        texts = view.texts_in_clusters(clustering, clusters[1:])
        anchor = view.text_of(clustering, clusters[0])
        page.state.decide(page.state.decisions.move(texts, anchor), _tr("joining clusters"))

    def ignore(self) -> None:
        """Set the chosen clusters aside, or take them back."""
        page = self._page
        clustering, clusters = page.state.clustering, self._chosen_clusters()
        if clustering is None or not clusters:
            return
        ignore = clusters[0] not in clustering.ignored
        texts = view.texts_of_clusters(clustering, clusters)
        words = _tr("ignoring") if ignore else _tr("taking back")
        page.state.decide(page.state.decisions.ignore(texts, ignore), words)

    def note(self) -> None:
        """Write a note on the chosen cluster."""
        page = self._page
        rows = page.body.clusters.chosen_numbers(1)
        if not rows:
            return
        brief = page.body.clusters_model.brief(rows[0])
        dialog = QInputDialog(page)
        dialog.setWindowTitle(_tr("Note"))
        dialog.setLabelText(_tr("A note on this cluster; empty takes it away"))
        dialog.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
        dialog.setTextValue(brief.note)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.textValueSelected.connect(partial(self.set_note, brief.representative))
        dialog.open()

    def set_note(self, text: str, note: str) -> None:
        """Put a note on the cluster of a text."""
        state = self._page.state
        state.decide(state.decisions.note(text, note.strip()), _tr("writing a note"))

    # Back and forth

    def undo(self) -> None:
        """Take the last decision back."""
        self._page.state.undo()

    def redo(self) -> None:
        """Take it again."""
        self._page.state.redo()

    def can_undo(self) -> bool:
        """Whether there is a decision to take back."""
        return bool(self._page.state.history.undo_words)

    def can_redo(self) -> bool:
        """Whether one was taken back."""
        return bool(self._page.state.history.redo_words)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Decisions", text)
