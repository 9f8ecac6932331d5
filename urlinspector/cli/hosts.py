"""`urlinspector hosts`: which hosts are one, by what the name system says. No other command asks anybody."""

import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urlinspector.cli.lines import InputError, as_utf8, read_blocks, write
from urlinspector.url.wording import counted

if TYPE_CHECKING:
    from urlinspector.hosts.answers import Answers
    from urlinspector.hosts.cache import Cache
    from urlinspector.hosts.plan import Plan
    from urlinspector.hosts.report import HostView, PairView, Report
    from urlinspector.hosts.resolver import ResolverSettings
    from urlinspector.hosts.service import Lookup, Progress
    from urlinspector.hosts.trail import Options

EPILOG = """\b
Examples:
  urlinspector hosts mgal.com attache.armigeron.com
  urlinspector hosts --from urls.txt --accept likely -o aliases.json
  urlinspector hosts --resolver 127.0.0.1:5300 --record answers.json example.com
  urlinspector hosts --replay answers.json --json
  urlinspector hosts --replay example --accept likely
  urlinspector normalize --profile robots-1997 --aliases aliases.json < urls.txt

\b
Which names would be asked of which resolver is said first, on standard error.
Exit code: 0, or 1 when you declined, or 2 for wrong usage or unreadable input."""

_NAMES_SHOWN = 12
_ADDRESSES_SHOWN = 4
_DULL = ("same operator", "different", "unknown")


@click.command(epilog=EPILOG)
@click.argument("hosts", nargs=-1, metavar="[HOST]…")
@click.option("--from", "source", metavar="FILE", help="Hosts or URLs, one a line (- reads standard input).")
@click.option("--resolver", metavar="ADDRESS[:PORT]", help="Whom to ask. [default: the system's resolvers]")
@click.option(
    "--doh", metavar="URL", default="", help="Ask by DNS over HTTPS, as https://dns.example/dns-query."
)
@click.option(
    "--doh-address", metavar="IP", default="", help="That server's address, so that nobody is asked for it."
)
@click.option(
    "--rule",
    type=click.Choice(["first-answer", "addresses-match"]),
    default="addresses-match",
    show_default=True,
    help="Which www. name counts: the first that answers, or the first with an address of the host.",
)
@click.option("--full-name", is_flag=True, help="Also try www. before the whole name.")
@click.option(
    "--accept",
    type=click.Choice(["confirmed", "likely"]),
    default="confirmed",
    show_default=True,
    help="Which verdicts make groups and aliases.",
)
@click.option(
    "--prefer",
    type=click.Choice(["www", "majority", "reverse"]),
    default="www",
    show_default=True,
    help="Which name of a group is written.",
)
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Save the answers.")
@click.option(
    "--replay",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take saved answers; ask nobody. The word example takes those that come with the program.",
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the answers in FILE as long as their TTL lets them, and ask nobody for what is there.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="ALIASES.json", help="Write the aliases."
)
@click.option(
    "--rate",
    type=click.FloatRange(0),
    metavar="N",
    default=10.0,
    show_default=True,
    help="Questions a second; 0: no limit.",
)
@click.option(
    "--in-flight",
    type=click.IntRange(1, 500),
    metavar="N",
    default=4,
    show_default=True,
    help="Questions at the same time.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.05),
    metavar="SECONDS",
    default=3.0,
    show_default=True,
    help="How long an answer is waited for.",
)
@click.option(
    "--tries",
    type=click.IntRange(1, 10),
    metavar="N",
    default=2,
    show_default=True,
    help="How often a server is asked.",
)
@click.option(
    "--yes",
    is_flag=True,
    help="Do not ask before asking. Without a terminal, as in a script, calling this command is the yes.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: resolver, hosts, pairs, groups.")
def hosts(
    hosts: tuple[str, ...],
    source: str | None,
    resolver: str | None,
    doh: str,
    doh_address: str,
    rule: str,
    full_name: bool,
    accept: str,
    prefer: str,
    record: Path | None,
    replay: Path | None,
    cache: Path | None,
    output: Path | None,
    rate: float,
    in_flight: int,
    timeout: float,
    tries: int,
    yes: bool,
    as_json: bool,
) -> int:
    """Tell which hosts are one: addresses, aliases and reverse names, weighed as evidence.

    For each host the names that a robot of 1997 would have tried are tried (www. before less and less of the
    name). A verdict comes from the sum of what was found; the weights are proposals.
    """
    from urlinspector.hosts.candidates import Rule
    from urlinspector.hosts.preferred import Preference
    from urlinspector.hosts.report import make_report, report_data
    from urlinspector.hosts.trail import Options

    if replay is not None and (resolver or doh or record or cache):
        raise click.UsageError("--replay asks nobody; leave out --resolver, --doh, --record and --cache")
    if doh_address and not doh:
        raise click.UsageError("--doh-address needs --doh")
    given = [*map(_host_of, map(as_utf8, hosts)), *(_read_hosts(source) if source is not None else ())]
    options = Options(Rule(rule), try_full_name=full_name)
    files: list[tuple[Path | None, Callable[[], None]]] = []
    if replay is not None:
        answers, asked, recorded = _replayed(replay)
        given = given or list(recorded)
    else:
        if not given:
            raise click.UsageError("name a host, or a file of hosts with --from")
        limits = {"per_second": rate, "in_flight": in_flight, "timeout": timeout, "tries": tries}
        settings = _settings(resolver, doh, doh_address, limits)
        kept = None if cache is None else _kept(cache)
        found = _look_up(given, settings, options, yes, kept)
        if found is None:
            click.echo("Nothing was asked.", err=True)
            return 1
        answers, asked = found, str(settings)
        if kept is not None:
            files.append((cache, kept.save))
        if record is not None:
            files.append((record, partial(_record, record, answers, given, asked)))
    _tell_left_out(given)
    report = make_report(given, answers, options, accept=accept, preference=Preference(prefer))
    if output is not None:
        files.append((output, partial(_save_aliases, output, report, asked, rule, accept)))
    failed = list(_unsaved(files))
    write(json.dumps(report_data(report, asked), indent=2) if as_json else "\n".join(_lines(report)))
    if failed:
        # Told last: what was asked for is not lost because a file cannot be written.
        raise InputError("; ".join(failed))
    return 0


def _host_of(text: str) -> str:
    """The host of a URL, or of a text that begins with its host."""
    from urlinspector.url.components import Url

    text = text.strip()
    return Url.parse(text if "//" in text else f"//{text}").host or ""


def _read_hosts(source: str) -> Iterator[str]:
    try:
        if source == "-":
            blocks = list(read_blocks(sys.stdin.buffer))
        else:
            with Path(source).open("rb") as stream:
                blocks = list(read_blocks(stream))
    except OSError as error:
        raise InputError(f"{source}: {error.strerror}") from None
    for block in blocks:
        yield from (host for line in block if (host := _host_of(line)))


def _tell_left_out(given: list[str]) -> None:
    from urlinspector.hosts.candidates import can_be_asked

    left_out = [host for host in dict.fromkeys(given) if not can_be_asked(host)]
    if left_out:
        shown = ", ".join(f"“{each}”" for each in left_out[:5]) + (", …" if len(left_out) > 5 else "")
        click.echo(f"left out, no host name to ask for: {shown}", err=True)


def _replayed(path: Path) -> "tuple[Answers, str, tuple[str, ...]]":
    from urlinspector.hosts.record import RecordError, example_path, load_answers

    try:
        found = load_answers(example_path() if path == Path("example") and not path.exists() else path)
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    click.echo(f"Replayed from {path}, saved {found.saved}; nobody is asked.", err=True)
    return found.answers, found.resolver, found.hosts


def _kept(path: Path) -> "Cache":
    from urlinspector.hosts.cache import Cache
    from urlinspector.hosts.record import RecordError

    try:
        return Cache.of_file(path)
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def _unsaved(files: "list[tuple[Path | None, Callable[[], None]]]") -> Iterator[str]:
    """Writes each file, and tells of those that could not be."""
    for path, save in files:
        try:
            save()
        except OSError as error:
            yield f"{path}: {error.strerror}"


def _record(path: Path, answers: "Answers", given: list[str], asked: str) -> None:
    from urlinspector.hosts.record import save_answers

    save_answers(path, answers, given, asked)


def _save_aliases(path: Path, report: "Report", asked: str, rule: str, accept: str) -> None:
    from urlinspector.hosts.alias_map import make_alias_map, save_alias_map

    made = datetime.now(UTC).isoformat(timespec="seconds")
    found = make_alias_map(report, resolver=asked, rule=rule, accept=accept, made=made)
    save_alias_map(path, found)
    click.echo(f"{path}: {counted(len(found.aliases), 'alias', 'aliases')} written", err=True)


def _settings(
    resolver: str | None, doh: str, doh_address: str, limits: dict[str, float]
) -> "ResolverSettings":
    from urlinspector.hosts.resolver import ResolverError, ResolverSettings, Server, system_servers

    try:
        servers = system_servers() if resolver is None else (Server.parse(resolver),)
        return ResolverSettings(
            servers,
            from_system=resolver is None,
            doh=doh,
            doh_address=doh_address,
            **limits,  # type: ignore[arg-type]
        )
    except ResolverError as error:
        raise click.UsageError(str(error)) from None


def _look_up(
    given: list[str], settings: "ResolverSettings", options: "Options", yes: bool, cache: "Cache | None"
) -> "Answers | None":
    """The answers, or None where the user declined. Ctrl+C ends the asking and keeps what is known."""
    from urlinspector.hosts.service import Lookup, State

    with Lookup(given, settings, options, cache=cache, on_progress=_bar()) as lookup:
        plan = lookup.plan()
        if not plan.hosts:
            click.echo("Nothing has to be asked.", err=True)
            return lookup.answers
        click.echo("\n".join(_plan_lines(plan)), err=True)
        on_terminal = sys.stdin is not None and sys.stdin.isatty()
        if on_terminal and not yes and not sys.stderr.isatty():
            raise click.UsageError("what will be asked cannot be shown here; say --yes to ask all the same")
        if on_terminal and not yes and not click.confirm("Look up?", err=True):
            return None
        _run(lookup)
        if sys.stderr.isatty():
            click.echo("\r\x1b[K", nl=False, err=True)
        if lookup.state is State.NO_ANSWER:
            click.echo("the resolver does not answer; what it did not answer counts as a time-out", err=True)
        if lookup.state is State.CANCELLED:
            click.echo("cancelled; what is known so far follows", err=True)
        return lookup.answers


def _run(lookup: "Lookup") -> None:
    try:
        lookup.start()
        # In slices, so that Ctrl+C is heard on every system.
        while not lookup.wait(0.2):
            pass
    except KeyboardInterrupt:
        lookup.cancel()
        lookup.wait()


def _plan_lines(plan: "Plan") -> Iterator[str]:
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


def _bar() -> "Callable[[Progress], None] | None":
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(progress: "Progress") -> None:
        hosts = "1 host" if progress.hosts == 1 else f"{progress.hosts:,} hosts"
        asked = "1 question" if progress.asked == 1 else f"{progress.asked:,} questions"
        told = f"{progress.hosts_done:,} of {hosts}, {asked}"
        click.echo(f"\r\x1b[K{told}, {progress.per_second:.0f}/s", nl=False, err=True)

    return show


def _lines(report: "Report") -> Iterator[str]:
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
