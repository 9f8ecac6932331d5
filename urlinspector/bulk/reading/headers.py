"""Names under which lists carry their URLs, and how the column is chosen: by name, never by position."""

import re
from collections.abc import Sequence

from .part import ReadError, Report

ALIASES = (
    "address", "url", "uri", "loc", "text", "page", "pages", "top pages", "link", "href",
    "canonical link element 1", "original", "final url", "source", "destination", "target url",
    "referring page url", "landing page", "request",
)  # fmt: skip
"""In order of preference; compared without letter case. `text` is the name in our own exports."""

_LOOKS_LIKE_A_URL = re.compile(r"\s*(?:[A-Za-z][A-Za-z0-9+.\-]*://|//|www\.|hxxp)", re.IGNORECASE)


def is_known(name: str) -> bool:
    """Whether a header cell names a column of URLs."""
    return name.strip().strip('"').casefold() in ALIASES


def looks_like_a_url(cell: str) -> bool:
    """Whether a cell is more likely a URL than a header."""
    return _LOOKS_LIKE_A_URL.match(cell) is not None


def unique_names(header: Sequence[str]) -> list[str]:
    """Header cells as distinct, non-empty names: `Title`, `Title (2)`, `column 3`."""
    names: list[str] = []
    for number, cell in enumerate(header, 1):
        name = base = cell.strip() or f"column {number}"
        count = 2
        while name in names:
            name = f"{base} ({count})"
            count += 1
        names.append(name)
    return names


def choose_column(
    names: Sequence[str], wanted: str, rows: Sequence[Sequence[str | None]], report: Report
) -> int:
    """Which column holds the URLs: the wanted one, else by alias, else the one whose first rows look most
    like URLs.

    Raises ReadError where there is none, naming the columns.
    """
    folded = [name.casefold() for name in names]
    if wanted:
        if wanted.casefold() not in folded:
            raise ReadError(f"has no column “{wanted}”; it has {', '.join(names)}")
        at = folded.index(wanted.casefold())
    else:
        known = [alias for alias in ALIASES if alias in folded]
        at = folded.index(known[0]) if known else _most_alike(names, rows)
        if at < 0:
            raise ReadError(f"no column holds URLs; choose one of {', '.join(names)}")
    report.column = names[at]
    report.other_columns = tuple(name for number, name in enumerate(names) if number != at)
    others = [name for name in report.other_columns if is_known(name)]
    if others and not wanted:
        report.notes.append(f"the URLs are those of “{names[at]}”; there is also {', '.join(others)}")
    return at


def _most_alike(names: Sequence[str], rows: Sequence[Sequence[str | None]]) -> int:
    counts = [
        sum(len(row) > at and row[at] is not None and looks_like_a_url(row[at] or "") for row in rows)
        for at in range(len(names))
    ]
    best = max(counts, default=0)
    return counts.index(best) if best else -1
