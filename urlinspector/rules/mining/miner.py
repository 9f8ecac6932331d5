"""Mines a list for the rules of its sites: leave one out, collapse, repeat, then runs of tokens.

The two-stage miner after DustBuster, Dasgupta et al. and MIQPS (see `bulk.mining_tokens`,
`bulk.mining_parameters`): what is cheap and certain first, so that the costly search sees fewer URLs. With
labels a rule must be borne out by them; without, it is only proposed, and applied by itself only where the
shape or the name is known to be harmless.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from urlinspector.bulk import mining, mining_labels
from urlinspector.bulk.mining import Accepted, Items
from urlinspector.bulk.mining_labels import Spread
from urlinspector.bulk.task import Cancelled, Task
from urlinspector.normalize.site_rules import SiteRule
from urlinspector.normalize.site_rules.compiled import RuleSet

from .batch import Batch, Found
from .parameters import mine_parameters
from .proposal import MiningResult, Proposal, Reduction, SiteFound, in_order, without_implied
from .structure import mine_shapes
from .tokens import mine_tokens

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering

ROUNDS = 3
"""How often what was accepted is applied and parameters and shapes are looked at again."""
TOKEN_ROUNDS = 2
"""The same for runs of tokens: `users/` beside `~` shows seldom while both also stand under `/m`."""


def mine(
    clustering: "Clustering",
    label: str | None = None,
    min_support: int = 5,
    task: Task | None = None,
    *,
    kept: Collection[tuple[str, str]] = (),
    today: date | None = None,
) -> MiningResult:
    """The rules that a list speaks for.

    `label` is the column that tells whether two pages are one (None: the best there is), `kept` names the
    parameters (site, name) that a person or an earlier run (`MiningResult.kept`) found to matter: a rule that
    drops one asks. Raises LabelError for a column that is not there. When the task is cancelled, what was
    found until then is the result.
    """
    work = _Work(clustering, min_support, task or Task(), frozenset(kept), today)
    try:
        work.run(label)
    except Cancelled:
        work.complete = False
    return work.result()


def with_rules(clustering: "Clustering", rules: Iterable[SiteRule]) -> "Clustering":
    """The list under its profile and some rules more; one of a name that the profile has takes its place."""
    from urlinspector.bulk.clustering import Clustering

    new = {rule.name: rule for rule in rules}
    old = [rule for rule in clustering.profile.rules if rule.name not in new]
    return Clustering.make(clustering.engine, clustering.profile.with_rules([*old, *new.values()]))


def _collapse(batch: Batch) -> None:
    """Parameters and shapes, until nothing is accepted any more or often enough. Raises Cancelled."""
    for _ in range(ROUNDS):
        drops = mine_parameters(batch)
        if drops:
            batch.frame = mining.collapsed(batch.frame, Accepted(drops=drops))
        shapes = mine_shapes(batch)
        if shapes:
            batch.frame = mining.collapsed(batch.frame, shapes)
        if not drops and not shapes:
            return


class _Work:
    """One run."""

    def __init__(
        self,
        clustering: "Clustering",
        min_support: int,
        task: Task,
        forbidden: frozenset[tuple[str, str]],
        today: date | None,
    ) -> None:
        self.clustering, self.min_support, self.task = clustering, min_support, task
        self.forbidden, self.today = forbidden, today
        self.found, self.complete = Found(), True
        self.items: Items | None = None
        self.masked: list[Spread] = []
        self.column = self.kind = ""
        self.doubtful: list[Proposal] = []
        """What is being counted anew: it stands if that is not finished."""
        self.merged = 0
        """URLs that the automatic rules make equal to others, of those that were looked at."""
        self.sampled = False
        """Whether not all were looked at, so that the rules must be applied to be counted."""

    def run(self, label: str | None) -> None:
        """Everything. Raises Cancelled and LabelError."""
        chosen = mining_labels.choose(self.clustering, label)
        labels = None
        if chosen is not None:
            self.column, self.kind = chosen
            labels = mining_labels.labels_of(self.clustering, self.column, self.kind, self.task).of_cluster
        items = mining.items_of(self.clustering, labels, self.task)
        self.items, self.masked = mining_labels.mask(items)
        hosts = mining.hosts_of(self.items)
        looked_at = 0
        for frame in mining.batches(self.items, self.task):
            before = frame.height
            batch = Batch(
                self.clustering, self.items.sites, hosts, frame, self.items.shared, self.kind,
                self.kind in mining_labels.WEAK, mining_labels.chance_agreement(frame), self.min_support,
                self.forbidden, self.today, self.task, self.found,
            )  # fmt: skip
            self._mine(batch)
            looked_at += before
        self.sampled = looked_at < self.items.frame.height

    def _mine(self, batch: Batch) -> None:
        before, left, known = batch.frame.height, 0, len(self.found.proposals)
        for number in range(TOKEN_ROUNDS):
            if number:
                self._forget_doubtful(batch, known)
            _collapse(batch)
            sites = mine_tokens(batch)
            own = (each for each in self.found.proposals[known:] if each.auto and each.kind == "tokens")
            left += sites.unchanged
            batch.frame = sites.after(RuleSet(in_order(own)).apply)
            if batch.frame.is_empty():
                break
        self.doubtful = []
        self.merged += before - left - batch.frame.height

    def _forget_doubtful(self, batch: Batch, known: int) -> None:
        """Runs of tokens that were only proposed are counted anew on the sites that are looked at again."""
        again = {batch.names[site] for site in batch.frame["site"].unique().to_list()}
        own = self.found.proposals[known:]
        gone = [each for each in own if each.kind == "tokens" and not each.auto and each.site in again]
        self.found.names -= {each.rule.name for each in gone}
        self.found.proposals[known:] = [each for each in own if each not in gone]
        self.doubtful = gone

    def result(self) -> MiningResult:
        """What was found."""
        again = {each.rule.name for each in self.found.proposals}
        kept_back = [each for each in self.doubtful if each.rule.name not in again]
        proposals = sorted(without_implied([*self.found.proposals, *kept_back]), key=self._rank)
        kept = tuple(self.found.kept[key] for key in sorted(self.found.kept))
        before = self.clustering.merged_count
        made = MiningResult(
            self._sites(proposals), tuple(proposals), Reduction(before, before - self.merged), kept,
            self.column, self.kind, self.complete,
        )  # fmt: skip
        if not self.sampled:
            return made
        after = with_rules(self.clustering, made.automatic).merged_count
        return replace(made, reduction=Reduction(before, after))

    def _rank(self, proposal: Proposal) -> tuple[str, bool, float, int, str]:
        return (
            proposal.site,
            not proposal.auto,
            -round(proposal.bound, 1),
            -proposal.support,
            proposal.rule.name,
        )

    def _sites(self, proposals: list[Proposal]) -> tuple[SiteFound, ...]:
        if self.items is None:
            return ()
        names = self.items.sites
        proposed = Counter(each.site for each in proposals)
        safe = Counter(each.site for each in proposals if each.auto)
        masked = Counter(each.site for each in self.masked)
        made = []
        for site, urls, labelled in mining.sites_summary(self.items):
            name = names[site]
            made.append(SiteFound(name, urls, labelled, masked[site], proposed[name], safe[name]))
        return tuple(made)
