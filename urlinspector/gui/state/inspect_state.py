"""The Inspect page's state: a text, a base, and what is known of them; kept up to date at each keystroke.

Short texts are read at once on the GUI thread. Of longer ones the rest follows: what costs more than a
frame waits until the keystroke is painted, and above `LIVE` characters everything but the field is read in
the worker.
"""

from PySide6.QtCore import QObject, Signal

from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.gui.state.reading import (
    Facts,
    Findings,
    Result,
    changed_names,
    result_of,
    steps_that_would_change,
    would_change,
)
from urlinspector.gui.state.rungs import Rung
from urlinspector.gui.tasks.runner import Lane, Task, TaskRunner
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.steps import COMMON
from urlinspector.normalize.tables import session_parameters, tracking_parameters
from urlinspector.url.suffix import load as load_suffixes

LIVE = 4096
"""Characters up to which a text is read at once."""

AT_ONCE = 600
"""Characters up to which the findings are too; they cost about ten times what the rest does."""

_AFTER_PAINT_MS = 70
_BURST_MS = 25
_MADE_READY = 16
"""Rungs of a long text whose diffs the worker makes; a table shows no more at once."""


class InspectState(QObject):
    """Signals: `text_changed()`; `read()` when facts and result are those of the present text and profile;
    `found()` when the findings are; `effects_measured()` when it is known which steps would change the
    text.
    """

    text_changed = Signal()
    read = Signal()
    found = Signal()
    effects_measured = Signal()

    def __init__(self, profiles: ProfileState, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._profiles, self._runner = profiles, runner
        self._text, self._base = "", ""
        self._profile = profiles.profile
        self._facts = Facts("")
        self._result = result_of("", None, self._profile)
        self._findings = Findings()
        self._found_in: str | None = None
        """The text that the findings are of."""
        self._would: frozenset[str] | None = frozenset()
        self._is_warm = self._is_warming = False
        self._closed = False
        self._later = Throttle(self._find_and_measure, _AFTER_PAINT_MS, self)
        self._long = Throttle(self._start_long, _BURST_MS, self)

    @property
    def text(self) -> str:
        return self._text

    @property
    def base(self) -> str:
        """The text of the base field; empty for none."""
        return self._base

    @property
    def facts(self) -> Facts:
        """Of the present text, or of an earlier one while a long text is being read (`is_behind`)."""
        return self._facts

    @property
    def result(self) -> Result:
        return self._result

    @property
    def findings(self) -> Findings:
        return self._findings

    @property
    def would_change(self) -> frozenset[str] | None:
        """Steps that are off and would change the text; None while that is being measured."""
        return self._would

    def would_change_by(self, name: str) -> bool:
        """Whether one step that is off would change the text; for those that are not tried unasked."""
        return not self.is_behind and would_change(self._result, self._profiles.bound(name))

    @property
    def changed(self) -> frozenset[str]:
        """Steps that changed the text."""
        return frozenset(changed_names(self._result))

    @property
    def is_behind(self) -> bool:
        """Whether facts and result are of an earlier text, base or profile."""
        result = self._result
        now = (self._text, self._base or None, self._profile)
        return (result.text, result.base, result.profile) != now or self._facts.text != self._text

    @property
    def is_settled(self) -> bool:
        """Whether everything that follows has arrived."""
        return not self.is_behind and self._would is not None and not self._later.is_pending

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called; the services may be gone by then."""
        return self._closed

    def set_text(self, text: str) -> None:
        """Inspect another text."""
        if text != self._text:
            self._text = text
            self.text_changed.emit()
            self._reread()

    def set_base(self, text: str) -> None:
        """Resolve against another base; empty for none."""
        if text != self._base:
            self._base = text
            self._reread()

    def set_profile(self, profile: Profile) -> None:
        """Run another profile."""
        self._profile = profile
        self._reread()

    def warm_up(self) -> None:
        """Load the suffix list and the tables in the worker, so that no keystroke waits for them."""
        self.expect_warmth()
        if not self._is_warm and not self._closed:
            self._runner.start("inspect-warm", _warm_up, done=self._on_warm, lane=Lane.URL)

    def expect_warmth(self) -> None:
        """`warm_up` follows soon: nothing that needs the list is done before."""
        self._is_warming = True

    def close(self) -> None:
        """Start nothing more."""
        self._closed = True
        self._later.cancel()
        self._long.cancel()
        self._runner.cancel("inspect")
        self._runner.cancel("inspect-warm")

    # Reading

    def _reread(self) -> None:
        if self._closed:
            return
        self._would = None
        if len(self._text) > LIVE:
            self._later.cancel()
            self._long.call()
            return
        self._long.cancel()
        self._runner.cancel("inspect")
        if self._facts.text != self._text:
            self._facts = Facts(self._text, self._is_warm or not self._is_warming)
            self._findings = self._findings_at_once()
        self._result = result_of(self._text, self._base or None, self._profile)
        self.read.emit()
        self._later.delay()

    def _findings_at_once(self) -> Findings:
        if len(self._text) <= AT_ONCE and self._is_warm:
            self._found_in = self._text
            return Findings.of(self._facts.url, self._text)
        # Those of the text before are shown until the new ones are known, as far as they still fit.
        return self._findings.within(len(self._text))

    def _find_and_measure(self) -> None:
        """After painting: what costs more than a frame."""
        if self._closed or self.is_behind or (self._is_warming and not self._is_warm):
            return
        if self._found_in != self._text:
            self._findings = Findings.of(self._facts.url, self._text)
            self._found_in = self._text
        self.found.emit()
        self._would = steps_that_would_change(self._result, self._profiles.bound)
        self.effects_measured.emit()

    def _start_long(self) -> None:
        bounds = self._bounds()
        job = _LongJob(self._text, self._base or None, self._profile, bounds)
        done, part = self._on_long_done, self._on_long_part
        self._runner.start("inspect", job, done=done, part=part, lane=Lane.URL)

    def _bounds(self) -> dict[str, BoundStep]:
        """Every step that is off, with the options that it would have."""
        bounds: dict[str, BoundStep] = {}
        for step in COMMON:
            if not self._profile.holds(step.name):
                bounds[step.name] = self._profiles.bound(step.name)
        return bounds

    def _on_long_part(self, part: "tuple[Facts, Result] | Findings") -> None:
        if isinstance(part, Findings):
            self._findings, self._found_in = part, self._facts.text
            self.found.emit()
            return
        self._facts, self._result = part
        self._findings = self._findings.within(len(self._text))
        self.read.emit()

    def _on_long_done(self, would: frozenset[str]) -> None:
        self._would = would
        self.effects_measured.emit()

    def _on_warm(self, _: None) -> None:
        self._is_warm = True
        if self._text and not self.is_behind:
            self._facts = Facts(self._text)
            self.read.emit()
            self._later.delay()


class _LongJob:
    """Reads a long text in the worker: what it is, then what is found, then what acts; plain data all."""

    def __init__(self, text: str, base: str | None, profile: Profile, bounds: dict[str, BoundStep]) -> None:
        self._text, self._base, self._profile, self._bounds = text, base, profile, bounds

    def __call__(self, task: Task) -> frozenset[str]:
        facts = Facts(self._text)
        result = result_of(self._text, self._base, self._profile)
        task.check()
        # Touched here so that the GUI thread finds them made.
        _ = facts.domain, facts.decoded
        made_ready: list[Result | Rung] = [result]
        made_ready += [rung for rung in result.rungs if rung.acted][:_MADE_READY]
        for each in made_ready:
            if each.diff is not None:
                _ = each.diff.gone, each.diff.new
            task.check()
        _ = result.browser_diff and result.browser_diff.new
        task.deliver((facts, result))
        findings = Findings.of(facts.url, self._text)
        findings.make_ready(facts.spans.values())
        task.deliver(findings)
        return steps_that_would_change(result, self._bounds.__getitem__)


def _warm_up(task: Task) -> None:
    load_suffixes()
    task.check()
    tracking_parameters()
    session_parameters()
