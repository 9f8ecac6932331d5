"""The profile that every page uses: choosing, editing, undo and redo, saving.

All edits go through here; a refused one leaves everything as it is and emits `refused`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from urlinspector.gui.state.history import History
from urlinspector.gui.state.profile_changes import ProfileChanges
from urlinspector.gui.state.text_file import write_text
from urlinspector.normalize.conflicts import conflicts
from urlinspector.normalize.library import DEFAULT, builtin
from urlinspector.normalize.options import read_options
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import SITE_RULES, Profile, ProfileError, bind, known_step
from urlinspector.normalize.steps import in_order
from urlinspector.rules.profile_files import read_profile

UNDO_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Refusal:
    """An edit that the profile does not allow.

    `others` are the steps that stand in its way: switching them off would let `step` in.
    """

    step: str
    message: str
    others: tuple[str, ...] = ()
    bound: BoundStep | None = None


@dataclass(frozen=True, slots=True)
class _Moment:
    """One state of the undo list: the profile, what it is compared with, and where that came from."""

    profile: Profile
    base: Profile
    path: Path | None
    left: Mapping[str, BoundStep] = field(default_factory=dict)
    """Steps that are off, with the options they had, so that they come back as they were."""


class ProfileState(QObject):
    """The present profile and its history.

    Signals: `profile_changed(Profile)` after every change of what the profile is or what it is compared with;
    `history_changed()` when undo or redo became possible or impossible; `refused(Refusal)`.
    """

    profile_changed = Signal(object)
    history_changed = Signal()
    refused = Signal(object)

    def __init__(
        self, profile: Profile | None = None, base: Profile | None = None, parent: QObject | None = None
    ) -> None:
        """Start with a profile (the default one when None), compared with `base` (itself when None)."""
        super().__init__(parent)
        start = profile if profile is not None else builtin(DEFAULT)
        moment = _Moment(start, base if base is not None else start, None, _resting(start))
        self._history = History(moment, UNDO_LIMIT)
        self._defaults: dict[str, BoundStep] = {}
        self._order: tuple[str, ...] = _names(start)
        """The last known order of all steps that are or were on."""

    # What it is

    @property
    def profile(self) -> Profile:
        return self._history.now.profile

    @property
    def base(self) -> Profile:
        """The profile as it was chosen, opened or saved."""
        return self._history.now.base

    @property
    def path(self) -> Path | None:
        """The user's file it comes from; None for a built-in one."""
        return self._history.now.path

    @property
    def changes(self) -> ProfileChanges:
        """How the profile differs from its base."""
        return ProfileChanges.between(self.base, self.profile)

    @property
    def is_modified(self) -> bool:
        now, base = (
            (each.steps, each.resting_rules, each.resting_as_of) for each in (self.profile, self.base)
        )
        return now != base

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def is_on(self, name: str) -> bool:
        return self.profile.holds(name)

    def position(self, name: str) -> int | None:
        """Where a step stands in the profile, from 1; None when it is off."""
        names = _names(self.profile)
        return names.index(name) + 1 if name in names else None

    def bound(self, name: str) -> BoundStep:
        """A step with the options it has, had when it was switched off, or has by default."""
        found = self.profile.bound(name) or self._history.now.left.get(name) or self.base.bound(name)
        if found is not None:
            return found
        if name not in self._defaults:
            self._defaults[name] = bind(known_step(name), {})
        return self._defaults[name]

    def options(self, name: str) -> Any:
        """The options of `bound(name)`, without making the step ready for use."""
        found = self.profile.bound(name) or self._history.now.left.get(name) or self.base.bound(name)
        return read_options(known_step(name), {}) if found is None else found.options

    # Edits of one step

    def toggle(self, name: str) -> bool:
        """Switch a step on or off; whether it was done."""
        return self.set_on(name, not self.is_on(name))

    def set_on(self, name: str, on: bool) -> bool:
        """Switch a step on, at its old place and with its old options, or off; whether it was done."""
        if self.is_on(name) == on:
            return True
        if not on:
            return self._edit(name, without(self.profile.steps, name), {name: self.bound(name)})
        return self._edit(name, self._placed(self.bound(name), self.profile.steps))

    def set_options(self, name: str, values: Mapping[str, Any]) -> bool:
        """Give a step options by their written names; whether it was done.

        `values` holds all options that are not at their defaults; the others go back to theirs. A step that
        is off stays off and remembers them.
        """
        try:
            bound = bind(known_step(name), values)
        except ProfileError as error:
            self.refused.emit(Refusal(name, error.reason))
            return False
        return self._with_options(bound)

    def _with_options(self, bound: BoundStep) -> bool:
        name = bound.step.name
        if not self.is_on(name):
            return self._edit(name, self.profile.steps, {name: bound})
        steps = tuple(bound if each.step.name == name else each for each in self.profile.steps)
        return self._edit(name, steps)

    def set_step(self, name: str, values: Mapping[str, Any], *, on: bool) -> bool:
        """Give a step options and switch it on or off, as one change; whether it was done."""
        if on == self.is_on(name):
            return self.set_options(name, values)
        try:
            bound = bind(known_step(name), values)
        except ProfileError as error:
            self.refused.emit(Refusal(name, error.reason))
            return False
        return self.set_bound(bound, on=on)

    def set_bound(self, bound: BoundStep, *, on: bool) -> bool:
        """Give a step the options that it was made ready with, in a worker, say, and switch it on or off, as
        one change; whether it was done.
        """
        name = bound.step.name
        if on == self.is_on(name):
            return self._with_options(bound)
        if on:
            return self._edit(name, self._placed(bound, self.profile.steps))
        return self._edit(name, without(self.profile.steps, name), {name: bound})

    def switch_over(self, refusal: Refusal) -> bool:
        """Do what was refused after switching off the steps in its way, as one change; whether it was
        done."""
        if refusal.bound is None:
            return False
        steps, left = self.profile.steps, {}
        for other in refusal.others:
            left[other] = self.bound(other)
            steps = without(steps, other)
        steps = self._placed(refusal.bound, without(steps, refusal.step))
        return self._edit(refusal.step, steps, left)

    def move(self, start: int, end: int) -> bool:
        """Put the step at position `start` at position `end`; whether it was done."""
        steps = list(self.profile.steps)
        name = steps[start].step.name
        steps.insert(end, steps.pop(start))
        return self._edit(name, tuple(steps))

    # The whole profile

    def choose(self, name: str) -> bool:
        """Take a built-in profile by its name or alias; whether there is one."""
        try:
            found = builtin(name)
        except ProfileError as error:
            self.refused.emit(Refusal("", error.reason))
            return False
        self.set_profile(found)
        return True

    def set_profile(self, profile: Profile, *, base: Profile | None = None, path: Path | None = None) -> None:
        """Take a profile as it is; edits are then told apart from `base` (itself when None)."""
        self._order = _names(profile)
        self._become(_Moment(profile, base if base is not None else profile, path, _resting(profile)))

    def open(self, path: Path) -> None:
        """Read a profile file. Raises ProfileError, in words and with the line where there is one."""
        self.set_profile(read_profile(path), path=path)

    def save_as(self, path: Path, name: str) -> None:
        """Write the profile under a new name and make that the base. Raises OSError."""
        named = self._named(name)
        write_profile(path, named)
        self._become(_Moment(named, named, path, self._history.now.left))

    def export(self, path: Path) -> None:
        """Write the profile to a file of the user's choice; a changed one gets that file's name. Raises
        OSError.
        """
        write_profile(path, self._named(path.stem) if self.is_modified else self.profile)

    @property
    def proposed_name(self) -> str:
        """What a changed profile could be called."""
        return f"{self.base.name}-changed" if self.is_modified else self.profile.name

    def _named(self, name: str) -> Profile:
        named = replace(self.profile, name=name, aliases=(), title="", version="1")
        if self.is_modified:
            # What was said of the base is not true of other steps; they are no program's any more, either.
            named = replace(named, description="", notes=(), peer="", peer_version="")
        return named

    def reset(self) -> None:
        """Back to the profile as it was chosen."""
        if self.is_modified:
            self._order = _names(self.base)
            self._become(replace(self._history.now, profile=self.base, left=_resting(self.base)))

    def undo(self) -> None:
        """Take the last change back."""
        if self._history.undo():
            self._stepped()

    def redo(self) -> None:
        """Do again what was taken back."""
        if self._history.redo():
            self._stepped()

    # How a change happens

    def _placed(self, bound: BoundStep, steps: tuple[BoundStep, ...]) -> tuple[BoundStep, ...]:
        """The steps with one more, at its old place or where the catalogue's order puts it."""
        name, names = bound.step.name, tuple(each.step.name for each in steps)
        at = old_place(name, names, self._order)
        if at is None:
            ranks = in_order((name, *names))
            at = next((n for n, each in enumerate(names) if ranks[each] > ranks[name]), len(names))
        return (*steps[:at], bound, *steps[at:])

    def _edit(
        self, name: str, steps: tuple[BoundStep, ...], left: Mapping[str, BoundStep] | None = None
    ) -> bool:
        """Other steps, and what is remembered of those that are off."""
        clashes = [each for each in conflicts(steps) if name in (each.a, each.b)]
        if clashes:
            others = tuple(each.b if each.a == name else each.a for each in clashes)
            bound = next(each for each in steps if each.step.name == name)
            self.refused.emit(Refusal(name, clashes[0].message, others, bound))
            return False
        try:
            made = self.profile.with_steps(steps)
        except ProfileError as error:
            self.refused.emit(Refusal(name, error.reason))
            return False
        remembered = {**self._history.now.left, **(left or {})}
        if SITE_RULES in remembered:
            kept = remembered[SITE_RULES].options
            made = made.with_resting(kept.rules, kept.as_of)
        if made.steps != self.profile.steps or remembered != self._history.now.left:
            self._become(replace(self._history.now, profile=made, left=remembered))
        return True

    def _become(self, moment: _Moment) -> None:
        self._history.push(moment)
        self._stepped()

    def _stepped(self) -> None:
        self._order = merged_order(self._order, _names(self.profile))
        self.profile_changed.emit(self.profile)
        self.history_changed.emit()


def _resting(profile: Profile) -> dict[str, BoundStep]:
    """The step that is off and whose rules a profile keeps."""
    kept = {"rules": profile.resting_rules, "as_of": profile.resting_as_of}
    return {SITE_RULES: bind(known_step(SITE_RULES), kept)} if any(kept.values()) else {}


def without(steps: tuple[BoundStep, ...], name: str) -> tuple[BoundStep, ...]:
    """The steps but those of one name."""
    return tuple(each for each in steps if each.step.name != name)


def old_place(name: str, present: tuple[str, ...], known: tuple[str, ...]) -> int | None:
    """Where among the present steps one stood in a known order: before the first that followed it, else at
    the end.

    None where the order does not hold it.
    """
    if name not in known:
        return None
    after = next((each for each in known[known.index(name) + 1 :] if each in present), None)
    return len(present) if after is None else present.index(after)


def merged_order(known: tuple[str, ...], present: tuple[str, ...]) -> tuple[str, ...]:
    """The present order, with the steps that are gone left where they last stood."""
    result = list(present)
    for at, name in enumerate(known):
        if name in result:
            continue
        after = next((each for each in known[at + 1 :] if each in result), None)
        result.insert(len(result) if after is None else result.index(after), name)
    return tuple(result)


def write_profile(path: Path, profile: Profile) -> None:
    """Write a profile as TOML, whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, profile.to_toml())


def _names(profile: Profile) -> tuple[str, ...]:
    return tuple(each.step.name for each in profile.steps)
