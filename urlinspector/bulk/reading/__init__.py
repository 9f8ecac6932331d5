"""Reading lists: what a source is, is found out; what cannot be read is a record with a message, never an
exception.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.codes import CODE
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Cancelled, Task

from . import cdx
from .access_log import is_access_log, read_access_log
from .delimited import has_known_header, read_delimited
from .encoding import decode
from .lines import read_file, read_lines
from .markup import is_sitemap, read_sitemap
from .part import FORMATS, Part, ReadError, ReadOptions, Report
from .prose import read_prose
from .records import is_json_lines, read_json_lines, read_parquet
from .sheets import SUFFIXES as SHEETS
from .sheets import read_workbook
from .source import Source, why_binary
from .warc import is_warc, read_warc

__all__ = ["FORMATS", "Preview", "ReadOptions", "ReadResult", "Report", "Source", "preview", "read"]

_PREVIEW = 1 << 17
_HEAD = 1 << 16
_LARGE = 1 << 22
_NOT_IN_PLACE = (b"\x1f\x8b", b"PK", b"\xef\xbb\xbf")  # packed, or with a byte order mark
_DELIMITED = frozenset({".csv", ".tsv"})


@dataclass(frozen=True)
class ReadResult:
    """A table of all sources, in their order, and what became of each. `table` may have no rows."""

    table: UrlTable
    reports: tuple[Report, ...]

    @property
    def failed(self) -> tuple[Report, ...]:
        """Sources of which nothing was read."""
        return tuple(report for report in self.reports if report.failed)


class Preview(NamedTuple):
    """The first rows of a source as it would be read, for a dialog with overrides."""

    report: Report
    rows: list[tuple[int, str]]
    """Line and text."""
    columns: tuple[str, ...]
    """All columns, the one of the URLs among them."""


def read(
    sources: Iterable[Source], options: ReadOptions | None = None, task: Task | None = None
) -> ReadResult:
    """Read sources into one table. Raises Cancelled only."""
    options, task = options or ReadOptions(), task or Task()
    parts: list[Part] = []
    reports: list[Report] = []
    chosen = list(sources)
    for number, source in enumerate(chosen):
        task.at("reading", number, len(chosen))
        part, report = read_one(source, options, task)
        reports.append(report)
        parts.append(part)
    return ReadResult(_table(parts, reports, task), tuple(reports))


def read_one(source: Source, options: ReadOptions, task: Task) -> tuple[Part, Report]:
    """The rows of one source, and what is to be said of it: one that cannot be read is an empty part with the
    reason in its report. Raises Cancelled only.
    """
    report = Report(source.name)
    try:
        if _is_archive(source, options):
            part = read_warc(source, report, task)
        else:
            part = _read_large(source, options, report, task) or _read(
                source, source.read(report), options, report, task
            )
    except Cancelled:
        raise
    except ReadError as error:
        report.error, part = str(error), _nothing()
    except MemoryError:
        report.error, part = "does not fit into memory", _nothing()
    except (pl.exceptions.PolarsError, ValueError, RecursionError) as error:
        # What a reader did not foresee still ends in a message that names the source.
        report.error, part = f"could not be read ({error})", _nothing()
    if part.texts.is_empty() and not report.error:
        report.notes.append(_why_nothing(source, report))
    return part, report


def _read_large(source: Source, options: ReadOptions, report: Report, task: Task) -> Part | None:
    """A large plain list in UTF-8, which is read in place; None for anything else. Raises ReadError."""
    if source.path is None or source.size < _LARGE or not source.path.is_file():
        return None
    head = source.head(_HEAD)
    if not head.startswith(_NOT_IN_PLACE):
        probe = Report(source.name)
        _read(Source(source.name, data=head), head[: head.rfind(b"\n") + 1], options, probe, Task())
        if (probe.format, probe.encoding, probe.notes) == ("lines", "utf-8", []):
            return read_file(source.path, report, task)
    return None


def _is_archive(source: Source, options: ReadOptions) -> bool:
    """Whether it is a WARC file, which is read as a stream. Raises ReadError."""
    if options.format != "auto":
        return options.format == "warc"
    return ".warc" in Path(source.name.lower()).suffixes[-2:] or is_warc(source.head(64))


def _why_nothing(source: Source, report: Report) -> str:
    if report.skipped:
        return "nothing was read"
    if report.empty:
        return "holds nothing but blank lines"
    return "is empty" if not source.size else "holds no URLs"


def preview(source: Source, options: ReadOptions | None = None, rows: int = 50) -> Preview:
    """How a source would be read, from its first 128 KiB (a workbook, a Parquet file: from all)."""
    options = options or ReadOptions()
    try:
        if _is_archive(source, options):
            report = Report(source.name)
            part = read_warc(source, report, Task(), rows)
            return _shown(part, report, rows)
        head = source.head(_PREVIEW)
    except ReadError as error:
        return Preview(Report(source.name, error=str(error)), [], ())
    if source.suffix in SHEETS or head.startswith(b"PAR1"):
        part, report = read_one(source, options, Task())
    else:
        cut = head[: head.rfind(b"\n") + 1] or head if len(head) >= _PREVIEW else head
        part, report = read_one(Source(source.name, data=cut), options, Task())
    return _shown(part, report, rows)


def _shown(part: Part, report: Report, rows: int) -> Preview:
    texts = [codec.decode(text) for text in part.texts.head(rows).to_list()]
    columns = (report.column, *report.other_columns) if report.column else ()
    return Preview(report, list(zip(part.lines.head(rows).to_list(), texts, strict=True)), columns)


def _read(source: Source, data: bytes, options: ReadOptions, report: Report, task: Task) -> Part:
    head = data[:4096]
    if options.format == "auto":
        if head.startswith(b"PAR1"):
            report.format = "parquet"
            return read_parquet(data, options, report)
        if source.suffix in SHEETS or (head.startswith(b"PK\x03\x04") and b"xl/" in data[-65_536:]):
            report.format = "workbook"
            return read_workbook(data, options, report)
        if is_sitemap(head):
            report.format = "sitemap"
            return read_sitemap(data, report, task)
    why = why_binary(data)
    if why and not _is_wide(data, options):
        raise ReadError(f"looks like {why}")
    decoded = decode(data, options.encoding, report)
    report.encoding = decoded.encoding
    report.format = _format_of(source, decoded.data, options)
    if report.format == "csv":
        return read_delimited(decoded, options, report, task)
    if report.format == "log":
        return read_access_log(decoded, options, report, task)
    if report.format == "cdx":
        return cdx.read_cdx(decoded, report, task)
    if report.format == "cdxj":
        return cdx.read_cdxj(decoded, report, task)
    if report.format == "json lines":
        return read_json_lines(decoded, options, report, task)
    if report.format == "prose":
        return read_prose(decoded, report, task)
    return read_lines(decoded, report, task)


def _is_wide(data: bytes, options: ReadOptions) -> bool:
    """Whether control characters are half of each UTF-16 or UTF-32 unit and no sign of a binary file."""
    if options.encoding or data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return True
    sample = data[:4096]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    return max(even, odd) * 10 >= len(sample) // 2 * 7 and min(even, odd) * 20 < len(sample)


def _format_of(source: Source, data: bytes, options: ReadOptions) -> str:
    """Definitions §6: CSV by suffix or by a known header, prose only when asked, else lines; logs and indexes
    by the shape of their first lines.
    """
    if options.format != "auto":
        return options.format
    if source.suffix in _DELIMITED or options.delimiter:
        return "csv"
    head = data[: 1 << 16]
    if source.suffix in (".jsonl", ".ndjson") or is_json_lines(head):
        return "json lines"
    text = head.decode("utf-8", "replace")
    if index := cdx.format_of(text):
        return index
    if is_access_log(text):
        return "log"
    return "csv" if has_known_header(text) else "lines"


def _nothing() -> Part:
    return Part(pl.Series(dtype=pl.String), pl.Series(dtype=CODE), pl.DataFrame())


def _table(parts: list[Part], reports: list[Report], task: Task) -> UrlTable:
    sources = tuple(report.source for report in reports)
    if not parts:
        parts = [_nothing()]
    texts = pl.concat([part.texts.rename("text") for part in parts], rechunk=len(parts) > 1)
    lines = pl.concat([part.lines.rename("line") for part in parts])
    source = pl.concat(
        [pl.repeat(n, part.texts.len(), dtype=pl.UInt16, eager=True) for n, part in enumerate(parts)]
    )
    columns = pl.DataFrame()
    if any(part.columns.width for part in parts):
        frames = [
            part.columns
            if part.columns.width
            else pl.DataFrame({"": pl.repeat(None, part.texts.len(), eager=True)})
            for part in parts
        ]
        columns = pl.concat(frames, how="diagonal_relaxed", rechunk=True)
        columns = columns.drop("", strict=False)
    empty = sum(report.empty for report in reports)
    marked = False if all(part.holds_marked is False for part in parts) else None
    return UrlTable.of_columns(texts, sources, source, lines, columns, empty, task, marked)
