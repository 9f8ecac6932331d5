"""Plain lists: one text a line. A line ends with LF or CRLF; in a file without any LF, with CR."""

import polars as pl

from urlinspector.bulk.codes import CODE
from urlinspector.bulk.task import Task

from .encoding import Decoded
from .part import Part, Report, without_empty

_PIECE = 4 << 20


def read_lines(decoded: Decoded, report: Report, task: Task) -> Part:
    """Every line of a text. Raises Cancelled."""
    data = decoded.data
    if b"\n" not in data and b"\r" in data:
        data = data.replace(b"\r", b"\n")
    pieces = range(0, len(data), _PIECE)
    if any(data.find(0, start, start + _PIECE) >= 0 for start in pieces):
        nul = sum(data.count(b"\0", start, start + _PIECE) for start in pieces)
        report.notes.append(f"holds {nul} NUL character{'s' if nul > 1 else ''}; they are kept")
    texts = task.call(_texts, data)
    lines = pl.int_range(1, texts.len() + 1, dtype=CODE, eager=True)
    return without_empty(Part(texts, lines, pl.DataFrame(), decoded.holds_marked), report)


def _texts(data: bytes) -> pl.Series:
    return pl.read_lines(data, name="text")["text"].rechunk() if data else pl.Series("text", dtype=pl.String)
