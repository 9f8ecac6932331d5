"""What is known of the hosts: the report on all answers, made in a worker; how it is grouped and arranged;
the aliases that follow from it; and answers as a file.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from urlinspector.gui.state.hosts_jobs import (
    Arrangement,
    HostRow,
    HostsView,
    Written,
    arranged,
    let_go,
    pause_of,
    view_of,
    written_of,
)
from urlinspector.gui.state.hosts_word import HostsWord
from urlinspector.gui.tasks.right_of_way import RightOfWay
from urlinspector.gui.tasks.runner import Lane, Task, TaskRunner
from urlinspector.hosts.answers import Answers
from urlinspector.hosts.preferred import Preference
from urlinspector.hosts.record import RecordError, load_answers, save_answers
from urlinspector.hosts.trail import Options
from urlinspector.normalize.profile import ProfileError
from urlinspector.url.wording import plain_reason

VIEW, DROP, ALIASES, FILE = "hosts-view", "hosts-drop", "hosts-aliases", "hosts-file"


class HostsReport(HostsWord):
    """Signals: `viewed()` when table, pairs and groups are new; `failed(str)`.

    Whoever inherits has the answers come.
    """

    viewed = Signal()
    failed = Signal(str)
    refused = Signal(str)
    """The step does not take the aliases, and why."""
    saved = Signal(str)
    """The answers are written to the file of this name."""

    def __init__(self, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.counts: dict[str, int] = {}
        """Names as they are asked, each with its URLs."""
        self.options = Options()
        self.accept = "confirmed"
        self.preference = Preference.WWW
        self.answers = Answers()
        self.resolver = ""
        """Who gave the answers."""
        self.view: HostsView | None = None
        self.arrangement = Arrangement()
        self._closed = False
        self._view_cost, self._view_is_due = 0.0, False
        self._drops = 0
        self._counted: tuple[int, frozenset[str], int] | None = None
        """Of which report, without which groups, how many aliases; it must not keep the report alive."""

    @property
    def failures(self) -> int:
        """For how many hosts a server owes an answer."""
        return 0 if self.view is None else self.view.failures

    @property
    def known(self) -> int:
        """For how many hosts servers answered."""
        return 0 if self.view is None else self.view.known

    def set_grouping(self, accept: str, preference: Preference) -> None:
        """Which pairs make groups, and which name of a group is written."""
        if (accept, preference) != (self.accept, self.preference):
            self.accept, self.preference = accept, preference
            self._make_view()

    # What is known

    def arrange(self, arrangement: Arrangement) -> None:
        """Another order, or another filter."""
        if arrangement == self.arrangement:
            return
        self.arrangement = arrangement
        if self.view is None or self._view_is_due:
            self._make_view()
            return
        job = partial(arranged, self.view, arrangement)
        self._runner.start(VIEW, job, done=partial(self._on_arranged, self.view), lane=Lane.HOSTS)

    def _on_arranged(self, view: HostsView, rows: tuple[HostRow, ...]) -> None:
        if view is self.view:
            self.view = view._replace(rows=rows)
            self.viewed.emit()

    def _make_view(self) -> None:
        if self._closed:
            return
        self._view_is_due = True
        job = partial(
            view_of,
            self.counts,
            self.answers,
            self.options,
            self.accept,
            self.preference,
            self.decisions,
            self.unused,
            self.arrangement,
            self.view,
            self._runner.right_of_way,
        )
        self._runner.start(VIEW, job, done=self._on_viewed, lane=Lane.HOSTS)

    def _on_viewed(self, view: HostsView) -> None:
        self._view_is_due = False
        self._view_cost = view.seconds
        before, self.view, self._counted = self.view, view, None
        with self._runner.right_of_way:
            self.viewed.emit()
        self._drop(before)

    def _drop(self, *things: object) -> None:
        """Have a worker take apart what nobody needs any more; each time on a channel of its own, as what is
        put off is not to be called off.
        """
        held = [each for each in things if each]
        if not held:
            return
        self._drops += 1
        job = partial(let_go, held, self._runner.right_of_way)
        self._runner.start(f"{DROP}-{self._drops}", job, done=_ignore, lane=Lane.HOSTS)

    # Into the profile

    @property
    def used_groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups that are to go into the profile."""
        if self.view is None:
            return ()
        report = self.view.report
        return tuple(group for group in report.groups if report.preferred[group[0]].name not in self.unused)

    @property
    def alias_count(self) -> int:
        """How many hosts would be written as others."""
        report = None if self.view is None else self.view.report
        if self._counted is None or self._counted[:2] != (id(report), self.unused):
            self._counted = id(report), self.unused, sum(len(group) - 1 for group in self.used_groups)
        return self._counted[2]

    def write_aliases(
        self, done: Callable[[Written], None], before: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        """Have the aliases of the groups that are used made in a worker, with their evidence and the date.

        What the step has `before` of other hosts stays among its options.
        """
        if self.view is None:
            return
        asked = {"resolver": self.resolver, "rule": self.options.rule.value, "accept": self.accept}
        job = partial(
            written_of,
            self.view.report,
            self.used_groups,
            asked,
            before or {},
            self.counts,
            self._runner.right_of_way,
        )
        self._runner.start(ALIASES, job, done=done, failed=self._on_refused, lane=Lane.HOSTS)

    def _on_refused(self, error: BaseException) -> None:
        if not isinstance(error, ProfileError):
            raise error
        self.refused.emit(error.reason)

    # From a file, and into one

    def open_answers(self, path: Path) -> None:
        """Read recorded answers: nothing is asked."""
        self._runner.start(
            FILE,
            partial(_load, path, self._runner.right_of_way),
            done=partial(self._on_loaded, path),
            failed=partial(self._on_file_failed, path),
            lane=Lane.KEEP,
        )

    def _on_loaded(self, path: Path, found: object) -> None:
        self.take_recording(found, path.name)

    def take_recording(self, found: object, name: str) -> None:
        """Show a recording in place of what is known."""
        raise NotImplementedError

    def save_answers(self, path: Path) -> None:
        """Write the answers, to be replayed."""
        job = partial(_save, path, self.answers.copy(), tuple(self.counts), self.resolver)
        done = partial(self._on_saved, path)
        failed = partial(self._on_file_failed, path)
        self._runner.start(FILE, job, done=done, failed=failed, lane=Lane.KEEP)

    def _on_saved(self, path: Path, result: object) -> None:
        del result
        self.saved.emit(path.name)

    def _on_file_failed(self, path: Path, error: BaseException) -> None:
        if not isinstance(error, RecordError | OSError):
            raise error
        said = plain_reason(error) if isinstance(error, OSError) else str(error)
        self.failed.emit(f"“{path}”: {said}")


def _load(path: Path, right_of_way: RightOfWay, task: Task) -> object:
    return load_answers(path, pause_of(right_of_way, task))


def _save(path: Path, answers: Answers, hosts: Sequence[str], resolver: str, task: object) -> None:
    del task
    save_answers(path, answers, hosts, resolver)


def _ignore(result: object) -> None:
    del result
