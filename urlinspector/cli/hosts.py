"""`urlinspector hosts`: which hosts are one, by what the name system says. No other command asks anybody."""

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from urlinspector.cli.hosts_files import (
    Save,
    kept_answers,
    record_answers,
    replayed,
    save_aliases,
    unsaved,
)
from urlinspector.cli.hosts_told import plan_lines, progress_bar, report_lines
from urlinspector.cli.lines import InputError, as_utf8, read_blocks, write
from urlinspector.url.wording import plain_reason

if TYPE_CHECKING:
    from urlinspector.hosts.answers import Answers
    from urlinspector.hosts.cache import Cache
    from urlinspector.hosts.report import Report
    from urlinspector.hosts.resolver import ResolverSettings
    from urlinspector.hosts.service import Lookup
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
    "--doh-certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Trust that server by these certificates (PEM) in place of the usual ones.",
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
    doh_certificate: Path | None,
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

    if replay is not None and (resolver or doh or doh_address or doh_certificate or record or cache):
        raise click.UsageError("--replay asks nobody; leave out --resolver, --doh, --record and --cache")
    given = [*map(_host_of, map(as_utf8, hosts)), *(_read_hosts(source) if source is not None else ())]
    options = Options(Rule(rule), try_full_name=full_name)
    if replay is not None:
        answers, asked, recorded = replayed(replay)
        found = _Found(answers, asked, given or list(recorded))
    else:
        limits = {"per_second": rate, "in_flight": in_flight, "timeout": timeout, "tries": tries}
        settings = _settings(resolver, doh, doh_address, doh_certificate, limits)
        looked_up = _ask(given, settings, options, yes, cache, record)
        if looked_up is None:
            click.echo("Nothing was asked.", err=True)
            return 1
        found = looked_up
    _tell_left_out(found.given)
    report = make_report(found.given, found.answers, options, accept=accept, preference=Preference(prefer))
    files = list(found.files)
    if output is not None:
        files.append((output, partial(save_aliases, output, report, found.asked, rule, accept)))
    failed = list(unsaved(files))
    write(json.dumps(report_data(report, found.asked), indent=2) if as_json else _as_text(report))
    if failed:
        # Told last: what was asked for is not lost because a file cannot be written.
        raise InputError("; ".join(failed))
    return 0


class _Found(NamedTuple):
    """Answers, who gave them, the hosts that they are about, and the files to write."""

    answers: "Answers"
    asked: str
    given: list[str]
    files: tuple[Save, ...] = ()


def _as_text(report: "Report") -> str:
    return "\n".join(report_lines(report))


def _ask(
    given: list[str],
    settings: "ResolverSettings",
    options: "Options",
    yes: bool,
    cache: Path | None,
    record: Path | None,
) -> _Found | None:
    """What the resolver answers; None where the user declined."""
    if not given:
        raise click.UsageError("name a host, or a file of hosts with --from")
    kept = None if cache is None else kept_answers(cache)
    answers = _look_up(given, settings, options, yes, kept)
    if answers is None:
        return None
    asked, files = str(settings), []
    if cache is not None and kept is not None:
        files.append((cache, kept.save))
    if record is not None:
        files.append((record, partial(record_answers, record, answers, given, asked)))
    return _Found(answers, asked, given, tuple(files))


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
        raise InputError(f"{source}: {plain_reason(error)}") from None
    for block in blocks:
        yield from (host for line in block if (host := _host_of(line)))


def _tell_left_out(given: list[str]) -> None:
    from urlinspector.hosts.candidates import can_be_asked, is_loopback_name

    left_out = [host for host in dict.fromkeys(given) if not can_be_asked(host)]
    own = [host for host in left_out if is_loopback_name(host)]
    no_names = [host for host in left_out if not is_loopback_name(host)]
    for why, names in (
        ("no host name to ask for", no_names),
        ("always this machine's own address (RFC 6761)", own),
    ):
        if names:
            shown = ", ".join(f"“{each}”" for each in names[:5]) + (", …" if len(names) > 5 else "")
            click.echo(f"left out, {why}: {shown}", err=True)


def _settings(
    resolver: str | None,
    doh: str,
    doh_address: str,
    doh_certificate: Path | None,
    limits: dict[str, float],
) -> "ResolverSettings":
    from urlinspector.hosts.resolver import (
        ResolverError,
        ResolverSettings,
        Server,
        check_certificates,
        system_servers,
    )

    for option, value in (("--doh-address", doh_address), ("--doh-certificate", doh_certificate)):
        if value and not doh:
            raise click.UsageError(f"{option} needs --doh")
    try:
        if doh_certificate is not None:
            check_certificates(doh_certificate)
        servers = system_servers() if resolver is None else (Server.parse(resolver),)
        return ResolverSettings(
            servers,
            from_system=resolver is None,
            doh=doh,
            doh_address=doh_address,
            doh_trust="" if doh_certificate is None else str(doh_certificate),
            **limits,  # type: ignore[arg-type]
        )
    except ResolverError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise InputError(f"{doh_certificate}: {plain_reason(error)}") from None


def _look_up(
    given: list[str], settings: "ResolverSettings", options: "Options", yes: bool, cache: "Cache | None"
) -> "Answers | None":
    """The answers, or None where the user declined. Ctrl+C ends the asking and keeps what is known."""
    from urlinspector.hosts.service import Lookup, State

    with Lookup(given, settings, options, cache=cache, on_progress=progress_bar()) as lookup:
        plan = lookup.plan()
        if not plan.hosts:
            click.echo("Nothing has to be asked.", err=True)
            return lookup.answers
        click.echo("\n".join(plan_lines(plan)), err=True)
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
