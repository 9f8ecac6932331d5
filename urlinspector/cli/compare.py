"""`urlinspector compare`: two URLs, a file of pairs, or two lists (definitions §5, §7)."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, as_utf8, write
from urlinspector.cli.options import DEFAULT_PROFILE, chosen_profile, profile_options

if TYPE_CHECKING:
    from urlinspector.compare.verdict import Comparison
    from urlinspector.normalize.profile import Profile

SAME, DIFFERENT = 0, 1


@click.command(
    epilog="""\b
Examples:
  urlinspector compare https://www.example.com/a/ http://example.com/a
  urlinspector compare --profile similar --json https://a.example/x https://www.a.example/x/
  urlinspector compare --pairs redirects.csv > verdicts.jsonl
  urlinspector compare --lists old.txt new.txt --profile seo

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
def compare(
    urls: tuple[str, ...],
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    as_json: bool,
    pairs: str | None,
    lists: tuple[str, str] | None,
) -> int:
    """Tell whether two URLs are the same page under a profile, and which steps decide it."""
    ways = [bool(urls), pairs is not None, lists is not None]
    if sum(ways) != 1:
        raise click.UsageError("give two URLs, or --pairs FILE, or --lists OLD NEW")
    chosen = chosen_profile(profile or DEFAULT_PROFILE, enable, disable)
    if pairs is not None:
        return _pairs(pairs, chosen)
    if lists is not None:
        return _lists(lists, chosen)
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
        raise InputError(f"{file}: {error.strerror}") from None
    counts: Counter[str] = Counter()
    for row in read_pairs(data):
        answer = pair_data(row, profile)
        counts[answer["verdict"]] += 1
        write(json.dumps(answer))
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    click.echo(f"{counts.total()} pairs: {told}" if counts else "no pairs", err=True)
    return SAME if counts["identical"] + counts["equal"] == counts.total() else DIFFERENT


def _lists(files: tuple[str, str], profile: "Profile") -> int:
    from urlinspector.compare.lists import ListError, compare_lists

    try:
        found = compare_lists(Path(files[0]), Path(files[1]), profile)
    except ListError as error:
        raise InputError(str(error)) from None
    for note in found.notes:
        click.echo(note, err=True)
    for entry in found.entries():
        write(json.dumps(_entry(entry)))
    told = ", ".join(f"{count} {kind}" for kind, count in found.counts.items())
    click.echo(told, err=True)
    return DIFFERENT if found.counts["added"] or found.counts["gone"] else SAME


def _entry(entry: Any) -> dict[str, Any]:
    return {"kind": entry.kind, "old": entry.old, "new": entry.new}
