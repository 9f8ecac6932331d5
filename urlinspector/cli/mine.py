"""`urlinspector mine`: what a list says about the rules of its sites."""

import errno
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, write
from urlinspector.cli.lists import ProgressBar, read_lists, reading_options
from urlinspector.cli.options import DEFAULT_PROFILE, chosen_profile, profile_options
from urlinspector.url.wording import counted, plain_reason

if TYPE_CHECKING:
    from urlinspector.rules.mining import MiningResult, Proposal

EPILOG = """\b
Examples:
  urlinspector mine crawl.csv
  urlinspector mine --label "content hash" -o rules.toml crawl.csv
  urlinspector mine --host example.org access.log
  urlinspector mine crawl.warc.gz --json
  urlinspector cluster --rules rules.toml crawl.csv

Without labels nothing is known of the pages: most rules are only proposed then, and only those that are
harmless by their shape or their name are written with -o. Ctrl+C stops; what was found is printed.
Exit code: 0, or 2 for a wrong option or a file that cannot be read or written."""

_SHOWN = 3
_NONE = "# No rule of this list is safe to be applied by itself"


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="[FILE]…", type=click.Path(path_type=Path))
@click.option(
    "--label",
    metavar="COLUMN",
    help="The column that tells whether two pages are one. Without it the best there is: a content hash, a "
    "digest, the canonical link, the redirect, the body size.",
)
@click.option(
    "--min-support",
    default=5,
    show_default=True,
    metavar="N",
    type=click.IntRange(2),
    help="Groups a rule needs.",
)
@profile_options(DEFAULT_PROFILE)
@reading_options
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="RULES.toml", help="Write the automatic rules."
)
@click.option(
    "--all", "everything", is_flag=True, help="With -o: all proposals, the doubtful ones switched off."
)
@click.option("--json", "as_json", is_flag=True, help="Everything as one JSON object.")
@click.option(
    "--show-credentials", is_flag=True, help="Write user names and passwords as they are, not masked."
)
def mine(
    files: tuple[Path, ...],
    label: str | None,
    min_support: int,
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    form: str,
    encoding: str,
    column: str,
    host: str,
    output: Path | None,
    everything: bool,
    as_json: bool,
    show_credentials: bool,
) -> int:
    """Learn from lists which of a site's URLs are one: parameters that mean nothing, two ways to one page.

    Without a FILE, standard input is read. The URLs are compared after the steps of --profile.
    """
    if everything and output is None:
        raise click.UsageError("--all needs -o")
    if output is not None:
        _check_writable(output)
    from urlinspector.bulk.reading import ReadOptions

    how = ReadOptions(form, encoding, column, host=host)
    result, failed = _mined(
        files, how, chosen_profile(profile or DEFAULT_PROFILE, enable, disable), label, min_support
    )
    if output is not None:
        _write_rules(result, output, everything)
    if as_json:
        _print_json(result, show_credentials)
    else:
        _print_text(result, show_credentials)
    return 2 if failed else 0


def _mined(
    files: tuple[Path, ...], how: Any, profile: Any, label: str | None, min_support: int
) -> "tuple[MiningResult, bool]":
    import signal
    from datetime import date

    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.engine import Engine
    from urlinspector.rules.mining import LabelError
    from urlinspector.rules.mining import mine as mined

    with ProgressBar() as bar:
        result = read_lists(files, how, bar.task)
        clustering = Clustering.make(Engine(result.table, bar.task), profile, task=bar.task)
        # From here on an interrupt ends the search and not the program.
        before = signal.signal(signal.SIGINT, lambda *_: bar.task.token.cancel())
        try:
            found = mined(clustering, label, min_support, bar.task, today=date.today())
        except LabelError as error:
            raise InputError(str(error)) from None
        finally:
            signal.signal(signal.SIGINT, before)
    return found, bool(result.failed)


def _check_writable(output: Path) -> None:
    """Before minutes are spent on what cannot be written. Raises InputError."""
    if output.is_dir():
        raise InputError(f"{output}: {plain_reason(OSError(errno.EISDIR, ''))}")
    if not output.parent.is_dir():
        raise InputError(f"{output}: {plain_reason(OSError(errno.ENOENT, ''))}")


def _write_rules(result: "MiningResult", output: Path, everything: bool) -> None:
    """The automatic rules, or all with the doubtful ones switched off, in the order of their application."""
    from urlinspector.normalize.site_rules.toml import write_rules
    from urlinspector.rules.mining.proposal import in_order

    if everything:
        safe = set(map(id, result.automatic))
        rules = tuple(rule.switched(id(rule) in safe) for rule in in_order(result.proposals))
    else:
        rules = result.automatic
    doubtful = len(result.proposals) - len(result.automatic)
    remark = (
        ""
        if rules
        else _NONE + (f"; --all writes the {doubtful:,} doubtful, switched off\n" if doubtful else "\n")
    )
    try:
        output.write_bytes((remark + write_rules(rules)).encode())
    except OSError as error:
        raise InputError(f"{output}: {plain_reason(error)}") from None
    except UnicodeEncodeError:
        # Bytes of a list that are not UTF-8 are lone surrogates here, which TOML cannot hold.
        raise InputError(f"{output}: not written, a rule holds bytes that are not UTF-8") from None
    click.echo(f"{output}: {counted(len(rules), 'rule')} written", err=True)


def _text(text: str, show: bool) -> str:
    from urlinspector.url.masking import masked

    return text if show else masked(text)


def _record(proposal: "Proposal", show: bool) -> dict[str, object]:
    pattern, template = proposal.as_pattern
    return {
        "site": proposal.site,
        "scope": str(proposal.scope),
        "rule": proposal.in_words,
        "kind": proposal.kind,
        "pattern": pattern,
        "template": template,
        "support": proposal.support,
        "agree": proposal.agree,
        "disagree": proposal.disagree,
        "bound": proposal.bound,
        "auto": proposal.auto,
        "labels": proposal.labels or None,
        "merges": proposal.merges,
        "note": proposal.note,
        "asks": proposal.asks,
        "examples": [
            {"one": _text(each.one, show), "other": _text(each.other, show), "same": each.same}
            for each in proposal.examples
        ],
    }


def _print_json(result: "MiningResult", show: bool) -> None:
    import json

    write(
        json.dumps(
            {
                "sites": [each._asdict() for each in result.sites],
                "proposals": [_record(each, show) for each in result.proposals],
                "reduction": result.reduction._asdict(),
                "kept": [each._asdict() for each in result.kept],
                "label": {"column": result.column, "kind": result.labels} if result.column else None,
                "complete": result.complete,
            }
        )
    )


def _print_text(result: "MiningResult", show: bool) -> None:
    labels = f"labels: {result.labels}, column “{result.column}”" if result.column else "no labels"
    before, after = result.reduction
    share = f", {(before - after) / before:.1%} fewer" if before else ""
    if not result.complete:
        write("Stopped; this was found until then.")
    write(
        f"{counted(len(result.sites), 'site')}, {counted(len(result.proposals), 'proposal')}, "
        f"{len(result.automatic):,} of them safe; {labels}"
    )
    write(f"{counted(before, 'URL')}, {after:,} with the safe rules{share}")
    site = ""
    for each in result.proposals:
        if each.site != site:
            site = each.site
            write(f"\n{site}")
        counts = (
            f"{counted(each.support, 'group')}, {each.agree:,} agree, {each.disagree:,} disagree"
            if each.labels
            else counted(each.support, "group")
        )
        mark = "safe" if each.auto else f"look at it: {each.note or 'it is not sure'}"
        write(f"  {each.in_words}  on {each.scope}  ({counts}, bound {each.bound:.2f}; {mark})")
        for example in each.examples[:_SHOWN]:
            sign = {True: "=", False: "≠", None: "?"}[example.same]
            write(f"      {_text(example.one, show)}  {sign}  {_text(example.other, show)}")
    if result.kept:
        names = [f"{each.name} on {each.site} ({each.reason})" for each in result.kept[:20]]
        more = f" and {len(result.kept) - 20} more" if len(result.kept) > 20 else ""
        write(f"\nNever proposed: {', '.join(names)}{more}")
