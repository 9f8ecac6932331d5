"""XLSX (and XLSM, XLSB, ODS): the first sheet with a column of URLs, the other columns kept."""

from typing import Any

import polars as pl

from urlinspector.bulk.codes import CODE

from .headers import choose_column, is_known, looks_like_a_url, unique_names
from .part import Part, ReadError, ReadOptions, Report, without_empty

_SAMPLE = 30
SUFFIXES = frozenset({".xlsx", ".xlsm", ".xlsb", ".ods"})


def read_workbook(data: bytes, options: ReadOptions, report: Report) -> Part:
    """The rows of a workbook. Raises ReadError."""
    import fastexcel

    try:
        book: Any = fastexcel.read_excel(data)
        names = list(book.sheet_names)
        frames = {name: book.load_sheet(name, header_row=None, dtypes="string").to_polars() for name in names}
    except fastexcel.FastExcelError as error:
        reason = str(error).split("\n", 1)[0]
        raise ReadError(f"is not a workbook that can be read ({reason})") from None
    sheet = next((name for name, frame in frames.items() if _serves(frame, options)), None)
    if sheet is None:
        sheet = next((name for name, frame in frames.items() if frame.height), None)
    if sheet is None:
        raise ReadError("holds no rows")
    if len(frames) > 1:
        report.notes.append(f"the sheet “{sheet}” was read; there are {', '.join(frames)}")
    return _part(frames[sheet], options, report)


def _serves(frame: pl.DataFrame, options: ReadOptions) -> bool:
    if not frame.height:
        return False
    cells = [str(cell or "") for cell in frame.row(0)]
    if options.column:
        return options.column.casefold() in [cell.strip().casefold() for cell in cells]
    return any(map(is_known, cells)) or any(map(looks_like_a_url, cells))


def _part(frame: pl.DataFrame, options: ReadOptions, report: Report) -> Part:
    frame = frame.select(pl.all().cast(pl.String))
    header = [cell or "" for cell in frame.row(0)]
    first = 2
    if not options.column and not any(map(is_known, header)) and any(map(looks_like_a_url, header)):
        header, first = [""] * frame.width, 1
    body = frame if first == 1 else frame.slice(1)
    names = unique_names(header)
    body.columns = names
    at = choose_column(names, options.column, body.head(_SAMPLE).rows(), report)
    lines = pl.int_range(first, first + body.height, dtype=CODE, eager=True)
    return without_empty(Part(body.to_series(at).fill_null(""), lines, body.drop(names[at])), report)
