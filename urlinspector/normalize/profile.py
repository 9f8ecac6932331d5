"""A profile: a name, a version and an ordered list of steps with their options; TOML in and out.

The file format (definitions §3), read alike for the built-in profiles and the user's own:

    name = "mine"
    version = "1"
    description = "What it is for."
    accepts = "urls"            # or "anything"
    output = "url"              # or "schemeless", "surt", "lru:wiki", ...
    steps = [
        "lowercase-host",
        { step = "limit-protocol", to = "https" },
    ]

Rules of sites follow as `[[rule]]` tables (`normalize.site_rules.toml`); a profile that holds rules without
applying them says `{ step = "site-rules", enabled = false }` among its steps. An unknown key is refused with
its path and the line where it first occurs.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from urlinspector.normalize import pipeline
from urlinspector.normalize.conflicts import conflicts
from urlinspector.normalize.options import OptionError, check_types, option_values, read_options
from urlinspector.normalize.pipeline import BoundStep, Outcome, Trace
from urlinspector.normalize.step import Refused, Step
from urlinspector.normalize.steps import step_named
from urlinspector.normalize.toml_lines import line_of, lines_of_entries
from urlinspector.url.components import Url

if TYPE_CHECKING:
    from urlinspector.normalize.site_rules import SiteRule

OUTPUTS = ("url", "schemeless", "surt")
"""`lru:<dialect>` and `surt:<program>` besides."""

_DIALECT = re.compile(r"lru:(?:wiki|hyphe|ural|escaped)|surt:(?:surt-0\.3\.1|webarchive-commons)")

_TEXT_KEYS = (
    "name",
    "version",
    "title",
    "description",
    "accepts",
    "output",
    "peer",
    "peer_version",
    "idempotent",
)
_KEYS = frozenset((*_TEXT_KEYS, "aliases", "notes", "steps", "rule", "scope"))
_RESERVED = frozenset({"scope"})
SITE_RULES = "site-rules"
"""The step that applies the `[[rule]]` tables of a profile."""
_RESTING = {"step": SITE_RULES, "enabled": False}
"""Among the steps of a file: its rules are kept and not applied."""


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
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ProfileError(f"not TOML: {error}") from None
        for key in table:
            if key not in _KEYS:
                raise ProfileError("unknown key", where=key, line=line_of(text, key))
        for key in _RESERVED & table.keys():
            raise ProfileError("reserved for a later version", where=key, line=line_of(text, key))
        kept = {key: _string(table, key, text) for key in _TEXT_KEYS if key in table}
        lists = {key: _strings(table, key, text) for key in ("aliases", "notes") if key in table}
        if "steps" not in table:
            raise ProfileError("a profile needs steps; an empty list will do", where="steps")
        entries, resting = _without_resting(table["steps"])
        steps = _read_steps(entries, text)
        if not kept.setdefault("name", name):
            raise ProfileError("a profile needs a name", where="name")
        try:
            profile = cls(steps=steps, **kept, **lists)  # type: ignore[arg-type]
        except ProfileError as error:
            raise ProfileError(error.reason, where=error.where, line=_line_of_clash(steps, text)) from None
        _check_words(profile, text)
        if resting is None or profile.holds(SITE_RULES):
            return _with_tables(profile, table["rule"], text) if "rule" in table else profile
        day = {"as_of": resting} if resting else None
        awake = _with_tables(profile.enabled(SITE_RULES, day), table.get("rule", []), text)
        return awake.disabled(SITE_RULES)

    def to_toml(self) -> str:
        """The profile as TOML that `parse` reads back as an equal profile."""
        return _write(self)


def _without_resting(entries: Any) -> tuple[Any, Any]:
    """The entries of `steps` without one that says that `site-rules` is off, and its day: empty where it has
    none, None where there is no such entry.
    """
    if not isinstance(entries, list):
        return entries, None
    days = [each.get("as_of", "") for each in entries if _is_resting(each)]
    return [each for each in entries if not _is_resting(each)], days[-1] if days else None


def _is_resting(entry: Any) -> bool:
    return isinstance(entry, dict) and {k: v for k, v in entry.items() if k != "as_of"} == _RESTING


def _with_tables(profile: Profile, tables: Any, text: str) -> Profile:
    """A profile with the rules of its file; a file that does not say where `site-rules` runs has it last."""
    from urlinspector.normalize.site_rules.errors import RuleError
    from urlinspector.normalize.site_rules.toml import read_tables

    try:
        return profile.with_rules(read_tables(tables, text))
    except RuleError as error:
        raise ProfileError(error.reason, where=error.where, line=error.line) from None


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


def _read_steps(entries: Any, text: str) -> tuple[BoundStep, ...]:
    if not isinstance(entries, list):
        raise ProfileError("is to be a list", where="steps", line=line_of(text, "steps"))
    return tuple(_read_step(entry, number, text) for number, entry in enumerate(entries))


def _read_step(entry: Any, number: int, text: str) -> BoundStep:
    where = f"steps[{number}]"
    values = {"step": entry} if isinstance(entry, str) else entry
    if not isinstance(values, dict) or not isinstance(values.get("step"), str):
        reason = 'a step is its name, or { step = "name", option = … }'
        raise ProfileError(reason, where=where, line=_line_of_step(number, text))
    try:
        step = known_step(values["step"])
        options = {key: value for key, value in values.items() if key != "step"}
        check_types(step, options)
        return bind(step, options)
    except (OptionError, ProfileError) as error:
        reason = error.reason if isinstance(error, ProfileError) else str(error)
        bad = next((key for key in values if key != "step" and f"“{key}”" in reason), "step")
        line = line_of(text, bad, _line_of_step(number, text)) if isinstance(entry, dict) else None
        line = line or _line_of_step(number, text)
        raise ProfileError(reason, where=f"{where}.{values['step']}", line=line) from None


def _line_of_clash(steps: tuple[BoundStep, ...], text: str) -> int | None:
    """The line of the first step that cannot follow those before it, by order or by conflict."""
    for number in range(len(steps)):
        try:
            Profile("", steps=steps[: number + 1])
        except ProfileError:
            return _line_of_step(number, text)
    return None


def _line_of_step(number: int, text: str) -> int | None:
    """The line of an entry of `steps`, counted without those that say that `site-rules` is off."""
    lines = lines_of_entries(text, "steps")
    entries = tomllib.loads(text)["steps"]
    kept = [line for line, entry in zip(lines, entries, strict=False) if not _is_resting(entry)]
    return kept[number] if number < len(kept) else None


def _string(table: Mapping[str, Any], key: str, text: str) -> str:
    value = table[key]
    if isinstance(value, int | float) and not isinstance(value, bool) and key in ("version", "peer_version"):
        return str(value)
    if not isinstance(value, str):
        raise ProfileError("is to be a text", where=key, line=line_of(text, key))
    return value


def _strings(table: Mapping[str, Any], key: str, text: str) -> tuple[str, ...]:
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ProfileError("is to be a list of texts", where=key, line=line_of(text, key))
    return tuple(value)


def _check_words(profile: Profile, text: str) -> None:
    if profile.accepts not in ("urls", "anything"):
        raise ProfileError("is “urls” or “anything”", where="accepts", line=line_of(text, "accepts"))
    if profile.output not in OUTPUTS and not _DIALECT.fullmatch(profile.output):
        reason = "is “url”, “schemeless”, “surt”, or “lru:” or “surt:” and a dialect"
        raise ProfileError(reason, where="output", line=line_of(text, "output"))


def _write(profile: Profile) -> str:
    import tomlkit

    document = tomlkit.document()
    blank = {each.name: each.default for each in fields(Profile)}
    for key in _TEXT_KEYS:
        value = getattr(profile, key)
        if key in ("name", "version") or value != blank[key]:
            document.add(key, tomlkit.item(value))
    for key in ("aliases", "notes"):
        if getattr(profile, key):
            document.add(key, tomlkit.item(list(getattr(profile, key))))
    steps = tomlkit.array().multiline(True)
    for bound in profile.steps:
        options = option_values(bound.step, bound.options)
        options.pop("rules", None)
        if not options:
            steps.append(bound.step.name)
            continue
        table = tomlkit.inline_table()
        table.append("step", bound.step.name)
        for key, value in options.items():
            table.append(key, value)
        steps.append(table)
    if profile.resting_rules or profile.resting_as_of:
        day = {"as_of": profile.resting_as_of} if profile.resting_as_of else {}
        steps.append(tomlkit.inline_table())
        steps[-1].update(_RESTING | day)
    document.add("steps", steps)
    rules = profile.rules or profile.resting_rules
    if rules:
        from urlinspector.normalize.site_rules.toml import add_rules

        add_rules(document, rules)
    return tomlkit.dumps(document)
