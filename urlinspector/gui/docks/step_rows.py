"""Which rows the steps dock shows: a pure function of profile, effects, filter and choice.

By safety: three groups, in each first what is on and acts here, then one grey line for what is on and idle,
then what is off and would act. By order: the profile's steps as they run.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from urlinspector.gui.docks.option_summary import option_summary
from urlinspector.gui.pages.page import Cell, Effect, StepEffects
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.gui.theme import safety_title
from urlinspector.normalize.step import NoOptions, Safety, Step
from urlinspector.normalize.steps import COMMON


class Show(Enum):
    """The three buttons above the list."""

    ALL = "all"
    ON = "on"
    ACTS_HERE = "acts-here"


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step as the dock paints it. `rank` is its position in the profile from 1, None when it is off."""

    step: Step
    on: bool
    safety: Safety
    rank: int | None
    summary: str
    effect: Effect
    cells: tuple[Cell, ...] = ()

    @property
    def name(self) -> str:
        return self.step.name

    @property
    def has_options(self) -> bool:
        return self.step.options is not NoOptions

    def spoken(self, effects: StepEffects) -> str:
        """The whole row in words, for screen readers."""
        parts = [self.name, _tr("on") if self.on else _tr("off"), safety_title(self.safety)]
        if self.rank is not None:
            parts.append(_tr("position {rank}").format(rank=self.rank))
        if self.summary:
            parts.append(self.summary)
        if self.step.warning:
            parts.append(_tr("caution: {warning}").format(warning=self.step.warning))
        if effects.columns:
            for column, cell in zip(effects.columns, self.cells, strict=False):
                said = cell.text or effect_words(cell.effect or Effect.NOTHING)
                parts.append(f"{column.name} {said}")
        else:
            parts.append(effect_words(self.effect))
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A grey line that is no step: how many are on and idle."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """A class of steps: `12 of 12 on`."""

    safety: Safety
    on: int
    count: int
    rows: tuple[StepRow | NoteRow, ...]

    @property
    def count_text(self) -> str:
        return _tr("{on} of {count} on").format(on=self.on, count=self.count)


EFFECT_WORDS = {
    Effect.CHANGED: str(QT_TRANSLATE_NOOP("Steps", "changed something here")),
    Effect.WOULD_CHANGE: str(QT_TRANSLATE_NOOP("Steps", "would change something here")),
    Effect.NOTHING: str(QT_TRANSLATE_NOOP("Steps", "nothing to do here")),
    Effect.UNKNOWN: str(QT_TRANSLATE_NOOP("Steps", "still being measured")),
}


def effect_words(effect: Effect) -> str:
    """An effect in words."""
    return _tr(EFFECT_WORDS[effect])


def groups_by_safety(
    state: ProfileState, effects: StepEffects, show: Show, needle: str = ""
) -> tuple[Group, ...]:
    """The groups of the view by safety."""
    rows = [_row(state, effects, step) for step in _steps(state, needle) if _offered(step, state, needle)]
    return tuple(
        _group(safety, [each for each in rows if each.safety is safety], effects, show, needle.strip())
        for safety in Safety
    )


def rows_by_order(
    state: ProfileState, effects: StepEffects, show: Show, needle: str = ""
) -> tuple[StepRow, ...]:
    """The profile's steps as they run; `ACTS_HERE` leaves out those with nothing to do."""
    rows = [_row(state, effects, bound.step, at + 1) for at, bound in enumerate(state.profile.steps)]
    wanted = needle.strip().lower()
    return tuple(each for each in rows if wanted in each.name and (show is not Show.ACTS_HERE or _acts(each)))


def _steps(state: ProfileState, needle: str) -> tuple[Step, ...]:
    """Where they may be offered; the other programs' steps are not imported without need."""
    if not needle.strip() and not any(bound.step.peer for bound in state.profile.steps):
        return COMMON
    from urlinspector.normalize.steps import CATALOGUE

    return CATALOGUE


def _offered(step: Step, state: ProfileState, needle: str) -> bool:
    """Another program's oddity is offered only when it is on or asked for by name."""
    return not step.peer or state.is_on(step.name) or (needle.strip().lower() or "\0") in step.name


def _row(state: ProfileState, effects: StepEffects, step: Step, rank: int | None = None) -> StepRow:
    options = state.options(step.name)
    if rank is None:
        rank = state.position(step.name)
    return StepRow(
        step,
        state.is_on(step.name),
        step.safety_of(options),
        rank,
        option_summary(step, options),
        effects.of(step.name),
        effects.cells.get(step.name, ()),
    )


def _acts(row: StepRow) -> bool:
    """What is still being measured is not listed: rows that come and go with each key would be no help."""
    return row.effect in (Effect.CHANGED, Effect.WOULD_CHANGE)


def _group(safety: Safety, rows: Sequence[StepRow], effects: StepEffects, show: Show, needle: str) -> Group:
    on = sum(each.on for each in rows)
    found = [each for each in rows if _matches(each, needle)]
    if show is Show.ALL or needle:
        listed: Iterable[StepRow | NoteRow] = found if show is not Show.ON else _only_on(found)
    elif show is Show.ON:
        listed = _only_on(found)
    else:
        listed = _acting(found, effects)
    return Group(safety, on, len(rows), tuple(listed))


def _only_on(rows: Iterable[StepRow]) -> list[StepRow]:
    return sorted((each for each in rows if each.on), key=_rank)


def _acting(rows: Sequence[StepRow], effects: StepEffects) -> list[StepRow | NoteRow]:
    on = _only_on(rows)
    acting = [each for each in on if _acts(each)]
    idle = len(on) - len(acting)
    listed: list[StepRow | NoteRow] = list(acting)
    if idle:
        listed.append(NoteRow(_idle_text(idle, bool(acting), effects)))
    listed += [each for each in rows if not each.on and _acts(each)]
    return listed


def _idle_text(count: int, more: bool, effects: StepEffects) -> str:
    verb = _tr("is on") if count == 1 else _tr("are on")
    if effects.unseen:
        return _tr("{count} {verb}; {why}").format(count=count, verb=verb, why=effects.unseen)
    pattern = (
        _tr("{count} more {verb}, nothing to do {where}")
        if more
        else _tr("{count} {verb}, nothing to do {where}")
    )
    return pattern.format(count=count, verb=verb, where=effects.where or _tr("here"))


def _rank(row: StepRow) -> int:
    return row.rank or 0


def _matches(row: StepRow, needle: str) -> bool:
    """Whether every word typed is in the step's name, title or summary of options."""
    text = f"{row.name} {row.step.title} {row.summary}".lower()
    return all(word in text for word in needle.lower().split())


def _tr(text: str) -> str:
    return QCoreApplication.translate("Steps", text)
