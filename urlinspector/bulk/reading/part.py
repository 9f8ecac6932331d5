"""What reading one source gives: its rows as columns, and a report of what was read and what was not."""

from dataclasses import dataclass, field
from typing import NamedTuple

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.codes import CODE, where

LONGEST = 1 << 20
"""Bytes of the longest line or cell that is taken for a URL; longer ones are counted and left out."""


class ReadError(Exception):
    """A source that cannot be read at all; the message is for the user."""


@dataclass(frozen=True)
class ReadOptions:
    """What the user chose; everything at its default is found out."""

    format: str = "auto"
    """One of `FORMATS`."""
    encoding: str = ""
    column: str = ""
    """Name of the column that holds the URLs, in formats that have columns."""
    delimiter: str = ""
    host: str = ""
    """The host (or scheme and host) of an access log, which names targets only."""


FORMATS = ("auto", "lines", "csv", "prose", "log", "warc", "cdx", "cdxj")
"""`log` is an access log, common or combined."""


@dataclass
class Report:
    """What became of one source."""

    source: str
    format: str = ""
    encoding: str = ""
    column: str = ""
    """The column that was taken for the URLs."""
    other_columns: tuple[str, ...] = ()
    """Columns that could be chosen instead."""
    rows: int = 0
    empty: int = 0
    skipped: int = 0
    """Lines or records that were not read."""
    error: str = ""
    """Why nothing was read, or not all of it; empty where all went well."""
    notes: list[str] = field(default_factory=list)
    """What a person should know: bytes that fit no encoding, ragged rows, …"""

    @property
    def failed(self) -> bool:
        """Whether nothing could be read."""
        return bool(self.error) and not self.rows


class Part(NamedTuple):
    """The rows of one source, as columns of one length."""

    texts: pl.Series
    """Coded texts."""
    lines: pl.Series
    """Line, from 1, on which each row starts (the row's number in formats without lines)."""
    columns: pl.DataFrame
    """Other columns, all text."""
    holds_marked: bool | None = None
    """Whether any text holds the codec's mark; None where nobody looked."""


def part_of(texts: list[str], lines: list[int], columns: dict[str, list[str | None]] | None = None) -> Part:
    """A part of decoded texts."""
    made = {name: text_column(values) for name, values in (columns or {}).items()}
    return Part(text_column(texts), pl.Series(lines, dtype=CODE), pl.DataFrame(made))


def text_column(texts: "list[str] | list[str | None]") -> pl.Series:
    """Decoded texts as a column."""
    coded = [text if text is None or text.isascii() else codec.encode(text) for text in texts]
    return pl.Series(coded, dtype=pl.String)


def without_empty(part: Part, report: Report) -> Part:
    """The rows that hold more than blanks and are not too long; the others are counted."""
    blank = _blank(part.texts)
    report.empty += int(blank.sum())
    long = part.texts.str.len_bytes() > LONGEST
    skipped = int(long.sum())
    if skipped:
        report.skipped += skipped
        first = part.lines.filter(long.fill_null(False))[0]
        report.notes.append(
            f"{skipped} {'row is' if skipped == 1 else 'rows are'} longer than {LONGEST >> 20} MiB "
            f"and left out, the first on line {first}"
        )
    kept = ~(blank | long.fill_null(False))
    if not kept.all():
        columns = part.columns.filter(kept) if part.columns.width else part.columns
        part = part._replace(texts=part.texts.filter(kept), lines=part.lines.filter(kept), columns=columns)
    report.rows = part.texts.len()
    return part


def _blank(texts: pl.Series) -> pl.Series:
    """Which rows hold nothing but blanks; looked at closely is what begins with a blank, or is empty."""
    perhaps = (texts < "!").fill_null(True)
    at = where(perhaps)
    if at.is_empty():
        return perhaps
    holds_more = texts[at].str.contains("[^ \t\r]").fill_null(False)
    return perhaps.scatter(at, ~holds_more)
