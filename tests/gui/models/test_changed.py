"""Runs of rows that differ: each row that changed is in one, and no other but in the one that holds all."""

from hypothesis import given
from hypothesis import strategies as st

from urlinspector.gui.models.changed import changed_runs

ROWS = st.lists(st.integers(0, 2), max_size=40)


@given(ROWS, ROWS)
def test_every_changed_row_is_in_a_run_and_no_other(before: list[int], after: list[int]) -> None:
    told = [row for first, last in changed_runs(before, after) for row in range(first, last + 1)]
    assert told == [at for at in range(min(len(before), len(after))) if before[at] != after[at]]


def test_very_many_runs_are_one() -> None:
    assert list(changed_runs([0] * 1000, [at % 2 for at in range(1000)])) == [(1, 999)]
