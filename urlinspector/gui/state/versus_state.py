"""Two profiles on the list of the Clusters page: the comparison, and which of its rows are shown."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from urlinspector.bulk.engine import Engine
from urlinspector.bulk.export import Exported, ExportError, ExportOptions
from urlinspector.bulk.export.versus import export_versus
from urlinspector.bulk.selection import Selection
from urlinspector.bulk.task import Cancelled
from urlinspector.bulk.versus import KINDS, Kind, Order, Versus
from urlinspector.gui.state.list_jobs import engine_task
from urlinspector.gui.tasks.runner import CancelledError, Report, Task, TaskRunner
from urlinspector.normalize.profile import Profile

_CHANNEL, _FILTER = "clusters-versus", "clusters-versus-filter"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Versus", text)


class VersusState(QObject):
    """Signals: `compared()` when there is another result or none, `filtered()` when other rows are shown,
    `progressed()`, `failed(str)`, `exported(Exported)`.
    """

    compared = Signal()
    filtered = Signal()
    progressed = Signal()
    failed = Signal(str)
    exported = Signal(object)

    def __init__(self, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.result: Versus | None = None
        self.report: Report | None = None
        """How far the work is; None where nothing runs."""
        self.shown = Selection.of([])
        self.kinds: frozenset[Kind] = frozenset(KINDS)
        self.needle = ""
        self.step: int | None = None
        """The difference whose rows are shown; None for all."""
        self.order: Order | None = None
        """What the rows are sorted by; None for the list's order."""
        self.descending = False
        self._is_filtering = False

    @property
    def is_busy(self) -> bool:
        return self.report is not None or self._is_filtering

    def compare(self, engine: Engine, a: Profile, b: Profile) -> None:
        """Compare two profiles in the background; what was shown stays until that is done."""
        self.report = Report(_tr("Comparing two profiles"))
        self.progressed.emit()
        self._runner.start(
            _CHANNEL,
            partial(_compare, engine, a, b),
            done=self._on_compared,
            failed=self._on_failed,
            progress=self._on_progress,
        )

    def set_filter(self, kinds: Iterable[Kind], needle: str, step: int | None) -> None:
        """Show rows of any of some kinds that hold a text and that one difference explains."""
        self.kinds, self.needle, self.step = frozenset(kinds), needle, step
        self._select()

    def set_order(self, order: Order | None, *, descending: bool) -> None:
        """Sort the rows that are shown."""
        self.order, self.descending = order, descending
        self._select()

    def _select(self) -> None:
        if self.result is not None:
            self._is_filtering = True
            filtered = partial(_select, self.result, self.kinds, self.needle, self.step)
            job = partial(_arrange, self.result, filtered, self.order, self.descending)
            self._runner.start(_FILTER, job, done=self._on_filtered)

    def export(self, path: Path, options: ExportOptions) -> None:
        """Write the rows that are shown, or their keys."""
        if self.result is None:
            return
        self.report = Report(_tr("Writing {0}").format(path.name))
        self.progressed.emit()
        job = partial(_export, self.result, path, options, self.shown)
        self._runner.start(
            _CHANNEL, job, done=self._on_exported, failed=self._on_failed, progress=self._on_progress
        )

    def cancel(self) -> None:
        """Stop what runs; the last result stays."""
        self._runner.cancel(_CHANNEL)
        self.report = None
        self.progressed.emit()

    def clear(self) -> None:
        """Forget the result, as after the list changed."""
        self._runner.cancel(_CHANNEL)
        self._runner.cancel(_FILTER)
        self.result, self.report, self._is_filtering = None, None, False
        self.shown, self.step = Selection.of([]), None
        self.compared.emit()

    def _on_compared(self, result: Versus) -> None:
        self.result, self.report, self.step = result, None, None
        self.shown = Selection.of([])
        self.compared.emit()
        self.progressed.emit()
        self.set_filter(self.kinds, self.needle, None)

    def _on_filtered(self, shown: Selection) -> None:
        self._is_filtering = False
        self.shown = shown
        self.filtered.emit()

    def _on_progress(self, report: Report) -> None:
        self.report = report
        self.progressed.emit()

    def _on_exported(self, written: Exported) -> None:
        self.report = None
        self.progressed.emit()
        self.exported.emit(written)

    def _on_failed(self, error: BaseException) -> None:
        self.report = None
        self.progressed.emit()
        if not isinstance(error, ExportError | MemoryError):
            raise error
        self.failed.emit(str(error) or _tr("There is not enough memory for this."))


def _compare(engine: Engine, a: Profile, b: Profile, task: Task) -> Versus:
    try:
        return Versus.make(engine, a, b, engine_task(task, _tr("Comparing two profiles")))
    except Cancelled:
        raise CancelledError from None


def _select(result: Versus, kinds: frozenset[Kind], needle: str, step: int | None, task: Task) -> Selection:
    task.check()
    return result.select((kind for kind in KINDS if kind in kinds), needle, step)


def _arrange(
    result: Versus,
    filtered: Callable[[Task], Selection],
    order: Order | None,
    descending: bool,
    task: Task,
) -> Selection:
    chosen = filtered(task)
    task.check()
    return chosen if order is None else result.arrange(chosen, order, descending=descending)


def _export(result: Versus, path: Path, options: ExportOptions, shown: Selection, task: Task) -> Exported:
    try:
        title = _tr("Writing {0}").format(path.name)
        return export_versus(result, path, options, engine_task(task, title), shown)
    except Cancelled:
        raise CancelledError from None
