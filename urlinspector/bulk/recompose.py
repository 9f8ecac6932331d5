"""Texts from components, by vectorised operations (RFC 3986 §5.3; the same as `components.recompose`)."""

from collections.abc import Sequence

import polars as pl

from .codes import Pool
from .run import Column

# What stands before and after the value of each present component, in the order of `Url`; the two slashes
# come extra.
_AROUND = (("", ":"), ("", "@"), ("", ""), (":", ""), ("", ""), ("?", ""), ("#", ""))
_HOST = 2


def recompose(columns: Sequence[Column], pools: Sequence[Pool], rows: pl.Series | None = None) -> pl.Series:
    """The whole texts (coded) of all rows, or of some in their order."""
    if rows is not None:
        # Few rows use few slots, and only those are worth looking at.
        few = rows.len() * 4 < columns[_HOST].codes.len()
        columns = [
            column.take(rows) if few else Column(column.codes[rows], column.image) for column in columns
        ]
    pieces: list[pl.Series] = []
    for at, (column, pool, (before, after)) in enumerate(zip(columns, pools, _AROUND, strict=True)):
        values = pool.values[column.image]
        if at == 1:
            pieces.append(_slashes(columns[_HOST], pools[_HOST]))
        if values.null_count() == values.len():
            continue
        pieces.append((before + values + after).fill_null("")[column.codes])
    frame = pl.DataFrame({f"p{n}": piece for n, piece in enumerate(pieces)})
    return frame.select(pl.concat_str(pl.all()).alias("text"))["text"]


def _slashes(host: Column, pool: Pool) -> pl.Series:
    present = pool.values[host.image].is_not_null()
    slashes = pl.select(pl.when(present).then(pl.lit("//")).otherwise(pl.lit(""))).to_series()
    return slashes[host.codes]
