"""Pairs of URLs of a site that differ in one respect: scheme, `www.`, host, last segment, slash, case."""

from collections.abc import Callable, Mapping

import polars as pl

from .codes import CODE
from .mining import LOOKED_AT, SEEDS, identity, last_segment, plainness
from .task import Task

_MOST_HOSTS = 10  # of one site with the same path; more are users' pages
PAIRS = {"site": CODE, "core": pl.String, "u": CODE, "v": CODE}


def shape_pairs(frame: pl.DataFrame, kind: str, task: Task | None = None) -> pl.DataFrame:
    """The pairs of one kind: `site`, `core`, `u` and `v` (row numbers; a rule would turn u into v), `same`.

    `core` tells rules of one kind apart: the host, the segment. Raises Cancelled.
    """
    task = task or Task()
    task.at(kind)
    numbered = frame.with_row_index("row").with_columns(pl.col("row").cast(CODE))
    pairs = task.call(KINDS[kind], numbered).select(list(PAIRS))
    return with_labels(frame, pairs)


def with_labels(frame: pl.DataFrame, pairs: pl.DataFrame) -> pl.DataFrame:
    """Pairs with `same`: whether their labels are equal, null where one has none."""
    one, other = frame["label"].gather(pairs["u"]), frame["label"].gather(pairs["v"])
    return pairs.with_columns(same=(one == other))


def _scheme(frame: pl.DataFrame) -> pl.DataFrame:
    plain = frame.filter(~pl.col("has_port"))
    return _joined(plain, identity("scheme"), pl.col("scheme") == "http", pl.lit("https"))


def _www(frame: pl.DataFrame) -> pl.DataFrame:
    bare = pl.col("host").str.strip_prefix("www.")
    several = frame.with_columns(host=bare, __www=pl.col("host").str.starts_with("www."))
    return _joined(several, identity(), pl.col("__www"), pl.col("host"))


def _slash(frame: pl.DataFrame) -> pl.DataFrame:
    below = frame.filter(pl.col("path") != "/").with_columns(__slash=pl.col("path").str.ends_with("/"))
    below = below.with_columns(path=pl.col("path").str.strip_chars_end("/"))
    return _joined(below, identity(), pl.col("__slash"), pl.lit("/"))


def _case(frame: pl.DataFrame) -> pl.DataFrame:
    lower = pl.col("path").str.to_lowercase()
    marked = frame.with_columns(__upper=pl.col("path") != lower, path=lower)
    return _joined(marked, identity(), pl.col("__upper"), pl.lit("case"))


def _joined(frame: pl.DataFrame, key: pl.Expr, is_from: pl.Expr, core: pl.Expr) -> pl.DataFrame:
    """Each URL on one side with one on the other that has the same key."""
    keyed = frame.select("site", "row", key.alias("key"), is_from.alias("from"), core.alias("core"))
    one = keyed.filter("from").unique("key", keep="first", maintain_order=True)
    other = keyed.filter(~pl.col("from")).unique("key", keep="first", maintain_order=True)
    found = one.join(other.select("key", v="row"), on="key", maintain_order="left")
    return found.select("site", "core", u="row", v="v")


def _last(frame: pl.DataFrame) -> pl.DataFrame:
    """`/a/index.html` beside `/a/` or `/a`; the core is the segment, and `/` where the other has it."""
    base = ["site", "row", *("scheme", "host", "rest", "query")]
    stem = pl.col("path").str.strip_chars_end("/")
    ends = pl.col("path").str.ends_with("/")
    folders = frame.select(*base, slash=ends, path=stem).select("row", "slash", identity().alias("key"))
    folders = folders.sort("slash", maintain_order=True).unique("key", keep="last", maintain_order=True)
    files = frame.with_columns(__segment=last_segment()).filter(pl.col("__segment") != "")
    parent = pl.col("path").str.replace("/[^/]*$", "")
    files = files.select(*base, "__segment", path=parent).select(
        "site", "row", "__segment", identity().alias("key")
    )
    found = files.join(folders, on="key", suffix="_v", maintain_order="left")
    core = pl.col("__segment") + pl.when("slash").then(pl.lit("/")).otherwise(pl.lit(""))
    return found.select("site", core.alias("core"), u="row", v="row_v")


def _hosts(frame: pl.DataFrame) -> pl.DataFrame:
    """The same path on two hosts of a site; the core is both, the one that stays last."""
    keyed = frame.select("site", "domain", "row", "host", identity("host").alias("key"))
    keyed = keyed.with_columns(key=pl.col("key") + pl.col("domain").hash(SEEDS[0]))
    keyed = keyed.with_columns(count=pl.len().over("key"))
    keyed = keyed.filter((pl.col("count") > 1) & (pl.col("count") <= _MOST_HOSTS)).drop("count")
    keyed = keyed.with_columns(rank=pl.col("host").str.len_bytes())
    found = keyed.join(keyed, on="key", suffix="_v", maintain_order="left")
    is_later = (pl.col("rank") > pl.col("rank_v")) | (
        (pl.col("rank") == pl.col("rank_v")) & (pl.col("host") > pl.col("host_v"))
    )
    only_www = pl.col("host").str.strip_prefix("www.") == pl.col("host_v").str.strip_prefix("www.")
    found = found.filter(is_later & ~only_www)
    return found.select("site", core=pl.col("host") + " " + pl.col("host_v"), u="row", v="row_v")


KINDS: Mapping[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "scheme": _scheme,
    "www": _www,
    "host": _hosts,
    "case": _case,
    "last": _last,
    "slash": _slash,
}


def counts(pairs: pl.DataFrame) -> list[tuple[int, str, int, int, int]]:
    """For each site and core: pairs, those with labels, those that agree."""
    found = (
        pairs.lazy()
        .group_by("site", "core")
        .agg(
            pl.len().alias("pairs"),
            pl.col("same").is_not_null().sum().alias("labelled"),
            pl.col("same").sum().fill_null(0).alias("agree"),
        )
        .sort("site", "core")
        .collect()
    )
    return found.rows()


def examples(
    frame: pl.DataFrame, pairs: pl.DataFrame, count: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Pairs of rows that agree (or whose labels are all unknown), and that do not."""
    head = pairs.head(LOOKED_AT)
    found = list(zip(plainness(frame, head["u"], head["v"]), *head.select("u", "v", "same"), strict=True))
    found.sort(key=lambda pair: -pair[0])
    unknown = all(same is None for *_, same in found)
    good = [(u, v) for _, u, v, same in found if same or unknown]
    bad = [(u, v) for _, u, v, same in found if same is False]
    return good[:count], bad[:count]
