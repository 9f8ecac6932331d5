"""The background runner: results, errors and progress on the GUI thread; cancelled and stale work is
silent.
"""

import threading
import time

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from urlinspector.gui.tasks.runner import CancelledError, Lane, Report, Task, TaskRunner


class Heard:
    """Notes what a task delivers, and in which thread."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.failed: list[BaseException] = []
        self.reports: list[Report] = []
        self.parts: list[object] = []
        self.threads: set[bool] = set()

    def _note(self) -> None:
        self.threads.add(QThread.currentThread() is QApplication.instance().thread())  # type: ignore[union-attr]

    def on_done(self, result: object) -> None:
        self._note()
        self.done.append(result)

    def on_failed(self, error: BaseException) -> None:
        self._note()
        self.failed.append(error)

    def on_progress(self, report: Report) -> None:
        self._note()
        self.reports.append(report)

    def on_part(self, part: object) -> None:
        self._note()
        self.parts.append(part)

    def any(self) -> bool:
        return bool(self.done or self.failed)


@pytest.fixture
def runner(qapp: QApplication):
    made = TaskRunner()
    yield made
    assert made.close()


@pytest.fixture
def heard() -> Heard:
    return Heard()


def start(runner: TaskRunner, heard: Heard, job, channel: str = "work") -> Task:
    return runner.start(
        channel,
        job,
        done=heard.on_done,
        failed=heard.on_failed,
        progress=heard.on_progress,
        part=heard.on_part,
    )


def test_the_result_comes_on_the_gui_thread(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    worker: list[int] = []

    def job(task: Task) -> int:
        worker.append(threading.get_ident())
        return 42

    start(runner, heard, job)
    qtbot.waitUntil(heard.any)
    assert heard.done == [42]
    assert heard.threads == {True}
    assert worker != [threading.get_ident()]
    assert not runner.is_busy


def test_an_error_is_delivered_and_the_thread_lives_on(
    runner: TaskRunner, heard: Heard, qtbot: QtBot
) -> None:
    def job(task: Task) -> None:
        raise ValueError("no")

    start(runner, heard, job)
    qtbot.waitUntil(heard.any)
    assert isinstance(heard.failed[0], ValueError)
    start(runner, heard, Task.check)
    qtbot.waitUntil(lambda: heard.done == [None])


def test_an_error_nobody_takes_is_a_crash(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    def job(task: Task) -> None:
        raise ValueError("no")

    with qtbot.waitSignal(runner.crashed) as caught:
        runner.start("work", job, done=heard.on_done)
    assert isinstance(caught.args[0], ValueError)


def test_progress_comes_at_most_twenty_times_a_second(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    def job(task: Task) -> float:
        begin = time.monotonic()
        while time.monotonic() - begin < 0.5:
            task.report("counting", 0.5)
        return time.monotonic() - begin

    start(runner, heard, job)
    qtbot.waitUntil(heard.any)
    assert 2 <= len(heard.reports) <= 11


def test_parts_come_in_order_before_the_result(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    def job(task: Task) -> str:
        for number in range(100):
            task.deliver(number)
        return "end"

    start(runner, heard, job)
    qtbot.waitUntil(heard.any)
    assert heard.parts == list(range(100))


def test_a_cancelled_task_delivers_nothing(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    running, stopped = threading.Event(), threading.Event()

    def job(task: Task) -> str:
        running.set()
        try:
            while True:
                task.check()
                time.sleep(0.001)
        except CancelledError:
            stopped.set()
            raise

    start(runner, heard, job)
    assert running.wait(5)
    runner.cancel("work")
    assert not runner.is_busy
    assert stopped.wait(5)
    qtbot.wait(30)
    assert not heard.any()


def test_a_newer_task_on_the_channel_replaces_the_older(
    runner: TaskRunner, heard: Heard, qtbot: QtBot
) -> None:
    gate = threading.Event()

    def slow(task: Task) -> str:
        gate.wait(5)
        return "old"

    start(runner, heard, slow)
    start(runner, heard, lambda task: "new")
    gate.set()
    qtbot.waitUntil(heard.any)
    qtbot.wait(30)
    assert heard.done == ["new"]


def test_what_was_sent_before_the_cancel_is_stale(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    sent = threading.Event()

    def job(task: Task) -> str:
        task.deliver(1)
        sent.set()
        return "late"

    start(runner, heard, job)
    assert sent.wait(5)
    time.sleep(0.02)
    runner.cancel("work")
    qtbot.wait(30)
    assert not heard.parts
    assert not heard.any()


def test_other_channels_wait_their_turn(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    start(runner, heard, lambda task: "a", "one")
    start(runner, heard, lambda task: "b", "two")
    qtbot.waitUntil(lambda: len(heard.done) == 2)
    assert heard.done == ["a", "b"]


def test_what_is_asked_of_a_url_does_not_wait_for_a_list(
    runner: TaskRunner, heard: Heard, qtbot: QtBot
) -> None:
    gate = threading.Event()
    start(runner, heard, lambda task: gate.wait(20), "list")
    answers: list[object] = []
    runner.start("url", lambda task: "at once", done=answers.append, lane=Lane.URL)
    qtbot.waitUntil(lambda: answers == ["at once"])
    assert not heard.any()
    gate.set()
    qtbot.waitUntil(lambda: heard.done == [True])


def test_busy_is_told_once_at_each_end(runner: TaskRunner, heard: Heard, qtbot: QtBot) -> None:
    told: list[bool] = []
    runner.busy_changed.connect(told.append)
    start(runner, heard, lambda task: 1, "one")
    start(runner, heard, lambda task: 2, "two")
    qtbot.waitUntil(lambda: len(heard.done) == 2)
    assert told == [True, False]


def test_after_close_nothing_starts_and_no_thread_is_left(qapp: QApplication, heard: Heard) -> None:
    runner = TaskRunner()

    def job(task: Task) -> None:
        while not task.is_cancelled:
            time.sleep(0.001)

    start(runner, heard, job)
    assert runner.close()
    assert not [each.name for each in threading.enumerate() if each.name.startswith("urlinspector-")]
    with pytest.raises(RuntimeError):
        start(runner, heard, job)


def test_a_job_that_does_not_listen_is_let_go_after_a_while(
    qapp: QApplication, heard: Heard, expect_log
) -> None:
    expect_log("did not stop within")
    gate, running = threading.Event(), threading.Event()

    def deaf(task: Task) -> None:
        running.set()
        gate.wait(5)

    runner = TaskRunner()
    start(runner, heard, deaf)
    assert running.wait(5)
    assert not runner.close(20)
    gate.set()
