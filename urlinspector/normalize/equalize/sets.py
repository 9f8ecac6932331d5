"""Sets of steps as bits, antichains of them, and the steps of a pool with what they exclude."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Needed, Refused, Value

Mask = int
"""A set of pool positions, one bit each."""


@dataclass(frozen=True, slots=True)
class Item:
    """One step of the pool: its bit, and the bits of the instances that it excludes (its own among them)."""

    bound: BoundStep
    bit: Mask
    excluded: Mask
    on: tuple[int, ...]
    needs: tuple[int, ...]
    answers: dict[tuple[Value, Needed], "Value | Refused"] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What the step made of values so far; a search asks for the same ones over and over."""

    def apply(self, value: Value, needed: Needed) -> "Value | Refused":
        """The step's answer, which is pure and therefore kept."""
        key = (value, needed)
        if key not in self.answers:
            self.answers[key] = self.bound.step.apply(value, needed, self.bound.prepared)
        return self.answers[key]


def items_of(pool: Sequence[BoundStep]) -> list[Item]:
    """The pool's steps with their bits; instances of one step exclude one another."""
    same: dict[str, Mask] = {}
    for at, bound in enumerate(pool):
        same[bound.step.name] = same.get(bound.step.name, 0) | 1 << at
    return [
        Item(
            bound,
            1 << at,
            same[bound.step.name],
            () if bound.step.is_text or bound.step.is_whole else tuple(each.index for each in bound.on),
            tuple(each.index for each in bound.step.needs),
        )
        for at, bound in enumerate(pool)
    ]


def positions(mask: Mask) -> Iterator[int]:
    """The numbers of the bits that are set in a mask, ascending: the positions of its members in the pool."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Antichain:
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

    @property
    def smallest(self) -> int:
        """The size of the smallest set."""
        return min(mask.bit_count() for mask in self.masks)


def subsets(items: Sequence[Item], most: int) -> list[tuple[Item, ...]]:
    """All subsets of at most `most` items without two that exclude each other, the empty one first."""
    chosen: list[tuple[Item, ...]] = [()]
    for item in items:
        chosen += [
            (*each, item)
            for each in chosen
            if len(each) < most and not any(other.bit & item.excluded for other in each)
        ]
    return chosen
