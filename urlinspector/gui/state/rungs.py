"""The rungs of the ladder: what each step did to a text, and where the text as given holds what it changed.

Diffs and places are made when they are asked for: a table asks for those that it paints, and at a keystroke
few rungs differ from those before it.
"""

from dataclasses import dataclass, field
from functools import cached_property

from urlinspector.gui.state.origin import places_before
from urlinspector.normalize.diff import Diff, Piece, diff
from urlinspector.normalize.pipeline import NOT_A_URL_RULE, BoundStep, Change, Trace
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.step import Refused, Safety, Step
from urlinspector.url.components import Component, Span, Url

_WHOLE = (Component.TEXT, Component.WHOLE)


@dataclass(frozen=True, eq=False)
class Rung:
    """One row of the ladder."""

    number: int | None
    """The step's place in the profile, from 1; None for resolving against the base."""
    bound: BoundStep | None
    """The step with its options; None for resolving and for a text that is no URL."""
    component: Component | None
    """None where the step had nothing to do."""
    before: str | None
    after: str | None
    """Values of the component; whole texts for steps on the text and the whole URL."""
    before_text: str
    after_text: str
    refused: Refused | None = None
    previous: "Rung | None" = field(default=None, repr=False)
    """The last rung before this one that changed something."""

    @property
    def step(self) -> Step | None:
        return None if self.bound is None else self.bound.step

    @property
    def safety(self) -> Safety | None:
        """The step's class under its options."""
        return None if self.bound is None else self.bound.step.safety_of(self.bound.options)

    @property
    def name(self) -> str:
        return "" if self.bound is None else self.bound.step.name

    @property
    def acted(self) -> bool:
        """Whether it changed or refused something."""
        return self.component is not None or self.refused is not None

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What in the step acted: rules by name, why a host has an alias; nothing for most steps."""
        tells = None if self.step is None else self.step.tells
        if tells is None or self.bound is None or self.component is None:
            return ()
        return tuple(tells(self.before_text, self.bound.prepared))

    @cached_property
    def diff(self) -> Diff | None:
        """What differs between the component's values; None where the step had nothing to do."""
        return None if self.component is None else diff(self.before or "", self.after or "")

    @cached_property
    def whole_diff(self) -> Diff:
        """What differs between the whole texts."""
        if self.diff is None or self.component is None:
            return diff(self.before_text, self.after_text)
        if self.component in _WHOLE:
            return self.diff
        span = Url.parse(self.before_text).spans()[self.component]
        if self.before is None or self.after is None or span is None:
            # A delimiter came or went too.
            return diff(self.before_text, self.after_text)
        return _within(self.diff, span.start, len(self.before_text) - span.end)

    @cached_property
    def places(self) -> tuple[Span, ...]:
        """Where the text as given holds what the step changed."""
        if self.component is None:
            return ()
        whole = self.whole_diff
        spans = whole.gone or tuple(piece.before for piece in whole.pieces if not piece.kept)
        places = places_before(spans, self._earlier)
        if any(place.start < place.end for place in places) or self.component in _WHOLE:
            return places
        # Something was put in: the whole component is what it was put into.
        span = Url.parse(self.before_text).spans()[self.component]
        return places if span is None else places_before((span,), self._earlier)

    @property
    def _earlier(self) -> list[Diff]:
        """The changes from this rung's text back to the text as given, the last one first."""
        diffs: list[Diff] = []
        rung = self.previous
        while rung is not None:
            diffs.append(rung.whole_diff)
            rung = rung.previous
        return diffs


def rungs_of(trace: Trace, profile: Profile) -> tuple[Rung, ...]:
    """Every step of a trace with what it did, in order; resolving against a base and a refusal are rungs
    too.
    """
    rungs: list[Rung] = []
    last: Rung | None = None
    pending, current = trace.resolved, trace.text
    for change in trace.changes:
        if pending is not None and not change.bound.step.is_text:
            rungs.append(_resolved(current, pending, last))
            last, pending = rungs[-1] if rungs[-1].acted else last, None
        current = change.after
        rungs.append(_rung(change, last))
        last = rungs[-1] if change.component is not None else last
    if pending is not None:
        rungs.append(_resolved(current, pending, last))
    if trace.outcome.refused is not None:
        rungs.append(_refusal(trace, profile, current))
    return tuple(rungs)


def _rung(change: Change, last: Rung | None) -> Rung:
    bound, number = change.bound, change.number + 1
    if change.component is None:
        return Rung(number, bound, None, None, None, change.before, change.after)
    before, after = change.before_value, change.after_value
    return Rung(number, bound, change.component, before, after, change.before, change.after, None, last)


def _resolved(before: str, after: str, last: Rung | None) -> Rung:
    acted = Component.WHOLE if before != after else None
    return Rung(None, None, acted, before, after, before, after, None, last)


def _refusal(trace: Trace, profile: Profile, current: str) -> Rung:
    refused, steps = trace.outcome.refused, profile.steps
    assert refused is not None
    number = max((change.number + 1 for change in trace.changes), default=0)
    if refused.rule == NOT_A_URL_RULE or number >= len(steps):
        return Rung(None, None, None, None, None, current, current, refused)
    return Rung(number + 1, steps[number], None, None, None, current, current, refused)


def _within(own: Diff, head: int, tail: int) -> Diff:
    """A component's diff as the whole text's: what stands before and after it is kept."""
    pieces = [
        Piece(
            Span(piece.before.start + head, piece.before.end + head),
            Span(piece.after.start + head, piece.after.end + head),
            piece.kept,
        )
        for piece in own.pieces
    ]
    if head:
        if pieces and pieces[0].kept:
            first = pieces[0]
            pieces[0] = Piece(Span(0, first.before.end), Span(0, first.after.end), True)
        else:
            pieces.insert(0, Piece(Span(0, head), Span(0, head), True))
    if tail and pieces:
        before, after, kept = pieces[-1]
        ends = Span(before.end, before.end + tail), Span(after.end, after.end + tail)
        if kept:
            pieces[-1] = Piece(Span(before.start, ends[0].end), Span(after.start, ends[1].end), True)
        else:
            pieces.append(Piece(*ends, True))
    return Diff(tuple(pieces))
