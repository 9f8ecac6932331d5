"""Aligns two lists of items: which of them are the same in both, in order. Bounded work for any input.

Equal ends first; between them the heaviest common part where the table is small, else the parts between
items that are unique on both sides (as in patience diff), else a walk that goes on where both agree again.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

_CELLS = 4_000
"""Largest table, in cells, that is filled for the heaviest common part."""

_LOOK = 24
"""How far, in items on both sides together, a repetitive text is searched for the place to go on."""


_FEW = 4
"""So many items are counted one by one."""


class Budget:
    """Comparisons left to spend."""

    def __init__(self, work: int) -> None:
        self.left = work

    def take(self, count: int) -> bool:
        """Spend so many comparisons; False when there were not enough left."""
        self.left -= count
        return self.left >= 0


Pairs = list[tuple[int, int]]
"""Positions of equal items, rising in both."""

Runs = list[tuple[int, int, int]]
"""Start in the first list, start in the second, how many items are equal from there on; rising in both."""


def common_prefix(first: Sequence[str], second: Sequence[str]) -> int:
    """How many items, or characters of two texts, both begin with; by halving, so that slices are compared
    and not items.
    """
    low, high = 0, min(len(first), len(second))
    while low < high:
        half = (low + high + 1) // 2
        if first[low:half] == second[low:half]:
            low = half
        else:
            high = half - 1
    return low


def common_suffix(first: Sequence[str], second: Sequence[str], most: int | None = None) -> int:
    """How many both end with, `most` at most."""
    low, high = 0, min(len(first), len(second)) if most is None else most
    one, other = len(first), len(second)
    while low < high:
        half = (low + high + 1) // 2
        if first[one - half : one - low] == second[other - half : other - low]:
            low = half
        else:
            high = half - 1
    return low


def aligned(first: list[str], second: list[str], budget: Budget) -> Pairs:
    """Equal ends; between them the heaviest common part where that is cheap, else around unique items."""
    return [(x + n, y + n) for x, y, count in aligned_runs(first, second, budget) for n in range(count)]


def aligned_runs(first: list[str], second: list[str], budget: Budget) -> Runs:
    """The same as runs, none empty; those that touch are one."""
    return _joined(_aligned(first, second, budget))


def _joined(runs: Runs) -> Runs:
    joined: Runs = []
    for x, y, count in runs:
        if joined and joined[-1][0] + joined[-1][2] == x and joined[-1][1] + joined[-1][2] == y:
            joined[-1] = (*joined[-1][:2], joined[-1][2] + count)
        elif count:
            joined.append((x, y, count))
    return joined


def _aligned(first: list[str], second: list[str], budget: Budget) -> Runs:
    head = common_prefix(first, second)
    tail = common_suffix(first, second, min(len(first), len(second)) - head)
    inner_first, inner_second = first[head : len(first) - tail], second[head : len(second) - tail]
    runs = [(0, 0, head)]
    if inner_first and inner_second:
        inner = _between(inner_first, inner_second, budget)
        runs += [(head + x, head + y, count) for x, y, count in inner]
    return [*runs, (len(first) - tail, len(second) - tail, tail)]


def _between(first: list[str], second: list[str], budget: Budget) -> Runs:
    cells = len(first) * len(second)
    if cells <= _CELLS and budget.take(cells):
        return [(x, y, 1) for x, y in _heaviest(first, second)]
    anchors = _anchors(first, second)
    if not anchors:
        return _resynchronised(first, second, budget)
    runs: Runs = []
    at_x = at_y = 0
    for x, y in [*anchors, (len(first), len(second))]:
        if at_x < x and at_y < y:
            inner = _aligned(first[at_x:x], second[at_y:y], budget)
            runs += [(at_x + a, at_y + b, count) for a, b, count in inner]
        if x < len(first):
            runs.append((x, y, 1))
        at_x, at_y = x + 1, y + 1
    return runs


def _heaviest(first: list[str], second: list[str]) -> Pairs:
    """The common subsequence with the most characters, words before delimiters; by a table."""
    width = len(second)
    rows = [[0] * (width + 1)]
    for item in reversed(first):
        below, row = rows[-1], [0] * (width + 1)
        weight = 4 * len(item) if item[-1:].isalnum() else 1
        for y in range(width - 1, -1, -1):
            best = max(below[y], row[y + 1])
            if item == second[y] and below[y + 1] + weight > best:
                best = below[y + 1] + weight
            row[y] = best
        rows.append(row)
    rows.reverse()
    pairs: Pairs = []
    x = y = 0
    while x < len(first) and y < width:
        if rows[x][y] == rows[x + 1][y]:
            x += 1
        elif rows[x][y] == rows[x][y + 1]:
            y += 1
        else:
            pairs.append((x, y))
            x, y = x + 1, y + 1
    return pairs


def _anchors(first: list[str], second: list[str]) -> Pairs:
    """The longest series, rising in both, of items that occur once on either side (patience sorting)."""
    candidates = _once(first)
    if not candidates:
        return []
    if len(candidates) <= _FEW:
        where = {item: second.index(item) for item in candidates if second.count(item) == 1}
    else:
        where = _once(second)
    pairs = [(x, where[item]) for item, x in candidates.items() if item in where]
    tops: list[int] = []
    piles: list[int] = []
    below: list[int] = []
    for at, (_, y) in enumerate(pairs):
        pile = bisect_left(tops, y)
        below.append(piles[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(y)
            piles.append(at)
        else:
            tops[pile], piles[pile] = y, at
    chosen: Pairs = []
    at = piles[-1] if piles else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = below[at]
    return chosen[::-1]


def _once(items: list[str]) -> dict[str, int]:
    """Position of each item that occurs once, in order."""
    last = dict(zip(items, range(len(items)), strict=True))
    return {item: last[item] for item, count in Counter(items).items() if count == 1}


def _resynchronised(first: list[str], second: list[str], budget: Budget) -> Runs:
    """For repetitive texts: walk both, and after a mismatch go on at the nearest place where they agree."""
    runs: Runs = []
    x = y = 0
    width, height = len(first), len(second)
    while x < width and y < height:
        if first[x] == second[y]:
            start = x
            x, y = x + 1, y + 1
            while x < width and y < height and first[x] == second[y]:
                x += 1
                y += 1
            runs.append((start, y - (x - start), x - start))
            continue
        step = _nearest(first, second, x, y, budget)
        if step is None:
            break
        x, y = x + step[0], y + step[1]
    return runs


def _nearest(first: list[str], second: list[str], x: int, y: int, budget: Budget) -> tuple[int, int] | None:
    """The smallest step after which they agree: in one item if it is as long on both sides, else in two."""
    for distance in range(1, _LOOK):
        if not budget.take(distance):
            return None
        if distance % 2 == 0:
            half = distance // 2
            if first[x + half : x + half + 1] == second[y + half : y + half + 1] != []:
                return half, half
        for right in range(distance + 1):
            a, b = x + distance - right, y + right
            if first[a : a + 2] == second[b : b + 2] != []:
                return distance - right, right
    return None
