"""Splits a column of distinct texts into the seven components, by vectorised operations.

The rules are those of `Url.parse` (RFC 3986 appendix B and §3.2, definitions §1); tests/bulk/test_split.py
checks the two against each other on every kind of text. Texts are coded (`codec`), which adds and removes no
delimiter.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

import polars as pl

from urlinspector.url.components import split_authority

from .codes import Pool, encode, encode_present, positions, where
from .task import Task

# What stands before `://` in nearly every text; there the first colon ends the scheme.
_ORDINARY = r"^[A-Za-z][A-Za-z0-9+.\-]*$"  # `$` is the end of the text in this engine
# RFC 3986 appendix B without query and fragment, which are cut off before.
_HIERARCHY = r"(?s)^(?:([^:/]+):)?(?://([^/]*))?(.*)$"
_MOST = 2**32 - 1
_SMALL = 1 << 14
"""Texts that are not worth a thread."""

T = TypeVar("T")
Together = Callable[..., list[Any]]


class Part(NamedTuple):
    """One component of a column of texts: its distinct values, and for each text the code of its value."""

    values: pl.Series
    codes: pl.Series


def split(texts: pl.Series, task: Task | None = None) -> list[Part]:
    """The seven components of distinct texts, in the order of `Url`. Raises Cancelled."""
    task = task or Task()
    together = _one_by_one if texts.len() < _SMALL else task.together
    cut = _cut_tail(texts) if texts.len() < _SMALL else task.call(_cut_tail, texts)
    parts = together(partial(_hierarchy_parts, cut["hierarchy"], together), partial(_tail_parts, cut))
    return [part for piece in parts for part in piece]


def _one_by_one(*works: Callable[[], T]) -> list[T]:
    return [work() for work in works]


def _hierarchy_parts(column: pl.Series, together: Together) -> list[Part]:
    """Scheme, userinfo, host, port and path, of the distinct values of the column."""
    coded = encode(column)
    parts = _split_hierarchy(column[coded.firsts].cast(pl.String), together)
    return [Part(part.values, part.codes[coded.codes]) for part in parts]


def _tail_parts(cut: pl.DataFrame) -> list[Part]:
    return [_part(cut["query"]), _part(cut["fragment"])]


def split_new(texts: pl.Series, pools: list[Pool]) -> list[pl.Series]:
    """The codes of the seven components of some more texts, their values added to the pools where they are
    new.
    """
    return [
        pool.intern_column(part.values)[part.codes] for part, pool in zip(split(texts), pools, strict=True)
    ]


def _part(column: pl.Series) -> Part:
    """The component that a column of bytes or texts holds."""
    coded = encode_present(column)
    return Part(column[coded.firsts].cast(pl.String), coded.codes)


def _cut_tail(texts: pl.Series) -> pl.DataFrame:
    """Fragment and query cut off: columns `hierarchy`, `query`, `fragment` of bytes.

    Cut bytes are taken for texts again once the distinct ones are known, since each is looked through then.
    """
    text = pl.col("text")
    frame = pl.DataFrame({"text": texts}).with_columns(
        sharp=text.str.find("#", literal=True), mark=text.str.find("?", literal=True)
    )
    # A question mark after the number sign belongs to the fragment.
    mark = pl.when(pl.col("mark") < pl.coalesce("sharp", pl.lit(_MOST))).then("mark")
    frame = frame.with_columns(mark=mark, data=text.cast(pl.Binary))
    data, end = pl.col("data"), pl.lit(_MOST)
    return frame.select(
        hierarchy=data.bin.head(pl.coalesce("mark", "sharp", end)),
        query=pl.when(pl.col("mark").is_not_null()).then(
            data.bin.slice(pl.col("mark") + 1, pl.coalesce(pl.col("sharp") - pl.col("mark") - 1, end))
        ),
        fragment=pl.when(pl.col("sharp").is_not_null()).then(data.bin.slice(pl.col("sharp") + 1)),
    )


def _split_hierarchy(texts: pl.Series, together: Together) -> list[Part]:
    """Scheme, userinfo, host, port and path of texts without query and fragment."""
    frame = _cut_scheme(texts)
    scheme = _part(frame["scheme"])
    is_ordinary = scheme.values.str.contains(_ORDINARY).fill_null(False)
    if is_ordinary.all():
        frame = _cut_authority(frame)
    else:
        is_ordinary = is_ordinary[scheme.codes]
        at = positions(texts.len())
        frame = pl.concat(
            [
                _cut_authority(frame.filter(is_ordinary)).with_columns(at=at.filter(is_ordinary)),
                _any(texts.filter(~is_ordinary)).with_columns(at=at.filter(~is_ordinary)),
            ]
        ).sort("at")
        scheme = _part(frame["scheme"])
    authority, path = together(
        lambda: _split_authority(_part(frame["authority"])), lambda: [_part(frame["path"])]
    )
    return [scheme, *authority, *path]


def _cut_scheme(texts: pl.Series) -> pl.DataFrame:
    """What stands before the first `://` and what behind; nulls where there is none."""
    data = pl.col("data")
    frame = pl.DataFrame({"data": texts.cast(pl.Binary), "colon": texts.str.find("://", literal=True)})
    return frame.select(
        scheme=data.bin.head("colon"), rest=data.bin.slice(pl.col("colon") + 3).cast(pl.String)
    )


def _cut_authority(frame: pl.DataFrame) -> pl.DataFrame:
    """The scheme as it is, and the rest cut at its first slash."""
    data = pl.col("rest").cast(pl.Binary)
    frame = frame.with_columns(slash=pl.col("rest").str.find("/", literal=True))
    return frame.select(
        "scheme",
        authority=data.bin.head(pl.coalesce("slash", pl.lit(_MOST))),
        path=pl.when(pl.col("slash").is_not_null()).then(data.bin.slice("slash")).otherwise(pl.lit(b"")),
    )


def _any(texts: pl.Series) -> pl.DataFrame:
    found = texts.to_frame("text").select(pl.col("text").str.extract_groups(_HIERARCHY)).unnest("text")
    return found.rename({"1": "scheme", "2": "authority", "3": "path"}).cast(pl.Binary)


def _split_authority(authorities: Part) -> list[Part]:
    """Userinfo, host and port, of the distinct authorities; only those with `@` or `:` are looked at one by
    one.
    """
    values = authorities.values
    is_odd = values.str.contains("[@:]").fill_null(False)
    odd = [split_authority(authority) for authority in values.filter(is_odd).to_list()]
    at = where(is_odd)
    nothing = pl.Series([None], dtype=pl.String).new_from_index(0, values.len())
    columns = [nothing, values, nothing]
    if odd:
        columns = [
            column.clone().scatter(at, pl.Series([parts[n] for parts in odd], dtype=pl.String))
            for n, column in enumerate(columns)
        ]
    return [Part(part.values, part.codes[authorities.codes]) for part in map(_part, columns)]
