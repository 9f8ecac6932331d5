"""CSV, JSON Lines, Parquet and XLSX: one writer each, over the frames of `rows`.

Lone surrogates (definitions §1): CSV writes the raw bytes back, JSON writes `\\udcXX`, Parquet and XLSX hold
`\\xHH` and a column `escaped` that says so.
"""

import contextlib
import io
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.rule_names import BETWEEN
from urlinspector.bulk.task import Task

from .rows import CHUNK, ExportOptions

if TYPE_CHECKING:
    from xlsxwriter import Workbook

Notes = list[str]
_CODED = re.compile(re.escape(codec.MARK.encode()) + b"(m|[0-9a-f]{4})")
_FORMULA = "^[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]"
_BOM = b"\xef\xbb\xbf"
_SHEET_ROWS = 1_048_576
_CELL_UNITS = 32_767
_LOOK_EVERY = 1000
"""Rows of a sheet between two looks at whether somebody cancelled: a tenth of a second."""


def write_csv(
    path: Path,
    frames: Iterable[pl.DataFrame],
    options: ExportOptions,
    notes: Notes,
    task: Task,  # noqa: ARG001
) -> int:
    """UTF-8, comma, LF; quoted where needed. Returns the number of rows."""
    guarded = rows = 0
    with path.open("wb") as file:
        if options.bom:
            file.write(_BOM)
        for number, frame in enumerate(frames):
            if options.guard and options.what != "redirects":
                frame, count = _guarded(frame)  # noqa: PLW2901
                guarded += count
            file.write(_bytes(partial(frame.write_csv, include_header=not number), _raw))
            rows += frame.height
    if guarded:
        notes.append(
            f"{guarded} cells begin with an apostrophe, so that no spreadsheet takes them for formulas"
        )
    return rows


def write_json_lines(
    path: Path,
    frames: Iterable[pl.DataFrame],
    options: ExportOptions,  # noqa: ARG001  # what all writers take
    notes: Notes,  # noqa: ARG001
    task: Task,  # noqa: ARG001
) -> int:
    """One object a row; names of steps, rules and components as lists."""
    rows = 0
    with path.open("wb") as file:
        for frame in frames:
            lists = [name for name in ("changed_by", "steps", "differs", "kinds") if name in frame.columns]
            between = dict.fromkeys(lists, " ") | ({"rules": BETWEEN} if "rules" in frame.columns else {})
            words = frame.with_columns(
                pl.when(pl.col(name) == "")
                .then(pl.lit([], dtype=pl.List(pl.String)))
                .otherwise(pl.col(name).str.split(sign))
                .alias(name)
                for name, sign in between.items()
            )
            file.write(_bytes(words.write_ndjson, _as_json))
            rows += frame.height
    return rows


def write_parquet(
    path: Path,
    frames: Iterable[pl.DataFrame],
    options: ExportOptions,  # noqa: ARG001
    notes: Notes,
    task: Task,  # noqa: ARG001
) -> int:
    """One table, compressed with zstd."""
    whole = pl.concat([_escaped(frame) for frame in frames])
    _note_escapes(int(whole["escaped"].sum()), notes)
    whole.write_parquet(path)
    return whole.height


def write_xlsx(
    path: Path, frames: Iterable[pl.DataFrame], options: ExportOptions, notes: Notes, task: Task
) -> int:
    """Texts only: no links, no formulas. A sheet holds 1,048,576 rows; what goes beyond is on the next.
    Raises Cancelled between rows: a sheet of a million takes minutes.
    """
    rows = escaped = cut = 0
    sheets = at = 0
    with _workbook(path) as book:
        bold = book.add_format({"bold": True})
        sheet = None
        for raw in frames:
            frame = _escaped(raw)
            escaped += int(frame["escaped"].sum())
            for number, row in enumerate(frame.iter_rows()):
                if number % _LOOK_EVERY == 0:
                    _look(task, number, frame.height)
                if sheet is None or at >= _SHEET_ROWS:
                    sheets += 1
                    sheet = book.add_worksheet(options.what if sheets == 1 else f"{options.what} {sheets}")
                    sheet.freeze_panes(1, 0)
                    sheet.write_row(0, 0, frame.columns, bold)
                    at = 1
                for column, value in enumerate(row):
                    if isinstance(value, str):
                        text = _fitting(value)
                        cut += text != value
                        sheet.write_string(at, column, text)
                    elif value is not None:
                        sheet.write(at, column, value)
                at += 1
                rows += 1
        if sheet is None:
            book.add_worksheet(options.what)
    if sheets > 1:
        notes.append(f"the rows stand on {sheets} sheets: one holds {_SHEET_ROWS - 1:,} rows")
    if cut:
        notes.append(f"{cut} cells were cut to {_CELL_UNITS:,} characters, the most that a cell holds")
    _note_escapes(escaped, notes)
    return rows


@contextlib.contextmanager
def _workbook(path: Path) -> Iterator["Workbook"]:
    """A workbook, closed when the block ends well; otherwise let go without the minutes that this takes."""
    from xlsxwriter import Workbook

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = {
            "constant_memory": True,
            "tmpdir": folder,
            "strings_to_urls": False,
            "strings_to_formulas": False,
            "strings_to_numbers": False,
        }
        book = Workbook(str(path), settings)
        try:
            yield book
        except BaseException:
            for sheet in book.worksheets():
                sheet.row_data_fh.close()  # the rows written so far, in the folder that goes
            raise
        book.close()


def _look(task: Task, number: int, height: int) -> None:
    """Where a frame is the whole file, say how far it is; where it is one of many, that was said."""
    if height > CHUNK:
        task.at("writing", number, height)
    else:
        task.token.check()


Writer = Callable[[Path, Iterable[pl.DataFrame], ExportOptions, Notes, Task], int]
WRITERS: dict[str, Writer] = {
    ".csv": write_csv,
    ".jsonl": write_json_lines,
    ".parquet": write_parquet,
    ".xlsx": write_xlsx,
}


def _bytes(write: Callable[[io.BytesIO], object], plain: Callable[[re.Match[bytes]], bytes]) -> bytes:
    """What a writer of the engine writes, with the codec undone."""
    buffer = io.BytesIO()
    write(buffer)
    data = buffer.getvalue()
    return _CODED.sub(plain, data) if codec.MARK.encode() in data else data


def _raw(found: re.Match[bytes]) -> bytes:
    return codec.raw_bytes(found[0].decode())


def _as_json(found: re.Match[bytes]) -> bytes:
    return codec.MARK.encode() if found[1] == b"m" else b"\\u" + found[1]


def _guarded(frame: pl.DataFrame) -> tuple[pl.DataFrame, int]:
    count = 0
    for name, kind in frame.schema.items():
        if kind != pl.String:
            continue
        found = frame[name].str.contains(_FORMULA).fill_null(False)
        if found.any():
            count += int(found.sum())
            frame = frame.with_columns(
                pl.when(found).then("'" + pl.col(name)).otherwise(pl.col(name)).alias(name)
            )
    return frame, count


def _escaped(frame: pl.DataFrame) -> pl.DataFrame:
    """With undecodable bytes as `\\xHH`, and a column that says where."""
    flags = pl.repeat(False, frame.height, dtype=pl.Boolean, eager=True)
    for name, kind in frame.schema.items():
        if kind != pl.String:
            continue
        found = frame[name].str.contains(codec.MARK, literal=True).fill_null(False)
        if found.any():
            at = found.arg_true()
            shown = pl.Series(
                [codec.visible(text) for text in frame[name].gather(at).to_list()], dtype=pl.String
            )
            frame = frame.with_columns(frame[name].clone().scatter(at, shown).alias(name))
            flags = flags | found
    return frame.with_columns(flags.alias("escaped"))


def _note_escapes(count: int, notes: Notes) -> None:
    if count:
        notes.append(
            f"{count} rows hold bytes that are no text; they are written as \\xHH, and “escaped” says so"
        )


def _fitting(text: str) -> str:
    """At most as many UTF-16 units as a cell holds."""
    if len(text) * 2 <= _CELL_UNITS:
        return text
    return text.encode("utf-16-le", "surrogatepass")[: _CELL_UNITS * 2].decode("utf-16-le", "ignore")
