"""What `urlinspector hosts` writes for people: the plan before anybody is asked, progress, the report."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from urlinspector.hosts.plan import Plan
    from urlinspector.hosts.report import HostView, PairView, Report
    from urlinspector.hosts.service import Progress

_NAMES_SHOWN = 12
_ADDRESSES_SHOWN = 4
_DULL = ("same operator", "different", "unknown")


def plan_lines(plan: "Plan") -> Iterator[str]:
    """Which names will be asked of whom, and how many questions that makes."""
    names = " ".join(plan.names[:_NAMES_SHOWN])
    more = f" and {len(plan.names) - _NAMES_SHOWN:,} more" if len(plan.names) > _NAMES_SHOWN else ""
    yield f"Names      {names}{more}"
    if plan.random_labels or plan.random_domains:
        labels = [f"{plan.random_labels:,} random labels"] if plan.random_labels else []
        domain = ["1 random domain"] if plan.random_domains else []
        yield f"           and {', '.join((*labels, *domain))}"
    yield f"Resolver   {plan.resolver}"
    if plan.bootstrap:
        yield f"           whose address is first asked of the system's resolver: {plan.bootstrap}"
    yield f"Questions  at most {plan.at_most:,}, then 2 for each address found,"
    yield "           1 or 2 for each alias and each name that does not exist"


def progress_bar() -> "Callable[[Progress], None] | None":
    """Shows progress in one line that is written over; None where nobody would see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(progress: "Progress") -> None:
        hosts = "1 host" if progress.hosts == 1 else f"{progress.hosts:,} hosts"
        asked = "1 question" if progress.asked == 1 else f"{progress.asked:,} questions"
        told = f"{progress.hosts_done:,} of {hosts}, {asked}"
        click.echo(f"\r\x1b[K{told}, {progress.per_second:.0f}/s", nl=False, err=True)

    return show


def report_lines(report: "Report") -> Iterator[str]:
    """The report for people: hosts with their trails, pairs with their items, groups."""
    for view in report.hosts:
        yield from _host_lines(view)
    told = [each for each in report.pairs if len(report.hosts) <= 3 or each.verdict.value not in _DULL]
    for pair in told:
        yield ""
        yield from _pair_lines(pair)
    if len(told) < len(report.pairs):
        yield ""
        rest = len(report.pairs) - len(told)
        many = f"{rest:,} pairs that nothing joins; --json has them"
        yield f"and {'1 pair that nothing joins; --json has it' if rest == 1 else many}"
    for group in report.groups:
        best = report.preferred[group[0]]
        yield ""
        yield f"{best.name} = {', '.join(name for name in group if name != best.name)}  ({best.reason})"


def _pair_lines(pair: "PairView") -> Iterator[str]:
    judged = pair.judgement
    yield f"{pair.a} and {pair.b}: {judged.verdict.value}, p {judged.p:.2f}"
    for item in judged.counted:
        yield f"  {item.weight:+4.1f}  {item.item.family.value:<12}  {item.what}"
    for doubt in judged.doubts:
        yield f"  guard  {doubt.value}"


def _host_lines(view: "HostView") -> Iterator[str]:
    flags = f" ({', '.join(view.flags)})" if view.flags else ""
    found = view.found
    yield f"{view.host}: {view.outcome}{flags}  {_some(found.addresses)}".rstrip()
    if found.chain:
        yield f"  alias  {' → '.join(found.chain)}"
    for each in view.reverse:
        yield f"  {each.address} is called {each.name}, {'confirmed' if each.confirmed else 'not confirmed'}"
    for tried in view.trail.tries:
        outcome = "not asked" if tried.found.outcome is None else tried.found.outcome.value
        wild = ", by a wildcard" if tried.wild else ""
        yield f"  tried  {tried.name}: {outcome}{wild}  {_some(tried.found.addresses)}".rstrip()
    yield f"  {view.trail.end.value}"


def _some(addresses: tuple[str, ...]) -> str:
    more = len(addresses) - _ADDRESSES_SHOWN
    return ", ".join(addresses[:_ADDRESSES_SHOWN]) + (f" and {more} more" if more > 0 else "")
