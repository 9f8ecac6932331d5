"""Clusters and rows of a list in full, for reports, summaries and whoever looks at a few of them.

What a table paints is looked up by `view`, which knows how to be quick.
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from urlinspector.normalize.output import write_output
from urlinspector.url.components import COMPONENTS, Component

from . import codec
from .clustering import Clustering
from .codes import CODE, where
from .selection import Selection


class ClusterRow(NamedTuple):
    """One cluster as a table shows it."""

    cluster: int
    representative: str
    canonical: str
    size: int
    """Rows."""
    texts: int
    """Distinct texts."""
    hosts: int
    """Distinct hosts as they stand in the texts."""
    differs: tuple[Component, ...]
    """Components in which the texts differ."""
    disagrees: tuple[str, ...]
    """Columns that should agree and do not."""
    note: str
    ignored: bool


class Glance(NamedTuple):
    """What a summary shows of a cluster."""

    cluster: int
    representative: str
    size: int
    """Rows."""
    texts: int
    """Distinct texts."""
    first: tuple[int, ...]
    """Positions of the first of these."""


class MemberRow(NamedTuple):
    """One row of the list as a table shows it."""

    row: int
    text: str
    source: str
    line: int
    cluster: int | None
    """None for an error and for a row excluded by hand."""
    canonical: str | None
    changed_by: tuple[str, ...]
    """Names of the steps that changed it, in profile order."""
    refused: str
    """Why it has no canonical form; empty where it has one."""
    count: int  # type: ignore[assignment]  # a tuple's own `count` is of no use here
    """How often its text is on the list."""


def glances(clustering: Clustering, clusters: Sequence[int], most: int) -> list[Glance]:
    """Some clusters with at most so many of their texts."""
    found = (
        _members_of(clustering, clusters).group_by("cluster").agg(pl.col("text").head(most), texts=pl.len())
    )
    by_cluster = {cluster: (texts, count) for cluster, texts, count in found.iter_rows()}
    sizes = clustering.sizes[clusters].to_list()
    stand = clustering.table.texts[clustering.representative[clusters]].to_list()
    return [
        Glance(cluster, codec.decode(text), size, by_cluster[cluster][1], tuple(by_cluster[cluster][0]))
        for cluster, text, size in zip(clusters, stand, sizes, strict=True)
    ]


def cluster_rows(clustering: Clustering, clusters: Sequence[int]) -> list[ClusterRow]:
    """Some clusters in full, their members looked at once for all."""
    members = _members_of(clustering, clusters)
    codes = {
        each.value: column.codes for each, column in zip(COMPONENTS, clustering.engine.base, strict=True)
    }
    members = members.with_columns(**{name: each[members["text"]] for name, each in codes.items()})
    counted = members.group_by("cluster").agg(pl.len(), *(pl.col(name).n_unique() for name in codes))
    counts = {cluster: numbers for cluster, *numbers in counted.iter_rows()}
    stand = clustering.representative[clusters]
    texts, forms = clustering.table.texts[stand].to_list(), clustering.canonical_texts(stand).to_list()
    host = COMPONENTS.index(Component.HOST) + 1
    return [
        ClusterRow(
            cluster,
            codec.decode(text),
            codec.decode(form),
            int(clustering.sizes[cluster]),
            counts[cluster][0],
            counts[cluster][host],
            tuple(each for each, n in zip(COMPONENTS, counts[cluster][1:], strict=True) if n > 1),
            tuple(name for name, flags in clustering.disagreement.items() if flags[cluster]),
            clustering.notes.get(cluster, ""),
            cluster in clustering.ignored,
        )
        for cluster, text, form in zip(clusters, texts, forms, strict=True)
    ]


def _members_of(clustering: Clustering, clusters: Sequence[int]) -> pl.DataFrame:
    """The texts of some clusters in one look: columns `cluster` and `text`, in first-seen order."""
    wanted = pl.Series(clusters, dtype=CODE).implode()
    at = where(clustering.cluster_of_text.is_in(wanted))
    return pl.DataFrame({"cluster": clustering.cluster_of_text[at], "text": at})


def member_rows(clustering: Clustering, selection: Selection, start: int, stop: int) -> list[MemberRow]:
    """Rows `start` to `stop` of a selection of rows."""
    rows = selection.column.slice(start, max(0, stop - start))
    texts = clustering.table.text_of_row[rows]
    clusters = clustering.cluster_of_text[texts].to_list()
    counts = clustering.table.counts[texts].to_list()
    made = []
    for row, cluster, count in zip(clustering.table.take(rows), clusters, counts, strict=True):
        outcome = clustering.profile.outcome(row.text)
        refused = "" if outcome.refused is None else outcome.refused.reason
        names = clustering.profile.step_names(outcome)
        form = outcome.canonical and write_output(outcome.canonical, clustering.profile.output)
        made.append(MemberRow(*row, cluster, form, names, refused, count))
    return made
