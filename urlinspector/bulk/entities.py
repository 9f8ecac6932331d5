"""A list grouped by web entities: how many URLs, pages and duplicates each has."""

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from . import codec
from .stems import StemTree
from .task import Task

_EVERY = 5000
_BETWEEN = f"{codec.MARK}|"
"""Between stems that are joined: no coded text holds it, a `|` of a path may."""


class EntityRow(NamedTuple):
    """One entity of a list."""

    name: str
    prefixes: tuple[tuple[str, ...], ...]
    """Those that its URLs have, the most frequent first."""
    urls: int
    """Rows."""
    clusters: int

    @property
    def duplicates(self) -> int:
        return max(self.urls - self.clusters, 0)

    @property
    def share(self) -> float:
        """The share of duplicates, from 0 to 1."""
        return self.duplicates / self.urls if self.urls else 0.0


def group_by(
    tree: StemTree,
    entity_of: Callable[[tuple[str, ...]], tuple[str, tuple[str, ...]]],
    paths: int | None,
    task: Task | None = None,
) -> list[EntityRow]:
    """The entities of a list, the largest first. `entity_of` gives name and prefix for a URL's stems, of
    which it looks at the host's and the first `paths` of the path (None: all). Raises Cancelled.
    """
    task = task or Task()
    stems = pl.col("stems")
    heads = tree.frame.select(
        (stems if paths is None else stems.list.head(pl.col("hosts") + paths))
        .list.join(_BETWEEN)
        .alias("head"),
        "urls",
        "cluster",
    )
    distinct = heads["head"].unique(maintain_order=True)
    names: list[str] = []
    prefixes: list[str] = []
    for at, head in enumerate(distinct.to_list()):
        if at % _EVERY == 0:
            task.at("entities", at, distinct.len())
        name, prefix = entity_of(_stems(head))
        names.append(codec.encode(name))
        prefixes.append(_BETWEEN.join(map(codec.encode, prefix)))
    table = pl.DataFrame({"head": distinct, "name": names, "prefix": prefixes})
    joined = heads.join(table, on="head", how="left", maintain_order="left")
    task.at("entities", distinct.len(), distinct.len())
    found = (
        joined.lazy()
        .group_by("name")
        .agg(
            pl.col("urls").sum(),
            pl.col("cluster").n_unique(),
            pl.col("prefix").value_counts(sort=True).struct.field("prefix").alias("prefixes"),
        )
        .sort("urls", "name", descending=[True, False])
        .collect()
    )
    return [
        EntityRow(
            codec.decode(name),
            tuple(map(_stems, own)),
            urls,
            clusters,
        )
        for name, urls, clusters, own in found.select("name", "urls", "cluster", "prefixes").iter_rows()
    ]


def _stems(joined: str) -> tuple[str, ...]:
    return tuple(map(codec.decode, joined.split(_BETWEEN)))
