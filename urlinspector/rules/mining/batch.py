"""What all parts of the miner share while they look at some sites: labels, scopes, examples, findings."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from urlinspector.bulk import mining
from urlinspector.bulk.task import Task
from urlinspector.normalize.site_rules import Action, Evidence, RuleError, Scope, SiteRule
from urlinspector.url.masking import masked

from .evidence import SITES, Judge, wilson
from .proposal import Example, Kept, Proposal
from .shapes import scope_of

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering

EXAMPLES = 3
RowPairs = Sequence[tuple[int, int]]


@dataclass
class Finding:
    """A candidate that was counted, before it is a proposal."""

    site: int
    core: tuple[Any, ...]
    """What is the same on several sites."""
    groups: int
    labelled: int
    agree: float
    kind: str
    detail: Any = None
    likely: bool = False
    """It looks like two ways to one page, so that fewer labels will do."""
    harmless: bool = False
    """It would be applied by itself if there were no labels."""


@dataclass
class Found:
    """What the miner found until now; grows batch by batch."""

    proposals: list[Proposal] = field(default_factory=list)
    kept: dict[tuple[int, str], Kept] = field(default_factory=dict)
    seen: set[tuple[int, Hashable]] = field(default_factory=set)
    """Sites and cores of the proposals."""
    names: set[str] = field(default_factory=set)
    """Of the rules; a profile has each once."""
    right: Counter[Hashable] = field(default_factory=Counter)
    wrong: Counter[Hashable] = field(default_factory=Counter)
    """On how many sites a core was accepted, and shown to be wrong."""

    def named(self, rule: SiteRule) -> SiteRule:
        """The rule under a name that no other has."""
        name, number = rule.name, 1
        while name in self.names:
            number += 1
            name = f"{rule.name} ({number})"
        self.names.add(name)
        return replace(rule, name=name)

    def known(self, core: Hashable) -> bool:
        """Whether several sites have shown that a core is right, and none that it is wrong."""
        return self.right[core] >= SITES and not self.wrong[core]


@dataclass
class Batch:
    """Some sites."""

    clustering: "Clustering"
    names: Sequence[str]
    hosts: Mapping[int, tuple[str, ...]]
    frame: Any
    """The URLs (a polars frame, used through `bulk` only)."""
    shared: frozenset[int]
    """Sites of which the domain has others."""
    labels: str
    """Kind of the labels; empty for none."""
    weak: bool
    chance: Mapping[int, float]
    min_support: int
    forbidden: frozenset[tuple[str, str]]
    """Parameters that somebody kept."""
    today: date | None
    task: Task
    found: Found

    def judge(self, site: int) -> Judge:
        """The measure for candidates of a site: how many groups, how much agreement by chance alone."""
        return Judge(self.min_support, self.chance.get(site, 0.0), self.weak)

    def accepted(self, finding: Finding) -> bool:
        """Whether the labels bear a candidate out."""
        judge = self.judge(finding.site)
        known = finding.likely or self.found.known(finding.core)
        if judge.enough(finding.agree, finding.labelled, known=known):
            return True
        return finding.harmless and judge.lets_pass(finding.groups, finding.agree, finding.labelled)

    def decide(self, findings: Sequence[Finding], take: Callable[[Finding, bool], bool]) -> int:
        """Judge candidates of all sites together; `take(finding, auto)` makes each a proposal.

        Gives the number of accepted ones.
        """
        count = 0
        rest: list[Finding] = []
        for each in findings:
            judge = self.judge(each.site)
            if (each.site, each.core) in self.found.seen:
                continue
            if judge.enough(each.agree, each.labelled, known=each.likely):
                if take(each, True):
                    self.found.right[each.core] += 1
                    self.found.seen.add((each.site, each.core))
                    count += 1
            else:
                rest.append(each)
                self.found.wrong[each.core] += judge.matters(each.agree, each.labelled)
        for each in rest:
            if self.accepted(each) and take(each, True):
                self.found.seen.add((each.site, each.core))
                count += 1
        return count

    def scope(self, site: int, hosts: Sequence[str], path: str = "") -> Scope:
        """Where a rule holds. Raises RuleError for a host that no scope can name."""
        made = scope_of(self.names[site], hosts, self.hosts[site], shared=site in self.shared)
        return Scope(made.hosts, made.name, path) if path else made

    def examples(self, good: RowPairs, bad: RowPairs) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
        """Pairs of rows as pairs of the list's texts."""
        rows = [row for pair in (*good, *bad) for row in pair]
        texts = iter(mining.originals(self.clustering, self.frame, rows)) if rows else iter(())
        same = True if self.labels else None
        agreeing = tuple(Example(next(texts), next(texts), same) for _ in good)
        return agreeing, tuple(Example(next(texts), next(texts), False) for _ in bad)

    def propose(
        self,
        finding: Finding,
        scope: Scope,
        action: Action,
        good: RowPairs,
        bad: RowPairs,
        *,
        auto: bool,
        bound: float | None = None,
        merges: int | None = None,
        note: str = "",
        asks: bool = False,
    ) -> Proposal | None:
        """Add a proposal; None where no rule can be made of it."""
        agreeing, disagreeing = self.examples(good, bad)
        agree = round(finding.agree)
        disagree = finding.labelled - agree
        sure = wilson(finding.agree, finding.labelled) if bound is None else bound
        evidence = Evidence(
            finding.groups, agree, disagree, round(sure, 4), self.labels,
            tuple((masked(each.one), masked(each.other)) for each in agreeing),
            tuple((masked(each.one), masked(each.other)) for each in disagreeing),
        )  # fmt: skip
        try:
            rule = SiteRule(scope, action, source="learnt", evidence=evidence, date=self.today)
        except RuleError:
            return None
        rule = self.found.named(rule)
        site = self.names[finding.site]
        made = Proposal(
            site, rule, finding.groups, agree, disagree, evidence.bound, auto and not asks, self.labels,
            finding.groups if merges is None else merges, agreeing, disagreeing, note, asks, finding.kind,
        )  # fmt: skip
        self.found.proposals.append(made)
        return made
