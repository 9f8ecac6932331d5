"""Applies rules to one URL: in their order, round after round until nothing changes.

Why rounds: rules chain (`/m/a.htm` loses `/m`, then `.htm`), and the result must be one that the rules leave
alone. A set of rules need not come to rest, which no check beforehand can tell of patterns; a URL that has
not settled after `ROUNDS` rounds, or grows without end, stays as it was given, and `told` names the rules.
So applying rules is total and idempotent whatever the rules are. Their order decides where two want to change
one URL in different ways.

That is the step's law. A whole profile keeps it too as long as rules write what its other steps leave alone:
a template with `%7e`, `%c3` or a dot segment is such text only after a second run under `safe`. The miner
writes tokens that the list has after those steps.

Rules look at URLs that have a host, and compare it in lower case and without a final dot.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from urlinspector.normalize.site_rules.actions import (
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
from urlinspector.normalize.site_rules.changes import HOST, PATH, QUERY, Does, Values, compiled
from urlinspector.normalize.site_rules.patterns import pattern
from urlinspector.normalize.site_rules.record import Condition, SiteRule
from urlinspector.normalize.site_rules.scope import Hosts
from urlinspector.normalize.step import Test, Value
from urlinspector.normalize.steps._fields import at_end, at_start, name_of
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._patterns import END, either, none_of, word
from urlinspector.url.components import Component, Url, recompose

ROUNDS = 16
"""More than any chain of rules that a site has needed; a round costs one look at each rule in scope."""
_GROWTH = 4
_SLACK = 4096
_MOST_HOSTS = 1 << 16


class Told(NamedTuple):
    """What rules did to one URL."""

    after: str
    names: tuple[str, ...]
    """Of the rules that changed it, in their order; where it did not settle, those that would go on."""
    settled: bool


class _Live(NamedTuple):
    """A rule that is on and not expired, ready to run."""

    rule: SiteRule
    holds: Callable[[Values], bool]
    does: Does


class RuleSet:
    """Rules in their order, those that are off left out; immutable."""

    def __init__(self, rules: Iterable[SiteRule]) -> None:
        self.rules = tuple(rules)
        self._live = tuple(_live(rule) for rule in self.rules)
        self._any: list[int] = []
        self._by_host: dict[str, list[int]] = {}
        self._by_domain: dict[str, list[int]] = {}
        self._others: list[int] = []
        for number, rule in enumerate(self.rules):
            hosts, name = rule.scope.hosts, rule.scope.name
            if hosts is Hosts.ANY:
                self._any.append(number)
            elif hosts is Hosts.ONE:
                self._by_host.setdefault(name.removesuffix("."), []).append(number)
            elif hosts is Hosts.DOMAIN:
                self._by_domain.setdefault(name, []).append(number)
            else:
                self._others.append(number)
        self._at = lru_cache(maxsize=_MOST_HOSTS)(self._find)

    @property
    def changes_hosts(self) -> bool:
        """Whether any rule gives a URL another host."""
        return any(
            isinstance(rule.action, ChangeHost)
            or (isinstance(rule.action, Rewrite) and rule.action.on == "host")
            for rule in self.rules
        )

    def numbers(self, host: Value) -> tuple[int, ...]:
        """The rules in whose scope a host is, in their order."""
        return self._at(host) if host else ()

    def _find(self, written: str) -> tuple[int, ...]:
        host = lower(written).removesuffix(".")
        found = [*self._any, *self._by_host.get(host, ())]
        if self._by_domain:
            name = host
            while name:
                found += self._by_domain.get(name, ())
                name = name.partition(".")[2]
        found += (number for number in self._others if self.rules[number].scope.holds_host(host))
        return tuple(sorted(found))

    def apply(self, text: str) -> str:
        """The URL after the rules that are on; as it was given where no rule has its host in scope, or where
        it does not settle.
        """
        return self._run(text, None).after

    def told(self, text: str) -> Told:
        """The URL after the rules, and which of them changed it."""
        acted: list[int] = []
        found = self._run(text, acted)
        numbers = sorted(set(acted))
        return found._replace(names=tuple(self.rules[number].name for number in numbers))

    def _run(self, text: str, acted: list[int] | None) -> Told:
        if not self.rules:
            return Told(text, (), True)
        values: Values = list(Url.parse(text))
        if not self.numbers(values[HOST]):
            return Told(text, (), True)
        most = _GROWTH * len(text) + _SLACK
        start = values
        for _ in range(ROUNDS):
            last: list[int] = []
            after = self._round(values, last)
            if acted is not None:
                acted += last
            if after == values:
                return Told(text if values is start else recompose(values), (), True)
            if sum(map(len, filter(None, after))) > most:
                break
            values = after
        if acted is not None:
            acted[:] = last
        return Told(text, (), False)

    def _round(self, values: Values, acted: list[int]) -> Values:
        """Every rule in scope once, in order. A rule that changes the host brings other rules into scope."""
        host = values[HOST]
        numbers, at = self.numbers(host), 0
        while at < len(numbers):
            number = numbers[at]
            at += 1
            live = self._live[number]
            if not live.holds(values):
                continue
            after = live.does(values)
            if after is values or after == values:
                continue
            acted.append(number)
            values = after
            if values[HOST] != host:
                host = values[HOST]
                numbers = self.numbers(host)
                at = bisect_right(numbers, number)
        return values

    def narrows(self) -> tuple[Mapping[Component, Test], ...]:
        """Tests by which a list finds the few URLs that a rule may change (`Step.narrows`)."""
        by_need: dict[tuple[Component | None, bool], tuple[list[int], list[Test]]] = {}
        for number, rule in enumerate(self.rules):
            component, needed = _needs(rule)
            numbers, tests = by_need.setdefault((component, isinstance(needed, str)), ([], []))
            numbers.append(number)
            tests.append(needed)
        found: list[Mapping[Component, Test]] = []
        for (component, _), (numbers, tests) in by_need.items():
            both: dict[Component, Test] = {Component.HOST: self._host_test(frozenset(numbers))}
            if component is not None:
                both[component] = _any_of(tests)
            found.append(both)
        return tuple(found)

    def _host_test(self, wanted: frozenset[int]) -> Test:
        """Whether a host is in the scope of any of some rules."""

        def test(host: Value) -> bool:
            return not wanted.isdisjoint(self.numbers(host))

        return test


def _live(rule: SiteRule) -> _Live:
    return _Live(rule, _holds(rule), compiled(rule.action))


def _holds(rule: SiteRule) -> Callable[[Values], bool]:
    """Whether a rule holds for a URL whose host is in its scope."""
    tests: list[Callable[[Values], bool]] = []
    scope = rule.scope
    if scope.path:
        tests.append(lambda values: scope.holds_path(values[PATH] or "/"))
    if rule.condition:
        tests.append(_condition(rule.condition))
    if rule.exceptions:
        excepted = [pattern(each, "except").searches for each in rule.exceptions]
        tests.append(lambda values: not any(each(recompose(values)) for each in excepted))
    if not tests:
        return lambda values: True
    return lambda values: all(test(values) for test in tests)


def _condition(condition: Condition) -> Callable[[Values], bool]:
    searches = pattern(condition.path, "when.path").searches if condition.path else None
    on_url = pattern(condition.url, "when.url").searches if condition.url else None
    has, lacks, only = map(frozenset, (condition.has, condition.lacks, condition.only))

    def holds(values: Values) -> bool:
        if searches is not None and not searches(values[PATH] or ""):
            return False
        if on_url is not None and not on_url(recompose(values)):
            return False
        names = {name_of(field) for field in (values[QUERY] or "").split("&") if field}
        return has <= names and names.isdisjoint(lacks) and (not only or names <= only)

    return holds


def _any_of(tests: Iterable[Test]) -> Test:
    """Whether any test of a kind, all patterns or all functions, holds."""
    given = list(dict.fromkeys(tests))
    functions = [each for each in given if not isinstance(each, str)]
    if not functions:
        return either(each for each in given if isinstance(each, str))
    return lambda value: any(each(value) for each in functions)


_SECURE = {"https": either([f"^{word('http', ignore_case=True)}{END}", "[A-Z]"]), "http": f"[Ss]{END}|[A-Z]"}
"""Schemes that are not what the scheme of a rule is."""
_ROOTED = re.compile(r"\^(/[A-Za-z0-9/_-]*)(?![*+?{])(?=[^|]*\Z)")
"""What a pattern on a path begins with; the quantifier of a last character would take it away."""
_LITERAL = re.compile(r"((?:[A-Za-z0-9/_-]|\\[./])+)\$?")
"""A pattern for a text as it is, perhaps at the end."""


def _in_path(text: str) -> str:
    """What the engine finds in a path wherever a rule's pattern matches it, or it and the query; empty for
    anything.
    """
    rooted = _ROOTED.match(text)
    if rooted is not None:
        return "^" + word(rooted[1])
    plain = _LITERAL.fullmatch(text)
    return "" if plain is None else word(plain[1].replace("\\", ""))


def _path_test(text: str) -> Test:
    searches = pattern(text, "replace").searches
    return lambda value: searches(value or "")


def _needs(rule: SiteRule) -> tuple[Component | None, Test]:
    """The component, besides the host, and what holds of it wherever the rule changes a URL."""
    action = rule.action
    if isinstance(action, DropParameters) and not action.pattern:
        return Component.QUERY, at_start("&") + either(map(_name_pattern, action.names))
    if isinstance(action, FixParameter):
        return Component.QUERY, at_start("&") + _name_pattern(action.name)
    if isinstance(action, DropParameters | KeepParameters):
        return Component.QUERY, none_of("&")
    if isinstance(action, StripPrefix):
        return Component.PATH, "^" + word(action.prefix)
    if isinstance(action, StripSuffix):
        return Component.PATH, word(action.suffix) + END
    if isinstance(action, LowercasePath):
        return Component.PATH, "[A-Z]"
    if isinstance(action, ChangeScheme):
        return Component.SCHEME, _SECURE[action.scheme]
    if isinstance(action, Rewrite) and action.on == "query":
        return Component.QUERY, ""
    if isinstance(action, Rewrite) and action.on in ("path", "path-query"):
        found = _in_path(action.pattern)
        if found and (action.on == "path" or found[0] == "^"):
            return Component.PATH, found
        if action.on == "path":
            return Component.PATH, _path_test(action.pattern)
    return None, ""


def _name_pattern(name: str) -> str:
    return word(name[:-1]) if name.endswith("*") else word(name) + at_end("&", after_name=True)
