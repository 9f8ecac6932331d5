"""What is exported, as frames of coded columns, a chunk at a time: members, clusters, the redirect map.

Under a profile with rules of sites, members and clusters have a further column `rules`: the names of those
that changed a text, `; ` between two.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.codes import CODE
from urlinspector.bulk.masks import bit_masks, joined_names
from urlinspector.bulk.reasons import steps_of_clusters
from urlinspector.bulk.rule_names import has_rules, rules_of_clusters, rules_of_texts
from urlinspector.bulk.task import Task
from urlinspector.url.components import COMPONENTS
from urlinspector.url.masking import masked

CHUNK = 20_000
"""Rows made at a time; a sheet takes some seconds for them."""
_MAY_HAVE_USERINFO = r"(?s)^[^?#]*@"


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
    wanted = has_rules(clustering) and options.what != "redirects"
    rules = rules_of_texts(clustering, task) if wanted else None
    # What is known of all clusters at once would be found out anew for each chunk.
    chunk = max(1, ids.len()) if options.what == "clusters" else CHUNK
    for start in range(0, max(1, ids.len()), chunk):
        task.at("writing", start, ids.len())
        frame = make(clustering, ids.slice(start, chunk), options, rules, task)
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
    rules: pl.Series | None,
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
            **({} if rules is None else {"rules": rules.gather(texts)}),
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
    clustering: Clustering,
    clusters: pl.Series,
    options: ExportOptions,
    rules: pl.Series | None,
    task: Task,
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
    words = {"steps": _steps(clustering, task).gather(clusters)} if options.reasons else {}
    if rules is not None:
        words["rules"] = rules_of_clusters(clustering, rules).gather(clusters)
    words["differs"] = _differs(clustering).gather(clusters)
    flags = clustering.disagreement
    disagrees = joined_names(
        bit_masks(list(flags.values())), [f"“{name}”" for name in flags], clustering.count
    )
    words["disagrees"] = disagrees.gather(clusters)
    notes = {cluster: codec.encode(note) for cluster, note in clustering.notes.items()}
    ignored = clustering.ignored
    return frame.with_columns(
        *(column.alias(name) for name, column in words.items()),
        pl.Series("note", [notes.get(cluster, "") for cluster in clusters.to_list()], dtype=pl.String),
        pl.Series("ignored", [cluster in ignored for cluster in clusters.to_list()], dtype=pl.Boolean),
    )


def _steps(clustering: Clustering, task: Task) -> pl.Series:
    """For each cluster the names of the steps that made its merges."""
    names = [bound.step.name for bound in clustering.profile.steps]
    try:
        found = steps_of_clusters(clustering, task)
    except ValueError:  # more steps act than all pairs can be asked at once for
        found = [clustering.steps_of(cluster) for cluster in range(clustering.count)]
    words = {steps: " ".join(names[number] for number in steps) for steps in set(found)}
    return pl.Series([words[steps] for steps in found], dtype=pl.String)


def _differs(clustering: Clustering) -> pl.Series:
    """For each cluster the components in which a text differs from the representative."""
    texts, clusters = clustering.clustered, clustering.clusters_of_clustered
    first = clustering.representative.gather(clusters)
    flags = []
    for column in clustering.engine.base:
        differing = clusters.filter(column.codes.gather(texts) != column.codes.gather(first)).unique()
        flags.append(
            pl.repeat(False, clustering.count, dtype=pl.Boolean, eager=True).scatter(differing, True)
        )
    return joined_names(bit_masks(flags), [component.value for component in COMPONENTS], clustering.count)


def _redirects(
    clustering: Clustering,
    texts: pl.Series,
    options: ExportOptions,  # noqa: ARG001
    rules: pl.Series | None,  # noqa: ARG001
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
        found = column.str.contains(_MAY_HAVE_USERINFO).fill_null(False)
        if found.any():
            at = found.arg_true()
            hidden = [codec.encode(masked(codec.decode(text))) for text in column.gather(at).to_list()]
            frame = frame.with_columns(
                column.clone().scatter(at, pl.Series(hidden, dtype=pl.String)).alias(name)
            )
    return frame
