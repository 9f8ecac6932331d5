"""`Clustering`: which texts of a list have one canonical form, as columns; what pages and exports read.

Nothing here is a row object: rows are made for the slice that somebody looks at. Errors are never merged and
are no cluster (definitions §6).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import polars as pl

from urlinspector.normalize.needed import needed_steps
from urlinspector.normalize.output import write_output
from urlinspector.normalize.profile import Profile
from urlinspector.url.components import Component

from . import codec
from . import decisions as deciding
from .agreement import disagreeing
from .codes import CODE, Coded, encode, encode_key, pack, positions, where
from .decisions import Decisions
from .engine import Engine
from .judging import targets_of
from .keys import KeySpace
from .masks import bit_masks, joined_names
from .output import canonical
from .representative import Rule, representatives
from .run import Run
from .selection import Selection
from .table import UrlTable, sum_by_code
from .task import Task

_MOST_REASONS = 200
"""Distinct texts of one cluster whose reasons are searched for one visible row."""


class Summary(NamedTuple):
    """rows = errors + accepted (+ excluded by hand); duplicates = accepted - clusters."""

    rows: int
    """Lines read, the empty ones among them."""
    empty: int
    errors: int
    distinct: int
    clusters: int
    duplicates: int
    excluded: int = 0


@dataclass
class Clustering:
    """The clusters of a table under a profile."""

    engine: Engine
    profile: Profile
    run: Run
    merged_of_text: pl.Series
    """The clusters that the profile alone makes; null for an error."""
    merged_firsts: pl.Series
    """For each of those its first text."""
    cluster_of_text: pl.Series
    """The clusters as they are, decisions included; null for an error and for a text excluded by hand."""
    representative: pl.Series
    """For each cluster the position of its text."""
    rule: Rule
    decisions: Decisions

    @classmethod
    def make(
        cls,
        engine: Engine,
        profile: Profile,
        *,
        rule: Rule | None = None,
        decisions: Decisions | None = None,
        task: Task | None = None,
    ) -> "Clustering":
        """Cluster a table. Raises Cancelled, and RuleError for a rule that the list cannot serve."""
        task = task or Task()
        anything = profile.accepts == "anything"
        run = engine.run(profile.steps, anything=anything, output=profile.output, task=task)
        return cls.of_run(engine, profile, run, rule=rule, decisions=decisions, task=task)

    @classmethod
    def of_run(
        cls,
        engine: Engine,
        profile: Profile,
        run: Run,
        *,
        rule: Rule | None = None,
        decisions: Decisions | None = None,
        task: Task | None = None,
    ) -> "Clustering":
        """Group what a run gave."""
        task = task or Task()
        rule, decisions = rule or Rule(), decisions or Decisions()
        task.at("grouping")
        accepted = run.accepted
        coded = task.call(group, engine, run, accepted)
        firsts = coded.firsts if accepted is None else accepted[coded.firsts]
        cluster_of_text = coded.codes
        if accepted is not None:
            cluster_of_text = (
                pl.Series([None], dtype=CODE).new_from_index(0, run.size).scatter(accepted, coded.codes)
            )
        task.at("grouping")
        if decisions or str(rule) != str(Rule()):
            decided, chosen = _decided(engine, cluster_of_text, firsts, rule, decisions)
            return cls(engine, profile, run, cluster_of_text, firsts, decided, chosen, rule, decisions)
        return cls(engine, profile, run, cluster_of_text, firsts, cluster_of_text, firsts, rule, decisions)

    def with_decisions(self, decisions: Decisions) -> "Clustering":
        """The same canonical forms under other decisions."""
        return self.of_run(self.engine, self.profile, self.run, rule=self.rule, decisions=decisions)

    def with_rule(self, rule: Rule) -> "Clustering":
        """The same clusters with representatives by another rule. Raises RuleError."""
        return self.of_run(self.engine, self.profile, self.run, rule=rule, decisions=self.decisions)

    # Columns

    @property
    def table(self) -> UrlTable:
        """The list."""
        return self.engine.table

    @property
    def count(self) -> int:
        """The number of clusters."""
        return self.representative.len()

    @cached_property
    def clustered(self) -> pl.Series:
        """Positions of the texts that are in a cluster, ascending."""
        if not self.cluster_of_text.has_nulls():
            return positions(self.cluster_of_text.len())
        return where(self.cluster_of_text.is_not_null())

    @cached_property
    def clusters_of_clustered(self) -> pl.Series:
        """The clusters of those texts."""
        return self.cluster_of_text.drop_nulls()

    @cached_property
    def sizes(self) -> pl.Series:
        """For each cluster its number of rows."""
        counts = self.table.counts[self.clustered]
        return sum_by_code(self.clusters_of_clustered, counts, self.count)

    @cached_property
    def text_counts(self) -> pl.Series:
        """For each cluster its number of distinct texts."""
        ones = pl.ones(self.clustered.len(), dtype=CODE, eager=True)
        return sum_by_code(self.clusters_of_clustered, ones, self.count)

    @cached_property
    def host_counts(self) -> pl.Series:
        """For each cluster its number of distinct hosts, as they stand in the texts."""
        hosts = self.engine.base[Component.HOST.index]
        codes = hosts.codes[self.clustered]
        pairs = pack([(self.clusters_of_clustered, self.count), (codes, hosts.image.len())])
        firsts = encode_key(pairs).firsts
        clusters = self.clusters_of_clustered[firsts]
        return sum_by_code(clusters, pl.ones(clusters.len(), dtype=CODE, eager=True), self.count)

    @cached_property
    def cluster_of_row(self) -> pl.Series:
        """For each row its cluster, or null."""
        return self.cluster_of_text[self.table.text_of_row]

    @cached_property
    def _rows_by_cluster(self) -> tuple[pl.Series, pl.Series]:
        """The rows of all clusters, one cluster after the other, and where each cluster starts."""
        clusters = self.cluster_of_row
        order = clusters.arg_sort(nulls_last=True)
        starts = (self.sizes.cast(pl.UInt64).cum_sum() - self.sizes).cast(CODE)
        return order, starts

    @cached_property
    def disagreement(self) -> dict[str, pl.Series]:
        """For each column that should agree, whether each cluster disagrees in it."""
        return disagreeing(self.table, self.cluster_of_row, self.count)

    @cached_property
    def disagrees(self) -> pl.Series:
        """For each cluster, whether it disagrees in any column that should agree."""
        flags = pl.repeat(False, self.count, dtype=pl.Boolean, eager=True)
        for each in self.disagreement.values():
            flags = flags | each
        return flags

    @cached_property
    def ignored(self) -> frozenset[int]:
        """Clusters that were set aside."""
        return frozenset(self._clusters_of(self.decisions.ignored).values())

    @cached_property
    def notes(self) -> dict[int, str]:
        """Cluster to its notes."""
        notes: dict[int, str] = {}
        for text, cluster in self._clusters_of(self.decisions.notes).items():
            before = f"{notes[cluster]}\n" if cluster in notes else ""
            notes[cluster] = before + self.decisions.notes[text]
        return notes

    def _clusters_of(self, texts: "frozenset[str] | dict[str, str] | object") -> dict[str, int]:
        found = deciding.find(self.table.texts, texts)  # type: ignore[arg-type]
        clusters = self.cluster_of_text[list(found.values())].to_list()
        return {text: cluster for text, cluster in zip(found, clusters, strict=True) if cluster is not None}

    @cached_property
    def summary(self) -> Summary:
        """The counters of definitions §6."""
        table, run = self.table, self.run
        refused = run.refused_at
        errors = 0
        if refused is not None:
            errors = int(table.counts.filter(refused.is_not_null()).sum())
        clustered = int(table.counts[self.clustered].sum())
        distinct = run.size if run.accepted is None else run.accepted.len()
        return Summary(
            rows=table.rows + table.empty,
            empty=table.empty,
            errors=errors,
            distinct=distinct,
            clusters=self.count,
            duplicates=clustered - self.count,
            excluded=table.rows - errors - clustered,
        )

    # What-if questions

    @property
    def merged_count(self) -> int:
        """The number of clusters that the profile alone makes."""
        return self.merged_firsts.len()

    @cached_property
    def keys(self) -> KeySpace:
        """From canonical components to the clusters that the profile alone makes."""
        return KeySpace(self.run, self.engine.pools, self.merged_firsts)

    def form_of(self, text: str) -> str | None:
        """What the profile writes of a text, on the list or not; None where it refuses it."""
        form = self.profile.outcome(text).canonical
        return None if form is None else write_output(form, self.profile.output)

    def cluster_of_forms(self, forms: Sequence[str]) -> dict[str, int]:
        """Which of the profile's clusters have the canonical forms; forms that none has are left out."""
        return deciding.find(self._forms, forms)

    @cached_property
    def _forms(self) -> pl.Series:
        return self.canonical_texts(self.merged_firsts)

    def targets(self, column: str) -> pl.DataFrame:
        """For each row the text and the cluster that a column points to."""
        if column not in self._targets:
            self._targets[column] = targets_of(self, column)
        return self._targets[column]

    @cached_property
    def _targets(self) -> dict[str, pl.DataFrame]:
        return {}

    @cached_property
    def changed_names(self) -> pl.Series:
        """For each text the names of the steps that changed it, in profile order, joined by spaces."""
        run = self.run
        masks = bit_masks(run.changed(number) for number in run.acting)
        return joined_names(masks, [self.profile.steps[number].step.name for number in run.acting], run.size)

    # Texts and rows

    def text(self, at: int) -> str:
        """A distinct text by its position."""
        return codec.decode(self.table.texts[at])

    def canonical_texts(self, texts: pl.Series) -> pl.Series:
        """The canonical forms (coded) of texts by position; of an error, what it had become when it was
        refused.
        """
        return canonical(self.run, self.engine.pools, texts)

    def largest(self, count: int, min_size: int = 1) -> list[int]:
        """The largest clusters, those of one size in first-seen order."""
        frame = pl.DataFrame({"size": self.sizes, "cluster": positions(self.count)})
        top = frame.filter(pl.col("size") >= min_size).top_k(
            count, by=[pl.col("size"), -pl.col("cluster").cast(pl.Int64)]
        )
        return top.sort(["size", "cluster"], descending=[True, False])["cluster"].to_list()

    def texts_of(self, cluster: int) -> pl.Series:
        """Positions of the texts of a cluster, in first-seen order."""
        rows = self.rows_of(cluster)
        return self.table.text_of_row[rows].unique().sort()

    def rows_of(self, cluster: int) -> pl.Series:
        """The rows of a cluster, in the list's order."""
        order, starts = self._rows_by_cluster
        return order.slice(int(starts[cluster]), int(self.sizes[cluster]))

    def members(self, cluster: int) -> Selection:
        """The rows of a cluster."""
        return Selection(self.rows_of(cluster))

    # Reasons, for visible rows

    def reason(self, row: int) -> tuple[int, ...] | None:
        """Positions in the profile of the steps that the merge of a row with its representative takes (§7,
        needed).

        None where the row is in its cluster by a decision, or in none.
        """
        text = int(self.table.text_of_row[row])
        cluster = self.cluster_of_text[text]
        return None if cluster is None else self._reason_of_text(text, int(self.representative[cluster]))

    def steps_of(self, cluster: int, most: int = _MOST_REASONS) -> tuple[int, ...]:
        """Positions in the profile of the steps that made the merges of a cluster: the union of its rows'
        reasons.

        Of a cluster with very many distinct texts the first `most` ones are looked at; `reasons` knows all.
        """
        return self.steps_merging(self.texts_of(cluster).head(most).to_list(), cluster)

    def steps_merging(self, texts: Iterable[int], cluster: int) -> tuple[int, ...]:
        """As `steps_of`, for some texts of the cluster."""
        first = int(self.representative[cluster])
        found: set[int] = set()
        for text in texts:
            found.update(self._reason_of_text(text, first) or ())
        return tuple(sorted(found))

    def _reason_of_text(self, text: int, representative: int) -> tuple[int, ...] | None:
        if text == representative:
            return ()
        texts = self.table.texts
        return needed_steps(codec.decode(texts[text]), codec.decode(texts[representative]), self.profile)


def group(engine: Engine, run: Run, accepted: pl.Series | None) -> Coded:
    """The clusters of the accepted texts of a run, numbered as they are first seen."""
    if run.needs_texts:
        return encode(canonical(run, engine.pools, accepted))
    return encode_key(run.key(accepted))


def _decided(
    engine: Engine, cluster_of_text: pl.Series, firsts: pl.Series, rule: Rule, decisions: Decisions
) -> tuple[pl.Series, pl.Series]:
    """Clusters and representatives with decisions and a rule laid over them, numbered anew as they are first
    seen.
    """
    texts = engine.table.texts
    placed = deciding.apply(decisions, texts, cluster_of_text, firsts.len())
    inside = where(placed.is_not_null())
    coded = encode(placed[inside])
    clusters = pl.Series([None], dtype=CODE).new_from_index(0, texts.len()).scatter(inside, coded.codes)
    chosen = representatives(engine.table, inside, coded.codes, coded.firsts.len(), rule)
    by_hand = deciding.find(texts, decisions.representatives)
    for at in sorted(by_hand.values(), reverse=True):
        if clusters[at] is not None:
            chosen = chosen.scatter(clusters[at], at)
    return clusters, chosen
