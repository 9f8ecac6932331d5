"""Splits a column of distinct texts into the seven components, by vectorised operations.

The rules are those of `Url.parse` (RFC 3986 appendix B and §3.2, definitions §1); tests/bulk/test_split.py
checks the two against each other on every kind of text. Texts are coded (`codec`), which adds and removes no
delimiter.
"""

from functools import partial
from typing import NamedTuple

import polars as pl

from urlinspector.url.components import split_authority

from .codes import Pool, encode, encode_present, positions
from .task import Task

# Where the first colon ends the scheme, two slashes follow and the scheme is legal: what nearly every list
# holds.
_ORDINARY = r"^[A-Za-z][A-Za-z0-9+.\-]*://"
# RFC 3986 appendix B without query and fragment, which are cut off before.
_HIERARCHY = r"(?s)^(?:([^:/]+):)?(?://([^/]*))?(.*)$"
_MOST = 2**32 - 1


class Part(NamedTuple):
    """One component of a column of texts: its distinct values, and for each text the code of its value."""

    values: pl.Series
    codes: pl.Series


def split(texts: pl.Series, task: Task | None = None) -> list[Part]:
    """The seven components of distinct texts, in the order of `Url`. Raises Cancelled."""
    if task is None:
        cut = _cut_tail(texts)
        pieces = [_hierarchy_parts(cut["hierarchy"]), _tail_parts(cut)]
    else:
        cut = task.call(_cut_tail, texts)
        pieces = task.together(partial(_hierarchy_parts, cut["hierarchy"]), partial(_tail_parts, cut))
    return [part for piece in pieces for part in piece]


def _hierarchy_parts(column: pl.Series) -> list[Part]:
    """Scheme, userinfo, host, port and path, of the distinct values of the column."""
    coded = encode(column)
    parts = _split_hierarchy(column.gather(coded.firsts))
    return [Part(part.values, part.codes.gather(coded.codes)) for part in parts]


def _tail_parts(cut: pl.DataFrame) -> list[Part]:
    return [_part(cut["query"]), _part(cut["fragment"])]


def split_new(texts: pl.Series, pools: list[Pool]) -> list[pl.Series]:
    """The codes of the seven components of some more texts, their values added to the pools where they are
    new.
    """
    return [
        pool.intern_column(part.values).gather(part.codes)
        for part, pool in zip(split(texts), pools, strict=True)
    ]


def _part(column: pl.Series) -> Part:
    coded = encode_present(column)
    return Part(column.gather(coded.firsts), coded.codes)


def _cut_tail(texts: pl.Series) -> pl.DataFrame:
    """Fragment and query cut off: columns `hierarchy`, `query`, `fragment`."""
    text = pl.col("text")
    frame = pl.DataFrame({"text": texts}).with_columns(
        sharp=text.str.find("#", literal=True), mark=text.str.find("?", literal=True)
    )
    # A question mark after the number sign belongs to the fragment.
    mark = pl.when(pl.col("mark") < pl.coalesce("sharp", pl.lit(_MOST))).then("mark")
    frame = frame.with_columns(mark=mark, data=text.cast(pl.Binary))
    data, end = pl.col("data"), pl.lit(_MOST)
    return frame.select(
        hierarchy=data.bin.head(pl.coalesce("mark", "sharp", end)).cast(pl.String),
        query=pl.when(pl.col("mark").is_not_null()).then(
            data.bin.slice(pl.col("mark") + 1, pl.coalesce(pl.col("sharp") - pl.col("mark") - 1, end)).cast(
                pl.String
            )
        ),
        fragment=pl.when(pl.col("sharp").is_not_null()).then(
            data.bin.slice(pl.col("sharp") + 1).cast(pl.String)
        ),
    )


def _split_hierarchy(texts: pl.Series) -> list[Part]:
    """Scheme, userinfo, host, port and path of texts without query and fragment."""
    is_ordinary = texts.str.contains(_ORDINARY)
    if is_ordinary.all():
        frame = _ordinary(texts)
    else:
        at = positions(texts.len())
        frame = pl.concat(
            [
                _ordinary(texts.filter(is_ordinary)).with_columns(at=at.filter(is_ordinary)),
                _any(texts.filter(~is_ordinary)).with_columns(at=at.filter(~is_ordinary)),
            ]
        ).sort("at")
    return [_part(frame["scheme"]), *_split_authority(_part(frame["authority"])), _part(frame["path"])]


def _ordinary(texts: pl.Series) -> pl.DataFrame:
    data = pl.col("data")
    frame = pl.DataFrame({"data": texts.cast(pl.Binary), "colon": texts.str.find(":", literal=True)})
    frame = frame.select(
        scheme=data.bin.head("colon").cast(pl.String),
        rest=data.bin.slice(pl.col("colon") + 3).cast(pl.String),
    )
    frame = frame.with_columns(
        slash=pl.coalesce(pl.col("rest").str.find("/", literal=True), pl.lit(_MOST)),
        data=pl.col("rest").cast(pl.Binary),
    )
    return frame.select(
        "scheme",
        authority=data.bin.head("slash").cast(pl.String),
        path=pl.when(pl.col("slash") < _MOST)
        .then(data.bin.slice("slash").cast(pl.String))
        .otherwise(pl.lit("")),
    )


def _any(texts: pl.Series) -> pl.DataFrame:
    found = texts.to_frame("text").select(pl.col("text").str.extract_groups(_HIERARCHY)).unnest("text")
    return found.rename({"1": "scheme", "2": "authority", "3": "path"})


def _split_authority(authorities: Part) -> list[Part]:
    """Userinfo, host and port, of the distinct authorities; only those with `@` or `:` are looked at one by
    one.
    """
    values = authorities.values
    is_odd = values.str.contains("[@:]").fill_null(False)
    odd = [split_authority(authority) for authority in values.filter(is_odd).to_list()]
    at = is_odd.arg_true()
    nothing = pl.Series([None], dtype=pl.String).new_from_index(0, values.len())
    columns = [nothing, values, nothing]
    if odd:
        columns = [
            column.clone().scatter(at, pl.Series([parts[n] for parts in odd], dtype=pl.String))
            for n, column in enumerate(columns)
        ]
    return [Part(part.values, part.codes.gather(authorities.codes)) for part in map(_part, columns)]
