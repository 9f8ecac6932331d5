"""Why a profile merges two URLs: the steps that it takes, and no more (definitions §7, `needed`)."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from urlinspector.normalize.equalize import minimal_sets
from urlinspector.normalize.output import written
from urlinspector.normalize.pipeline import BoundStep, canonicalize
from urlinspector.normalize.profile import SITE_RULES, Profile
from urlinspector.normalize.steps import in_order

_MOST_IN_FULL = 7
"""Steps of which all subsets are tried."""


def needed_steps(a: str, b: str, profile: Profile) -> tuple[int, ...] | None:
    """Positions in the profile of the steps needed to give `a` and `b` the same canonical form (the same key,
    where the profile writes one); None if it does not.

    Of all minimal subsets of the profile's steps that act on either text: the one with the lowest risk, then
    the fewest steps, then the first in catalogue order. Empty for identical texts, and where the key alone
    does it.
    """
    if a == b:
        return ()
    outcomes = profile.outcome(a), profile.outcome(b)
    key = written(outcomes[0].canonical, profile.output)
    if key is None or key != written(outcomes[1].canonical, profile.output):
        return None
    acting = sorted({*outcomes[0].changed_by, *outcomes[1].changed_by})
    pool = [profile.steps[at] for at in acting]
    anything = profile.accepts == "anything"
    if profile.output == "url":
        found = minimal_sets(a, b, pool, most=len(pool), accepts_anything=anything)
    else:
        found = _sets_for_key(a, b, pool, profile)

    if not found:
        return tuple(acting)
    return tuple(acting[at] for at in _best(found, pool))


def _best(found: Sequence[tuple[int, ...]], pool: Sequence[BoundStep]) -> tuple[int, ...]:
    def risk(positions: tuple[int, ...]) -> tuple[int, int]:
        return max((pool[at].safety.risk for at in positions), default=0), len(positions)

    least = min(map(risk, found))
    best = [positions for positions in found if risk(positions) == least]
    if len(best) == 1:
        return best[0]
    ranks = in_order(each.step.name for each in pool)
    return min(best, key=lambda positions: tuple(ranks[pool[at].step.name] for at in positions))


def step_labels(profile: Profile, numbers: Iterable[int], texts: Iterable[str]) -> tuple[str, ...]:
    """The names of the steps at some positions; of a step of rules also which of them changed any of the
    texts, as in `site-rules (no sid, stories)`.
    """
    chosen = list(numbers)
    told: dict[int, dict[str, None]] = {
        number: {} for number in chosen if profile.steps[number].step.name == SITE_RULES
    }
    for text in texts if told else ():
        for change in profile.trace(text).changes:
            if change.number in told:
                told[change.number].update(dict.fromkeys(change.told))
    return tuple(
        profile.steps[number].step.name + (f" ({', '.join(told[number])})" if told.get(number) else "")
        for number in chosen
    )


def evidence_told(profile: Profile, numbers: Iterable[int], texts: Iterable[str]) -> tuple[str, ...]:
    """What the steps at some positions give as their reason where they change the texts: the evidence that
    two hosts are one. A rule of sites tells its name, which `step_labels` has.
    """
    chosen = {n for n in numbers if profile.steps[n].step.tells is not None}
    chosen -= {n for n in chosen if profile.steps[n].step.name == SITE_RULES}
    changes = (change for text in texts if chosen for change in profile.trace(text).changes)
    found = (why for change in changes if change.number in chosen for why in change.told)
    return tuple(dict.fromkeys(found))


def steps_told(profile: Profile, numbers: Iterable[int], texts: Sequence[str]) -> tuple[str, ...]:
    """As `step_labels`, and in brackets also the evidence by which a step goes, as in `host-alias
    (example.com and www.example.com: …)`.
    """
    chosen = list(numbers)
    evidence = ("; ".join(evidence_told(profile, [number], texts)) for number in chosen)
    labels = step_labels(profile, chosen, texts)
    return tuple(label + (f" ({why})" if why else "") for label, why in zip(labels, evidence, strict=True))


def rules_acting(profile: Profile, texts: Iterable[str]) -> tuple[str, ...]:
    """The names of the rules of sites that change any of the texts."""
    if not profile.rules:
        return ()
    changes = (
        change
        for text in texts
        for change in profile.trace(text).changes
        if change.bound.step.name == SITE_RULES
    )
    return tuple(dict.fromkeys(name for change in changes for name in change.told))


def _sets_for_key(a: str, b: str, pool: Sequence[BoundStep], profile: Profile) -> list[tuple[int, ...]]:
    """Minimal sets of positions in the pool after which both texts have the same key. Only one is found, by
    leaving out the riskiest steps first, where the pool is too large for all its subsets.
    """
    anything = profile.accepts == "anything"

    def merges(chosen: tuple[int, ...]) -> bool:
        steps = [pool[at] for at in chosen]
        forms = (canonicalize(text, steps, accepts_anything=anything).canonical for text in (a, b))
        one, other = (written(form, profile.output) for form in forms)
        return one is not None and one == other

    if len(pool) > _MOST_IN_FULL:
        left = list(range(len(pool)))
        for at in sorted(left, key=lambda each: -pool[each].safety.risk):
            fewer = tuple(each for each in left if each != at)
            if merges(fewer):
                left = list(fewer)
        return [tuple(left)]
    found: list[tuple[int, ...]] = []
    for size in range(len(pool) + 1):
        for chosen in combinations(range(len(pool)), size):
            if not any(set(each) <= set(chosen) for each in found) and merges(chosen):
                found.append(chosen)
    return found
