"""JSON Lines and Parquet: the field of URLs by its name, the other fields kept as texts. Our own exports open
again.
"""

import io
import json
from typing import Any

import polars as pl

from urlinspector.bulk.codes import CODE
from urlinspector.bulk.task import Task

from .encoding import Decoded, text_of
from .headers import choose_column
from .part import Part, ReadError, ReadOptions, Report, part_of, text_column, without_empty

_SAMPLE = 30
_CHECK = 20_000


def is_json_lines(head: bytes) -> bool:
    """Whether a text starts with a whole JSON object on its first line."""
    line = head.lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0]
    if not line.startswith(b"{") or not line.rstrip().endswith(b"}"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def read_json_lines(decoded: Decoded, options: ReadOptions, report: Report, task: Task) -> Part:
    """The records of a JSON Lines text; a line is an object or the URL as a string. Raises ReadError."""
    names: dict[str, int] = {}
    records: list[dict[str, Any]] = []
    lines: list[int] = []
    bad: list[int] = []
    for line, text in enumerate(text_of(decoded).removesuffix("\n").split("\n"), 1):
        if line % _CHECK == 0:
            task.at("reading", line)
        if not text.strip():
            report.empty += 1
            continue
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            bad.append(line)
            continue
        if isinstance(record, str):
            record = {"url": record}
        if not isinstance(record, dict):
            bad.append(line)
            continue
        for name in record:
            names.setdefault(name, len(names))
        records.append(record)
        lines.append(line)
    if bad:
        report.skipped += len(bad)
        report.notes.append(
            f"line {bad[0]} is no JSON object and was left out"
            if len(bad) == 1
            else f"{len(bad)} lines are no JSON objects and were left out, the first of them line {bad[0]}"
        )
    if not records:
        raise ReadError("holds no JSON objects")
    columns = [[_plain(record.get(name)) for record in records] for name in names]
    at = choose_column(
        list(names), options.column, list(zip(*[c[:_SAMPLE] for c in columns], strict=True)), report
    )
    others = {
        name: column for number, (name, column) in enumerate(zip(names, columns, strict=True)) if number != at
    }
    return without_empty(part_of([cell or "" for cell in columns[at]], lines, others), report)


def _plain(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def read_parquet(data: bytes, options: ReadOptions, report: Report) -> Part:
    """The rows of a Parquet file. Raises ReadError."""
    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, OSError) as error:
        raise ReadError(f"is not a Parquet file that can be read ({error})") from None
    return frame_part(frame, options, report)


def frame_part(frame: pl.DataFrame, options: ReadOptions, report: Report) -> Part:
    """A frame as a part: its columns as texts, nested ones left out. Raises ReadError."""
    nested = [name for name, kind in frame.schema.items() if kind.is_nested() or kind == pl.Binary]
    if nested:
        report.notes.append(f"columns that hold no plain values were left out: {', '.join(nested)}")
    frame = frame.drop(nested).select(pl.all().cast(pl.String))
    if not frame.width:
        raise ReadError("has no columns of plain values")
    at = choose_column(frame.columns, options.column, frame.head(_SAMPLE).rows(), report)
    texts = frame.to_series(at)
    texts = text_column(texts.to_list()) if _needs_coding(texts) else texts
    lines = pl.int_range(1, frame.height + 1, dtype=CODE, eager=True)
    return without_empty(Part(texts.fill_null(""), lines, frame.drop(frame.columns[at])), report)


def _needs_coding(texts: pl.Series) -> bool:
    from urlinspector.bulk import codec

    return bool(texts.str.contains(codec.MARK, literal=True).any())
