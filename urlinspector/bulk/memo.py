"""What a step does to the values of a component, remembered: each value is shown to the step once.

This is where the engine calls the steps, the same `apply` functions as everywhere else. A value that
`may_change` does not match is never shown to a step; a value with a lone surrogate always is (definitions
§1).
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import polars as pl

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Refused

from . import codec
from .codes import CODE, Pool
from .task import Task

CHUNK = 4096
"""Values shown to a step between two looks at the cancel token; also bounds how long other threads wait."""


class Matches:
    """Which values of a pool a step may change, found once for each value."""

    def __init__(self, bound: BoundStep, pool: Pool) -> None:
        self._pool = pool
        self._pattern = bound.step.may_change(bound.prepared)
        self._takes_absent = bound.step.takes_absent
        self._flags = pl.Series(dtype=pl.Boolean)

    def flags(self) -> pl.Series:
        """For each value of the pool, whether the step is to see it."""
        known, size = self._flags.len(), len(self._pool)
        if known < size:
            new = self._match(self._pool.values.slice(known))
            self._flags = pl.concat([self._flags, new]) if known else new
        return self._flags

    def _match(self, values: pl.Series) -> pl.Series:
        if self._pattern is None:
            return values.is_not_null() | self._takes_absent
        found = matching(self._pattern, values, marked=self._pool.holds_marked)
        return found.fill_null(self._takes_absent)


def matching(pattern: str, values: pl.Series, *, marked: bool) -> pl.Series:
    """Which values a step's pattern matches; with `marked`, coded values count as matched."""
    found = values.str.contains(pattern)
    return found | values.str.contains(codec.MARK, literal=True) if marked else found


class StepMemo:
    """One step without needs on one component: from codes of its pool to codes of its pool."""

    def __init__(self, bound: BoundStep, pool: Pool) -> None:
        self._bound, self._pool = bound, pool
        self._matches = Matches(bound, pool)
        self._map = pl.Series(dtype=CODE)
        self.refused: dict[int, Refused] = {}
        """Refusals, by the code of the value; the map leaves such a value as it is."""

    def lookup(self, codes: pl.Series, task: Task) -> pl.Series:
        """What the step makes of each of the codes. Raises Cancelled."""
        self._extend()
        found = self._map.gather(codes)
        if not found.has_nulls():
            return found
        self._learn(codes.filter(found.is_null()).unique(), task)
        return self._map.gather(codes)

    def _extend(self) -> None:
        known, size = self._map.len(), len(self._pool)
        if known == size:
            return
        flags = self._matches.flags().slice(known)
        codes = pl.int_range(known, size, dtype=CODE, eager=True)
        new = pl.select(pl.when(~flags).then(codes)).to_series().cast(CODE)
        self._map = pl.concat([self._map, new], rechunk=True) if known else new

    def _learn(self, codes: pl.Series, task: Task) -> None:
        changed: list[int] = []
        texts: list[str | None] = []
        for start in range(0, codes.len(), CHUNK):
            task.at(self._bound.step.name, start, codes.len())
            self._apply(codes.slice(start, CHUNK), changed, texts)
        self._map = self._map.scatter(codes, codes)
        if changed:
            self._map = self._map.scatter(pl.Series(changed, dtype=CODE), self._pool.intern(texts))

    def _apply(self, codes: pl.Series, changed: list[int], texts: list[str | None]) -> None:
        """Show some values to the step; adds the codes and the new texts of those that it changed."""
        apply, prepared = self._bound.step.apply, self._bound.prepared
        values = self._pool.texts(codes)
        answers: list[Any] = [apply(value, (), prepared) for value in values]
        if answers == values:
            return
        for code, value, answer in zip(codes.to_list(), values, answers, strict=True):
            if answer == value:
                continue
            if isinstance(answer, Refused):
                self.refused[code] = answer
            else:
                changed.append(code)
                texts.append(answer)


class NeedyMemo:
    """One step with needs on one component: from tuples of codes, the value's first, to codes of its pool."""

    def __init__(self, bound: BoundStep, pool: Pool, needed: Sequence[Pool]) -> None:
        self._bound, self._pool, self._needed = bound, pool, list(needed)
        self.matches = Matches(bound, pool)
        self._known: dict[tuple[int, ...], int] = {}
        self.refused: dict[tuple[int, ...], Refused] = {}

    def lookup(self, columns: Sequence[pl.Series], task: Task) -> tuple[pl.Series, pl.Series]:
        """What the step makes of each tuple, and whether it refused it. Raises Cancelled."""
        keys = list(zip(*[column.to_list() for column in columns], strict=True))
        known = self._known
        self._learn([key for key in keys if key not in known] if known else keys, task)
        codes = pl.Series(list(map(known.__getitem__, keys)), dtype=CODE)
        refused = self.refused
        return codes, pl.Series(
            [key in refused for key in keys] if refused else [False] * len(keys), dtype=pl.Boolean
        )

    def _learn(self, keys: list[tuple[int, ...]], task: Task) -> None:
        changed: list[tuple[int, ...]] = []
        texts: list[str | None] = []
        for start in range(0, len(keys), CHUNK):
            task.at(self._bound.step.name, start, len(keys))
            self._apply(keys[start : start + CHUNK], changed, texts)
        # Only now, so that a cancelled run leaves nothing half known.
        self._known.update(zip(keys, map(itemgetter(0), keys), strict=True))
        self._known.update(zip(changed, self._pool.intern(texts).to_list(), strict=True))

    def _apply(
        self, keys: list[tuple[int, ...]], changed: list[tuple[int, ...]], texts: list[str | None]
    ) -> None:
        """Show some tuples to the step; adds the keys and the new texts of those that it changed."""
        apply, prepared = self._bound.step.apply, self._bound.prepared
        columns = list(zip(*keys, strict=True))
        values = self._texts(self._pool, columns[0])
        needed = [self._texts(pool, column) for pool, column in zip(self._needed, columns[1:], strict=True)]
        answers: list[Any] = [
            apply(value, others, prepared)
            for value, others in zip(values, zip(*needed, strict=True), strict=True)
        ]
        if answers == values:
            return
        for key, value, answer in zip(keys, values, answers, strict=True):
            if answer == value:
                continue
            if isinstance(answer, Refused):
                self.refused[key] = answer
            else:
                changed.append(key)
                texts.append(answer)

    @staticmethod
    def _texts(pool: Pool, codes: Sequence[int]) -> list[str | None]:
        distinct = list(dict.fromkeys(codes))
        texts = dict(zip(distinct, pool.texts(pl.Series(distinct, dtype=CODE)), strict=True))
        return [texts[code] for code in codes]
