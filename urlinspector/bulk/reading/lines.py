"""Plain lists: one text a line. A line ends with LF or CRLF; in a file without any LF, with CR."""

import mmap
from pathlib import Path

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.codes import CODE
from urlinspector.bulk.task import Task

from .encoding import Decoded
from .part import Part, Report, without_empty

_PIECE = 4 << 20
_WINDOW = 1 << 16
_PACKED = (b"x\x01", b"x^", b"x\x9c", b"x\xda", b"\x1f\x8b", b"(\xb5")
"""How compressed data begins: the engine would unpack a text that begins so, or lose it."""
_MARK_BEGINS = codec.MARK.encode()[0]


def read_lines(decoded: Decoded, report: Report, task: Task) -> Part:
    """A row for every line of a decoded text, ends by LF or CRLF, or by CR where there is no LF; what
    is odd goes into the report. Raises Cancelled.
    """
    data = decoded.data
    if b"\n" not in data and b"\r" in data:
        data = data.replace(b"\r", b"\n")
    pieces = range(0, len(data), _PIECE)
    if any(data.find(0, start, start + _PIECE) >= 0 for start in pieces):
        nul = sum(data.count(b"\0", start, start + _PIECE) for start in pieces)
        report.notes.append(f"holds {nul} NUL character{'s' if nul > 1 else ''}; they are kept")
    texts = task.call(lines_of, data)
    lines = pl.int_range(1, texts.len() + 1, dtype=CODE, eager=True)
    return without_empty(Part(texts, lines, pl.DataFrame(), decoded.holds_marked), report)


def read_file(path: Path, report: Report, task: Task) -> Part | None:
    """Every line of a file in UTF-8 that is not taken into memory before; None where it is not as plain as
    that: other bytes, NUL, or what may be the codec's mark. Raises Cancelled.
    """
    if not task.call(_is_plain, path):
        return None
    try:
        texts = task.call(lines_of, path.absolute())
    except pl.exceptions.PolarsError:
        return None
    report.format, report.encoding = "lines", "utf-8"
    lines = pl.int_range(1, texts.len() + 1, dtype=CODE, eager=True)
    return without_empty(Part(texts, lines, pl.DataFrame(), holds_marked=False), report)


def _is_plain(path: Path) -> bool:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:2] in _PACKED:
            return False
        for start in range(0, len(data), _WINDOW):
            piece = data[start : start + _WINDOW]
            if piece.find(_MARK_BEGINS) >= 0 or piece.find(0) >= 0:
                return False
    return True


def lines_of(data: bytes | Path) -> pl.Series:
    """The lines of a text in UTF-8, as they are."""
    if not data:
        return pl.Series("text", dtype=pl.String)
    if isinstance(data, bytes) and data.startswith(_PACKED):
        return pl.read_lines(b"\n" + data, name="text")["text"].slice(1)
    return pl.read_lines(data, name="text", glob=False)["text"].rechunk()
