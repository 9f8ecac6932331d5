"""What a person decides about clusters: each command makes new decisions and leaves the rest to the state."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QInputDialog

from urlinspector.bulk import view

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters import ClustersPage


class DecisionCommands(QObject):
    """Reads what is chosen on the page."""

    def __init__(self, page: "ClustersPage") -> None:
        super().__init__(page)
        self._page = page
        self.marked: tuple[str, ...] = ()
        """Texts that wait to be moved to another cluster."""

    def _chosen_texts(self) -> list[str]:
        page = self._page
        return list(
            dict.fromkeys(
                page.body.members_model.brief(row).text for row in page.body.members.chosen_numbers()
            )
        )

    def _representatives(self) -> list[str]:
        page = self._page
        return [
            page.body.clusters_model.brief(row).representative for row in page.body.clusters.chosen_numbers()
        ]

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
        brief = self._page.body.members_model.brief(index.row())
        chosen = self._page.body.members.chosen_numbers()
        rows = chosen if index.row() in chosen else [index.row()]
        texts = [self._page.body.members_model.brief(row).text for row in rows]
        state = self._page.state
        words = _tr("leaving out") if not brief.excluded else _tr("taking back in")
        state.decide(state.decisions.exclude(texts, not brief.excluded), words)

    def exclude(self) -> None:
        """Leave the chosen rows out, or take them back in."""
        rows = self._page.body.members.chosen_numbers()
        if rows:
            self.toggle_row(self._page.body.members_model.index(rows[0], 0))

    def split_off(self) -> None:
        """A cluster of its own for the chosen rows."""
        state, texts = self._page.state, self._chosen_texts()
        if texts:
            state.decide(state.decisions.split_off(texts), _tr("splitting off"))

    def mark_to_move(self) -> None:
        """Remember the chosen rows; they go where `move_here` says."""
        self.marked = tuple(self._chosen_texts())
        words = _tr("{0} texts wait: choose a cluster and move them there").format(len(self.marked))
        self._page.say(words)

    def move_here(self) -> None:
        """Move what was remembered into the chosen cluster."""
        anchors = self._representatives()
        if self.marked and anchors:
            state = self._page.state
            state.decide(state.decisions.move(self.marked, anchors[0]), _tr("moving"))
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
        rows = page.body.clusters.chosen_numbers(100)
        if clustering is None or len(rows) < 2:
            return
        anchor = page.body.clusters_model.brief(rows[0]).representative
        texts: list[str] = []
        for row in rows[1:]:
            members = view.members(clustering, page.body.clusters_model.cluster(row))
            texts += [
                each.text
                for each in view.member_briefs(clustering, members.ids(0, 10_000))
                if not each.excluded
            ]
        page.state.decide(page.state.decisions.move(dict.fromkeys(texts), anchor), _tr("joining clusters"))

    def ignore(self) -> None:
        """Set the chosen clusters aside, or take them back."""
        page = self._page
        rows = page.body.clusters.chosen_numbers(10_000)
        if not rows:
            return
        ignore = not page.body.clusters_model.brief(rows[0]).ignored
        decisions = page.state.decisions
        for text in self._representatives()[:10_000]:
            decisions = decisions.ignore(text, ignore)
        page.state.decide(decisions, _tr("ignoring") if ignore else _tr("taking back"))

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
