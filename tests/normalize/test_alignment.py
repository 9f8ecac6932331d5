from hypothesis import given
from hypothesis import strategies as st

from urlinspector.normalize.alignment import Budget, aligned

ITEMS = st.lists(st.sampled_from(["", "a", "b", "c", "/", "&", "word"]), max_size=90)


@given(ITEMS, ITEMS, st.integers(0, 20_000))
def test_pairs_are_of_equal_items_and_rise_on_both_sides(
    first: list[str], second: list[str], work: int
) -> None:
    pairs = aligned(first, second, Budget(work))
    assert all(first[x] == second[y] for x, y in pairs)
    assert pairs == sorted(set(pairs))
    assert [y for _, y in pairs] == sorted({y for _, y in pairs})


@given(ITEMS)
def test_equal_lists_are_aligned_as_a_whole(items: list[str]) -> None:
    assert aligned(items, items, Budget(0)) == [(n, n) for n in range(len(items))]


def test_words_count_more_than_delimiters() -> None:
    assert aligned(["x", "_", "name"], ["name", "_", "y"], Budget(1000)) == [(2, 0)]


def test_without_work_left_unique_items_are_still_found() -> None:
    first = ["a", *"qqqq", "b", *"rrrr", "c"]
    second = ["z", "a", *"ssss", "b", *"tttt", "c", "z"]
    assert {(0, 1), (5, 6), (10, 11)} <= set(aligned(first, second, Budget(0)))
