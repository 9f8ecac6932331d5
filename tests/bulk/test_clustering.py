"""Clusters: counters, members, representatives, reasons, and what a person decided."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.lists import SHOP, clustering, groups
from tests.bulk.texts import SENSIBLE
from urlinspector.bulk.cluster_rows import cluster_rows, member_rows
from urlinspector.bulk.clustering import Summary
from urlinspector.bulk.decisions import Decisions
from urlinspector.bulk.impact import impact_of
from urlinspector.bulk.representative import Rule, RuleError
from urlinspector.normalize.library import builtin
from urlinspector.url.components import Component


def test_the_counters_add_up() -> None:
    found = clustering()
    assert found.summary == Summary(rows=10, empty=0, errors=1, distinct=8, clusters=5, duplicates=4)
    assert found.summary.rows == found.summary.empty + found.summary.errors + sum(found.sizes.to_list())


def test_clusters_are_numbered_as_they_are_first_seen() -> None:
    assert groups(clustering()) == [
        [SHOP[0], SHOP[1], SHOP[3]],
        [SHOP[4], SHOP[5]],
        [SHOP[6]],
        [SHOP[8]],
        [SHOP[9]],
    ]


def test_a_cluster_row_tells_what_a_table_shows() -> None:
    found = clustering(columns=True)
    row = cluster_rows(found, [0])[0]
    assert (row.representative, row.canonical) == (SHOP[0], "https://example.com/a")
    assert (row.size, row.texts, row.hosts) == (4, 3, 2)
    assert row.differs == (
        Component.SCHEME,
        Component.HOST,
        Component.PATH,
        Component.QUERY,
        Component.FRAGMENT,
    )
    assert row.disagrees == ("Status Code",)
    assert cluster_rows(found, [1])[0].disagrees == ()


def test_members_are_rows_with_source_and_reason() -> None:
    found = clustering()
    rows = member_rows(found, found.members(0), 0, 10)
    assert [(row.text, row.line, row.count) for row in rows] == [
        (SHOP[0], 1, 1), (SHOP[1], 2, 2), (SHOP[2], 3, 2), (SHOP[3], 4, 1),
    ]  # fmt: skip
    assert rows[3].changed_by == ("remove-directory-index", "remove-trailing-slash", "remove-fragment")
    names = [bound.step.name for bound in found.profile.steps]
    reason = found.reason(1)
    assert reason is not None
    assert [names[at] for at in reason] == [
        "remove-www", "limit-protocol", "remove-trailing-slash", "remove-tracking-parameters",
    ]  # fmt: skip
    assert set(reason) <= set(found.steps_of(0))


def test_an_error_is_in_no_cluster_and_says_why() -> None:
    found = clustering()
    (row,) = member_rows(found, found.members(0).of([7]), 0, 1)
    assert (row.cluster, row.canonical) == (None, None)
    assert "not a URL" in row.refused
    assert found.reason(7) is None


@settings(max_examples=25)
@given(st.lists(SENSIBLE, max_size=30))
def test_sizes_and_members_agree_with_the_pipeline(texts: list[str]) -> None:
    found = clustering(texts, "seo")
    forms = [found.profile.outcome(text).canonical for text in texts]
    wanted = Counter(form for form in forms if form is not None)
    assert found.count == len(wanted)
    for cluster in range(found.count):
        row = cluster_rows(found, [cluster])[0]
        assert row.size == wanted[row.canonical]
        members = member_rows(found, found.members(cluster), 0, row.size)
        assert [member.row for member in members] == [
            at for at, form in enumerate(forms) if form == row.canonical
        ]
    changed = found.changed_names.gather(found.table.text_of_row).to_list()
    assert changed == [" ".join(found.profile.step_names(found.profile.outcome(text))) for text in texts]


def test_a_profile_that_writes_keys_groups_by_them() -> None:
    texts = ["http://a.com/x", "https://a.com/x", "https://b.com/"]
    for output, form in (("schemeless", "a.com/x"), ("surt", "com,a)/x")):
        found = clustering(texts, replace(builtin("safe"), output=output))
        assert groups(found) == [texts[:2], texts[2:]]
        assert cluster_rows(found, [0])[0].canonical == form
        assert member_rows(found, found.members(0), 0, 1)[0].canonical == form
        without = impact_of(found, 0)
        assert (without.changed, without.merges) == (0, 0)


# Representatives


@pytest.mark.parametrize(("rule", "texts"), [
    ("first-seen", [SHOP[0], SHOP[4]]),
    ("shortest", [SHOP[1], SHOP[4]]),
    ("https-first", [SHOP[1], SHOP[4]]),
    ("most-frequent", [SHOP[1], SHOP[4]]),
    ("max:Clicks", [SHOP[3], SHOP[5]]),
])  # fmt: skip
def test_rules_choose_representatives(rule: str, texts: list[str]) -> None:
    found = clustering(columns=True, rule=rule)
    assert [row.representative for row in cluster_rows(found, [0, 1])] == texts
    assert found.summary == clustering().summary


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(RuleError, match="there is no rule"):
        Rule.parse("longest")
    with pytest.raises(RuleError, match="no column “Visits”"):
        clustering(columns=True, rule="max:Visits")


# Decisions


def test_a_text_can_be_taken_out() -> None:
    found = clustering(decisions=Decisions().exclude([SHOP[1]]))
    assert groups(found)[0] == [SHOP[0], SHOP[3]]
    assert (found.summary.excluded, found.summary.duplicates, found.summary.errors) == (2, 2, 1)


def test_texts_can_be_split_off_together() -> None:
    found = clustering(decisions=Decisions().split_off([SHOP[1], SHOP[3]]))
    assert groups(found)[:2] == [[SHOP[0]], [SHOP[1], SHOP[3]]]


def test_a_text_can_be_moved_and_moves_follow_each_other() -> None:
    decisions = Decisions().move([SHOP[6]], SHOP[4]).move([SHOP[0]], SHOP[6])
    assert groups(clustering(decisions=decisions))[0] == [SHOP[0], SHOP[4], SHOP[5], SHOP[6]]
    circle = Decisions().move([SHOP[6]], SHOP[4]).move([SHOP[4]], SHOP[6])
    assert sorted(map(len, groups(clustering(decisions=circle)))) == [1, 1, 3, 3]


def test_a_representative_by_hand_and_notes_and_ignoring() -> None:
    decisions = (
        Decisions().represent(SHOP[5]).note(SHOP[4], "twice").note(SHOP[5], "really").ignore([SHOP[6]])
    )
    found = clustering(decisions=decisions)
    row = cluster_rows(found, [1])[0]
    assert (row.representative, row.note, row.ignored) == (SHOP[5], "twice\nreally", False)
    assert cluster_rows(found, [2])[0].ignored


def test_decisions_hold_under_another_profile_where_they_apply() -> None:
    decisions = (
        Decisions().split_off([SHOP[5]]).exclude(["https://gone.example/"]).move(["not a url"], SHOP[0])
    )
    assert [SHOP[5]] in groups(clustering(decisions=decisions))
    assert [SHOP[5]] in groups(clustering(decisions=decisions, profile="safe"))
    assert clustering(decisions=decisions).summary.errors == 1


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(SHOP), max_size=6),
    st.lists(st.sampled_from(SHOP), max_size=6),
    st.sampled_from(SHOP),
)
def test_decisions_are_data_and_undone_by_the_old_ones(one: list[str], other: list[str], anchor: str) -> None:
    decisions = (
        Decisions().split_off(one).move(other, anchor).exclude(one[:1]).note(anchor, "x").represent(anchor)
    )
    assert Decisions.from_json(decisions.to_json()) == decisions
    found = clustering(decisions=decisions)
    placed = [text for group in groups(found) for text in group]
    assert len(placed) == len(set(placed))
    assert set(placed) == set(SHOP) - {"not a url"} - set(one[:1])
    assert groups(found.with_decisions(Decisions())) == groups(clustering())
    assert not decisions.without(SHOP)


def test_damaged_decisions_are_refused() -> None:
    damaged: list[dict[str, object]] = [{"unknown": []}, {"excluded": [1]}, {"notes": 5}]
    for bad in damaged:
        with pytest.raises(ValueError, match=r"decision|texts"):
            Decisions.from_json(bad)
