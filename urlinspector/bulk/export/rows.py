"""What is exported, as frames of coded columns, a chunk at a time: members, clusters, the redirect map."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.codes import CODE
from urlinspector.bulk.task import Task
from urlinspector.url.masking import masked

CHUNK = 100_000
_HAS_USERINFO = r"(?s)^[^/?#]*//[^/?#]*@"


@dataclass(frozen=True)
class ExportOptions:
    """What the user chose for an export."""

    what: str = "clusters"
    """`clusters`, `members` or `redirects`."""
    min_size: int = 1
    """Rows of the smallest cluster that is written."""
    other_columns: bool = False
    """Members: the list's other columns too."""
    reasons: bool = True
    """Clusters: the steps that made the merges (looked for cluster by cluster)."""
    show_credentials: bool = False
    bom: bool = False
    """CSV: a byte order mark, which a spreadsheet wants."""
    guard: bool = True
    """CSV: an apostrophe before cells that a spreadsheet would take for a formula."""


WHAT = ("clusters", "members", "redirects")


def frames(clustering: Clustering, options: ExportOptions, task: Task) -> Iterator[pl.DataFrame]:
    """The rows to write, at least one (perhaps empty) frame. Raises Cancelled."""
    make = {"clusters": _clusters, "members": _members, "redirects": _redirects}[options.what]
    ids = _ids(clustering, options)
    for start in range(0, max(1, ids.len()), CHUNK):
        task.at("writing", start, ids.len())
        frame = make(clustering, ids.slice(start, CHUNK), options, task)
        yield frame if options.show_credentials else without_credentials(frame)


def row_count(clustering: Clustering, options: ExportOptions) -> int:
    """How many rows `frames` gives in all."""
    return _ids(clustering, options).len()


def _ids(clustering: Clustering, options: ExportOptions) -> pl.Series:
    """Clusters by number; rows in the list's order, errors among them unless a size is asked for."""
    large = clustering.sizes >= options.min_size
    if options.what == "clusters":
        return large.arg_true().cast(CODE)
    if options.what == "members":
        if options.min_size <= 1:
            return pl.int_range(clustering.table.rows, dtype=CODE, eager=True)
        return large.gather(clustering.cluster_of_row).fill_null(False).arg_true().cast(CODE)
    texts = clustering.clustered
    clusters = clustering.clusters_of_clustered
    first = clustering.representative.gather(clusters)
    return texts.filter((texts != first) & large.gather(clusters))


def _members(
    clustering: Clustering,
    rows: pl.Series,
    options: ExportOptions,
    task: Task,  # noqa: ARG001  # what all of them take
) -> pl.DataFrame:
    table = clustering.table
    texts = table.text_of_row.gather(rows)
    clusters = clustering.cluster_of_text.gather(texts)
    accepted = clustering.merged_of_text.gather(texts).is_not_null()
    canonical = clustering.canonical_texts(texts)
    frame = pl.DataFrame(
        {
            "text": table.texts.gather(texts),
            "canonical": pl.select(pl.when(accepted).then(canonical)).to_series(),
            "cluster": clusters + 1,
            "representative": table.texts.gather(clustering.representative.gather(clusters)),
            "changed_by": clustering.changed_names.gather(texts),
            "source": pl.Series(table.sources, dtype=pl.String).gather(table.source_of_row.gather(rows)),
            "line": table.line_of_row.gather(rows),
        }
    )
    if options.other_columns and table.columns.width:
        others = table.columns[rows.to_list()] if rows.len() < table.rows else table.columns
        frame = frame.hstack(
            others.rename({name: f"{name} (list)" for name in others.columns if name in frame.columns})
        )
    return frame


def _clusters(
    clustering: Clustering, clusters: pl.Series, options: ExportOptions, task: Task
) -> pl.DataFrame:
    first = clustering.representative.gather(clusters)
    frame = pl.DataFrame(
        {
            "cluster": clusters + 1,
            "representative": clustering.table.texts.gather(first),
            "canonical": clustering.canonical_texts(first),
            "size": clustering.sizes.gather(clusters),
            "texts": clustering.text_counts.gather(clusters),
            "hosts": clustering.host_counts.gather(clusters),
        }
    )
    names = [bound.step.name for bound in clustering.profile.steps]
    several = frame["texts"].to_list()
    steps: list[str] = []
    differs: list[str] = []
    for number, (cluster, texts) in enumerate(zip(clusters.to_list(), several, strict=True)):
        if number % 1000 == 0:
            task.at("reasons", number, clusters.len())
        alone = texts == 1
        steps.append(
            "" if alone or not options.reasons else " ".join(names[at] for at in clustering.steps_of(cluster))
        )
        differs.append("" if alone else " ".join(each.value for each in clustering.differs(cluster)))
    disagrees = [
        " ".join(f"“{name}”" for name, flags in clustering.disagreement.items() if flags[cluster])
        if clustering.disagreement
        else ""
        for cluster in clusters.to_list()
    ]
    notes = [clustering.notes.get(cluster, "") for cluster in clusters.to_list()]
    ignored = [cluster in clustering.ignored for cluster in clusters.to_list()]
    more = {"steps": steps} if options.reasons else {}
    return frame.with_columns(
        *(pl.Series(name, values, dtype=pl.String) for name, values in more.items()),
        pl.Series("differs", differs, dtype=pl.String),
        pl.Series("disagrees", disagrees, dtype=pl.String),
        pl.Series("note", [codec.encode(note) for note in notes], dtype=pl.String),
        pl.Series("ignored", ignored, dtype=pl.Boolean),
    )


def _redirects(
    clustering: Clustering,
    texts: pl.Series,
    options: ExportOptions,  # noqa: ARG001
    task: Task,  # noqa: ARG001
) -> pl.DataFrame:
    """Every distinct text but the representatives, with its representative."""
    clusters = clustering.cluster_of_text.gather(texts)
    return pl.DataFrame(
        {
            "old": clustering.table.texts.gather(texts),
            "new": clustering.table.texts.gather(clustering.representative.gather(clusters)),
        }
    )


def without_credentials(frame: pl.DataFrame) -> pl.DataFrame:
    """The secrets of userinfo hidden in every column of texts."""
    for name, kind in frame.schema.items():
        if kind != pl.String:
            continue
        column = frame[name]
        found = column.str.contains(_HAS_USERINFO).fill_null(False)
        if found.any():
            at = found.arg_true()
            hidden = [codec.encode(masked(codec.decode(text))) for text in column.gather(at).to_list()]
            frame = frame.with_columns(
                column.clone().scatter(at, pl.Series(hidden, dtype=pl.String)).alias(name)
            )
    return frame
