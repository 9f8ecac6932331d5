"""The figures of looking hosts up: 5,000 hosts against nsd on loopback.

    python tests/bench/bench_hosts.py [--hosts 5000] [--in-flight 50]

Questions a second, memory before and after, the longest pause of another thread (as a window's would be), the
time a report takes, and what a server that dies in the middle leaves behind.
"""

import argparse
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.hosts import nsd  # noqa: E402
from urlinspector.hosts.resolver import ResolverSettings, Server  # noqa: E402
from urlinspector.hosts.service import Lookup  # noqa: E402

TICK = 0.01


def make_zones(folder: Path, count: int) -> list[str]:
    """One zone of a top label with that many registrable domains, a tenth of them on one address."""
    lines = ["$ORIGIN bench.", "$TTL 3600", "@ SOA ns1.bench. x.bench. 1 1 1 1 300", "@ NS ns1.bench."]
    lines.append("ns1 A 192.0.2.1")
    for n in range(count):
        address = "203.0.113.9" if n % 10 == 0 else f"45.0.{n // 250}.{n % 250 + 1}"
        lines += [f"d{n} A {address}", f"www.d{n} A {address}"]
    (folder / "bench.zone").write_text("\n".join(lines) + "\n")
    (folder / "mgal.com.zone").write_text((nsd.ZONES / "mgal.com.zone").read_text())
    return [f"d{n}.bench" for n in range(count)]


def memory() -> float:
    """The peak so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Ticks(threading.Thread):
    """Wakes every 10 ms and notes the longest time in between."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.gaps: list[float] = []
        self.stop = False

    def run(self) -> None:
        last = time.perf_counter()
        while not self.stop:
            time.sleep(TICK)
            now = time.perf_counter()
            self.gaps.append(now - last)
            last = now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hosts", type=int, default=5000)
    parser.add_argument("--in-flight", type=int, default=50)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        zones = folder / "zones"
        zones.mkdir()
        hosts = make_zones(zones, chosen.hosts)
        with nsd.running(folder, zones) as server:
            limits = {"per_second": 0, "in_flight": chosen.in_flight}
            settings = ResolverSettings((Server.parse(server.at),), **limits)
            whole(hosts, settings)
        with nsd.running(folder, zones) as server:
            limits |= {"timeout": 0.5, "tries": 1}
            dying(hosts, ResolverSettings((Server.parse(server.at),), **limits), server)


def whole(hosts: list[str], settings: ResolverSettings) -> None:
    """One run from beginning to end."""
    before = memory()
    with Lookup(hosts, settings) as lookup:
        start = time.perf_counter()
        plan = lookup.plan()
        print(f"plan: at most {plan.at_most:,} questions, made in {time.perf_counter() - start:.2f} s")
        ticks = Ticks()
        ticks.start()
        used = time.process_time()
        lookup.start()
        lookup.wait()
        ticks.stop = True
        ticks.join()
        told = lookup.progress
        used = time.process_time() - used
        rate = f"{told.per_second:,.0f}/s, {told.asked / used:,.0f} in a second of processor time"
        print(f"{len(hosts):,} hosts, {told.asked:,} questions in {told.seconds:.1f} s: {rate}")
        gaps = sorted(1000 * gap for gap in ticks.gaps)
        print(f"gap of a 10 ms tick: p99 {gaps[len(gaps) * 99 // 100]:.1f} ms, max {gaps[-1]:.1f} ms")
        print(f"memory: {before:.0f} MiB before, {memory():.0f} MiB at the peak")
        start = time.perf_counter()
        report = lookup.snapshot(accept="likely")
        took = time.perf_counter() - start
        print(f"report: {len(report.pairs):,} pairs, {len(report.groups):,} groups in {took:.2f} s")


def dying(hosts: list[str], settings: ResolverSettings, server: nsd.Nsd) -> None:
    """The server is killed when a third of the hosts are done."""
    with Lookup(hosts, settings) as lookup:
        lookup.start()
        while lookup.progress.hosts_done < len(hosts) // 3:
            time.sleep(0.02)
        server.kill()
        start = time.perf_counter()
        lookup.wait()
        took = time.perf_counter() - start
        outcomes = Counter(view.outcome for view in lookup.snapshot().hosts)
        print(f"killed: ended {took:.1f} s later as “{lookup.state.value}”: {dict(outcomes)}")


if __name__ == "__main__":
    main()
