"""What a look-up found: hosts, judged pairs, groups; and the JSON object of the command line (issue text §3).

A report is made from answers alone, at any moment: while a run goes on, after it was cancelled, from a file.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from urlinspector.hosts.answers import Answers, Outcome
from urlinspector.hosts.candidates import can_be_asked, name_of, registrable_domain
from urlinspector.hosts.collect import FEW, judge_pair
from urlinspector.hosts.evidence import Evidence, Item, Judgement, Verdict, judge
from urlinspector.hosts.findings import Findings
from urlinspector.hosts.groups import Pair, groups
from urlinspector.hosts.preferred import Preference, Preferred, preferred_name
from urlinspector.hosts.resolution import Resolution, ReverseName
from urlinspector.hosts.trail import Options, Trail

ALL_PAIRS = 3
"""Up to so many hosts, every pair is judged; in longer lists those that something joins."""
ALL_OF_A_DOMAIN = 32
"""Up to so many hosts of one registrable domain, every pair of them is judged."""
NOT_ASKED = "not-asked"
ACCEPTED: Mapping[str, frozenset[Verdict]] = {
    "confirmed": frozenset({Verdict.IDENTICAL, Verdict.CONFIRMED}),
    "likely": frozenset({Verdict.IDENTICAL, Verdict.CONFIRMED, Verdict.LIKELY}),
}


@dataclass(frozen=True, slots=True)
class Decisions:
    """What the user said: pairs that are one, pairs that are not, names to be written."""

    confirmed: frozenset[Pair] = frozenset()
    refuted: frozenset[Pair] = frozenset()
    preferred: Mapping[str, str] = field(default_factory=dict)
    """By any host of a group, the name to be written for it; of several the last."""


class HostView(NamedTuple):
    """One host of the list."""

    host: str
    urls: int
    found: Resolution
    trail: Trail
    reverse: tuple[ReverseName, ...]
    preferred: Preferred
    flags: tuple[str, ...]
    """What is odd about its answers: private address, wildcard, alias loop, a provider's network."""

    @property
    def outcome(self) -> str:
        return NOT_ASKED if self.found.outcome is None else self.found.outcome.value


class PairView(NamedTuple):
    """Two names and the verdict on them."""

    a: str
    b: str
    judgement: Judgement

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict


@dataclass(frozen=True)
class Report:
    """Everything that is known of a list of hosts at one moment."""

    hosts: tuple[HostView, ...]
    pairs: tuple[PairView, ...]
    groups: tuple[tuple[str, ...], ...]
    preferred: Mapping[str, Preferred]
    """The written name of each host of a group."""
    findings: Findings = field(repr=False)

    def pair(self, a: str, b: str) -> Judgement:
        """The verdict on any two names of the run, judged now where they are no pair of it."""
        known = self._judged.get(frozenset((a, b)))
        return judge_pair(a, b, self.findings) if known is None else known

    def judged_pairs(self) -> int:
        """How many pairs are judged; makes ready for `pair` what takes its time with thousands."""
        return len(self._judged)

    @cached_property
    def _judged(self) -> Mapping[frozenset[str], Judgement]:
        return {frozenset((each.a, each.b)): each.judgement for each in reversed(self.pairs)}

    @cached_property
    def pairs_within(self) -> tuple[tuple[PairView, ...], ...]:
        """For each group the pairs of its own hosts."""
        home = {host: at for at, group in enumerate(self.groups) for host in group}
        found: list[list[PairView]] = [[] for _ in self.groups]
        for each in self.pairs:
            at = home.get(each.a)
            if at is not None and home.get(each.b) == at:
                found[at].append(each)
        return tuple(map(tuple, found))


def make_report(
    given: Sequence[str],
    answers: Answers,
    options: Options = Options(),  # noqa: B008  # frozen
    *,
    accept: str = "confirmed",
    decisions: Decisions = Decisions(),  # frozen
    preference: Preference = Preference.WWW,
    counts: Mapping[str, int] | None = None,
    pause: Callable[[], None] | None = None,
) -> Report:
    """The report on hosts as they were given, spellings and repetitions included.

    `accept` says which verdicts make groups. Names that cannot be asked are left out. `pause` is called
    between two small pieces of work; what it raises ends it.
    """
    pause = pause or _go_on
    spellings = [each for each in given if can_be_asked(each)]
    urls = counts or Counter(map(name_of, spellings))
    findings = Findings([name_of(each) for each in spellings], answers, options, pause)
    pairs = []
    for a, b in dict.fromkeys(_pairs(findings)):
        pairs.append(PairView(a, b, judge_pair(a, b, findings)))
        pause()
    joined = _groups(findings, pairs, ACCEPTED[accept], decisions)
    written = {}
    said_at = {host: at for at, host in enumerate(decisions.preferred)}
    for group in joined:
        said = max((host for host in group if host in said_at), key=said_at.__getitem__, default=None)
        chosen = None if said is None else decisions.preferred[said]
        best = preferred_name(group, findings, counts=urls, preference=preference, chosen=chosen)
        written.update(dict.fromkeys(group, best))
        pause()
    hosts = []
    for host in findings.hosts:
        hosts.append(_host(host, urls.get(host, 0), findings, written))
        pause()
    return Report(tuple(hosts), (*_spellings(spellings), *pairs), tuple(joined), written, findings)


def _go_on() -> None:
    """Nobody to wait for."""


def _spellings(given: Sequence[str]) -> Iterator[PairView]:
    """Names that are one without asking anybody: case, final dot, IDN."""
    first: dict[str, str] = {}
    for text in dict.fromkeys(given):
        other = first.setdefault(name_of(text), text)
        if other != text:
            item = Evidence(Item.SAME_NAME, "", f"both are {name_of(text)}")
            yield PairView(other, text, judge((item,), complete=True))


def _pairs(findings: Findings) -> Iterator[Pair]:
    """The pairs worth a verdict: what the heuristic reached, one domain, one address, one alias."""
    names = findings.names
    place = {name: at for at, name in enumerate(names)}

    def ordered(a: str, b: str) -> Pair:
        return (a, b) if place[a] < place[b] else (b, a)

    for host, trail in findings.trails.items():
        if trail.reached is not None and trail.reached != host:
            yield ordered(host, trail.reached)
    if len(findings.hosts) <= ALL_PAIRS:
        yield from combinations(findings.hosts, 2)
    domains: dict[str, list[str]] = defaultdict(list)
    for name in names:
        domains[registrable_domain(name) or name].append(name)
    for members in domains.values():
        yield from _all_or_star(members, ALL_OF_A_DOMAIN)
    for shared in (*findings.holders.values(), *findings.led_to.values()):
        yield from _all_or_star([name for name in shared if name in place], FEW)
    for name in names:
        for target in (*findings.targets(name), *findings.https_targets(name)):
            if target in place and target != name:
                yield ordered(name, target)


def _all_or_star(names: Sequence[str], most: int) -> Iterator[Pair]:
    """All pairs of a few; of many the first with each other one."""
    if len(names) <= most:
        yield from combinations(names, 2)
    else:
        yield from ((names[0], other) for other in names[1:])


def _groups(
    findings: Findings, pairs: Sequence[PairView], accepted: Collection[Verdict], decisions: Decisions
) -> list[tuple[str, ...]]:
    """The user's word first, then the surest."""
    surest = sorted((each for each in pairs if each.verdict in accepted), key=lambda each: -each.judgement.p)
    return groups(
        findings.names,
        [*sorted(decisions.confirmed), *((each.a, each.b) for each in surest)],
        decisions.refuted,
    )


def _host(host: str, urls: int, findings: Findings, written: Mapping[str, Preferred]) -> HostView:
    own = Preferred(host, "no other name is accepted")
    return HostView(
        host,
        urls,
        findings.found(host),
        findings.trails[host],
        findings.all_reverse_names(host),
        written.get(host, own),
        tuple(_flags(host, findings)),
    )


def _flags(host: str, findings: Findings) -> Iterator[str]:
    found = findings.found(host)
    if findings.lying and found.answered:
        yield "the resolver lies"
    if set(found.addresses) - findings.usable(host):
        yield "private address"
    if findings.is_wild(host):
        yield "wildcard"
    if found.loops:
        yield "alias loop" if found.chain[-1] in (host, *found.chain[:-1]) else "alias chain too long"
    if findings.gone(host):
        yield "asked twice"


def report_data(report: Report, resolver: str) -> dict[str, Any]:
    """The report as one JSON object: `{resolver, hosts, pairs, groups}`."""
    return {
        "resolver": resolver,
        "hosts": [_host_data(each) for each in report.hosts],
        "pairs": [pair_data(each) for each in report.pairs],
        "groups": [list(group) for group in report.groups],
    }


def _host_data(view: HostView) -> dict[str, Any]:
    return {
        "host": view.host,
        "outcome": view.outcome,
        "addresses": list(view.found.addresses),
        "cname": list(view.found.chain),
        "ptr": [
            {"name": each.name, "address": each.address, "confirmed": each.confirmed is True}
            for each in view.reverse
        ],
        "candidates": [
            {
                "name": each.name,
                "outcome": (each.found.outcome or Outcome.TIMEOUT).value,
                "addresses": list(each.found.addresses),
            }
            for each in view.trail.tries
        ],
        "preferred": view.preferred.name,
        "reason": view.preferred.reason,
    }


def pair_data(view: PairView) -> dict[str, Any]:
    """A pair as JSON has it; the items are those that were added up."""
    return {
        "a": view.a,
        "b": view.b,
        "verdict": view.verdict.value,
        "p": round(view.judgement.p, 3),
        "items": [
            {"family": each.item.family.value, "what": each.what, "weight": each.weight}
            for each in view.judgement.counted
        ],
    }
