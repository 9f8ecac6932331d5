"""Who would merge two URLs: one row for every built-in profile."""

from collections.abc import Iterable
from typing import NamedTuple

from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.normalize.output import written
from urlinspector.normalize.pipeline import Outcome
from urlinspector.normalize.profile import Profile


class ProfileRow(NamedTuple):
    """What one profile makes of two texts."""

    profile: Profile
    outcomes: tuple[Outcome, Outcome]

    @property
    def same(self) -> bool:
        """Whether it writes the same for both; a refusal is never the same."""
        one, other = self.written
        return one is not None and one == other

    @property
    def written(self) -> tuple[str | None, str | None]:
        """What the profile writes of each: the canonical URL, or a key; None where it refuses."""
        one, other = (written(each.canonical, self.profile.output) for each in self.outcomes)
        return one, other


def who_would_merge(a: str, b: str, profiles: Iterable[Profile] | None = None) -> tuple[ProfileRow, ...]:
    """Both canonical forms under each profile (all built-in ones when None), in the order given."""
    chosen = (builtin(name) for name in builtin_names()) if profiles is None else profiles
    return tuple(ProfileRow(each, (each.outcome(a), each.outcome(b))) for each in chosen)
