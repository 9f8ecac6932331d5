"""The figures of mining: what is found of planted rules, and how fast.

    python tests/bench/bench_mine.py [--rows 300000] [--parameters 10000000] [--quick]

Finds are measured on three planted lists (tests/rules/mining/planted.py), two of which were never tuned on:
other names and another seed, and names that nobody has seen. Speeds are CPU seconds of this process.
"""

import argparse
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import polars as pl  # noqa: E402

from tests.rules.mining.planted import NAMES, planted  # noqa: E402
from tests.rules.mining.truth import clustering_of, judged  # noqa: E402
from urlinspector.bulk import mining, mining_labels, mining_parameters, mining_tokens  # noqa: E402
from urlinspector.bulk.task import Task  # noqa: E402
from urlinspector.rules.mining import mine  # noqa: E402

LISTS = ((1, "plain"), (7, "other"), (11, "made-up"))


def finds(rows: int) -> None:
    """What is found on planted lists, with labels and without."""
    for seed, names in LISTS:
        made = planted(rows, seed=seed, names=NAMES[names])
        for labelled in (True, False):
            start = time.process_time()
            clustering = clustering_of(made, labelled=labelled)
            taken = time.process_time()
            result = mine(clustering)
            seconds = time.process_time() - taken
            found = judged(made, result)
            print(
                f"seed {seed}, {names} names, {'labels' if labelled else 'no labels'}: {found}\n"
                f"  {len(result.proposals)} proposals, {len(result.automatic)} safe; {seconds:.1f} s cpu "
                f"({seconds + taken - start:.1f} with clustering)"
            )


def tokens(rows: int) -> None:
    """The token stage, on a list from which nothing was taken before."""
    clustering = clustering_of(planted(rows), labelled=True)
    labels = mining_labels.labels_of(clustering, "hash", "content hash", Task()).of_cluster
    items, _ = mining_labels.mask(mining.items_of(clustering, labels))
    start, count = time.process_time(), 0
    for frame in mining.batches(items, Task()):
        count += frame.height
        mining_tokens.token_pairs(frame, 5, 10)
    seconds = time.process_time() - start
    print(f"tokens: {count:,} URLs, {seconds:.1f} s cpu, {count / seconds:,.0f} URLs a second and core")


def parameters(count: int) -> None:
    """The leave-one-out stage on so many parameters, two a URL, of 2,000 sites."""
    number = pl.int_range(count // 2, eager=True, dtype=pl.UInt64).alias("n")
    page, site = pl.col("n") // 3, (pl.col("n") // 3 * 2654435761) % 2000
    session = pl.col("n").hash(1).cast(pl.String)
    frame = pl.DataFrame(number).select(
        item=pl.col("n").cast(pl.UInt32),
        domain=site.cast(pl.UInt32),
        site=site.cast(pl.UInt32),
        scheme=pl.lit("https"),
        host=pl.format("h{}.example", site),
        rest=pl.lit(0, dtype=pl.UInt64),
        path=pl.format("/section/page-{}.html", page),
        query=pl.format("id={}&sid={}", pl.col("n") // 3 % 50, session),
        has_port=pl.lit(False),
        label=page.cast(pl.UInt32),
        plain=pl.lit(True),
    )
    items = mining.Items(frame, (), frozenset(), 0)
    start, wall = time.process_time(), time.perf_counter()
    agree = groups = 0.0
    for batch in mining.batches(items, Task()):
        for each in mining_parameters.leave_one_out(batch).counted:
            if each.names == ("sid",):
                agree, groups = agree + each.agree, groups + each.labelled
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    print(
        f"parameters: {count:,}, {time.perf_counter() - wall:.1f} s, "
        f"{time.process_time() - start:.1f} s cpu, "
        f"peak {peak / 2**30:.1f} GiB; {groups:,.0f} groups without sid, {agree / groups:.3f} agree"
    )


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--parameters", type=int, default=10_000_000)
    parser.add_argument("--quick", action="store_true", help="speeds only")
    chosen = parser.parse_args()
    parameters(chosen.parameters)
    tokens(chosen.rows)
    if not chosen.quick:
        finds(chosen.rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
