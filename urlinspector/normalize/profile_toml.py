"""Profiles as TOML: read and written, alike for the built-in ones and the user's own (definitions §3).

The file format:

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
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from urlinspector.normalize.options import OptionError, check_types, option_values
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import OUTPUTS, SITE_RULES, Profile, ProfileError, bind, known_step
from urlinspector.normalize.toml_lines import line_of, lines_of_entries

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
_RESTING = {"step": SITE_RULES, "enabled": False}
"""Among the steps of a file: its rules are kept and not applied."""


def profile_of_toml(text: str, name: str = "") -> Profile:
    """A profile from TOML; `name` stands in where the file gives none. Raises ProfileError."""
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise ProfileError("not TOML: brackets stand in brackets too deep") from None
    except ValueError as error:  # TOMLDecodeError is one; a number of thousands of digits gives the plain one
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
        profile = Profile(steps=steps, **kept, **lists)  # type: ignore[arg-type]
    except ProfileError as error:
        raise ProfileError(error.reason, where=error.where, line=_line_of_clash(steps, text)) from None
    _check_words(profile, text)
    if resting is None or profile.holds(SITE_RULES):
        return _with_tables(profile, table["rule"], text) if "rule" in table else profile
    day = {"as_of": resting} if resting else None
    awake = _with_tables(profile.enabled(SITE_RULES, day), table.get("rule", []), text)
    return awake.disabled(SITE_RULES)


def toml_of_profile(profile: Profile) -> str:
    """The profile as TOML that `profile_of_toml` reads back as an equal profile."""
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
