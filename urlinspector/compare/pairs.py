"""Pairs of URLs from a file of two columns (CSV, TSV or semicolons), each compared under a profile."""

import csv
import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from urlinspector.compare.report import headline
from urlinspector.compare.verdict import Comparison, Verdict, compare
from urlinspector.normalize.profile import Profile

_HEADERS = frozenset(
    {"a", "b", "old", "new", "from", "to", "source", "target", "destination", "old_url", "new_url"}
    | {"url", "url1", "url2", "url_1", "url_2", "left", "right"}
)


class PairRow(NamedTuple):
    """One record of the file: its line (from 1) and the two texts, or what is wrong with it."""

    line: int
    a: str
    b: str
    error: str | None = None


def read_pairs(data: bytes) -> Iterator[PairRow]:
    """The records of a file; a header line is left out, a record without two columns keeps its place.

    UTF-8 with or without a byte order mark; other bytes survive (surrogateescape). Empty lines are no
    records.
    """
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    before = 0
    try:
        for number, record in enumerate(reader):
            line, before = before + 1, reader.line_num
            cells = [cell.strip() for cell in record]
            if not any(cells) or (number == 0 and _is_header(cells)):
                continue
            if len(cells) < 2:
                yield PairRow(line, cells[0], "", "one column where two are needed")
            else:
                yield PairRow(line, cells[0], cells[1])
    except csv.Error as error:
        yield PairRow(before + 1, "", "", f"not CSV from here on: {error}")


def _delimiter(text: str) -> str:
    """Tab, semicolon or comma: the first of them that stands in the first record."""
    first = text[: text.find("\n")] if "\n" in text else text
    return next((each for each in "\t;," if each in first), ",")


def _is_header(cells: list[str]) -> bool:
    return all(cell.lower().replace(" ", "_") in _HEADERS for cell in cells[:2])


def pair_data(row: PairRow, profile: Profile) -> dict[str, Any]:
    """The line of JSON for one record; its verdict is `not-comparable` where the record itself is at
    fault.
    """
    if row.error is not None:
        blank = {"canonical": [None, None], "differs": [], "needed": [], "safety": None}
        verdict = Verdict.NOT_COMPARABLE.value
        return {"line": row.line, "a": row.a, "b": row.b, "verdict": verdict, **blank, "error": row.error}
    found = compare(row.a, row.b, profile)
    return {"line": row.line, "a": row.a, "b": row.b, **_verdict_data(found)}


def _verdict_data(found: Comparison) -> dict[str, Any]:
    refused = found.verdict is Verdict.NOT_COMPARABLE
    return {
        "verdict": found.verdict.value,
        "canonical": list(found.written),
        "differs": [each.value for each in found.differs],
        "needed": [bound.step.name for bound in found.needed],
        "safety": found.safety.value if found.safety else None,
        "error": f"{headline(found).lower()}: {'; '.join(found.reasons)}" if refused else None,
    }
