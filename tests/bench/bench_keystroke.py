"""Keystroke to painted on the real Inspect page: window, docks, tables; offscreen, 1440 by 900.

Three times for each keystroke: until the field is painted, until all panes are, and until nothing is left
to do (what acts here; for long texts everything that the worker reads). Limits (definitions §8): 16 ms p99
up to 2 KiB, 50 ms and 250 ms up to 64 KiB.
"""

import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from urlinspector.url.components import Span

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from urlinspector.gui.pages.inspect import InspectPage

LETTERS = "ab%7e&=/é "


@dataclass(frozen=True)
class Case:
    """A size, how many keystrokes, and the limits in milliseconds."""

    name: str
    characters: int
    keys: int
    limit: int
    rest: int = 250


CASES = (
    Case("100 B", 100, 200, 16),
    Case("2 KiB", 2048, 100, 16),
    Case("64 KiB", 65_536, 20, 50),
)


def text_of(characters: int) -> str:
    """A URL of that length: some path, and then parameters."""
    head = "https://www.Example.com/shop/../c/bedroom/frames/index.html?utm_source=x"
    number, parts = 0, [head]
    length = len(head)
    while length < characters:
        parts.append(f"&filter%5b{number}%5D=value%20number%20{number}")
        length += len(parts[-1])
        number += 1
    return "".join(parts)[:characters]


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


class Typist:
    """Types into the field and measures."""

    def __init__(self, app: "QApplication", page: "InspectPage") -> None:
        self.app, self.page = app, page
        self.watch = PaintWatch(page.url_field.viewport())
        flags = QEventLoop.ProcessEventsFlag
        self.waiting = flags.AllEvents | flags.WaitForMoreEvents
        # With a limit of time Qt does not wait at all: the beat ends each turn instead.
        self.beat = QTimer(page)
        self.beat.setInterval(2)
        self.beat.start()

    def settle(self, seconds: float = 20.0) -> float:
        """Handle events until nothing is due; how long that took, in milliseconds."""
        start = time.perf_counter()
        while not self.page.is_settled() and time.perf_counter() - start < seconds:
            self.turn()
        self.app.processEvents()
        return (time.perf_counter() - start) * 1000

    def turn(self) -> None:
        """Sleep until there is an event and handle it, as the program's own loop does: one that spins would
        take the interpreter from the worker.
        """
        self.app.processEvents(self.waiting)

    def measure(self, act: Callable[[], None]) -> tuple[float, float, float]:
        """Milliseconds from an act until the field is painted, until all panes are, and until nothing is
        due.
        """
        start = time.perf_counter()
        self.watch.painted = 0.0
        act()
        while not self.watch.painted:
            self.turn()
        field = (self.watch.painted - start) * 1000
        while self.page.panes_are_due():
            self.turn()
        self.app.processEvents()
        panes = (time.perf_counter() - start) * 1000
        return field, panes, panes + self.settle()

    def key(self, letter: str) -> None:
        """One keystroke."""
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter)
            self.app.sendEvent(self.page.url_field, event)

    def run(self, case: Case) -> bool:
        """Measure one size and print its lines; whether it holds the limits."""
        field = self.page.url_field
        field.set_text(text_of(case.characters), keep_undo=False)
        self.settle()
        middle = case.characters // 2
        field.select_span(Span(middle, middle))
        self.app.processEvents()
        gc.collect()
        found = []
        for number in range(case.keys):
            letter = LETTERS[number % len(LETTERS)]
            found.append(self.measure(partial(self.key, letter)))
        field_times, pane_times, rests = map(list, zip(*found, strict=True))
        print(f"{case.name:>7}: keystroke painted {figures(field_times)} (limit {case.limit})")
        print(f"         all panes painted {figures(pane_times)}")
        print(f"         nothing left      {figures(rests)} (limit {case.rest})", flush=True)
        return percentile(field_times, 0.99) <= case.limit and percentile(rests, 0.99) <= case.rest

    def toggles(self) -> None:
        """A step switched on and off, at 2 KiB."""
        self.page.url_field.set_text(text_of(2048), keep_undo=False)
        self.settle()
        times = [self.painted_toggle() for _ in range(40)]
        print(f" toggle: all panes painted {figures(times)} at 2 KiB", flush=True)

    def painted_toggle(self) -> float:
        """Milliseconds from switching a step until everything is painted."""
        start = time.perf_counter()
        self.page.services.profile.toggle("remove-www")
        while self.page.panes_are_due():
            self.app.processEvents()
        self.app.processEvents()
        took = (time.perf_counter() - start) * 1000
        self.settle()
        return took


class PaintWatch(QObject):
    """Notes when the field was painted."""

    def __init__(self, viewport: "QWidget") -> None:
        super().__init__(viewport)
        self.painted = 0.0
        viewport.installEventFilter(self)

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Paint:
            return False
        target.removeEventFilter(self)
        QCoreApplication.sendEvent(target, event)
        target.installEventFilter(self)
        self.painted = time.perf_counter()
        return True


def figures(times: list[float]) -> str:
    """Median and 99th percentile."""
    return f"p50 {statistics.median(times):6.1f} ms, p99 {percentile(times, 0.99):6.1f} ms"


def main() -> int:
    """Builds the window, types, prints; 1 where a limit is not held."""
    from urlinspector.app import Folders, build
    from urlinspector.gui.application import make_application
    from urlinspector.gui.pages.inspect import InspectPage
    from urlinspector.gui.tasks.collection import Collector

    app = make_application(offscreen=True)
    held: list[bool] = []
    with tempfile.TemporaryDirectory() as folder:
        parts = build(app, Folders(Path(folder), None))
        window = parts.window
        window.resize(1440, 900)
        window.show_page("inspect")
        window.show()
        window.activateWindow()
        page = window.page
        assert isinstance(page, InspectPage)
        page.url_field.setFocus()
        typist = Typist(app, page)
        collector = Collector(window)
        collector.start()
        while parts.services.runner.is_busy:
            app.processEvents()
        page.url_field.set_text("http://warm.example/", keep_undo=False)
        typist.settle()
        held += [typist.run(case) for case in CASES]
        typist.toggles()
        collector.stop()
        done: list[int] = []
        parts.shutdown.finished.connect(done.append)
        window.close()
        while not done:
            app.processEvents()
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
