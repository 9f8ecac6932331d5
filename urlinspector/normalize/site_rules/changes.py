"""What each action of a rule does to the components of a URL that is in the rule's scope."""

from collections.abc import Callable, Iterable
from typing import Any

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
from urlinspector.normalize.step import Value
from urlinspector.normalize.steps._fields import kept, name_of
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._lowercase import Lowercase, lowercase

SCHEME, USERINFO, HOST, PORT, PATH, QUERY, FRAGMENT = range(7)
Values = list[Value]
Does = Callable[[Values], Values]
"""From the components of a URL to those of another, or to the same list where nothing changes."""


def compiled(action: object) -> Does:
    """What one of the classes of `actions` does, its patterns ready for use."""
    return _CHANGES[type(action)](action)


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


_CHANGES: dict[type[Any], Callable[[Any], Does]] = {
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
