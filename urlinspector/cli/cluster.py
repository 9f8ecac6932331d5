"""`urlinspector cluster`: lists grouped by canonical form, each merge with its steps."""

import contextlib
import gc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urlinspector.cli.lines import InputError, write, write_columns
from urlinspector.cli.lists import ProgressBar, read_lists, reading_options
from urlinspector.cli.options import (
    DEFAULT_PROFILE,
    aliased,
    aliases_option,
    chosen_profile,
    load_profile,
    profile_options,
    ruled,
    rules_option,
)
from urlinspector.url.wording import counted

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.engine import Engine
    from urlinspector.bulk.impact import StepImpact
    from urlinspector.bulk.reading import ReadOptions, ReadResult
    from urlinspector.bulk.representative import Rule
    from urlinspector.bulk.task import Task
    from urlinspector.normalize.profile import Profile

EPILOG = """\b
Examples:
  urlinspector cluster urls.txt
  urlinspector cluster --profile seo --impact crawl.csv
  urlinspector cluster --members -o members.parquet first.txt second.csv.gz
  urlinspector cluster --format prose -o redirects.csv --redirects mail.txt
  cat urls.txt | urlinspector cluster --json
  urlinspector cluster urls.txt --profile w3lib-2.4.1 --versus w3lib-2.5.0 -o keys.csv

The file's name says the format: .csv, .jsonl, .parquet, .xlsx, or .html for a report.
Exit code: 0, or 2 for a wrong option or a file that cannot be read or written."""

_LARGEST = 20
_LOOKED_AT = 8  # distinct texts of each, for the steps that merged them


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """The imports and the steps make objects by the hundred thousand and no cycles; looking for some costs a
    twentieth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="[FILE]…", type=click.Path(path_type=Path))
@profile_options(DEFAULT_PROFILE)
@aliases_option
@rules_option
@reading_options
@click.option(
    "--min-size", default=1, metavar="N", type=click.IntRange(1), help="Only clusters of N rows or more."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT", help="Write a file (see below)."
)
@click.option("--members", "what", flag_value="members", help="With -o: one record for each row of the list.")
@click.option(
    "--clusters", "what", flag_value="clusters", help="With -o: one record for each cluster (default)."
)
@click.option(
    "--redirects", "what", flag_value="redirects", help="With -o: old and new URL, for a redirect map."
)
@click.option(
    "--versus",
    metavar="B",
    help="What changes if this profile takes the place of --profile. With -o: each old key and its new key, "
    "or with --members each row that differs.",
)
@click.option("--impact", is_flag=True, help="What each step changes and merges on this list.")
@click.option(
    "--representative",
    default="first-seen",
    show_default=True,
    metavar="RULE",
    help="Which URL stands for a cluster: first-seen, shortest, https-first, most-frequent, or max:COLUMN.",
)
@click.option("--json", "as_json", is_flag=True, help="Counters and impact as one JSON object.")
@click.option("--bom", is_flag=True, help="CSV with a byte order mark, which Excel needs.")
@click.option(
    "--show-credentials", is_flag=True, help="Write user names and passwords as they are, not masked."
)
@_without_collector()
def cluster(
    files: tuple[Path, ...],
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    aliases: Path | None,
    rules: tuple[Path, ...],
    form: str,
    encoding: str,
    column: str,
    host: str,
    min_size: int,
    output: Path | None,
    what: str | None,
    versus: str | None,
    impact: bool,
    representative: str,
    as_json: bool,
    bom: bool,
    show_credentials: bool,
) -> int:
    """Group the URLs of lists by their canonical form.

    Without a FILE, standard input is read. Without -o, a summary and the largest clusters are printed. Lines
    that are no URLs are counted as errors and never merged.
    """
    if what is not None and output is None:
        raise click.UsageError(f"--{what} needs -o")
    if output is not None:
        _check_suffix(output)
    from urlinspector.bulk.reading import ReadOptions

    how = ReadOptions(form, encoding, column, host=host)
    if versus is not None:
        chosen = ruled(aliased(chosen_profile(profile or DEFAULT_PROFILE, enable, disable), aliases), rules)
        other = ruled(aliased(load_profile(versus), aliases), rules)
        _check_versus(what, impact, min_size, output)
        return _versus(files, (chosen, other), how, output, what, as_json, bom, show_credentials)
    rule = _rule(representative)
    with ProgressBar() as bar:
        with _begun(files, how, bar.task) as engine_of:
            chosen = ruled(
                aliased(chosen_profile(profile or DEFAULT_PROFILE, enable, disable), aliases), rules
            )
            import urlinspector.bulk.clustering  # noqa: F401  # while the lists are read

            result, engine = engine_of()
        found = _grouped(engine, chosen, rule, bar.task)
        impacts = _impacts(found, bar.task) if impact or as_json else []
        by_rule = _by_rule(found, bar.task) if impact or as_json else {}
        if output is not None:
            kind = what or "clusters"
            _export(found, output, kind, bar.task, min_size=min_size, bom=bom, show=show_credentials)
    if as_json:
        _print_json(found, impacts, by_rule)
    else:
        _print_summary(
            found, chosen, impacts, by_rule, min_size, largest=output is None, show=show_credentials
        )
    return 2 if result.failed else 0


def _rule(representative: str) -> "Rule":
    """Raises UsageError for a rule that there is none of."""
    from urlinspector.bulk.representative import Rule, RuleError

    try:
        return Rule.parse(representative)
    except RuleError as error:
        raise click.UsageError(str(error)) from None


def _grouped(engine: "Engine", profile: "Profile", rule: "Rule", task: "Task") -> "Clustering":
    """Raises InputError for a rule that the list cannot serve."""
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.representative import RuleError

    try:
        return Clustering.make(engine, profile, rule=rule, task=task)
    except RuleError as error:
        raise InputError(str(error)) from None


def _check_suffix(output: Path) -> None:
    """Raises UsageError for a file whose format its name does not say."""
    from urlinspector.bulk.export import SUFFIXES

    if output.suffix.lower() not in SUFFIXES:
        raise click.UsageError(f"“{output.name}” does not end in one of {', '.join(SUFFIXES)}")


@contextlib.contextmanager
def _begun(
    files: tuple[Path, ...], how: "ReadOptions", task: "Task"
) -> "Iterator[Callable[[], tuple[ReadResult, Engine]]]":
    """Reads and splits the lists in a thread while the block loads what else is needed; the steps take a
    third of a second to import. Standard input is read when asked for, so that a wrong option is told first.
    """

    # Imported before the thread begins: two threads that import get in each other's way.
    from urlinspector.bulk.engine import Engine
    from urlinspector.bulk.memory import estimate  # noqa: F401  # what reading takes

    def read() -> "tuple[ReadResult, Engine]":
        result = read_lists(files, how, task)
        return result, Engine(result.table, task)

    if not files:
        yield read
        return
    with ThreadPoolExecutor(1) as pool:
        begun = pool.submit(read)
        try:
            yield begun.result
        except BaseException:
            task.token.cancel()
            raise


def _check_versus(what: str | None, impact: bool, min_size: int, output: Path | None) -> None:
    """Raises UsageError for options that say nothing about two profiles."""
    for name, is_given in (
        ("--clusters", what == "clusters"),
        ("--redirects", what == "redirects"),
        ("--impact", impact),
        ("--min-size", min_size > 1),
        ("an HTML report", output is not None and output.suffix.lower() == ".html"),
    ):
        if is_given:
            raise click.UsageError(f"--versus and {name} do not go together")


def _versus(
    files: tuple[Path, ...],
    profiles: "tuple[Profile, Profile]",
    how: "ReadOptions",
    output: Path | None,
    what: str | None,
    as_json: bool,
    bom: bool,
    show: bool,
) -> int:
    from urlinspector.bulk.engine import Engine
    from urlinspector.bulk.versus import Versus
    from urlinspector.cli import versus

    with ProgressBar() as bar:
        result = read_lists(files, how, bar.task)
        found = Versus.make(Engine(result.table, bar.task), *profiles, bar.task)
        if output is not None:
            kind = "rows" if what == "members" else "keys"
            versus.export(found, output, kind, bar.task, bom=bom, show=show)
    if as_json:
        versus.print_json(found)
    else:
        versus.print_text(found, examples=output is None, show=show)
    return 2 if result.failed else 0


def _impacts(found: "Clustering", task: "Task") -> "list[StepImpact]":
    from urlinspector.bulk.impact import impacts

    return list(impacts(found, task, off=False))


def _export(
    found: "Clustering", output: Path, kind: str, task: "Task", *, min_size: int, bom: bool, show: bool
) -> None:
    from urlinspector.bulk.export import ExportError, ExportOptions, export

    options = ExportOptions(kind, min_size=min_size, bom=bom, show_credentials=show)
    try:
        written = export(found, output, options, task)
    except ExportError as error:
        raise InputError(str(error)) from None
    for note in written.notes:
        click.echo(f"{output}: {note}", err=True)
    noun = "cluster" if output.suffix == ".html" else "row"
    click.echo(f"{output}: {counted(written.rows, noun)} written", err=True)


def _by_rule(found: "Clustering", task: "Task") -> dict[str, int]:
    from urlinspector.bulk.rule_names import rows_by_rule

    return rows_by_rule(found, task) if found.profile.rules else {}


def _print_json(found: "Clustering", impacts: "list[StepImpact]", by_rule: dict[str, int]) -> None:
    import json

    summary = found.summary
    data: dict[str, object] = {
        name: getattr(summary, name)
        for name in ("rows", "empty", "errors", "distinct", "clusters", "duplicates")
    }
    data["impact"] = [{"step": each.step, "changed": each.changed, "merges": each.merges} for each in impacts]
    if by_rule:
        data["rules"] = [{"rule": rule, "changed": rows} for rule, rows in by_rule.items()]
    write(json.dumps(data))


def _print_summary(
    found: "Clustering",
    profile: "Profile",
    impacts: "list[StepImpact]",
    by_rule: dict[str, int],
    min_size: int,
    *,
    largest: bool,
    show: bool,
) -> None:
    summary = found.summary
    write(
        f"{counted(summary.rows, 'row')}: {summary.empty:,} empty, {counted(summary.errors, 'error')}, "
        f"{summary.distinct:,} distinct; {counted(summary.clusters, 'cluster')} under “{profile.name}”, "
        f"{counted(summary.duplicates, 'row is a duplicate', 'rows are duplicates')}"
    )
    _print_violating(found, show)
    if impacts:
        cells = [("rows changed", "merges", "step")]
        cells += [(f"{each.changed:,}", f"{each.merges:,}", each.step) for each in impacts if each.changed]
        write("")
        write_columns(cells, right=2)
        idle = [each.step for each in impacts if not each.changed]
        if idle:
            write(f"nothing to do: {', '.join(idle)}")
    if by_rule:
        by_name = [("rows changed", "rule of a site")]
        by_name += [(f"{rows:,}", rule) for rule, rows in by_rule.items() if rows]
        write("")
        write_columns(by_name, right=1)
    if largest:
        _print_largest(found, max(2, min_size), show)


def _print_violating(found: "Clustering", show: bool) -> None:
    """They are grouped like any other; who reads the list should know of them."""
    from urlinspector.bulk.violating import violating
    from urlinspector.cli.inspect import shown
    from urlinspector.url.masking import masked

    told = violating(found.engine.table, found.merged_of_text.is_not_null())
    if told.example is not None:
        rows = counted(told.rows, "row holds", "rows hold")
        write(f"{rows} a violation of RFC 3986; `urlinspector inspect` tells which. The first:")
        write(f"  {shown(told.example if show else masked(told.example))}")


def _print_largest(found: "Clustering", min_size: int, show: bool) -> None:
    from urlinspector.bulk.cluster_rows import glances
    from urlinspector.normalize.needed import steps_told
    from urlinspector.url.masking import masked

    clusters = found.largest(_LARGEST, min_size)
    if not clusters:
        return
    cells = [("rows", "distinct", "representative", "merged by")]
    for glance in glances(found, clusters, _LOOKED_AT):
        text = glance.representative if show else masked(glance.representative)
        numbers = found.steps_merging(glance.first, glance.cluster)
        texts = [found.text(at) for at in glance.first]
        steps = ", ".join(steps_told(found.profile, numbers, texts))
        if glance.texts > _LOOKED_AT:
            steps += ", …"
        cells.append((f"{glance.size:,}", f"{glance.texts:,}", text, steps))
    write("")
    write_columns(cells, right=2)
