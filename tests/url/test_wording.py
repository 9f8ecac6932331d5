"""Counts in sentences."""

import pytest

from urlinspector.url.wording import counted


@pytest.mark.parametrize(
    ("count", "words", "said"),
    [
        (0, ("row",), "0 rows"),
        (1, ("row",), "1 row"),
        (1234567, ("row",), "1,234,567 rows"),
        (2, ("row is", "rows are"), "2 rows are"),
        (1, ("row is", "rows are"), "1 row is"),
        (3, ("alias", "aliases"), "3 aliases"),
    ],
)
def test_counted(count: int, words: tuple[str, ...], said: str) -> None:
    assert counted(count, *words) == said
