"""What a step is: one record with everything the rest of the program needs to know about it.

A step is a small pure function on one component. The same function serves the live view, the command line
and a list of a million rows; they only differ in how they call it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, TypeVar

from urlinspector.url.components import Component

_T = TypeVar("_T")


class Safety(Enum):
    """What a step may do to the identity of a page (the classes of RFC 3986 §6.2 as the literature sorts
    them).
    """

    PRESERVES = "preserves"
    USUALLY_PRESERVES = "usually-preserves"
    CHANGES = "changes"

    @property
    def letter(self) -> str:
        """`P`, `U` or `C`."""
        return self.value[0].upper()

    @property
    def risk(self) -> int:
        """0 for the safest class, 2 for the riskiest."""
        return _RISK[self]


_RISK = {Safety.PRESERVES: 0, Safety.USUALLY_PRESERVES: 1, Safety.CHANGES: 2}


@dataclass(frozen=True, slots=True)
class Refused:
    """A step's answer for a value that it cannot normalize: why, in a plain sentence, and by which rule."""

    reason: str
    rule: str

    def __str__(self) -> str:
        return self.reason if "§" in self.reason else f"{self.reason} ({self.rule})"


Value = str | None
Needed = tuple[Value, ...]
Test = str | Callable[[Value], bool]
"""Of the value of a component: a pattern, written as for `may_change`, or a function."""
Apply = Callable[[Any, Needed, Any], "str | None | Refused"]


def option(default: _T, about: str, **metadata: Any) -> _T:
    """A field of an options dataclass: its default and its description for forms, tables and `steps`."""
    made: _T = field(default=default, metadata={"help": about, **metadata})
    return made


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a step that has none."""


@dataclass(frozen=True, slots=True)
class Example:
    """A URL before and after the step, with the options that are not at their defaults."""

    before: str
    after: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One record of the catalogue; equal to itself only, so that it can be a key.

    `apply(value, needed, options)` takes the value of one component in `on` (the whole text for `TEXT` and
    `WHOLE`), the values of the components in `needs`, in that order, and what `prepare` made of the options;
    it returns the new value, None where the component becomes absent, or `Refused`. It is never given None
    as value unless `takes_absent` says so. A step on several components is applied to each by itself.

    `may_change(options)` gives a pattern in the Rust engine's syntax (definitions §2 lists what it may
    hold): where it does not match a value, `apply` is sure to return the value unchanged. None means that
    any value may change. Both get the *prepared* options.
    """

    name: str
    title: str
    on: tuple[Component, ...]
    safety: Safety
    source: str
    """The rule it follows, as in `RFC 3986 §6.2.2.1`."""
    summary: str
    """Two or three plain sentences: what it does and why, and what it assumes of the server."""
    example: Example
    apply: Apply
    may_change: Callable[[Any], str | None] = lambda options: None
    needs: tuple[Component, ...] = ()
    narrows: Callable[[Any], tuple[Mapping[Component, Test], ...]] | None = None
    """For a step on the whole URL: alternatives, each of tests of some components. Where in each alternative
    some test fails of the components of a URL (absent ones fail patterns), `apply` returns it unchanged.
    """
    tells: Callable[[str, Any], tuple[str, ...]] | None = None
    """Of a URL (whole, before the step) that it changes: what in the step does it, as rules by name."""
    tells_apart: Callable[[Any], tuple[str | None, ...]] | None = None
    """For each component in `needs` a pattern, written as in `may_change`, or None: present values that it
    does not match are one to the step, `apply` gives the same with either. None tells all values apart, as
    does a step without this.
    """
    options: type[Any] = NoOptions
    """A frozen dataclass: str, bool, int, Literal[...], tuple[str, ...] fields, all with defaults.

    A field's `metadata["help"]` is its description.
    """
    prepare: Callable[[Any], Any] = lambda options: options
    """Options (the dataclass) to what `apply` and `may_change` get: tables loaded, patterns compiled.

    Called once when a profile is made. Raises ValueError, with a message for the user, for options that make
    no sense.
    """
    conflicts: tuple[str, ...] = ()
    """Names of steps that undo this one; `normalize.conflicts` says under which options a profile is
    refused.
    """
    safety_with: Callable[[Any], Safety] | None = None
    """The class under given options, for a step where it depends on them; `safety` is the defaults' class."""
    on_with: Callable[[Any], tuple[Component, ...]] | None = None
    """The components under given options, for a step on several whose options may leave some out."""
    takes_absent: bool = False
    assumes: str = ""
    """What merging by this step assumes about the server, as a clause: `that /a and /a/ answer the same`."""
    warning: str = ""
    """For a peer's oddity: what goes wrong, with an example."""
    idempotent: bool = True
    loses_data: bool = False
    peer: str = ""
    """The program whose oddity this is; empty for steps that anybody may use."""

    def safety_of(self, options: Any) -> Safety:
        """The step's class under these options, which may be another than that of its default ones."""
        return self.safety if self.safety_with is None else self.safety_with(options)

    def on_under(self, options: Any) -> tuple[Component, ...]:
        """The components that it works on under these options."""
        return self.on if self.on_with is None else self.on_with(options)

    @property
    def is_text(self) -> bool:
        """Whether it works on the text before it is parsed."""
        return self.on == (Component.TEXT,)

    @property
    def is_whole(self) -> bool:
        """Whether it works on the recomposed URL."""
        return self.on == (Component.WHOLE,)


def option_defaults(step: Step) -> dict[str, Any]:
    """Name and default of each option of a step, in order."""
    defaults = step.options()
    return {each.name: getattr(defaults, each.name) for each in fields(step.options)}
