"""A list grouped by web entities: how many URLs, pages and duplicates each has."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

import polars as pl

from urlinspector.url.lru import WEIGHTS, Specificity, StemKind
from urlinspector.url.place import Stems, lru

from . import codec
from .codes import CODE
from .stems import StemTree, host_filter_of, term_of
from .task import Task

_EVERY = 5000
_BETWEEN = f"{codec.MARK}|"
"""Between stems that are joined: no coded text holds it, a `|` of a path may."""

Key = TypeVar("Key")


class EntityRow(NamedTuple):
    """One entity of a list."""

    name: str
    prefixes: tuple[Stems, ...]
    """Those that its URLs have, the most frequent first."""
    urls: int
    """Rows."""
    clusters: int
    by_hand: bool = False
    suffix: Stems = ()
    """The public suffix that the URLs lie on, which is no entity; then there are no prefixes."""

    @property
    def duplicates(self) -> int:
        return max(self.urls - self.clusters, 0)

    @property
    def share(self) -> float:
        """The share of duplicates, from 0 to 1."""
        return self.duplicates / self.urls if self.urls else 0.0

    def specificity(self, weights: Mapping[StemKind, int] = WEIGHTS) -> Specificity:
        """How special the most general of its prefixes is."""
        return min(
            (lru(each).specificity(weights) for each in self.prefixes or (self.suffix,)),
            key=lambda found: (found.weighted, found.stems),
        )


def group_by(
    tree: StemTree,
    entity_of: Callable[[Stems], tuple[str, Stems, bool]],
    paths_of: Callable[[Stems], int | None],
    task: Task | None = None,
) -> list[EntityRow]:
    """The entities of a list, the largest first. `entity_of` gives name, prefix and whether it was made by
    hand for a URL's stems; of the path it looks at the first `paths_of(host)` stems (None: at all). Raises
    Cancelled.
    """
    task = task or Task()
    owners, prefixes = _Numbers[tuple[str, bool]](), _Numbers[Stems]()
    parts = []
    for part, heads in _heads(tree, paths_of):
        found = []
        task.at("entities", 0, len(heads))
        for at, stems in enumerate(heads, 1):
            name, prefix, by_hand = entity_of(stems)
            found.append((owners[name, by_hand], prefixes[prefix]))
            if at % _EVERY == 0:
                task.at("entities", at, len(heads))
        table = pl.DataFrame(found, {"owner": CODE, "prefix": CODE}, orient="row")
        # The number of a head is its place.
        parts.append(part.select("urls", "cluster", pl.col("head")).hstack(table[part["head"]]))
    if not parts:
        return []
    joined = pl.concat(parts).lazy()
    sums = joined.group_by("owner").agg(pl.col("urls").sum(), pl.col("cluster").n_unique()).collect()
    counts = joined.group_by("owner", "prefix").agg(pl.len()).collect()
    return _rows(sums, counts, list(owners), list(prefixes))


def _rows(
    sums: pl.DataFrame, counts: pl.DataFrame, owners: list[tuple[str, bool]], prefixes: list[Stems]
) -> list[EntityRow]:
    own: dict[int, list[tuple[int, Stems]]] = {}
    for owner, prefix, count in counts.iter_rows():
        own.setdefault(owner, []).append((-count, prefixes[prefix]))
    rows = []
    for owner, urls, clusters in sums.iter_rows():
        name, by_hand = owners[owner]
        rows.append(EntityRow(name, tuple(each for _, each in sorted(own[owner])), urls, clusters, by_hand))
    return sorted(rows, key=lambda row: (-row.urls, row.name, row.by_hand))


class _Numbers(dict[Key, int]):
    """A number for each key, as they come."""

    def __missing__(self, key: Key) -> int:
        self[key] = made = len(self)
        return made


def _heads(tree: StemTree, paths_of: Callable[[Stems], int | None]) -> list[tuple[pl.DataFrame, list[Stems]]]:
    """The list in parts, with the number of each URL's head, and the heads: as many stems as decide."""
    hosts = [tuple(map(codec.decode, each)) for each in tree.hosts]
    needed = pl.Series([paths_of(each) if each else 0 for each in hosts], dtype=pl.Int64)
    frame = tree.frame.select("host", "path", "urls", "cluster")
    depths = needed.gather(frame["host"])
    made = []
    for depth in needed.unique().to_list():
        part = frame.filter(depths.is_null() if depth is None else depths == depth)
        if part.is_empty():
            continue
        paths, cuts = _path_heads(tree, part["path"].unique(), depth)
        part = part.join(paths, on="path", how="left", maintain_order="left")
        pairs = part.select("host", "cut").unique(maintain_order=True).with_row_index("head")
        part = part.join(pairs, on=["host", "cut"], how="left", maintain_order="left")
        heads = [(*hosts[host], *cuts[cut]) for host, cut in pairs.select("host", "cut").iter_rows()]
        made.append((part, heads))
    return made


def _path_heads(tree: StemTree, numbers: pl.Series, depth: int | None) -> tuple[pl.DataFrame, list[Stems]]:
    """The first stems of paths, and for the number of each path the place of its own among them."""
    if depth == 0:
        return pl.DataFrame({"path": numbers, "cut": pl.repeat(0, numbers.len(), eager=True)}), [()]
    paths = tree.paths.gather(numbers)
    frame = pl.DataFrame(
        {"path": numbers, "text": (paths if depth is None else paths.list.head(depth)).list.join(_BETWEEN)}
    )
    distinct = frame.select("text").unique(maintain_order=True).with_row_index("cut")
    cuts = [
        tuple(map(codec.decode, text.split(_BETWEEN))) if text else () for text in distinct["text"].to_list()
    ]
    return frame.join(distinct, on="text", how="left").select("path", "cut"), cuts


MOST_APART = 40
"""Prefixes of others that a filter takes out."""


def longer_of_others(row: EntityRow, rows: Iterable[EntityRow]) -> list[Stems]:
    """The prefixes of a list's other entities that lie beneath one's own."""
    own = set(row.prefixes)
    return [
        prefix
        for other in rows
        if other is not row
        for prefix in other.prefixes
        if any(prefix[:length] in own for length in range(1, len(prefix)))
    ]


def filter_for(row: EntityRow, rows: Iterable[EntityRow]) -> str:
    """The filter of the Clusters page for the URLs of one of a list's entities: what lies beneath its
    prefixes, without what lies beneath longer ones of others, where they are not too many to be written.
    """
    if row.suffix:
        return host_filter_of(_coded(row.suffix))
    apart = longer_of_others(row, rows)
    text = term_of(*map(_coded, row.prefixes))
    if not apart or len(apart) > MOST_APART:
        return text
    return f"{text} -{term_of(*map(_coded, apart))}"


def filter_above(row: EntityRow) -> str:
    """The filter for the pages above an entity's prefixes."""
    return term_of(*map(_coded, row.prefixes), word="above")


def _coded(stems: Stems) -> Stems:
    return tuple(map(codec.encode, stems))
