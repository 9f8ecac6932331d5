"""A rule's action in words for people, and as a pattern for experts."""

import re
from collections.abc import Callable
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

_CLASSES = (
    (re.compile(r"\((?:\?:)?\[0-9\][+*]\)|\((?:\?:)?\\d[+*]\)"), "N"),
    (re.compile(r"\((?:\?:)?\[(?:0-9a-f|0-9a-fA-F|0-9A-Fa-f|a-f0-9)\](?:[+*]|\{[0-9,]+\})\)"), "HEX"),
    (re.compile(r"\((?:\?:)?\[\^[/?&=#.]*/[/?&=#.]*\][+*]\)"), "NAME"),
    (re.compile(r"\((?:\?:)?\[\^[?&=#]+\][+*]\)"), "VALUE"),
    (re.compile(r"\((?:\?:)?\.[+*]\)"), "REST"),
)
OTHERS = "(?:&(.*))?$"
"""How a pattern ends where other parameters may follow; the template then ends with `?` and the group."""
_ESCAPED = re.compile(r"\\([^A-Za-z0-9])")
_CLASS = re.compile("\x00(N|HEX|NAME|VALUE|REST)\x00")


def in_words(action: Action) -> str:
    """What a rule does, in a few words without its scope: `drop sid`, `/story?id=N is /story_N`."""
    words: dict[type[Any], Callable[[Any], str]] = {
        DropParameters: _drop,
        KeepParameters: lambda each: f"keep only {_listed(each.names)}" if each.names else "drop the query",
        FixParameter: lambda each: f"{each.name} is always {each.value or 'empty'}",
        Rewrite: _rewrite,
        StripPrefix: lambda each: f"strip {each.prefix} at the start",
        StripSuffix: lambda each: f"strip {each.suffix} at the end",
        ChangeHost: lambda each: f"host is {each.host}",
        ChangeScheme: lambda each: f"scheme is {each.scheme}",
        LowercasePath: lambda each: "path in lower case",
    }
    return words[type(action)](action)


def as_pattern(action: Action) -> tuple[str, str]:
    """A pattern in RE2 syntax and the template that is written for it; an empty one removes."""
    forms: dict[type[Any], Callable[[Any], tuple[str, str]]] = {
        DropParameters: lambda each: (_parameter(each), ""),
        KeepParameters: lambda each: (f"not ({'|'.join(map(_name, each.names))})=.*", ""),
        FixParameter: lambda each: (f"{_name(each.name)}=.*", f"{each.name}={each.value}"),
        Rewrite: lambda each: (each.pattern, each.template),
        StripPrefix: lambda each: (f"^{escaped(each.prefix)}", ""),
        StripSuffix: lambda each: (f"{escaped(each.suffix)}$", ""),
        ChangeHost: lambda each: ("^.*$", each.host),
        ChangeScheme: lambda each: ("^https?$", each.scheme),
        LowercasePath: lambda each: ("[A-Z]", "[a-z]"),
    }
    return forms[type(action)](action)


def escaped(text: str) -> str:
    """A pattern that matches exactly this text."""
    return re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", text)


def _listed(names: tuple[str, ...]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return ", ".join(names)


def _drop(each: Any) -> str:
    names = (*each.names, *((f"names like {each.pattern}",) if each.pattern else ()))
    return f"drop {_listed(names)}" + (f" where it is {each.value}" if each.value else "")


def _name(name: str) -> str:
    return escaped(name[:-1]) + ".*" if name.endswith("*") else escaped(name)


def _parameter(each: DropParameters) -> str:
    names = [*map(_name, each.names), *([each.pattern] if each.pattern else [])]
    chosen = names[0] if len(names) == 1 else f"(?:{'|'.join(names)})"
    return f"{chosen}={each.value or '.*'}"


def _rewrite(each: Any) -> str:
    """`^/story\\?id=([0-9]+)$` and `/story_$1` as `/story?id=N is /story_N`."""
    pattern, template = each.pattern, each.template
    if pattern.endswith(OTHERS) and re.search(r"\?\$[0-9]$", template):
        pattern, template = pattern.removesuffix(OTHERS), template[:-3]
    before = pattern.removeprefix("^").removesuffix("$")
    for wanted, letter in _CLASSES:
        before = wanted.sub(f"\x00{letter}\x00", before)
    groups = _CLASS.findall(before)
    before = _ESCAPED.sub(r"\1", _CLASS.sub(r"\1", before))

    def word(found: "re.Match[str]") -> str:
        if found[1] == "$":
            return "$"
        number = int(found[1]) if found[1].isdigit() else 0
        return groups[number - 1] if 0 < number <= len(groups) else found[0]

    after = re.sub(r"\$(.)", word, template)
    return f"{before} is {after}" if after else f"strip {before}"
