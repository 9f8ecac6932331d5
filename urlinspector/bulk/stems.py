"""The stems of a list's URLs in columns: hosts from the general to the special, then the path's segments.

The scheme, a leading `www` and the port are left out, as two ways to one place; what is left is the tree in
which web entities lie (Hyphe's wiki, "Reverse URLs"). Stems are written as in an LRU, `h:example`, `p:about`.
"""

import re
from typing import NamedTuple

import polars as pl

from urlinspector.url.components import Component, Url
from urlinspector.url.lru import LruOptions, StemKind, lru_of

from . import codec
from .clustering import Clustering
from .task import Task

_OPTIONS = LruOptions(drop_www=True, query=False, fragment=False)
_HAS_HOST = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//")


class Node(NamedTuple):
    """A stem with all URLs beneath it."""

    stems: tuple[str, ...]
    """From the root to it."""
    urls: int
    """Rows."""
    texts: int
    clusters: int
    rows: pl.Series
    """Positions of its texts in the tree."""
    has_more: bool
    """Whether a text goes on beyond it."""

    @property
    def stem(self) -> str:
        return self.stems[-1] if self.stems else ""

    @property
    def duplicates(self) -> int:
        """Rows that are another row's page."""
        return max(self.urls - self.clusters, 0)

    @property
    def share(self) -> float:
        """The share of duplicates, from 0 to 1."""
        return self.duplicates / self.urls if self.urls else 0.0


class StemTree:
    """The tree of a list's stems, one level at a time; for one thread at a time."""

    def __init__(self, clustering: Clustering, task: Task | None = None, max_path: int | None = None) -> None:
        """Cuts hosts and paths into stems; `max_path` is the most segments that count. Raises Cancelled."""
        task = task or Task()
        task.at("stems")
        engine = clustering.engine
        hosts, paths = engine.base[Component.HOST.index], engine.base[Component.PATH.index]
        texts = clustering.clustered
        values = engine.pools[Component.HOST.index].values.gather(hosts.image)
        stems = [host_stems(value) for value in values.to_list()]
        task.at("stems")
        cut = _path_stems(engine.pools[Component.PATH.index].values.gather(paths.image), max_path)
        task.at("stems")
        self.frame = (
            pl.DataFrame(
                {
                    "host": pl.Series(stems, dtype=pl.List(pl.String)).gather(hosts.codes.gather(texts)),
                    "path": cut.gather(paths.codes.gather(texts)),
                    "text": texts,
                    "urls": clustering.table.counts.gather(texts),
                    "cluster": clustering.clusters_of_clustered,
                }
            )
            .select(
                pl.concat_list("host", "path").alias("stems"),
                pl.col("host").list.len().alias("hosts"),
                "text",
                "urls",
                "cluster",
            )
            .filter(pl.col("hosts") > 0)
        )

    def root(self) -> Node:
        """All of the list."""
        return self._node((), pl.int_range(self.frame.height, dtype=pl.UInt32, eager=True))

    def _node(self, stems: tuple[str, ...], rows: pl.Series) -> Node:
        part = self.frame[rows]
        depth = len(stems)
        return Node(
            stems,
            int(part["urls"].sum() or 0),
            part.height,
            part["cluster"].n_unique(),
            rows,
            bool((part["stems"].list.len() > depth).any()),
        )

    def children(self, node: Node, task: Task | None = None) -> list[Node]:
        """The stems beneath one, the largest first; URLs that end at it belong to none. Raises Cancelled."""
        (task or Task()).at("stems")
        depth = len(node.stems)
        part = self.frame[node.rows].with_columns(node.rows.alias("at"))
        found = (
            part.lazy()
            .with_columns(pl.col("stems").list.get(depth, null_on_oob=True).alias("stem"))
            .filter(pl.col("stem").is_not_null())
            .group_by("stem")
            .agg(
                pl.col("at"),
                pl.col("urls").sum(),
                pl.len().alias("texts"),
                pl.col("cluster").n_unique(),
                (pl.col("stems").list.len() > depth + 1).any().alias("more"),
            )
            .sort("urls", "stem", descending=[True, False])
            .collect()
        )
        return [
            Node((*node.stems, stem), urls, texts, clusters, rows, more)
            for stem, rows, urls, texts, clusters, more in zip(
                found["stem"].to_list(),
                found["at"],
                found["urls"].to_list(),
                found["texts"].to_list(),
                found["cluster"].to_list(),
                found["more"].to_list(),
                strict=True,
            )
        ]

    def find(self, stems: tuple[str, ...]) -> Node | None:
        """The node of some stems; None where no URL lies there."""
        hits = self.frame["stems"].list.head(len(stems)) if stems else None
        if hits is None:
            return self.root()
        wanted = pl.lit(list(stems), dtype=pl.List(pl.String))
        rows = self.frame.select(hits.alias("head")).select(pl.col("head") == wanted).to_series()
        at = rows.arg_true().cast(pl.UInt32)
        return None if at.is_empty() else self._node(stems, at)


def host_stems(host: str | None) -> list[str]:
    """The stems of a host as a column codes it, without a leading `www`; none for no host."""
    if not host:
        return []
    found = lru_of(Url(host=codec.decode(host).lower().removesuffix(".")), _OPTIONS)
    return [f"h:{codec.encode(stem.value)}" for stem in found.stems if stem.kind is StemKind.HOST]


def _path_stems(paths: pl.Series, most: int | None) -> pl.Series:
    """The segments of each path; a final slash adds none."""
    trimmed = pl.col("path").fill_null("").str.strip_prefix("/").str.strip_suffix("/")
    cut = pl.when(trimmed == "").then(pl.lit([], dtype=pl.List(pl.String))).otherwise(trimmed.str.split("/"))
    if most is not None:
        cut = cut.list.head(most)
    frame = pl.DataFrame({"path": paths})
    return frame.select(cut.list.eval(pl.lit("p:") + pl.element())).to_series()


def shown(stem: str) -> str:
    """A stem's value for people."""
    return codec.decode(stem.partition(":")[2])


def filter_of(stems: tuple[str, ...]) -> str:
    """The filter of the Clusters page that selects the URLs beneath some stems: a pattern."""
    labels = [_literal(shown(each)) for each in stems if each.startswith("h:")]
    segments = [_literal(shown(each)) for each in stems if each.startswith("p:")]
    if not labels:
        return ""
    host = r"\.".join(reversed(labels))
    path = "".join(rf"\x2f{segment}" for segment in segments)
    ends = r"(?:[:\x2f?#]|$)" if not segments else r"(?:[\x2f?#]|$)"
    port = r"\.?(?::\d*)?" if segments else r"\.?"
    # A scheme and a host have no letter case, a path has.
    return rf"/^(?i:[a-z]+:\x2f\x2f(?:[^\x2f?#]*[@.])?{host}){port}{path}{ends}/"


def stems_beneath(place: str) -> tuple[str, ...]:
    """The stems of a host with a path, or of a URL, as people write a place; none where there is no host."""
    url = Url.parse(place if _HAS_HOST.match(place) else f"//{place}")
    hosts = tuple(host_stems(url.host))
    path = url.path.removeprefix("/").removesuffix("/")
    if not hosts or not path:
        return hosts
    return (*hosts, *(f"p:{codec.encode(each)}" for each in path.split("/")))


def term_of(stems: tuple[str, ...]) -> str:
    """The filter's term for what lies beneath some stems: `under:example.com/a`; the pattern itself where no
    place is written so.
    """
    host = ".".join(shown(each) for each in reversed(stems) if each.startswith("h:"))
    place = host + "".join(f"/{shown(each)}" for each in stems if each.startswith("p:"))
    if stems_beneath(place) != stems or '"' in place or not place.isprintable():
        return filter_of(stems)
    return f'under:"{place}"' if " " in place else f"under:{place}"


def _literal(text: str) -> str:
    """Text as a pattern that a filter can hold: no space, and no `/`, which would end it."""
    escaped = re.sub(r"([\\.+*?()|\[\]{}^$#&\-~])", r"\\\1", codec.encode(text))
    return "".join(f"\\x{{{ord(each):x}}}" if each.isspace() or each in '/"' else each for each in escaped)
