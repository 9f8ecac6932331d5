"""How one profile differs from another, step by step, and which differences explain what a URL becomes.

Both lists of steps are aligned (longest common subsequence by name; equal options weigh more). What is left
is a list of differences, each of which can be made or not made: with none of them there is the first profile,
with all of them the second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from urlinspector.normalize.options import option_values
from urlinspector.normalize.output import write_output
from urlinspector.normalize.pipeline import BoundStep, canonicalize
from urlinspector.normalize.profile import Profile

ADDED, REMOVED, MOVED, OPTIONS = "added", "removed", "moved", "options"
ACCEPTS, OUTPUT = "accepts", "output"


class Difference(NamedTuple):
    """One thing that the second profile does otherwise."""

    kind: str
    """`added`, `removed`, `moved` (a step), `options` (of a step), `accepts`, `output` (of the profile)."""
    step: str
    """The step's name; empty for one of the profile."""
    about: str
    """The options that differ, as `protect: “/” → “/?”`; of a profile's, the two values."""

    def __str__(self) -> str:
        if self.kind in (ADDED, REMOVED):
            return f"{'+' if self.kind == ADDED else '-'} {self.step}"
        if self.kind == MOVED:
            return f"{self.step} (moved{'; ' if self.about else ''}{self.about})"
        return f"{self.step or self.kind} ({self.about})"


class _Slot(NamedTuple):
    """A place in the aligned list: either profile's step, and the difference that chooses (None: equal)."""

    first: BoundStep | None
    second: BoundStep | None
    difference: int | None


@dataclass(frozen=True)
class Differences:
    """The differences between two profiles, in the order of the steps."""

    first: Profile
    second: Profile
    items: tuple[Difference, ...]
    _slots: tuple[_Slot, ...]

    @classmethod
    def between(cls, first: Profile, second: Profile) -> "Differences":
        """Align the steps of two profiles and tell what `second` adds, drops, moves or sets otherwise."""
        items: list[Difference] = []
        slots: list[_Slot] = []
        for one, other in _aligned(first.steps, second.steps):
            found = _difference(one, other)
            at = None if found is None else _elsewhere(found, items)
            if found is not None and at is None:
                at = len(items)
                items.append(found)
            slots.append(_Slot(one, other, at))
            if found is not None and at is not None:
                items[at] = _moved(items[at], [each for each in slots if each.difference == at])
        # TEXT steps stand before all others in both profiles, and so they must in every mixture.
        slots.sort(key=_is_not_text)
        for kind, mine, theirs in (
            (ACCEPTS, first.accepts, second.accepts),
            (OUTPUT, first.output, second.output),
        ):
            if mine != theirs:
                items.append(Difference(kind, "", f"{mine} → {theirs}"))
        return cls(first, second, tuple(items), tuple(slots))

    def key(self, text: str, made: frozenset[int]) -> str | None:
        """What a text becomes with some of the differences made; None where it is refused. Never raises."""
        steps = [
            step
            for slot in self._slots
            if (step := slot.second if slot.difference is None or slot.difference in made else slot.first)
        ]
        kinds = {self.items[number].kind for number in made}
        accepts = (self.second if ACCEPTS in kinds else self.first).accepts
        output = (self.second if OUTPUT in kinds else self.first).output
        outcome = canonicalize(text, steps, accepts_anything=accepts == "anything")
        return None if outcome.canonical is None else write_output(outcome.canonical, output)

    def explain(self, text: str) -> tuple[int, ...]:
        """The numbers of differences which, made alone, turn the first profile's answer into the second's.

        A smallest set in the sense that none of it can be left out; empty where both answers are equal.
        """
        everything = frozenset(range(len(self.items)))
        wanted = self.key(text, everything)
        if self.key(text, frozenset()) == wanted:
            return ()
        # Mostly it is a step that acted in one of the two; the others are only tried when those do not do.
        needed = self._acting(text)
        if self.key(text, needed) != wanted:
            needed = everything
        # One may only be found needless once another is gone.
        size = -1
        while size != len(needed):
            size = len(needed)
            for number in sorted(needed, reverse=True):
                fewer = needed - {number}
                if self.key(text, fewer) == wanted:
                    needed = fewer
        return tuple(sorted(needed))

    def _acting(self, text: str) -> frozenset[int]:
        """The differences whose step changed the text in either profile, or refused it."""
        acting: set[str] = set()
        for profile in (self.first, self.second):
            outcome = profile.outcome(text)
            acting.update(profile.step_names(outcome))
            if outcome.refused is not None:
                acting.update(bound.step.name for bound in profile.steps)
        return frozenset(
            number for number, each in enumerate(self.items) if not each.step or each.step in acting
        )


def _difference(one: BoundStep | None, other: BoundStep | None) -> Difference | None:
    if one is None:
        assert other is not None
        return Difference(ADDED, other.step.name, "")
    if other is None:
        return Difference(REMOVED, one.step.name, "")
    if one == other:
        return None
    return Difference(OPTIONS, one.step.name, _option_words(one, other))


def _elsewhere(found: Difference, items: Sequence[Difference]) -> int | None:
    """The difference that is the other half of a step's move; None where there is none."""
    halves = {ADDED: REMOVED, REMOVED: ADDED}
    wanted = (halves.get(found.kind), found.step)
    return next((number for number, each in enumerate(items) if each[:2] == wanted), None)


def _moved(difference: Difference, slots: Sequence[_Slot]) -> Difference:
    """A step that stands in two slots was moved."""
    if len(slots) < 2:
        return difference
    one = next(slot.first for slot in slots if slot.first is not None)
    other = next(slot.second for slot in slots if slot.second is not None)
    return Difference(MOVED, difference.step, _option_words(one, other))


def _option_words(one: BoundStep, other: BoundStep) -> str:
    mine, theirs = option_values(one.step, one.options), option_values(other.step, other.options)
    defaults = one.step.options()
    parts = []
    for name in dict.fromkeys((*mine, *theirs)):
        before, after = (side.get(name, getattr(defaults, name.replace("-", "_"))) for side in (mine, theirs))
        if before != after:
            parts.append(f"{name}: {_value(before)} → {_value(after)}")
    return ", ".join(parts)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        text = " ".join(str(each) for each in value)
        return f"“{text if len(text) <= 40 else text[:39] + '…'}”"
    return f"“{value}”" if isinstance(value, str) else str(value)


def _is_not_text(slot: _Slot) -> bool:
    bound = slot.first or slot.second
    assert bound is not None
    return not bound.step.is_text


def _aligned(
    first: Sequence[BoundStep], second: Sequence[BoundStep]
) -> list[tuple[BoundStep | None, BoundStep | None]]:
    """Pairs of steps of one name, and steps that only one has, in an order that both lists agree with."""
    weights = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for at in range(len(first) - 1, -1, -1):
        for to in range(len(second) - 1, -1, -1):
            match = weights[at + 1][to + 1] + _weight(first[at], second[to])
            weights[at][to] = max(weights[at + 1][to], weights[at][to + 1], match)
    pairs: list[tuple[BoundStep | None, BoundStep | None]] = []
    at = to = 0
    while at < len(first) and to < len(second):
        weight = _weight(first[at], second[to])
        if weight and weights[at][to] == weights[at + 1][to + 1] + weight:
            pairs.append((first[at], second[to]))
            at, to = at + 1, to + 1
        elif weights[at][to] == weights[at + 1][to]:
            pairs.append((first[at], None))
            at += 1
        else:
            pairs.append((None, second[to]))
            to += 1
    pairs += [(each, None) for each in first[at:]]
    pairs += [(None, each) for each in second[to:]]
    return pairs


def _weight(one: BoundStep, other: BoundStep) -> int:
    if one.step is not other.step:
        return 0
    return 3 if one == other else 2
