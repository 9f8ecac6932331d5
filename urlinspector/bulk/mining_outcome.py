"""What a rule really does to the URLs of a site, which may be more than the pairs that it was learnt from."""

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from . import codec


class Outcome(NamedTuple):
    """What a rule does to all URLs of a site that it can change."""

    groups: int
    """Of URLs that it makes one."""
    merges: int
    labelled: int
    agree: float


MOST = 5_000
"""URLs of a site on which a rule is tried."""


class Sites:
    """The URLs of a frame as texts, site by site."""

    def __init__(self, frame: pl.DataFrame) -> None:
        question = pl.when(pl.col("query").is_null()).then(pl.lit("")).otherwise("?" + pl.col("query"))
        whole = frame.select(
            "site", "path", "rest", "label", rest_of_url=pl.col("path") + question,
            url=pl.col("scheme") + "://" + pl.col("host") + pl.col("path") + question,
        )  # fmt: skip
        self._parts = {site: part for (site,), part in whole.partition_by("site", as_dict=True).items()}
        self._taken: dict[int, list[tuple[str, bool]]] = {}

    def take(self, site: int, pattern: str, *, path_only: bool) -> None:
        """Note a rule that will be applied."""
        self._taken.setdefault(site, []).append((pattern, path_only))

    def left(self, apply: Callable[[str], str]) -> int:
        """How many URLs there are when all rules are applied to those that a noted one may change."""
        count = 0
        for site, part in self._parts.items():
            if site not in self._taken:
                count += part.height
                continue
            matched = pl.repeat(False, part.height, dtype=pl.Boolean, eager=True)
            for pattern, path_only in self._taken[site]:
                matched = matched | _matches(part, pattern, path_only)
            count += _applied(part, matched, apply).select("rest", "after").n_unique()
        return count

    def outcome(self, site: int, pattern: str, apply: Callable[[str], str], *, path_only: bool) -> Outcome:
        """What `apply` does to the URLs of a site whose path (or path and query) a pattern matches."""
        part = self._parts[site]
        matched = _matches(part, pattern, path_only)
        if matched.sum() > MOST:
            matched = matched & (matched.cum_sum() <= MOST)
        moved = _applied(part, matched, apply)
        groups = (
            moved.lazy()
            .group_by("rest", "after")
            .agg(pl.len().alias("count"), pl.col("changed").any(), pl.col("label").drop_nulls())
        )
        groups = groups.filter((pl.col("count") > 1) & pl.col("changed"))
        label = pl.col("label").list
        most = label.eval(pl.element().value_counts().struct.field("count").max()).list.first()
        found = groups.select("count", all=label.len(), most=most).collect()
        known = found.filter(pl.col("all") > 1)
        share = (known["most"].cast(pl.Float64) - 1) / (known["all"].cast(pl.Float64) - 1)
        return Outcome(found.height, int((found["count"] - 1).sum()), known.height, float(share.sum()))


def _matches(part: pl.DataFrame, pattern: str, path_only: bool) -> pl.Series:
    return part["path" if path_only else "rest_of_url"].str.contains(pattern)


def _applied(part: pl.DataFrame, matched: pl.Series, apply: Callable[[str], str]) -> pl.DataFrame:
    hit = part.filter(matched)
    after = [codec.encode(apply(codec.decode(text))) for text in hit["url"].to_list()]
    moved = hit.with_columns(after=pl.Series(after, dtype=pl.String))
    both = pl.concat([moved, part.filter(~matched).with_columns(after="url")])
    return both.select("rest", "after", "label", changed=pl.col("after") != pl.col("url"))
