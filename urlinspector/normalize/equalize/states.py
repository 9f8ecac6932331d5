"""The states that steps can bring a pair of URLs into, each with the smallest sets of steps that lead
there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from urlinspector.normalize.equalize.sets import Antichain, Item, Mask
from urlinspector.normalize.step import Needed, Refused, Value

Values = tuple[Value, ...]
"""The seven components of a URL."""
Pair = tuple[Values, Values]

_MOST_VALUES = 160
"""Reachable values of one component that are looked at; beyond, every step counts as acting."""


def states(
    pair: Pair, items: Sequence[Item], fixed: Mask, most: int, group: frozenset[int] | None = None
) -> dict[Pair, Antichain]:
    """The pairs of values that subsets of at most `most` items lead to.

    Fixed items are always applied and never counted. With a group, steps are applied to its components only.
    """
    found = {pair: Antichain([0])}
    for item in items:
        if item.bit & fixed:
            found = _after_fixed(found, item, group)
            continue
        for state, chain in list(found.items()):
            after = applied(item, state, group)
            if after is not None and after != state:
                extend(found, after, chain, item, most)
    return {state: chain for state, chain in found.items() if chain.masks}


def _after_fixed(
    found: dict[Pair, Antichain], item: Item, group: frozenset[int] | None
) -> dict[Pair, Antichain]:
    moved: dict[Pair, Antichain] = {}
    for state, chain in found.items():
        after = applied(item, state, group)
        if after is not None:
            target = moved.setdefault(after, Antichain())
            for mask in chain.masks:
                target.add(mask)
    return moved


def extend(found: dict[Any, Antichain], state: Any, chain: Antichain, item: Item, most: int) -> None:
    """Lead the sets of `chain`, with the item added, to `state`.

    A set that holds another one with the same state is left out: whatever is added to both leads both to one
    end.
    """
    target = found.get(state)
    for mask in list(chain.masks):
        if mask & item.excluded or mask.bit_count() >= most:
            continue
        if target is None:
            target = found[state] = Antichain()
        target.add(mask | item.bit)


def applied(item: Item, state: Pair, group: frozenset[int] | None = None) -> Pair | None:
    """Both sides after one step; None where it refuses one."""
    after_a = _applied_to(item, state[0], group)
    if after_a is None:
        return None
    after_b = _applied_to(item, state[1], group)
    return None if after_b is None else (after_a, after_b)


def _applied_to(item: Item, values: Values, group: frozenset[int] | None) -> Values | None:
    step = item.bound.step
    changed: list[Value] | None = None
    for at in item.on:
        if group is not None and at not in group:
            continue
        now = values if changed is None else changed
        value = now[at]
        if value is None and not step.takes_absent:
            continue
        after = item.apply(value, tuple([now[each] for each in item.needs]))
        if after == value:
            continue
        if isinstance(after, Refused):
            return None
        if changed is None:
            changed = list(values)
        changed[at] = after
    return values if changed is None else tuple(changed)


@dataclass(frozen=True, slots=True)
class Reach:
    """What the component steps can do to a pair: which act at all, and which components hang together."""

    acting: frozenset[Mask]
    linked: tuple[frozenset[int], ...]

    def items(self, items: Iterable[Item]) -> list[Item]:
        """Those of the items that act."""
        return [item for item in items if item.bit in self.acting]


def reach(pair: Pair, items: Sequence[Item], check: Callable[[], None]) -> Reach:
    """Over-approximates what the steps can do: every value that any of them may lead to, in any order.

    Where a component can have more values than are looked at, all its steps count as acting, and it hangs
    together with whatever they need.
    """
    walk = _Walk(pair)
    grown = True
    while grown:
        grown = False
        for item in items:
            check()
            grown |= walk.take(item)
    return Reach(frozenset(walk.acting), _linked(walk.links))


class _Walk:
    """Collects reachable values of each component, acting steps, and components that decide another's
    answer.
    """

    def __init__(self, pair: Pair) -> None:
        self.values: list[dict[Value, None]] = [dict.fromkeys((a, b)) for a, b in zip(*pair, strict=True)]
        self.acting: set[Mask] = set()
        self.links: set[tuple[int, int]] = set()
        self.answers: dict[tuple[Mask, int, Value], dict[Needed, Any]] = {}

    def take(self, item: Item) -> bool:
        """Apply one step to every value it can meet; True when that gave a new value."""
        grown = False
        for at in item.on:
            needed = list(islice(product(*[self.values[each] for each in item.needs]), _MOST_VALUES))
            if len(self.values[at]) >= _MOST_VALUES:
                self.acting.add(item.bit)
            if len(item.on) == 1 and _MOST_VALUES in (len(self.values[at]), len(needed)):
                self.links.update((at, other) for other in item.needs)
            for value in list(self.values[at]):
                if value is not None or item.bound.step.takes_absent:
                    grown |= self._apply(item, at, value, needed)
        return grown

    def _apply(self, item: Item, at: int, value: Value, needed: list[Needed]) -> bool:
        answers = self.answers.setdefault((item.bit, at, value), {})
        grown = False
        for each in needed:
            if each in answers:
                continue
            after = item.apply(value, each)
            answers[each] = Refused if isinstance(after, Refused) else after
            if after == value:
                continue
            self.acting.add(item.bit)
            room = len(self.values[at]) < _MOST_VALUES
            if room and not isinstance(after, Refused) and after not in self.values[at]:
                self.values[at][after] = None
                grown = True
        if len(answers) > 1 and len(set(answers.values())) > 1:
            self.links.update((at, other) for other in item.needs)
        return grown


def _linked(links: Iterable[tuple[int, int]]) -> tuple[frozenset[int], ...]:
    groups = [{at} for at in range(7)]
    for one, other in links:
        first = next(group for group in groups if one in group)
        second = next(group for group in groups if other in group)
        if first is not second:
            first |= second
            groups.remove(second)
    return tuple(frozenset(group) for group in groups)


def groups_of(linked: Iterable[frozenset[int]], joined: frozenset[int]) -> Iterator[frozenset[int]]:
    """The groups, with those that touch `joined` made one."""
    apart = [group for group in linked if not group & joined]
    together = frozenset().union(*[group for group in linked if group & joined])
    if together:
        yield together
    yield from apart
