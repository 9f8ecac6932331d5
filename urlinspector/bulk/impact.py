"""Step impact: what each step of a profile does to this list, and what the steps that are off would do.

`merges` of a step that is on = clusters without it - clusters with it; of one that is off = clusters now -
clusters with it. Only the texts that the step touches go through the rest of the profile again (definitions
§6).
"""

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import Profile, ProfileError
from urlinspector.normalize.steps import CATALOGUE

from .clustering import Clustering
from .codes import CODE
from .judging import Merges, judge
from .run import Run
from .task import Task


class StepImpact(NamedTuple):
    """One step on one list."""

    step: str
    number: int | None
    """Its position in the profile; None for a step that is off."""
    changed: int
    """Rows that it changes."""
    merges: int
    suspicious: int
    """Merges whose members disagree in a column that should agree."""
    supported: int
    """Merges where one member redirects to another or names it canonical."""
    why_not: str = ""
    """Why a step that is off cannot be switched on."""


def impacts(clustering: Clustering, task: Task | None = None, *, off: bool = True) -> Iterator[StepImpact]:
    """The impact of every step of the profile in order, then of the steps that are off in catalogue order.

    Raises Cancelled between two.
    """
    task = task or Task()
    profile = clustering.profile
    for number in range(len(profile.steps)):
        task.at("impact", number, len(profile.steps))
        yield impact_of(clustering, number, task)
    if off:
        for step in CATALOGUE:
            if not profile.holds(step.name) and not step.peer:
                task.at("impact")
                yield impact_if_on(clustering, step.name, task)


def impact_of(clustering: Clustering, number: int, task: Task | None = None) -> StepImpact:
    """What vanishes when one step of the profile alone is taken away. Raises Cancelled."""
    run, profile = clustering.run, clustering.profile
    name = profile.steps[number].step.name
    touched = run.changed(number)
    changed = int(clustering.table.counts.filter(touched).sum())
    for at, rows in run.refusals:
        if at == number:
            touched = touched.clone().scatter(rows, True)
    steps = (*profile.steps[:number], *profile.steps[number + 1 :])
    merges = what_if(clustering, number, steps, touched, task or Task(), apart=True)
    return StepImpact(name, number, changed, merges.count, merges.suspicious, merges.supported)


def impact_if_on(
    clustering: Clustering, name: str, task: Task | None = None, options: dict[str, object] | None = None
) -> StepImpact:
    """What a step that is off would do, with its default options or others. Raises Cancelled."""
    try:
        profile = clustering.profile.enabled(name, options)
    except ProfileError as error:
        return StepImpact(name, None, 0, 0, 0, 0, error.reason)
    return impact_of_profile(clustering, profile, name, task)


def impact_of_profile(
    clustering: Clustering,
    profile: Profile,
    name: str,
    task: Task | None = None,
    *,
    probe: BoundStep | None = None,
) -> StepImpact:
    """What a profile would do in which one step, `name`, is added or does more. Raises Cancelled.

    `probe` is a step that changes every text which can come out otherwise; the step itself where it is added.
    """
    task = task or Task()
    number = next(at for at, bound in enumerate(profile.steps) if bound.step.name == name)
    touched = clustering.engine.touched(clustering.run, number, probe or profile.steps[number], task)
    if clustering.run.refused_at is not None:
        touched = touched & (clustering.run.refused_at >= number).fill_null(True)
    changed = int(clustering.table.counts.filter(touched).sum())
    merges = what_if(clustering, number, profile.steps, touched, task, apart=False)
    return StepImpact(name, None, changed, merges.count, merges.suspicious, merges.supported)


def after_without(clustering: Clustering, number: int, task: Task) -> pl.Series:
    """For each text of the list the number of the cluster that it would be in without one step; null for an
    error. Raises Cancelled.
    """
    run = clustering.run
    touched = run.changed(number)
    for at, rows in run.refusals:
        if at == number:
            touched = touched.clone().scatter(rows, True)
    texts = touched.arg_true().cast(CODE)
    if texts.is_empty():
        return clustering.merged_of_text
    steps = (*run.steps[:number], *run.steps[number + 1 :])
    return _after(clustering, clustering.engine.resume(run, number, steps, texts, task=task), texts)


def what_if(
    clustering: Clustering,
    number: int,
    steps: tuple[BoundStep, ...],
    touched: pl.Series,
    task: Task,
    *,
    apart: bool,
) -> Merges:
    """The merges between the clustering as it is and as it were with other steps from `number` on.

    `apart` where the other steps merge less.
    """
    texts = touched.arg_true().cast(CODE)
    if texts.is_empty():
        return Merges(0, 0, 0)
    run = clustering.engine.resume(clustering.run, number, steps, texts, task=task)
    before = clustering.merged_of_text
    after = _after(clustering, run, texts)
    count = clustering.merged_count
    other = after.drop_nulls().n_unique()
    merges = other - count if apart else count - other
    coarse, fine = (before, after) if apart else (after, before)
    return judge(clustering, coarse, fine, merges, task)


def _after(clustering: Clustering, run: Run, texts: pl.Series) -> pl.Series:
    """For each text of the list the number of the cluster that it would be in; null for an error."""
    before, count = clustering.merged_of_text, clustering.merged_count
    accepted = run.accepted if run.accepted is not None else pl.int_range(texts.len(), dtype=CODE, eager=True)
    numbers, clusters = clustering.keys.distinct(run, accepted)
    # A cluster that none of its old texts is left in is told apart from the old one by nothing but its
    # number.
    new = pl.int_range(count, count + clusters.len(), dtype=CODE, eager=True)
    clusters = pl.select(pl.coalesce(clusters, new)).to_series()
    result = before.clone().scatter(texts, pl.Series([None], dtype=CODE).new_from_index(0, texts.len()))
    return result.scatter(texts.gather(accepted), clusters.gather(numbers))
