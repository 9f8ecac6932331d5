"""Facets: how the rows of a list spread over hosts, schemes, files, steps, parameters, and values of a
column.
"""

from typing import NamedTuple

import polars as pl

from urlinspector.url.components import Component

from . import codec
from .clustering import Clustering
from .table import sum_by_code


class FacetValue(NamedTuple):
    """One value with the filter that selects it."""

    value: str
    rows: int
    filter: str


KINDS = ("host", "scheme", "file", "step", "param", "size")
"""`column:NAME` besides."""


def facet(clustering: Clustering, kind: str, limit: int = 50) -> list[FacetValue]:
    """The most frequent values of a facet, with their rows."""
    if kind in ("host", "scheme"):
        return _component(clustering, kind, Component(kind), limit)
    if kind == "file":
        return _files(clustering, limit)
    if kind == "step":
        return _steps(clustering)
    if kind == "param":
        from .parameters import explore

        return [
            FacetValue(each.name, each.rows, f"param:{each.name}") for each in explore(clustering)[:limit]
        ]
    if kind == "size":
        return _sizes(clustering, limit)
    return _cells(clustering, kind.removeprefix("column:"), limit)


def _component(clustering: Clustering, kind: str, component: Component, limit: int) -> list[FacetValue]:
    column = clustering.engine.base[component.index]
    pool = clustering.engine.pools[component.index]
    rows = sum_by_code(column.codes, clustering.table.counts, column.image.len())
    values = pool.values.gather(column.image).str.to_lowercase()
    frame = pl.DataFrame({"value": values, "rows": rows}).drop_nulls()
    frame = frame.group_by("value", maintain_order=True).agg(pl.col("rows").sum())
    frame = frame.sort("rows", descending=True, maintain_order=True)
    return [
        FacetValue(codec.decode(value), count, f"{kind}:{codec.decode(value)}")
        for value, count in frame.head(limit).rows()
    ]


def _files(clustering: Clustering, limit: int) -> list[FacetValue]:
    counts = dict(clustering.table.source_of_row.value_counts().rows())
    sources = clustering.table.sources
    found = [FacetValue(name, counts.get(at, 0), f'file:"{name}"') for at, name in enumerate(sources)]
    return sorted(found, key=_rows, reverse=True)[:limit]


def _steps(clustering: Clustering) -> list[FacetValue]:
    found = []
    for number in clustering.run.acting:
        name = clustering.profile.steps[number].step.name
        rows = int(clustering.table.counts.filter(clustering.run.changed(number)).sum())
        found.append(FacetValue(name, rows, f"step:{name}"))
    return found


def _sizes(clustering: Clustering, limit: int) -> list[FacetValue]:
    """How many clusters there are of each size, in a scale that doubles: 1, 2, 3-4, 5-8, …"""
    scale = pl.DataFrame({"size": clustering.sizes}).select(
        ((pl.col("size").cast(pl.Float64)).log(2).ceil()).cast(pl.UInt8).alias("power")
    )
    counts = sorted(scale["power"].value_counts().rows())
    made = []
    for power, count in counts[:limit]:
        low, high = (2 ** (power - 1) + 1 if power else 1), 2**power
        text = f"{low}" if low == high else f"{low}-{high}"
        term = f"size={low}" if low == high else f"size>={low} size<={high}"
        made.append(FacetValue(text, count, term))
    return made


def _cells(clustering: Clustering, name: str, limit: int) -> list[FacetValue]:
    cells = clustering.table.columns[name].cast(pl.String).drop_nulls()
    frame = cells.value_counts(sort=True).head(limit)
    return [
        FacetValue(codec.decode(value), count, f'"{name}"="{codec.decode(value)}"')
        for value, count in frame.rows()
    ]


def _rows(value: FacetValue) -> int:
    return value.rows
