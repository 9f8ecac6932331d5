"""The list of the Clusters page: what was read, how it is grouped, how it is shown, what a person decided.

All long work goes to the runner; a result is swapped in whole, and one that something newer made stale is
dropped. What is measured of it is in `list_measures`.

Signals: `grouped(cause)` when another clustering is shown, `arranged()` when order or filter changed,
`details_found()` for visible rows, `measured()` for impact, waterfall and facets, `progress_changed()`,
`failed(message)`, `filter_refused(message)`, `decisions_changed()`, `document_changed()`, `exported(object)`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from urlinspector.bulk import view
from urlinspector.bulk.clustering import Clustering, Summary
from urlinspector.bulk.decisions import Decisions
from urlinspector.bulk.document import Document, DocumentError
from urlinspector.bulk.export import ExportError, ExportOptions
from urlinspector.bulk.filtering import FilterError
from urlinspector.bulk.reading import ReadOptions, Report, Source
from urlinspector.bulk.representative import Rule
from urlinspector.bulk.selection import Selection
from urlinspector.gui.state import list_jobs as jobs
from urlinspector.gui.state.history import History
from urlinspector.gui.state.list_jobs import Arrangement, Grouped, ListError
from urlinspector.gui.state.list_measures import MEASURE, MeasuredList
from urlinspector.gui.tasks.runner import Report as Running
from urlinspector.gui.tasks.runner import TaskRunner
from urlinspector.normalize.profile import Profile

_MAIN, _VIEW, _DETAILS, _FILE = "clusters-list", "clusters-view", "clusters-details", "clusters-file"


class ListState(MeasuredList):
    """See the module."""

    grouped = Signal(str)
    arranged = Signal()
    details_found = Signal()
    failed = Signal(str)
    filter_refused = Signal(str)
    decisions_changed = Signal()
    document_changed = Signal()
    document_opened = Signal(object)
    """The profile that the document holds."""
    exported = Signal(object)

    def __init__(self, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(runner, parent)
        self.order: Selection | None = None
        self.reports: tuple[Report, ...] = ()
        self.rule = Rule()
        self.history = History(Decisions())
        self.cluster_details: dict[int, view.ClusterDetail] = {}
        self.reasons: dict[int, tuple[int, ...] | None] = {}
        self.seconds = 0.0
        self.path: Path | None = None
        self.is_modified = False
        self.pages: Mapping[str, Any] = {}
        """What other pages keep with the list."""
        self._profile: Profile | None = None

    # What there is

    @property
    def is_empty(self) -> bool:
        """Whether there is no list."""
        return self.clustering is None

    @property
    def summary(self) -> Summary | None:
        return None if self.clustering is None else self.clustering.summary

    @property
    def decisions(self) -> Decisions:
        return self.history.now

    @property
    def is_settled(self) -> bool:
        """Whether nothing runs and nothing is due."""
        return (
            self.running is None
            and not self.measuring
            and not self._rest.isActive()
            and not self._runner.is_busy
        )

    @property
    def source_words(self) -> str:
        """The names of the sources, with the columns that were taken."""
        if self.clustering is None:
            return ""
        columns = {each.source: each.column for each in self.reports}
        named = []
        for source in self.clustering.table.sources:
            column = columns.get(source, "")
            name = Path(source).name or source
            named.append(f"{name} ({column})" if column else name)
        return ", ".join(named)

    # Reading

    def read(self, sources: Sequence[Source], profile: Profile, options: ReadOptions | None = None) -> None:
        """Read another list; the present one stays until that is done."""
        self._profile = profile
        self._pause()
        job = partial(jobs.read_list, list(sources), options or ReadOptions(), profile, Arrangement())
        self._start(_MAIN, job, self._on_read)

    def open_document(self, path: Path) -> None:
        """Open a document: list, profile and decisions."""
        self._pause()
        self._start(_MAIN, partial(jobs.open_document, path, Arrangement()), partial(self._on_opened, path))

    def recover(self, path: Path) -> None:
        """Open what a session left that ended badly."""
        self._pause()
        self._start(_MAIN, partial(jobs.recover_document, path, Arrangement()), self._on_recovered)

    def _on_recovered(self, result: tuple[Document, str, Grouped]) -> None:
        document, path, grouped = result
        self._on_opened(Path(path) if path else None, (document, grouped))
        self.is_modified = True
        self.document_changed.emit()

    def _on_read(self, result: Grouped) -> None:
        self.arrangement, self.rule, self.path = Arrangement(), Rule(), None
        self.history.restart(Decisions())
        self.is_modified, self.pages = True, {}
        self._swap(result)

    def _on_opened(self, path: Path | None, result: tuple[Document, Grouped]) -> None:
        document, grouped = result
        self.arrangement, self.rule, self.path = Arrangement(), document.rule, path
        self.history.restart(document.decisions)
        self.is_modified, self.pages = False, document.pages
        self._profile = document.profile
        self._swap(grouped)
        self.document_opened.emit(document.profile)

    def close_list(self) -> None:
        """Let the list go."""
        self.cancel_all()
        self.clustering = self.order = None
        self.path, self.is_modified = None, False
        self.history.restart(Decisions())
        self.pages = {}
        self.cluster_details, self.reasons = {}, {}
        self._forget_measures()
        self.grouped.emit("closed")
        self.document_changed.emit()

    # Grouping again

    def set_profile(self, profile: Profile) -> None:
        """Group by another profile."""
        known = self._profile
        self._profile = profile
        if self.clustering is not None and (
            known is None or known.steps != profile.steps or self.clustering.profile.steps != profile.steps
        ):
            self.is_modified = True
            self._regroup("profile")
        elif self._runner_has_main() and known is not None and known.steps != profile.steps:
            # A list is still being read for the old profile; it is grouped again when it is there.
            self._late_profile = True

    _late_profile = False

    def _runner_has_main(self) -> bool:
        return self.running is not None

    def set_rule(self, rule: Rule) -> None:
        """Other representatives."""
        if str(rule) != str(self.rule):
            self.rule = rule
            self.is_modified = True
            self._regroup("rule")

    def decide(self, decisions: Decisions, words: str) -> None:
        """Take a decision; `words` name it for undo."""
        if decisions == self.decisions:
            return
        self.history.push(decisions, words)
        self._decided()

    def undo(self) -> None:
        """Take the last decision back."""
        if self.history.undo():
            self._decided()

    def redo(self) -> None:
        """Take it again."""
        if self.history.redo():
            self._decided()

    def _decided(self) -> None:
        self.is_modified = True
        self._regroup("decisions")
        self.decisions_changed.emit()
        self.document_changed.emit()

    def _regroup(self, cause: str) -> None:
        clustering = self.clustering
        if clustering is None or self._profile is None:
            return
        self._pause()
        job = partial(
            jobs.group, clustering.engine, self._profile, self.rule, self.decisions, self.arrangement, cause
        )
        self._start(_MAIN, partial(_before, job, clustering), self._swap)

    def _swap(self, result: Grouped) -> None:
        """Show another clustering, all at once."""
        self.running = None
        for channel in (_VIEW, _DETAILS, MEASURE):
            self._runner.cancel(channel)
        self.clustering, self.order = result.clustering, result.order
        self.seconds = result.seconds
        if result.cause == "opened":
            self.reports = result.reports
        self.cluster_details, self.reasons = {}, {}
        self._forget_measures(keep_impact=result.cause in ("decisions", "rule"))
        self.grouped.emit(result.cause)
        self.document_changed.emit()
        self.progress_changed.emit()
        if self._late_profile:
            self._late_profile = False
            self._regroup("profile")
            return
        self._rest.start()

    # Order and filter

    def arrange(self, arrangement: Arrangement) -> None:
        """Filter and sort."""
        if arrangement.text != self.arrangement.text:
            self.narrow = None
        self.arrangement = arrangement
        if self.clustering is not None:
            self._pause()
            self._start(
                _VIEW,
                partial(jobs.arrange, self.clustering, arrangement),
                partial(self._on_arranged, self.clustering),
                quiet=True,
            )

    def _on_arranged(self, clustering: Clustering, order: Selection) -> None:
        if clustering is not self.clustering:
            return
        self.order = order
        self.filter_refused.emit("")
        self.arranged.emit()
        self._rest.start()

    # What is visible

    def want_details(self, clusters: Sequence[int], rows: Sequence[int]) -> None:
        """Find out what visible clusters differ in, and why visible members are here."""
        clusters = [each for each in clusters if each not in self.cluster_details]
        rows = [each for each in rows if each not in self.reasons]
        if self.clustering is None or not (clusters or rows):
            return
        self._pause()
        job = partial(jobs.details, self.clustering, clusters, rows)
        self._runner.start(
            _DETAILS,
            job,
            done=partial(self._on_details, self.clustering),
            failed=self._on_quiet_failure,
            part=partial(self._on_details_part, self.clustering),
        )

    def _on_details_part(self, clustering: Clustering, found: tuple[dict[int, Any], dict[int, Any]]) -> None:
        if clustering is not self.clustering:
            # Numbers of clusters and steps mean something else by now.
            return
        self.cluster_details.update(found[0])
        self.reasons.update(found[1])
        self.details_found.emit()

    def _on_details(self, clustering: Clustering, found: tuple[dict[int, Any], dict[int, Any]]) -> None:
        self._on_details_part(clustering, found)
        self._rest.start()

    # Files

    def save(self, path: Path, title: str) -> None:
        """Write list, profile and decisions as one document."""
        document = self.document()
        if document is not None:
            self._pause()
            self._start(_FILE, partial(jobs.save_document, document, path, title), self._on_saved)

    def _on_saved(self, path: Path) -> None:
        self.path, self.is_modified = path, False
        self.document_changed.emit()
        self._rest.start()

    def document(self) -> Document | None:
        """What would be saved now."""
        if self.clustering is None:
            return None
        profile = self._profile or self.clustering.profile
        return Document(self.clustering.table, profile, self.decisions, self.rule, self.pages)

    def keep_pages(self, pages: Mapping[str, Any]) -> None:
        """What other pages keep with the list changed."""
        if self.clustering is not None and pages != self.pages:
            self.pages, self.is_modified = pages, True
            self.document_changed.emit()

    def export(self, path: Path, options: ExportOptions) -> None:
        """Write clusters, members, redirects or a report."""
        if self.clustering is not None:
            self._pause()
            job = partial(jobs.write_export, self.clustering, path, options)
            self._start(_FILE, job, self._on_exported)

    def _on_exported(self, result: object) -> None:
        self.exported.emit(result)
        self._rest.start()

    # Running

    def _start(
        self, channel: str, job: Callable[[Any], Any], done: Callable[[Any], None], *, quiet: bool = False
    ) -> None:
        if not quiet:
            self.running = Running("", None)
            self.measuring = ""
            self.progress_changed.emit()
        self._runner.start(
            channel,
            job,
            done=done if quiet else partial(self._on_done, done),
            failed=self._on_failed,
            progress=None if quiet else self._on_progress,
        )

    def _on_done(self, done: Callable[[Any], None], result: Any) -> None:
        self.running = None
        done(result)
        self.progress_changed.emit()

    def _on_progress(self, report: Running) -> None:
        self.running = report
        self.progress_changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.running = None
        self.progress_changed.emit()
        if isinstance(error, FilterError):
            self.filter_refused.emit(str(error))
        elif isinstance(error, ListError | DocumentError | ExportError):
            self.failed.emit(str(error))
        elif isinstance(error, MemoryError):
            self.failed.emit(self.tr("There is not enough memory for this."))
        else:
            raise error
        self._rest.start()

    def cancel(self) -> None:
        """Stop what the status bar shows; what was there before stays."""
        if self.running is not None:
            for channel in (_MAIN, _FILE):
                self._runner.cancel(channel)
            self.running = None
            self._late_profile = False
            self.progress_changed.emit()
            self._rest.start()
        else:
            self.stop_measuring()

    def cancel_all(self) -> None:
        """Stop everything."""
        self._rest.stop()
        for channel in (_MAIN, _VIEW, _DETAILS, MEASURE, _FILE):
            self._runner.cancel(channel)
        self.running, self.measuring = None, ""


def _before(job: Callable[..., Grouped], before: Clustering, task: Any) -> Grouped:
    return job(task, before=before)
