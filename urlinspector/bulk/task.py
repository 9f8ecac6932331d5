"""How long work tells what it does and is stopped: a cancel token and a progress callback."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
_PATIENCE = 0.1


class Cancelled(Exception):  # noqa: N818  # nothing went wrong
    """The work was stopped at the user's wish; the result that was there before still holds."""


class CancelToken:
    """Set from any thread; long work looks at it between short pieces."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._event.is_set()

    def check(self) -> None:
        """Raises Cancelled when it was asked to stop."""
        if self._event.is_set():
            raise Cancelled


def _side_by_side(works: Sequence[Callable[[], T]]) -> list[T]:
    with ThreadPoolExecutor(len(works), thread_name_prefix="bulk") as pool:
        return [each.result() for each in [pool.submit(work) for work in works]]


class Progress(NamedTuple):
    """Where long work stands."""

    phase: str
    """A plain word for what is being done now: `reading`, `splitting`, a step's name, `grouping`."""
    done: int
    total: int
    """Of `done`; 0 where it cannot be known."""


Report = Callable[[Progress], None]


class Task:
    """A cancel token and a progress report together, as long work takes them. Both may be left out."""

    def __init__(
        self, token: CancelToken | None = None, report: Report | None = None, every: float = 0.05
    ) -> None:
        self.token = token or CancelToken()
        self._report, self._every, self._last = report, every, 0.0

    def at(self, phase: str, done: int = 0, total: int = 0) -> None:
        """Say what is being done; raises Cancelled. Reports at most 20 times a second."""
        self.token.check()
        if self._report is None:
            return
        now = time.monotonic()
        if now - self._last >= self._every or done == total != 0:
            self._last = now
            self._report(Progress(phase, done, total))

    def together(self, *works: Callable[[], T]) -> list[T]:
        """The answers of pure pieces of work, done side by side; raises Cancelled as `call` does."""
        return self.call(_side_by_side, works)

    @staticmethod
    def plainly(work: Callable[..., T], *arguments: object) -> T:
        """As `call`, without a thread: for small pieces."""
        return work(*arguments)

    def call(self, work: Callable[..., T], *arguments: object) -> T:
        """The answer of a pure piece of work that cannot be interrupted; raises Cancelled without waiting for
        its end.

        It runs in a thread of its own, which goes on to its end unheard when the task is cancelled.
        """
        return self.answer(self.begin(partial(work, *arguments))[0])

    def begin(self, *works: Callable[[], T]) -> "list[Begun[T]]":
        """Begin pure pieces of work, one after the other in a thread of their own; `answer` waits for one.

        Raises Cancelled.
        """
        self.token.check()
        begun = [Begun(work) for work in works]

        def run() -> None:
            for each in begun:
                each.run()

        threading.Thread(target=run, name="bulk", daemon=True).start()
        return begun

    def answer(self, begun: "Begun[T]") -> T:
        """What work that was begun gives, by this task or another one; raises Cancelled as `call` does."""
        while not begun.done.wait(_PATIENCE):
            self.token.check()
        if begun.problems:
            raise begun.problems[0]
        return begun.answers[0]


@dataclass(frozen=True)
class Begun(Generic[T]):
    """A piece of work in another thread, and what it gave."""

    work: Callable[[], T]
    done: threading.Event = field(default_factory=threading.Event)
    answers: list[T] = field(default_factory=list)
    problems: list[BaseException] = field(default_factory=list)

    def run(self) -> None:
        """Do it; never raises."""
        try:
            self.answers.append(self.work())
        except BaseException as problem:  # noqa: BLE001  # handed on by `Task.answer`
            self.problems.append(problem)
        self.done.set()
