"""The one-by-one pipeline beside w3lib's `canonicalize_url`, on the same real list in the same run.

Prints URLs per second for `safe` and `seo` as a pair of rounds each, best of five, and the ratio to w3lib.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from w3lib.url import canonicalize_url

from urlinspector.normalize.library import builtin

LIST = Path(__file__).resolve().parents[3] / "shared" / "data" / "urls" / "kasztp.txt"
ROUNDS = 5


def main() -> int:
    """Prints the figures; 1 where the list is not at hand."""
    if not LIST.exists():
        print("the list ../shared/data/urls/kasztp.txt is not at hand")
        return 1
    lines = LIST.read_text("utf-8", "surrogateescape").split("\n")
    functions: dict[str, Callable[[str], object]] = {"w3lib": _w3lib}
    functions |= {name: builtin(name).outcome for name in ("safe", "seo")}
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(ROUNDS):
        for name, function in functions.items():
            start = time.perf_counter()
            for line in lines:
                function(line)
            best[name] = min(best[name], time.perf_counter() - start)
    for name, seconds in best.items():
        print(f"{name:8} {len(lines) / seconds:>10,.0f} URLs/s   {best['w3lib'] / seconds:5.2f} x w3lib")
    return 0


def _w3lib(text: str) -> str | None:
    try:
        return canonicalize_url(text)
    except ValueError:
        return None


if __name__ == "__main__":
    sys.exit(main())
