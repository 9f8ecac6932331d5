"""Which rows of a table are others than before: what a model tells its views, so that they paint no more."""

from collections.abc import Iterator, Sequence
from itertools import compress, count
from operator import ne
from typing import Any

_MOST_RUNS = 200


def changed_runs(before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """First and last row of each run of rows that differ, of the rows that both have.

    Where there are very many, one run that holds them all.
    """
    changed = list(compress(count(), map(ne, before, after)))
    runs: list[tuple[int, int]] = []
    for at in changed:
        if runs and runs[-1][1] == at - 1:
            runs[-1] = (runs[-1][0], at)
        elif len(runs) == _MOST_RUNS:
            yield changed[0], changed[-1]
            return
        else:
            runs.append((at, at))
    yield from runs
