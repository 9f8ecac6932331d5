"""The Hosts page's state: hosts, what is known of them, what the user decided; and the look-up that runs.

Nothing is asked before `look_up`. The look-up has a thread of its own, with the loop in it; what it tells is
handed to the GUI thread by a signal. Reports are made in a worker.
"""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from urlinspector.gui.state.hosts_asked import (
    Asked,
    decisions_from_json,
    decisions_to_json,
    options_from_json,
    options_to_json,
)
from urlinspector.gui.state.hosts_jobs import (
    Named,
    Planned,
    hosts_of,
    named,
    plan_of,
    rest_of,
    save_cache,
)
from urlinspector.gui.state.hosts_report import ALIASES, FILE, VIEW, HostsReport
from urlinspector.gui.tasks.runner import Lane, TaskRunner
from urlinspector.hosts.answers import Answers, Question
from urlinspector.hosts.cache import Cache
from urlinspector.hosts.plan import Plan
from urlinspector.hosts.report import Decisions
from urlinspector.hosts.resolver import ResolverError
from urlinspector.hosts.service import Lookup, Progress, State
from urlinspector.hosts.trail import Options

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering

_NAMES, _PLAN, _CACHE = "hosts-names", "hosts-plan", "hosts-cache"
_VIEW_MS = 700
_HELD_MS = 60
_TOLD_EVERY = 0.15
"""Seconds between two figures of progress that one could still read."""
MOST_HOSTS = 100_000
"""Hosts that are taken from a list."""
_AT_ONCE = 200
"""So many hosts are named without a worker."""


class HostsState(HostsReport):
    """Signals: `hosts_changed()` when there are others; `planned()` when it is known what would be asked;
    `progress_changed()`; `ended(str)` with the name of a look-up's last state.
    """

    hosts_changed = Signal()
    planned = Signal()
    progress_changed = Signal()
    ended = Signal(str)
    restored = Signal()
    """A document was opened that kept something."""
    _told = Signal(int, object)

    def __init__(
        self, runner: TaskRunner, cache_path: Path | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(runner, parent)
        self._cache_path = cache_path
        self.source = ""
        """Where the hosts come from, in words."""
        self.left_out: tuple[str, ...] = ()
        """What cannot be asked: addresses, and names that are none."""
        self.asked = Asked()
        self.recording = ""
        """The file that the answers were read from, and its date."""
        self.plan: Plan | None = None
        self.plan_error = ""
        self.progress: Progress | None = None
        self.unkept = ""
        """Why the answers could not be written to disk."""
        self.unrenewed = 0
        """Questions of the last look-up that were to be asked anew and got no proper answer."""
        self.remembers = False
        """Whether the list's document keeps whom to ask and that the user agreed; never by default."""
        self.agreed = ""
        """Whom the user agreed to have asked about this list, once and for all of its hosts."""
        self._lookup: Lookup | None = None
        self._number = 0
        """Of the look-up; what an earlier one still tells is passed over."""
        self._again = False
        """Whether what no server answered properly is to be asked once more."""
        self._anew: bool | frozenset[Question] = False
        """Whether all that is known of the chosen hosts is to be asked once more; or what of it."""
        self._planned: Planned | None = None
        self._cache: Cache | None = None
        self._scope: tuple[str, ...] = ()
        self._asked_scope: tuple[str, ...] = ()
        """What the running look-up asks for."""
        self._told_at = 0.0
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._make_view)
        self._held = QTimer(self)
        self._held.setSingleShot(True)
        self._held.timeout.connect(self._on_way_free)
        self._told.connect(self._on_told, Qt.ConnectionType.QueuedConnection)

    # What there is

    @property
    def is_empty(self) -> bool:
        """Whether there are no hosts."""
        return not self.counts

    @property
    def is_running(self) -> bool:
        """Whether somebody is being asked."""
        return self._lookup is not None and self._lookup.state is State.RUNNING

    @property
    def can_resume(self) -> bool:
        """Whether a look-up was ended before its time."""
        return self._lookup is not None and self._lookup.state in (State.CANCELLED, State.NO_ANSWER)

    @property
    def is_settled(self) -> bool:
        """Whether nothing runs and nothing is due."""
        return not self.is_running and not self._later.isActive() and not self._runner.is_busy

    # Hosts come in

    def set_hosts(self, counts: Mapping[str, int], source: str) -> None:
        """Other hosts: texts as they stand in a list, with their numbers of URLs."""
        self._begin_anew(source)
        self.add_hosts(counts)

    def add_hosts(self, counts: Mapping[str, int], urls: Mapping[str, int] | None = None) -> None:
        """More hosts beside those that are there; many are named in a worker. `urls` are those of a name,
        where it is in there, in place of the numbers with the hosts.
        """
        if len(counts) <= _AT_ONCE:
            self._add_named(named(counts, urls))
        else:
            job = partial(named, dict(counts), urls)
            self._runner.start(_NAMES, job, done=self._add_named, lane=Lane.HOSTS)

    def take_hosts_of(self, clustering: "Clustering", source: str) -> None:
        """The hosts of a list in place of those that are there, counted by the engine."""
        job = partial(hosts_of, clustering, MOST_HOSTS)
        self._runner.start(_NAMES, job, done=partial(self._on_counted, source), lane=Lane.LIST)

    def _on_counted(self, source: str, found: Named) -> None:
        self._begin_anew(source)
        self._add_named(found)

    def _begin_anew(self, source: str) -> None:
        self._end_lookup()
        self.counts, self.left_out, self.source = {}, (), source

    def _add_named(self, found: Named) -> None:
        self._end_lookup()
        self._scope, self._anew = (), False
        counts = dict(self.counts)
        for name, rows in found.counts.items():
            counts[name] = counts.get(name, 0) + rows
        self.counts = counts
        self.left_out = tuple(dict.fromkeys((*self.left_out, *found.left_out)))
        self.hosts_changed.emit()
        self.refresh()

    def clear(self) -> None:
        """No hosts, no answers, no decisions."""
        self._end_lookup()
        self._drop(self.answers, self.view, self.plan)
        self._planned = None
        self.counts, self.left_out, self.source = {}, (), ""
        self.answers, self.resolver, self.recording = Answers(), "", ""
        self._again, self._anew, self._scope = False, False, ()
        self._set_word(Decisions(), frozenset())
        self.view = self.plan = self.progress = None
        self.hosts_changed.emit()
        self.viewed.emit()
        self.planned.emit()

    # What a list's document keeps

    def kept(self) -> dict[str, Any]:
        """The user's word on pairs; and, if it was wanted, whom to ask and that the user agreed."""
        values: dict[str, Any] = {}
        if self.decisions != Decisions() or self.unused:
            values["decisions"] = decisions_to_json(self.decisions)
            values["unused"] = sorted(self.unused)
        if self.remembers:
            values["asked"] = self.asked.to_json()
            values["options"] = options_to_json(self.options)
            values["agreed"] = self.agreed
        return values

    def restore(self, values: Mapping[str, Any]) -> None:
        """The opposite; what cannot be read is left out."""
        unused = values.get("unused")
        self._set_word(
            decisions_from_json(values.get("decisions")),
            frozenset(map(str, unused)) if isinstance(unused, list) else frozenset(),
        )
        asked = values.get("asked")
        self.remembers, self.agreed = isinstance(asked, dict), ""
        if isinstance(asked, dict) and not self.is_running:
            self._end_lookup()
            self.asked, self.options = Asked.from_json(asked), options_from_json(values.get("options"))
            self.agreed = str(values.get("agreed") or "")
        self.restored.emit()
        self.refresh()

    def set_remembers(self, remembers: bool) -> None:
        """Whether the document keeps whom to ask and that the user agreed."""
        if remembers != self.remembers:
            self.remembers, self.agreed = remembers, ""
            self.kept_changed.emit()

    @property
    def is_agreed(self) -> bool:
        """Whether the user agreed, for this list, that those be asked whom the plan names."""
        return bool(self.agreed) and self._planned is not None and self._planned.whom == self.agreed

    # What would be asked

    def set_asked(self, asked: Asked, options: Options) -> None:
        """Ask somebody else, or otherwise."""
        if (asked, options) == (self.asked, self.options) or self.is_running:
            return
        if self._cache is not None and self.asked.keep and not asked.keep:
            self._runner.start(
                _CACHE, partial(save_cache, self._cache, False), done=self._on_cache_saved, lane=Lane.KEEP
            )
            self._cache = None
        self.asked, self.options = asked, options
        self._end_lookup()
        # Another resolver may know what this one did not answer.
        self._again = self._again or self.answers.has_unknown
        self.refresh()
        self.kept_changed.emit()

    def set_scope(self, hosts: Sequence[str], *, anew: bool = False) -> None:
        """Ask for some hosts only; none for all. `anew` asks once more for what is known of them, too."""
        anew = anew and bool(hosts)
        if (tuple(hosts), anew) != (self._scope, self._anew):
            self._scope, self._anew = tuple(hosts), anew
            self._make_plan()

    @property
    def scope(self) -> tuple[str, ...]:
        """The hosts that are asked for; empty for all."""
        return self._scope

    @property
    def asks_anew(self) -> bool:
        """Whether what is known of the chosen hosts is asked once more."""
        return bool(self._anew)

    @property
    def is_planning(self) -> bool:
        """Whether it is being worked out what would be asked."""
        return not (self.is_empty or self.is_running or self._planned or self.plan_error)

    def ask_again(self) -> None:
        """Plan to ask once more what no server answered properly."""
        self._again, self._scope, self._anew = True, (), False
        self._make_plan()

    def refresh(self) -> None:
        """Make plan and report anew."""
        self._make_plan()
        self._make_view()

    def _make_plan(self) -> None:
        self._planned = None
        if self._closed or self.is_running:
            return
        self.plan_error = ""
        try:
            settings = self.asked.settings()
        except ResolverError as error:
            self.plan, self.plan_error = None, str(error)
            self.planned.emit()
            return
        keep = self._cache_path if self.asked.keep else None
        job = partial(
            plan_of,
            self._scope or tuple(self.counts),
            self.counts,
            self.answers,
            self.options,
            settings,
            self._again,
            self._anew,
            self._cache or keep,
            self._runner.right_of_way,
        )
        self._runner.start(_PLAN, job, done=self._on_planned, lane=Lane.HOSTS)

    def _on_planned(self, planned: Planned) -> None:
        before, self._planned, self.plan = self.plan, planned, planned.plan
        if self.asked.keep:
            self._cache = planned.cache
        with self._runner.right_of_way:
            self.planned.emit()
        self._drop(before)

    # Asking

    def look_up(self) -> None:
        """Ask what the plan says. The user has seen it; while another is made, nothing is asked."""
        planned = self._planned
        if planned is None or not planned.plan.hosts or self.is_running or self._closed:
            return
        self.recording = ""
        self.resolver = str(planned.settings)
        if self._again:
            self.answers.drop_unknown()
        self._again = self._anew = False
        self._asked_scope = self._scope
        if planned.dropped:
            self.answers.ask_anew(planned.dropped)
            if planned.cache is not None:
                planned.cache.drop(str(planned.settings), planned.dropped)
        if self.remembers:
            self.agreed = planned.whom
            self.kept_changed.emit()
        self._number += 1
        self._lookup = Lookup(
            planned.plan.hosts,
            planned.settings,
            planned.options,
            answers=self.answers,
            cache=planned.cache,
            on_progress=partial(self._told.emit, self._number),
            pause=rest_of(self._runner.right_of_way),
        )
        self._hold_way()
        self._lookup.start()
        self.progress = self._lookup.progress
        self.progress_changed.emit()
        self._later.start(_VIEW_MS)

    def _hold_way(self) -> None:
        """The window first shows that somebody is asked; so long he who asks waits."""
        if not self._held.isActive():
            self._runner.right_of_way.__enter__()
        self._held.start(_HELD_MS)

    def _on_way_free(self) -> None:
        self._runner.right_of_way.__exit__(None, None, None)

    def cancel(self) -> None:
        """Stop asking; what is known stays."""
        if self._lookup is not None:
            self._lookup.cancel()

    def _end_lookup(self) -> None:
        lookup, self._lookup = self._lookup, None
        if lookup is not None:
            lookup.cancel()
            self.answers.settle()
            self.progress = None

    def _on_told(self, number: int, progress: Progress) -> None:
        if self._closed or self._lookup is None or number != self._number:
            return
        self.progress = progress
        if progress.state is not State.RUNNING:
            self._on_ended(progress.state)
        elif not self._later.isActive():
            # The more a report costs, the seldomer it is made.
            self._later.start(max(_VIEW_MS, int(self._view_cost * 5000)))
        now = time.monotonic()
        if progress.state is not State.RUNNING or now - self._told_at >= _TOLD_EVERY:
            self._told_at = now
            with self._runner.right_of_way:
                self.progress_changed.emit()

    def _on_ended(self, state: State) -> None:
        self.progress = None
        left = self.answers.settle()
        self.unrenewed = len(left)
        # What was to be asked anew and was not: resuming asks that, of the same hosts.
        self._anew = left if left and state is not State.DONE else False
        self._scope = self._asked_scope if self._anew else ()
        self._later.stop()
        self._again = state in (State.CANCELLED, State.NO_ANSWER)
        if self._cache is not None:
            self._runner.start(
                _CACHE, partial(save_cache, self._cache, True), done=self._on_cache_saved, lane=Lane.KEEP
            )
        self.refresh()
        self.ended.emit(state.value)

    def _on_cache_saved(self, why_not: str) -> None:
        self.unkept = why_not
        self.progress_changed.emit()

    # From a file

    def take_recording(self, found: object, name: str) -> None:
        """Show a recording in place of what is known."""
        self._end_lookup()
        self._again, self._scope, self._anew = False, (), False
        self._drop(self.answers)
        self.answers, self.resolver = found.answers, found.resolver  # type: ignore[attr-defined]
        self.recording = self.tr("{0}, asked of {1}, saved {2}").format(
            name,
            self.resolver,
            str(found.saved)[:10],  # type: ignore[attr-defined]
        )
        hosts = found.hosts  # type: ignore[attr-defined]
        if self.is_empty or not set(hosts) <= set(self.counts):
            before, self.counts, self.left_out, self.source = self.counts, {}, (), name
            self.add_hosts(dict.fromkeys(hosts, 1), before)
        else:
            self.refresh()

    def close(self) -> None:
        """The end: nobody is asked any more."""
        self._closed = True
        self._later.stop()
        if self._held.isActive():
            self._held.stop()
            self._on_way_free()
        for channel in (_NAMES, _PLAN, VIEW, FILE, ALIASES):
            self._runner.cancel(channel)
        lookup, self._lookup = self._lookup, None
        if lookup is not None:
            lookup.cancel()
            lookup.wait(1.0)
