"""Two profiles on one list: what changes when one takes the place of the other.

It answers what an upgrade of a library changes. What counts is what a profile writes: of a peer's profile the
key, not the URL that it was made of. A refused text is alone (definitions §6). Pairs are pairs of distinct
texts: rows of one text are together in any case. What a person decided about clusters has no part in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

import polars as pl

from urlinspector.normalize.differences import Differences
from urlinspector.normalize.output import write_output
from urlinspector.normalize.profile import Profile
from urlinspector.url.masking import masked

from . import codec
from .clustering import Clustering
from .codes import CODE, positions
from .engine import Engine
from .selection import Selection
from .table import UrlTable
from .task import Task

MOST_EXPLAINED = 50_000
"""Distinct texts whose differing keys are explained step by step; beyond, figures of steps are of these."""


class Kind(Enum):
    """What became of a text; a text may be of several kinds."""

    CHANGED = "changed"
    """Both profiles give a key, and these differ."""
    SPLIT = "split"
    """Its cluster under A is more than one under B."""
    JOINED = "joined"
    """Its cluster under B is more than one under A."""
    REFUSED_BY_A = "refused-by-a"
    """Only B gives a key."""
    REFUSED_BY_B = "refused-by-b"


KINDS = tuple(Kind)
Order = Literal["key", "because", "kind", "rows"]
"""What texts can be sorted by: their new key, the steps that explain it, their kinds, the count of rows."""


class VersusSummary(NamedTuple):
    """The figures. Rows are of the list; texts are distinct."""

    rows: int
    texts: int
    differing_rows: int
    """Of any kind."""
    changed_rows: int
    refused_by_a: int
    """Rows that only A refuses."""
    refused_by_b: int
    clusters_a: int
    clusters_b: int
    pairs_a_only: int
    """Pairs of distinct texts that A merges and B does not."""
    pairs_b_only: int
    split: int
    """Clusters of A whose texts are in more than one cluster of B, or in none."""
    joined: int
    """Clusters of B whose texts are in more than one cluster of A, or in none."""


class VersusRow(NamedTuple):
    """One distinct text of any kind, as a table shows it."""

    text: str
    count: int  # type: ignore[assignment]  # a tuple's own `count` is of no use here
    """Its rows."""
    kinds: tuple[Kind, ...]
    old: str | None
    """What A writes; None where it refuses."""
    new: str | None
    texts_a: int
    """Distinct texts of its cluster under A; 0 where it is refused."""
    texts_b: int


class StepShare(NamedTuple):
    """How much one difference between the profiles explains."""

    number: int
    """Of the difference, in `Versus.differences.items`."""
    texts: int
    """Distinct texts whose key would not become B's without it."""
    rows: int


@dataclass(frozen=True)
class Versus:
    """What two profiles make of one list. Positions count the texts of any kind, in the list's order."""

    table: UrlTable
    differences: Differences
    summary: VersusSummary
    texts: pl.Series
    """Which texts of the table these are."""
    old: pl.Series
    """For each what A writes (coded), null where it refuses."""
    new: pl.Series
    flags: pl.DataFrame
    """A column for each kind."""
    sizes: tuple[pl.Series, pl.Series]
    clusters: tuple[pl.Series, pl.Series]
    """For each its cluster under A and B; null where it is refused."""
    reasons: dict[int, tuple[int, ...]]
    """Position to numbers of differences; only of texts whose key differs or is refused by one."""

    @classmethod
    def make(cls, engine: Engine, a: Profile, b: Profile, task: Task | None = None) -> "Versus":
        """Run both profiles over a table; compare key and cluster of each distinct text. Raises Cancelled."""
        task = task or Task()
        keys, coded = zip(*(_keys(engine, profile, task) for profile in (a, b)), strict=True)
        task.at("comparing")
        frame, summary = _compared(engine.table, keys, coded)
        found = frame.filter(pl.any_horizontal(*(each.value for each in KINDS)))
        made = cls(
            engine.table,
            Differences.between(a, b),
            summary,
            found["text"],
            found["old"],
            found["new"],
            found.select(each.value for each in KINDS),
            (found["size_a"], found["size_b"]),
            (found["a"], found["b"]),
            {},
        )
        made._explain(task)
        return made

    @property
    def profiles(self) -> tuple[Profile, Profile]:
        """A and B."""
        return self.differences.first, self.differences.second

    def __len__(self) -> int:
        return self.texts.len()

    # Rows

    def row(self, position: int) -> VersusRow:
        """One text. Values are picked one by one, so that a paint never waits for the engine's threads."""
        at = self.texts[position]
        old, new = self.old[position], self.new[position]
        return VersusRow(
            codec.decode(self.table.texts[at]),
            self.table.counts[at],
            tuple(kind for kind in KINDS if self.flags[kind.value][position]),
            None if old is None else codec.decode(old),
            None if new is None else codec.decode(new),
            self.sizes[0][position],
            self.sizes[1][position],
        )

    def masked_row(self, position: int) -> VersusRow:
        """One text with the secrets of userinfo hidden, in the keys too."""
        row = self.row(position)
        if "@" not in row.text:
            return row
        keys = (
            key and masked_key(key, row.text, profile)
            for key, profile in zip((row.old, row.new), self.profiles, strict=True)
        )
        old, new = keys
        return row._replace(text=masked(row.text), old=old, new=new)

    def select(self, kinds: Iterable[Kind] = KINDS, needle: str = "", step: int | None = None) -> Selection:
        """The positions of texts of any of some kinds that hold a piece of text (in the text or a key, upper
        and lower case alike) and that one difference explains.
        """
        names = [kind.value for kind in kinds]
        if not names:
            return Selection(pl.Series(dtype=CODE))
        wanted = self.flags.select(pl.any_horizontal(*names).alias("wanted"))["wanted"]
        if needle:
            coded = codec.encode(needle.lower())
            holds = pl.repeat(False, len(self), dtype=pl.Boolean, eager=True)
            for column in (self.table.texts.gather(self.texts), self.old, self.new):
                lowered = column.str.to_lowercase()
                holds = holds | lowered.str.contains(coded, literal=True).fill_null(False)
            wanted = wanted & holds
        if step is not None:
            explained = [at for at, numbers in self.reasons.items() if step in numbers]
            marks = pl.repeat(False, len(self), dtype=pl.Boolean, eager=True)
            wanted = wanted & marks.scatter(explained, True)
        return Selection(wanted.arg_true().cast(CODE))

    def arrange(self, chosen: Selection, order: Order, *, descending: bool = False) -> Selection:
        """The same positions sorted; what is equal stays in the list's order."""
        at = chosen.column
        columns = {
            "key": self._by_key,
            "because": self._by_reason,
            "kind": self._by_kind,
            "rows": self._by_rows,
        }[order](at)
        frame = pl.DataFrame([at.alias("at"), *columns])
        names = [each.name for each in columns]
        ordered = frame.sort(names, descending=descending, nulls_last=True, maintain_order=True)
        return Selection(ordered["at"])

    def _by_key(self, at: pl.Series) -> list[pl.Series]:
        new, old = self.new.gather(at), self.old.gather(at)
        return [pl.select(pl.coalesce(new, old).alias("key")).to_series()]

    def _by_rows(self, at: pl.Series) -> list[pl.Series]:
        return [self.table.counts.gather(self.texts.gather(at)).alias("rows")]

    def _by_kind(self, at: pl.Series) -> list[pl.Series]:
        # As words: the first kind decides, then the second; no kind comes after any.
        return [pl.Series(kind.value, ~self.flags[kind.value].gather(at)) for kind in KINDS]

    def _by_reason(self, at: pl.Series) -> list[pl.Series]:
        found = [self.reasons.get(position) or None for position in at.to_list()]
        return [pl.Series("because", found, dtype=pl.List(pl.Int64))]

    def count(self, kind: Kind) -> int:
        """How many distinct texts are of a kind."""
        return int(self.flags[kind.value].sum())

    # Why

    def reason(self, position: int) -> tuple[int, ...] | None:
        """The numbers of the differences that explain a text's new key; empty where its key stays (others
        came to it, or left), None where it was not looked for.
        """
        found = self.reasons.get(position)
        if found is not None:
            return found
        return () if self.old[position] == self.new[position] else None

    def words(self, numbers: Sequence[int]) -> str:
        """Differences by their numbers, in words for a cell or a column of an export: joined by commas."""
        return ", ".join(str(self.differences.items[number]) for number in numbers)

    @property
    def unexplained(self) -> int:
        """How many texts with another key were not looked at."""
        return int((self.old.ne_missing(self.new)).sum()) - len(self.reasons)

    def shares(self) -> list[StepShare]:
        """What each difference explains, in the order of the steps; those that explain nothing too."""
        counts = self.table.counts.gather(self.texts)
        texts, rows = [0] * len(self.differences.items), [0] * len(self.differences.items)
        for position, numbers in self.reasons.items():
            for number in numbers:
                texts[number] += 1
                rows[number] += counts[position]
        return [StepShare(number, *both) for number, both in enumerate(zip(texts, rows, strict=True))]

    def regrouped(self, kind: Kind, most: int) -> list[tuple[int, ...]]:
        """The first clusters that split (of A) or join (of B): the positions of their texts."""
        side = 0 if kind is Kind.SPLIT else 1
        frame = pl.DataFrame({"at": positions(len(self)), "cluster": self.clusters[side]})
        found = (
            frame.filter(self.flags[kind.value]).group_by("cluster", maintain_order=True).agg("at").head(most)
        )
        return [tuple(group) for group in found["at"].to_list()]

    def _explain(self, task: Task) -> None:
        moved = self.old.ne_missing(self.new).arg_true().head(MOST_EXPLAINED).to_list()
        explain, texts = self.differences.explain, self.table.texts
        for number, position in enumerate(moved):
            if number % 64 == 0:
                task.at("explaining", number, len(moved))
            self.reasons[position] = explain(codec.decode(texts[self.texts[position]]))


def masked_key(key: str, text: str, profile: Profile) -> str:
    """What a profile writes for a text, with the secrets of userinfo hidden: a key that is no URL is made
    anew of the masked URL.
    """
    if profile.output == "url" or "@" not in text:
        return masked(key)
    canonical = profile.outcome(text).canonical
    return key if canonical is None else write_output(masked(canonical), profile.output)


def _keys(engine: Engine, profile: Profile, task: Task) -> tuple[pl.Series, pl.Series]:
    """For each text what the profile writes (coded) and its cluster, both null where it refuses."""
    clustering = Clustering.make(engine, profile, task=task)
    clusters = clustering.merged_of_text
    texts: pl.Series = task.call(clustering.canonical_texts, positions(engine.size))
    return pl.select(pl.when(clusters.is_not_null()).then(texts)).to_series(), clusters


def _compared(
    table: UrlTable, keys: Sequence[pl.Series], coded: Sequence[pl.Series]
) -> tuple[pl.DataFrame, VersusSummary]:
    """A row for each distinct text, with its kinds."""
    a, b = pl.col("a"), pl.col("b")
    frame = pl.DataFrame(
        {
            "text": positions(table.texts.len()),
            "count": table.counts,
            "old": keys[0],
            "new": keys[1],
            "a": coded[0],
            "b": coded[1],
        }
    )
    # A refused text is a part of its own: numbers below zero are no clusters.
    alone = -1 - pl.col("text").cast(pl.Int64)
    frame = frame.with_columns(
        in_a=a.cast(pl.Int64).fill_null(alone),
        in_b=b.cast(pl.Int64).fill_null(alone),
    )
    frame = frame.with_columns(
        parts_a=pl.col("in_b").n_unique().over("in_a"),
        parts_b=pl.col("in_a").n_unique().over("in_b"),
        size_a=pl.when(a.is_not_null()).then(pl.len().over("in_a")).otherwise(0),
        size_b=pl.when(b.is_not_null()).then(pl.len().over("in_b")).otherwise(0),
    ).with_columns(
        (a.is_not_null() & b.is_not_null() & (pl.col("old") != pl.col("new"))).alias(Kind.CHANGED.value),
        (a.is_not_null() & (pl.col("parts_a") > 1)).alias(Kind.SPLIT.value),
        (b.is_not_null() & (pl.col("parts_b") > 1)).alias(Kind.JOINED.value),
        (a.is_null() & b.is_not_null()).alias(Kind.REFUSED_BY_A.value),
        (a.is_not_null() & b.is_null()).alias(Kind.REFUSED_BY_B.value),
    )
    frame = frame.with_columns(pl.col(kind.value).fill_null(False) for kind in KINDS)
    differs = pl.any_horizontal(*(kind.value for kind in KINDS))
    both = _pairs(frame.drop_nulls(["a", "b"]), ["a", "b"])

    def rows(which: pl.Expr) -> int:
        return int(frame.select(pl.col("count").filter(which).sum()).item())

    def clusters(which: pl.Expr, name: str) -> int:
        return int(frame.select(pl.col(name).filter(which).drop_nulls().n_unique()).item())

    summary = VersusSummary(
        rows=int(table.rows),
        texts=frame.height,
        differing_rows=rows(differs),
        changed_rows=rows(pl.col(Kind.CHANGED.value)),
        refused_by_a=rows(pl.col(Kind.REFUSED_BY_A.value)),
        refused_by_b=rows(pl.col(Kind.REFUSED_BY_B.value)),
        clusters_a=clusters(pl.lit(True), "a"),
        clusters_b=clusters(pl.lit(True), "b"),
        pairs_a_only=_pairs(frame.drop_nulls("a"), ["a"]) - both,
        pairs_b_only=_pairs(frame.drop_nulls("b"), ["b"]) - both,
        split=clusters(pl.col(Kind.SPLIT.value), "a"),
        joined=clusters(pl.col(Kind.JOINED.value), "b"),
    )
    return frame, summary


def _pairs(frame: pl.DataFrame, names: Sequence[str]) -> int:
    """How many pairs of rows have the same numbers."""
    size = pl.col("len").cast(pl.Int64)
    return int(frame.group_by(names).len().select((size * (size - 1) // 2).sum()).item())
