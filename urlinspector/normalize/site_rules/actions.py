"""What a rule does to a URL in its scope: one record for each kind; `compiled` runs them.

Each is checked when it is made: a pattern that cannot be read, or a text that would end its component, is
refused (RuleError).
"""

from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.site_rules.errors import RuleError
from urlinspector.normalize.site_rules.patterns import check_literal, pattern, template
from urlinspector.normalize.steps._letters import lower
from urlinspector.url.components import Url

Part = Literal["path", "path-query", "query", "host"]
"""What a rewriting pattern is matched against: `path-query` is the path, and `?` and the query where it has
one.
"""
PARTS: tuple[Part, ...] = ("path", "path-query", "query", "host")


@dataclass(frozen=True, slots=True)
class DropParameters:
    """Without the query's parameters of these names (`*` at the end of a name stands for any ending)."""

    names: tuple[str, ...]
    value: str = ""
    """A pattern that the whole value matches; empty for any value."""
    pattern: str = ""
    """A pattern that the whole name matches, besides the names."""

    def __post_init__(self) -> None:
        if not self.names and not self.pattern:
            raise RuleError("no parameter is named", where="drop")
        _check_names(self.names, "drop")
        for text, where in ((self.value, "value"), (self.pattern, "drop-pattern")):
            if text:
                pattern(text, where)


@dataclass(frozen=True, slots=True)
class KeepParameters:
    """Without all parameters but those of these names (`*` at the end of a name stands for any ending)."""

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_names(self.names, "keep")


@dataclass(frozen=True, slots=True)
class FixParameter:
    """With one value for the parameter, wherever it stands; it is not added where it is missing."""

    name: str
    value: str

    def __post_init__(self) -> None:
        _check_names((self.name,), "fix")
        check_literal(self.value, "fix", no_question=False)
        if "&" in self.value:
            raise RuleError("must not write “&”", where="fix")


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Every match of a pattern replaced by a template (`$1` for what the first group caught)."""

    pattern: str
    template: str
    on: Part = "path"

    def __post_init__(self) -> None:
        if self.on not in PARTS:
            raise RuleError(f"is one of {', '.join(PARTS)}, not “{self.on}”", where="on")
        if not self.pattern:
            raise RuleError("an empty pattern matches everywhere", where="replace")
        found = pattern(self.pattern, "replace")
        template(self.template, found.groups, "with", "" if self.on in ("path", "host") else "?")
        if self.on == "host" and any(char in self.template for char in "/@:\\[]"):
            raise RuleError("a host has none of /@:\\[]", where="with")


@dataclass(frozen=True, slots=True)
class StripPrefix:
    """Without the first segments of the path, as in `/m`: `/m/a` is `/a`, `/map` stays."""

    prefix: str

    def __post_init__(self) -> None:
        _check_path(self.prefix, "strip-prefix")
        if self.prefix == "/" or self.prefix[0] != "/":
            raise RuleError("is to be whole segments, as in /m", where="strip-prefix")


@dataclass(frozen=True, slots=True)
class StripSuffix:
    """Without the end of the path, as in `/amp`, `.html` or `/`; the root stays."""

    suffix: str

    def __post_init__(self) -> None:
        _check_path(self.suffix, "strip-suffix")


@dataclass(frozen=True, slots=True)
class ChangeHost:
    """On another host."""

    host: str

    def __post_init__(self) -> None:
        if not is_host(self.host) or self.host != lower(self.host):
            raise RuleError(f"“{self.host}” is no host in lower case", where="host")


@dataclass(frozen=True, slots=True)
class ChangeScheme:
    """http as https, or the other way, where no port is written."""

    scheme: Literal["http", "https"]

    def __post_init__(self) -> None:
        if self.scheme not in ("http", "https"):
            raise RuleError("is http or https", where="scheme")


@dataclass(frozen=True, slots=True)
class LowercasePath:
    """The path in lower-case ASCII letters; triplets stay as they are."""


Action = (
    DropParameters
    | KeepParameters
    | FixParameter
    | Rewrite
    | StripPrefix
    | StripSuffix
    | ChangeHost
    | ChangeScheme
    | LowercasePath
)


def is_host(text: str) -> bool:
    """Whether a text can stand as a host by itself."""
    return text != "" and Url.parse(f"//{text}") == Url(host=text)


def _check_names(names: tuple[str, ...], where: str) -> None:
    for name in names:
        if not name.removesuffix("*") or any(char in name for char in "&=#"):
            raise RuleError(f"“{name}” is no parameter's name", where=where)


def _check_path(text: str, where: str) -> None:
    if not text:
        raise RuleError("is empty", where=where)
    check_literal(text, where)
