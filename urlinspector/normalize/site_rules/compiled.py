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
from typing import Any, NamedTuple

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
    is_host,
)
from urlinspector.normalize.site_rules.patterns import pattern, template
from urlinspector.normalize.site_rules.record import Condition, SiteRule
from urlinspector.normalize.site_rules.scope import Hosts
from urlinspector.normalize.step import Test, Value
from urlinspector.normalize.steps._fields import at_end, at_start, kept, name_of
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._lowercase import Lowercase, lowercase
from urlinspector.normalize.steps._patterns import END, either, none_of, word
from urlinspector.url.components import Component, Url, recompose

ROUNDS = 16
"""More than any chain of rules that a site has needed; a round costs one look at each rule in scope."""
_GROWTH = 4
_SLACK = 4096
_MOST_HOSTS = 1 << 16

SCHEME, USERINFO, HOST, PORT, PATH, QUERY, FRAGMENT = range(7)
Values = list[Value]
Does = Callable[[Values], Values]
"""From the components of a URL to those of another, or to the same list where nothing changes."""


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
        """The URL after the rules."""
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
    return _Live(rule, _holds(rule), _COMPILE[type(rule.action)](rule.action))


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


# Actions


def _with(values: Values, at: int, value: Value) -> Values:
    return [*values[:at], value, *values[at + 1 :]]


def _on_fields(wanted: Callable[[str], bool]) -> Does:
    def does(values: Values) -> Values:
        query = values[QUERY]
        return values if not query else _with(values, QUERY, kept(query, "&", wanted))

    return does


def _name_test(names: Iterable[str]) -> Callable[[str], bool]:
    whole = frozenset(name for name in names if not name.endswith("*"))
    begun = tuple(name[:-1] for name in names if name.endswith("*"))
    return lambda name: name in whole or name.startswith(begun)


def _drop(action: DropParameters) -> Does:
    is_named = _name_test(action.names)
    name_like = pattern(action.pattern, "drop-pattern").matches if action.pattern else None
    value_like = pattern(action.value, "value").matches if action.value else None

    def wanted(field: str) -> bool:
        name, _, value = field.partition("=")
        if not field or not (is_named(name) or (name_like is not None and name_like(name))):
            return True
        return value_like is not None and not value_like(value)

    return _on_fields(wanted)


def _keep(action: KeepParameters) -> Does:
    is_named = _name_test(action.names)
    return _on_fields(lambda field: field == "" or is_named(name_of(field)))


def _fix(action: FixParameter) -> Does:
    written = f"{action.name}={action.value}"

    def does(values: Values) -> Values:
        query = values[QUERY]
        if not query:
            return values
        fields = query.split("&")
        return _with(
            values, QUERY, "&".join(written if name_of(each) == action.name else each for each in fields)
        )

    return does


def _rewrite(action: Rewrite) -> Does:
    found = pattern(action.pattern, "replace")
    made = template(action.template, found.groups, "with", "" if action.on in ("path", "host") else "?")

    def path(values: Values) -> Values:
        return _with(values, PATH, _rooted(found.substitute(values[PATH] or "", made)))

    def query(values: Values) -> Values:
        if values[QUERY] is None:
            return values
        return _with(values, QUERY, found.substitute(values[QUERY] or "", made) or None)

    def path_query(values: Values) -> Values:
        before = (values[PATH] or "") + ("" if values[QUERY] is None else f"?{values[QUERY]}")
        after = found.substitute(before, made)
        if after == before:
            return values
        first, _, rest = after.partition("?")
        return [*values[:PATH], _rooted(first), rest or None, values[FRAGMENT]]

    def host(values: Values) -> Values:
        after = lower(found.substitute(lower(values[HOST] or "").removesuffix("."), made))
        return _with(values, HOST, after) if is_host(after) else values

    return {"path": path, "query": query, "path-query": path_query, "host": host}[action.on]


def _rooted(path: str) -> str:
    """A path that can follow an authority (RFC 3986 §3.3)."""
    return path if path == "" or path[0] == "/" else "/" + path


def _strip_prefix(action: StripPrefix) -> Does:
    prefix = action.prefix.removesuffix("/")

    def does(values: Values) -> Values:
        path = values[PATH] or ""
        rest = path[len(prefix) :]
        if (
            not path.startswith(prefix)
            or rest[:1] not in ("", "/")
            or (rest == "" and prefix != action.prefix)
        ):
            return values
        return _with(values, PATH, rest or "/")

    return does


def _strip_suffix(action: StripSuffix) -> Does:
    def does(values: Values) -> Values:
        path = values[PATH] or ""
        if not path.endswith(action.suffix):
            return values
        return _with(values, PATH, path[: -len(action.suffix)] or "/")

    return does


def _change_host(action: ChangeHost) -> Does:
    return lambda values: _with(values, HOST, action.host)


def _change_scheme(action: ChangeScheme) -> Does:
    def does(values: Values) -> Values:
        if values[PORT] or lower(values[SCHEME] or "") not in ("http", "https"):
            return values
        return _with(values, SCHEME, action.scheme)

    return does


def _lowercase(_action: LowercasePath) -> Does:
    options = Lowercase()
    return lambda values: _with(values, PATH, lowercase(values[PATH] or "", (), options))


_COMPILE: dict[type[Any], Callable[[Any], Does]] = {
    DropParameters: _drop,
    KeepParameters: _keep,
    FixParameter: _fix,
    Rewrite: _rewrite,
    StripPrefix: _strip_prefix,
    StripSuffix: _strip_suffix,
    ChangeHost: _change_host,
    ChangeScheme: _change_scheme,
    LowercasePath: _lowercase,
}
