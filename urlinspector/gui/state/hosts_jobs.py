"""What the Hosts page has worked out in a worker: the plan, and the report as rows in an order."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from urlinspector.gui.tasks.runner import Task
from urlinspector.hosts.answers import Answers
from urlinspector.hosts.evidence import Verdict
from urlinspector.hosts.plan import Plan, make_plan
from urlinspector.hosts.report import NOT_ASKED, Decisions, HostView, PairView, Report, make_report
from urlinspector.hosts.resolver import ResolverSettings
from urlinspector.hosts.trail import Options
from urlinspector.url.suffix import suffix_of

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
    domain: str
    suffix: str
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
    def is_asked(self) -> bool:
        return self.outcome != NOT_ASKED


class Arrangement(NamedTuple):
    """How the table is ordered, and what it is narrowed to."""

    text: str = ""
    column: int = 1
    descending: bool = True


class HostsView(NamedTuple):
    """A report, and its hosts as rows."""

    report: Report
    rows: tuple[HostRow, ...]
    total: int
    known: int


def plan_of(
    hosts: Sequence[str], answers: Answers, options: Options, settings: ResolverSettings, task: Task
) -> Plan:
    """What would be asked of whom."""
    task.check()
    return make_plan(hosts, answers.copy(), options, settings.described, settings.bootstrap)


def view_of(
    counts: Mapping[str, int],
    answers: Answers,
    options: Options,
    accept: str,
    decisions: Decisions,
    arrangement: Arrangement,
    task: Task,
) -> HostsView:
    """The report on hosts, with its rows."""
    task.check()
    report = make_report(
        tuple(counts), answers, options, accept=accept, decisions=decisions, counts=dict(counts)
    )
    task.check()
    best = _best_pairs(report.pairs)
    rows = [_row(view, best.get(view.host)) for view in report.hosts]
    words = arrangement.text.lower().split()
    shown = [row for row in rows if all(word in _text(row) for word in words)]
    shown.sort(key=_KEYS[arrangement.column], reverse=arrangement.descending)
    return HostsView(report, tuple(shown), len(rows), sum(row.is_asked for row in rows))


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
    suffix = suffix_of(view.host)
    confirmed = [each for each in view.reverse if each.confirmed]
    first = next(iter(confirmed or view.reverse), None)
    asked = view.found.outcome is not None
    other = "" if pair is None else pair.b if pair.a == view.host else pair.a
    return HostRow(
        view.host,
        view.urls,
        (suffix.registrable_domain or "") if suffix is not None else "",
        suffix.suffix if suffix is not None else "",
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
        row.domain,
        *row.addresses,
        row.alias,
        row.reverse,
        verdict,
        row.preferred,
        row.outcome,
    )
    return " ".join((*parts, *row.flags)).lower()


def _by_domain(row: HostRow) -> tuple[str, str]:
    """Names of one domain together, parts from the right."""
    return row.domain or row.host, ".".join(reversed(row.host.split(".")))


_KEYS: Sequence[Callable[[HostRow], Any]] = (
    _by_domain,
    lambda row: row.urls,
    lambda row: row.addresses,
    lambda row: row.alias,
    lambda row: row.reverse,
    lambda row: (RANK[row.verdict] if row.verdict is not None else len(RANK), row.domain, row.host),
    lambda row: row.preferred,
    lambda row: (row.outcome, row.flags),
)
