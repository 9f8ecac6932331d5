"""One background runner for the whole window.

A job is a plain function `job(task) -> result`: it is given plain data by its closure or `functools.partial`,
never a widget, and asks `task` whether it was cancelled and tells it how far it is. Results, errors and
progress reach the GUI thread through one queue that a signal announces; a task that was cancelled or replaced
delivers nothing more.

Jobs run in lanes, each with one worker thread: more threads for the same kind of work add lag and no
throughput, but what a person waits for must not stand behind a million rows, nor those behind a slow disk.
Heavy kernels release the interpreter lock, or a job may drive a process pool of its own.
"""

import logging
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from urlinspector.gui.tasks.right_of_way import RightOfWay

log = logging.getLogger(__name__)

PROGRESS_INTERVAL = 0.05
"""Seconds between two reports of progress: at most 20 a second."""


SWITCH_INTERVAL = 0.00005
"""Seconds after which the interpreter lets another thread run; Python's default of 5 ms shows in the
window.
"""


class Lane(StrEnum):
    """Which worker runs a job: those of one lane follow each other."""

    LIST = "list"
    """Whatever works on the open list: its engine is for one thread at a time."""
    URL = "url"
    """What is asked about one or two URLs, and previews: done in moments."""
    HOSTS = "hosts"
    """Plans and reports about hosts: a long list takes seconds."""
    KEEP = "keep"
    """Unsaved work that is written in the background."""


_Job = tuple["Task", Callable[["Task"], Any]]


class CancelledError(Exception):
    """Raised inside a job by `Task.check` after its task was cancelled."""


@dataclass(frozen=True, slots=True)
class Report:
    """How far a task is; `fraction` is None where the end is not known."""

    text: str
    fraction: float | None = None
    detail: str = ""


class Task:
    """The handle of a job, seen from both threads: cancel token and progress."""

    def __init__(self, number: int, channel: str, post: Callable[["Task", str, Any], None]) -> None:
        self.number = number
        self.channel = channel
        self._post = post
        self._cancelled = threading.Event()
        self._reported = 0.0

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Ask the job to stop; nothing that it does afterwards is delivered."""
        self._cancelled.set()

    def check(self) -> None:
        """For the job, between two pieces of work. Raises CancelledError."""
        if self._cancelled.is_set():
            raise CancelledError

    def report(self, text: str, fraction: float | None = None, detail: str = "") -> None:
        """For the job: how far it is. Reports that follow each other too fast are dropped."""
        self.check()
        now = time.monotonic()
        if now - self._reported >= PROGRESS_INTERVAL:
            self._reported = now
            self._post(self, "progress", Report(text, fraction, detail))

    def deliver(self, part: Any) -> None:
        """For the job: a partial result, handed to `on_part` in order."""
        self.check()
        self._post(self, "part", part)


@dataclass(frozen=True)
class _Listeners:
    done: Callable[[Any], None]
    failed: Callable[[BaseException], None] | None
    progress: Callable[[Report], None] | None
    part: Callable[[Any], None] | None


class TaskRunner(QObject):
    """Runs the jobs of a lane one after the other in its thread and delivers on the GUI thread.

    A job on a `channel` replaces the earlier one on the same channel: that one is cancelled, and what it
    still sends is stale and dropped by its number.
    """

    busy_changed = Signal(bool)
    crashed = Signal(object)
    """An exception that no `failed` listener took: the error dialog shows it."""
    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.right_of_way = RightOfWay()
        """For jobs in pure Python that run beside a window that draws a lot."""
        self._jobs: dict[Lane, queue.SimpleQueue[_Job | None]] = {}
        self._news: queue.SimpleQueue[tuple[Task, str, Any]] = queue.SimpleQueue()
        self._listeners: dict[int, _Listeners] = {}
        self._tasks: dict[int, Task] = {}
        self._current: dict[str, int] = {}
        self._number = 0
        self._threads: dict[Lane, threading.Thread] = {}
        self._closed = False
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether any task has not ended."""
        return bool(self._tasks)

    def start(
        self,
        channel: str,
        job: Callable[[Task], Any],
        *,
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None] | None = None,
        progress: Callable[[Report], None] | None = None,
        part: Callable[[Any], None] | None = None,
        lane: Lane = Lane.LIST,
    ) -> Task:
        """Queue a job; the listeners are called on the GUI thread, none of them after a cancel or a
        replacement.

        Raises RuntimeError after `close`.
        """
        if self._closed:
            raise RuntimeError("the runner is closed")
        self.cancel(channel)
        self._number += 1
        task = Task(self._number, channel, self._post)
        self._listeners[task.number] = _Listeners(done, failed, progress, part)
        self._tasks[task.number] = task
        self._current[channel] = task.number
        self._lane(lane).put((task, job))
        if len(self._tasks) == 1:
            self.busy_changed.emit(True)
        return task

    def _lane(self, lane: Lane) -> "queue.SimpleQueue[_Job | None]":
        """The jobs of a lane; its thread is started with the first."""
        jobs = self._jobs.get(lane)
        if jobs is None:
            # The window asks for the interpreter lock while a job holds it: it waits at most so long.
            sys.setswitchinterval(SWITCH_INTERVAL)
            jobs = self._jobs[lane] = queue.SimpleQueue()
            thread = threading.Thread(
                target=self._work, args=(jobs,), name=f"urlinspector-{lane}", daemon=True
            )
            self._threads[lane] = thread
            thread.start()
        return jobs

    def cancel(self, channel: str) -> None:
        """Cancel what runs or waits on a channel; its listeners hear nothing more."""
        number = self._current.pop(channel, None)
        if number is not None:
            self._tasks[number].cancel()
            self._forget(number)

    def cancel_all(self) -> None:
        """Cancel every channel."""
        for channel in tuple(self._current):
            self.cancel(channel)

    def close(self, wait_ms: int = 1000) -> bool:
        """Refuse new work, cancel the rest, wait at most so long for the threads; whether they ended."""
        self._closed = True
        self.cancel_all()
        until = time.monotonic() + wait_ms / 1000
        for jobs in self._jobs.values():
            jobs.put(None)
        for lane, thread in tuple(self._threads.items()):
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                log.warning("a background job (%s) did not stop within %d ms", lane, wait_ms)
            else:
                del self._threads[lane], self._jobs[lane]
        return not self._threads

    # The worker's side

    def _work(self, jobs: "queue.SimpleQueue[_Job | None]") -> None:
        while (item := jobs.get()) is not None:
            task, job = item
            if task.is_cancelled:
                continue
            try:
                result = job(task)
            except CancelledError:
                continue
            except BaseException as error:  # noqa: BLE001  whatever a job raises is shown, not lost with the thread
                self._post(task, "failed", error)
            else:
                self._post(task, "done", result)
            del job, item

    def _post(self, task: Task, kind: str, value: Any) -> None:
        if not task.is_cancelled:
            self._news.put((task, kind, value))
            self._arrived.emit()

    # The GUI's side

    def _on_arrived(self) -> None:
        try:
            task, kind, value = self._news.get_nowait()
        except queue.Empty:
            return
        listeners = self._listeners.get(task.number)
        if listeners is None or task.is_cancelled:
            return
        if kind in ("done", "failed"):
            if self._current.get(task.channel) == task.number:
                del self._current[task.channel]
            self._forget(task.number)
        if kind == "failed" and listeners.failed is None:
            self.crashed.emit(value)
            return
        listener = getattr(listeners, kind)
        if listener is not None:
            listener(value)

    def _forget(self, number: int) -> None:
        self._listeners.pop(number, None)
        if self._tasks.pop(number, None) is not None and not self._tasks:
            self.busy_changed.emit(False)
