"""The window while 5,000 hosts are looked up: gaps between ticks, and a server that dies in the middle.

    python tests/bench/bench_hosts_gui.py [--hosts 5000] [--in-flight 50]

The real window, offscreen, against nsd on loopback. A gap is the time between two ticks of 10 ms, `work` the
window's own processor time in one: on a busy machine the first says what the others did, the second what we
do. `idle` is the window at rest. Of a hundred thousand hosts nothing is asked, they are only planned for.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEventLoop  # noqa: E402

from tests.bench.bench_clusters_gui import Ticks, figures  # noqa: E402
from tests.bench.bench_hosts import make_zones  # noqa: E402
from tests.hosts import nsd  # noqa: E402
from urlinspector import app  # noqa: E402
from urlinspector.gui.application import make_application  # noqa: E402
from urlinspector.gui.models.hosts import HOST  # noqa: E402
from urlinspector.gui.pages.hosts import HostsPage  # noqa: E402
from urlinspector.gui.state.hosts_asked import Asked  # noqa: E402
from urlinspector.gui.state.hosts_jobs import Arrangement  # noqa: E402
from urlinspector.gui.tasks.collection import Collector  # noqa: E402

_LIMIT = 900


class WorkTicks(Ticks):
    """Notes the GUI thread's processor time between two ticks, too."""

    def __init__(self) -> None:
        super().__init__()
        self.work: dict[str, list[float]] = {}
        self._spent = time.thread_time()

    def _on_timeout(self) -> None:
        super()._on_timeout()
        now = time.thread_time()
        self.work.setdefault(self.phase, []).append((now - self._spent) * 1000)
        self._spent = now


class Bench:
    """Drives the page as a user would."""

    def __init__(self) -> None:
        self.qt = make_application(offscreen=True)
        self.parts = app.build(self.qt, app.Folders(Path(tempfile.mkdtemp()), None), theme="light", zoom=1.0)
        self.window = self.parts.window
        self.window.resize(1440, 900)
        self.window.show_page("hosts")
        self.window.show()
        page = self.window.page
        assert isinstance(page, HostsPage)
        self.page = page
        self.state: Any = page.state
        self.collector = Collector()
        self.collector.start()
        self.ticks = WorkTicks()

    def timed(self, phase: str, start: Callable[[], Any], until: Callable[[], bool]) -> None:
        """Do something and say how long it took, and what the ticks were meanwhile."""
        # A person acts on what is to be seen: what was done before is drawn by then.
        self.ticks.phase = "between"
        seen = self.after(0.2)
        while not seen():
            self.qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        self.ticks.phase = phase
        before = os.times()
        began = before.elapsed
        start()
        called = os.times().elapsed - began
        while not until():
            # With a time limit it would not wait but ask again at once, and take a core from the work.
            self.qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if os.times().elapsed - began > _LIMIT:
                raise TimeoutError(phase)
        after = os.times()
        cpu = after.user + after.system - before.user - before.system
        gaps = self.ticks.gaps.get(phase, [0.0])
        took = f"{after.elapsed - began:6.1f} s, {cpu:5.1f} s of CPU"
        work = sorted(self.ticks.work.get(phase, [0.0]))
        said = f"work p99 {work[len(work) * 99 // 100]:4.1f} max {work[-1]:5.1f} ms"
        print(f"{phase:26} {took}  ticks {figures(gaps)}  {said}  call {called * 1000:.0f} ms", flush=True)

    def ended(self) -> Callable[[], bool]:
        """Until a look-up ended and its report is shown."""
        done: list[str] = []
        self.state.ended.connect(done.append)
        return lambda: bool(done) and self.settled()

    def settled(self) -> bool:
        """Whether page and runner rest."""
        return self.page.is_settled() and not self.parts.services.runner.is_busy

    def take(self, hosts: list[str]) -> None:
        """Show these hosts."""
        self.state.set_hosts(dict.fromkeys(hosts, 1), "bench")

    def ask(self, server: nsd.Nsd, in_flight: int) -> None:
        """Ask this server, as fast as it goes."""
        asked = Asked("address", server.at, per_second=100_000, in_flight=in_flight)
        self.state.set_asked(asked, self.state.options)

    def run(self, hosts: list[str], server: nsd.Nsd, in_flight: int) -> None:
        """Everything once."""
        self.timed("start", lambda: None, self.after(2))
        self.timed("idle", lambda: None, self.after(5))
        self.ask(server, in_flight)
        self.timed(
            "hosts and plan", lambda: self.state.set_hosts(dict.fromkeys(hosts, 1), "bench"), self.settled
        )
        self.timed("look up", self.state.look_up, self.ended())
        told = Counter(row.outcome for row in self.state.view.rows)
        print(f"{'':28} {dict(told)}, {len(self.state.answers):,} answers")
        self.timed("sort", lambda: self.state.arrange(Arrangement("", HOST, False)), self.settled)
        self.timed("filter", lambda: self.state.arrange(Arrangement("www", HOST, False)), self.settled)
        self.timed("no filter", lambda: self.state.arrange(Arrangement()), self.settled)
        self.timed("likely pairs too", self.accept_likely, self.settled)
        self.timed("into the profile", self.page.apply_groups, self.settled)
        pair = self.state.view.report.pairs[0]
        self.timed("confirm", lambda: self.state.confirm(pair.a, pair.b), self.settled)

    def after(self, seconds: float) -> Callable[[], bool]:
        """Until a time has passed from now on."""
        until = time.monotonic() + seconds
        return lambda: time.monotonic() > until

    def accept_likely(self) -> None:
        """Let likely pairs make groups: thousands of them."""
        self.state.accept = "likely"
        self.state.refresh()

    def die(self, hosts: list[str], server: nsd.Nsd, in_flight: int, folder: Path, zones: Path) -> None:
        """The server is killed when a third of the hosts are done; then it comes back."""
        self.state.clear()
        self.ask(server, in_flight)
        self.timed(
            "hosts and plan", lambda: self.state.set_hosts(dict.fromkeys(hosts, 1), "bench"), self.settled
        )
        third, until = len(hosts) // 3, self.ended()

        def kill_at_a_third() -> bool:
            progress = self.state.progress
            if progress is not None and progress.hosts_done >= third and server.process.poll() is None:
                server.kill()
            return until()

        self.timed("look up, killed at a third", self.state.look_up, kill_at_a_third)
        told = Counter(row.outcome for row in self.state.view.rows)
        print(f"{'':28} {dict(told)}; the page says: {self.page.said}")
        answered = {row.host for row in self.state.view.rows if row.outcome == "answered"}
        with nsd.running(folder, zones, port=server.port):
            self.timed("resumed", self.state.look_up, self.ended())
        told = Counter(row.outcome for row in self.state.view.rows)
        kept = answered <= {row.host for row in self.state.view.rows if row.outcome == "answered"}
        print(f"{'':28} {dict(told)}; what was known stayed: {kept}")

    def plan_many(self, count: int) -> None:
        """A long list: nothing is asked."""
        self.state.clear()
        many = {f"h{n}.d{n % 30_000}.example": n % 97 + 1 for n in range(count)}
        self.timed(f"{count:,} hosts and plan", lambda: self.state.set_hosts(many, "bench"), self.settled)
        plan = self.state.plan
        print(f"{'':28} {len(plan.hosts):,} of them planned for, {plan.at_most:,} questions")
        self.timed("sort", lambda: self.state.arrange(Arrangement("", HOST, False)), self.settled)
        self.timed("filter", lambda: self.state.arrange(Arrangement("d77", HOST, False)), self.settled)

    def end(self) -> None:
        """Close, as the window does."""
        self.collector.stop()
        self.page.close_page()
        self.parts.services.runner.close()


def main() -> None:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hosts", type=int, default=5000)
    parser.add_argument("--in-flight", type=int, default=50)
    parser.add_argument("--many", type=int, default=100_000)
    parser.add_argument("--only", choices=("run", "die", "many"))
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    bench = Bench()
    bench.state.asked = replace(bench.state.asked, per_second=100_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        zones = folder / "zones"
        zones.mkdir()
        hosts = make_zones(zones, chosen.hosts)
        if chosen.only in (None, "run"):
            with nsd.running(folder, zones) as server:
                bench.run(hosts, server, chosen.in_flight)
        if chosen.only in (None, "die"):
            with nsd.running(folder, zones) as server:
                bench.die(hosts, server, chosen.in_flight, folder, zones)
    if chosen.only in (None, "many"):
        bench.plan_many(chosen.many)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at the peak: {memory:.0f} MiB, load {os.getloadavg()[0]:.1f}")
    bench.end()


if __name__ == "__main__":
    main()
