"""Says before it starts whether a list fits into memory (measured: tests/bench/bench_cluster.py)."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from .reading.source import Source

_BASE = 150 << 20  # the program and its libraries
# Peak of reading and clustering per byte of a file. A plain list was measured at 4; what is packed holds some
# seven times its size.
_PER_BYTE = 5
_PER_BYTE_OF_A_TABLE = 10
_PER_PACKED_BYTE = 45
_TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".xml")
_STREAMED = (".warc", ".warc.gz", ".warc.zst")
_PER_STREAMED_BYTE = 1  # of an archive only the headers are kept
_PACKED = (".gz", ".xlsx", ".xlsm", ".xlsb", ".ods", ".parquet")


class MemoryEstimate(NamedTuple):
    """Bytes."""

    needed: int
    available: int | None
    """None where the system does not tell."""

    @property
    def fits(self) -> bool:
        """Whether there is room; True where it cannot be known."""
        return self.available is None or self.needed <= self.available

    def __str__(self) -> str:
        have = "unknown" if self.available is None else f"{self.available / 2**30:.1f} GiB"
        return f"some {self.needed / 2**30:.1f} GiB of memory are needed, {have} are free"


def estimate(sources: Iterable[Source]) -> MemoryEstimate:
    """What reading and clustering sources would take."""
    needed = _BASE
    for source in sources:
        needed += source.size * _factor(source.name.lower())
    return MemoryEstimate(needed, available())


def _factor(name: str) -> int:
    if name.endswith(_STREAMED):
        return _PER_STREAMED_BYTE
    if name.endswith(_PACKED):
        return _PER_PACKED_BYTE
    return _PER_BYTE_OF_A_TABLE if name.endswith(_TABLES) else _PER_BYTE


def available() -> int | None:
    """Bytes of memory that could be had now without swapping; None where the system does not tell."""
    if sys.platform.startswith("linux"):
        try:
            for line in Path("/proc/meminfo").read_text("ascii").splitlines():
                if line.startswith("MemAvailable:"):
                    return min(int(line.split()[1]) * 1024, _group_limit())
        except (OSError, ValueError):
            return None
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _group_limit() -> int:
    """What a container leaves, or a number beyond any machine."""
    limit = Path("/sys/fs/cgroup/memory.max")
    used = Path("/sys/fs/cgroup/memory.current")
    try:
        text = limit.read_text("ascii").strip()
        return 1 << 62 if text == "max" else max(0, int(text) - int(used.read_text("ascii")))
    except (OSError, ValueError):
        return 1 << 62
