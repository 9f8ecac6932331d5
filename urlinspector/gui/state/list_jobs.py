"""The long work of the Clusters page, as plain functions for the runner: data in, data out, no widget.

`engine_task` lets the engine see the runner's cancel token and tells its progress with rate and time left.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from urlinspector.bulk import task as bulk_task
from urlinspector.bulk import view
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.decisions import Decisions
from urlinspector.bulk.document import Document
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.export import Exported, ExportOptions, export
from urlinspector.bulk.facets import FacetValue, facet
from urlinspector.bulk.filtering import FilterError
from urlinspector.bulk.impact import StepImpact, impact_if_on, impact_of
from urlinspector.bulk.memory import estimate
from urlinspector.bulk.parameters import Parameter, explore, impact_of_dropping
from urlinspector.bulk.reading import ReadOptions, Report, Source, read
from urlinspector.bulk.representative import Rule, RuleError
from urlinspector.bulk.selection import Selection
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.waterfall import Fall, waterfall
from urlinspector.gui.numbers import counted, told
from urlinspector.gui.tasks.runner import Task
from urlinspector.normalize.profile import Profile
from urlinspector.url.lru import WEIGHTS, StemKind

_SETTLED = 0.6
"""Seconds of a phase after which its rate is worth telling."""


class ListError(Exception):
    """What a user is told in place of a result."""


class _Token(bulk_task.CancelToken):
    """The runner's cancel token as the engine knows one."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self._task = task

    @property
    def cancelled(self) -> bool:
        return self._task.is_cancelled

    def check(self) -> None:
        if self._task.is_cancelled:
            raise bulk_task.Cancelled


class _Progress:
    """Turns the engine's progress into words: what, how many of how many, how fast, how long still."""

    def __init__(self, task: Task, title: str, rows: int) -> None:
        self._task, self._title, self._rows = task, title, rows
        self._began = time.monotonic()
        self._phase, self._phase_began = "", self._began

    def __call__(self, progress: bulk_task.Progress) -> None:
        if self._task.is_cancelled:
            return
        now = time.monotonic()
        if progress.phase != self._phase:
            self._phase, self._phase_began = progress.phase, now
        fraction = progress.done / progress.total if progress.total else None
        self._task.report(self._title, fraction, self._detail(progress, now))

    def _detail(self, progress: bulk_task.Progress, now: float) -> str:
        spent = now - self._phase_began
        parts = [phase_words(progress.phase)]
        if progress.total > 1:
            parts.append(
                _tr("{done} of {total}").format(done=counted(progress.done), total=counted(progress.total))
            )
        if spent > _SETTLED and 0 < progress.done < progress.total:
            rate = progress.done / spent
            parts.append(_tr("{0}/s").format(counted(round(rate))))
            parts.append(time_left((progress.total - progress.done) / rate))
        return ", ".join(parts)


def phase_words(phase: str) -> str:
    """A phase of the engine in the user's language; a step's name stays as it is."""
    return {
        "reading": _tr("reading"),
        "distinct texts": _tr("finding distinct texts"),
        "components": _tr("splitting into components"),
        "grouping": _tr("grouping"),
        "counting": _tr("counting"),
        "writing": _tr("writing"),
        "saving": _tr("saving"),
        "opening": _tr("opening"),
    }.get(phase, phase)


def time_left(seconds: float) -> str:
    """`about 6 s left`."""
    if seconds < 90:
        return _tr("about {0} s left").format(max(1, round(seconds)))
    return _tr("about {0} min left").format(round(seconds / 60))


def engine_task(task: Task, title: str, rows: int = 0) -> bulk_task.Task:
    """The engine's view of a task of the runner."""
    return bulk_task.Task(_Token(task), _Progress(task, title, rows))


@dataclass(frozen=True)
class Grouped:
    """A list, grouped: everything that is swapped in at once."""

    clustering: Clustering
    order: Selection
    reports: tuple[Report, ...] = ()
    seconds: float = 0.0
    cause: str = ""
    """`opened`, `profile`, `decisions` or `rule`."""


@dataclass(frozen=True)
class Arrangement:
    """How the clusters are shown."""

    text: str = ""
    key: str = "texts"
    descending: bool = True
    weights: Mapping[StemKind, int] = field(default_factory=lambda: WEIGHTS)
    """What stems count for the order by specificity."""


def read_list(
    sources: Sequence[Source],
    options: ReadOptions,
    profile: Profile,
    arrangement: Arrangement,
    task: Task,
) -> Grouped:
    """Read sources and group them. Raises ListError where nothing could be read."""
    work = engine_task(task, _tr("Reading the list"))
    need = estimate(sources)
    if not need.fits:
        raise ListError(_tr("The list is too large for this computer: {0}.").format(str(need)))
    result = read(sources, options, work)
    if not result.table.rows:
        raise ListError(
            "\n".join(report_words(each) for each in result.reports) or _tr("There is nothing to read.")
        )
    return _grouped(result.table, profile, Rule(), Decisions(), arrangement, result.reports, task)


def open_document(path: Path, arrangement: Arrangement, task: Task) -> tuple[Document, Grouped]:
    """Read a document and group its list. Raises DocumentError."""
    document = Document.open(path, engine_task(task, _tr("Opening {0}").format(path.name)))
    grouped = _grouped(
        document.table, document.profile, document.rule, document.decisions, arrangement, (), task
    )
    return document, grouped


def recover_document(path: Path, arrangement: Arrangement, task: Task) -> tuple[Document, str, Grouped]:
    """Open what a session left, and the name of the file that it belonged to. Raises DocumentError."""
    from urlinspector.gui.state.autosave import recovered

    document, name = recovered(path)
    grouped = _grouped(
        document.table, document.profile, document.rule, document.decisions, arrangement, (), task
    )
    return document, name, grouped


def _grouped(
    table: UrlTable,
    profile: Profile,
    rule: Rule,
    decisions: Decisions,
    arrangement: Arrangement,
    reports: tuple[Report, ...],
    task: Task,
) -> Grouped:
    work = engine_task(task, _grouping(table.rows))
    engine = Engine(table, work)
    return group(engine, profile, rule, decisions, arrangement, "opened", task, reports=reports)


def _grouping(rows: int) -> str:
    return told(rows, _tr("Grouping {0} row"), _tr("Grouping {0} rows"))


def group(
    engine: Engine,
    profile: Profile,
    rule: Rule,
    decisions: Decisions,
    arrangement: Arrangement,
    cause: str,
    task: Task,
    *,
    before: Clustering | None = None,
    reports: tuple[Report, ...] = (),
) -> Grouped:
    """Group a list under a profile; `before` is used where only decisions or the rule changed."""
    began = time.monotonic()
    work = engine_task(task, _grouping(engine.table.rows))
    try:
        if before is not None and before.profile.steps == profile.steps:
            made = Clustering.of_run(engine, profile, before.run, rule=rule, decisions=decisions, task=work)
        else:
            made = Clustering.make(engine, profile, rule=rule, decisions=decisions, task=work)
    except RuleError as error:
        raise ListError(str(error)) from None
    view.warm(made, work)
    order = arranged(made, arrangement)
    return Grouped(made, order, reports, time.monotonic() - began, cause)


def arranged(clustering: Clustering, arrangement: Arrangement) -> Selection:
    """The clusters in the order asked for; a filter that the new profile does not know leaves all."""
    try:
        return _arranged(clustering, arrangement)
    except FilterError:
        return _arranged(clustering, replace(arrangement, text=""))


def arrange(clustering: Clustering, arrangement: Arrangement, task: Task) -> Selection:
    """Filter and sort. Raises FilterError and Cancelled."""
    task.check()
    return _arranged(clustering, arrangement, bulk_task.Task(_Token(task)))


def _arranged(
    clustering: Clustering, arrangement: Arrangement, task: bulk_task.Task | None = None
) -> Selection:
    return view.arrange(
        clustering,
        arrangement.text,
        arrangement.key,
        descending=arrangement.descending,
        weights=arrangement.weights,
        task=task,
    )


def details(
    clustering: Clustering, clusters: Sequence[int], rows: Sequence[int], task: Task
) -> tuple[dict[int, view.ClusterDetail], dict[int, tuple[int, ...] | None]]:
    """What the visible clusters differ in and why visible members are here; parts come as they are made."""
    reasons: dict[int, tuple[int, ...] | None] = {}
    for row in rows:
        task.check()
        reasons[row] = clustering.reason(row)
    if reasons:
        task.deliver(({}, dict(reasons)))
    found: dict[int, view.ClusterDetail] = {}
    for number, cluster in enumerate(clusters):
        task.check()
        found[cluster] = view.detail(clustering, cluster)
        if number % 8 == 7:
            task.deliver((dict(found), {}))
    return found, {}


def falls(clustering: Clustering, task: Task) -> tuple[Fall, ...]:
    """The waterfall of the summary."""
    return waterfall(clustering, bulk_task.Task(_Token(task)))


def step_impact(clustering: Clustering, name: str, task: Task) -> StepImpact:
    """What one step does to the list, or would do."""
    work = bulk_task.Task(_Token(task))
    for number, bound in enumerate(clustering.profile.steps):
        if bound.step.name == name:
            return impact_of(clustering, number, work)
    return impact_if_on(clustering, name, work)


def facets(
    clustering: Clustering, text: str, task: Task
) -> tuple[tuple[view.Narrowing, ...], tuple[FacetValue, ...]]:
    """What narrows the filter, and how many clusters there are of each size."""
    task.check()
    # A final dot changes nothing in what `host:` finds.
    hosts = list(dict.fromkeys(each.value.rstrip(".") for each in facet(clustering, "host", 10)))[:8]
    work = bulk_task.Task(_Token(task))
    try:
        narrow = view.narrowings(clustering, text, hosts, work)
    except FilterError:
        narrow = []
    task.check()
    return tuple(narrow), tuple(facet(clustering, "size"))


def parameters(clustering: Clustering, task: Task) -> tuple[Parameter, ...]:
    """All parameter names of the list."""
    task.check()
    return tuple(explore(clustering))


def dropping(clustering: Clustering, name: str, task: Task) -> StepImpact:
    """What dropping one parameter more would merge."""
    return impact_of_dropping(clustering, name, bulk_task.Task(_Token(task)))


def write_export(clustering: Clustering, path: Path, options: ExportOptions, task: Task) -> Exported:
    """Export. Raises ExportError."""
    return export(clustering, path, options, engine_task(task, _tr("Writing {0}").format(path.name)))


def save_document(document: Document, path: Path, title: str, task: Task) -> Path:
    """Save. Raises DocumentError."""
    document.save(path, engine_task(task, title))
    return path


def report_words(report: Report) -> str:
    """What became of one source, in a sentence."""
    name = Path(report.source).name or report.source
    if report.error:
        return "; ".join([f"{name} {report.error}", *report.notes]) + "."
    return f"{name}: {'; '.join(report.notes)}"


Listener = Callable[[], None]


def _tr(text: str) -> str:
    return QCoreApplication.translate("ListState", text)
