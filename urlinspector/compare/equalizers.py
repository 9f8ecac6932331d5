"""What would make two texts equal: all minimal sets of catalogue steps up to a size, safest first
(definitions §7).
"""

from collections.abc import Callable
from dataclasses import dataclass

from urlinspector.compare.instances import TAKE_AWAY, pool
from urlinspector.normalize.conflicts import conflicts
from urlinspector.normalize.equalize import minimal_sets
from urlinspector.normalize.options import option_values
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Safety
from urlinspector.normalize.steps import RANK

MOST_STEPS = 4


@dataclass(frozen=True, slots=True)
class Equalizer:
    """A minimal set of steps, in catalogue order, that gives both texts the same canonical form."""

    steps: tuple[BoundStep, ...]

    @property
    def safety(self) -> Safety:
        """The class of the riskiest step."""
        return max((bound.safety for bound in self.steps), key=_risk, default=Safety.PRESERVES)

    @property
    def key(self) -> tuple[tuple[str, str], ...]:
        """Names and options, for comparing sets."""
        return tuple((each.step.name, repr(option_values(each.step, each.options))) for each in self.steps)


@dataclass(frozen=True, slots=True)
class EqualizerCard:
    """Equalizers that differ in one step only: `choices` can stand for one another, `common` is in all of
    them.
    """

    common: tuple[BoundStep, ...]
    choices: tuple[BoundStep, ...]
    equalizers: tuple[Equalizer, ...]

    @property
    def safety(self) -> Safety:
        return self.equalizers[0].safety


def equalizers(
    a: str, b: str, *, most: int = MOST_STEPS, check: Callable[[], None] | None = None
) -> list[Equalizer]:
    """Every minimal set of at most `most` steps, safest first; empty for identical texts or when none does
    it.

    `check` is called between pieces of a long search; what it raises ends it.
    """
    if a == b:
        return []
    instances = pool(a, b)
    found = [
        Equalizer(tuple(instances[at] for at in positions))
        for positions in minimal_sets(a, b, instances, most=most, check=check or _go_on)
    ]
    return sorted((each for each in found if not conflicts(each.steps)), key=_safest_first)


def cards(found: list[Equalizer]) -> list[EqualizerCard]:
    """Equalizers folded: those of one class and size that differ in interchangeable steps share a card, in
    order.
    """
    taken: set[int] = set()
    out: list[EqualizerCard] = []
    for at, first in enumerate(found):
        if at in taken:
            continue
        group = _largest_group(found, at, taken)
        taken.update(group)
        members = tuple(found[each] for each in group)
        out.append(_card(members) if len(members) > 1 else EqualizerCard(first.steps, (), members))
    return out


def _largest_group(found: list[Equalizer], at: int, taken: set[int]) -> list[int]:
    """Positions of the equalizers that are the one at `at` with one and the same step exchanged."""
    first = found[at]
    best = [at]
    for hole in range(len(first.steps)):
        rest = {_key(each) for number, each in enumerate(first.steps) if number != hole}
        group = [at]
        for other in range(at + 1, len(found)):
            each = found[other]
            same = other not in taken and len(each.steps) == len(first.steps) and each.safety is first.safety
            if same and rest <= {_key(step) for step in each.steps}:
                group.append(other)
        best = max(best, group, key=len)
    return best


def _card(members: tuple[Equalizer, ...]) -> EqualizerCard:
    keys = [{_key(step) for step in each.steps} for each in members]
    shared = set.intersection(*keys)
    common = tuple(step for step in members[0].steps if _key(step) in shared)
    choices = tuple(step for each in members for step in each.steps if _key(step) not in shared)
    return EqualizerCard(common, choices, members)


def _go_on() -> None:
    """The check of a search that nobody stops."""


def _key(bound: BoundStep) -> tuple[str, str]:
    return bound.step.name, repr(option_values(bound.step, bound.options))


def _risk(safety: Safety) -> int:
    return safety.risk


def _safest_first(each: Equalizer) -> tuple[int, int, int, int, tuple[int, ...]]:
    risks = [bound.safety.risk for bound in each.steps]
    taking = sum(bound.step.name in TAKE_AWAY for bound in each.steps)
    ranks = tuple(RANK[bound.step.name] for bound in each.steps)
    return max(risks, default=0), taking, len(risks), sum(risks), ranks
