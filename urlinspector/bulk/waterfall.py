"""How many distinct forms are left after each step of a profile: from distinct texts down to clusters."""

from typing import NamedTuple

import polars as pl

from .clustering import Clustering
from .codes import pack
from .run import Stage
from .task import Task


class Fall(NamedTuple):
    """One step in its place: how many forms it takes away from those that the steps before it left."""

    number: int
    """The step's position in the profile."""
    removed: int
    """May be negative: a step can tell apart what was equal before."""


def waterfall(clustering: Clustering, task: Task | None = None) -> tuple[Fall, ...]:
    """The steps that changed anything, in the profile's order; errors are left out. Raises Cancelled."""
    task = task or Task()
    run = clustering.run
    accepted = run.accepted
    before = run.size if accepted is None else accepted.len()
    falls = []
    acting = run.acting
    for at, number in enumerate(acting):
        task.at("waterfall", at, len(acting))
        # The last step's answer is known: what the profile merges.
        last = at == len(acting) - 1
        after = clustering.merged_count if last else _forms(run.stages[number + 1], accepted)
        falls.append(Fall(number, before - after))
        before = after
    return tuple(falls)


def _forms(stage: Stage, accepted: pl.Series | None) -> int:
    """How many distinct forms the accepted texts have at a stage."""
    if stage.columns is None:
        codes = stage.texts if accepted is None else stage.texts.gather(accepted)
        return int(codes.n_unique())
    columns = []
    for column in stage.columns:
        # Two slots may hold one code, so slots are ranked by their codes.
        ranks = column.image.rank("dense") - 1
        codes = column.codes if accepted is None else column.codes.gather(accepted)
        columns.append((ranks.gather(codes), column.image.len()))
    key = pack(columns)
    if key.rest is None:
        return int(key.column.n_unique())
    return pl.DataFrame({"a": key.column, "b": key.rest}).n_unique()
