"""Sorting: selections in another order. Ties keep the order of the list.

URLs are compared component by component, scheme and userinfo last: what differs in `http`, `https` or a
password only stands together, and a million rows need no comparison of whole texts.
"""

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from urlinspector.url.components import Component
from urlinspector.url.lru import WEIGHTS, StemKind

from .clustering import Clustering
from .codes import CODE, Pool, pack
from .representative import numbers
from .run import Column
from .selection import Selection
from .specificity import specificity_order
from .task import Task

_ORDER = tuple(
    component.index
    for component in (
        Component.HOST,
        Component.PORT,
        Component.PATH,
        Component.QUERY,
        Component.FRAGMENT,
        Component.SCHEME,
        Component.USERINFO,
    )
)


def cluster_keys(
    clustering: Clustering, weights: Mapping[StemKind, int] = WEIGHTS, task: Task | None = None
) -> dict[str, Callable[[], pl.Series]]:
    """What clusters can be sorted by: a name, and one value for each cluster.

    `weights` are what stems count for the specificity, which `task` may cancel.
    """
    engine, first = clustering.engine, clustering.representative
    pools = engine.pools
    return {
        "cluster": lambda: pl.int_range(clustering.count, dtype=CODE, eager=True),
        "size": lambda: clustering.sizes,
        "texts": lambda: clustering.text_counts,
        "representative": lambda: url_order(engine.base, pools, first),
        "canonical": lambda: url_order(clustering.run.columns, pools, first),
        "specificity": lambda: specificity_order(engine, weights, first, task),
        "hosts": lambda: clustering.host_counts,
        "disagrees": lambda: clustering.disagrees.cast(pl.UInt8),
    }


def row_keys(clustering: Clustering) -> dict[str, Callable[[], pl.Series]]:
    """What rows can be sorted by; the list's other columns besides."""
    table = clustering.table
    by_text: dict[str, Callable[[], pl.Series]] = {
        "text": lambda: url_order(clustering.engine.base, clustering.engine.pools),
        "canonical": lambda: url_order(clustering.run.columns, clustering.engine.pools),
        "specificity": lambda: specificity_order(clustering.engine),
        "count": lambda: table.counts,
        "cluster": lambda: clustering.cluster_of_text,
    }
    return {
        "row": lambda: pl.int_range(table.rows, dtype=CODE, eager=True),
        "source": lambda: table.source_of_row,
        "line": lambda: table.line_of_row,
        **{name: _of_rows(make, table.text_of_row) for name, make in by_text.items()},
        **{f"column:{name}": _cells(table.columns[name]) for name in table.column_names},
    }


def _of_rows(make: Callable[[], pl.Series], text_of_row: pl.Series) -> Callable[[], pl.Series]:
    return lambda: make()[text_of_row]


def url_order(columns: Sequence[Column], pools: Sequence[Pool], rows: pl.Series | None = None) -> pl.Series:
    """For each text (or some) a number: the smaller, the earlier its URL stands."""
    ranked: list[tuple[pl.Series, int]] = []
    for at in _ORDER:
        column = columns[at]
        # Absent before empty, so that the order is one of whole URLs.
        ranks = pools[at].values[column.image].rank("dense").fill_null(0).cast(CODE)
        size = 1 if ranks.is_empty() else int(ranks.max() or 0) + 1  # type: ignore[arg-type]
        ranked.append((ranks[column.codes if rows is None else column.codes[rows]], size))
    key = pack(ranked)
    return key.column if key.rest is None else _two_as_one(key.column, key.rest)


def _two_as_one(column: pl.Series, rest: pl.Series) -> pl.Series:
    """The order of pairs as one number: ranks leave room for what did not fit."""
    return pack([(_ranks(column), column.len()), (_ranks(rest), rest.len())]).column


def _ranks(column: pl.Series) -> pl.Series:
    return column.rank("dense").cast(CODE) - 1


def _cells(column: pl.Series) -> Callable[[], pl.Series]:
    """As numbers where most values are, else as texts."""

    def make() -> pl.Series:
        as_numbers = numbers(column)
        present = column.len() - column.null_count()
        return as_numbers if (as_numbers.len() - as_numbers.null_count()) * 2 > present else column

    return make


def sort(selection: Selection, key: pl.Series, *, descending: bool = False) -> Selection:
    """A selection by one value for each id. Absent values come last."""
    values = key[selection.column]
    frame = pl.DataFrame({"value": values, "id": selection.column})
    return Selection(frame.sort("value", descending=descending, nulls_last=True, maintain_order=True)["id"])
