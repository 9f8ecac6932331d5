"""What the catalogue has to offer for one pair of texts: each step with the finite options the pair suggests.

Definitions §7: as is; scheme http and https; parameters = each name whose fields differ, and all of them.
"""

import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from urlinspector.normalize.equalize import minimal_sets
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import bind
from urlinspector.normalize.step import Step
from urlinspector.normalize.steps import CATALOGUE
from urlinspector.url.components import Component, Url
from urlinspector.url.percent import decode

_SCHEMES = ("http", "https")
_SCHEME_OPTION = {"limit-protocol": "to", "add-scheme": "scheme"}
_NEVER_GUESSED = frozenset({"host-alias"})  # its aliases are evidence about hosts
TAKE_AWAY = frozenset(
    {"remove-query", "keep-parameters", "remove-parameters", "remove-default-parameters", "remove-userinfo"}
)
"""Steps that make anything equal by taking it away: they explain nothing, and come last among their like."""
Options = Mapping[str, Any]


def pool(a: str, b: str, *, without: frozenset[str] = frozenset()) -> list[BoundStep]:
    """Every instance for the pair but those of some steps, in catalogue order. Oddities of single programs
    are left out.

    Of the instances that take one parameter away, those are left out that no minimal set can hold
    (`_lone_names`).
    """
    return [
        bind(step, options) if options else _as_is(step)
        for step in CATALOGUE
        if not step.peer and step.name not in without
        for options in _options(step, a, b)
    ]


@cache
def _as_is(step: Step) -> BoundStep:
    return bind(step, {})


def differing_fields(a: str, b: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Parameter names whose fields differ between the two, and the fields that only one of them has; both in
    order.
    """
    fields_a, fields_b = _fields(a), _fields(b)
    count_a, count_b = Counter(fields_a), Counter(fields_b)
    lone = list(dict.fromkeys(each for each in (*fields_a, *fields_b) if count_a[each] != count_b[each]))
    names = dict.fromkeys(each.partition("=")[0] for each in lone)
    names.update(dict.fromkeys(_names_in_other_order(fields_a, fields_b)))
    return tuple(name for name in names if name), tuple(each for each in lone if each)


def _names_in_other_order(fields_a: list[str], fields_b: list[str]) -> Iterator[str]:
    """Names whose own fields stand in another order in the other text."""
    for name in dict.fromkeys(each.partition("=")[0] for each in fields_a):
        own_a = [each for each in fields_a if each.partition("=")[0] == name]
        own_b = [each for each in fields_b if each.partition("=")[0] == name]
        if own_a != own_b:
            yield name


def _fields(text: str) -> list[str]:
    query = Url.parse(text).query
    return query.split("&") if query else []


def _options(step: Step, a: str, b: str) -> list[Options]:
    if step.name in _SCHEME_OPTION:
        return [{_SCHEME_OPTION[step.name]: scheme} for scheme in _SCHEMES]
    if step.name in _FROM_PARAMETERS:
        return _FROM_PARAMETERS[step.name](a, b)
    if step.name in _NEVER_GUESSED:
        return []
    return [{}]


def _names_to_remove(a: str, b: str) -> list[Options]:
    names, _ = differing_fields(a, b)
    return [*({"names": [name]} for name in _lone_names(a, b)), *_all_of("names", names)]


def _defaults_to_remove(a: str, b: str) -> list[Options]:
    _, fields = differing_fields(a, b)
    lone = set(_lone_names(a, b))
    single = [field for field in fields if field.partition("=")[0] in lone]
    return [*({"defaults": [field]} for field in single), *_all_of("defaults", fields)]


def _all_of(option: str, values: tuple[str, ...]) -> list[Options]:
    return [{option: list(values)}] if len(values) > 1 else []


@lru_cache(maxsize=8)
def _lone_names(a: str, b: str) -> tuple[str, ...]:
    """The differing names worth removing alone.

    Removing one name helps where other steps make all the others equal. Steps treat fields one by one, so
    where two names differ in the same way (the same sets of steps bridge them, or none does), a set that
    bridges the one bridges the other, and removing either alone is never needed.
    """
    names, _ = differing_fields(a, b)
    if len(names) < 2:
        return names
    alike: dict[Hashable, list[str]] = {}
    for together in _same_but_for_case(names):
        alike.setdefault(_bridges(a, b, together), []).extend(together)
    kept = {name for each in alike.values() if len(_same_but_for_case(each)) == 1 for name in each}
    return tuple(name for name in names if name in kept)


def _same_but_for_case(names: Iterable[str]) -> list[list[str]]:
    """Names that some step may make one: they differ in case, encoding or Unicode form."""
    groups: dict[str, list[str]] = {}
    for name in names:
        plain = decode(name, plus_is_space=True).encode("utf-8", "replace").decode()
        groups.setdefault(unicodedata.normalize("NFC", plain).lower(), []).append(name)
    return list(groups.values())


def _bridges(a: str, b: str, names: list[str]) -> Hashable:
    """The sets of other steps that make the fields of these names equal."""
    one, other = (
        "?" + "&".join(each for each in _fields(text) if each.partition("=")[0] in names) for text in (a, b)
    )
    steps = _on_fields()
    found = minimal_sets(one, other, steps, most=3, accepts_anything=True)
    return frozenset(found)


@cache
def _on_fields() -> list[BoundStep]:
    """The steps that change fields but need no names."""
    return [
        _as_is(step)
        for step in CATALOGUE
        if Component.QUERY in step.on and not step.peer and step.name not in _FROM_PARAMETERS
    ]


def _names_to_keep(a: str, b: str) -> list[Options]:
    differing = set(differing_fields(a, b)[0])
    kept = dict.fromkeys(each.partition("=")[0] for each in _fields(a))
    names = [name for name in kept if name and name not in differing]
    return [{"names": names}] if names and differing else []


_FROM_PARAMETERS = {
    "remove-parameters": _names_to_remove,
    "remove-default-parameters": _defaults_to_remove,
    "keep-parameters": _names_to_keep,
}
