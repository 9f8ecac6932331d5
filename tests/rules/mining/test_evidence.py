"""Bounds and thresholds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.rules.mining.evidence import Judge, needed_agreements, wilson


@pytest.mark.parametrize(("agree", "count", "bound"), [
    (1136, 1146, 0.984), (93, 95, 0.926), (6, 6, 0.610), (5, 5, 0.566), (0, 10, 0.0), (0, 0, 0.0),
])  # fmt: skip
def test_the_bound_is_the_lower_end_of_wilsons_interval(agree: int, count: int, bound: float) -> None:
    assert wilson(agree, count) == pytest.approx(bound, abs=0.001)


@given(st.integers(1, 5000), st.data())
def test_the_bound_is_below_the_share_and_grows_with_it(count: int, data: st.DataObject) -> None:
    agree = data.draw(st.integers(0, count - 1))
    assert 0 <= wilson(agree, count) <= agree / count + 1e-12
    assert wilson(agree, count) < wilson(agree + 1, count)
    assert wilson(agree + 1, count) < wilson(2 * agree + 2, 2 * count)


@pytest.mark.parametrize(
    ("chance", "count"), [(0.0, 1), (0.001, 1), (0.01, 1), (0.05, 2), (0.5, 7), (1.0, 459)]
)
def test_labels_that_often_agree_by_chance_need_more_agreements(chance: float, count: int) -> None:
    assert needed_agreements(chance) == count


def test_what_is_enough() -> None:
    judge = Judge(5, 0.001)
    assert judge.enough(6, 6)
    assert not judge.enough(5, 5)
    assert judge.enough(5, 5, known=True)
    assert not judge.enough(4, 4, known=True)
    assert not judge.enough(79, 100)
    assert judge.likely(5, 5)
    assert judge.matters(0, 5)
    assert not judge.matters(0, 4)


def test_a_weak_label_needs_two_more() -> None:
    assert not Judge(5, 0.001, weak=True).enough(6, 6)
    assert Judge(5, 0.001, weak=True).enough(7, 7)


def test_chance_is_taken_into_account() -> None:
    assert not Judge(5, 0.6).enough(8, 8)
    assert Judge(5, 0.6).enough(10, 10)
