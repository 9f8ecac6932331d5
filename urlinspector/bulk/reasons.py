"""The reasons of all members at once: for each text the steps its merge takes (definitions §7, `needed`).

A step is necessary for a pair when the two part without it; the necessary steps are the reason when they
suffice alone. Both are asked of the engine for many pairs at a time. Where they do not suffice, one step may
stand in for another, and the pair goes through the search of `needed_steps`.
"""

from collections.abc import Iterator

import polars as pl

from urlinspector.normalize.needed import needed_steps

from .clustering import Clustering
from .codes import KEY, encode, encode_key
from .impact import after_without
from .output import canonical
from .run import Run
from .task import Task

_MOST_STEPS = 63
_FEW = 4
"""Pairs with one set of necessary steps, below which asking the engine costs more than the search."""


def reasons(clustering: Clustering, task: Task | None = None) -> pl.Series:
    """For each text a mask: bit n for the n-th acting step of the run (`Run.acting`).

    Texts that stand for their cluster, that are in it by a decision or in none have 0. Raises Cancelled, and
    ValueError for a profile of which more than 63 steps act.
    """
    task = task or Task()
    run = clustering.run
    if len(run.acting) > _MOST_STEPS:
        raise ValueError("too many steps act")
    texts, others = _pairs(clustering)
    masks: pl.Series = pl.zeros(texts.len(), dtype=KEY, eager=True)
    for at, number in enumerate(run.acting):
        task.at("reasons", at, len(run.acting))
        after = after_without(clustering, number, task)
        parted = after.gather(texts).ne_missing(after.gather(others)) | after.gather(texts).is_null()
        bit: pl.Series = parted.cast(KEY) * (1 << at)
        masks += bit
    open_pairs = list(_insufficient(clustering, texts, others, masks, task))
    if open_pairs:
        left = pl.concat(open_pairs)
        found = _searched(clustering, texts.gather(left), others.gather(left), task)
        masks = masks.clone().scatter(left, found)
    return pl.zeros(run.size, dtype=KEY, eager=True).scatter(texts, masks)


def _pairs(clustering: Clustering) -> tuple[pl.Series, pl.Series]:
    """Each text that the profile itself merges with its representative, and the representative."""
    texts = clustering.clustered
    others = clustering.representative.gather(clustering.clusters_of_clustered)
    merged = clustering.merged_of_text
    same = (texts != others) & (merged.gather(texts) == merged.gather(others))
    return texts.filter(same), others.filter(same)


def _insufficient(
    clustering: Clustering, texts: pl.Series, others: pl.Series, masks: pl.Series, task: Task
) -> Iterator[pl.Series]:
    """Positions of the pairs that their necessary steps alone do not make one."""
    run = clustering.run
    coded = encode(masks)
    groups = (
        pl.DataFrame({"group": coded.codes})
        .with_row_index("at")
        .group_by("group", maintain_order=True)
        .agg("at")
    )
    sets = masks.gather(coded.firsts)
    for done, (group, at) in enumerate(zip(groups["group"], groups["at"], strict=True)):
        task.at("reasons", done, groups.height)
        if at.len() < _FEW:
            yield at
            continue
        mask = int(sets[group])
        steps = [run.steps[number] for n, number in enumerate(run.acting) if mask >> n & 1]
        both = pl.concat([texts.gather(at), others.gather(at)])
        part = clustering.engine.run_some(both.unique().sort(), steps, like=run, task=task)
        codes = _codes(clustering, part, both)
        count = at.len()
        yield at.filter(
            codes.slice(0, count).ne_missing(codes.slice(count)) | codes.slice(0, count).is_null()
        )


def _codes(clustering: Clustering, part: Run, wanted: pl.Series) -> pl.Series:
    """For each wanted text a number that is equal where canonical forms are; null for a refused one."""
    numbers = (
        encode(canonical(part, clustering.engine.pools)).codes
        if part.needs_texts
        else encode_key(part.key()).codes
    )
    if part.refused_at is not None:
        numbers = pl.select(pl.when(part.refused_at.is_null()).then(numbers)).to_series()
    return numbers.gather(part.origin.search_sorted(wanted))


def _searched(clustering: Clustering, texts: pl.Series, others: pl.Series, task: Task) -> pl.Series:
    """The reasons of pairs, one by one."""
    bits = {number: 1 << at for at, number in enumerate(clustering.run.acting)}
    masks = []
    for done, (text, other) in enumerate(zip(texts.to_list(), others.to_list(), strict=True)):
        if done % 200 == 0:
            task.at("reasons", done, texts.len())
        needed = needed_steps(clustering.text(text), clustering.text(other), clustering.profile) or ()
        masks.append(sum(bits.get(number, 0) for number in needed))
    return pl.Series(masks, dtype=KEY)


def steps_of_clusters(clustering: Clustering, task: Task | None = None) -> list[tuple[int, ...]]:
    """For each cluster the positions in the profile of the steps that made its merges. Raises as above."""
    masks = reasons(clustering, task).gather(clustering.clustered)
    frame = pl.DataFrame({"cluster": clustering.clusters_of_clustered, "mask": masks})
    union = (
        frame.lazy().filter(pl.col("mask") > 0).group_by("cluster").agg(pl.col("mask").bitwise_or()).collect()
    )
    of_cluster = pl.zeros(clustering.count, dtype=KEY, eager=True).scatter(union["cluster"], union["mask"])
    acting = clustering.run.acting
    names = {
        mask: tuple(number for at, number in enumerate(acting) if mask >> at & 1)
        for mask in of_cluster.unique().to_list()
    }
    return [names[mask] for mask in of_cluster.to_list()]
