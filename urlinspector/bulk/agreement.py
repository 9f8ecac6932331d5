"""Columns that should agree within a cluster, when a list has them: status, content hash, canonical link,
title.

Names are the headers of crawlers' exports, compared without letter case and with `_` as a space.
"""

from collections.abc import Iterable

import polars as pl

from .table import UrlTable

CANONICAL = ("canonical link element 1", "canonical 1", "canonical link", "canonical")
REDIRECTS = ("redirect url", "redirect target", "final url")
STATUS = ("status code", "status")
HASHES = ("content hash", "body hash", "md5", "sha1", "sha256", "checksum", "fingerprint")
DIGESTS = ("payload digest", "digest")
SHOULD_AGREE = (*STATUS, "hash", *HASHES, *DIGESTS, *CANONICAL, "title 1", "title", "redirect url")
POINTS_TO = (*REDIRECTS, *CANONICAL)
"""Columns that name another URL as the same page."""
_SILENT = ("304", "206")
"""Status codes that tell of what the client had or asked for, not of the page."""


def columns_named(table: UrlTable, names: Iterable[str]) -> list[str]:
    """The columns of a list that go by one of the names."""
    wanted = set(names)
    return [name for name in table.column_names if _folded(name) in wanted]


def _folded(name: str) -> str:
    return name.strip().casefold().replace("_", " ")


def disagreeing(table: UrlTable, cluster_of_row: pl.Series, count: int) -> dict[str, pl.Series]:
    """For each column that should agree, whether each cluster holds two different values (absent ones do not
    count).
    """
    names = columns_named(table, SHOULD_AGREE)
    if not names:
        return {}
    frame = table.columns.select(names).with_columns(cluster_of_row.alias("__cluster")).lazy()
    found = frame.filter(pl.col("__cluster").is_not_null()).group_by("__cluster")
    counts = found.agg(present(name).n_unique().alias(name) for name in names).collect()
    nothing = pl.repeat(False, count, dtype=pl.Boolean, eager=True)
    return {name: nothing.clone().scatter(counts["__cluster"], counts[name] > 1) for name in names}


def present(name: str) -> pl.Expr:
    """The values of a column that say something, as texts."""
    value = pl.col(name).cast(pl.String)
    says = value.is_not_null() & (value != "")
    if _folded(name) in STATUS:
        says = says & ~value.is_in(_SILENT)
    return value.filter(says)
