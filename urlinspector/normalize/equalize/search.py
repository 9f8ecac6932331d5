"""Which sets of steps give two texts the same canonical form: all minimal ones, found exactly.

A set is applied alone to both texts, in the order of the pool. It is *minimal* when no proper subset of it
gives both the same canonical form. The search never looks at a set as such: it walks the pool once and
keeps, for every state that the pair of texts can be brought into, the smallest sets that lead there.

What keeps the states few: canonical forms are equal exactly when all their components are (the steps are
structure-safe), so components are searched by themselves, except where a step's answer really depends on the
value of another component. Steps on several components and on the whole URL form an outer loop (definitions
§7). Each group of components is searched with one step, two steps, and so on; as soon as the groups together
need more steps than are allowed, the rest is not looked at.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product

from urlinspector.normalize.equalize.sets import Antichain, Item, Mask, items_of, positions, subsets
from urlinspector.normalize.equalize.states import Pair, Values, applied, extend, groups_of, reach, states
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Refused
from urlinspector.url.charsets import HIERARCHICAL_SCHEMES
from urlinspector.url.components import Component, Url, recompose, why_not_a_url

End = Callable[[Values, frozenset[int]], Hashable | None]
"""What one side comes to in a group of components; None where it is refused."""


Check = Callable[[], None]
"""Called between pieces of the work; what it raises ends the search."""


def _go_on() -> None:
    """The check of a search that nobody stops."""


def minimal_sets(
    a: str,
    b: str,
    pool: Sequence[BoundStep],
    *,
    most: int,
    accepts_anything: bool = False,
    check: Check = _go_on,
) -> list[tuple[int, ...]]:
    """Every minimal set of at most `most` steps of `pool` that gives `a` and `b` the same canonical form.

    Returns pool positions, ascending; `[()]` where the texts are equal as they stand. The pool's order is the
    order of application, with TEXT steps first. Of several instances of one step (the same step with other
    options) a set holds at most one. Raises only what `check` raises.
    """
    items = items_of(pool)
    text_items = [item for item in items if item.bound.step.is_text]
    whole_items = [item for item in items if item.bound.step.is_whole]
    component_items = [item for item in items if item not in text_items and item not in whole_items]
    texts = _text_states(a, b, text_items, most)
    found = Antichain()
    if whole_items and component_items and whole_items[0].bit < component_items[-1].bit:
        _in_given_order(texts, items, most, accepts_anything, found)
        return [tuple(positions(mask)) for mask in found.masks]
    for (text_a, text_b), chain in sorted(texts.items(), key=_smallest):
        pair = _parsed(text_a, text_b, accepts_anything)
        if pair is None:
            continue
        for each in _after_parsing(pair, component_items, whole_items, most - chain.smallest, check):
            for mask in chain.masks:
                if (mask | each).bit_count() <= most:
                    found.add(mask | each)
    return [tuple(positions(mask)) for mask in found.masks]


def _smallest(entry: tuple[object, Antichain]) -> int:
    return entry[1].smallest


def _text_states(a: str, b: str, items: Sequence[Item], most: int) -> dict[tuple[str, str], Antichain]:
    """The pairs of texts that TEXT steps lead to, each with the smallest sets that do."""
    found = {(a, b): Antichain([0])}
    for item in items:
        for texts, chain in list(found.items()):
            after = _texts_after([item], texts)
            if after is not None and after != texts:
                extend(found, after, chain, item, most)
    return {texts: chain for texts, chain in found.items() if chain.masks}


def _texts_after(items: Sequence[Item], texts: tuple[str, str]) -> tuple[str, str] | None:
    """Both texts after TEXT or WHOLE steps; None where one is refused."""
    one = _text_after(items, texts[0])
    if one is None:
        return None
    other = _text_after(items, texts[1])
    return None if other is None else (one, other)


def _text_after(items: Sequence[Item], text: str) -> str | None:
    for item in items:
        after = item.bound.step.apply(text, (), item.bound.prepared)
        if after is None or isinstance(after, Refused):
            return None
        text = after
    return text


def _parsed(text_a: str, text_b: str, accepts_anything: bool) -> Pair | None:
    urls = Url.parse(text_a), Url.parse(text_b)
    if not accepts_anything and any(why_not_a_url(url) is not None for url in urls):
        return None
    return tuple(urls[0]), tuple(urls[1])


def _in_given_order(
    texts: dict[tuple[str, str], Antichain],
    items: Sequence[Item],
    most: int,
    accepts_anything: bool,
    found: Antichain,
) -> None:
    """For a pool with WHOLE steps among the others, as some peers' profiles have: no split by component."""
    kept = {pair: chain for pair, chain in texts.items() if _parsed(*pair, accepts_anything) is not None}
    for item in items:
        if item.bound.step.is_text:
            continue
        for pair, chain in list(kept.items()):
            after = _texts_after([item], pair) if item.bound.step.is_whole else _recomposed_after(item, pair)
            if after is not None and after != pair:
                extend(kept, after, chain, item, most)
    for pair, chain in kept.items():
        if pair[0] == pair[1]:
            for mask in chain.masks:
                found.add(mask)


def _recomposed_after(item: Item, texts: tuple[str, str]) -> tuple[str, str] | None:
    after = applied(item, (tuple(Url.parse(texts[0])), tuple(Url.parse(texts[1]))))
    return None if after is None else (recompose(list(after[0])), recompose(list(after[1])))


# After parsing: component steps, then WHOLE steps


def _after_parsing(
    pair: Pair, items: Sequence[Item], whole: Sequence[Item], budget: int, check: Check
) -> Iterator[Mask]:
    """Sets of component and WHOLE steps that end in equal texts; all minimal ones are among them."""
    reached = reach(pair, items, check)
    acting = reached.items(items)
    for chosen in subsets(whole, budget):
        check()
        bits = sum(item.bit for item in chosen)
        if not chosen:
            sets = _component_sets(pair, acting, reached.linked, budget, _own_values)
        elif _is_local(chosen, pair):
            linked = _linked_by(chosen, reached.linked)
            sets = _component_sets(pair, acting, linked, budget - len(chosen), _ending(chosen))
        else:
            sets = _sets_of_whole(pair, acting, chosen, budget - len(chosen))
        yield from (bits | each for each in sets)


def _component_sets(
    pair: Pair, acting: Sequence[Item], linked: Sequence[frozenset[int]], budget: int, end: End
) -> Iterator[Mask]:
    shared = [item for item in acting if len(item.on) > 1]
    single = [item for item in acting if len(item.on) == 1]
    for chosen in subsets(shared, budget):
        fixed = sum(item.bit for item in chosen)
        order = sorted([*chosen, *single], key=_bit_of)
        joined = _joined(pair, order, fixed, linked, budget - len(chosen), end)
        yield from (fixed | each for each in joined)


def _bit_of(item: Item) -> Mask:
    return item.bit


def _own_values(values: Values, group: frozenset[int]) -> Hashable:
    return tuple([values[at] for at in sorted(group)])


def _joined(
    pair: Pair, items: Sequence[Item], fixed: Mask, linked: Sequence[frozenset[int]], budget: int, end: End
) -> Iterator[Mask]:
    """With the `fixed` steps on: unions of one set for each group of components, within the budget."""
    after = states(pair, [item for item in items if item.bit & fixed], fixed, 0)
    settled = next(iter(after), None)
    if settled is None:
        return
    searches = [_GroupSearch(pair, items, fixed, group, end) for group in linked]
    searches = [each for each in searches if not each.is_equal(settled)]
    if not _all_reachable(searches, budget):
        return
    least = sum(each.least for each in searches)
    parts = [each.sets(budget - least + each.least) for each in sorted(searches, key=_effort)]
    for combination in product(*parts):
        union = 0
        for mask in combination:
            union |= mask
        if union.bit_count() <= budget:
            yield union


def _all_reachable(searches: Sequence["_GroupSearch"], budget: int) -> bool:
    """Find the least number of steps of each group; False as soon as they cannot stay within the budget."""
    for size in range(1, budget + 1):
        for each in sorted(searches, key=_effort):
            if sum(other.least for other in searches) > budget:
                return False
            if each.least == size and not each.sets(size):
                each.least = size + 1
    return sum(each.least for each in searches) <= budget


def _effort(search: "_GroupSearch") -> int:
    return len(search.items)


class _GroupSearch:
    """The search for sets that make one group of components equal, with the fixed steps on."""

    def __init__(
        self, pair: Pair, items: Sequence[Item], fixed: Mask, group: frozenset[int], end: End
    ) -> None:
        self.pair, self.fixed, self.group, self.end = pair, fixed, group, end
        self.items = [item for item in items if item.bit & fixed or item.on[0] in group]
        self.least = 1
        self._found: dict[int, list[Mask]] = {}

    def is_equal(self, state: Pair) -> bool:
        """Whether both sides come to the same in this group."""
        one = self.end(state[0], self.group)
        return one is not None and one == self.end(state[1], self.group)

    def sets(self, most: int) -> list[Mask]:
        """The minimal sets of at most `most` steps."""
        if most not in self._found:
            equal = Antichain()
            for state, chain in states(self.pair, self.items, self.fixed, most, self.group).items():
                if self.is_equal(state):
                    for mask in chain.masks:
                        equal.add(mask)
            self._found[most] = equal.masks
        return self._found[most]


# WHOLE steps

_JOINS = {
    "browser-serialization": frozenset({Component.SCHEME.index, Component.PORT.index}),
    "hashbang-to-query": frozenset({Component.QUERY.index, Component.FRAGMENT.index}),
}
"""WHOLE steps that leave components to themselves, except for those named here."""


def _is_local(chosen: Sequence[Item], pair: Pair) -> bool:
    """Whether the steps treat the parts of both texts one by one, so that each can be searched by itself.

    For the browser's reading that is so with http, https, ws, wss and ftp and an authority, without a
    backslash and without what a browser drops before it reads (WHATWG URL §4.4).
    """
    names = {item.bound.step.name for item in chosen}
    if not names <= _JOINS.keys():
        return False
    return "browser-serialization" not in names or all(_is_read_alike(values) for values in pair)


def _linked_by(chosen: Sequence[Item], linked: Sequence[frozenset[int]]) -> tuple[frozenset[int], ...]:
    for item in chosen:
        linked = tuple(groups_of(linked, _JOINS[item.bound.step.name]))
    return tuple(linked)


def _is_read_alike(values: Values) -> bool:
    url = Url(*values)  # type: ignore[arg-type]
    if url.scheme is None or url.scheme.lower() not in HIERARCHICAL_SCHEMES or not url.host:
        return False
    text = str(url)
    return "\\" not in text and not any(char < " " for char in text) and text[-1:] != " "


def _ending(chosen: Sequence[Item]) -> End:
    """What a group of components comes to after WHOLE steps, in a URL that is otherwise plain."""

    def end(values: Values, group: frozenset[int]) -> Hashable | None:
        parts = list(_PLAIN)
        for at in group:
            parts[at] = values[at]
        return _text_after(chosen, recompose(parts))

    return end


_PLAIN: Values = ("http", None, "h", None, "/", None, None)


def _sets_of_whole(pair: Pair, acting: Sequence[Item], chosen: Sequence[Item], budget: int) -> Iterator[Mask]:
    """Sets of component steps after which the chosen WHOLE steps end in equal texts, all components at
    once.
    """
    for (values_a, values_b), chain in states(pair, acting, 0, budget).items():
        ends = _texts_after(chosen, (recompose(list(values_a)), recompose(list(values_b))))
        if ends is not None and ends[0] == ends[1]:
            yield from chain.masks
