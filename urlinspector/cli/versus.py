"""`urlinspector cluster --versus B`: what changes on a list when profile B takes the place of profile A."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from urlinspector.cli.lines import InputError, write, write_columns
from urlinspector.url.wording import counted

if TYPE_CHECKING:
    from urlinspector.bulk.task import Task
    from urlinspector.bulk.versus import Kind, Versus

_SHOWN = 10


def export(found: "Versus", output: Path, what: str, task: "Task", *, bom: bool, show: bool) -> None:
    """Write the map of keys (`keys`) or the rows that differ (`rows`). Raises InputError."""
    from urlinspector.bulk.export import ExportError, ExportOptions
    from urlinspector.bulk.export.versus import export_versus

    options = ExportOptions(what, bom=bom, guard=what == "rows", show_credentials=show)
    try:
        written = export_versus(found, output, options, task)
    except ExportError as error:
        raise InputError(str(error)) from None
    for note in written.notes:
        click.echo(f"{output}: {note}", err=True)
    click.echo(f"{output}: {written.rows:,} {'rows' if what == 'rows' else 'keys'} written", err=True)


def print_json(found: "Versus") -> None:
    """Figures, and what each difference between the profiles explains, as one object."""
    import json

    a, b = found.profiles
    items = found.differences.items
    data: dict[str, object] = {"a": a.name, "b": b.name, **found.summary._asdict()}
    data["differences"] = [
        {**items[each.number]._asdict(), "texts": each.texts, "rows": each.rows} for each in found.shares()
    ]
    data["unexplained"] = found.unexplained
    write(json.dumps(data, ensure_ascii=False))


def print_text(found: "Versus", *, examples: bool, show: bool) -> None:
    """The figures in words, the steps, and the first rows and clusters of each kind."""
    from urlinspector.bulk.versus import Kind

    a, b = found.profiles
    summary = found.summary
    write(
        f"“{a.name}” against “{b.name}”: {counted(summary.rows, 'row')}, {summary.texts:,} distinct; "
        f"{counted(summary.clusters_a, 'cluster becomes', 'clusters become')} {summary.clusters_b:,}"
    )
    if not len(found):
        write("nothing changes")
        return
    write(
        f"{counted(summary.changed_rows, 'row has', 'rows have')} another key; refused by B only: "
        f"{summary.refused_by_b:,}, by A only: {summary.refused_by_a:,}"
    )
    write(
        f"clusters that split: {summary.split:,}, that join: {summary.joined:,}; pairs merged by A only: "
        f"{summary.pairs_a_only:,}, by B only: {summary.pairs_b_only:,}"
    )
    _print_differences(found)
    if examples:
        _print_rows(found, show)
        _print_clusters(found, Kind.SPLIT, show)
        _print_clusters(found, Kind.JOINED, show)


def _print_differences(found: "Versus") -> None:
    items = found.differences.items
    shares = sorted(found.shares(), key=lambda each: -each.rows)
    cells = [("rows", "distinct", "explained by (from A to B)")]
    cells += [(f"{each.rows:,}", f"{each.texts:,}", str(items[each.number])) for each in shares if each.texts]
    if len(cells) > 1:
        write("")
        write_columns(cells, right=2)
    idle = [str(items[each.number]) for each in shares if not each.texts]
    if idle:
        write(f"no part in it: {', '.join(idle)}")
    if found.unexplained:
        write(f"not looked at: {counted(found.unexplained, 'distinct text')} more")


def _print_rows(found: "Versus", show: bool) -> None:
    from urlinspector.bulk.versus import Kind

    kinds = (Kind.CHANGED, Kind.REFUSED_BY_A, Kind.REFUSED_BY_B)
    chosen = found.select(kinds).ids(0, _SHOWN)
    if chosen:
        write("\nthe first rows with another key:")
    for position in chosen:
        row = found.row(position) if show else found.masked_row(position)
        write(f"- {_shown(row.old)}\n+ {_shown(row.new)}")
        write(f"  {found.words(found.reason(position) or ())}")


def _print_clusters(found: "Versus", kind: "Kind", show: bool) -> None:
    groups = found.regrouped(kind, _SHOWN)
    if groups:
        write(f"\nthe first clusters that {'split' if kind.value == 'split' else 'join'}:")
    splits = kind.value == "split"
    for positions in groups:
        rows = [found.row(each) if show else found.masked_row(each) for each in positions[:_SHOWN]]
        write(_shown(rows[0].old if splits else rows[0].new))
        for row in rows:
            write(f"  {row.text}  →  {_shown(row.new if splits else row.old)}")


def _shown(key: str | None) -> str:
    return "(refused)" if key is None else key
