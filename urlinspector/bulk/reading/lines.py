"""Plain lists: one text a line. A line ends with LF or CRLF; in a file without any LF, with CR."""

import polars as pl

from ..codes import CODE
from .encoding import Decoded
from .part import Part, Report, without_empty


def read_lines(decoded: Decoded, report: Report) -> Part:
    """Every line of a text."""
    data = decoded.data
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    nul = data.count(b"\0")
    if nul:
        report.notes.append(f"holds {nul} NUL character{'s' if nul > 1 else ''}; they are kept")
    texts = pl.read_lines(data, name="text")["text"] if data else pl.Series("text", dtype=pl.String)
    lines = pl.int_range(1, texts.len() + 1, dtype=CODE, eager=True)
    return without_empty(Part(texts, lines, pl.DataFrame()), report)
