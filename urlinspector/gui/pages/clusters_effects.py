"""What the steps dock and the explain dock show of a list: rows, merges, disagreement for each step."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from urlinspector.bulk.cluster_rows import glances
from urlinspector.bulk.impact import StepImpact
from urlinspector.gui.numbers import counted, told
from urlinspector.gui.pages.page import Cell, Effect, EffectColumn, ExplainRow, StepEffects
from urlinspector.gui.state.list_state import ListState
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.normalize.needed import evidence_told, rules_acting
from urlinspector.normalize.profile import SITE_RULES
from urlinspector.normalize.steps import CATALOGUE

_LOOKED_AT = 50
"""Texts of a cluster in which evidence is sought."""


def effects_of(state: ListState, profile: ProfileState) -> StepEffects:
    """The dock's columns; none without a list."""
    if state.is_empty:
        return StepEffects(where=_tr("on this list"))
    columns = (
        EffectColumn(_tr("Rows"), _tr("rows changed"), 54),
        EffectColumn(_tr("Merges"), _tr("merges"), 62),
        EffectColumn("\u26a0\ufe0e", _tr("merges whose rows disagree"), 34, icon="warning"),
    )
    effects: dict[str, Effect] = {}
    cells: dict[str, tuple[Cell, ...]] = {}
    acting = _acting(state)
    for step in CATALOGUE:
        on = profile.is_on(step.name)
        found = state.impacts.get(step.name)
        cells[step.name] = _cells(found, on)
        if found is not None:
            acts = bool(found.changed or found.merges)
            effects[step.name] = (Effect.CHANGED if on else Effect.WOULD_CHANGE) if acts else Effect.NOTHING
        elif on:
            effects[step.name] = Effect.CHANGED if step.name in acting else Effect.NOTHING
        else:
            effects[step.name] = Effect.NOTHING
    legend = _tr("Merges: those that vanish if this step alone is off")
    return StepEffects(effects, columns, cells, where=_tr("on this list"), legend=legend)


def _acting(state: ListState) -> frozenset[str]:
    clustering = state.clustering
    if clustering is None:
        return frozenset()
    return frozenset(clustering.profile.steps[at].step.name for at in clustering.run.acting)


def _cells(found: StepImpact | None, on: bool) -> tuple[Cell, ...]:
    if found is None:
        wait = Cell("…", faded=True)
        return wait, wait, wait
    if found.why_not:
        return Cell("", tip=found.why_not), Cell("–", faded=True, tip=found.why_not), Cell()
    merges = counted(found.merges)
    if not on and found.merges > 0:
        merges = f"+{merges}"
    against = Cell(counted(found.suspicious), warning=True) if found.suspicious else Cell("–", faded=True)
    return (
        Cell(counted(found.changed), faded=not found.changed),
        Cell(merges, faded=not found.merges),
        against,
    )


def explain_rows(step: str, state: ListState) -> Sequence[ExplainRow]:
    """What a step does to this list, for the explain dock."""
    if state.is_empty:
        return ()
    found = state.impacts.get(step)
    if found is None:
        return (ExplainRow(_tr("On this list"), escape(_tr("still being measured"))),)
    if found.why_not:
        return (ExplainRow(_tr("On this list"), escape(found.why_not)),)
    on = found.number is not None
    words = _tr("{rows} changed, {merges}") if on else _tr("would change {rows}, {merges} more")
    rows = [
        ExplainRow(
            _tr("On this list"),
            escape(
                words.format(
                    rows=told(found.changed, _tr("{0} row"), _tr("{0} rows")),
                    merges=told(found.merges, _tr("{0} merge"), _tr("{0} merges")),
                )
            ),
        )
    ]
    if found.suspicious:
        said = (
            _tr("{0} of these merges joins rows that differ in status, title or the like")
            if found.suspicious == 1
            else _tr("{0} of these merges join rows that differ in status, title or the like")
        )
        rows.append(ExplainRow(_tr("Disagree"), escape(said.format(counted(found.suspicious))), warning=True))
    if found.supported:
        said = _tr("{0} of these merges join a row with its redirect target or canonical")
        rows.append(ExplainRow(_tr("Supported"), escape(said.format(counted(found.supported)))))
    return rows


def because_rows(step: str, state: ListState, cluster: int | None) -> Sequence[ExplainRow]:
    """The evidence by which a step merged the chosen cluster, or the rules of sites by name; none for a step
    that goes by none.
    """
    clustering = state.clustering
    bound = None if clustering is None else clustering.profile.bound(step)
    if clustering is None or cluster is None or bound is None or bound.step.tells is None:
        return ()
    texts = [clustering.text(at) for at in glances(clustering, [cluster], _LOOKED_AT)[0].first]
    profile = clustering.profile
    if step == SITE_RULES:
        evidence = rules_acting(profile, texts)
    else:
        evidence = evidence_told(profile, [profile.steps.index(bound)], texts)
    return [ExplainRow(_tr("Merged because"), escape(why)) for why in evidence]


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClustersEffects", text)
