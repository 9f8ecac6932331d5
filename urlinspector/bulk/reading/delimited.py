"""CSV, TSV and semicolon lists: the column of URLs by its name, the other columns kept."""

import csv
import io
from collections.abc import Iterator

import polars as pl

from urlinspector.bulk.task import Task

from .encoding import Decoded, text_of
from .headers import choose_column, is_known, looks_like_a_url, unique_names
from .part import LONGEST, Part, ReadError, ReadOptions, Report, part_of, without_empty

DELIMITERS = ",;\t|"
_SAMPLE = 30
_CHECK = 20_000
_CHUNK = 50_000


def sniff_delimiter(text: str) -> str:
    """The delimiter of the first records: the one beside a known header, else the most regular one."""
    first = text[: text.find("\n")] if "\n" in text else text
    for delimiter in DELIMITERS:
        if delimiter in first and any(is_known(cell) for cell in _record(first, delimiter)):
            return delimiter
    lines = text[: 1 << 16].split("\n")[:_SAMPLE]

    def regular(delimiter: str) -> tuple[int, int]:
        widths = [len(record) for record in csv.reader(lines, delimiter=delimiter) if record]
        common = max(set(widths), key=widths.count) if widths else 1
        return (0, 0) if common == 1 else (widths.count(common), common)

    try:
        return max(DELIMITERS, key=regular)
    except csv.Error:
        return ","


def has_known_header(text: str) -> bool:
    """Whether the first record of a text names a column of URLs."""
    first = text[: text.find("\n")] if "\n" in text else text
    first = first.rstrip("\r")
    if len(first) > 1 << 16 or looks_like_a_url(first):
        return False
    return any(is_known(cell) for delimiter in DELIMITERS for cell in _record(first, delimiter))


def _record(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def read_delimited(decoded: Decoded, options: ReadOptions, report: Report, task: Task) -> Part:
    """The rows of a CSV text. Raises ReadError and Cancelled."""
    text = text_of(decoded)
    delimiter = options.delimiter or sniff_delimiter(text)
    previous = csv.field_size_limit(LONGEST)
    try:
        return _read(text, delimiter, options, report, task)
    finally:
        csv.field_size_limit(previous)


def _records(text: str, delimiter: str, report: Report) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line on which it starts; one that cannot be read ends the list."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    while True:
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            report.error = (
                f"the record that starts on line {line} cannot be read ({error}); perhaps a quotation mark "
                "is not closed; what stands before was read"
            )
            return
        yield line, record
        line = reader.line_num + 1


def _read(text: str, delimiter: str, options: ReadOptions, report: Report, task: Task) -> Part:
    records = _records(text, delimiter, report)
    first = next(records, None)
    if first is None:
        if report.error:
            raise ReadError(report.error)
        return part_of([], [])
    header = first[1]
    sample: list[tuple[int, list[str]]] = []
    if not options.column and not any(map(is_known, header)) and any(map(looks_like_a_url, header)):
        sample.append(first)
        header = [""] * len(header)
    for record in records:
        sample.append(record)
        if len(sample) >= _SAMPLE:
            break
    names = unique_names(header)
    at = choose_column(names, options.column, [cells for _, cells in sample], report)
    table = _Columns(len(names))
    ragged = extra = 0
    for line, fields in _chain(sample, records):
        if len(table) % _CHECK == 0:
            task.at("reading", len(table))
        if not fields:
            report.empty += 1
            continue
        if len(fields) != len(names):
            ragged += 1
            extra += any(fields[len(names) :])
        table.add(line, [*fields, *[""] * (len(names) - len(fields))])
    if ragged:
        left_out = f"; what {extra} of them hold beyond was left out" if extra else ""
        report.notes.append(f"{ragged} records do not have {len(names)} fields{left_out}")
    part = table.part(names, at)
    broken = int(part.texts.str.contains("\n", literal=True).sum())
    if broken:
        report.notes.append(f"{broken} URL fields hold a line end; perhaps a quotation mark is not closed")
    return without_empty(part, report)


class _Columns:
    """Records gathered into columns, a chunk at a time, so that few of them are Python objects at once."""

    def __init__(self, width: int) -> None:
        self._lines: list[int] = []
        self._records: list[list[str]] = []
        self._width, self._chunks, self._count = width, [part_of([], [])][:0], 0

    def __len__(self) -> int:
        return self._count + len(self._lines)

    def add(self, line: int, cells: list[str]) -> None:
        self._lines.append(line)
        self._records.append(cells)
        if len(self._lines) >= _CHUNK:
            self._flush()

    def _flush(self) -> None:
        cells = zip(*self._records, strict=False) if self._records else [()] * self._width
        columns = {
            f"{at}": [cell or None for cell in column]
            for at, column in zip(range(self._width), cells, strict=False)
        }
        self._chunks.append(part_of([], self._lines, columns))
        self._count += len(self._lines)
        self._lines, self._records = [], []

    def part(self, names: list[str], at: int) -> Part:
        """All records, the column at `at` as the texts."""
        self._flush()
        frame = pl.concat([chunk.columns for chunk in self._chunks], rechunk=True)
        lines = pl.concat([chunk.lines for chunk in self._chunks], rechunk=True)
        texts = frame[f"{at}"].fill_null("")
        others = frame.drop(f"{at}").rename({f"{n}": name for n, name in enumerate(names) if n != at})
        return Part(texts, lines, others)


def _chain(
    sample: list[tuple[int, list[str]]], records: Iterator[tuple[int, list[str]]]
) -> Iterator[tuple[int, list[str]]]:
    yield from sample
    yield from records
