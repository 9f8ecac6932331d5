"""The list that is open, for pages other than Clusters, and what they keep with it in its document."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from urlinspector.url.lru import WEIGHTS, StemKind

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering

ENTITIES = "entities"
"""The name by which web entities and the weights of stems are kept."""


class SharedList(QObject):
    """`changed()` when another list was opened, or the same one grouped anew; `restored()` when what pages
    keep came with another list; `kept_changed()` when a page keeps something else.
    """

    changed = Signal()
    restored = Signal()
    kept_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clustering: Clustering | None = None
        self._words = ""
        self._kept: dict[str, Any] = {}

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

    @property
    def kept(self) -> Mapping[str, Any]:
        """What pages keep with the list, by their names: plain values."""
        return dict(self._kept)

    def keep(self, page: str, value: Any) -> None:
        """Keep something with the list; nothing for an empty value."""
        if self._kept.get(page) != value and (value or page in self._kept):
            self._kept = {key: each for key, each in self._kept.items() if key != page}
            if value:
                self._kept[page] = value
            self.kept_changed.emit()

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Another list, with what was kept."""
        self._kept = dict(kept)
        self.restored.emit()


def weights_kept(kept: Mapping[str, Any]) -> Mapping[StemKind, int]:
    """What stems count for the specificity, by what is kept with a list; the standard's where nothing is."""
    page = kept.get(ENTITIES)
    given = page.get("weights") if isinstance(page, dict) else None
    if not isinstance(given, dict):
        return WEIGHTS
    try:
        return {kind: int(given.get(kind.value, weight)) for kind, weight in WEIGHTS.items()}
    except (TypeError, ValueError):
        return WEIGHTS
