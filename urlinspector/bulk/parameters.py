"""The parameter explorer: every query name on a list, and what dropping it would merge."""

from dataclasses import dataclass

import polars as pl

from urlinspector.normalize.profile import ProfileError, bind, known_step
from urlinspector.url.components import Component

from . import codec
from .clustering import Clustering
from .impact import StepImpact, impact_of_profile
from .task import Task

_STEP = "remove-parameters"


@dataclass(frozen=True)
class Parameter:
    """One name as it stands in queries, not decoded."""

    name: str
    rows: int
    """Rows whose query has it."""
    values: int
    """Distinct values, `name` alone counting as one."""
    hosts: int
    """Distinct hosts, letter case aside."""


def explore(clustering: Clustering) -> list[Parameter]:
    """All names of a list, the most frequent first."""
    engine, counts = clustering.engine, clustering.table.counts
    query, host = engine.base[Component.QUERY.index], engine.base[Component.HOST.index]
    queries = engine.pools[Component.QUERY.index].values.gather(query.image)
    numbered = pl.DataFrame({"field": queries}).with_row_index("query")
    fields = numbered.lazy().drop_nulls().with_columns(pl.col("field").str.split("&")).explode("field")
    fields = fields.filter(pl.col("field") != "").unique()
    cut = pl.col("field").str.splitn("=", 2)
    fields = fields.select("query", name=cut.struct.field("field_0"), value=cut.struct.field("field_1"))
    hosts = engine.pools[Component.HOST.index].values.gather(host.image).str.to_lowercase()
    texts = pl.DataFrame({"query": query.codes, "host": hosts.gather(host.codes), "rows": counts})
    per_query = texts.lazy().group_by("query").agg(pl.col("rows").sum(), pl.col("host").unique())
    names = fields.group_by("query", "name").agg(pl.len()).join(per_query, on="query")
    totals = names.group_by("name").agg(
        pl.col("rows").sum(), pl.col("host").explode().n_unique().alias("hosts")
    )
    values = fields.group_by("name").agg(pl.col("value").n_unique().alias("values"))
    found = totals.join(values, on="name").sort(["rows", "name"], descending=[True, False]).collect()
    return [
        Parameter(codec.decode(name), rows, count, hosts)
        for name, rows, count, hosts in found.select("name", "rows", "values", "hosts").rows()
    ]


def impact_of_dropping(clustering: Clustering, name: str, task: Task | None = None) -> StepImpact:
    """What dropping one parameter more would merge, through the step of that name. Raises Cancelled."""
    bound = clustering.profile.bound(_STEP)
    names = bound.options.names if bound is not None else ()
    step = known_step(_STEP)
    try:
        wider = clustering.profile.enabled(_STEP, {"names": [*names, name]})
        # Only queries that hold the name can come out otherwise.
        probe = bind(step, {"names": [name]}, None if bound is None else bound.options)
    except ProfileError as error:
        return StepImpact(_STEP, None, 0, 0, 0, 0, error.reason)
    return impact_of_profile(clustering, wider, _STEP, task, probe=probe)
