"""What the Hosts page has worked out in a worker: the plan, and the report as rows in an order."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from urlinspector.gui.tasks.collection import set_aside
from urlinspector.gui.tasks.right_of_way import RightOfWay
from urlinspector.gui.tasks.runner import Task
from urlinspector.hosts.alias_map import AliasMap, make_alias_map
from urlinspector.hosts.answers import Answers, Outcome, Question
from urlinspector.hosts.cache import Cache
from urlinspector.hosts.candidates import can_be_asked, name_of, registrable_domain
from urlinspector.hosts.evidence import Verdict
from urlinspector.hosts.plan import Plan, asked_about, needed
from urlinspector.hosts.preferred import Preference
from urlinspector.hosts.report import NOT_ASKED, Decisions, HostView, PairView, Report, make_report
from urlinspector.hosts.resolution import FAMILIES
from urlinspector.hosts.resolver import ResolverSettings
from urlinspector.hosts.service import Lookup
from urlinspector.hosts.trail import Options
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import bind
from urlinspector.normalize.steps.alias import HOST_ALIAS
from urlinspector.url.suffix import suffix_of
from urlinspector.url.wording import plain_reason

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.gui.models.host_rows import GroupKey, Row

_Row = TypeVar("_Row")
MOST_ASKED = 5_000
"""Hosts that are asked for in one look-up, those with the most URLs first."""
_AT_A_TIME = 50
_ASIDE_EVERY = 100
"""Pieces of work of which each leaves some dozens of objects."""
RANK = {
    verdict: at
    for at, verdict in enumerate(
        (
            Verdict.IDENTICAL,
            Verdict.CONFIRMED,
            Verdict.LIKELY,
            Verdict.UNUSABLE,
            Verdict.CO_HOSTED,
            Verdict.SAME_OPERATOR,
            Verdict.DIFFERENT,
            Verdict.UNKNOWN,
        )
    )
}
"""Of several pairs of a host the one that says most stands in its row."""


class HostRow(NamedTuple):
    """A host of the table."""

    host: str
    urls: int
    addresses: tuple[str, ...]
    alias: str
    """The end of its alias chain."""
    reverse: str
    reverse_confirmed: bool
    verdict: Verdict | None
    """Of the pair that says most; None where there is no pair, or nothing was asked."""
    other: str
    """The other name of that pair."""
    preferred: str
    """The written name, where it is another."""
    outcome: str
    flags: tuple[str, ...]

    @property
    def domain(self) -> str:
        """The registrable domain; empty for none."""
        return registrable_domain(self.host) or ""

    @property
    def suffix(self) -> str:
        """The public suffix; empty where the list says nothing."""
        found = suffix_of(self.host)
        return "" if found is None else found.suffix

    @property
    def is_asked(self) -> bool:
        return self.outcome != NOT_ASKED


class Arrangement(NamedTuple):
    """How the table is ordered, and what it is narrowed to."""

    text: str = ""
    column: int = 1
    descending: bool = True


class HostsView(NamedTuple):
    """A report on those hosts that were asked for, and all hosts as rows."""

    report: Report
    rows: tuple[HostRow, ...]
    """Those that are shown, in their order."""
    every: tuple[HostRow, ...]
    known: int
    """So many hosts were asked for and answered, if only that there is no such name."""
    failures: int
    """For so many hosts a server owes an answer: there were time-outs, refusals, failures."""
    groups: "tuple[list[Row], list[GroupKey]]"
    """The groups, as rows of their table with what each stands for."""
    seconds: float
    """What it took."""


class Named(NamedTuple):
    """Hosts as they are asked for, with their URLs; and what cannot be asked."""

    counts: dict[str, int]
    left_out: tuple[str, ...]


def named(
    counts: Mapping[str, int], urls: Mapping[str, int] | None = None, task: Task | None = None
) -> Named:
    """The names of hosts as they stand in a list; spellings of one name are added up. What `urls` says of a
    name counts in place of what stands with its host.
    """
    urls = urls or {}
    found: dict[str, int] = {}
    left_out = []
    for at, (host, rows) in enumerate(counts.items()):
        if task is not None and at % 1024 == 0:
            task.check()
        if can_be_asked(host):
            name = name_of(host)
            found[name] = found.get(name, 0) + urls.get(name, rows)
        else:
            left_out.append(host)
    return Named(found, tuple(left_out))


def hosts_of(clustering: "Clustering", most: int, task: Task) -> Named:
    """The hosts of a list, counted by the engine, the most frequent first."""
    from urlinspector.bulk.facets import facet

    task.check()
    return named({each.value: each.rows for each in facet(clustering, "host", most)}, task=task)


class Planned(NamedTuple):
    """A plan with whom and how it is meant; what is asked after a yes is this and nothing else."""

    plan: Plan
    settings: ResolverSettings
    options: Options
    cache: Cache | None
    dropped: tuple[Question, ...] = ()
    """What is known and is asked all the same."""

    @property
    def whom(self) -> str:
        """Who is asked, the server that leads to another too."""
        return f"{self.plan.bootstrap} {self.settings}".strip()


def plan_of(
    hosts: Sequence[str],
    counts: Mapping[str, int],
    answers: Answers,
    options: Options,
    settings: ResolverSettings,
    again: bool,
    anew: bool | frozenset[Question],
    kept: Cache | Path | None,
    right_of_way: RightOfWay,
    task: Task,
) -> Planned:
    """What would be asked of whom: for the `MOST_ASKED` hosts at most that have the most URLs and still need
    something. `again` says that what no server answered properly is asked once more, `anew` that everything
    about these hosts is, or those questions of it; `kept` are answers on disk, or their file.
    """
    pause = pause_of(right_of_way, task)
    cache = Cache(kept, pause) if isinstance(kept, Path) else kept
    known = answers.copy()
    if again:
        known.drop_unknown()
    if isinstance(anew, frozenset):
        dropped = sorted(anew)
    else:
        dropped = [each.question for host in hosts if anew for each in asked_about(host, known, options)]
    known.drop(dropped)
    if len(hosts) > MOST_ASKED:
        by_urls = sorted(hosts, key=lambda host: -counts.get(host, 0))
        left = (
            host for at, host in enumerate(by_urls) if _checked(pause, at) and needed(host, known, options)
        )
        hosts = tuple(islice(left, MOST_ASKED))
    plan = Lookup(hosts, settings, options, answers=known, cache=None if anew else cache, pause=pause).plan()
    return Planned(plan, settings, options, cache, tuple(dropped))


def save_cache(cache: Cache, keep: bool, task: Task) -> str:
    """Write what is kept to disk, or take it from there. A disk that cannot be written to is no reason to
    stop; why not is given.
    """
    task.check()
    try:
        if keep:
            cache.save()
        else:
            cache.clear()
    except OSError as error:
        return plain_reason(error)
    return ""


def _checked(pause: Callable[[], None], at: int) -> bool:
    if at % 16 == 0:
        pause()
    return True


def rest_of(right_of_way: RightOfWay) -> Callable[[], None]:
    """What a thread calls between two small pieces of work: it may wait there for the window. What it made is
    set aside from time to time, so that the window need not look through it for garbage.
    """
    calls = count(1)

    def rest() -> None:
        right_of_way.give_way()
        if next(calls) % _ASIDE_EVERY == 0:
            set_aside()

    return rest


def pause_of(right_of_way: RightOfWay, task: Task) -> Callable[[], None]:
    """The same for a job, which may also end there."""
    rest = rest_of(right_of_way)

    def pause() -> None:
        task.check()
        rest()

    return pause


def view_of(
    counts: Mapping[str, int],
    answers: Answers,
    options: Options,
    accept: str,
    preference: Preference,
    decisions: Decisions,
    unused: frozenset[str],
    arrangement: Arrangement,
    before: HostsView | None,
    right_of_way: RightOfWay,
    task: Task,
) -> HostsView:
    """The report on the hosts that were asked for, with the rows of all. Rows that are as they were `before`
    are the same objects: the window sees at a glance that nothing has to be drawn.
    """
    from urlinspector.gui.models.host_rows import group_rows

    began = time.perf_counter()
    task.check()
    answers = answers.copy()
    asked = [host for host in counts if _is_begun(host, answers)]
    pause = pause_of(right_of_way, task)
    report = make_report(
        asked,
        answers,
        options,
        accept=accept,
        decisions=decisions,
        preference=preference,
        counts=counts,
        pause=pause,
    )
    best = _best_pairs(report.pairs)
    made = {}
    for view in report.hosts:
        made[view.host] = _row(view, best.get(view.host))
        pause()
    rows = [made.get(host) or _unasked(host, urls) for host, urls in counts.items()]
    if before is not None:
        rows = _kept({row.host: row for row in before.every}, ((row.host, row) for row in rows))
    failures = sum(row.outcome in _FAILURES for row in made.values())
    known = sum(row.is_asked for row in made.values()) - failures
    shown = _arranged(rows, arrangement)
    group_lines, keys = group_rows(report, decisions, unused)
    if before is not None:
        lines, their_keys = before.groups
        found = {key: row for key, row in zip(their_keys, lines, strict=True) if key.kind}
        group_lines = _kept(found, zip(keys, group_lines, strict=True))
    report.judged_pairs()
    took = time.perf_counter() - began
    return HostsView(report, shown, tuple(rows), known, failures, (group_lines, keys), took)


def _kept(before: Mapping[Any, _Row], rows: Iterable[tuple[Any, _Row]]) -> list[_Row]:
    """Rows, those that equal what their key stood for before as the same objects."""
    return [old if (old := before.get(key)) == row and old is not None else row for key, row in rows]


def arranged(view: HostsView, arrangement: Arrangement, task: Task) -> tuple[HostRow, ...]:
    """The rows of a view in another order, or narrowed."""
    task.check()
    return _arranged(view.every, arrangement)


def _arranged(rows: Sequence[HostRow], arrangement: Arrangement) -> tuple[HostRow, ...]:
    words = arrangement.text.lower().split()
    shown = [row for row in rows if all(word in _text(row) for word in words)] if words else rows
    return tuple(sorted(shown, key=_KEYS[arrangement.column], reverse=arrangement.descending))


class Written(NamedTuple):
    """Aliases as a file has them, and as the step has them."""

    aliases: AliasMap
    bound: BoundStep
    """The step, made ready."""


def written_of(
    report: Report,
    used: tuple[tuple[str, ...], ...],
    asked: Mapping[str, str],
    before: Mapping[str, Sequence[str]],
    decided: Mapping[str, int],
    right_of_way: RightOfWay,
    task: Task,
) -> Written:
    """The aliases of those groups that are used. `asked` are resolver, rule and accept; what the step has
    `before` of hosts that are not `decided` here stays. Raises ProfileError where the step does not take
    the aliases.
    """
    pause_of(right_of_way, task)()
    made = datetime.now(UTC).date().isoformat()
    aliases = make_alias_map(replace(report, groups=used), made=made, **asked)
    return Written(aliases, bind(HOST_ALIAS, aliases.step_values(before, decided)))


_FAILURES = frozenset(each.value for each in Outcome if not each.is_known)


def let_go(box: list[object], right_of_way: RightOfWay, task: Task) -> None:
    """Drop what a box holds, here and little by little: a report of thousands of hosts takes its time to be
    taken apart, and who does it at once holds the interpreter lock.
    """
    del task
    pieces = [list(part) for each in box for part in _parts(each)]
    box.clear()
    for part in pieces:
        while part:
            del part[-_AT_A_TIME:]
            right_of_way.give_way()


def _parts(thing: object) -> Iterator[Iterable[object]]:
    """What there is much of in a view, a plan or a set of answers."""
    if isinstance(thing, HostsView):
        report, findings = thing.report, vars(thing.report.findings).values()
        yield from (thing.rows, thing.every, *thing.groups, report.hosts, report.pairs, report.groups)
        yield from (report.preferred.values(), report.pairs_within)
        for each in findings:
            yield from _parts(each)
            if isinstance(each, dict):
                yield each.values()
    elif isinstance(thing, Plan):
        yield from (thing.questions, thing.names)
    elif isinstance(thing, Answers):
        yield thing


def _is_begun(host: str, answers: Answers) -> bool:
    return any(Question(host, kind) in answers for kind in FAMILIES)


def _unasked(host: str, urls: int) -> HostRow:
    return HostRow(host, urls, (), "", "", False, None, "", "", NOT_ASKED, ())


def _best_pairs(pairs: Sequence[PairView]) -> dict[str, PairView]:
    best: dict[str, PairView] = {}
    for pair in pairs:
        for name in (pair.a, pair.b):
            known = best.get(name)
            if known is None or _strength(pair) < _strength(known):
                best[name] = pair
    return best


def _strength(pair: PairView) -> tuple[int, float]:
    return RANK[pair.verdict], -pair.judgement.p


def _row(view: HostView, pair: PairView | None) -> HostRow:
    confirmed = [each for each in view.reverse if each.confirmed]
    first = next(iter(confirmed or view.reverse), None)
    asked = view.found.outcome is not None
    other = "" if pair is None else pair.b if pair.a == view.host else pair.a
    return HostRow(
        view.host,
        view.urls,
        view.found.addresses,
        view.found.chain[-1] if view.found.chain else "",
        "" if first is None else first.name,
        bool(confirmed),
        pair.verdict if pair is not None and asked else None,
        other if asked else "",
        view.preferred.name if view.preferred.name != view.host else "",
        view.outcome,
        view.flags,
    )


def _text(row: HostRow) -> str:
    verdict = "" if row.verdict is None else row.verdict.value
    parts = (
        row.host,
        *row.addresses,
        row.alias,
        row.reverse,
        verdict,
        row.preferred,
        row.outcome,
    )
    return " ".join((*parts, *row.flags)).lower()


def _by_name(row: HostRow) -> list[str]:
    """Names of one domain together: labels from the right."""
    return row.host.split(".")[::-1]


_KEYS: Sequence[Callable[[HostRow], Any]] = (
    _by_name,
    lambda row: row.urls,
    lambda row: row.addresses,
    lambda row: row.alias,
    lambda row: row.reverse,
    lambda row: (RANK[row.verdict] if row.verdict is not None else len(RANK), _by_name(row)),
    lambda row: row.preferred,
    lambda row: (row.outcome, row.flags),
    lambda row: (row.domain, _by_name(row)),
    lambda row: (row.suffix, _by_name(row)),
)
