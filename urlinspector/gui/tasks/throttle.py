"""Runs a call at most once in an interval: the first at once, the last of a burst when the interval is
over."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class Throttle(QObject):
    """Leading and trailing throttle for live updates.

    `call()` runs `target` at once when the interval since the last run is over, else once at its end, however
    often it was called meanwhile. The trailing run sees the latest state because `target` takes no arguments.
    """

    def __init__(self, target: Callable[[], None], interval_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._target = target
        self._pending = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._on_timer_timeout)

    @property
    def is_pending(self) -> bool:
        """Whether a trailing run is due."""
        return self._pending

    def set_interval(self, interval_ms: int) -> None:
        """Another interval, from the next run on."""
        self._timer.setInterval(interval_ms)

    def call(self) -> None:
        """Run now or at the end of the interval."""
        if self._timer.isActive():
            self._pending = True
            return
        self._run()

    def delay(self) -> None:
        """Run at the end of the interval, never at once."""
        self._pending = True
        if not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Run what is due at once."""
        if self._pending:
            self._timer.stop()
            self._run()

    def cancel(self) -> None:
        """Forget what is due."""
        self._pending = False
        self._timer.stop()

    def _run(self) -> None:
        self._pending = False
        self._timer.start()
        self._target()

    def _on_timer_timeout(self) -> None:
        if self._pending:
            self._run()
