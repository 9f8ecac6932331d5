"""All that the Inspect page knows of a text, as plain values: what it is, and what the profile makes of it.

No Qt here; the functions are pure, so that they run on the GUI thread for short texts and in the worker for
long ones. `Facts` depend on the text alone, `Result` on the profile too, so a toggled step costs the second
only.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from urlinspector.gui.state.rungs import Rung, rungs_of
from urlinspector.gui.state.spans import Spans, touches
from urlinspector.normalize.conflicts import conflicts, partners
from urlinspector.normalize.diff import Diff, diff
from urlinspector.normalize.pipeline import (
    BoundStep,
    Trace,
    canonicalize,
    canonicalize_with_base,
)
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.step import Refused
from urlinspector.normalize.steps import COMMON, in_order
from urlinspector.url.browser import BrowserReading, browser_reading
from urlinspector.url.components import COMPONENTS, Component, Span, Url
from urlinspector.url.host import to_unicode
from urlinspector.url.nested import Nested, nested_urls
from urlinspector.url.percent import decode
from urlinspector.url.spoofing import UrlWarning, url_warnings
from urlinspector.url.suffix import Suffix, suffix_of
from urlinspector.url.violation_codes import Violation
from urlinspector.url.violations import violations


@dataclass(frozen=True)
class Facts:
    """What a text is, whatever the profile."""

    text: str
    with_list: bool = True
    """False while the suffix list is being loaded: until then no suffix is known, and nobody waits."""

    @cached_property
    def url(self) -> Url:
        return Url.parse(self.text)

    @cached_property
    def spans(self) -> dict[Component, Span | None]:
        return self.url.spans()

    @cached_property
    def decoded(self) -> dict[Component, str | None]:
        """Every component with its triplets decoded; the host as browsers show it."""
        url = self.url
        found = {each: None if (value := url.get(each)) is None else decode(value) for each in COMPONENTS}
        host = found[Component.HOST]
        found[Component.HOST] = None if host is None else to_unicode(host)
        return found

    @cached_property
    def suffix(self) -> Suffix | None:
        """The host by the public suffix list."""
        return suffix_of(self.url.host) if self.url.host and self.with_list else None

    @cached_property
    def domain(self) -> Span | None:
        """The registrable domain in the text."""
        host, found = self.spans[Component.HOST], self.suffix
        if host is None or found is None or found.registrable_domain_span is None:
            return None
        start, end = found.registrable_domain_span
        return Span(host.start + start, host.start + end)


@dataclass(frozen=True)
class Findings:
    """What a person should look at in a text."""

    violations: tuple[Violation, ...] = ()
    warnings: tuple[UrlWarning, ...] = ()
    nested: tuple[Nested, ...] = ()

    @classmethod
    def of(cls, url: Url, text: str) -> "Findings":
        """Everything that is found; the costly part of a reading."""
        return cls(violations(url, text), url_warnings(url, text), nested_urls(url))

    @cached_property
    def faults(self) -> Spans:
        """Where the violations are."""
        return Spans([each.span for each in self.violations])

    @cached_property
    def in_order(self) -> "tuple[Violation | UrlWarning | Nested, ...]":
        """All of them in the order in which they stand in the text."""
        return tuple(sorted((*self.violations, *self.warnings, *self.nested), key=_place_in_text))

    @cached_property
    def _known(self) -> "dict[Span, tuple[tuple[Span, ...], tuple[tuple[Violation, ...], ...]]]":
        return {}

    def marks(self, window: Span) -> tuple[Span, ...]:
        """Where the violations are in a part of the text, counted from its start."""
        return self._within_part(window)[0]

    def faults_of(self, window: Span) -> "tuple[tuple[Violation, ...], ...]":
        """The violations that belong to a part of the text, those of one kind together."""
        return self._within_part(window)[1]

    def _within_part(self, window: Span) -> "tuple[tuple[Span, ...], tuple[tuple[Violation, ...], ...]]":
        found = self._known.get(window)
        if found is None:
            near = self.faults.near(window)
            # By identity: a code is one object, and its hash is slow.
            kinds: dict[int, list[Violation]] = {}
            for each in self.violations[near.start : near.stop]:
                if touches(each.span, window):
                    kinds.setdefault(id(each.code), []).append(each)
            found = self.faults.cut(window), tuple(map(tuple, kinds.values()))
            if len(near) >= _MANY:
                self._known[window] = found
        return found

    def make_ready(self, windows: Iterable[Span | None]) -> None:
        """Find out what belongs to some parts of the text, for a thread that does not wait for it."""
        _ = self.in_order
        for window in windows:
            if window is not None:
                self._within_part(window)

    def within(self, length: int) -> "Findings":
        """Those that a text of a length could still have; for showing until the new ones are known."""
        ends = [each.span.end for each in self.warnings]
        ends += [each.place.span.end for each in self.nested]
        if max(self.faults.end, *ends, 0) <= length:
            return self
        return Findings(
            tuple(each for each in self.violations if each.span.end <= length),
            tuple(each for each in self.warnings if each.span.end <= length),
            tuple(each for each in self.nested if each.place.span.end <= length),
        )


def _place_in_text(found: Violation | UrlWarning | Nested) -> Span:
    return found.place.span if isinstance(found, Nested) else found.span


_MANY = 64
"""From so many violations on, what belongs to a part of the text is kept once it was found."""


@dataclass(frozen=True)
class Result:
    """What a profile makes of a text."""

    text: str
    base: str | None
    profile: Profile
    trace: Trace
    key: str | None
    """What the profile writes: the canonical URL, or the key that its `output` asks for."""

    @property
    def canonical(self) -> str | None:
        """The canonical form as a URL; None where it was refused."""
        return self.trace.outcome.canonical

    @property
    def refused(self) -> Refused | None:
        return self.trace.outcome.refused

    @cached_property
    def canonical_url(self) -> Url | None:
        return None if self.canonical is None else Url.parse(self.canonical)

    @cached_property
    def diff(self) -> Diff | None:
        """Text as given against its canonical form."""
        return None if self.canonical is None else diff(self.text, self.canonical)

    @cached_property
    def browser(self) -> BrowserReading:
        return browser_reading(self.text, self.base)

    @cached_property
    def browser_diff(self) -> Diff | None:
        """Canonical form against the browser's reading."""
        if self.canonical is None or self.browser.href is None:
            return None
        return diff(self.canonical, self.browser.href)

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        """Every step with what it did, in order."""
        return rungs_of(self.trace, self.profile)

    @property
    def changed_steps(self) -> int:
        """How many steps of the profile changed the text."""
        return len(set(self.trace.outcome.changed_by))


def result_of(text: str, base: str | None, profile: Profile) -> Result:
    """Run a profile over a text."""
    base_url = Url.parse(base) if base else None
    as_url = profile if profile.output == "url" else replace(profile, output="url")
    trace = as_url.trace(text, base_url)
    key = trace.outcome.canonical
    if as_url is not profile:
        key = profile.outcome(text, base_url).canonical
    return Result(text, base or None, profile, trace, key)


# What acts here

BoundOf = Callable[[str], BoundStep]


def steps_that_would_change(result: Result, bound_of: BoundOf) -> frozenset[str]:
    """Names of the steps that are off and would change the canonical form if they were on.

    Each is tried alone, at its place by rank, on the text as it is there; only where that changes something
    the rest of the profile is run again. Other programs' oddities are left out: nobody is offered them.
    """
    would: set[str] = set()
    for step in COMMON:
        if result.profile.holds(step.name):
            continue
        try:
            bound = bound_of(step.name)
        except (ValueError, OSError):
            continue
        if would_change(result, bound):
            would.add(step.name)
    return frozenset(would)


def would_change(result: Result, bound: BoundStep) -> bool:
    """Whether a step that is off would change the canonical form."""
    steps = result.profile.steps
    out = _in_its_way(bound, steps)
    if out:
        steps = tuple(each for each in steps if each.step.name not in out)
        at = _place(bound, steps)
        return _outcome(result, result.text, (*steps[:at], bound, *steps[at:])) != result.canonical
    at = _place(bound, steps)
    before = _text_before(result, at, bound.step.is_text)
    if before is None:
        return False
    alone = canonicalize(before, (bound,), accepts_anything=True).canonical
    if alone == before:
        return False
    if alone is None:
        return True
    if bound.step.is_text:
        return _outcome(result, alone, steps[at:]) != result.canonical
    return canonicalize(alone, steps[at:], accepts_anything=True).canonical != result.canonical


def _in_its_way(bound: BoundStep, steps: tuple[BoundStep, ...]) -> set[str]:
    """Names of the steps that cannot stand beside this one."""
    name, may = bound.step.name, partners(bound.step.name)
    if not may or not any(each.step.name in may for each in steps):
        return set()
    found = conflicts((*steps, bound))
    return {each.b if each.a == name else each.a for each in found if name in (each.a, each.b)} - {name}


def _outcome(result: Result, text: str, steps: tuple[BoundStep, ...]) -> str | None:
    base = Url.parse(result.base) if result.base else None
    anything = result.profile.accepts == "anything"
    return canonicalize_with_base(text, steps, base, accepts_anything=anything).canonical


def _place(bound: BoundStep, steps: tuple[BoundStep, ...]) -> int:
    ranks = in_order((bound.step.name, *(each.step.name for each in steps)))
    rank = ranks[bound.step.name]
    return next((at for at, each in enumerate(steps) if ranks[each.step.name] > rank), len(steps))


def _text_before(result: Result, at: int, is_text: bool) -> str | None:
    """The URL as it is when step number `at` gets it; None where the profile refused it earlier."""
    changes = result.trace.changes
    found = next((change.before for change in changes if change.number >= at), None)
    if found is not None:
        # A step on the text, put in last of them, comes before the base is looked at.
        texts = [change.after for change in changes if change.bound.step.is_text]
        return (texts[-1] if texts else result.text) if is_text and not _is_text(result, at) else found
    if result.refused is not None and not is_text:
        return None
    if is_text:
        texts = [change.after for change in changes if change.bound.step.is_text]
        return texts[-1] if texts else result.text
    return result.canonical


def _is_text(result: Result, at: int) -> bool:
    steps = result.profile.steps
    return at < len(steps) and steps[at].step.is_text


def changed_names(result: Result) -> Mapping[str, int]:
    """Names of the steps that changed the text, with how many components each changed."""
    names: dict[str, int] = {}
    for change in result.trace.changes:
        if change.changed:
            names[change.bound.step.name] = names.get(change.bound.step.name, 0) + 1
    return names
