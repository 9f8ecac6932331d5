"""Why a profile merges two URLs: the steps that it takes, and no more (definitions §7, `needed`)."""

from urlinspector.normalize.equalize import minimal_sets
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.steps import RANK


def needed_steps(a: str, b: str, profile: Profile) -> tuple[int, ...] | None:
    """Positions in the profile of the steps needed to give `a` and `b` the same canonical form; None if it
    does not.

    Of all minimal subsets of the profile's steps that act on either text: the one with the lowest risk, then
    the fewest steps, then the first in catalogue order. Empty for identical texts.
    """
    if a == b:
        return ()
    outcomes = profile.outcome(a), profile.outcome(b)
    if outcomes[0].canonical is None or outcomes[0].canonical != outcomes[1].canonical:
        return None
    acting = sorted({*outcomes[0].changed_by, *outcomes[1].changed_by})
    pool = [profile.steps[at] for at in acting]
    anything = profile.accepts == "anything"
    found = minimal_sets(a, b, pool, most=len(pool), accepts_anything=anything)

    def risk(positions: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        steps = [pool[at] for at in positions]
        return (
            max(each.safety.risk for each in steps),
            len(steps),
            tuple(RANK[each.step.name] for each in steps),
        )

    if not found:
        return tuple(acting)
    return tuple(acting[at] for at in min(found, key=risk))
