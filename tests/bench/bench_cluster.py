"""The figures of clustering: whole processes beside `sort -u` and w3lib, and what a window waits for.

    python tests/bench/bench_cluster.py [LIST] [--rounds 3] [--ten] [--quick]

Without LIST a million lines are made (make_list.py). Ratios are of one run, each command in turn, medians of
the rounds. `--ten` adds ten different million lines in one file.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

SKELETON = """
import sys
import polars as pl
texts = pl.read_lines(sys.argv[1], name="t").unique(maintain_order=True)
cut = r"(?s)^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\\\\?([^#]*))?(?:#(.*))?$"
parts = texts.select(pl.col("t").str.extract_groups(cut)).unnest("t")
print(parts.group_by(parts.columns).len().height)
"""
W3LIB = """
import sys
from w3lib.url import canonicalize_url
groups = {}
with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as file:
    for line in file:
        try:
            key = canonicalize_url(line.rstrip("\\\\n"))
        except Exception:
            key = None
        groups.setdefault(key, []).append(line)
print(len(groups))
"""


class Taken(NamedTuple):
    """One whole process."""

    seconds: float
    cpu: float
    peak: int
    """Bytes."""


def run(command: list[str], **environment: str) -> Taken:
    """Run a command to its end, its output thrown away."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Taken(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def processes(path: Path, rounds: int, *, slow: bool) -> None:
    """Whole processes in turn."""
    cluster = [sys.executable, "-m", "urlinspector", "cluster", "--profile", "seo", str(path)]
    commands = {
        "sort -u": ["sort", "-u", str(path)],
        "cluster seo": cluster,
        "skeleton": [sys.executable, "-c", SKELETON.replace("\\\\", "\\"), str(path)],
        "python -c pass": [sys.executable, "-c", "pass"],
        "import polars": [sys.executable, "-c", "import polars"],
    }
    taken: dict[str, list[Taken]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            taken[name].append(run(command, LC_ALL="C"))
    if slow:
        taken["w3lib loop"] = [run([sys.executable, "-c", W3LIB.replace("\\\\", "\\"), str(path)])]
    base = statistics.median(each.seconds for each in taken["sort -u"])
    ours = statistics.median(each.seconds for each in taken["cluster seo"])
    print(f"{path.name}, {path.stat().st_size / 1e6:.0f} MB, {os.cpu_count()} cores, median of {rounds}")
    for name, all_taken in taken.items():
        seconds = statistics.median(each.seconds for each in all_taken)
        cpu = statistics.median(each.cpu for each in all_taken)
        peak = max(each.peak for each in all_taken)
        print(
            f"  {name:16} {seconds:7.2f} s  {cpu:7.2f} s cpu  {peak / 2**20:6.0f} MiB"
            f"   {seconds / base:6.2f} x sort -u   {seconds / ours:6.2f} x cluster"
        )


def ten_million(folder: Path, rounds: int) -> None:
    """Ten different million lines against one."""
    from tests.bench.make_list import write

    one, ten = folder / "one.txt", folder / "ten.txt"
    with ten.open("wb") as whole:
        for seed in range(1, 11):
            write(one, 1_000_000, seed)
            whole.write(one.read_bytes())
    write(one, 1_000_000, 1)
    small = [sys.executable, "-m", "urlinspector", "cluster", "--profile", "seo", str(one)]
    first = statistics.median(run(small).seconds for _ in range(rounds))
    taken = run([*small[:-1], str(ten)])
    print(
        f"10 M lines: {taken.seconds:.1f} s, {taken.seconds / first:.1f} x one million, "
        f"{taken.peak / 2**30:.2f} GiB"
    )


def in_window(path: Path) -> None:
    """What a window waits for: a full run, a toggle, sorting, filtering, ticks beside the work."""
    from urlinspector.bulk.cluster_rows import cluster_rows
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.engine import Engine
    from urlinspector.bulk.filtering import Matching, parse_filter
    from urlinspector.bulk.reading import Source, read
    from urlinspector.bulk.sorting import cluster_keys, sort
    from urlinspector.bulk.task import Cancelled, CancelToken, Task
    from urlinspector.normalize.library import builtin

    def timed(name: str, work):
        start = time.perf_counter()
        answer = work()
        took = time.perf_counter() - start
        print(f"  {name:42} {took * 1000:8.0f} ms")
        return took, answer

    profile = builtin("seo")
    gaps: list[float] = []
    stop = threading.Event()
    ticker = threading.Thread(target=_tick, args=(gaps, stop))
    ticker.start()
    full = time.perf_counter()
    result = read([Source.file(path)])
    engine = Engine(result.table)
    clustering = Clustering.make(engine, profile)
    full = time.perf_counter() - full
    stop.set()
    ticker.join()
    gaps.sort()
    print(f"in one process: read and cluster {full:.2f} s")
    print(
        f"  10 ms ticks of another thread meanwhile: p99 {gaps[int(len(gaps) * 0.99)] * 1000:.0f} ms, "
        f"max {gaps[-1] * 1000:.0f} ms"
    )
    toggle, _ = timed(
        "one step off", lambda: Clustering.make(engine, profile.disabled("remove-trailing-slash"))
    )
    print(f"  {'':42} {toggle / full * 100:8.0f} % of a full run")
    toggle, _ = timed("one step on", lambda: Clustering.make(engine, profile.enabled("lowercase-path")))
    print(f"  {'':42} {toggle / full * 100:8.0f} % of a full run")
    matching = Matching(clustering)
    timed(
        "first rows of the clusters table", lambda: cluster_rows(clustering, matching.clusters(()).ids(0, 40))
    )
    for name, key in cluster_keys(clustering).items():
        timed(f"sort clusters by {name}", lambda key=key: sort(matching.clusters(()), key()))
    for text in ("host:angelfire.com", "wiki", "param:page size>2", "/index\\.html$/"):
        timed(f"filter clusters: {text}", lambda text=text: matching.clusters(parse_filter(text)))
    token = CancelToken()
    asked: list[float] = []

    def cancel() -> None:
        asked.append(time.perf_counter())
        token.cancel()

    threading.Timer(0.3, cancel).start()
    try:
        Clustering.make(Engine(result.table, Task(token)), profile, task=Task(token))
    except Cancelled:
        print(f"  {'cancel answers after':42} {(time.perf_counter() - asked[0]) * 1000:8.0f} ms")


def _tick(gaps: list[float], stop: threading.Event) -> None:
    last = time.perf_counter()
    while not stop.is_set():
        time.sleep(0.01)
        now = time.perf_counter()
        gaps.append(now - last)
        last = now


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("list", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ten", action="store_true", help="also ten million lines")
    parser.add_argument("--quick", action="store_true", help="without the w3lib loop")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = chosen.list
        if path is None:
            from tests.bench.make_list import SOURCE, write

            if not SOURCE.exists():
                print(f"the source list is missing: {SOURCE}", file=sys.stderr)
                return 0
            path = Path(folder, "million.txt")
            print(f"SHA-256 of the list: {write(path, 1_000_000, 1)}")
        processes(path, chosen.rounds, slow=not chosen.quick)
        in_window(path)
        if chosen.ten:
            ten_million(Path(folder), chosen.rounds)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
