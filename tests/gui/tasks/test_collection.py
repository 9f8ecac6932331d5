"""Cyclic garbage is collected on the GUI thread, and never in a worker's."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from urlinspector.gui.tasks.collection import FULL_EVERY, Collector, set_aside


class Knot:
    """Refers to itself, so that only the collector frees it; notes the thread in which it was freed."""

    def __init__(self, freed_in: list[int]) -> None:
        self.itself = self
        self._freed_in = freed_in

    def __del__(self) -> None:
        self._freed_in.append(threading.get_ident())


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[Collector]:
    made = Collector()
    was = gc.isenabled()
    made.start()
    yield made
    made.stop()
    if not was:
        gc.disable()


def test_a_busy_worker_collects_nothing(collector: Collector) -> None:
    freed: list[int] = []

    def work() -> None:
        for _ in range(100_000):
            Knot(freed)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert freed == []
    collector.collect()
    assert set(freed) == {threading.get_ident()}


def test_garbage_goes_while_events_run(collector: Collector, qtbot: QtBot) -> None:
    freed: list[int] = []
    knots = [Knot(freed) for _ in range(2000)]
    gone = weakref.ref(knots[0])
    del knots
    qtbot.waitUntil(lambda: gone() is None, timeout=5000)
    assert set(freed) == {threading.get_ident()}


def test_the_old_are_collected_too(collector: Collector) -> None:
    freed: list[int] = []
    knot: Knot | None = Knot(freed)
    for _ in range(3):
        gc.collect(1)
    knot = None
    assert knot is None
    for _ in range(2 * FULL_EVERY):
        junk = [[number] for number in range(100_000)]
        collector.collect()
        del junk
    assert freed


def test_the_interpreter_gets_its_collector_back(qapp: QApplication) -> None:
    was = gc.isenabled()
    gc.enable()
    made = Collector()
    made.start()
    assert not gc.isenabled()
    made.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    if not was:
        gc.disable()


class Datum:
    """Refers to nothing."""


def test_what_was_set_aside_is_not_looked_at_and_goes_when_nobody_refers_to_it(collector: Collector) -> None:
    made = [Datum() for _ in range(1000)]
    gone = weakref.ref(made[500])
    set_aside()
    assert not any(each is made for each in gc.get_objects())
    del made
    assert gone() is None


def test_where_the_interpreter_collects_by_itself_nothing_is_set_aside(qapp: QApplication) -> None:
    was = gc.isenabled()
    gc.enable()
    try:
        made = Datum()
        set_aside()
        assert any(each is made for each in gc.get_objects())
    finally:
        if not was:
            gc.disable()
