"""Labels of URLs: which column of a list tells that two pages are one, and what it says of each cluster.

The best first: a hash of the content, the digest of an archive, the canonical link, the redirect's target,
the body size. Rows that were not answered with success say nothing; a label that stands on many different
paths of a site is its error page or a placeholder, and says nothing either.
"""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from .agreement import CANONICAL, DIGESTS, HASHES, REDIRECTS, STATUS
from .clustering import Clustering
from .codes import CODE
from .mining import SEEDS, Items, usual
from .task import Task

KINDS: Mapping[str, tuple[str, ...]] = {
    "content hash": ("hash", "label", *HASHES),
    "digest": DIGESTS,
    "canonical": CANONICAL,
    "redirect": REDIRECTS,
    "body size": ("size", "body size", "bytes", "size (bytes)", "bytes sent", "content length", "length"),
}
"""Kinds of labels, the best first, and the columns that hold them (without letter case, `_` as a space)."""
POINTING = ("canonical", "redirect")
WEAK = ("body size",)

_MOST, _SHARE = 20, 0.005  # paths of a site that may share a label


class LabelError(ValueError):
    """There is no such column; the message names those that there are."""


class Labels(NamedTuple):
    """For each cluster a label or null, and where it comes from."""

    column: str
    kind: str
    of_cluster: pl.Series


class Spread(NamedTuple):
    """A label that stands for an error page: on how many paths of which site."""

    site: int
    label: str
    paths: int


def choose(clustering: Clustering, wanted: str | None) -> tuple[str, str] | None:
    """The label's column and kind: the wanted one, else the best there is; None where there is none.

    Raises LabelError for a column that the list does not have.
    """
    names = {_folded(name): name for name in clustering.table.column_names}
    if wanted is not None:
        column = names.get(_folded(wanted))
        if column is None:
            have = ", ".join(names.values()) or "none"
            raise LabelError(f"the list has no column “{wanted}”; it has {have}")
        return column, _kind(column)
    for kind, columns in KINDS.items():
        for name in columns:
            if name in names:
                return names[name], kind
    return None


def _folded(name: str) -> str:
    return name.strip().casefold().replace("_", " ").replace("-", " ")


def _kind(column: str) -> str:
    folded = _folded(column)
    return next((kind for kind, names in KINDS.items() if folded in names), "content hash")


def labels_of(clustering: Clustering, column: str, kind: str, task: Task) -> Labels:
    """The usual label of each of the clusters that the profile alone makes. Raises Cancelled."""
    task.at("labels")
    table = clustering.table
    cluster = clustering.merged_of_text.gather(table.text_of_row)
    if kind in POINTING:
        values = _targets(clustering, column, cluster)
    else:
        values = table.columns[column].cast(pl.String).replace("", None)
        values = _only_answered(clustering, values, kind)
    rows = pl.DataFrame({"group": cluster, "text": values}).drop_nulls()
    numbers = rows.select(pl.col("text").unique(maintain_order=True)).with_row_index("label")
    rows = rows.join(numbers, on="text", how="left").select("group", pl.col("label").cast(CODE))
    found = usual(rows)
    made = pl.Series([None], dtype=CODE).new_from_index(0, clustering.merged_count)
    return Labels(column, kind, made.scatter(found["group"], found["label"]))


def _only_answered(clustering: Clustering, values: pl.Series, kind: str) -> pl.Series:
    """Null where the row tells of an error or a redirect, and for sizes of anything but a whole GET."""
    columns = clustering.table.columns
    frame = columns.with_columns(values.alias("__value"))
    keep = pl.lit(True)
    for name in columns.columns:
        folded = _folded(name)
        if folded in STATUS:
            status = pl.col(name).cast(pl.String)
            good = status.str.contains("^2") & (status != "206")
            keep = keep & (good | status.is_null() | (status == "")).fill_null(True)
        if folded == "method" and kind in WEAK:
            keep = keep & pl.col(name).is_in(["GET"]).fill_null(True)
    if kind in WEAK:
        keep = keep & (pl.col("__value") != "0")
    return frame.select(pl.when(keep).then("__value")).to_series()


def _targets(clustering: Clustering, column: str, cluster: pl.Series) -> pl.Series:
    """What each row names as its page: the cluster of the target, a target off the list, or itself."""
    cells = clustering.table.columns[column].cast(pl.String).replace("", None)
    target = clustering.targets(column)["cluster"]
    frame = pl.DataFrame({"cell": cells, "target": target, "own": cluster})
    on_list = pl.format("#{}", pl.col("target"))
    own = pl.format("#{}", pl.col("own"))
    return frame.select(pl.coalesce(on_list, "cell", own)).to_series()


def mask(items: Items) -> tuple[Items, list[Spread]]:
    """Without the labels that stand on more paths of a site than pages have: those of errors."""
    frame = items.frame
    sizes = frame.group_by("site").agg(pl.len().alias("urls"))
    spread = (
        frame.lazy()
        .drop_nulls("label")
        .group_by("site", "label")
        .agg(pl.col("path").hash(SEEDS[0]).n_unique().alias("paths"))
        .collect()
        .join(sizes, on="site")
    )
    most = pl.max_horizontal(pl.lit(_MOST, dtype=pl.Float64), pl.col("urls") * _SHARE)
    errors = spread.filter(pl.col("paths") > most)
    if errors.is_empty():
        return items, []
    marked = frame.join(
        errors.select("site", "label", __error=True), on=["site", "label"], how="left", maintain_order="left"
    )
    label = pl.when(pl.col("__error").is_null()).then("label")
    kept = marked.with_columns(label=label).drop("__error")
    found = [
        Spread(site, str(label), paths)
        for site, label, paths in errors.select("site", "label", "paths").rows()
    ]
    return Items(kept, items.sites, items.shared, items.left_out), found


def chance_agreement(frame: pl.DataFrame) -> dict[int, float]:
    """For each site, how often two of its URLs at random have one label."""
    counts = (
        frame.lazy()
        .drop_nulls("label")
        .group_by("site", "label")
        .len()
        .with_columns(pl.col("len").cast(pl.Float64))
    )
    pairs = counts.group_by("site").agg(
        ((pl.col("len") * (pl.col("len") - 1)).sum()).alias("same"), pl.col("len").sum().alias("all")
    )
    share = pl.col("same") / (pl.col("all") * (pl.col("all") - 1))
    found = pairs.filter(pl.col("all") > 1).select("site", share).collect()
    return dict(found.rows())
