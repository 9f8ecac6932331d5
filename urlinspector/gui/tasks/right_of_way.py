"""The window has the right of way: while it draws, work in pure Python waits in its thread.

Each call into Qt lets go of the interpreter lock, and a thread that computes takes it at once: a table that
is drawn in 20 ms so takes 200 beside two such threads. Whoever computes calls `give_way` between small pieces
of work; whoever draws does it inside `with right_of_way:`.
"""

import threading
from types import TracebackType

_LONGEST = 0.1
"""Seconds after which work goes on all the same: nobody waits for a window that waits for him."""


class RightOfWay:
    """Held by the GUI thread, any number of times inside each other."""

    def __init__(self) -> None:
        self._free = threading.Event()
        self._free.set()
        self._depth = 0

    def __enter__(self) -> None:
        self._depth += 1
        self._free.clear()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self._free.set()

    def give_way(self) -> None:
        """For the worker: return when nothing is drawn, or after a tenth of a second."""
        if not self._free.is_set():
            self._free.wait(_LONGEST)
