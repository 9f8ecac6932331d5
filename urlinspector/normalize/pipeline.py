"""Runs a profile over one URL: the canonical form alone, or with a trace of what each step did.

Order (definitions §5): TEXT steps on the text as given, parse, judge the kind, resolve against a base where
there is one, component steps, WHOLE steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from urlinspector.normalize.step import Refused, Safety, Step
from urlinspector.url.components import COMPONENTS, Component, Url, recompose, why_not_a_url
from urlinspector.url.resolve import resolve


@dataclass(frozen=True, slots=True)
class BoundStep:
    """A step with its options, as it stands in a profile; `prepared` is what the step made of them."""

    step: Step
    options: Any
    prepared: Any = field(compare=False)
    on: tuple[Component, ...]
    """The components that it works on under its options."""
    calls: tuple[tuple[int, tuple[int, ...]], ...] | None = field(init=False, compare=False, repr=False)
    """For each component in `on` its position in `Url`, and those of the components it needs; None for
    texts.
    """

    def __post_init__(self) -> None:
        whole = self.step.is_text or self.step.is_whole
        needs = tuple(each.index for each in self.step.needs)
        object.__setattr__(self, "calls", None if whole else tuple((each.index, needs) for each in self.on))

    @classmethod
    def of(cls, step: Step, options: Any = None) -> "BoundStep":
        """Bind a step to its options (its defaults when None). Raises ValueError for options that make no
        sense.
        """
        chosen = step.options() if options is None else options
        return cls(step, chosen, step.prepare(chosen), step.on_under(chosen))

    @property
    def safety(self) -> Safety:
        """The class of the step under its options."""
        return self.step.safety_of(self.options)


class Change(NamedTuple):
    """What one step did to one URL: whole texts before and after. `component` is None where it did
    nothing.
    """

    bound: BoundStep
    before: str
    after: str
    component: Component | None
    before_value: str | None
    after_value: str | None
    number: int
    """Position of the step in the profile, from 0."""

    @property
    def changed(self) -> bool:
        return self.component is not None

    @property
    def told(self) -> tuple[str, ...]:
        """What in the step changed the URL, as rules by name; nothing for a step that does one thing."""
        tells = self.bound.step.tells
        return () if tells is None or not self.changed else tells(self.before, self.bound.prepared)

    @property
    def note(self) -> str:
        """The same in one text."""
        return ", ".join(self.told)


class Outcome(NamedTuple):
    """The canonical form, or why there is none, and the positions in the profile of the steps that changed
    the URL.
    """

    canonical: str | None
    changed_by: tuple[int, ...]
    refused: Refused | None


class Trace(NamedTuple):
    """One `Change` for each step and component that changed, or one for a step with nothing to do, in order.

    The last `after` is the canonical form; `outcome` tells it too. A refusal ends the trace.
    """

    text: str
    resolved: str | None
    changes: tuple[Change, ...]
    outcome: Outcome


NOT_A_URL_RULE = "RFC 3986 §4.1"


def canonicalize(text: str, steps: "Sequence[BoundStep]", *, accepts_anything: bool = False) -> Outcome:
    """The canonical form of `text` under the steps. Pure; never raises for any string."""
    return _run(text, steps, accepts_anything, None, None)


def canonicalize_with_base(
    text: str, steps: "Sequence[BoundStep]", base: Url | None, *, accepts_anything: bool = False
) -> Outcome:
    """As `canonicalize`, with the reference resolved against `base` after the TEXT steps (RFC 3986 §5)."""
    return _run(text, steps, accepts_anything, base, None)


def trace(
    text: str, steps: "Sequence[BoundStep]", *, base: Url | None = None, accepts_anything: bool = False
) -> Trace:
    """What every step did to `text`, in order."""
    changes: list[Change] = []
    resolved: list[str] = []
    outcome = _run(text, steps, accepts_anything, base, changes, resolved)
    return Trace(text, resolved[0] if resolved else None, tuple(changes), outcome)


def judge(text: str) -> Refused | None:
    """The refusal of a text that is neither an absolute URL nor a relative reference; None for one that
    is.
    """
    why = why_not_a_url(Url.parse(text))
    return None if why is None else Refused(f"not a URL: {why[0]}", NOT_A_URL_RULE)


def _run(
    text: str,
    steps: "Sequence[BoundStep]",
    accepts_anything: bool,
    base: Url | None,
    changes: list[Change] | None,
    resolved: list[str] | None = None,
) -> Outcome:
    changed_by: list[int] = []
    number = 0
    for bound in steps:
        if not bound.step.is_text:
            break
        after = _on_text(bound, number, text, changed_by, changes)
        if isinstance(after, Refused):
            return Outcome(None, tuple(changed_by), after)
        text = after
        number += 1

    url = Url.parse(text)
    if not accepts_anything and not url.has_legal_scheme:
        why = why_not_a_url(url)
        if why is not None:
            return Outcome(None, tuple(changed_by), Refused(f"not a URL: {why[0]}", NOT_A_URL_RULE))
    if base is not None:
        url = resolve(base, url)
        if resolved is not None:
            resolved.append(str(url))

    values: list[str | None] = list(url)
    refused = _after_parsing(steps, number, values, changed_by, changes)
    if refused is not None:
        return Outcome(None, tuple(changed_by), refused)
    return Outcome(recompose(values), tuple(changed_by), None)


def _after_parsing(
    steps: "Sequence[BoundStep]",
    start: int,
    values: list[str | None],
    changed_by: list[int],
    changes: list[Change] | None,
) -> Refused | None:
    """Apply the component and WHOLE steps from position `start` on, in place."""
    for number in range(start, len(steps)):
        bound = steps[number]
        if bound.calls is None:
            refused = _on_whole(bound, number, values, changed_by, changes)
            if refused is not None:
                return refused
            continue
        step, changed = bound.step, False
        for index, needs in bound.calls:
            value = values[index]
            if value is None and not step.takes_absent:
                continue
            needed = tuple([values[each] for each in needs]) if needs else ()
            after = step.apply(value, needed, bound.prepared)
            if after == value:
                continue
            if isinstance(after, Refused):
                return after
            before = "" if changes is None else recompose(values)
            values[index] = after
            changed = True
            if changes is not None:
                component = COMPONENTS[index]
                changes.append(Change(bound, before, recompose(values), component, value, after, number))
        if changed:
            changed_by.append(number)
        elif changes is not None:
            text = recompose(values)
            changes.append(Change(bound, text, text, None, None, None, number))
    return None


def _on_whole(
    bound: BoundStep,
    number: int,
    values: list[str | None],
    changed_by: list[int],
    changes: list[Change] | None,
) -> Refused | None:
    """Apply one step to the recomposed URL, and parse what it gives."""
    before = recompose(values)
    after = _on_text(bound, number, before, changed_by, changes)
    if isinstance(after, Refused):
        return after
    if after != before:
        values[:] = Url.parse(after)
    return None


def _on_text(
    bound: BoundStep, number: int, text: str, changed_by: list[int], changes: list[Change] | None
) -> str | Refused:
    after = bound.step.apply(text, (), bound.prepared)
    if isinstance(after, Refused):
        return after
    assert after is not None
    changed = after != text
    if changed:
        changed_by.append(number)
    if changes is not None:
        component = bound.step.on[0] if changed else None
        changes.append(Change(bound, text, after, component, text, after, number))
    return after
