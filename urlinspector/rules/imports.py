"""Rules from files that the user has: ClearURLs catalogues, Brave's query filter, robots.txt.

Nothing is fetched. Each import says where a rule comes from and under which licence, and lists what could not
be taken over, with the reason. Sources of the formats:

- ClearURLs, `data.min.json`: the project's documentation, "Rule Catalogs" (providers with urlPattern, rules,
  rawRules, referralMarketing, exceptions, redirections, completeProvider, forceRedirection).
- Brave, `query-filter.json`: a list of {include, exclude, params} with WebExtension match patterns.
- robots.txt `Clean-param: p0[&p1…] [path]`: Yandex Webmaster help, "The Clean-param directive".

Differences that stay: names of parameters are compared as they are written, where ClearURLs also takes other
letter case; ClearURLs' “any suffix” is one or two labels here.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from urlinspector.normalize.site_rules import (
    Action,
    Condition,
    DropParameters,
    Rewrite,
    RuleError,
    Scope,
    SiteRule,
)
from urlinspector.normalize.site_rules.patterns import pattern
from urlinspector.normalize.site_rules.toml import write_rules
from urlinspector.normalize.site_rules.words import escaped

CLEARURLS_LICENCE = "LGPL-3.0 (ClearURLs Rules)"
BRAVE_LICENCE = "MPL-2.0 (Brave adblock-lists)"
_MOST_OF_LINE = 500  # characters, beyond which the directive is not valid


class LeftOut(NamedTuple):
    """Something that no rule was made of."""

    where: str
    """The provider, the number of the entry, or the line."""
    what: str
    reason: str


class Imported(NamedTuple):
    """What a file gave."""

    format: str
    rules: tuple[SiteRule, ...]
    left_out: tuple[LeftOut, ...]
    licence: str
    """Of the file, as its project says; empty where a site speaks of itself."""


def import_rules(path: Path, *, host: str = "") -> Imported:
    """Read a file in one of the formats, told apart by what it holds.

    `host` is the site of a robots.txt. Raises OSError, and RuleError for a file in none of the formats.
    """
    text = _decoded(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        if path.suffix.lower() == ".json":
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            reason = f": {error.msg}" if isinstance(error, json.JSONDecodeError) else ""
            raise RuleError(f"{path.name} is not JSON{reason}", line=line) from None
        return import_robots(text, host, file=path.name)
    if isinstance(data, dict) and "providers" in data:
        return import_clearurls(data, file=path.name)
    if isinstance(data, list):
        return import_brave(data, file=path.name)
    raise RuleError(f"{path.name} is neither ClearURLs' format nor Brave's")


def _decoded(path: Path) -> str:
    """The text of a file in UTF-8, UTF-16 or UTF-32 (older JSON knows all); bytes that are
    not UTF-8 are kept as lone surrogates.
    """
    data = path.read_bytes()
    encoding = json.detect_encoding(data)
    if encoding.startswith("utf-8"):
        return data.decode("utf-8-sig", "surrogateescape")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise RuleError(f"{path.name} looks like {encoding.upper()} and is not") from None


class _Making:
    """Rules while they are made: names are made unique, and what is refused is noted."""

    def __init__(self, file: str, licence: str) -> None:
        self._file, self._licence = file, licence
        self.rules: list[SiteRule] = []
        self.left_out: list[LeftOut] = []
        self._names: set[str] = set()

    def leave(self, where: str, what: str, reason: str) -> None:
        self.left_out.append(LeftOut(where, what, reason))

    def readable(self, where: str, texts: Iterable[str]) -> list[str]:
        """The patterns that the engine can read; the others are noted."""
        good = []
        for each in texts:
            try:
                pattern(f"(?i){each}")
            except RuleError as error:
                self.leave(where, each, error.reason)
            else:
                good.append(each)
        return good

    def add(
        self,
        where: str,
        what: str,
        name: str,
        make: Callable[[], tuple[Scope, Action]],
        condition: Condition | None = None,
        *,
        exceptions: tuple[str, ...] = (),
        reason: str = "",
        enabled: bool = True,
    ) -> None:
        try:
            scope, action = make()
            rule = SiteRule(
                scope,
                action,
                condition or Condition(),
                exceptions,
                self._unused(name),
                reason,
                "imported",
                provenance=f"{self._file}: {where}".removeprefix(": "),
                licence=self._licence,
                date=date.today(),
                enabled=enabled,
            )
            written = write_rules([rule])
            written.encode()
        except RuleError as error:
            self.leave(where, what, error.reason)
            return
        except UnicodeEncodeError as error:
            half = ord(written[error.start])
            self.leave(
                where, what, f"holds U+{half:04X}, half a character, which no URL and no file can hold"
            )
            return
        self._names.add(rule.name)
        self.rules.append(rule)

    def _unused(self, name: str) -> str:
        number, made = 2, name
        while made in self._names:
            made = f"{name} ({number})"
            number += 1
        return made

    def done(self, form: str) -> Imported:
        return Imported(form, tuple(self.rules), tuple(self.left_out), self._licence)


# ClearURLs


def import_clearurls(data: Mapping[str, Any], *, file: str = "") -> Imported:
    """Rules of a catalogue. Raises RuleError for another version of the format."""
    providers = data.get("providers")
    if not isinstance(providers, Mapping):
        raise RuleError("“providers” is to be an object; the compiled lists of version 2 are not read")
    making = _Making(file, CLEARURLS_LICENCE)
    for name, provider in providers.items():
        if not isinstance(provider, Mapping) or not isinstance(provider.get("urlPattern"), str):
            making.leave(name, "", "has no urlPattern")
            continue
        _provider(making, name, provider)
    return making.done("ClearURLs")


def _provider(making: _Making, name: str, provider: Mapping[str, Any]) -> None:
    url_pattern = provider["urlPattern"]
    if provider.get("completeProvider"):
        making.leave(name, "completeProvider", "blocks whole requests, which changes no URL")
    for each in _texts(provider, "redirections"):
        making.leave(name, each, "leads on to the URL inside, which is another page's")
    if not making.readable(name, [url_pattern]):
        return
    scope, is_whole = _scope_of_pattern(url_pattern)
    condition = Condition() if is_whole else Condition(url=f"(?i){url_pattern}")
    excepted = making.readable(name, _texts(provider, "exceptions"))
    if len(excepted) < len(_texts(provider, "exceptions")):
        making.leave(name, "all rules", "one of its exceptions cannot be read, so they could do harm")
        return
    exceptions = tuple(f"(?i){each}" for each in excepted)

    def add(kind: str, what: str, make: Callable[[], Action], *, enabled: bool = True) -> None:
        making.add(
            name,
            what,
            f"{name}: {kind}",
            lambda: (scope, make()),
            condition,
            exceptions=exceptions,
            reason="ClearURLs takes it for tracking",
            enabled=enabled,
        )

    for key, kind in (("rules", "tracking parameters"), ("referralMarketing", "referral parameters")):
        names, likes = _names_and_patterns(making.readable(name, _texts(provider, key)))
        if names or likes:
            like = f"(?i)(?:{'|'.join(likes)})" if likes else ""
            add(
                kind,
                key,
                lambda names=names, like=like: DropParameters(names, pattern=like),  # type: ignore[misc]
                enabled=key == "rules",
            )
    for each in making.readable(name, _texts(provider, "rawRules")):
        add(
            "part of the path",
            each,
            lambda each=each: Rewrite(f"(?i){each}", "", "path-query"),  # type: ignore[misc]
        )


def _texts(table: Mapping[str, Any], key: str) -> list[str]:
    value = table.get(key)
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


_PLAIN = re.compile(r"(?:[A-Za-z0-9_\-]|\\[.\-_])+")
_HOSTS = re.compile(
    r"\^https\?:(?:\\/\\/|//)(?P<below>\(\?:\[a-z0-9-\]\+\\\.\)\*\??)?"
    r"(?P<name>(?:[a-z0-9-]|\\\.)+)(?P<under>\(\?:\\\.\[a-z\]\{2,\}\)\{1,\})?(?P<rest>.*)",
    re.DOTALL,
)


def _names_and_patterns(rules: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names that stand as they are, and patterns for the others."""
    names = tuple(re.sub(r"\\(.)", r"\1", each) for each in rules if _PLAIN.fullmatch(each))
    return names, tuple(each for each in rules if not _PLAIN.fullmatch(each))


def _scope_of_pattern(url_pattern: str) -> tuple[Scope, bool]:
    """The scope that a urlPattern of the usual shape means, and whether it says all of it."""
    if url_pattern in (".*", "", "^.*", "^.*$"):
        return Scope.parse("*"), True
    found = _HOSTS.fullmatch(url_pattern)
    if found is None:
        return Scope.parse("*"), False
    name = found["name"].replace("\\.", ".").strip(".")
    try:
        scope = Scope.parse(("*." if found["below"] else "") + name + (".*" if found["under"] else ""))
    except RuleError:
        return Scope.parse("*"), False
    rest = found["rest"].replace("\\/", "/")
    if ("." not in name and not found["under"]) or rest[:1] not in ("", "/"):
        return Scope.parse("*"), False
    return scope, rest in ("", "/", "/.*", ".*")


# Brave


def import_brave(data: list[Any], *, file: str = "") -> Imported:
    """Rules of a query filter. Raises RuleError where the list holds something else."""
    making = _Making(file, BRAVE_LICENCE)
    for number, entry in enumerate(data, 1):
        where = f"entry {number}"
        if not isinstance(entry, Mapping) or not isinstance(entry.get("params"), list):
            raise RuleError(f"{where} is no object of include, exclude and params")
        names = tuple(_texts(entry, "params"))
        exceptions = tuple(f"^{_glob(each)}$" for each in _texts(entry, "exclude"))
        for include in _texts(entry, "include"):
            _include(making, where, include, names, exceptions)
        extra = sorted(entry.keys() - {"include", "exclude", "params", "pref"})
        if extra:
            making.leave(where, ", ".join(extra), "is not known here")
    return making.done("Brave query filter")


_MATCH = re.compile(r"(?P<scheme>\*|https?)://(?P<host>\*|(?:\*\.)?[^*/]+)(?P<path>/.*)")


def _include(
    making: _Making, where: str, include: str, names: tuple[str, ...], exceptions: tuple[str, ...]
) -> None:
    found = _MATCH.fullmatch(include)
    if found is None:
        making.leave(where, include, "is no match pattern scheme://host/path")
        return
    path = found["path"].removesuffix("*")
    in_scope = "*" not in path and "?" not in path and path.endswith("/")
    prefix = path if in_scope and path != "/" else ""
    condition = Condition()
    if not in_scope or not found["path"].endswith("*") or found["scheme"] != "*":
        condition = Condition(url=f"^{_glob(include)}$")
    making.add(
        where,
        include,
        f"Brave {where.removeprefix('entry ')}: {found['host']}{prefix}",
        lambda: (Scope.parse(found["host"] + prefix), DropParameters(names)),
        condition,
        exceptions=exceptions,
        reason="Brave takes it for tracking",
    )


def _glob(match: str) -> str:
    """A match pattern as a pattern of the engine: `*` is anything; as a scheme, http or https; `*.` before a
    host is also nothing.
    """
    scheme, _, rest = match.partition("://")
    before = "https?" if scheme == "*" else escaped(scheme)
    below = r"(?:[^/?#]*\.)?" if rest.startswith("*.") else ""
    rest = rest.removeprefix("*.")
    return f"{before}://{below}" + ".*".join(map(escaped, rest.split("*")))


# robots.txt

_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
"""How `surrogateescape` writes a byte that is not UTF-8."""


def import_robots(text: str, host: str, *, file: str = "robots.txt") -> Imported:
    """Proposals from the `Clean-param` lines of a site's robots.txt, for any user agent.

    Raises RuleError where the host is none.
    """
    scope = Scope.host(host)
    making = _Making(file, "")
    # A byte that is not UTF-8 stands in a URL percent-encoded, whatever character its author meant.
    text = _ESCAPED_BYTE.sub(lambda found: f"%{ord(found[0]) - 0xDC00:02X}", text)
    for number, what in _clean_params(text):
        where = f"line {number}"
        if len(what) > _MOST_OF_LINE:
            making.leave(where, what[:80] + "…", f"is longer than {_MOST_OF_LINE} characters")
            continue
        parts = what.split()
        if not parts or len(parts) > 2:
            making.leave(where, what, "is to be parameters joined by “&”, and a path")
            continue
        names = tuple(filter(None, parts[0].split("&")))
        path = parts[1] if len(parts) == 2 else "/"
        _clean_param(making, where, what, names, path, scope)
    return making.done("robots.txt")


def _clean_param(
    making: _Making, where: str, what: str, names: tuple[str, ...], path: str, scope: Scope
) -> None:
    path = path if path.startswith(("/", "*")) else "/" + path
    literal = path.rstrip("*")
    condition = Condition()
    prefix = literal if literal.endswith("/") and "*" not in literal and literal != "/" else ""
    if not prefix and literal not in ("/", ""):
        condition = Condition(path="^" + ".*".join(map(escaped, literal.split("*"))))
    making.add(
        where,
        what,
        f"Clean-param {what} on {scope}",
        lambda: (Scope.host(scope.name, prefix), DropParameters(names)),
        condition,
        reason="the site's robots.txt says that it does not change the page",
    )


def _clean_params(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        key, colon, value = line.partition("#")[0].partition(":")
        if colon and key.strip().lower() == "clean-param":
            yield number, value.strip()
