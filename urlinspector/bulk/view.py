"""What a table on the screen asks of a clustering: visible rows in few look-ups, order, and what is costly.

`briefs` and `member_briefs` are quick enough for a paint; everything else belongs into the background.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from urlinspector.normalize.needed import steps_told
from urlinspector.url.components import COMPONENTS, Component
from urlinspector.url.lru import WEIGHTS, StemKind

from . import codec
from . import decisions as deciding
from .clustering import Clustering
from .codes import CODE, where
from .filtering import Matching, parse_filter
from .selection import Selection
from .sorting import cluster_keys, row_keys, sort
from .task import Task

MOST_VALUES = 3
"""Values of a column that a disagreement names."""
_TOLD = 50
"""Texts of a cluster in which rules and evidence are sought."""


class ClusterBrief(NamedTuple):
    """What is known of a cluster without looking at its members."""

    cluster: int
    representative: str
    size: int
    texts: int
    hosts: int
    disagrees: bool
    note: str
    ignored: bool


class ClusterDetail(NamedTuple):
    """What takes a look at the members."""

    differs: tuple[Component, ...]
    steps: tuple[int, ...]
    """Positions in the profile of the steps that made the merges."""
    disagreement: tuple[tuple[str, tuple[str, ...]], ...]
    """Columns that should agree, each with the first values that stand in it."""
    told: tuple[str, ...]
    """The steps by name, with the rules that acted and the evidence."""


class MemberBrief(NamedTuple):
    """A row of the list as the table of members shows it."""

    row: int
    text: str
    source: str
    line: int
    is_representative: bool
    excluded: bool


def warm(clustering: Clustering, task: Task | None = None) -> None:
    """Make the columns that the tables look into, so that no paint has to. Raises Cancelled."""
    task = task or Task()
    for make in (
        _sizes,
        _texts,
        _hosts,
        _summary,
        _disagrees,
        _marks,
        _rows,
    ):
        task.at("counting")
        make(clustering)


def _sizes(clustering: Clustering) -> object:
    return clustering.sizes


def _texts(clustering: Clustering) -> object:
    return clustering.text_counts


def _hosts(clustering: Clustering) -> object:
    return clustering.host_counts


def _summary(clustering: Clustering) -> object:
    return clustering.summary


def _disagrees(clustering: Clustering) -> object:
    return clustering.disagrees


def _marks(clustering: Clustering) -> object:
    return clustering.notes, clustering.ignored


def _rows(clustering: Clustering) -> object:
    return clustering.rows_of(0) if clustering.count else None


def arrange(
    clustering: Clustering,
    text: str,
    key: str,
    *,
    descending: bool,
    weights: Mapping[StemKind, int] = WEIGHTS,
    task: Task | None = None,
) -> Selection:
    """The clusters that a filter leaves, sorted; `weights` count for the order `specificity`.

    Raises FilterError, Cancelled, and KeyError for an unknown key.
    """
    found = Matching(clustering).clusters(parse_filter(text))
    return sort(found, cluster_keys(clustering, weights, task)[key](), descending=descending)


def arrange_rows(clustering: Clustering, rows: Selection, key: str, *, descending: bool) -> Selection:
    """Rows in another order. Raises KeyError for an unknown key."""
    return sort(rows, row_keys(clustering)[key](), descending=descending)


def briefs(clustering: Clustering, ids: Sequence[int]) -> list[ClusterBrief]:
    """Some clusters, in that order.

    Values are picked one by one: a look-up of a whole column would wait for the engine's threads.
    """
    texts, first = clustering.table.texts, clustering.representative
    sizes, counts, hosts = clustering.sizes, clustering.text_counts, clustering.host_counts
    flags, notes, ignored = clustering.disagrees, clustering.notes, clustering.ignored
    return [
        ClusterBrief(
            each,
            codec.decode(texts[first[each]]),
            sizes[each],
            counts[each],
            hosts[each],
            flags[each],
            notes.get(each, ""),
            each in ignored,
        )
        for each in ids
    ]


def detail(clustering: Clustering, cluster: int) -> ClusterDetail:
    """What the members of a cluster differ in, the steps that merged them, and what speaks against it."""
    texts = clustering.texts_of(cluster)
    if texts.len() == 1:
        differs: tuple[Component, ...] = ()
    else:
        codes = [column.codes[texts] for column in clustering.engine.base]
        differs = tuple(each for each, column in zip(COMPONENTS, codes, strict=True) if column.n_unique() > 1)
    disagreement = []
    if clustering.disagrees[cluster]:
        rows = clustering.rows_of(cluster)
        for name, flags in clustering.disagreement.items():
            if flags[cluster]:
                cells = clustering.table.columns[name][rows].cast(pl.String)
                values = cells.filter(cells != "").unique(maintain_order=True).head(MOST_VALUES).to_list()
                disagreement.append((name, tuple(codec.decode(value) for value in values)))
    steps = clustering.steps_of(cluster)
    told = steps_told(clustering.profile, steps, [clustering.text(at) for at in texts.head(_TOLD)])
    return ClusterDetail(differs, steps, tuple(disagreement), told)


def representative_of(clustering: Clustering, cluster: int) -> tuple[str, str]:
    """The text that stands for a cluster, and the cluster's canonical form."""
    text = codec.decode(clustering.table.texts[int(clustering.representative[cluster])])
    return text, clustering.profile.outcome(text).canonical or ""


def members(clustering: Clustering, cluster: int) -> Selection:
    """The rows of a cluster, and after them the rows that a person took out of it."""
    rows = clustering.rows_of(cluster)
    if not clustering.decisions.excluded:
        return Selection(rows)
    merged = clustering.merged_of_text
    home = merged[int(clustering.representative[cluster])]
    found = deciding.find(clustering.table.texts, clustering.decisions.excluded)
    out = [at for at in found.values() if merged[at] == home]
    if not out:
        return Selection(rows)
    gone = where(clustering.table.text_of_row.is_in(pl.Series(out, dtype=CODE).implode()))
    return Selection(pl.concat([rows.cast(CODE), gone]))


def member_briefs(clustering: Clustering, rows: Sequence[int]) -> list[MemberBrief]:
    """Some rows, in that order; picked one by one, as `briefs` does."""
    table, found = clustering.table, []
    for row in rows:
        text = table.text_of_row[row]
        cluster = clustering.cluster_of_text[text]
        # Of the rows with the representative's text the first stands for the cluster.
        stands = cluster is not None and clustering.representative[cluster] == text
        found.append(
            MemberBrief(
                row,
                codec.decode(table.texts[text]),
                table.sources[table.source_of_row[row]],
                table.line_of_row[row],
                stands and table.first_rows[text] == row,
                cluster is None,
            )
        )
    return found


def representative_text(clustering: Clustering, cluster: int) -> int:
    """The position of the text that stands for a cluster; texts keep theirs while the list is the same."""
    return int(clustering.representative[cluster])


def text_of(clustering: Clustering, cluster: int) -> str:
    """The text that stands for a cluster; empty where there is no such cluster."""
    if not 0 <= cluster < clustering.count:
        return ""
    return codec.decode(clustering.table.texts[clustering.representative[cluster]])


def texts_of_rows(clustering: Clustering, rows: pl.Series) -> list[str]:
    """The distinct texts of rows, in their order."""
    table = clustering.table
    texts = table.text_of_row[rows].unique(maintain_order=True)
    return [codec.decode(text) for text in table.texts[texts].to_list()]


def texts_in_clusters(clustering: Clustering, clusters: Sequence[int]) -> list[str]:
    """The distinct texts of all rows of some clusters."""
    return texts_of_rows(clustering, pl.concat([clustering.rows_of(cluster) for cluster in clusters]))


def texts_of_clusters(clustering: Clustering, clusters: Sequence[int]) -> list[str]:
    """The texts that stand for clusters, in their order."""
    texts = clustering.representative[pl.Series(clusters, dtype=CODE)]
    return [codec.decode(text) for text in clustering.table.texts[texts].to_list()]


def cluster_at(clustering: Clustering, text: int) -> int | None:
    """The cluster of a text by position; None where it is in none."""
    found: int | None = clustering.cluster_of_text[text]
    return found


def text_position(clustering: Clustering, row: int) -> int:
    """The position of a row's text."""
    return int(clustering.table.text_of_row[row])


def refused_because(clustering: Clustering, text: str) -> str:
    """Why a text has no canonical form; empty where it has one."""
    refused = clustering.profile.outcome(text).refused
    return "" if refused is None else refused.reason


def set_aside(clustering: Clustering) -> Selection:
    """The rows that have no canonical form, in the list's order."""
    return Matching(clustering).rows(parse_filter("error:"))


class Narrowing(NamedTuple):
    """A way to narrow a filter, and how many clusters it would leave."""

    kind: str
    """`disagrees`, `hosts` or `host`."""
    value: str
    term: str
    clusters: int


def narrowings(
    clustering: Clustering, text: str, hosts: Sequence[str], task: Task | None = None
) -> list[Narrowing]:
    """What could be added to a filter; what would leave all or nothing is left out.

    Raises FilterError and Cancelled.
    """
    task = task or Task()
    matching = Matching(clustering)
    now = matching.clusters(parse_filter(text))
    asked = [("hosts", "", "hosts>=2"), *(("host", host, f"host:{host}") for host in hosts)]
    if clustering.disagreement:
        asked.insert(0, ("disagrees", "", "disagrees:"))
    found = []
    for kind, value, term in asked:
        task.at("counting")
        count = len(matching.clusters(parse_filter(f"{text} {term}")))
        if 0 < count < len(now):
            found.append(Narrowing(kind, value, term, count))
    return found
