"""`urlinspector compare`: two URLs, a file of pairs, or two lists (definitions §5, §7)."""

import json
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, as_utf8, write
from urlinspector.cli.options import DEFAULT_PROFILE, chosen_profile, profile_options
from urlinspector.url.wording import counted, plain_reason

if TYPE_CHECKING:
    from urlinspector.compare.lists import Distinct, ListComparison
    from urlinspector.compare.verdict import Comparison
    from urlinspector.normalize.profile import Profile

SAME, DIFFERENT = 0, 1
_ON_A_TERMINAL = 20
_SUFFIXES = (".csv", ".jsonl")


@click.command(
    epilog="""\b
Examples:
  urlinspector compare https://www.example.com/a/ http://example.com/a
  urlinspector compare --profile similar --json https://a.example/x https://www.a.example/x/
  urlinspector compare --pairs redirects.csv > verdicts.jsonl
  urlinspector compare --lists old.txt new.txt --profile seo -o moved.csv

\b
The minimal sets of steps are five at most in the text, all in --json. --lists prints JSON Lines; on a
terminal the first 20, in a pipe or with -o all of them.

\b
Exit code: 0 the same, 1 different or not comparable, 2 wrong usage or unreadable input."""
)
@click.argument("urls", nargs=-1, metavar="[A B]")
@profile_options(DEFAULT_PROFILE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--pairs", metavar="FILE", help="Compare each line of a CSV or TSV file with two columns (- reads stdin)."
)
@click.option(
    "--lists", nargs=2, metavar="OLD NEW", help="What was added, is gone or stayed between two lists."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="With --lists: write a file, .csv or .jsonl.",
)
@click.option("--show-credentials", is_flag=True, help="With -o: passwords as they are, not masked.")
def compare(
    urls: tuple[str, ...],
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    as_json: bool,
    pairs: str | None,
    lists: tuple[str, str] | None,
    output: Path | None,
    show_credentials: bool,
) -> int:
    """Tell whether two URLs are the same page under a profile, and which steps decide it."""
    ways = [bool(urls), pairs is not None, lists is not None]
    if sum(ways) != 1:
        raise click.UsageError("give two URLs, or --pairs FILE, or --lists OLD NEW")
    if output is not None:
        _check_output(output, lists is not None)
    chosen = chosen_profile(profile or DEFAULT_PROFILE, enable, disable)
    if pairs is not None:
        return _pairs(pairs, chosen)
    if lists is not None:
        return _lists(lists, chosen, output, show=show_credentials)
    if len(urls) != 2:
        raise click.UsageError(
            f"two URLs are compared, {len(urls)} {'was' if len(urls) == 1 else 'were'} given"
        )
    return _two(as_utf8(urls[0]), as_utf8(urls[1]), chosen, as_json)


def _two(a: str, b: str, profile: "Profile", as_json: bool) -> int:
    from urlinspector.compare import report, verdict

    found = verdict.compare(a, b, profile)
    write(json.dumps(report.as_data(found), indent=2) if as_json else report.as_text(found).rstrip("\n"))
    return SAME if _is_same(found) else DIFFERENT


def _is_same(found: "Comparison") -> bool:
    from urlinspector.compare.verdict import Verdict

    return found.verdict in (Verdict.IDENTICAL, Verdict.EQUAL)


def _pairs(file: str, profile: "Profile") -> int:
    from urlinspector.compare.pairs import pair_data, read_pairs

    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"{file}: {plain_reason(error)}") from None
    counts: Counter[str] = Counter()
    for row in read_pairs(data):
        answer = pair_data(row, profile)
        counts[answer["verdict"]] += 1
        write(json.dumps(answer))
    told = ", ".join(f"{count:,} {verdict}" for verdict, count in counts.most_common())
    click.echo(f"{counted(counts.total(), 'pair')}: {told}" if counts else "no pairs", err=True)
    return SAME if counts["identical"] + counts["equal"] == counts.total() else DIFFERENT


def _check_output(output: Path, is_of_lists: bool) -> None:
    if not is_of_lists:
        raise click.UsageError("-o goes with --lists; of two URLs or of pairs send the output to a file")
    if output.suffix.lower() not in _SUFFIXES:
        raise click.UsageError(f"“{output.name}” does not end in {' or '.join(_SUFFIXES)}")


def _lists(files: tuple[str, str], profile: "Profile", output: Path | None, *, show: bool) -> int:
    from urlinspector.compare.lists import ListError, compare_lists

    try:
        found = compare_lists(Path(files[0]), Path(files[1]), profile)
    except ListError as error:
        raise InputError(str(error)) from None
    for note in found.notes:
        click.echo(note, err=True)
    told = ", ".join(f"{count:,} {kind}" for kind, count in found.counts.items())
    click.echo(f"{_rows(found.old)} against {_rows(found.new)} under “{profile.name}”: {told}", err=True)
    if output is not None:
        _write_lists(found, output, show=show)
    else:
        _print_lists(found)
    return DIFFERENT if found.counts["added"] or found.counts["gone"] else SAME


def _rows(side: "Distinct") -> str:
    return f"{counted(side.rows, 'row')} ({side.texts:,} distinct)"


def _print_lists(found: "ListComparison") -> None:
    # A terminal is for reading; whoever wants all of it sends it elsewhere.
    most = _ON_A_TERMINAL if sys.stdout.isatty() else len(found)
    for entry in islice(found.entries(), most):
        write(json.dumps(_entry(entry)))
    if len(found) > most:
        sys.stdout.flush()
        rest = f"and {len(found) - most:,} more; -o FILE writes all, a pipe gets all"
        click.echo(rest, err=True)


def _write_lists(found: "ListComparison", output: Path, *, show: bool) -> None:
    from urlinspector.compare.lists import write_file

    try:
        write_file(found, output, masks=not show)
    except OSError as error:
        raise InputError(f"{output}: {plain_reason(error)}") from None
    click.echo(f"{output}: {counted(len(found), 'row')} written", err=True)


def _entry(entry: Any) -> dict[str, Any]:
    return {"kind": entry.kind, "old": entry.old, "new": entry.new}
