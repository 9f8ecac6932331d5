"""A look-up as an app uses it: a plan first, then start, cancel, resume; a report at any moment.

One asyncio loop in one daemon thread, which is there only while something is asked. Nothing is asked before
`start`. All methods may be called from any thread but for the loop's own.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from enum import Enum
from functools import partial
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, NamedTuple, Self

from urlinspector.hosts.answers import Answer, Answers, Question
from urlinspector.hosts.cache import Cache
from urlinspector.hosts.candidates import can_be_asked, name_of
from urlinspector.hosts.plan import Plan, make_plan, needed
from urlinspector.hosts.report import Decisions, Report, make_report
from urlinspector.hosts.resolver import Resolver, ResolverSettings
from urlinspector.hosts.trail import Options

PROGRESS_EVERY = 0.05
"""Seconds between two reports of progress, at least."""


class State(Enum):
    """Where a look-up stands."""

    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    NO_ANSWER = "no answer"
    """The resolver fell silent; what is known stays, the rest are time-outs."""


class Progress(NamedTuple):
    """How far a run is. `asked` counts questions answered in this run, `from_cache` those that were known."""

    state: State
    hosts_done: int
    hosts: int
    asked: int
    from_cache: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.asked / self.seconds if self.seconds else 0.0


class Lookup:
    """One list of hosts and the answers about it."""

    def __init__(
        self,
        hosts: Sequence[str],
        settings: ResolverSettings,
        options: Options = Options(),  # noqa: B008  # frozen
        *,
        answers: Answers | None = None,
        cache: Cache | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        pause: Callable[[], None] | None = None,
    ) -> None:
        """`pause` is called in the loop's thread before the first question and after each answer, and may
        wait there for a moment."""
        self.given = tuple(hosts)
        self.hosts = tuple(dict.fromkeys(name_of(each) for each in hosts if can_be_asked(each)))
        self.settings = settings
        self.options = options
        self.answers = Answers() if answers is None else answers
        self._cache = cache
        self._on_progress = on_progress
        self._pause = pause
        self._lock = Lock()
        self._thread: Thread | None = None
        self._ended = Event()
        self._ended.set()
        self._stop: Callable[[], object] | None = None
        self._to_stop = False
        self._state = State.READY
        self._progress = Progress(State.READY, 0, len(self.hosts), 0, 0, 0.0)

    # What a page asks for

    @property
    def state(self) -> State:
        return self._state

    @property
    def progress(self) -> Progress:
        return self._progress

    def plan(self) -> Plan:
        """What `start` would ask, of whom; asks nothing."""
        self._take_from_cache()
        whom = self.settings.described
        bootstrap = self.settings.bootstrap
        return make_plan(self.hosts, self.answers.copy(), self.options, whom, bootstrap, self._pause)

    def start(self) -> None:
        """Begins to ask in the background; does nothing while it runs."""
        with self._lock:
            if self._state is State.RUNNING:
                return
            self._set(State.RUNNING)
            self._to_stop = False
            self._ended.clear()
            self._thread = Thread(target=self._run_thread, name="host look-up", daemon=True)
            self._thread.start()

    def resume(self) -> None:
        """Goes on after a cancellation or a silence: what no server answered properly is asked again."""
        if self._state is not State.RUNNING:
            self.answers.drop_unknown()
            self.start()

    def cancel(self) -> None:
        """Ends the asking at once; what is known stays."""
        with self._lock:
            self._to_stop = True
            if self._stop is not None:
                self._stop()

    def wait(self, timeout: float | None = None) -> bool:
        """Until the run ended; False where it has not within `timeout` seconds."""
        return self._ended.wait(timeout)

    def close(self) -> None:
        """Cancels and waits for the thread; keeps the cache."""
        self.cancel()
        thread = self._thread
        if thread is not None:
            thread.join()
            self._thread = None

    def snapshot(self, *, accept: str = "confirmed", decisions: Decisions = Decisions()) -> Report:  # noqa: B008
        """The report on what is known now. Its cost grows with the list: call it in a worker."""
        return make_report(self.given, self.answers.copy(), self.options, accept=accept, decisions=decisions)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # The thread

    def _set(self, state: State) -> None:
        self._state = state
        self._progress = self._progress._replace(state=state)

    def _take_from_cache(self) -> None:
        """The cached answers that the hosts need, and those that follow from them."""
        if self._cache is None or self._state is State.RUNNING:
            return
        for host in self.hosts:
            while found := [
                kept for q in needed(host, self.answers, self.options) if (kept := self._kept(q))
            ]:
                for each in found:
                    self.answers.add(each)

    def _kept(self, question: Question) -> Answer | None:
        return None if self._cache is None else self._cache.get(str(self.settings), question)

    def _run_thread(self) -> None:
        end = State.CANCELLED
        if self._pause is not None:
            self._pause()
        try:
            end = asyncio.run(self._run())
        finally:
            with self._lock:
                self._stop = None
            if self._cache is not None:
                own = self.settings.names
                self._cache.add(
                    str(self.settings), (each for each in self.answers.copy() if each.resolver in own)
                )
            self._set(end)
            self._tell()
            self._ended.set()

    async def _run(self) -> State:
        loop = asyncio.get_running_loop()
        run = _Run(self)
        task = loop.create_task(run.all_hosts())
        with self._lock:
            self._stop = partial(loop.call_soon_threadsafe, task.cancel)
            if self._to_stop:
                task.cancel()
        ticker = loop.create_task(self._tick(run))
        try:
            await task
        except asyncio.CancelledError:
            return State.CANCELLED
        finally:
            ticker.cancel()
            self._progress = run.progress()
        return State.NO_ANSWER if run.resolver.gave_up else State.DONE

    async def _tick(self, run: "_Run") -> None:
        while True:
            self._progress = run.progress()
            self._tell()
            await asyncio.sleep(PROGRESS_EVERY)

    def _tell(self) -> None:
        if self._on_progress is not None:
            self._on_progress(self._progress)


class _Run:
    """One run in the loop's thread: a few hosts at a time, each question once."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self.resolver = Resolver(lookup.settings)
        self._waiting: dict[Question, asyncio.Future[Answer]] = {}
        self._left: Iterator[str] = iter(lookup.hosts)
        self._start = time.monotonic()
        self._done = self._asked = self._cached = 0

    def progress(self) -> Progress:
        took = time.monotonic() - self._start
        hosts = len(self._lookup.hosts)
        return Progress(self._lookup.state, self._done, hosts, self._asked, self._cached, took)

    async def all_hosts(self) -> None:
        """Twice as many hosts at a time as questions, so that no place stays empty."""
        await _all([self._some_hosts() for _ in range(2 * self._lookup.settings.in_flight)])

    async def _some_hosts(self) -> None:
        for host in self._left:
            while questions := needed(host, self._lookup.answers, self._lookup.options):
                await _all([self._answer(each) for each in questions])
            self._done += 1

    async def _answer(self, question: Question) -> None:
        """Asks, or waits for whoever asks the same."""
        if question in self._lookup.answers:
            return
        other = self._waiting.get(question)
        if other is not None:
            await asyncio.wait([other])
            return
        kept = self._lookup._kept(question)
        if kept is not None:
            self._cached += 1
            self._lookup.answers.add(kept)
            return
        self._waiting[question] = asyncio.get_running_loop().create_future()
        try:
            self._lookup.answers.add(await self.resolver.ask(question))
            self._asked += 1
            if self._lookup._pause is not None:
                self._lookup._pause()
        finally:
            self._waiting.pop(question).cancel()


async def _all(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Runs them together; the first error, or a cancellation, ends them all."""
    async with asyncio.TaskGroup() as group:
        for each in work:
            group.create_task(each)
