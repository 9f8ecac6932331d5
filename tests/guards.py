"""What a test must not say (log records) or leave behind (threads, processes, timers, windows).

Qt is looked at only where something has imported it already, so that tests of the core stay free of it.
"""

import gc
import logging
import multiprocessing
import re
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from weakref import WeakSet

GRACE_SECONDS = 2.0
"""How long something that is already ending may take to end."""


class LogWatch(logging.Handler):
    """Collects log records from WARNING up while it is entered; tells which were not expected."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._records: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        self._expected.append(pattern)

    def emit(self, record: logging.LogRecord) -> None:
        self._records.append(f"{record.levelname} {record.name}: {record.getMessage()}")

    def complaint(self) -> str:
        unexpected = [r for r in self._records if not any(re.search(p, r) for p in self._expected)]
        absent = [p for p in self._expected if not any(re.search(p, r) for r in self._records)]
        return "\n".join(
            [f"unexpected log record: {record}" for record in unexpected]
            + [f"expected log record never came: {pattern}" for pattern in absent]
        )

    def __enter__(self) -> Self:
        logging.getLogger().addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        logging.getLogger().removeHandler(self)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What was there before the test. Windows are known by address, so that none is kept alive."""

    threads: frozenset[threading.Thread]
    processes: frozenset[int]
    windows: frozenset[int]

    @classmethod
    def take(cls) -> Self:
        _watch_starts()
        _started.clear()
        return cls(frozenset(_threads()), frozenset(_processes()), frozenset(_windows()))


def left_behind(before: Snapshot) -> list[str]:
    """What is there now and was not before, each in words; waits a little for what is ending."""
    _finish_deletions()
    left = _new_since(before)
    if left:
        gc.collect()
        _finish_deletions()
        left = _new_since(before)
    until = time.monotonic() + GRACE_SECONDS
    while left and time.monotonic() < until:
        time.sleep(0.02)
        left = _new_since(before)
    return left


def _new_since(before: Snapshot) -> list[str]:
    windows = _windows()
    return [
        *(f"thread {thread.name}" for thread in _threads() if thread not in before.threads),
        *(f"process {name} ({pid})" for pid, name in _processes().items() if pid not in before.processes),
        *(f"window {windows[address]}" for address in windows.keys() - before.windows),
        *_running(),
    ]


def _threads() -> list[threading.Thread]:
    """Python's own threads; a foreign one that once ran Python code is only a dummy that never goes away."""
    return [thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)]


def _processes() -> dict[int, str]:
    return {child.pid: child.name for child in multiprocessing.active_children() if child.pid is not None}


def _windows() -> dict[int, str]:
    """Parentless widgets by address, in words."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return {}
    import shiboken6

    return {
        shiboken6.getCppPointer(widget)[0]: f"{type(widget).__name__} {widget.objectName()!r}"
        for widget in widgets.QApplication.topLevelWidgets()
        if widget.parent() is None
    }


_started: WeakSet[Any] = WeakSet()
_call_sites: dict[int, str] = {}
_watched: set[str] = set()


def _watch_starts() -> None:
    """Makes QTimer.start and QThread.start remember the object and the line that called, once Qt is there."""
    core = sys.modules.get("PySide6.QtCore")
    if core is None:
        return
    for kind in (core.QTimer, core.QThread):
        if kind.__name__ not in _watched:
            _watched.add(kind.__name__)
            kind.start = _remembering(kind.start)


def _remembering(start: Any) -> Any:
    def remembered(self: Any, *args: Any) -> Any:
        _started.add(self)
        _call_sites[id(self)] = traceback.format_stack(limit=2)[0].strip().splitlines()[0]
        return start(self, *args)

    return remembered


def _running() -> list[str]:
    """Timers and Qt threads started since the snapshot that still run, with the line that started them."""
    if not _started:
        return []
    import shiboken6
    from PySide6.QtCore import QTimer

    return [
        f"{type(thing).__name__} started at {_call_sites.get(id(thing), '?')}"
        for thing in list(_started)
        if shiboken6.isValid(thing) and (thing.isActive() if isinstance(thing, QTimer) else thing.isRunning())
    ]


def _finish_deletions() -> None:
    """`deleteLater` takes effect in an event loop only; here is none."""
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)
