"""Rows of the groups of hosts and of their evidence, from the recording that comes along."""

import pytest

from urlinspector.gui.models.host_rows import evidence_rows, group_rows, reason_words, sum_words
from urlinspector.hosts.evidence import Doubt, Evidence, Item, judge
from urlinspector.hosts.record import example_path, load_answers
from urlinspector.hosts.report import Decisions, Report, make_report


@pytest.fixture(scope="module")
def report() -> Report:
    found = load_answers(example_path())
    return make_report(found.hosts, found.answers)


def test_every_item_but_the_priors_has_a_reason_in_words() -> None:
    silent = {Item.PROVIDER_TARGET, Item.WWW_FORM, Item.HEURISTIC}
    silent |= {Item.ONE_DOMAIN, Item.SAME_BRAND, Item.ANY_PAIR}
    told = {item for item in Item if reason_words(judge([Evidence(item, "", "")], complete=True))}
    assert told == set(Item) - silent


def test_a_doubt_is_the_reason() -> None:
    judged = judge([Evidence(Item.SAME_ADDRESSES, "", "")], complete=True, doubts=[Doubt.WILDCARD])
    assert reason_words(judged) == Doubt.WILDCARD.value


def test_groups_waiting_pairs_and_refuted_ones_stand_under_their_headings(report: Report) -> None:
    decisions = Decisions(refuted=frozenset({("mgal.com", "www.mgal.com")}))
    rows, keys = group_rows(report, decisions, frozenset())
    assert len(rows) == len(keys)
    headings = [row[1].words for row, key in zip(rows, keys, strict=True) if not key.kind]
    assert headings == ["Confirmed", "Waiting for you", "Not proposed", "Refuted"]
    assert [key.names for key in keys if key.kind == "refuted"] == [("mgal.com", "www.mgal.com")]
    waiting = [set(key.names) for key in keys if key.kind == "waiting"]
    assert {"attache.armigeron.com", "www.armigeron.com"} in waiting
    assert {"mgal.com", "www.mgal.com"} not in waiting


def test_evidence_names_its_family_and_the_sum_is_of_those_that_count(report: Report) -> None:
    rows = evidence_rows("mgal.com", "www.mgal.com", report)
    assert [row[0].words for row in rows] == ["address", "reverse", "operator", "prior", "guard", "guard"]
    assert [row[3].words for row in rows][:4] == ["+2.5", "+1.0", "+0.5", "0"]
    assert sum_words("mgal.com", "www.mgal.com", report).startswith("Sum +4.0, probability .98: likely.")


def test_likely_pairs_that_are_accepted_are_not_called_confirmed() -> None:
    found = load_answers(example_path())
    likely = make_report(found.hosts, found.answers, accept="likely")
    (first, *_), _ = group_rows(likely, Decisions(), frozenset())
    assert first[1].words == "Accepted"


def test_a_confirmed_pair_that_a_refuted_one_keeps_apart_says_so() -> None:
    found = load_answers(example_path())
    a, b, c = "attache.armigeron.com", "mgal.com", "www.armigeron.com"
    decisions = Decisions(confirmed=frozenset({(a, b), (a, c)}), refuted=frozenset({(b, c)}))
    rows, keys = group_rows(
        make_report(found.hosts, found.answers, decisions=decisions), decisions, frozenset()
    )
    told = {key.names: row[1].words for row, key in zip(rows, keys, strict=True) if key.kind == "waiting"}
    assert told[a, c] == f"{c}: a refuted pair keeps them apart"
