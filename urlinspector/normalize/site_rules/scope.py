"""Where a rule holds: a host, a domain with all below it, hosts of a pattern, and the beginning of a path.

Written in one line:

    shop.example.com         this host alone
    *.example.com            the domain and every name below it (`*.edu` too: a public suffix is a domain)
    example.*                the name under one or two more labels, such as example.com and example.co.uk
    *.example.*              the same and every name below
    *                        every host
    shop.example.com/c/      any of these, and only paths that begin so, by whole segments
"""

import re
from dataclasses import dataclass
from enum import Enum

from urlinspector.normalize.site_rules.errors import RuleError
from urlinspector.normalize.steps._letters import lower

_NAME = re.compile(r"\[[0-9a-f:.]+\]|[^\s/?#@:*\[\]\\.]+(?:\.[^\s/?#@:*\[\]\\.]+)*")
_PATH = re.compile(r"/[^\s?#\x00-\x1f\x7f]*")


class Hosts(Enum):
    """Which hosts a scope takes in; `name` is the scope's name."""

    ANY = "any"
    ONE = "one"
    """The host of that name."""
    DOMAIN = "domain"
    """The name and every name below it."""
    NAME = "name"
    """The name under any one or two labels."""
    NAME_BELOW = "name-below"
    """The same, and every name below."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Hosts, by lower-case name without a final dot, and a path prefix; see the module for the text form."""

    hosts: Hosts
    name: str = ""
    path: str = ""

    def __post_init__(self) -> None:
        if (self.hosts is Hosts.ANY) != (self.name == ""):
            raise RuleError("a scope of hosts has a name, and that of every host has none", where="scope")
        if self.name and _NAME.fullmatch(self.name) is None:
            raise RuleError(f"“{self.name}” is no host", where="scope")
        if self.name != lower(self.name):
            raise RuleError(f"“{self.name}” is to be in lower case", where="scope")
        if self.path and _PATH.fullmatch(self.path) is None:
            raise RuleError(f"“{self.path}” is no beginning of a path", where="scope")

    @classmethod
    def parse(cls, text: str) -> "Scope":
        """Read the text form: a host, `*.host` with all below, `name.*` with any suffix, both, or `*`; a path
        may follow. Raises RuleError for anything else.
        """
        host, slash, rest = text.strip().partition("/")
        name = lower(host).removesuffix(".")
        path = slash + rest
        if name == "*":
            return cls(Hosts.ANY, "", path)
        below, name = name.startswith("*."), name.removeprefix("*.")
        under, name = name.endswith(".*"), name.removesuffix(".*")
        if not name or "*" in name:
            raise RuleError(
                f"“{text}” is no scope: a host, or one with *. before or .* after it, and a path",
                where="scope",
            )
        kinds = {
            (False, False): Hosts.ONE,
            (True, False): Hosts.DOMAIN,
            (False, True): Hosts.NAME,
            (True, True): Hosts.NAME_BELOW,
        }
        return cls(kinds[below, under], name, path)

    @classmethod
    def host(cls, name: str, path: str = "") -> "Scope":
        """One host, in any letter case, with the paths below `path`. Raises RuleError for what is no host or
        no path.
        """
        return cls(Hosts.ONE, lower(name), path)

    @classmethod
    def domain(cls, name: str, path: str = "") -> "Scope":
        """A domain and every name below it. Raises RuleError."""
        return cls(Hosts.DOMAIN, lower(name), path)

    def __str__(self) -> str:
        return _FORMS[self.hosts].format(self.name) + self.path

    def holds_host(self, host: str) -> bool:
        """Whether a host, in lower case without a final dot, is in scope."""
        if self.hosts is Hosts.ANY:
            return True
        if self.hosts is Hosts.ONE:
            return host == self.name
        if self.hosts is Hosts.DOMAIN:
            return host == self.name or host.endswith(f".{self.name}")
        return any(
            stem == self.name or (self.hosts is Hosts.NAME_BELOW and stem.endswith(f".{self.name}"))
            for stem in _without_suffixes(host)
        )

    def holds_path(self, path: str) -> bool:
        """Whether a path begins with the scope's, by whole segments."""
        prefix = self.path
        if not path.startswith(prefix):
            return False
        return prefix == "" or prefix[-1] == "/" or path[len(prefix) : len(prefix) + 1] in ("", "/")


_FORMS = {
    Hosts.ANY: "*",
    Hosts.ONE: "{}",
    Hosts.DOMAIN: "*.{}",
    Hosts.NAME: "{}.*",
    Hosts.NAME_BELOW: "*.{}.*",
}


def _without_suffixes(host: str) -> tuple[str, ...]:
    """A host without its last label, and without its last two."""
    stem = host.rpartition(".")[0]
    return stem, stem.rpartition(".")[0]
