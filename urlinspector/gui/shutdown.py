"""The end in three turns of the event loop: stop asking, wait and save, leave.

Each turn lets the events of the one before be delivered, so that no thread, timer or message is left behind.
"""

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

log = logging.getLogger(__name__)


class Shutdown(QObject):
    """Runs the stages once, however often `begin` is called; `finished(exit code)` when the last is done."""

    finished = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stages: list[list[Callable[[], object]]] = [[], []]
        self._turn = -1
        self._code = 0

    def on_stop(self, call: Callable[[], object]) -> None:
        """First turn: refuse new work, cancel what runs."""
        self._stages[0].append(call)

    def on_save(self, call: Callable[[], object]) -> None:
        """Second turn: wait (bounded), save."""
        self._stages[1].append(call)

    @property
    def is_under_way(self) -> bool:
        return self._turn >= 0

    def begin(self, code: int = 0) -> None:
        """Start, or do nothing when started before."""
        if self.is_under_way:
            return
        self._code = code
        self._turn = 0
        self._run(self._stages[0])
        QTimer.singleShot(0, self, self._next)

    def _next(self) -> None:
        self._turn += 1
        if self._turn < len(self._stages):
            self._run(self._stages[self._turn])
            QTimer.singleShot(0, self, self._next)
            return
        self.finished.emit(self._code)

    def _run(self, calls: Sequence[Callable[[], object]]) -> None:
        for call in calls:
            try:
                call()
            except Exception:  # the other stages must still run
                log.exception("shutdown")
