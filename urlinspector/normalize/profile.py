"""A profile: a name, a version and an ordered list of steps with their options.

How it stands in a file: `normalize.profile_toml`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from urlinspector.normalize import pipeline
from urlinspector.normalize.conflicts import conflicts
from urlinspector.normalize.options import read_options
from urlinspector.normalize.pipeline import BoundStep, Outcome, Trace
from urlinspector.normalize.step import Refused, Step
from urlinspector.normalize.steps import step_named
from urlinspector.url.components import Url

if TYPE_CHECKING:
    from urlinspector.normalize.site_rules import SiteRule

OUTPUTS = ("url", "schemeless", "surt")
"""`lru:<dialect>` and `surt:<program>` besides."""

SITE_RULES = "site-rules"
"""The step that applies the `[[rule]]` tables of a profile."""


class ProfileError(ValueError):
    """A profile that cannot be used, with the reason, the key's path and the line (from 1) where it is
    known.
    """

    def __init__(self, reason: str, *, where: str = "", line: int | None = None) -> None:
        place = f"{where}: " if where else ""
        at = f" (line {line})" if line is not None else ""
        super().__init__(f"{place}{reason}{at}")
        self.reason, self.where, self.line = reason, where, line


@dataclass(frozen=True)
class Profile:
    """Name, version, and the steps in the order in which they run."""

    name: str
    steps: tuple[BoundStep, ...]
    version: str = "1"
    title: str = ""
    description: str = ""
    accepts: str = "urls"
    output: str = "url"
    peer: str = ""
    peer_version: str = ""
    idempotent: str = ""
    """Empty for a profile that keeps the law; else what breaks it, in a sentence."""
    aliases: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    resting_rules: tuple["SiteRule", ...] = ()
    """Rules of sites that are kept while `site-rules` is off."""
    resting_as_of: str = ""
    """The day on which they are to be valid, kept with them."""
    _by_name: Mapping[str, int] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        check_order(self.steps)
        found = conflicts(self.steps)
        if found:
            raise ProfileError(found[0].message)
        object.__setattr__(self, "_by_name", {bound.step.name: at for at, bound in enumerate(self.steps)})
        if self.holds(SITE_RULES):
            object.__setattr__(self, "resting_rules", ())
            object.__setattr__(self, "resting_as_of", "")

    # What it does to a URL

    def outcome(self, text: str, base: Url | None = None) -> Outcome:
        """The canonical form of `text`, the steps that changed it, or the refusal. Never raises."""
        anything = self.accepts == "anything"
        if base is None:
            outcome = pipeline.canonicalize(text, self.steps, accepts_anything=anything)
        else:
            outcome = pipeline.canonicalize_with_base(text, self.steps, base, accepts_anything=anything)
        return outcome if outcome.refused is None else self._told(outcome)

    def trace(self, text: str, base: Url | None = None) -> Trace:
        """What each step did to `text`. Never raises."""
        trace = pipeline.trace(text, self.steps, base=base, accepts_anything=self.accepts == "anything")
        return trace._replace(outcome=self._told(trace.outcome))

    def _told(self, outcome: Outcome) -> Outcome:
        """A refusal names the program that the profile describes."""
        refused = outcome.refused
        if refused is None or not self.peer or refused.reason.startswith(f"{self.peer} refuses: "):
            return outcome
        return outcome._replace(refused=Refused(f"{self.peer} refuses: {refused.reason}", refused.rule))

    def step_names(self, outcome: Outcome) -> tuple[str, ...]:
        """Names of the steps that changed the URL, in profile order."""
        return tuple(self.steps[number].step.name for number in outcome.changed_by)

    @property
    def rules(self) -> tuple["SiteRule", ...]:
        """The rules of sites that `site-rules` applies, those that are off or expired among them."""
        bound = self.bound(SITE_RULES)
        return () if bound is None else bound.options.rules

    # How it is edited; each gives a new profile

    def holds(self, name: str) -> bool:
        """Whether a step of that name is on."""
        return name in self._by_name

    def bound(self, name: str) -> BoundStep | None:
        """The (last) step of that name with its options, or None when it is off."""
        at = self._by_name.get(name)
        return None if at is None else self.steps[at]

    def enabled(
        self, name: str, options: Mapping[str, Any] | None = None, *, at: int | None = None
    ) -> "Profile":
        """With a step switched on, or its options changed where it is on.

        A new step goes to position `at`, or before the first step of higher rank in the catalogue
        (definitions §2). Raises ProfileError for an unknown step, a bad option or a conflict.
        """
        step = known_step(name)
        before = self.bound(name)
        if name == SITE_RULES and before is None:
            options = {"rules": self.resting_rules, "as_of": self.resting_as_of, **(options or {})}
        start = before.options if before is not None else None
        bound = bind(step, options or {}, start)
        if before is not None and at is None:
            where = self._by_name[name]
            return self.with_steps((*self.steps[:where], bound, *self.steps[where + 1 :]))
        if at is None:
            from urlinspector.normalize.steps import RANK

            higher = (n for n, each in enumerate(self.steps) if RANK[each.step.name] > RANK[name])
            at = next(higher, len(self.steps))
        return self.with_steps((*self.steps[:at], bound, *self.steps[at:]))

    def disabled(self, name: str) -> "Profile":
        """Without the steps of that name, rules of sites kept. Raises ProfileError for an unknown step."""
        known_step(name)
        bound = self.bound(name)
        made = self.with_steps(each for each in self.steps if each.step.name != name)
        if name != SITE_RULES or bound is None:
            return made
        return made.with_resting(bound.options.rules, bound.options.as_of)

    def with_resting(self, rules: Iterable["SiteRule"], as_of: str = "") -> "Profile":
        """With these rules of sites, and their day, kept while `site-rules` is off; where it is on, the
        profile as it is.
        """
        if self.holds(SITE_RULES):
            return self
        return replace(self, resting_rules=tuple(rules), resting_as_of=as_of)

    def with_rules(self, rules: Iterable["SiteRule"]) -> "Profile":
        """With these rules of sites in place of those it has. Raises ProfileError for two of one name."""
        rules = tuple(rules)
        if not rules and not self.holds(SITE_RULES):
            return self.with_resting((), self.resting_as_of)
        return self.enabled(SITE_RULES, {"rules": rules})

    def moved(self, start: int, end: int) -> "Profile":
        """With the step at position `start` put at position `end` of the result."""
        steps = list(self.steps)
        steps.insert(end, steps.pop(start))
        return self.with_steps(steps)

    def with_steps(self, steps: Iterable[BoundStep]) -> "Profile":
        """The same profile with other steps. Raises ProfileError for a conflict or a bad order."""
        return replace(self, steps=tuple(steps))

    # TOML

    @classmethod
    def parse(cls, text: str, *, name: str = "") -> "Profile":
        """Read a profile from TOML; `name` stands in where the file gives none. Raises ProfileError."""
        from urlinspector.normalize.profile_toml import profile_of_toml

        return profile_of_toml(text, name)

    def to_toml(self) -> str:
        """The profile as TOML that `parse` reads back as an equal profile."""
        from urlinspector.normalize.profile_toml import toml_of_profile

        return toml_of_profile(self)


def known_step(name: str) -> Step:
    """The step of that name; raises ProfileError with near names for one that does not exist."""
    step = step_named(name)
    if step is None:
        import difflib

        from urlinspector.normalize.steps import STEPS

        near = difflib.get_close_matches(name, STEPS, 3)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise ProfileError(f"there is no step “{name}”{hint}", where="steps")
    return step


def bind(step: Step, values: Mapping[str, Any], start: Any = None) -> BoundStep:
    """A step with its options from plain values (TOML's, or texts of the command line). Raises
    ProfileError.
    """
    try:
        return BoundStep.of(step, read_options(step, values, start))
    except ValueError as error:  # OptionError is one
        raise ProfileError(str(error), where=step.name) from None


def parse_enable(text: str) -> tuple[str, dict[str, str]]:
    """`STEP[:OPTION=VALUE,…]` of the command line: the step's name and the options as texts.

    A comma inside a value is written twice. Raises ProfileError for a part without `=`.
    """
    name, colon, rest = text.partition(":")
    values: dict[str, str] = {}
    if colon:
        for part in rest.replace(",,", "\x00").split(","):
            key, equals, value = part.replace("\x00", ",").partition("=")
            if not equals:
                raise ProfileError(
                    f"“{part}” is not OPTION=VALUE (texts of a list are divided by |; a comma is written ,,)",
                    where=name,
                )
            values[key.strip()] = value
    return name, values


def check_order(steps: Iterable[BoundStep]) -> None:
    """Raises ProfileError where a TEXT step stands after one that is none."""
    earlier = ""
    for bound in steps:
        if not bound.step.is_text:
            earlier = bound.step.name
        elif earlier:
            raise ProfileError(
                f"“{bound.step.name}” works on the text before it is parsed, so it cannot follow “{earlier}”",
                where="steps",
            )
