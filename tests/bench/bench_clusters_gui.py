"""The window while a million rows are clustered: gaps between ticks, and how long what a user does takes.

    python tests/bench/bench_clusters_gui.py [FILE]

FILE is the list of make_list.py; without it a list of a million lines is made. A tick of 10 ms runs in the
real window, offscreen; a gap is the time between two ticks, so 10 ms is the best there is.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

from urlinspector import app
from urlinspector.gui.application import make_application
from urlinspector.gui.state.list_jobs import Arrangement

_LIMIT = 180


class Ticks(QObject):
    """A timer of 10 ms that notes the gaps between its calls, by what is going on."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: dict[str, list[float]] = {}
        self.phase = "start"
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(10)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def _on_timeout(self) -> None:
        now = time.perf_counter()
        self.gaps.setdefault(self.phase, []).append((now - self._last) * 1000)
        self._last = now


def figures(gaps: list[float]) -> str:
    """p50, p99 and the greatest, in milliseconds."""
    found = sorted(gaps)
    middle, late = found[len(found) // 2], found[min(int(len(found) * 0.99), len(found) - 1)]
    return f"p50 {middle:5.1f}  p99 {late:5.1f}  max {found[-1]:6.1f} ms  ({len(found)} ticks)"


class Bench:
    """Drives the page as a user would."""

    def __init__(self) -> None:
        self.qt = make_application(offscreen=True)
        self.parts = app.build(self.qt, app.Folders(Path(tempfile.mkdtemp()), None), theme="light", zoom=1.0)
        self.window = self.parts.window
        self.window.resize(1440, 900)
        self.window.show_page("clusters")
        self.window.show()
        self.page: Any = self.window.page
        self.ticks = Ticks()

    def spin(self, until: Callable[[], bool]) -> float:
        """Let events run until something holds; the seconds that it took."""
        began = time.perf_counter()
        while not until():
            # With a time limit it would not wait but ask again at once, and take a core from the work.
            self.qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.perf_counter() - began > _LIMIT:
                raise TimeoutError(self.ticks.phase)
        return time.perf_counter() - began

    def timed(self, phase: str, start: Callable[[], Any], until: Callable[[], bool]) -> None:
        """Do something and say how long it took, and what the ticks were meanwhile."""
        self.ticks.phase = phase
        began = time.perf_counter()
        start()
        called = time.perf_counter() - began
        seconds = self.spin(until)
        gaps = self.ticks.gaps.get(phase, [0.0])
        print(
            f"{phase:32} {called + seconds:7.2f} s   ticks {figures(gaps)}   call {called * 1000:.1f} ms",
            flush=True,
        )

    def run(self, path: Path) -> None:
        page, state = self.page, self.page.state
        profile = self.parts.services.profile
        profile.choose("seo")
        self.timed(
            "read and cluster",
            lambda: page.open_paths([path]),
            lambda: state.running is None and not state.is_empty,
        )
        state.stop_measuring()
        self.timed("table set anew", page._show_order, lambda: True)
        for key in ("representative", "size", "hosts"):
            self.arranged(f"sort by {key}", Arrangement("", key, True))
        for text in ("host:wikipedia.org", "utm_source size>2", "/index[.]html/ -scheme:http", ""):
            self.arranged(f"filter {text!r}", Arrangement(text, "texts", True))
        self.grouped("toggle remove-fragment off", lambda: profile.set_on("remove-fragment", False))
        self.grouped("toggle remove-fragment on", lambda: profile.set_on("remove-fragment", True))
        self.grouped("toggle remove-query on", lambda: profile.set_on("remove-query", True))
        self.grouped("a decision", lambda: state.decide(state.decisions.exclude([TEXT]), "excluding"))
        table = page.body.clusters
        self.timed("select all", table.selectAll, lambda: True)
        self.timed("to the last row", table.scrollToBottom, lambda: True)
        self.timed("scrolling for 3 s", lambda: None, self.scrolling(table))
        state.want_details([], [])
        self.timed("measuring 8 steps", state._rest.start, lambda: len(state.impacts) >= 8)
        state.stop_measuring()

    def arranged(self, phase: str, arrangement: Arrangement) -> None:
        done: list[bool] = []
        slot = self.page.state.arranged.connect(lambda: done.append(True))
        self.timed(phase, lambda: self.page.state.arrange(arrangement), lambda: bool(done))
        self.page.state.arranged.disconnect(slot)

    def grouped(self, phase: str, start: Callable[[], Any]) -> None:
        done: list[bool] = []
        slot = self.page.state.grouped.connect(lambda _cause: done.append(True))
        self.timed(phase, start, lambda: bool(done))
        self.page.state.grouped.disconnect(slot)

    def scrolling(self, table: Any) -> Callable[[], bool]:
        began = time.perf_counter()

        def step() -> bool:
            bar = table.verticalScrollBar()
            bar.setValue((bar.value() + 7919 * 24) % max(bar.maximum(), 1))
            return time.perf_counter() - began > 3

        return step

    def end(self) -> None:
        self.page.close_page()
        self.parts.services.runner.close()


TEXT = "https://en.wikipedia.org/"


def main() -> int:
    """Command line entry."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(scratch, "list.txt")
        if not path.exists():
            sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
            from tests.bench.make_list import write

            write(path, 1_000_000, 1)
        bench = Bench()
        bench.run(path)
        bench.end()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
