"""`UrlTable`: a list as columns. Rows keep their text, source, line and other columns; texts are held once
each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from . import codec
from .codes import CODE, encode_counted, positions
from .task import Task


class Row(NamedTuple):
    """One row of a list, as a page or a test sees it."""

    row: int
    text: str
    source: str
    line: int


@dataclass(frozen=True)
class UrlTable:
    """Columns, never row objects. Rows are in reading order; texts in the order of their first row."""

    texts: pl.Series
    """The distinct texts, coded (`codec`)."""
    text_of_row: pl.Series
    """For each row the position of its text in `texts`."""
    first_rows: pl.Series
    """For each text its first row."""
    counts: pl.Series
    """For each text the number of its rows."""
    sources: tuple[str, ...]
    source_of_row: pl.Series
    line_of_row: pl.Series
    """Lines count from 1."""
    columns: pl.DataFrame
    """Other columns of the list, one value a row; no columns for a plain list."""
    empty: int = 0
    """Lines that held nothing and are no rows."""
    holds_marked: bool | None = None
    """Whether any text holds the codec's mark; None where nobody looked."""

    @property
    def rows(self) -> int:
        """Rows that hold a text."""
        return self.text_of_row.len()

    @property
    def column_names(self) -> list[str]:
        """Names of the other columns."""
        return self.columns.columns

    def slice(self, start: int, stop: int) -> list[Row]:
        """Rows `start` to `stop`, decoded."""
        return self.take(pl.Series(range(start, min(stop, self.rows)), dtype=CODE))

    def take(self, rows: pl.Series) -> list[Row]:
        """The rows at some positions, in that order, decoded."""
        texts = self.texts[self.text_of_row[rows]].to_list()
        sources = self.source_of_row[rows].to_list()
        lines = self.line_of_row[rows].to_list()
        return [
            Row(row, codec.decode(text), self.sources[source], line)
            for row, text, source, line in zip(rows.to_list(), texts, sources, lines, strict=True)
        ]

    def values(self, row: int) -> dict[str, str]:
        """The other columns of one row, as texts; absent values are left out."""
        if not self.columns.width:
            return {}
        return {
            name: str(value) for name, value in self.columns.row(row, named=True).items() if value is not None
        }

    @classmethod
    def of(cls, texts: Sequence[str], source: str = "", columns: pl.DataFrame | None = None) -> "UrlTable":
        """A table of texts as they stand; no text is taken for an empty line."""
        coded = pl.Series([codec.encode(text) for text in texts], dtype=pl.String)
        lines = pl.int_range(1, len(texts) + 1, dtype=CODE, eager=True)
        return cls.of_columns(
            coded, (source,), pl.zeros(len(texts), dtype=pl.UInt16, eager=True), lines, columns
        )

    @classmethod
    def of_columns(
        cls,
        texts: pl.Series,
        sources: tuple[str, ...],
        source_of_row: pl.Series,
        line_of_row: pl.Series,
        columns: pl.DataFrame | None = None,
        empty: int = 0,
        task: Task | None = None,
        holds_marked: bool | None = None,
    ) -> "UrlTable":
        """A table of coded texts, one a row. Raises Cancelled."""
        task = task or Task()
        task.at("distinct texts")
        coded, counts = task.call(encode_counted, texts)
        task.at("distinct texts")
        return cls(
            texts[coded.firsts],
            coded.codes,
            coded.firsts,
            counts,
            sources,
            source_of_row,
            line_of_row,
            columns if columns is not None else pl.DataFrame(),
            empty,
            holds_marked,
        )


def sum_by_code(codes: pl.Series, numbers: pl.Series, size: int) -> pl.Series:
    """For each of `size` codes, the sum of its numbers; 0 for a code that does not occur."""
    frame = pl.DataFrame({"code": codes, "number": numbers})
    sums = frame.lazy().group_by("code").agg(pl.col("number").sum().cast(CODE)).collect()
    return pl.zeros(size, dtype=CODE, eager=True).scatter(sums["code"], sums["number"])


def row_positions(count: int) -> pl.Series:
    """All rows in order."""
    return positions(count)
