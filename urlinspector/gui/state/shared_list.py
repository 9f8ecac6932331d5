"""The list that is open, for pages other than Clusters."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering


class SharedList(QObject):
    """`changed()` when another list was opened, or the same one grouped anew."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clustering: Clustering | None = None
        self._words = ""

    @property
    def clustering(self) -> "Clustering | None":
        """The list as it is grouped now; None where there is none."""
        return self._clustering

    @property
    def words(self) -> str:
        """The names of its sources."""
        return self._words

    def set(self, clustering: "Clustering | None", words: str) -> None:
        """Another list, or another grouping of it."""
        self._clustering, self._words = clustering, words
        self.changed.emit()
