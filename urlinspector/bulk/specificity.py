"""How special the URLs of a list are: the stems of their LRUs, weighed (definitions §4; Hyphe's wiki).

The stems of a URL are those of its components one after the other, so each component's distinct values are
counted once: hosts by the LRU itself, as an IP address is one stem, paths by their slashes in columns.
"""

from collections.abc import Callable, Mapping

import polars as pl

from urlinspector.url.components import Component, Url
from urlinspector.url.lru import WEIGHTS, StemKind, lru_of

from . import codec
from .engine import Engine
from .task import Task

_EVERY = 5000
_NOTHING = Url(None, None, None, None, "", None, None)
_COUNT = pl.Int64


def specificity_order(
    engine: Engine,
    weights: Mapping[StemKind, int] = WEIGHTS,
    rows: pl.Series | None = None,
    task: Task | None = None,
) -> pl.Series:
    """For each distinct text (or some) a number: the smaller, the more general; the number of stems decides
    between equal weights, as `Lru.specificity` has it. Raises Cancelled.
    """
    found = specificities(engine, weights, rows, task)
    most = found["stems"].max()
    return found["weighted"] * ((int(most) if isinstance(most, int) else 0) + 1) + found["stems"]


def specificities(
    engine: Engine,
    weights: Mapping[StemKind, int] = WEIGHTS,
    rows: pl.Series | None = None,
    task: Task | None = None,
) -> pl.DataFrame:
    """`stems` and `weighted` of each distinct text (or some), taken as it is written. Raises Cancelled."""
    task = task or Task()
    size = engine.size if rows is None else rows.len()
    stems = weighted = pl.repeat(0, size, dtype=_COUNT, eager=True)
    for component, count in _COUNTS.items():
        task.at("stems")
        column = engine.base[component.index]
        of_value = count(engine.pools[component.index].values.gather(column.image), weights, task)
        codes = column.codes if rows is None else column.codes.gather(rows)
        stems = stems + of_value["stems"].gather(codes)
        weighted = weighted + of_value["weighted"].gather(codes)
    return pl.DataFrame({"stems": stems, "weighted": weighted})


def _one_by_one(name: str) -> "_Counter":
    """Counts by the LRU of a URL that has nothing else."""

    def count(values: pl.Series, weights: Mapping[StemKind, int], task: Task) -> pl.DataFrame:
        found = []
        for at, value in enumerate(values.to_list(), 1):
            alone = _NOTHING if value is None else _NOTHING._replace(**{name: codec.decode(value)})
            found.append(lru_of(alone).specificity(weights))
            if at % _EVERY == 0:
                task.at("stems", at, values.len())
        return pl.DataFrame(found, {"stems": _COUNT, "weighted": _COUNT}, orient="row")

    return count


def _segments(values: pl.Series, weights: Mapping[StemKind, int], task: Task) -> pl.DataFrame:
    """A stem for each segment; an empty path has none, a path without a slash before it one more."""
    del task
    path = pl.col("value").fill_null("")
    stems = path.str.count_matches("/", literal=True) + (path != "") - path.str.starts_with("/")
    return _weighed(values, stems, weights.get(StemKind.PATH, 0))


def _whole(kind: StemKind) -> "_Counter":
    """One stem where there is a value, empty or not."""

    def count(values: pl.Series, weights: Mapping[StemKind, int], task: Task) -> pl.DataFrame:
        del task
        return _weighed(values, pl.col("value").is_not_null(), weights.get(kind, 0))

    return count


def _weighed(values: pl.Series, stems: pl.Expr, weight: int) -> pl.DataFrame:
    frame = pl.DataFrame({"value": values.cast(pl.String)}).select(stems.cast(_COUNT).alias("stems"))
    return frame.with_columns((pl.col("stems") * weight).cast(_COUNT).alias("weighted"))


_Counter = Callable[[pl.Series, Mapping[StemKind, int], Task], pl.DataFrame]
_COUNTS: Mapping[Component, _Counter] = {
    Component.SCHEME: _whole(StemKind.SCHEME),
    Component.USERINFO: _one_by_one("userinfo"),
    Component.HOST: _one_by_one("host"),
    Component.PORT: _whole(StemKind.PORT),
    Component.PATH: _segments,
    Component.QUERY: _whole(StemKind.QUERY),
    Component.FRAGMENT: _whole(StemKind.FRAGMENT),
}
