"""The stems of a list's URLs in columns: hosts from the general to the special, then the path's segments.

The scheme, a leading `www` and the port are left out, as two ways to one place; what is left is the tree in
which web entities lie (Hyphe's wiki, "Reverse URLs"). Stems are written as in an LRU, `h:example`, `p:about`.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import polars as pl

from urlinspector.url.components import Component
from urlinspector.url.place import Stems, is_lru, is_suffix, of_host, place_of, words_of

from . import codec
from .clustering import Clustering
from .task import Task


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
        self.hosts: list[list[str]] = stems
        """The stems of each distinct host, as a column codes them; empty where there is none."""
        self.paths = cut
        """Those of each distinct path."""
        host, path = hosts.codes.gather(texts), paths.codes.gather(texts)
        self.frame = (
            pl.DataFrame(
                {
                    "host": host,
                    "path": path,
                    "names": pl.Series(stems, dtype=pl.List(pl.String)).gather(host),
                    "segments": cut.gather(path),
                    "text": texts,
                    "urls": clustering.table.counts.gather(texts),
                    "cluster": clustering.clusters_of_clustered,
                }
            )
            .select(
                pl.concat_list("names", "segments").alias("stems"),
                pl.col("names").list.len().alias("hosts"),
                "host",
                "path",
                "text",
                "urls",
                "cluster",
            )
            .filter(pl.col("hosts") > 0)
        )

    def root(self) -> Node:
        """The node of the whole list, whose stems are none."""
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
    return [codec.encode(each) for each in of_host(codec.decode(host) if host else None)]


def _path_stems(paths: pl.Series, most: int | None) -> pl.Series:
    """The segments of each path; a final slash adds none."""
    trimmed = pl.col("path").fill_null("").str.strip_prefix("/").str.strip_suffix("/")
    cut = pl.when(trimmed == "").then(pl.lit([], dtype=pl.List(pl.String))).otherwise(trimmed.str.split("/"))
    if most is not None:
        cut = cut.list.head(most)
    frame = pl.DataFrame({"path": paths})
    return frame.select(cut.list.eval(pl.lit("p:") + pl.element())).to_series()


def plain(stems: Stems) -> Stems:
    """Stems as a column codes them, decoded."""
    return tuple(map(codec.decode, stems))


def shown(stem: str) -> str:
    """A stem's value for people."""
    return codec.decode(stem.partition(":")[2])


def filter_of(*places: Stems) -> str:
    """The filter of the Clusters page that selects the URLs beneath some stems: a pattern."""
    return _any_of([_beneath(each) for each in places if each])


def exact_filter_of(*places: Stems) -> str:
    """The filter for the URLs that end at some stems, whatever their query and fragment: a pattern."""
    return _any_of([_exactly(each) for each in places if each])


def _any_of(patterns: list[str]) -> str:
    # A place in which a scheme and a host have no letter case, a path has.
    return "/^(?:" + "|".join(patterns) + ")/" if patterns else ""


_BEFORE = r"(?i:(?:[a-z][a-z0-9+.\-]*:)?\x2f\x2f(?:[^\x2f?#]*"


def _beneath(stems: Stems) -> str:
    if stems[-1].startswith("p:"):
        return _place(stems) + r"(?:[\x2f?#]|$)"  # a stem of the path follows the whole host
    return rf"{_BEFORE}[@.])?{_host_pattern(stems)})\.?(?:[:\x2f?#]|$)"


def _exactly(stems: Stems) -> str:
    return _place(stems) + r"\x2f?(?:[?#]|$)"


def _place(stems: Stems) -> str:
    """The host of some stems, with `www.` before it or not, and their path."""
    www = "" if is_suffix(tuple(each for each in stems if each.startswith("h:"))) else r"(?:www\.)*"
    return rf"{_BEFORE}@)?{www}{_host_pattern(stems)})\.?(?::\d*)?{_path_pattern(stems)}"


def _host_pattern(stems: Stems) -> str:
    return r"\.".join(_literal(shown(each)) for each in reversed(stems) if each.startswith("h:"))


def _path_pattern(stems: Stems) -> str:
    return "".join(rf"\x2f{_literal(shown(each))}" for each in stems if each.startswith("p:"))


def stems_beneath(place: str) -> Stems:
    """The stems of a place (`url.place`) as a column codes them; none where there is no host."""
    return tuple(codec.encode(each) for each in place_of(place))


def places_in(text: str) -> list[Stems]:
    """The places of a filter's term: with `|` between them, LRUs with a space. None is empty but where a part
    names no host.
    """
    parts = text.split() if is_lru(text) else text.split("|")
    return [stems_beneath(each) for each in parts]


def above(stems: Stems) -> list[Stems]:
    """The places above one, from the top label down."""
    return [stems[:length] for length in range(1, len(stems))]


def above_all(places: Iterable[Stems]) -> list[Stems]:
    """The places above several, each once."""
    return list(dict.fromkeys(each for place in places for each in above(place)))


def term_of(*places: Stems, word: str = "under") -> str:
    """The filter's term for what lies beneath some places: `under:example.com/a|example.org`; the pattern
    itself where one of them cannot be written so. With `word` the term for what lies at or above them.
    """
    written = [words_of(plain(each)) for each in places]
    text = "|".join(written)
    if places_in(text) != list(places) or '"' in text or not text.isprintable():
        if word == "under":
            return filter_of(*places)
        return exact_filter_of(*(above_all(places) if word == "above" else places))
    return f'{word}:"{text}"' if " " in text else f"{word}:{text}"


def _literal(text: str) -> str:
    """Text as a pattern that a filter can hold: no space, and no `/`, which would end it."""
    escaped = re.sub(r"([\\.+*?()|\[\]{}^$#&\-~])", r"\\\1", codec.encode(text))
    return "".join(f"\\x{{{ord(each):x}}}" if each.isspace() or each in '/"' else each for each in escaped)


def host_filter_of(stems: Stems) -> str:
    """The filter for the URLs of one host alone, none below it: a pattern."""
    return _any_of([rf"{_BEFORE}@)?{_host_pattern(stems)})\.?(?::\d*)?(?:[\x2f?#]|$)"])
