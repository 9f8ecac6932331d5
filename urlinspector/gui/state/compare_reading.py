"""All that the Compare page knows of a pair of texts, as plain values; no Qt here.

The verdict is quick and made at each keystroke; `Details` and the equalizer sets cost more and are made in
the worker. What a set offers (`offers`) depends on the profile too: which of its steps are on already, and
whether switching the others on is enough.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from urlinspector.compare.equalizers import Equalizer, EqualizerCard, cards
from urlinspector.compare.explain import Difference, differences
from urlinspector.compare.lru_relation import LruRelation
from urlinspector.compare.profiles import ProfileRow, who_would_merge
from urlinspector.compare.report import differing, relation_of
from urlinspector.compare.verdict import Comparison, Verdict, compare, differing_written
from urlinspector.gui.state.reading import Result, result_of
from urlinspector.normalize.diff import Diff, diff
from urlinspector.normalize.output import written
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import Profile, ProfileError
from urlinspector.normalize.step import Safety
from urlinspector.normalize.steps import RANK
from urlinspector.url.components import COMPONENTS, Component, Url
from urlinspector.url.readings import Readings, readings

MOST_URLS = 10
LETTERS = "ABCDEFGHIJ"
TRIAL = "trial"
"""Name of the profile that is made of one set of steps."""


@lru_cache(maxsize=96)
def pair_diff(one: str, other: str) -> Diff:
    """What differs between two texts, kept: the worker finds it out before the window asks."""
    return diff(one, other)


def prepare_diffs(comparison: Comparison) -> None:
    """Find out every difference that the table of components shows."""
    pairs = [(comparison.a, comparison.b)]
    one, other = comparison.canonical
    if one is not None and other is not None:
        pairs.append((one, other))
    for a, b in pairs:
        first, second = Url.parse(a), Url.parse(b)
        for component in COMPONENTS:
            pair_diff(first.get(component) or "", second.get(component) or "")


@dataclass(frozen=True)
class Details:
    """What is known of a pair beside its verdict."""

    comparison: Comparison
    profiles: tuple[ProfileRow, ...]
    readings: tuple[Readings, Readings]
    relation: LruRelation
    results: tuple[Result, Result]

    @classmethod
    def of(cls, comparison: Comparison) -> "Details":
        """Find it out."""
        a, b, profile = comparison.a, comparison.b, comparison.profile
        prepare_diffs(comparison)
        return cls(
            comparison,
            _merging(a, b),
            (readings(a), readings(b)),
            relation_of(comparison),
            (result_of(a, None, profile), result_of(b, None, profile)),
        )


def _merging(a: str, b: str) -> tuple[ProfileRow, ...]:
    """Every profile's row, with the differences of the forms found out."""
    rows = tuple(sorted(who_would_merge(a, b), key=_own_first))
    for row in rows:
        one, other = row.written
        if one is not None and other is not None and one != other:
            pair_diff(one, other)
    return rows


def _own_first(row: ProfileRow) -> bool:
    """Profiles of real programs come after the others."""
    return bool(row.profile.peer)


@dataclass(frozen=True)
class Explained:
    """The differences in words: those of the texts, and those of the canonical forms."""

    comparison: Comparison
    of_texts: tuple[Difference, ...]
    of_canonical: tuple[Difference, ...]

    @classmethod
    def of(cls, comparison: Comparison) -> "Explained":
        """Find the words."""
        of_texts = differences(Url.parse(comparison.a), Url.parse(comparison.b))
        canonical = differing(comparison) if comparison.verdict is Verdict.DIFFERENT else ()
        return cls(comparison, of_texts, canonical)


@dataclass(frozen=True)
class Sets:
    """The equalizer sets that were found so far."""

    texts: tuple[str, str]
    found: tuple[Equalizer, ...]
    complete: bool

    @cached_property
    def cards(self) -> tuple[EqualizerCard, ...]:
        """Folded."""
        return tuple(cards(list(self.found)))


@dataclass(frozen=True, slots=True)
class PairCell:
    """What two of the URLs are to each other; `safety` is None while it is not known, or where none is."""

    verdict: Verdict
    safety: Safety | None = None
    differs: tuple[Component, ...] = ()


class Way(Enum):
    """What a set of steps means for the present profile."""

    HAS = "has"
    """All its steps are on."""
    ADD = "add"
    """With the missing ones on, the profile merges the two."""
    TRY = "try"
    """It does it on its own, as a profile of its own."""


@dataclass(frozen=True)
class Offer:
    """A set with what it means for the present profile; `profile` is the one that Add or Try gives."""

    equalizer: Equalizer
    present: tuple[BoundStep, ...]
    missing: tuple[BoundStep, ...]
    way: Way
    profile: Profile | None


@dataclass(frozen=True)
class CardOffer:
    """A card with the offers of its sets, one for each choice; one alone where there is nothing to choose."""

    card: EqualizerCard
    offers: tuple[Offer, ...]

    @property
    def safety(self) -> Safety:
        return self.card.safety


def card_offers(sets: Sets, comparison: Comparison) -> tuple[CardOffer, ...]:
    """What every card offers under the comparison's profile."""
    profile = comparison.profile
    missing = [_missing(each, profile) for each in sets.found]
    by_set = {
        each.key: _offer(each, lacks, missing, comparison)
        for each, lacks in zip(sets.found, missing, strict=True)
    }
    made = [CardOffer(card, tuple(by_set[each.key] for each in card.equalizers)) for card in sets.cards]
    order = list(Way)
    return tuple(sorted(made, key=lambda each: (each.safety.risk, order.index(each.offers[0].way))))


def _missing(equalizer: Equalizer, profile: Profile) -> tuple[BoundStep, ...]:
    return tuple(each for each in equalizer.steps if profile.bound(each.step.name) != each)


def _offer(
    equalizer: Equalizer,
    missing: tuple[BoundStep, ...],
    all_missing: Sequence[tuple[BoundStep, ...]],
    comparison: Comparison,
) -> Offer:
    present = tuple(each for each in equalizer.steps if each not in missing)
    if not missing and comparison.verdict is Verdict.EQUAL:
        return Offer(equalizer, present, (), Way.HAS, None)
    made = with_steps(comparison.profile, missing)
    if comparison.verdict is Verdict.EQUAL:
        return Offer(equalizer, present, missing, Way.TRY, trial_of(equalizer))
    is_least = not any(set(other) < set(missing) for other in all_missing)
    if made is not None and missing and is_least and _merges(made, comparison):
        return Offer(equalizer, present, missing, Way.ADD, made)
    return Offer(equalizer, present, missing, Way.TRY, trial_of(equalizer))


def with_steps(profile: Profile, steps: Iterable[BoundStep]) -> Profile | None:
    """The profile with steps switched on at their places, or their options changed; None where it refuses."""
    made = list(profile.steps)
    for bound in steps:
        at = next((n for n, each in enumerate(made) if each.step is bound.step), None)
        if at is not None:
            made[at] = bound
            continue
        rank = RANK[bound.step.name]
        made.insert(next((n for n, each in enumerate(made) if RANK[each.step.name] > rank), len(made)), bound)
    try:
        return profile.with_steps(made)
    except ProfileError:
        return None


def trial_of(equalizer: Equalizer) -> Profile | None:
    """A profile of one set of steps alone."""
    try:
        return Profile(TRIAL, equalizer.steps)
    except ProfileError:
        return None


def _merges(profile: Profile, comparison: Comparison) -> bool:
    one, other = (
        written(profile.outcome(text).canonical, profile.output) for text in (comparison.a, comparison.b)
    )
    return one is not None and one == other


def quick_cell(one: str | None, other: str | None, a: str, b: str, output: str) -> PairCell:
    """The cell of two texts with their canonical forms; the class of what was needed is found later."""
    if one is None or other is None:
        return PairCell(Verdict.NOT_COMPARABLE)
    if a == b:
        return PairCell(Verdict.IDENTICAL)
    if written(one, output) == written(other, output):
        return PairCell(Verdict.EQUAL)
    return PairCell(Verdict.DIFFERENT, None, differing_written(one, other, output))


def full_cell(a: str, b: str, profile: Profile) -> PairCell:
    """The cell of two texts with the class of the riskiest step that was needed."""
    found = compare(a, b, profile)
    return PairCell(found.verdict, found.safety, found.differs)
