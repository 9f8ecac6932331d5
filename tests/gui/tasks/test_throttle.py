"""The throttle: at once, then at most once in the interval, and never without the last state."""

import pytest
from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from urlinspector.gui.tasks.throttle import Throttle

INTERVAL = 60


class Counter:
    def __init__(self) -> None:
        self.count = 0

    def hit(self) -> None:
        self.count += 1


@pytest.fixture
def counter() -> Counter:
    return Counter()


@pytest.fixture
def throttle(qapp: QApplication, counter: Counter):
    made = Throttle(counter.hit, INTERVAL)
    yield made
    made.cancel()


def test_the_first_call_runs_at_once(throttle: Throttle, counter: Counter) -> None:
    throttle.call()
    assert counter.count == 1
    assert not throttle.is_pending


def test_a_burst_runs_first_and_last(throttle: Throttle, counter: Counter, qtbot: QtBot) -> None:
    for _ in range(50):
        throttle.call()
    assert counter.count == 1
    assert throttle.is_pending
    qtbot.wait(INTERVAL * 2)
    assert counter.count == 2


def test_a_steady_stream_runs_once_an_interval(throttle: Throttle, counter: Counter, qtbot: QtBot) -> None:
    clock = QElapsedTimer()
    clock.start()
    while clock.elapsed() < INTERVAL * 5:
        throttle.call()
        qtbot.wait(2)
    assert 3 <= counter.count <= 7


def test_no_trailing_run_without_a_second_call(throttle: Throttle, counter: Counter, qtbot: QtBot) -> None:
    throttle.call()
    qtbot.wait(INTERVAL * 2)
    assert counter.count == 1


def test_delay_never_runs_at_once(throttle: Throttle, counter: Counter, qtbot: QtBot) -> None:
    throttle.delay()
    throttle.delay()
    assert counter.count == 0
    qtbot.waitUntil(lambda: counter.count == 1)


def test_flush_runs_what_is_due_and_only_that(throttle: Throttle, counter: Counter) -> None:
    throttle.flush()
    assert counter.count == 0
    throttle.call()
    throttle.call()
    throttle.flush()
    assert counter.count == 2


def test_cancel_forgets(throttle: Throttle, counter: Counter, qtbot: QtBot) -> None:
    throttle.call()
    throttle.call()
    throttle.cancel()
    qtbot.wait(INTERVAL * 2)
    assert counter.count == 1
