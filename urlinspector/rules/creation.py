"""Creation rules: where a web entity ends that nobody has made (Hyphe's "creation rules"), and the ready ones
for well-known platforms.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from urlinspector.resources import read_text
from urlinspector.rules.prefixes import MAX_PATH, PIPE, EntityError, anchor_of, hosts_in, registrable
from urlinspector.url.place import Stems, value_of

_MOST_STEMS = 127 + MAX_PATH
"""As many labels as a host name may have (RFC 1035), and the path."""


@dataclass(frozen=True, slots=True)
class CreationRule:
    """Where an entity ends that nobody has made: see `parse`."""

    kind: str
    count: int = 0
    pattern: str = ""

    @classmethod
    def parse(cls, text: str) -> "CreationRule":
        """`domain`, `subdomain`, `subdomain-N`, `path-N`, `prefix+N`, `page`, or `/pattern/` on the stems as
        `com|example|blog`. Raises EntityError.
        """
        text = text.strip()
        if len(text) > 2 and text[0] == text[-1] == "/":
            _compiled(text[1:-1])
            return cls("pattern", pattern=text[1:-1])
        if text in ("domain", "page"):
            return cls(text)
        found = re.fullmatch(r"(subdomain|path)(?:-(\d+))?|(prefix)\+(\d+)", text)
        if found is None:
            raise EntityError(
                f"“{text}” is no creation rule: "
                "domain, subdomain, subdomain-N, path-N, prefix+N, page or /pattern/"
            )
        most = MAX_PATH if found[1] == "path" else _MOST_STEMS
        if len(found[2] or found[4] or "") > 4 or int(found[2] or found[4] or 0) > most:
            raise EntityError(f"“{text}” asks for more stems than a prefix has: at most {most}")
        if found[3]:
            return cls("prefix", int(found[4]))
        if found[1] == "path" and not found[2]:
            raise EntityError("say how many segments, as in path-1")
        return cls(found[1], int(found[2] or 0))

    def __str__(self) -> str:
        if self.kind == "pattern":
            return f"/{self.pattern}/"
        if self.kind == "prefix":
            return f"prefix+{self.count}"
        return f"{self.kind}-{self.count}" if self.count else self.kind

    def prefix_of(self, stems: Stems, start: int = 0) -> Stems | None:
        """The prefix that the rule makes of a URL's stems, never within a public suffix; None where the URL
        has not what it asks for. `start` is how many stems the prefix has that the rule is for.
        """
        hosts = hosts_in(stems)
        if not hosts:
            return None
        least = registrable(stems[:hosts])
        wanted = {
            "domain": least,
            "subdomain": least - 1 + self.count if self.count else hosts,
            "path": hosts + self.count,
            "prefix": start + self.count,
            "page": len(stems),
        }.get(self.kind)
        length = self._matched(stems) if wanted is None else wanted
        if length is not None and self.kind == "subdomain":
            length = min(length, hosts)
        if length is None or length > len(stems):
            return None
        return stems[: min(max(length, least), hosts + MAX_PATH)]

    def paths_needed(self, hosts: int, start: int = 0) -> int | None:
        """How many path stems of a URL decide what prefix it gets, under a host of so many stems; None for
        all of them.
        """
        if self.kind == "pattern":
            return None
        needed = {"path": self.count, "prefix": start + self.count - hosts, "page": MAX_PATH}.get(
            self.kind, 0
        )
        return max(needed, 0)

    def _matched(self, stems: Stems) -> int | None:
        """How many stems a pattern reaches to, whole ones."""
        text = "|".join(value_of(each).replace("|", PIPE) for each in stems).encode(errors="surrogatepass")
        found = _compiled(self.pattern).search(text)
        if found is None or not found[0]:
            return None
        return text[: found.end()].rstrip(b"|").count(b"|") + 1


@cache
def _compiled(pattern: str) -> Any:
    """A pattern of a user, for the linear-time engine; letter case aside. Raises EntityError."""
    import re2

    settings = re2.Options()
    settings.log_errors = False
    settings.case_sensitive = False
    try:
        return re2.compile(pattern.encode(), settings)
    except (re2.error, UnicodeEncodeError) as error:
        said = error.args[0] if isinstance(error, re2.error) and error.args else "it is not Unicode"
        reason = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        raise EntityError(f"the pattern cannot be read: {reason}") from None


DOMAIN = CreationRule("domain")


@cache
def known_platforms() -> Mapping[Stems, CreationRule]:
    """The ready rules for well-known platforms (resources/data/entity_rules.toml)."""
    table = tomllib.loads(read_text("data/entity_rules.toml"))
    return {anchor_of(each["prefix"]): CreationRule.parse(each["rule"]) for each in table["rule"]}
