"""What mining gives: proposals with their evidence, and what they would make of the list."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from urlinspector.normalize.site_rules import DropParameters, Scope, SiteRule
from urlinspector.normalize.site_rules.scope import Hosts


class Example(NamedTuple):
    """Two URLs of the list that the rule makes one."""

    one: str
    other: str
    same: bool | None
    """Whether their labels are equal; None where that is not known."""


@dataclass(frozen=True)
class Proposal:
    """A rule that the list speaks for."""

    site: str
    rule: SiteRule
    support: int
    """Groups (or pairs) of URLs that it makes one."""
    agree: int
    disagree: int
    """Of those whose labels are known; both 0 without labels."""
    bound: float
    """The lower end of what the share of agreement may be; without labels, how sure the shape is."""
    auto: bool
    """Whether it is safe to apply without being looked at."""
    labels: str
    """Kind of the labels: `content hash`, `digest`, `canonical`, `redirect`, `body size`; empty for none."""
    merges: int
    """URLs of the list that it makes equal to others, other rules aside."""
    agreeing: tuple[Example, ...] = ()
    disagreeing: tuple[Example, ...] = ()
    note: str = ""
    """Why it is not applied without being looked at; empty where it is."""
    asks: bool = False
    """It drops a parameter that an earlier run or a person kept."""
    kind: str = ""
    """`parameter`, `value`, `scheme`, `www`, `host`, `case`, `last`, `slash` or `tokens`."""

    @property
    def scope(self) -> Scope:
        """Where it holds."""
        return self.rule.scope

    @property
    def in_words(self) -> str:
        """What it does, for people."""
        return self.rule.in_words

    @property
    def as_pattern(self) -> tuple[str, str]:
        """What it does, for experts: pattern and template."""
        return self.rule.as_pattern

    @property
    def examples(self) -> tuple[Example, ...]:
        """Up to three that agree and three that do not."""
        return (*self.agreeing, *self.disagreeing)


class Kept(NamedTuple):
    """A parameter of a site that means something."""

    site: str
    name: str
    values: int
    reason: str
    """`labels differ`, `few values` or `numbers`."""


class SiteFound(NamedTuple):
    """One site of the list."""

    site: str
    urls: int
    """Clusters of the list."""
    labelled: int
    """Of them with a label that counts."""
    masked: int
    """Labels that stand for errors or placeholders, and count for nothing."""
    proposals: int
    auto: int


class Reduction(NamedTuple):
    """Clusters before and after the automatic rules."""

    before: int
    after: int


@dataclass(frozen=True)
class MiningResult:
    """All that was found."""

    sites: tuple[SiteFound, ...]
    proposals: tuple[Proposal, ...]
    """By site in the order of the list; of a site the surest and most frequent first."""
    reduction: Reduction
    kept: tuple[Kept, ...] = ()
    """Parameters that are never proposed, and why."""
    column: str = ""
    """The column of the labels."""
    labels: str = ""
    """Their kind."""
    complete: bool = True
    """False where it was stopped; what was found until then stands."""

    @property
    def automatic(self) -> tuple[SiteRule, ...]:
        """The rules that are safe, in the order in which they are to be applied."""
        return in_order(proposal for proposal in self.proposals if proposal.auto)


def without_implied(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Without drops in one folder or of one value that an automatic drop on the same hosts makes too."""
    given = list(proposals)
    whole: dict[tuple[str, Hosts, str], set[str]] = {}
    for each in given:
        action, scope = each.rule.action, each.scope
        if each.auto and isinstance(action, DropParameters) and not action.value and not scope.path:
            whole.setdefault((each.site, scope.hosts, scope.name), set()).update(action.names)

    def is_implied(each: Proposal) -> bool:
        action, scope = each.rule.action, each.scope
        if not isinstance(action, DropParameters) or not (action.value or scope.path):
            return False
        return set(action.names) <= whole.get((each.site, scope.hosts, scope.name), set())

    return [each for each in given if not is_implied(each)]


_ORDER = ("scheme", "www", "host", "parameter", "value", "case", "last", "slash", "tokens")


def in_order(proposals: Iterable[Proposal]) -> tuple[SiteRule, ...]:
    """Rules of proposals in the order in which they are to be applied: origin, parameters, path, tokens."""

    def place(each: Proposal) -> tuple[str, int, int, str]:
        return each.site, _ORDER.index(each.kind), -each.support, each.rule.name

    return tuple(each.rule for each in sorted(proposals, key=place))
