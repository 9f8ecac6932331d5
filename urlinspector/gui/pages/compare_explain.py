"""What docks say for the Compare page: what each step did to the one and to the other URL."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from urlinspector.gui.pages.inspect_explain import explain_rows
from urlinspector.gui.pages.page import Cell, Effect, EffectColumn, ExplainRow, StepEffects
from urlinspector.gui.state.compare_state import CompareState
from urlinspector.gui.state.inspect_state import InspectState
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.gui.state.reading import Result, changed_names
from urlinspector.gui.theme import Theme
from urlinspector.normalize.steps import CATALOGUE

from PySide6.QtCore import QCoreApplication  # isort: skip


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareExplain", text)


@dataclass(frozen=True)
class _Side:
    """One URL, as the explain rows of Inspect ask for it."""

    text: str
    result: Result
    would_change: frozenset[str] | None


def compare_explain(
    step: str, state: CompareState, letters: tuple[str, str], theme: Theme
) -> list[ExplainRow]:
    """`On A: …`, `On B: …`."""
    details = state.details
    if details is None:
        return []
    rows = []
    for number, letter in enumerate(letters):
        would = state.would_change
        result = details.results[number]
        side = _Side(result.text, result, would[number] if would is not None else None)
        found = explain_rows(step, cast(InspectState, side), theme)
        for at, row in enumerate(found):
            caption = _tr("On {0}").format(letter) if at == 0 else ""
            rows.append(ExplainRow(caption, row.html, row.warning))
    return rows


def compare_effects(state: CompareState, profiles: ProfileState, letters: tuple[str, str]) -> StepEffects:
    """Two columns of dots, one for each URL."""
    columns = tuple(
        EffectColumn(letter, _tr("On URL {0}").format(letter), width=26 if number == 0 else 34)
        for number, letter in enumerate(letters)
    )
    if not state.has_pair or state.comparison is None:
        return StepEffects(unseen=_tr("fill in two URLs to see them act"))
    details, would = state.details, state.would_change
    changed: Sequence[frozenset[str]] = (frozenset(), frozenset())
    if details is not None:
        changed = tuple(frozenset(changed_names(result)) for result in details.results)
    effects: dict[str, Effect] = {}
    cells: dict[str, tuple[Cell, ...]] = {}
    for step in CATALOGUE:
        on = profiles.is_on(step.name)
        sides = tuple(
            _effect(
                step.name in changed[n], on, details is None, None if would is None else step.name in would[n]
            )
            for n in range(2)
        )
        cells[step.name] = tuple(Cell(effect=each) for each in sides)
        order = (Effect.CHANGED, Effect.WOULD_CHANGE, Effect.UNKNOWN)
        found = next((each for each in order if each in sides), Effect.NOTHING)
        if found is not Effect.NOTHING:
            effects[step.name] = found
    return StepEffects(effects, columns, cells, where=_tr("here"))


def _effect(changed: bool, on: bool, pending: bool, would: bool | None) -> Effect:
    if changed:
        return Effect.CHANGED
    if on:
        return Effect.UNKNOWN if pending else Effect.NOTHING
    if would is None:
        return Effect.UNKNOWN
    return Effect.WOULD_CHANGE if would else Effect.NOTHING
