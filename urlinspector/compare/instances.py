"""What the catalogue has to offer for one pair of texts: each step with the finite options the pair suggests.

Definitions §7: as is; scheme http and https; parameters = each name whose fields differ, and all of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import bind
from urlinspector.normalize.step import Step
from urlinspector.normalize.steps import CATALOGUE
from urlinspector.url.components import Url

_SCHEMES = ("http", "https")
_SCHEME_OPTION = {"limit-protocol": "to", "add-scheme": "scheme"}
_NEVER_GUESSED = frozenset({"host-alias"})  # its aliases are evidence about hosts
Options = Mapping[str, Any]


def pool(a: str, b: str) -> list[BoundStep]:
    """Every instance for the pair, in catalogue order. Oddities of single programs are left out."""
    return [bind(step, options) for step in CATALOGUE if not step.peer for options in _options(step, a, b)]


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


def _each_and_all(values: tuple[str, ...], option: str) -> list[Options]:
    single: list[Options] = [{option: [value]} for value in values]
    return [*single, {option: list(values)}] if len(values) > 1 else single


def _names_to_remove(a: str, b: str) -> list[Options]:
    return _each_and_all(differing_fields(a, b)[0], "names")


def _defaults_to_remove(a: str, b: str) -> list[Options]:
    return _each_and_all(differing_fields(a, b)[1], "defaults")


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
