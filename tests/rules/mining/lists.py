"""Small lists for the tests of the miner."""

from collections.abc import Sequence

import polars as pl

from urlinspector.bulk import mining, mining_labels
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Task
from urlinspector.normalize.library import builtin
from urlinspector.rules.mining import MiningResult, Proposal, mine

Rows = Sequence[tuple[str, str]]
"""URL and label; an empty label is an absent one."""


def clustering_of(rows: Rows, column: str = "hash") -> Clustering:
    """The clusters of a list under the profile `safe`; no columns where no row has a label."""
    columns = pl.DataFrame({column: [label or None for _, label in rows]}, schema={column: pl.String})
    table = UrlTable.of(
        [url for url, _ in rows], columns=columns if any(label for _, label in rows) else None
    )
    return Clustering.make(Engine(table), builtin("safe"))


def frame_of(rows: Rows) -> pl.DataFrame:
    """What the miner sees of a list, no labels masked, in the order of the list."""
    clustering = clustering_of(rows)
    chosen = mining_labels.choose(clustering, None)
    labels = mining_labels.labels_of(clustering, *chosen, Task()).of_cluster if chosen else None
    return mining.items_of(clustering, labels).frame.sort("item")


def mined(rows: Rows, min_support: int = 5, **more: object) -> MiningResult:
    """What is found on a list."""
    return mine(clustering_of(rows), None, min_support, **more)  # type: ignore[arg-type]


def words(proposals: Sequence[Proposal]) -> set[str]:
    """Rules in words, with their scopes."""
    return {f"{each.in_words} on {each.scope}" for each in proposals}
