"""The web entities of the open list: what a person made of them, kept in the list's document, all undoable;
and the list grouped by them, in the background.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.history import History
from urlinspector.gui.state.list_jobs import engine_task
from urlinspector.gui.state.shared_list import ENTITIES, weights_kept
from urlinspector.gui.tasks.runner import Task
from urlinspector.rules.creation import known_platforms
from urlinspector.rules.entities import Entities, group
from urlinspector.rules.entity_files import Imported, of_plain, to_plain, with_csv
from urlinspector.rules.prefixes import EntityError
from urlinspector.url.lru import WEIGHTS, StemKind
from urlinspector.url.place import Stems

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.entities import EntityRow
    from urlinspector.bulk.stems import StemTree

_CHANNEL = "rules-entities"


class EntitiesState(QObject):
    """`changed()` when entities, rows or weights are others; `failed(str)` with words for the user."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self.clustering: Clustering | None = None
        self._tree: StemTree | None = None
        self._history = History(Entities())
        self.weights: Mapping[StemKind, int] = WEIGHTS
        self.rows: tuple[EntityRow, ...] = ()
        self.is_busy = False
        self._was_grouped = False
        self._had_list = False
        """Whether what there is belongs to a list."""
        services.list.restored.connect(self.restore)
        self.restore()

    @property
    def entities(self) -> Entities:
        """The entities as they are now."""
        return self._history.now

    # The list

    def set_list(self, clustering: "Clustering | None") -> bool:
        """Another list, or the same grouped anew; whether it is another."""
        if clustering is self.clustering:
            return False
        self.clustering, self._tree, self.rows, self._was_grouped = clustering, None, (), False
        self.close()
        self.is_busy = False
        if clustering is not None and self.entities != Entities():
            self._keep()
        self.changed.emit()
        return True

    def load(self) -> None:
        """Group the list, where that was not done."""
        if not self._was_grouped and not self.is_busy:
            self._group()

    def _group(self) -> None:
        if self.clustering is None:
            return
        self.is_busy = True
        self.changed.emit()
        job = partial(_grouped, self.clustering, self._tree, self.entities)
        self._services.runner.start(_CHANNEL, job, done=self._on_grouped, failed=self._on_failed)

    def _on_grouped(self, found: "tuple[StemTree, list[EntityRow]]") -> None:
        self.is_busy, self._was_grouped = False, True
        self._tree, self.rows = found[0], tuple(found[1])
        self.changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.is_busy = False
        self.changed.emit()
        if not isinstance(error, MemoryError):
            raise error
        self.failed.emit(self.tr("There is not enough memory for this."))

    def close(self) -> None:
        """Ask for nothing more."""
        self._services.runner.cancel(_CHANNEL)

    # The document

    def restore(self) -> None:
        """What the document of another list kept. What was said before there was any list stays."""
        kept = self._services.list.kept.get(ENTITIES)
        if not isinstance(kept, dict):
            if self._had_list:
                self._start(Entities(), WEIGHTS)
            self._had_list = False
            return
        try:
            self._start(of_plain(kept), weights_kept(self._services.list.kept))
        except EntityError as error:
            self._start(Entities(), WEIGHTS)
            self.failed.emit(str(error))
        self._had_list = True

    def _start(self, entities: Entities, weights: Mapping[StemKind, int]) -> None:
        self._history.restart(entities)
        self.weights = weights
        self.rows, self._was_grouped = (), False
        self.changed.emit()

    def _keep(self) -> None:
        self._had_list = self.clustering is not None
        if self._had_list:
            plain = to_plain(self.entities)
            if self.weights != WEIGHTS:
                plain = {**plain, "weights": {kind.value: each for kind, each in self.weights.items()}}
            self._services.list.keep(ENTITIES, plain)

    # What the user changes

    def change(self, entities: Entities) -> None:
        """Other entities, as one change that can be undone."""
        if entities != self.entities:
            self._history.push(entities)
            self._became_others()

    def attempt(self, make: Callable[[], Entities]) -> bool:
        """A change that may be refused; whether it was made."""
        try:
            self.change(make())
        except EntityError as error:
            self.changed.emit()
            self.failed.emit(str(error))
            return False
        return True

    def _became_others(self) -> None:
        self._was_grouped = False
        self._keep()
        self.changed.emit()
        self._group()

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def undo(self) -> None:
        """Take the last change back."""
        if self._history.undo():
            self._became_others()

    def redo(self) -> None:
        """Do it again."""
        if self._history.redo():
            self._became_others()

    def set_weights(self, weights: Mapping[StemKind, int]) -> None:
        """What a stem counts for the specificity."""
        if weights != self.weights:
            self.weights = dict(weights)
            self._keep()
            self.changed.emit()

    def set_platforms(self, on: bool) -> None:
        """With the ready rules for platforms, or without."""
        self.change(self.entities.with_platforms(known_platforms(), on))

    @property
    def has_platforms(self) -> bool:
        """Whether all of the ready rules are among those for prefixes."""
        return all(each in self.entities.rules for each in known_platforms())

    def merge(self, rows: "list[EntityRow]", name: str) -> None:
        """One entity of several rows."""
        own = [row.name for row in rows if row.by_hand]
        prefixes = [prefix for row in rows for prefix in row.prefixes]
        self.attempt(lambda: self.entities.merged(own, prefixes, name))

    def join(self, row: "EntityRow", name: str) -> None:
        """One entity of a row and of whatever has a name, under that name."""
        others = [each for each in self.rows if each.name == name and each is not row]
        own = [name, *([row.name] if row.by_hand else ())]
        prefixes = [prefix for each in (row, *others) for prefix in each.prefixes]
        self.attempt(lambda: self.entities.merged(own, prefixes, name))

    def split_off(self, row: "EntityRow", prefix: Stems) -> None:
        """A prefix of an entity as one of its own."""
        start = self.entities if row.by_hand else self.entities.merged([], row.prefixes, row.name)
        self.attempt(lambda: start.split(row.name, prefix))

    def taken(self, row: "EntityRow") -> dict[str, "EntityRow | None"]:
        """The names of other entities than a row's, with their rows where the list has URLs of them."""
        own: dict[str, EntityRow | None] = {
            each.name: None for each in self.entities.own if not row.by_hand or each.name != row.name
        }
        return own | {each.name: each for each in self.rows if each is not row}

    def all_prefixes(self, row: "EntityRow") -> tuple[Stems, ...]:
        """Those of a row, and those that somebody gave it of which the list has no URL."""
        own = next((each.prefixes for each in self.entities.own if row.by_hand and each.name == row.name), ())
        return tuple(dict.fromkeys((*row.prefixes, *own)))

    def import_csv(self, text: str) -> Imported:
        """Take the entities of a file besides. Raises EntityError."""
        found = with_csv(self.entities, text)
        self.change(found.entities)
        return found


def _grouped(clustering: "Clustering", tree: "StemTree | None", entities: Entities, task: Task) -> Any:
    from urlinspector.bulk.stems import StemTree

    work = engine_task(task, "")
    tree = tree or StemTree(clustering, work)
    return tree, group(tree, entities, work)
