"""The Rules page's state: the rules of the profile with their figures, and what the open list teaches.

Everything that asks the engine runs in the list's lane. A search that is cancelled gives what was found until
then.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from urlinspector.bulk.task import Cancelled, CancelToken
from urlinspector.bulk.task import Progress as EngineProgress
from urlinspector.bulk.task import Task as EngineTask
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.list_jobs import engine_task
from urlinspector.gui.tasks.runner import Lane, Task
from urlinspector.normalize.profile import SITE_RULES, Profile, ProfileError
from urlinspector.normalize.site_rules import RuleError, SiteRule
from urlinspector.rules.imports import Imported, import_rules
from urlinspector.rules.mining import LabelError, MiningResult, Proposal, mine
from urlinspector.rules.preview import Preview, impacts_of_rules, preview
from urlinspector.url.wording import plain_reason

_MINE, _TEST, _MEASURE, _FILE = "rules-mine", "rules-test", "rules-measure", "rules-file"
MOST_EXAMPLES = 60


class RulesState(QObject):
    """Signals: `rules_changed()` when the profile's rules are others; `measured()` when their figures came;
    `mined()` when there are other proposals; `tested()`; `imported(Imported)`; `progress_changed()`;
    `failed(str)`.
    """

    rules_changed = Signal()
    measured = Signal()
    mined = Signal()
    tested = Signal()
    imported = Signal(object)
    progress_changed = Signal()
    failed = Signal(str)
    _told = Signal(object)

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.result: MiningResult | None = None
        self.rejected: dict[str, Proposal] = {}
        """By key, what the user does not want; it can be brought back."""
        self.previews: dict[str, Preview] = {}
        """By the name of a rule of the profile, what it does to the list."""
        self.test: Preview | None = None
        self.test_error = ""
        self.progress: EngineProgress | None = None
        self._token: CancelToken | None = None
        self._kept: frozenset[tuple[str, str]] = frozenset()
        self._measured: object = None
        self._closed = False
        self._told.connect(self._on_told)

    # What there is

    @property
    def clustering(self) -> Any:
        """The open list; None where there is none."""
        return self._services.list.clustering

    @property
    def rules(self) -> tuple[SiteRule, ...]:
        """The rules of the profile, in the order of their application; also while the step that applies them
        is off, which remembers them.
        """
        found: tuple[SiteRule, ...] = self._services.profile.options(SITE_RULES).rules
        return found

    @property
    def is_on(self) -> bool:
        """Whether the profile applies its rules."""
        return self._services.profile.is_on(SITE_RULES)

    @property
    def is_mining(self) -> bool:
        """Whether the list is being searched."""
        return self._token is not None

    @property
    def is_settled(self) -> bool:
        """Whether nothing runs."""
        return not self.is_mining and not self._services.runner.is_busy

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What was learnt, without what was rejected and what the profile has already."""
        if self.result is None:
            return ()
        have = {(str(rule.scope), rule.action) for rule in self.rules}
        return tuple(
            each
            for each in self.result.proposals
            if key_of(each) not in self.rejected and (str(each.scope), each.rule.action) not in have
        )

    @property
    def _under(self) -> "Under":
        return Under(self.clustering, self._services.profile.profile)

    def list_changed(self) -> None:
        """Another list, or another grouping: what was learnt of another one goes."""
        self._measured = None
        self.measure()

    def forget(self) -> None:
        """Nothing was learnt, and a search of the list until now says nothing of the next."""
        self.cancel()
        self._services.runner.cancel(_MINE)
        self._token = self.progress = None
        self.result, self.rejected = None, {}
        self.mined.emit()
        self.progress_changed.emit()

    # Learning

    def learn(self, label: str | None, min_support: int) -> None:
        """Search the open list. `label` is a column, or None for the best there is."""
        clustering = self.clustering
        if clustering is None or self.is_mining or self._closed:
            return
        self._token = CancelToken()
        job = partial(_mine, self._under, label, min_support, self._kept, self._token, self._told.emit)
        self._services.runner.start(_MINE, job, done=self._on_mined, failed=self._on_mine_failed)
        self.progress_changed.emit()

    def _on_told(self, progress: EngineProgress) -> None:
        if self.is_mining:
            self.progress = progress
            self.progress_changed.emit()

    def _on_mined(self, result: MiningResult) -> None:
        self._token = self.progress = None
        self.result = result
        self._kept = self._kept | {(each.site, each.name) for each in result.kept}
        self.mined.emit()
        self.progress_changed.emit()

    def _on_mine_failed(self, error: BaseException) -> None:
        self._token = self.progress = None
        self.progress_changed.emit()
        self._on_failed(error)

    def cancel(self) -> None:
        """End the search; what was found until now is shown."""
        if self._token is not None:
            self._token.cancel()

    # The user's word

    def accept(self, proposals: Iterable[Proposal]) -> None:
        """Take rules into the profile, in the order in which they are to be applied."""
        from urlinspector.rules.mining.proposal import in_order

        self.add(in_order(proposals))

    def add(self, rules: Iterable[SiteRule]) -> None:
        """Rules after those that the profile has; one of a name that is taken gets another."""
        names = {rule.name for rule in self.rules}
        made = []
        for rule in rules:
            made.append(_named_apart(rule, names))
            names.add(made[-1].name)
        self.set_rules((*self.rules, *made), on=True)

    def reject(self, proposals: Iterable[Proposal]) -> None:
        """Never show some proposals again, until they are brought back."""
        self.rejected.update((key_of(each), each) for each in proposals)
        self.mined.emit()

    def bring_back(self) -> None:
        """Show what was rejected."""
        self.rejected.clear()
        self.mined.emit()

    def set_rules(self, rules: Iterable[SiteRule], *, on: bool | None = None) -> bool:
        """Other rules in the profile, as one change that can be undone; whether it was done.

        `on` says whether the step that applies them is on afterwards, None that it stays as it is. Without
        rules it is off.
        """
        wanted = tuple(rules)
        on = bool(wanted) and (self.is_on if on is None else on)
        return self._services.profile.set_step(SITE_RULES, {"rules": wanted}, on=on)

    def put(self, rule: SiteRule, replaces: str) -> bool:
        """A rule in the place of another, or at the end; whether it was done. One of a name that a third has
        gets another.
        """
        rules = self.rules
        rule = _named_apart(rule, {each.name for each in rules if each.name != replaces})
        if any(each.name == replaces for each in rules):
            return self.set_rules((rule if each.name == replaces else each for each in rules), on=True)
        return self.set_rules((*rules, rule), on=True)

    def remove(self, names: Iterable[str]) -> None:
        """Without some rules."""
        gone = set(names)
        self.set_rules(each for each in self.rules if each.name not in gone)

    def switch(self, name: str) -> None:
        """A rule on, or off."""
        self.set_rules(each.switched(not each.enabled) if each.name == name else each for each in self.rules)

    def move(self, name: str, by: int) -> None:
        """A rule earlier or later."""
        rules = list(self.rules)
        at = next((number for number, each in enumerate(rules) if each.name == name), None)
        if at is not None and 0 <= at + by < len(rules):
            rules.insert(at + by, rules.pop(at))
            self.set_rules(rules)

    # Figures

    def measure(self) -> None:
        """What each rule of the profile does to the list."""
        now = (self.clustering, self._services.profile.profile.steps)
        if self.clustering is None or not self.rules or not self.is_on:
            self.previews, self._measured = {}, None
            self.measured.emit()
            return
        if self._measured == now or self._closed:
            return
        self._measured = now
        names = {rule.name for rule in self.rules}
        self.previews = {name: found for name, found in self.previews.items() if name in names}
        self._services.runner.start(
            _MEASURE,
            partial(_measure, self._under),
            done=_ignore,
            part=self._on_measured,
            failed=self._on_failed,
        )

    def _on_measured(self, found: Preview) -> None:
        self.previews[found.rule.name] = found
        self.measured.emit()

    def try_out(self, rule: SiteRule | None, replaces: str, error: str = "") -> None:
        """Test a rule on the list before it is kept."""
        for channel in (_TEST, _MEASURE):
            # What is typed now comes before the figures of what is there.
            self._services.runner.cancel(channel)
        self._measured = None
        self.test, self.test_error = None, error
        clustering = self.clustering
        if rule is not None and clustering is not None and not self._closed:
            job = partial(_try_out, self._under, rule, replaces)
            self._services.runner.start(_TEST, job, done=self._on_tested, failed=self._on_test_failed)
        else:
            self.measure()
        self.tested.emit()

    def stop_trying(self) -> None:
        """What was tried is written anew: its test is of no use any more."""
        self._services.runner.cancel(_TEST)
        self.test, self.test_error = None, ""
        self.tested.emit()

    def _on_tested(self, found: Preview) -> None:
        self.test = found
        self.tested.emit()
        self.measure()

    def _on_test_failed(self, error: BaseException) -> None:
        if not isinstance(error, ProfileError | RuleError):
            raise error
        self.test_error = str(error)
        self.tested.emit()

    # Files

    def import_file(self, path: Path, host: str) -> None:
        """Read a file of rules of another program, or a robots.txt of a site."""
        job = partial(_import, path, host)
        self._services.runner.start(
            _FILE, job, done=self.imported.emit, failed=partial(self._on_import_failed, path), lane=Lane.KEEP
        )

    def _on_import_failed(self, path: Path, error: BaseException) -> None:
        if isinstance(error, OSError):
            self.failed.emit(f"“{path}”: {plain_reason(error)}")
        else:
            self._on_failed(error)

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, LabelError | RuleError):
            self.failed.emit(str(error))
        elif isinstance(error, OSError):
            self.failed.emit(plain_reason(error))
        elif not isinstance(error, Cancelled):
            raise error

    def close(self) -> None:
        """The end."""
        self._closed = True
        self.cancel()
        for channel in (_MINE, _TEST, _MEASURE, _FILE):
            self._services.runner.cancel(channel)


class Under(NamedTuple):
    """The list and the profile of the moment, which other pages group by only when they are shown."""

    clustering: Any
    profile: Profile

    def grouped(self, task: EngineTask) -> Any:
        """The list under the profile. Raises Cancelled."""
        from urlinspector.bulk.clustering import Clustering

        found = self.clustering
        if found.profile.steps == self.profile.steps:
            return found
        return Clustering.make(found.engine, self.profile, rule=found.rule, task=task)


def _named_apart(rule: SiteRule, names: set[str]) -> SiteRule:
    name, number = rule.name, 2
    while name in names:
        name, number = f"{rule.name} ({number})", number + 1
    return replace(rule, name=name)


def key_of(proposal: Proposal) -> str:
    """What tells a proposal from others."""
    return f"{proposal.site}\n{proposal.scope}\n{proposal.rule.action}"


def _mine(
    under: Under,
    label: str | None,
    min_support: int,
    kept: frozenset[tuple[str, str]],
    token: CancelToken,
    tell: Callable[[EngineProgress], None],
    task: Task,
) -> MiningResult:
    grouped = under.grouped(engine_task(task, ""))
    return mine(grouped, label, min_support, EngineTask(token, tell), kept=kept, today=date.today())


def _measure(under: Under, task: Task) -> None:
    work = engine_task(task, "")
    for each in impacts_of_rules(under.grouped(work), work):
        task.deliver(each)


def _try_out(under: Under, rule: SiteRule, replaces: str, task: Task) -> Preview:
    work = engine_task(task, "")
    return preview(under.grouped(work), rule, work, replaces=replaces, examples=MOST_EXAMPLES)


def _import(path: Path, host: str, task: Task) -> Imported:
    task.check()
    return import_rules(path, host=host)


def _ignore(result: object) -> None:
    del result
