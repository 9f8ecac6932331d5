"""What a rule really does to the URLs of a site, which may be more than the pairs that it was learnt from."""

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from . import codec, mining


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
        self._frame = frame
        question = pl.when(pl.col("query").is_null()).then(pl.lit("")).otherwise("?" + pl.col("query"))
        whole = frame.select(
            "site", "path", "rest", "label", rest_of_url=pl.col("path") + question,
            url=pl.col("scheme") + "://" + pl.col("host") + pl.col("path") + question,
        )  # fmt: skip
        self._parts = {site: part for (site,), part in whole.partition_by("site", as_dict=True).items()}
        self._taken: dict[int, list[tuple[str, bool]]] = {}

    def take(self, site: int, pattern: str, *, path_only: bool) -> None:
        """Note a rule of a site that will be applied: its pattern, and whether it looks at the path alone."""
        self._taken.setdefault(site, []).append((pattern, path_only))

    @property
    def unchanged(self) -> int:
        """How many URLs the sites have of which no rule was noted."""
        return sum(part.height for site, part in self._parts.items() if site not in self._taken)

    def after(self, apply: Callable[[str], str]) -> pl.DataFrame:
        """The URLs of the sites of which a rule was noted as `apply`, which changes paths and queries only,
        leaves them; equal ones as one.
        """
        made = [self._frame.clear()]
        for site, noted in self._taken.items():
            part, rows = self._parts[site], self._frame.filter(pl.col("site") == site)
            matched = pl.repeat(False, part.height, dtype=pl.Boolean, eager=True)
            for pattern, path_only in noted:
                matched = matched | _matches(part, pattern, path_only)
            hit = rows.filter(matched)
            after = pl.DataFrame(
                [_cut(apply(codec.decode(url))) for url in part.filter(matched)["url"].to_list()],
                schema={"__path": pl.String, "__query": pl.String},
                orient="row",
            )
            same = (after["__path"] == hit["path"]) & after["__query"].eq_missing(hit["query"])
            hit = hit.with_columns(path=after["__path"], query=after["__query"], plain=hit["plain"] & same)
            made += [rows.filter(~matched), hit]
        return mining.merged(pl.concat(made))

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


def _cut(url: str) -> tuple[str, str | None]:
    """Path and query of a URL as `Sites` writes it."""
    path, question, query = url[url.index("/", url.index("//") + 2) :].partition("?")
    return codec.encode(path), codec.encode(query) if question else None


def _matches(part: pl.DataFrame, pattern: str, path_only: bool) -> pl.Series:
    return part["path" if path_only else "rest_of_url"].str.contains(pattern)


def _applied(part: pl.DataFrame, matched: pl.Series, apply: Callable[[str], str]) -> pl.DataFrame:
    hit = part.filter(matched)
    after = [codec.encode(apply(codec.decode(text))) for text in hit["url"].to_list()]
    moved = hit.with_columns(after=pl.Series(after, dtype=pl.String))
    both = pl.concat([moved, part.filter(~matched).with_columns(after="url")])
    return both.select("rest", "after", "label", changed=pl.col("after") != pl.col("url"))
