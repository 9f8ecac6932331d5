"""Qt's binding must not lose references to None: PySide6 6.12.0 does, and CPython before 3.12 aborts."""

import sys

import pytest
from PySide6.QtCore import QObject

CALLS = 50_000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_calls_give_back_every_reference_to_none() -> None:
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        thing.setObjectName("x")
    assert abs(sys.getrefcount(None) - before) < 100
