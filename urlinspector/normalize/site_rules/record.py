"""A site's rule, as a profile holds it: where and when it holds, what it does, and why it may be believed."""

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import Literal

from urlinspector.normalize.site_rules.actions import Action
from urlinspector.normalize.site_rules.errors import RuleError
from urlinspector.normalize.site_rules.patterns import pattern
from urlinspector.normalize.site_rules.scope import Scope
from urlinspector.normalize.site_rules.words import as_pattern, in_words

Source = Literal["by hand", "learnt", "imported"]
SOURCES: tuple[Source, ...] = ("by hand", "learnt", "imported")


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of a URL besides its place; empty fields ask for nothing."""

    path: str = ""
    """A pattern that matches somewhere in the path."""
    has: tuple[str, ...] = ()
    """Names of parameters that are all there."""
    lacks: tuple[str, ...] = ()
    """Names of parameters of which none is there."""
    only: tuple[str, ...] = ()
    """Names besides which no parameter is there."""
    url: str = ""
    """A pattern that matches somewhere in the whole URL."""

    def __post_init__(self) -> None:
        if self.path:
            pattern(self.path, "when.path")
        if self.url:
            pattern(self.url, "when.url")
        both = set(self.has) & set(self.lacks)
        if both:
            raise RuleError(f"“{min(both)}” cannot be there and missing", where="when")

    def __bool__(self) -> bool:
        return self != Condition()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a list said about a rule when it was learnt."""

    support: int = 0
    """Groups (or pairs) of URLs that the rule makes one."""
    agree: int = 0
    disagree: int = 0
    bound: float = 0.0
    """The lower end of what the share of agreement may be (Wilson)."""
    labels: str = ""
    """What agreed: `content hash`, `digest`, `redirect`, `canonical`, `body size`; empty for none."""
    agreeing: tuple[tuple[str, str], ...] = ()
    """Examples: pairs of URLs."""
    disagreeing: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SiteRule:
    """One rule. Equal rules do the same and say the same."""

    scope: Scope
    action: Action
    condition: Condition = field(default_factory=Condition)
    exceptions: tuple[str, ...] = ()
    """Patterns; the rule leaves a URL alone in which one matches anywhere."""
    name: str = ""
    """How people call it; made from the rule where it is not given."""
    reason: str = ""
    source: Source = "by hand"
    evidence: Evidence | None = None
    provenance: str = ""
    """Of an imported rule: the file and what it is called there."""
    licence: str = ""
    date: dt.date | None = None
    """When it was made."""
    expires: dt.date | None = None
    """The first day on which it no longer holds."""
    enabled: bool = True

    def __post_init__(self) -> None:
        if self.source not in SOURCES:
            raise RuleError(f"is one of {', '.join(SOURCES)}, not “{self.source}”", where="source")
        for each in self.exceptions:
            pattern(each, "except")
        if not self.name:
            object.__setattr__(self, "name", f"{self.in_words} on {self.scope}")

    @property
    def in_words(self) -> str:
        """What it does, for people: `drop sid`, `/story?id=N is /story_N`."""
        return in_words(self.action)

    @property
    def as_pattern(self) -> tuple[str, str]:
        """What it does, for experts: a pattern, and what is written for it (empty: nothing)."""
        return as_pattern(self.action)

    def is_expired(self, on: dt.date) -> bool:
        """Whether it holds no longer on a day: `expires` is the first such day."""
        return self.expires is not None and on >= self.expires

    def switched(self, on: bool) -> "SiteRule":
        """The same rule, switched on or off."""
        return replace(self, enabled=on)
