"""The counter of work tells linear code from quadratic code."""

import pytest

from tests import work as counter
from tests.work import LINEAR, growth


@pytest.fixture(autouse=True)
def _this_module_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counter, "PACKAGE", __name__)


def once(text: str) -> int:
    return sum(1 for char in text if char == "a")


def pairs(text: str) -> int:
    count = 0
    for first in text:
        for second in text:
            count += first == second
    return count


def eaten(text: str) -> int:
    count = 0
    while text:
        text = text[1:]
        count += 1
    return count


def test_linear_code_is_linear() -> None:
    assert growth(lambda size: once("ab" * size), 100) < LINEAR


@pytest.mark.parametrize("quadratic", [pairs, eaten])
def test_quadratic_code_is_not(quadratic) -> None:
    assert growth(lambda size: quadratic("a" * size), 100) > LINEAR
