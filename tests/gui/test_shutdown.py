"""The end in stages."""

import time
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.shutdown import Shutdown
from urlinspector.gui.tasks.runner import Task


def test_each_stage_has_its_own_turn_of_the_loop(qapp: QApplication, qtbot: QtBot) -> None:
    order: list[str] = []
    shutdown = Shutdown()
    shutdown.on_save(lambda: order.append("save"))
    shutdown.on_stop(lambda: order.append("stop"))
    with qtbot.waitSignal(shutdown.finished) as caught:
        shutdown.begin(3)
        assert order == ["stop"]
    assert order == ["stop", "save"]
    assert caught.args == [3]


def test_it_begins_once(qapp: QApplication, qtbot: QtBot) -> None:
    count: list[int] = []
    shutdown = Shutdown()
    shutdown.on_stop(lambda: count.append(1))
    with qtbot.waitSignal(shutdown.finished) as caught:
        shutdown.begin(0)
        shutdown.begin(5)
    assert count == [1]
    assert caught.args == [0]


def test_a_stage_that_fails_does_not_stop_the_others(
    qapp: QApplication, qtbot: QtBot, expect_log: Callable[[str], None]
) -> None:
    expect_log("shutdown")

    def fail() -> None:
        raise ValueError("no")

    order: list[str] = []
    shutdown = Shutdown()
    shutdown.on_stop(fail)
    shutdown.on_stop(lambda: order.append("stop"))
    shutdown.on_save(lambda: order.append("save"))
    with qtbot.waitSignal(shutdown.finished):
        shutdown.begin()
    assert order == ["stop", "save"]


def test_closing_the_window_stops_what_runs(shell: app.Parts, qtbot: QtBot) -> None:
    stopped: list[bool] = []

    def job(task: Task) -> None:
        while not task.is_cancelled:
            time.sleep(0.001)
        stopped.append(True)

    shell.services.runner.start("test", job, done=print)
    with qtbot.waitSignal(shell.shutdown.finished, timeout=5000) as caught:
        shell.window.close()
    assert stopped == [True]
    assert caught.args == [0]
    with pytest.raises(RuntimeError):
        shell.services.runner.start("test", job, done=print)
