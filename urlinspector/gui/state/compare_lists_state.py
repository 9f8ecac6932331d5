"""Two lists on the Compare page: what was chosen, what came of it, and which entries are shown."""

from array import array
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from urlinspector.bulk.reading import Source
from urlinspector.bulk.task import Cancelled
from urlinspector.compare.lists import KINDS, Kind, ListComparison, ListError, compare_sources, write_file
from urlinspector.gui.state.list_jobs import engine_task
from urlinspector.gui.tasks.runner import CancelledError, Report, Task, TaskRunner
from urlinspector.normalize.profile import Profile
from urlinspector.url.wording import plain_reason

_CHANNEL = "compare-lists"
_FILTER = "compare-lists-filter"


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareLists", text)


class ListsState(QObject):
    """Signals: `sources_changed()`, `progressed()`, `compared()` when there is another result or none,
    `filtered()` when other entries are shown, `failed(str)`, `exported(object)` with the path.
    """

    sources_changed = Signal()
    progressed = Signal()
    compared = Signal()
    filtered = Signal()
    failed = Signal(str)
    exported = Signal(object)

    def __init__(self, runner: TaskRunner, profile: Profile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._profile = runner, profile
        self.sources: list[Source | None] = [None, None]
        self.result: ListComparison | None = None
        self.report: Report | None = None
        """How far the work is; None where nothing runs."""
        self.kinds: frozenset[Kind] = frozenset(KINDS)
        self.needle = ""
        self.shown: array[int] = array("l")
        self._is_filtering = False
        self._closed = False

    @property
    def is_busy(self) -> bool:
        return self.report is not None or self._is_filtering

    @property
    def is_stale(self) -> bool:
        """Whether the result is of another profile."""
        return self.result is not None and self.result.profile.steps != self._profile.steps

    @property
    def profile(self) -> Profile:
        return self._profile

    def set_source(self, number: int, source: Source | None) -> None:
        """Choose the old (0) or the new (1) list; with both the comparison starts."""
        self.sources[number] = source
        self.sources_changed.emit()
        self.compare()

    def swap(self) -> None:
        """The old list is the new one, and the other way round."""
        self.sources.reverse()
        self.sources_changed.emit()
        self.compare()

    def set_profile(self, profile: Profile, *, now: bool) -> None:
        """Compare under another profile, at once or when asked."""
        changed = profile.steps != self._profile.steps
        self._profile = profile
        if changed and now:
            self.compare()

    def compare(self) -> None:
        """Compare both lists, if both are there."""
        old, new = self.sources
        if old is None or new is None or self._closed:
            return
        self.report = Report(_tr("Comparing the lists"))
        self.progressed.emit()
        self._runner.start(
            _CHANNEL,
            partial(_compare, old, new, self._profile),
            done=self._on_done,
            failed=self._on_failed,
            progress=self._on_progress,
        )

    def set_filter(self, kinds: Iterable[Kind], needle: str) -> None:
        """Show entries of some kinds that hold a text."""
        self.kinds, self.needle = frozenset(kinds), needle
        if self.result is not None and not self._closed:
            self._is_filtering = True
            job = partial(_filter, self.result, self.kinds, needle)
            self._runner.start(_FILTER, job, done=self._on_filtered)

    def export(self, path: Path, *, masks: bool) -> None:
        """Write the entries that are shown as CSV."""
        if self.result is None:
            return
        self.report = Report(_tr("Writing {0}").format(path.name))
        self.progressed.emit()
        job = partial(_export, self.result, self.shown, path, masks)
        self._runner.start(_CHANNEL, job, done=self._on_exported, failed=self._on_failed)

    def cancel(self) -> None:
        """Stop what runs; the last result stays."""
        self._runner.cancel(_CHANNEL)
        self.report = None
        self.progressed.emit()

    def close(self) -> None:
        """Start nothing more."""
        self._closed = True
        self._runner.cancel(_CHANNEL)
        self._runner.cancel(_FILTER)

    # What arrives

    def _on_progress(self, report: Report) -> None:
        self.report = report
        self.progressed.emit()

    def _on_done(self, result: ListComparison) -> None:
        self.report, self.result = None, result
        self.shown = array("l")
        self.compared.emit()
        self.progressed.emit()
        self.set_filter(self.kinds, self.needle)

    def _on_failed(self, error: BaseException) -> None:
        self.report = None
        self.progressed.emit()
        if not isinstance(error, ListError | OSError):
            raise error
        self.failed.emit(plain_reason(error) if isinstance(error, OSError) else str(error))

    def _on_filtered(self, shown: "array[int]") -> None:
        self._is_filtering = False
        self.shown = shown
        self.filtered.emit()

    def _on_exported(self, path: Path) -> None:
        self.report = None
        self.progressed.emit()
        self.exported.emit(path)


def _compare(old: Source, new: Source, profile: Profile, task: Task) -> ListComparison:
    try:
        return compare_sources(old, new, profile, engine_task(task, _tr("Comparing the lists")))
    except Cancelled:
        raise CancelledError from None


def _filter(result: ListComparison, kinds: frozenset[Kind], needle: str, task: Task) -> "array[int]":
    task.check()
    return result.numbers(kinds, needle)


def _export(result: ListComparison, shown: "array[int]", path: Path, masks: bool, task: Task) -> Path:
    write_file(result, path, shown, masks=masks, check=task.check)
    return path
