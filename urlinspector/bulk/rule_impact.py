"""What a change of the rules of sites would do to a list, before it is made; found by the engine itself.

Only texts in the scope of a rule that differs are looked at, and only those that come out otherwise go
through the rest of the profile.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import SITE_RULES, Profile
from urlinspector.normalize.step import Needed, Test
from urlinspector.normalize.steps import site_rules
from urlinspector.url.components import Component

from . import codec
from .agreement import SHOULD_AGREE, columns_named, present
from .clustering import Clustering
from .codes import CODE, where
from .impact import what_if
from .judging import Merges
from .task import Task

if TYPE_CHECKING:
    from urlinspector.normalize.site_rules.compiled import RuleSet


class RulesImpact(NamedTuple):
    """What other rules would do."""

    changed: int
    """Rows that would come out otherwise."""
    merges: int
    """Clusters that would be merged; or, where `apart` was asked for, that would come apart."""
    suspicious: int
    """Merges whose members disagree in a column that should agree."""
    supported: int
    """Merges where one member redirects to the other or names it canonical."""
    texts: pl.Series
    """Positions of the distinct texts that would come out otherwise."""


def impact_of_rules(
    clustering: Clustering, profile: Profile, task: Task | None = None, *, apart: bool = False
) -> RulesImpact:
    """What a profile that differs from the clustering's in its rules alone would do. Raises Cancelled.

    `apart` for a profile that does less: its merges are then those that would vanish.
    """
    task = task or Task()
    number = _place(clustering.profile, profile)
    bound = profile.bound(SITE_RULES)
    is_first = not clustering.profile.holds(SITE_RULES)
    probe = bound if bound is not None and is_first else _probe(clustering.profile, profile)
    try:
        touched = clustering.engine.touched(clustering.run, number, probe, task)
        if clustering.run.refused_at is not None:
            touched = touched & (clustering.run.refused_at >= number).fill_null(True)
        texts = where(touched)
        changed = int(clustering.table.counts.filter(touched).sum())
        merges = Merges(0, 0, 0)
        if not texts.is_empty():
            merges = what_if(clustering, number, profile.steps, touched, task, apart=apart)
    finally:
        tried = [probe] if bound is None or bound in clustering.run.steps else [probe, bound]
        clustering.engine.forget(tried)
    return RulesImpact(changed, merges.count, merges.suspicious, merges.supported, texts)


def _place(before: Profile, after: Profile) -> int:
    """Where `site-rules` stands. Raises ValueError where the profiles differ in another step."""
    names, others = ([each.step.name for each in profile.steps] for profile in (before, after))
    longer = max(names, others, key=len)
    if SITE_RULES not in longer:
        return len(longer)
    place = longer.index(SITE_RULES)
    if names[:place] != others[:place]:
        raise ValueError("the profiles differ in more than their rules")
    return place


def _rule_set(profile: Profile) -> "RuleSet":
    from urlinspector.normalize.site_rules.compiled import RuleSet

    bound = profile.bound(SITE_RULES)
    prepared: RuleSet = RuleSet(()) if bound is None else bound.prepared
    return prepared


def _probe(before: Profile, after: Profile) -> BoundStep:
    """A step that changes the texts that come out otherwise under the other rules, and no others."""
    old, new = _rule_set(before), _rule_set(after)

    def apply(text: str, _needed: Needed, _prepared: object) -> str:
        one, other = old.apply(text), new.apply(text)
        if one == other:
            return text
        return other if other != text else one

    def narrows(_prepared: object) -> tuple[Mapping[Component, Test], ...]:
        return _scope_of_difference(old, new)

    step = replace(
        site_rules.SITE_RULES,
        apply=apply,
        may_change=lambda prepared: None,
        narrows=narrows,
        tells=None,
        prepare=lambda options: options,
    )
    return BoundStep.of(step)


def _scope_of_difference(old: "RuleSet", new: "RuleSet") -> tuple[Mapping[Component, Test], ...]:
    """Tests that hold of each URL for which two sets of rules may differ.

    A URL meets a rule while its host is in scope; where rules change hosts, it may come from any other.
    """
    if old.changes_hosts or new.changes_hosts:
        return (*old.narrows(), *new.narrows())
    scopes = [rule.scope for rule in {*old.rules} ^ {*new.rules}]
    if old.rules != new.rules and not scopes:  # another order
        return new.narrows()

    def test(host: str | None) -> bool:
        name = (host or "").lower().removesuffix(".")
        return bool(name) and any(scope.holds_host(name) for scope in scopes)

    kept, others = ([each for each in a.rules if each in b.rules] for a, b in ((new, old), (old, new)))
    if kept != others:  # in another order
        return ({Component.HOST: test},)
    # A rule that differs may change a URL as it is, or as one that both have has left it.
    differing = type(new)({*old.rules} ^ {*new.rules}).narrows()
    common = type(new)(kept).narrows()
    return (*differing, *({**each, Component.HOST: _both(each[Component.HOST], test)} for each in common))


def _both(one: Test, other: Callable[[str | None], bool]) -> Test:
    """Whether two tests of a host hold."""
    return lambda host: callable(one) and one(host) and other(host)


_LOOKED_AT = 20
"""Texts of one cluster whose labels are compared with a changed one's."""


class ChangedText(NamedTuple):
    """One text that other rules would bring out otherwise."""

    text: str
    before: str | None
    """Its canonical form under the profile as it is."""
    after: str | None
    verdict: str
    """`differ` or `same` where a column that should agree speaks of it and a text that it would join; else
    empty.
    """
    column: str
    """The column that says so."""


def changed_texts(
    clustering: Clustering,
    profile: Profile,
    texts: pl.Series,
    most: int = 200,
    looked_at: int = 2000,
    task: Task | None = None,
) -> list[ChangedText]:
    """Some of the texts of `RulesImpact.texts`, those whose labels differ first. Never more than `looked_at`
    are looked at. Raises Cancelled.
    """
    task = task or Task()
    at = texts.head(looked_at).to_list()
    given = [clustering.text(text) for text in at]
    before, after = [], []
    for number, text in enumerate(given):
        task.at("examples", number, len(given))
        before.append(clustering.form_of(text))
        after.append(profile.outcome(text).canonical)
    labels = task.call(_labels, clustering, at)
    mates: dict[str, list[int]] = {}
    for number, form in enumerate(after):
        if form is not None:
            mates.setdefault(form, []).append(number)
    there = task.call(clustering.cluster_of_forms, [*mates])
    by_cluster = task.call(_cluster_labels, clustering, set(there.values()))
    known = {form: by_cluster.get(cluster, []) for form, cluster in there.items()}
    found = []
    for number, form in enumerate(after):
        others = [labels[mate] for mate in mates.get(form or "", ()) if mate != number]
        others += known.get(form or "", ())
        verdict, column = _verdict(labels[number], others)
        found.append(ChangedText(given[number], before[number], form, verdict, column))
    found.sort(key=lambda each: ("differ", "same", "").index(each.verdict))
    return found[:most]


Labels = dict[str, str]


def _labels(clustering: Clustering, texts: Sequence[int]) -> list[Labels]:
    """For each text the first present value of each column that should agree."""
    table = clustering.table
    names = columns_named(table, SHOULD_AGREE)
    if not names or not texts:
        return [{} for _ in texts]
    wanted = pl.DataFrame({"text": pl.Series(texts, dtype=CODE)})
    rows = pl.DataFrame({"text": table.text_of_row.cast(CODE)}).with_row_index("row")
    rows = rows.join(wanted, on="text", how="semi").sort("row")
    frame = rows.select("text").hstack(table.columns.select(names)[rows["row"]])
    firsts = frame.group_by("text").agg(present(name).first().alias(name) for name in names)
    by_text = {row["text"]: row for row in firsts.iter_rows(named=True)}
    return [
        {name: codec.decode(by_text[text][name]) for name in names if by_text[text][name] is not None}
        for text in texts
    ]


def _cluster_labels(clustering: Clustering, clusters: Collection[int]) -> dict[int, list[Labels]]:
    """The labels of some texts that the profile has in each of some of its clusters."""
    wanted = pl.DataFrame({"cluster": pl.Series([*clusters], dtype=CODE)})
    placed = pl.DataFrame({"cluster": clustering.merged_of_text}).with_row_index("text").lazy()
    placed = placed.join(wanted.lazy(), on="cluster", how="semi").sort("text")
    texts = placed.group_by("cluster").agg(pl.col("text").head(_LOOKED_AT)).explode("text").collect()
    found: dict[int, list[Labels]] = {}
    labels = _labels(clustering, texts["text"].to_list())
    for cluster, label in zip(texts["cluster"].to_list(), labels, strict=True):
        found.setdefault(cluster, []).append(label)
    return found


def _verdict(mine: Labels, others: Sequence[Labels]) -> tuple[str, str]:
    same = ""
    for each in others:
        for name in mine.keys() & each.keys():
            if mine[name] != each[name]:
                return "differ", name
            same = same or name
    return ("same", same) if same else ("", "")
