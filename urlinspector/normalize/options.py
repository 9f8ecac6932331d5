"""A step's options: from TOML values or texts of the command line to its frozen dataclass, and back.

Options are written with hyphens (`keep-root`) and held in fields with underscores (`keep_root`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from urlinspector.normalize.step import Step


class OptionError(ValueError):
    """An option that the step does not have, or a value of the wrong kind; the message is for the user."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option as a form or a table shows it."""

    key: str
    """As written in files and on the command line, with hyphens."""
    name: str
    """The field's name in the dataclass."""
    kind: str
    """`bool`, `int`, `text`, `choice`, `list`, `pairs` (a list of `name=value`) or `rules` (of sites)."""
    choices: tuple[str, ...]
    default: Any
    help: str


@cache
def option_fields(step: Step) -> tuple[OptionField, ...]:
    """The options of a step, in the order of its dataclass."""
    hints = get_type_hints(step.options)
    defaults = step.options()
    return tuple(
        OptionField(
            each.name.replace("_", "-"),
            each.name,
            _kind(hints[each.name], each.metadata),
            tuple(get_args(hints[each.name])) if get_origin(hints[each.name]) is Literal else (),
            getattr(defaults, each.name),
            each.metadata.get("help", ""),
        )
        for each in fields(step.options)
    )


def read_options(step: Step, values: Mapping[str, Any], start: Any = None) -> Any:
    """The step's option dataclass with `values` put over `start` (its defaults when None).

    Values are TOML's own types, or texts as the command line gives them (`true`, `8`, `a b` for a list,
    separated by spaces or `|`). Raises OptionError.
    """
    by_key = {each.key: each for each in option_fields(step)}
    chosen: dict[str, Any] = {}
    for key, value in values.items():
        option = by_key.get(key.replace("_", "-"))
        if option is None:
            has = f"it has {', '.join(by_key)}" if by_key else "it has none"
            raise OptionError(f"“{step.name}” has no option “{key}”; {has}")
        chosen[option.name] = _value(option, value)
    return replace(step.options() if start is None else start, **chosen)


_TYPED = {
    "bool": "true or false, without quotes",
    "int": "a whole number, without quotes",
    "list": "a list of texts, in brackets",
    "pairs": "a list of texts, in brackets",
}


def check_types(step: Step, values: Mapping[str, Any]) -> None:
    """Raises OptionError where a text stands for a value that TOML has a type for (`keep-root = "yes"`)."""
    by_key = {each.key: each for each in option_fields(step)}
    for key, value in values.items():
        option = by_key.get(key.replace("_", "-"))
        wanted = None if option is None else _TYPED.get(option.kind)
        if wanted is not None and isinstance(value, str):
            raise OptionError(f"“{key}” is {wanted}, not the text “{value}”")


def option_values(step: Step, options: Any) -> dict[str, Any]:
    """The options that are not at their defaults, by their written keys, as TOML values."""
    return {
        each.key: _plain(each, getattr(options, each.name))
        for each in option_fields(step)
        if getattr(options, each.name) != each.default
    }


def option_text(step: Step, options: Any) -> str:
    """The options that are not at their defaults as `key=value,…`, the command line's form; empty for
    none.
    """
    return ",".join(f"{key}={_as_text(value)}" for key, value in option_values(step, options).items())


def _kind(hint: Any, metadata: Mapping[str, Any]) -> str:
    if get_origin(hint) is Literal:
        return "choice"
    if get_origin(hint) is tuple:
        return next((kind for kind in ("pairs", "rules") if metadata.get(kind)), "list")
    return {bool: "bool", int: "int", str: "text"}[hint]


def _value(option: OptionField, value: Any) -> Any:
    convert = {
        "bool": _bool,
        "int": _int,
        "text": _text,
        "choice": _choice,
        "list": _list,
        "pairs": _list,
        "rules": _rules,
    }
    return convert[option.kind](option, value)


def _bool(option: OptionField, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {
        "true": True,
        "yes": True,
        "on": True,
        "1": True,
        "false": False,
        "no": False,
        "off": False,
        "0": False,
    }
    found = words.get(str(value).lower())
    if found is None:
        raise OptionError(f"“{option.key}” is true or false, not “{value}”")
    return found


def _int(option: OptionField, value: Any) -> int:
    try:
        if isinstance(value, bool | float):  # 8.5 is not 8
            raise ValueError
        return int(value)
    except (TypeError, ValueError):
        raise OptionError(f"“{option.key}” is a whole number, not “{value}”") from None


def _text(option: OptionField, value: Any) -> str:
    if not isinstance(value, str):
        raise OptionError(f"“{option.key}” is a text, not “{value}”")
    return value


def _choice(option: OptionField, value: Any) -> Any:
    if value not in option.choices:
        raise OptionError(f"“{option.key}” is one of {', '.join(map(str, option.choices))}, not “{value}”")
    return value


def _list(option: OptionField, value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.replace("|", " ").split())
    if isinstance(value, Mapping):
        return tuple(f"{key}={each}" for key, each in value.items())
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        return tuple(value)
    raise OptionError(f"“{option.key}” is a list of texts, not “{value}”")


def _rules(option: OptionField, value: Any) -> tuple[Any, ...]:
    """Rules of sites, from their tables or as they are."""
    if isinstance(value, str) and value:
        raise OptionError(f"“{option.key}” come from a file of [[rule]], not from the command line")
    from urlinspector.normalize.site_rules.errors import RuleError
    from urlinspector.normalize.site_rules.toml import read_tables

    try:
        return read_tables(list(value))
    except RuleError as error:
        raise OptionError(str(error)) from None


def _plain(option: OptionField, value: Any) -> Any:
    if option.kind == "rules":
        from urlinspector.normalize.site_rules.toml import rule_data

        return [rule_data(rule) for rule in value]
    return list(value) if isinstance(value, tuple) else value


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "|".join(each["name"] if isinstance(each, dict) else each for each in value)
    return str(value).replace(",", ",,")
