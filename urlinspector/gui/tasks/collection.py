"""Python's cyclic garbage is collected on the GUI thread only.

The interpreter collects wherever an allocation crosses its threshold, and so in the worker's thread too. A
widget that is part of a cycle would then be destroyed there, which Qt does not survive. While a `Collector`
runs, the automatic collection is off, and a timer looks whether one is due: often for the young, seldom for
all.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 500
FULL_EVERY = 40
"""Of so many collections of the middle generation one takes all."""


class Collector(QObject):
    """Between `start` and `stop` garbage is collected by this object's timer."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._middle = 0
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    def start(self) -> None:
        """Take over. What lives now is set aside: it stays, and need not be looked at each time."""
        gc.disable()
        set_aside()
        self._timer.start()

    def stop(self) -> None:
        """Give back."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _on_timer_timeout(self) -> None:
        self.collect()

    def collect(self) -> None:
        """Collect the oldest generation that is due; at most some milliseconds but for the seldom full
        one.
        """
        young, middle, _old = gc.get_count()
        limits = gc.get_threshold()
        if middle > limits[1] or young > 100 * limits[0]:
            self._middle += 1
            gc.collect(2 if self._middle % FULL_EVERY == 0 else 1)
        elif young > limits[0]:
            gc.collect(0)


def set_aside() -> None:
    """For a worker that makes much data without cycles: the next collection need not look at it.

    It goes when nobody refers to it any more. Does nothing where no `Collector` runs.
    """
    if not gc.isenabled():
        gc.freeze()
