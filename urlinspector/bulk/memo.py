"""What a step does to the values of a component, remembered: each value is shown to the step once.

This is where the engine calls the steps, the same `apply` functions as everywhere else. A value that
`may_change` does not match is never shown to a step; a value with a lone surrogate always is (definitions
§1).
"""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import polars as pl

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Needed, Refused

from . import codec
from .codes import CODE, Pool, where
from .task import Begun, Task

CHUNK = 1 << 14
"""Values shown to a step between two looks at the cancel token; also bounds how long other threads wait."""


class Matches:
    """Which values of a pool a step may change, found once for each value."""

    def __init__(self, bound: BoundStep, pool: Pool) -> None:
        self._pool = pool
        self._pattern = bound.step.may_change(bound.prepared)
        self._takes_absent = bound.step.takes_absent
        self._flags = pl.Series(dtype=pl.Boolean)
        self._begun: Begun[pl.Series] | None = None

    @property
    def is_known(self) -> bool:
        """Whether it was looked for, or there is nothing to look at."""
        return self._begun is not None or self._flags.len() > 0 or not len(self._pool)

    def look(self) -> pl.Series:
        """Look at the values that are there; for another thread, whose answer `expect` is to be told of."""
        return self._match(self._pool.values)

    def expect(self, begun: Begun[pl.Series]) -> None:
        """Let `flags` wait for what `look` gives elsewhere."""
        self._begun = begun

    def flags(self, task: Task) -> pl.Series:
        """For each value of the pool, whether the step is to see it. Raises Cancelled."""
        if self._begun is not None:
            self._flags, self._begun = task.answer(self._begun), None
        known, size = self._flags.len(), len(self._pool)
        if known < size:
            new = self._match(self._pool.values.slice(known))
            self._flags = pl.concat([self._flags, new]) if known else new
        return self._flags

    def _match(self, values: pl.Series) -> pl.Series:
        if self._pattern is None:
            return values.is_not_null() | self._takes_absent
        return matching(self._pattern, values, self._pool).fill_null(self._takes_absent)


def matching(pattern: str, values: pl.Series, pool: Pool) -> pl.Series:
    """Which values a step's pattern matches, null for an absent one; values with the codec's mark count as
    matched.
    """
    found = _holds(pattern, values)
    return found | values.str.contains(codec.MARK, literal=True) if pool.holds_marked else found


def _holds(pattern: str, values: pl.Series) -> pl.Series:
    """Which values a pattern matches.

    Where it is known to which end of a text a pattern is tied, the others are not looked through; of two
    patterns for either end that is only known when they are looked for by themselves.
    """
    start, bar, end = pattern.partition("|")
    is_simple = "(" not in pattern and "|" not in end and start.count("[") == start.count("]")
    if bar and is_simple and start.startswith("^") and end.endswith(r"\z"):
        return values.str.contains(start) | values.str.contains(end)
    return values.str.contains(pattern)


class Alike:
    """Which values of a pool are one to a step that needs them (`Step.tells_apart`)."""

    def __init__(self, pattern: str, pool: Pool) -> None:
        self._pattern, self._pool = pattern, pool
        self._codes = pl.Series(dtype=CODE)
        self._standing: int | None = None
        """The value that stands for all that the pattern does not match."""

    def codes(self) -> pl.Series:
        """For each value of the pool the code of the one that stands for it."""
        known, size = self._codes.len(), len(self._pool)
        if known < size:
            self._codes = pl.concat([self._codes, self._stand_for(known, size)], rechunk=True)
        return self._codes

    def _stand_for(self, known: int, size: int) -> pl.Series:
        codes = pl.int_range(known, size, dtype=CODE, eager=True)
        differs = matching(self._pattern, self._pool.values.slice(known), self._pool).fill_null(True)
        if self._standing is None:
            plain = codes.filter(~differs)
            if plain.is_empty():
                return codes
            self._standing = int(plain[0])
        return codes.zip_with(differs, pl.Series([self._standing], dtype=CODE).new_from_index(0, codes.len()))


class StepMemo:
    """One step on one component, beside needed values that are always the same: from codes of the component's
    pool to codes of it.
    """

    def __init__(self, bound: BoundStep, pool: Pool, matches: Matches, needed: Needed = ()) -> None:
        self._bound, self._pool, self._matches, self._needed = bound, pool, matches, needed
        self._map = pl.Series(dtype=CODE)
        self.refused: dict[int, Refused] = {}
        """Refusals, by the code of the value; the map leaves such a value as it is."""

    def lookup(self, codes: pl.Series, task: Task) -> pl.Series:
        """What the step makes of each of the codes. Raises Cancelled."""
        flags = self._matches.flags(task)
        if not flags[codes].any():
            return codes
        self._extend(flags)
        found = self._map[codes]
        if not found.has_nulls():
            return found
        self._learn(codes.filter(found.is_null()).unique(), task)
        return self._map[codes]

    def _extend(self, flags: pl.Series) -> None:
        known, size = self._map.len(), flags.len()
        if known == size:
            return
        codes = pl.int_range(known, size, dtype=CODE, eager=True)
        new = pl.select(pl.when(~flags.slice(known)).then(codes)).to_series()
        self._map = pl.concat([self._map, new], rechunk=True) if known else new

    def _learn(self, codes: pl.Series, task: Task) -> None:
        shown = _Shown(self._bound)
        for start in range(0, codes.len(), CHUNK):
            task.at(self._bound.step.name, start, codes.len())
            part = codes.slice(start, CHUNK)
            values = self._pool.texts(part)
            shown.show(self._pool.values[part], values, repeat(self._needed))
        self._map = self._map.scatter(codes, codes)
        if shown.refused:
            at = shown.refused.keys()
            refused = codes[list(at)].to_list()
            self.refused.update(zip(refused, shown.refused.values(), strict=True))
        changed, texts = shown.changed()
        if not changed.is_empty():
            self._map = self._map.scatter(codes[changed], self._pool.intern_column(texts))


class _Shown:
    """Values that were shown to a step, part by part, and what became of them."""

    def __init__(self, bound: BoundStep) -> None:
        self._apply, self._prepared = bound.step.apply, bound.prepared
        self._count = 0
        self._changed: list[pl.Series] = []
        self._texts: list[pl.Series] = []
        self.refused: dict[int, Refused] = {}
        """Refusals, by position; the value counts as unchanged."""

    def show(self, column: pl.Series, values: Sequence[str | None], needed: Iterable[Needed]) -> None:
        """Show the step some more values, coded in the column, plain in the list."""
        apply, prepared = self._apply, self._prepared
        answers: list[Any] = [
            apply(value, others, prepared) for value, others in zip(values, needed, strict=False)
        ]
        if Refused in set(map(type, answers)):
            found = [(at, answer) for at, answer in enumerate(answers) if isinstance(answer, Refused)]
            self.refused.update((self._count + at, answer) for at, answer in found)
            for at, _ in found:
                answers[at] = values[at]
        texts = codec.column(answers)
        changed = where(texts.ne_missing(column))
        if not changed.is_empty():
            self._changed.append(changed + self._count)
            self._texts.append(texts[changed])
        self._count += len(values)

    def changed(self) -> tuple[pl.Series, pl.Series]:
        """The positions of the values that changed, and what they are now, coded."""
        if not self._changed:
            return pl.Series(dtype=CODE), pl.Series(dtype=pl.String)
        return pl.concat(self._changed, rechunk=True), pl.concat(self._texts, rechunk=True)


class NeedyMemo:
    """One step with needs on one component: from tuples of codes, the value's first, to codes of its pool."""

    def __init__(self, bound: BoundStep, pool: Pool, needed: Sequence[Pool]) -> None:
        self._bound, self._pools = bound, [pool, *needed]
        self._known: dict[tuple[int, ...], int] = {}
        self._refused: set[tuple[int, ...]] = set()
        self._first: _Learned | None = None

    def lookup(self, columns: Sequence[pl.Series], task: Task) -> tuple[pl.Series, pl.Series]:
        """What the step makes of each tuple, and whether it refused it. Raises Cancelled.

        The tuples of the first call are kept as columns until there is a second one: most lists are run once.
        """
        if not self._known and self._first is None:
            self._first = self._learn(columns, task)
            return self._first.codes, self._first.refused
        if self._first is not None:
            self._keep(self._first)
            self._first = None
        keys = _keys(columns)
        known = self._known
        unknown = [at for at, key in enumerate(keys) if key not in known]
        if unknown:
            self._keep(self._learn([column[unknown] for column in columns], task))
        codes = pl.Series(list(map(known.__getitem__, keys)), dtype=CODE)
        refused = self._refused
        flags = [key in refused for key in keys] if refused else [False] * len(keys)
        return codes, pl.Series(flags, dtype=pl.Boolean)

    def _keep(self, learned: "_Learned") -> None:
        keys = _keys(learned.columns)
        self._known.update(zip(keys, learned.codes.to_list(), strict=True))
        self._refused.update(keys[at] for at in where(learned.refused).to_list())

    def _learn(self, columns: Sequence[pl.Series], task: Task) -> "_Learned":
        """Show some tuples to the step, each once."""
        count = columns[0].len()
        shown = _Shown(self._bound)
        for start in range(0, count, CHUNK):
            task.at(self._bound.step.name, start, count)
            part = [column.slice(start, CHUNK) for column in columns]
            values, *needed = (pool.texts(codes) for pool, codes in zip(self._pools, part, strict=True))
            shown.show(self._pools[0].values[part[0]], values, zip(*needed, strict=True))
        codes = columns[0]
        changed, texts = shown.changed()
        if not changed.is_empty():
            codes = codes.clone().scatter(changed, self._pools[0].intern_column(texts))
        flags = pl.repeat(False, count, dtype=pl.Boolean, eager=True)
        return _Learned(columns, codes, flags.scatter(list(shown.refused), True) if shown.refused else flags)


class _Learned(NamedTuple):
    """What a step made of tuples, as columns of one length."""

    columns: Sequence[pl.Series]
    codes: pl.Series
    refused: pl.Series


def _keys(columns: Sequence[pl.Series]) -> list[tuple[int, ...]]:
    return list(zip(*[column.to_list() for column in columns], strict=True))
