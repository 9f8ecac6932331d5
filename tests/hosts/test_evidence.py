"""Weights, sums and verdict words (research C4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.hosts.evidence import Doubt, Evidence, Item, Verdict, judge, probability, strongest

ITEMS = st.lists(st.sampled_from(list(Item)).map(lambda item: Evidence(item, "", "")), max_size=8)


def verdict(*items: Item, complete: bool = True, doubts: tuple[Doubt, ...] = ()) -> Verdict:
    return judge([Evidence(each, "", "") for each in items], complete=complete, doubts=doubts).verdict


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ((Item.SAME_NAME,), Verdict.IDENTICAL),
        ((Item.WWW_FORM, Item.CNAME, Item.SAME_ADDRESSES), Verdict.CONFIRMED),
        ((Item.WWW_FORM, Item.CNAME), Verdict.LIKELY),
        ((Item.HEURISTIC, Item.SAME_ADDRESSES), Verdict.LIKELY),
        ((Item.ONE_DOMAIN, Item.SAME_ADDRESSES), Verdict.LIKELY),
        ((Item.ONE_DOMAIN, Item.SAME_OPERATOR), Verdict.SAME_OPERATOR),
        ((Item.ANY_PAIR, Item.SAME_ADDRESSES), Verdict.CO_HOSTED),
        ((Item.ANY_PAIR, Item.MANY_SHARE), Verdict.CO_HOSTED),
        ((Item.ANY_PAIR, Item.OVERLAP), Verdict.CO_HOSTED),
        ((Item.ANY_PAIR, Item.DISJOINT), Verdict.DIFFERENT),
        ((Item.ANY_PAIR, Item.CNAME, Item.SAME_ADDRESSES), Verdict.UNKNOWN),
        ((Item.WWW_FORM,), Verdict.UNKNOWN),
        ((Item.WWW_FORM, Item.GONE), Verdict.DIFFERENT),
    ],
)
def test_verdicts(items, expected):
    assert verdict(*items) is expected


def test_addresses_alone_never_confirm():
    assert (
        verdict(Item.WWW_FORM, Item.SAME_ADDRESSES, Item.REVERSE_NAME, Item.SAME_OPERATOR) is Verdict.LIKELY
    )


def test_unknown_is_not_different():
    assert verdict(Item.ANY_PAIR, complete=False) is Verdict.UNKNOWN
    assert verdict(Item.ANY_PAIR, Item.DISJOINT, complete=False) is Verdict.UNKNOWN
    assert verdict(Item.ANY_PAIR, Item.DISJOINT, complete=True) is Verdict.DIFFERENT


@pytest.mark.parametrize("prior", [Item.ANY_PAIR, Item.SAME_BRAND, Item.ONE_DOMAIN, Item.WWW_FORM])
def test_a_prior_alone_is_no_evidence(prior):
    assert verdict(prior) is Verdict.UNKNOWN
    assert verdict(prior, Item.PROVIDER_TARGET) is Verdict.UNKNOWN
    assert verdict(prior, Item.SAME_OPERATOR) is Verdict.SAME_OPERATOR


@pytest.mark.parametrize("doubt", list(Doubt))
def test_a_doubt_makes_all_but_the_name_unusable(doubt):
    assert verdict(Item.WWW_FORM, Item.CNAME, Item.SAME_ADDRESSES, doubts=(doubt,)) is Verdict.UNUSABLE
    assert verdict(Item.SAME_NAME, doubts=(doubt,)) is Verdict.IDENTICAL


@given(ITEMS)
def test_one_item_of_each_family_counts_and_none_is_stronger(items):
    counted = strongest(items)
    assert len({each.item.family for each in counted}) == len(counted)
    for each in items:
        rival = next(other for other in counted if other.item.family is each.item.family)
        assert abs(rival.weight) >= abs(each.weight)


@given(ITEMS, st.randoms())
def test_the_order_of_the_items_does_not_matter(items, random):
    mixed = items[:]
    random.shuffle(mixed)
    assert judge(items, complete=True).verdict is judge(mixed, complete=True).verdict
    assert probability(items) == pytest.approx(probability(mixed))
    assert 0.01 <= probability(items) <= 0.99
