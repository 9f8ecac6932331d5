"""A rule tried on a list: the figures are those that the list has once the rule is kept."""

from dataclasses import replace
from datetime import date

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.law import check_law
from tests.normalize.test_rules import RULES, URLS, bound
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.rule_impact import impact_of_rules
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Cancelled, CancelToken, Progress, Task
from urlinspector.bulk.view import detail
from urlinspector.normalize.library import builtin
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import ProfileError
from urlinspector.normalize.site_rules import (
    ChangeHost,
    DropParameters,
    FixParameter,
    Rewrite,
    Scope,
    SiteRule,
    StripPrefix,
)
from urlinspector.normalize.site_rules.compiled import RuleSet
from urlinspector.normalize.steps.site_rules import SITE_RULES as STEP
from urlinspector.normalize.steps.site_rules import SiteRules
from urlinspector.rules.preview import impacts_of_rules, preview, previews, rules_on
from urlinspector.url.components import Component

SHOP = Scope.parse("shop.example.com")
NO_SID = SiteRule(SHOP, DropParameters(("sid",)), name="no sid")
LISTED = [
    ("http://shop.example.com/p/1?sid=a", "x"),
    ("http://shop.example.com/p/1?sid=b", "x"),
    ("http://shop.example.com/p/1", "x"),
    ("http://shop.example.com/p/2?sid=a", "y"),
    ("http://shop.example.com/p/2?sid=b", "z"),
    ("http://other.example.com/p/2?sid=b", "z"),
    ("http://other.example.com/p/2?sid=c", "z"),
    ("not a url", ""),
]


def clustering(profile=None, listed=LISTED) -> Clustering:
    columns = pl.DataFrame({"digest": [label or None for _, label in listed]})
    table = UrlTable.of([text for text, _ in listed], columns=columns)
    return Clustering.make(Engine(table), profile or builtin("safe"))


def test_what_a_rule_changes_merges_and_where_labels_speak_against_it():
    found = preview(clustering(), NO_SID, examples=10)
    assert (found.changed, found.merges, found.suspicious) == (4, 3, 1)
    assert found.in_words == "changes 4 rows, merges 3 clusters, 1 suspicious"
    assert [(each.text[-9:], each.verdict, each.column) for each in found.examples] == [
        ("p/2?sid=a", "differ", "digest"),
        ("p/2?sid=b", "differ", "digest"),
        ("p/1?sid=a", "same", "digest"),
        ("p/1?sid=b", "same", "digest"),
    ]
    assert found.examples[0].after == "http://shop.example.com/p/2"


def test_figures_are_those_of_the_list_with_the_rule():
    before, after = clustering(), clustering(builtin("safe").with_rules([NO_SID]))
    assert before.count - after.count == preview(before, NO_SID).merges


def test_rules_that_are_there_already_count_against_each_other():
    strip = SiteRule(SHOP, StripPrefix("/m"), name="strip")
    listed = [("http://shop.example.com/m/a?sid=1", ""), ("http://shop.example.com/a", "")]
    found = clustering(builtin("safe").with_rules([strip]), listed)
    assert preview(found, NO_SID).merges == 1
    alone = clustering(listed=listed)
    assert preview(alone, NO_SID).merges == 0


def test_a_rule_that_is_edited_is_tried_in_place_of_the_old_one():
    found = clustering(builtin("safe").with_rules([NO_SID]))
    edited = replace(NO_SID, action=DropParameters(("sid",), "a"))
    shown = preview(found, edited, replaces="no sid")
    assert (shown.changed, shown.merges) == (2, 1)
    with pytest.raises(ProfileError, match="two rules are called"):
        preview(found, edited)


def test_each_rule_of_a_profile_by_itself():
    wide = SiteRule(Scope.parse("*.example.com"), DropParameters(("sid",)), name="wide", enabled=False)
    old = replace(wide, name="old", enabled=True, expires=date(2020, 1, 1))
    found = clustering(builtin("safe").with_rules([NO_SID, wide, old]))
    shown = {each.rule.name: (each.changed, each.merges) for each in impacts_of_rules(found)}
    assert shown == {"no sid": (4, 3), "wide": (2, 1), "old": (0, 0)}
    assert rules_on(found.profile) == (NO_SID,)


def test_proposals_are_tried_one_by_one():
    other = replace(NO_SID, scope=Scope.parse("other.example.com"), name="other")
    shown = list(previews(clustering(), (NO_SID, other)))
    assert [each.merges for each in shown] == [3, 1]


def test_nothing_is_kept_of_rules_that_were_only_tried():
    found = clustering()
    memos = len(found.engine._memos)
    for value in "abc":
        preview(found, replace(NO_SID, action=DropParameters(("sid",), value)))
    assert len(found.engine._memos) <= memos + 1


def test_profiles_that_differ_in_more_than_rules_are_no_change_of_rules():
    found = clustering()
    with pytest.raises(ValueError, match="more than their rules"):
        impact_of_rules(found, builtin("seo").with_rules([NO_SID]))


def test_the_names_of_rules_are_in_the_reasons():
    from urlinspector.compare.report import as_data, reason
    from urlinspector.compare.verdict import compare
    from urlinspector.normalize.needed import step_labels

    unused = SiteRule(SHOP, FixParameter("lang", "en"), name="unused")
    profile = builtin("safe").with_rules([unused, NO_SID])
    found = clustering(profile)
    first = LISTED[0][0]
    assert step_labels(profile, found.reason(1) or (), [first]) == ("site-rules (no sid)",)
    assert detail(found, int(found.cluster_of_text[0])).told == ("site-rules (no sid)",)
    compared = compare(first, LISTED[2][0], profile)
    assert "site-rules (no sid)" in reason(compared)
    assert as_data(compared)["rules"] == ["no sid"]


# The law: bulk equals one by one, and what is said beforehand comes true

LISTS = st.lists(URLS, max_size=12) | st.lists(URLS, min_size=12, max_size=25)


@settings(max_examples=15)
@given(LISTS, RULES)
def test_bulk_equals_one_by_one_with_rules_on(texts: list[str], rules: list[SiteRule]):
    steps = builtin("safe").steps
    check_law(texts, [*steps, bound(rules)], anything=False)
    check_law(texts, [bound(rules), *steps[3:]], anything=True)


@settings(max_examples=15)
@given(LISTS, RULES)
def test_a_preview_comes_true(texts: list[str], rules: list[SiteRule]):
    *kept, tried = rules
    profile = builtin("safe").with_rules(kept)
    before = Clustering.make(Engine(UrlTable.of(texts)), profile)
    found = preview(before, tried, examples=100)
    after_profile = profile.with_rules([*kept, tried])
    after = Clustering.make(Engine(UrlTable.of(texts)), after_profile)
    assert found.merges == before.count - after.count
    forms = [(profile.outcome(text).canonical, after_profile.outcome(text).canonical) for text in texts]
    assert found.changed == sum(one != other for one, other in forms)


def test_a_host_that_is_changed_brings_rows_of_another_into_scope():
    host = SiteRule(Scope.parse("m.example.com"), ChangeHost("shop.example.com"), name="host")
    listed = [("http://m.example.com/?sid=1", ""), ("http://shop.example.com/", "")]
    found = clustering(builtin("safe").with_rules([host]), listed)
    assert preview(found, NO_SID).changed == 1


def test_a_rule_that_splits_nothing_and_merges_nothing():
    nothing = SiteRule(SHOP, Rewrite("^/nowhere", "/x"), name="nothing")
    found = preview(clustering(), nothing, examples=5)
    assert (found.changed, found.merges, found.examples) == (0, 0, ())


def test_a_preview_is_cancelled_while_it_looks_at_examples():
    token = CancelToken()
    seen = []

    def report(progress: Progress) -> None:
        seen.append(progress.phase)
        if progress.phase == "examples":
            token.cancel()

    with pytest.raises(Cancelled):
        preview(clustering(), NO_SID, Task(token, report, every=0), examples=5)
    assert seen[-1] == "examples"


def test_functions_are_asked_of_paths_in_scope_only():
    rule = SiteRule(SHOP, Rewrite("[0-9]$", ""))
    asked: list[str] = []
    (tests,) = RuleSet([rule]).narrows()
    of_path = tests[Component.PATH]
    assert callable(of_path)

    def ask(value: str | None) -> bool:
        asked.append(str(value))
        return of_path(value)

    spied = {**tests, Component.PATH: ask}
    step = replace(STEP, narrows=lambda _: (spied,))
    group = clustering()
    bound = BoundStep.of(step, SiteRules((rule,)))
    assert group.engine.touched(group.run, len(group.profile.steps), bound, Task()).sum() == 5
    assert sorted(asked) == ["/p/1", "/p/2"]
