"""Rules as the tables of a TOML file (`[[rule]]`), and back; an unknown key is refused with its line.

    [[rule]]
    name = "stories"
    scope = "news.example.com"
    replace = '^/story\\?id=([0-9]+)$'
    with = "/story_$1"
    on = "path-query"
    when = { lacks = ["page"] }
    except = ["^https://news\\.example\\.com/story\\?id=0"]
    reason = "the old address of each story"
    expires = 2027-01-01

Exactly one of these says what the rule does: `drop` or `drop-pattern` (with `value`), `keep`, `fix` (a table
of one name and value), `replace` (with `with` and `on`), `strip-prefix`, `strip-suffix`, `host`, `scheme`,
`lowercase = "path"`.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from urlinspector.normalize.site_rules.actions import (
    Action,
    ChangeHost,
    ChangeScheme,
    DropParameters,
    FixParameter,
    KeepParameters,
    LowercasePath,
    Rewrite,
    StripPrefix,
    StripSuffix,
)
from urlinspector.normalize.site_rules.errors import RuleError
from urlinspector.normalize.site_rules.record import Condition, Evidence, SiteRule
from urlinspector.normalize.site_rules.scope import Scope

_ACTIONS = (
    "drop",
    "drop-pattern",
    "keep",
    "fix",
    "replace",
    "strip-prefix",
    "strip-suffix",
    "host",
    "scheme",
    "lowercase",
)
_BESIDES = {"value": ("drop", "drop-pattern"), "with": ("replace",), "on": ("replace",)}
_TEXTS = ("name", "reason", "source", "provenance", "licence")
_DATES = ("date", "expires")
_KEYS = ("name", "scope", *_ACTIONS, *_BESIDES, "when", "except", *_TEXTS[1:], "evidence", *_DATES, "enabled")
_WHEN = ("path", "has", "lacks", "only", "url")
_EVIDENCE = ("support", "agree", "disagree", "bound", "labels", "agreeing", "disagreeing")


# To data


def rule_data(rule: SiteRule) -> dict[str, Any]:
    """A rule as a table of TOML's and JSON's own types, its dates as texts; `read_rule` gives it back."""
    data: dict[str, Any] = {"name": rule.name, "scope": str(rule.scope), **_action_data(rule.action)}
    when = {key: getattr(rule.condition, key) for key in _WHEN if getattr(rule.condition, key)}
    if when:
        data["when"] = {key: value if isinstance(value, str) else [*value] for key, value in when.items()}
    if rule.exceptions:
        data["except"] = [*rule.exceptions]
    if not rule.enabled:
        data["enabled"] = False
    data |= {key: getattr(rule, key) for key in _TEXTS[1:] if getattr(rule, key) not in ("", "by hand")}
    data |= {key: getattr(rule, key).isoformat() for key in _DATES if getattr(rule, key) is not None}
    if rule.evidence is not None:
        data["evidence"] = _evidence_data(rule.evidence)
    return data


def _action_data(action: Action) -> dict[str, Any]:
    match action:
        case DropParameters(names, value, pattern):
            found = {"drop": [*names], "drop-pattern": pattern, "value": value}
            return {key: each for key, each in found.items() if each}
        case KeepParameters(names):
            return {"keep": [*names]}
        case FixParameter(name, value):
            return {"fix": {name: value}}
        case Rewrite(pattern, template, on):
            return {"replace": pattern, "with": template} | ({"on": on} if on != "path" else {})
        case StripPrefix(prefix):
            return {"strip-prefix": prefix}
        case StripSuffix(suffix):
            return {"strip-suffix": suffix}
        case ChangeHost(host):
            return {"host": host}
        case ChangeScheme(scheme):
            return {"scheme": scheme}
        case LowercasePath():
            return {"lowercase": "path"}


def _evidence_data(evidence: Evidence) -> dict[str, Any]:
    found = {key: getattr(evidence, key) for key in _EVIDENCE if getattr(evidence, key)}
    return {
        key: [[*pair] for pair in value] if isinstance(value, tuple) else value
        for key, value in found.items()
    }


def write_rules(rules: Iterable[SiteRule]) -> str:
    """Rules as a TOML file of their own, which `read_rules` reads back as equal ones."""
    import tomlkit

    document = tomlkit.document()
    add_rules(document, rules)
    return tomlkit.dumps(document)


def add_rules(document: Any, rules: Iterable[SiteRule]) -> None:
    """Put rules at the end of a tomlkit document."""
    import tomlkit

    tables = tomlkit.aot()
    for rule in rules:
        table = tomlkit.table()
        for key, value in rule_data(rule).items():
            if isinstance(value, dict):
                inline = tomlkit.inline_table()
                inline.update(value)
                table.add(key, inline)
            elif key in _DATES:
                table.add(key, date.fromisoformat(value))
            else:
                table.add(key, value)
        tables.append(table)
    if len(tables):
        document.add("rule", tables)


# From data


def read_rules(text: str) -> tuple[SiteRule, ...]:
    """The rules of a TOML file: one of rules alone, or a profile. Raises RuleError with key and line."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"not TOML: {error}") from None
    if "steps" not in table:
        for key in table:
            if key != "rule":
                raise RuleError("unknown key; a file of rules holds [[rule]]", where=key)
    return read_tables(table.get("rule", []), text)


def read_tables(tables: Any, text: str = "") -> tuple[SiteRule, ...]:
    """Rules from their tables; `text` is the file, for line numbers. Raises RuleError."""
    if not isinstance(tables, list):
        raise RuleError("is to be a list of tables, [[rule]]", where="rule")
    rules = []
    for number, table in enumerate(tables):
        try:
            rules.append(read_rule(table))
        except RuleError as error:
            where = f"rule[{number}].{error.where}" if error.where else f"rule[{number}]"
            line = _line(text, number, error.where)
            raise RuleError(error.reason, where=where, line=line) from None
    return tuple(rules)


def read_rule(table: Any) -> SiteRule:
    """One rule from its table (or itself). Raises RuleError that names the key."""
    if isinstance(table, SiteRule):
        return table
    if not isinstance(table, Mapping):
        raise RuleError("is to be a table")
    for key in table:
        if key not in _KEYS:
            raise RuleError(f"unknown key; a rule has {', '.join(_KEYS)}", where=str(key))
    texts: dict[str, Any] = {key: _text(table, key) for key in _TEXTS if key in table}
    dates: dict[str, Any] = {key: _date(table, key) for key in _DATES if key in table}
    if not isinstance(table.get("enabled", True), bool):
        raise RuleError("is true or false", where="enabled")
    return SiteRule(
        Scope.parse(_text(table, "scope")),
        _read_action(table),
        condition=_read_when(table.get("when", {})),
        exceptions=_texts(table, "except"),
        evidence=_read_evidence(table["evidence"]) if "evidence" in table else None,
        enabled=table.get("enabled", True),
        **texts,
        **dates,
    )


def _read_action(table: Mapping[str, Any]) -> Action:
    said = [key for key in _ACTIONS if key in table]
    if not said:
        raise RuleError(f"does nothing; say one of {', '.join(_ACTIONS)}")
    if len(said) > 1 and said != ["drop", "drop-pattern"]:
        raise RuleError(f"does two things, {said[0]} and {said[1]}; write two rules", where=said[1])
    for key, partners in _BESIDES.items():
        if key in table and said[0] not in partners:
            raise RuleError(f"belongs to {' and '.join(partners)}", where=key)
    match said[0]:
        case "drop" | "drop-pattern":
            return DropParameters(
                _texts(table, "drop"), _text(table, "value", ""), _text(table, "drop-pattern", "")
            )
        case "keep":
            return KeepParameters(_texts(table, "keep"))
        case "fix":
            return _read_fix(table["fix"])
        case "replace":
            on: Any = _text(table, "on", "path")
            return Rewrite(_text(table, "replace"), _text(table, "with"), on)
        case "strip-prefix":
            return StripPrefix(_text(table, "strip-prefix"))
        case "strip-suffix":
            return StripSuffix(_text(table, "strip-suffix"))
        case "host":
            return ChangeHost(_text(table, "host"))
        case "scheme":
            scheme: Any = _text(table, "scheme")
            return ChangeScheme(scheme)
    if table["lowercase"] != "path":
        raise RuleError("is “path”", where="lowercase")
    return LowercasePath()


def _read_fix(fixed: Any) -> FixParameter:
    pairs = [*fixed.items()] if isinstance(fixed, Mapping) else []
    if len(pairs) != 1 or not isinstance(pairs[0][1], str):
        raise RuleError('is a name and its value, as in { lang = "en" }', where="fix")
    return FixParameter(*pairs[0])


def _read_when(when: Any) -> Condition:
    if not isinstance(when, Mapping):
        raise RuleError("is to be a table", where="when")
    for key in when:
        if key not in _WHEN:
            raise RuleError(f"unknown key; it has {', '.join(_WHEN)}", where=f"when.{key}")
    has, lacks, only = (_texts(when, key) for key in _WHEN[1:4])
    return Condition(_text(when, "path", ""), has, lacks, only, _text(when, "url", ""))


def _read_evidence(said: Any) -> Evidence:
    if not isinstance(said, Mapping) or not set(said) <= set(_EVIDENCE):
        raise RuleError(f"is a table of {', '.join(_EVIDENCE)}", where="evidence")
    found = dict(said)
    for key in ("agreeing", "disagreeing"):
        pairs = found.get(key, [])
        if not isinstance(pairs, list) or not all(
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(each, str) for each in pair)
            for pair in pairs
        ):
            raise RuleError("is a list of pairs of URLs", where=f"evidence.{key}")
        found[key] = tuple((pair[0], pair[1]) for pair in pairs)
    for key in ("support", "agree", "disagree", "bound"):
        if isinstance(found.get(key, 0), bool) or not isinstance(found.get(key, 0), int | float):
            raise RuleError("is a number", where=f"evidence.{key}")
    return Evidence(**found)


def _text(table: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = table.get(key, default)
    if value is None:
        raise RuleError("is missing", where=key)
    if not isinstance(value, str):
        raise RuleError("is to be a text", where=key)
    return value


def _texts(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    value = [value] if isinstance(value, str) else value
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise RuleError("is to be a list of texts", where=key)
    return tuple(value)


def _date(table: Mapping[str, Any], key: str) -> date:
    value = table[key]
    if type(value) is date:
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise RuleError("is a date, as in 2027-01-31", where=key) from None


def _line(text: str, number: int, where: str) -> int | None:
    """The line, from 1, of a key of the rule of that number, or of the rule itself."""
    heads = [found.start() for found in re.finditer(r"(?m)^[ \t]*\[\[\s*rule\s*\]\]", text)]
    if number >= len(heads):
        return None
    start = heads[number]
    end = heads[number + 1] if number + 1 < len(heads) else len(text)
    key = re.escape(where.rpartition(".")[2])
    found = re.search(rf"(?m)(?:^|[{{,.\s])[\"']?{key}[\"']?\s*=", text[start:end]) if where else None
    at = start + len(text[start:]) - len(text[start:].lstrip()) if found is None else start + found.end() - 1
    return text.count("\n", 0, at) + 1
