"""Which sets of steps give two texts the same canonical form: all minimal ones, found exactly.

A set is applied alone to both texts, in the order of the pool. It is *minimal* when no proper subset of it
gives both the same canonical form. The search never looks at a set as such: it walks the pool once and
keeps, for every state that the pair of texts can be brought into, the smallest sets that lead there. A set
that holds another one with the same state can be left out, since whatever is added to both leads both to the
same end.

What keeps the states few: canonical forms are equal exactly when all their components are (the steps are
structure-safe), so components are searched by themselves, except where a step's answer really depends on the
value of another component; steps on several components and on the whole URL form an outer loop (definitions
§7).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Needed, Refused, Value
from urlinspector.url.components import Url, recompose, why_not_a_url

Mask = int
"""A set of pool positions, one bit each."""
Values = tuple[Value, ...]
Pair = tuple[Values, Values]

_MOST_VALUES = 160  # reachable values of one component; beyond, everything is searched together
_MOST_NEEDED = 160


@dataclass(frozen=True, slots=True)
class _Item:
    """One step of the pool: its bit, and the bits of the instances that it excludes (its own among them)."""

    bound: BoundStep
    bit: Mask
    excluded: Mask
    on: tuple[int, ...]
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Reach:
    """What the component steps can do to a pair: which act at all, and which components hang together."""

    acting: frozenset[Mask]
    linked: tuple[frozenset[int], ...]


def minimal_sets(
    a: str, b: str, pool: Sequence[BoundStep], *, most: int, accepts_anything: bool = False
) -> list[tuple[int, ...]]:
    """Every minimal set of at most `most` steps of `pool` that gives `a` and `b` the same canonical form.

    Returns pool positions, ascending; `[()]` where the texts are equal as they stand. The pool's order is
    the order of application, with TEXT steps first. Of several instances of one step (the same step with
    other options) a set holds at most one. Never raises.
    """
    items = _items(pool)
    text_items = [item for item in items if item.bound.step.is_text]
    whole_items = [item for item in items if item.bound.step.is_whole]
    component_items = [item for item in items if not item.bound.step.is_text and not item.bound.step.is_whole]
    found = _Antichain()
    if whole_items and component_items and whole_items[0].bit < component_items[-1].bit:
        return _in_given_order(a, b, items, most, accepts_anything)
    for (text_a, text_b), masks in sorted(_text_states(a, b, text_items, most).items(), key=_fewest):
        pair = _parsed(text_a, text_b, accepts_anything)
        if pair is None:
            continue
        budget = most - min(mask.bit_count() for mask in masks)
        sets = list(_component_sets(pair, component_items, budget))
        for mask in masks:
            for each in sets:
                _offer(found, mask | each, most)
        if whole_items:
            for mask, each in product(masks, _whole_sets(pair, component_items, whole_items, budget, found)):
                _offer(found, mask | each, most)
    return [tuple(_positions(mask)) for mask in found.masks]


def _in_given_order(
    a: str, b: str, items: Sequence[_Item], most: int, accepts_anything: bool
) -> list[tuple[int, ...]]:
    """The same for a pool with WHOLE steps among the others, as some peers' profiles have: no split by
    component.
    """
    text_items = [item for item in items if item.bound.step.is_text]
    states = {pair: _Antichain(masks) for pair, masks in _text_states(a, b, text_items, most).items()}
    states = {pair: chain for pair, chain in states.items() if _parsed(*pair, accepts_anything) is not None}
    for item in items:
        if item.bound.step.is_text:
            continue
        for texts, chain in list(states.items()):
            after = _whole_applied([item], texts) if item.bound.step.is_whole else _texts_applied(item, texts)
            if after is not None and after != texts:
                _extend(states, after, chain, item, most)
    found = _Antichain()
    for texts, chain in states.items():
        if texts[0] == texts[1]:
            for mask in chain.masks:
                _offer(found, mask, most)
    return [tuple(_positions(mask)) for mask in found.masks]


def _texts_applied(item: _Item, texts: tuple[str, str]) -> tuple[str, str] | None:
    after = _applied(item, (tuple(Url.parse(texts[0])), tuple(Url.parse(texts[1]))))
    return None if after is None else (recompose(list(after[0])), recompose(list(after[1])))


def _items(pool: Sequence[BoundStep]) -> list[_Item]:
    same: dict[str, Mask] = {}
    for at, bound in enumerate(pool):
        same[bound.step.name] = same.get(bound.step.name, 0) | 1 << at
    return [
        _Item(
            bound,
            1 << at,
            same[bound.step.name],
            () if bound.step.is_text or bound.step.is_whole else tuple(each.index for each in bound.on),
            tuple(each.index for each in bound.step.needs),
        )
        for at, bound in enumerate(pool)
    ]


def _fewest(entry: tuple[object, list[Mask]]) -> int:
    return min(mask.bit_count() for mask in entry[1])


def _positions(mask: Mask) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class _Antichain:
    """Sets of which none holds another."""

    def __init__(self, masks: Iterable[Mask] = ()) -> None:
        self.masks = list(masks)

    def covers(self, mask: Mask) -> bool:
        """Whether a set that is already here is part of `mask`, or `mask` itself."""
        return any(each & mask == each for each in self.masks)

    def add(self, mask: Mask) -> bool:
        """Take `mask` in, and what holds it out. False when it is covered."""
        if self.covers(mask):
            return False
        self.masks = [each for each in self.masks if mask & each != mask]
        self.masks.append(mask)
        return True


def _offer(found: _Antichain, mask: Mask, most: int) -> None:
    if mask.bit_count() <= most:
        found.add(mask)


def _text_states(a: str, b: str, items: Sequence[_Item], most: int) -> dict[tuple[str, str], list[Mask]]:
    """The pairs of texts that TEXT steps lead to, each with the smallest sets that do."""
    states = {(a, b): _Antichain([0])}
    for item in items:
        for (text_a, text_b), chain in list(states.items()):
            after_a = item.bound.step.apply(text_a, (), item.bound.prepared)
            after_b = item.bound.step.apply(text_b, (), item.bound.prepared)
            if isinstance(after_a, Refused) or isinstance(after_b, Refused):
                continue
            assert after_a is not None
            assert after_b is not None
            if (after_a, after_b) != (text_a, text_b):
                _extend(states, (after_a, after_b), chain, item, most)
    return {state: chain.masks for state, chain in states.items() if chain.masks}


def _extend(states: dict[Any, _Antichain], state: Any, chain: _Antichain, item: _Item, most: int) -> None:
    """Lead the sets of `chain`, with the item added, to `state`."""
    target = states.get(state)
    for mask in list(chain.masks):
        if mask & item.excluded or mask.bit_count() >= most:
            continue
        if target is None:
            target = states[state] = _Antichain()
        target.add(mask | item.bit)


def _parsed(text_a: str, text_b: str, accepts_anything: bool) -> Pair | None:
    urls = Url.parse(text_a), Url.parse(text_b)
    if not accepts_anything and any(why_not_a_url(url) is not None for url in urls):
        return None
    return tuple(urls[0]), tuple(urls[1])


def _component_sets(pair: Pair, items: Sequence[_Item], budget: int) -> Iterator[Mask]:
    """Sets of component steps that make all components equal; all minimal ones are among them."""
    reach = _reach(pair, items)
    acting = [item for item in items if item.bit in reach.acting]
    shared = [item for item in acting if len(item.on) > 1]
    single = [item for item in acting if len(item.on) == 1]
    for chosen in _subsets(shared, budget):
        fixed = sum(item.bit for item in chosen)
        order = sorted([*chosen, *single], key=_bit_of)
        yield from (fixed | each for each in _joined(pair, order, fixed, reach.linked, budget - len(chosen)))


def _bit_of(item: _Item) -> Mask:
    return item.bit


def _subsets(items: Sequence[_Item], most: int) -> Iterator[tuple[_Item, ...]]:
    chosen: list[tuple[_Item, ...]] = [()]
    for item in items:
        chosen += [
            (*each, item)
            for each in chosen
            if len(each) < most and not any(other.bit & item.excluded for other in each)
        ]
    return iter(chosen)


def _joined(
    pair: Pair, items: Sequence[_Item], fixed: Mask, groups: Sequence[frozenset[int]], budget: int
) -> Iterator[Mask]:
    """With the `fixed` steps on: unions of one set for each group of components, within the budget."""
    after = _states(pair, [item for item in items if item.bit & fixed], fixed, 0)
    settled = next(iter(after), None)
    if settled is None:
        return
    open_groups = [group for group in groups if any(settled[0][at] != settled[1][at] for at in group)]
    if len(open_groups) > budget:
        return
    spare = budget - max(0, len(open_groups) - 1)
    parts = [_group_sets(pair, items, fixed, group, spare) for group in open_groups]
    for combination in product(*parts):
        union = 0
        for mask in combination:
            union |= mask
        if union.bit_count() <= budget:
            yield union


def _group_sets(
    pair: Pair, items: Sequence[_Item], fixed: Mask, group: frozenset[int], budget: int
) -> list[Mask]:
    """The minimal sets that make one group of components equal, with the `fixed` steps on."""
    inside = [item for item in items if item.bit & fixed or item.on[0] in group]
    equal = _Antichain()
    for (values_a, values_b), chain in _states(pair, inside, fixed, budget, group).items():
        if all(values_a[at] == values_b[at] for at in group):
            for mask in chain.masks:
                equal.add(mask)
    return equal.masks


def _states(
    pair: Pair, items: Sequence[_Item], fixed: Mask, budget: int, group: frozenset[int] | None = None
) -> dict[Pair, _Antichain]:
    """The pairs of values that subsets of the items lead to, each with the smallest subsets that do.

    Fixed items are always applied and never counted. With a group, they are applied to its components only.
    """
    states = {pair: _Antichain([0])}
    for item in items:
        if item.bit & fixed:
            moved: dict[Pair, _Antichain] = {}
            for state, chain in states.items():
                after = _applied(item, state, group)
                if after is not None:
                    target = moved.setdefault(after, _Antichain())
                    for mask in chain.masks:
                        target.add(mask)
            states = moved
            continue
        for state, chain in list(states.items()):
            after = _applied(item, state, group)
            if after is not None and after != state:
                _extend(states, after, chain, item, budget)
    return states


def _applied(item: _Item, state: Pair, group: frozenset[int] | None = None) -> Pair | None:
    after_a = _applied_to(item, state[0], group)
    after_b = _applied_to(item, state[1], group)
    return None if after_a is None or after_b is None else (after_a, after_b)


def _applied_to(item: _Item, values: Values, group: frozenset[int] | None) -> Values | None:
    """One side after one step; None where the step refuses it."""
    step, prepared = item.bound.step, item.bound.prepared
    changed: list[Value] | None = None
    for at in item.on:
        if group is not None and at not in group:
            continue
        now = values if changed is None else changed
        value = now[at]
        if value is None and not step.takes_absent:
            continue
        after = step.apply(value, tuple([now[each] for each in item.needs]), prepared)
        if after == value:
            continue
        if isinstance(after, Refused):
            return None
        if changed is None:
            changed = list(values)
        changed[at] = after
    return values if changed is None else tuple(changed)


def _reach(pair: Pair, items: Sequence[_Item]) -> _Reach:
    """Over-approximates what the steps can do: every value that any of them may lead to, in any order."""
    values: list[set[Value]] = [{a, b} for a, b in zip(*pair, strict=True)]
    acting: set[Mask] = set()
    links: set[tuple[int, int]] = set()
    tried: set[tuple[Mask, int, Value, Needed]] = set()
    grown = True
    while grown:
        grown = False
        for item in items:
            for at in item.on:
                needed = list(product(*[values[each] for each in item.needs]))
                if len(values[at]) > _MOST_VALUES or len(needed) > _MOST_NEEDED:
                    return _Reach(frozenset(each.bit for each in items), (frozenset(range(7)),))
                grown |= _try_item(item, at, needed, values, acting, links, tried)
    return _Reach(frozenset(acting), _linked(links))


def _try_item(
    item: _Item,
    at: int,
    needed: list[Needed],
    values: list[set[Value]],
    acting: set[Mask],
    links: set[tuple[int, int]],
    tried: set[tuple[Mask, int, Value, Needed]],
) -> bool:
    """Apply one step to every value that one component can have; True when that gave a new one."""
    step, prepared = item.bound.step, item.bound.prepared
    grown = False
    for value in list(values[at]):
        if value is None and not step.takes_absent:
            continue
        answers: set[Value] = set()
        for each in needed:
            key = (item.bit, at, value, each)
            after = step.apply(value, each, prepared)
            answer = "\x00refused" if isinstance(after, Refused) else after
            answers.add(answer)
            if key in tried:
                continue
            tried.add(key)
            if answer == value:
                continue
            acting.add(item.bit)
            if not isinstance(after, Refused) and after not in values[at]:
                values[at].add(after)
                grown = True
        if len(answers) > 1:
            links.update((at, other) for other in item.needs)
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


def _whole_sets(
    pair: Pair, items: Sequence[_Item], whole: Sequence[_Item], budget: int, found: _Antichain
) -> Iterator[Mask]:
    """Sets with at least one WHOLE step that end in equal texts."""
    if budget < 1:
        return
    reach = _reach(pair, items)
    acting = [item for item in items if item.bit in reach.acting]
    for (values_a, values_b), chain in _states(pair, acting, 0, budget - 1).items():
        masks = [mask for mask in chain.masks if not found.covers(mask)]
        if not masks:
            continue
        texts = recompose(list(values_a)), recompose(list(values_b))
        for chosen in _subsets(whole, budget - min(mask.bit_count() for mask in masks)):
            if not chosen:
                continue
            ends = _whole_applied(chosen, texts)
            if ends is not None and ends[0] == ends[1]:
                bits = sum(item.bit for item in chosen)
                yield from (mask | bits for mask in masks)


def _whole_applied(items: Sequence[_Item], texts: tuple[str, str]) -> tuple[str, str] | None:
    done: list[str] = []
    for text in texts:
        now: str = text
        for item in items:
            after = item.bound.step.apply(now, (), item.bound.prepared)
            if after is None or isinstance(after, Refused):
                return None
            now = after
        done.append(now)
    return done[0], done[1]
