"""The verdict on two URLs under a profile (definitions §7)."""

from dataclasses import dataclass
from enum import Enum

from urlinspector.normalize.needed import needed_steps
from urlinspector.normalize.output import written
from urlinspector.normalize.pipeline import BoundStep, Outcome
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.step import Safety
from urlinspector.url.components import COMPONENTS, Component, Url


class Verdict(Enum):
    """Two texts are one of these to each other."""

    IDENTICAL = "identical"
    EQUAL = "equal"
    DIFFERENT = "different"
    NOT_COMPARABLE = "not-comparable"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts, what the profile makes of each, and the verdict."""

    a: str
    b: str
    profile: Profile
    verdict: Verdict
    outcomes: tuple[Outcome, Outcome]
    differs: tuple[Component, ...]
    """The components of the canonical URLs that differ (and count, where the profile writes a key); of the
    texts where the verdict is not comparable.
    """
    needed: tuple[BoundStep, ...]
    """The fewest and safest steps of the profile that the verdict `equal` rests on, in profile order. None
    where only the key that the profile writes makes them equal.
    """

    @property
    def canonical(self) -> tuple[str | None, str | None]:
        return self.outcomes[0].canonical, self.outcomes[1].canonical

    @property
    def written(self) -> tuple[str | None, str | None]:
        """What the profile writes of each: the canonical URL, or a key. They are equal where these are."""
        one, other = (written(each, self.profile.output) for each in self.canonical)
        return one, other

    @property
    def safety(self) -> Safety | None:
        """The class of the riskiest step that was needed; None where none was."""
        return max((each.safety for each in self.needed), key=_risk, default=None)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why a text is not comparable, one sentence for each that is not."""
        return tuple(each.refused.reason for each in self.outcomes if each.refused is not None)


def compare(a: str, b: str, profile: Profile) -> Comparison:
    """Whether `a` and `b` are the same under `profile`, and what decides it. Never raises."""
    outcomes = profile.outcome(a), profile.outcome(b)
    one, other = outcomes[0].canonical, outcomes[1].canonical
    if one is None or other is None:
        return Comparison(a, b, profile, Verdict.NOT_COMPARABLE, outcomes, _differing(a, b), ())
    if a == b:
        return Comparison(a, b, profile, Verdict.IDENTICAL, outcomes, (), ())
    output = profile.output
    if written(one, output) == written(other, output):
        positions = needed_steps(a, b, profile) or ()
        needed = tuple(profile.steps[at] for at in positions)
        return Comparison(a, b, profile, Verdict.EQUAL, outcomes, (), needed)
    return Comparison(a, b, profile, Verdict.DIFFERENT, outcomes, differing_written(one, other, output), ())


def differing_written(one: str, other: str, output: str) -> tuple[Component, ...]:
    """The components in which two canonical URLs differ, without those that a key does not hold."""
    differs = _differing(one, other)
    if output == "url":
        return differs
    url, there = Url.parse(one), Url.parse(other)
    key = written(one, output)
    counts = tuple(
        each
        for each in differs
        if written(str(url._replace(**{each.value: there.get(each)})), output) != key  # type: ignore[arg-type]
    )
    return counts or differs


def _differing(a: str, b: str) -> tuple[Component, ...]:
    one, other = Url.parse(a), Url.parse(b)
    return tuple(each for each in COMPONENTS if one.get(each) != other.get(each))


def _risk(safety: Safety) -> int:
    return safety.risk
