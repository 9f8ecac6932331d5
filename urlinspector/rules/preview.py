"""A rule tried on a list before it is kept: "changes 1,204 rows, merges 96 clusters, 3 suspicious".

The figures are the engine's: what the list would be with the rule, not an estimate.
"""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from urlinspector.normalize.profile import SITE_RULES, Profile
from urlinspector.normalize.site_rules import SiteRule

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.rule_impact import ChangedText
    from urlinspector.bulk.task import Task


class Preview(NamedTuple):
    """What a rule does, or would do, to one list."""

    rule: SiteRule
    changed: int
    """Rows."""
    merges: int
    """Clusters that it makes one with others; those that would come apart where it is on."""
    suspicious: int
    """Merges whose members disagree in a column that should agree."""
    supported: int
    """Merges where one member redirects to the other or names it canonical."""
    examples: tuple["ChangedText", ...] = ()
    """Texts that it changes, suspicious ones first."""

    @property
    def in_words(self) -> str:
        """`changes 1,204 rows, merges 96 clusters, 3 suspicious`."""
        return (
            f"changes {self.changed:,} rows, merges {self.merges:,} clusters, {self.suspicious:,} suspicious"
        )


def preview(
    clustering: "Clustering",
    rule: SiteRule,
    task: "Task | None" = None,
    *,
    replaces: str = "",
    examples: int = 0,
) -> Preview:
    """What the clustering's profile would do with one more rule, put after those that it has.

    `replaces` is the name of a rule that is edited: the figures are those of the list with the new one in its
    place against the list without either. `examples` is how many changed texts are wanted. The rule is taken
    as switched on. Raises Cancelled, and ProfileError for a name that another rule has.
    """
    from urlinspector.bulk.rule_impact import changed_texts, impact_of_rules

    kept = [each for each in clustering.profile.rules if each.name != replaces]
    base = _on(clustering, clustering.profile.with_rules(kept), task)
    others = list(clustering.profile.rules)
    names = [each.name for each in others]
    place = names.index(replaces) if replaces in names else len(kept)
    profile = base.profile.with_rules([*kept[:place], rule.switched(True), *kept[place:]])
    found = impact_of_rules(base, profile, task)
    texts = changed_texts(base, profile, found.texts, examples, task=task) if examples else []
    return Preview(rule, found.changed, found.merges, found.suspicious, found.supported, tuple(texts))


def previews(
    clustering: "Clustering", rules: "Iterator[SiteRule] | tuple[SiteRule, ...]", task: "Task | None" = None
) -> Iterator[Preview]:
    """Each rule by itself, added to the profile: for cards of proposals. Raises as `preview` does."""
    for rule in rules:
        yield preview(clustering, rule, task)


def impacts_of_rules(clustering: "Clustering", task: "Task | None" = None) -> Iterator[Preview]:
    """What each rule of the profile does: for one that is on the rows and merges that would vanish without
    it, for one that is off those that it would add. Raises Cancelled between two.
    """
    from urlinspector.bulk.rule_impact import impact_of_rules

    rules = clustering.profile.rules
    today = date.today()
    for number, rule in enumerate(rules):
        is_on = rule.enabled and not rule.is_expired(today)
        other = rule.switched(not rule.enabled)
        profile = clustering.profile.with_rules([*rules[:number], other, *rules[number + 1 :]])
        found = impact_of_rules(clustering, profile, task, apart=is_on)
        yield Preview(rule, found.changed, found.merges, found.suspicious, found.supported)


def _on(clustering: "Clustering", profile: Profile, task: "Task | None") -> "Clustering":
    """The list under a profile; the clustering itself where that is its own."""
    if profile.steps == clustering.profile.steps:
        return clustering
    from urlinspector.bulk.clustering import Clustering

    return Clustering.make(clustering.engine, profile, rule=clustering.rule, task=task)


def rules_on(profile: Profile) -> tuple[SiteRule, ...]:
    """The rules of a profile that are on and have not expired."""
    bound = profile.bound(SITE_RULES)
    return () if bound is None else tuple(bound.prepared.rules)
