"""What a person decided about a list, as data: immutable, per row text, laid over any clustering of it.

A decision is about texts, not about clusters, so it holds when the profile changes, wherever it still
applies: a text that is not on the list, or that has no canonical form, is passed over.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import polars as pl

from . import codec
from .codes import CODE


@dataclass(frozen=True)
class Decisions:
    """Every method gives new decisions; keep the old ones to undo."""

    excluded: frozenset[str] = frozenset()
    """Texts that are in no cluster."""
    split: Mapping[str, str] = field(default_factory=dict)
    """Text to the text that names its new cluster: texts with one name are together, apart from their old
    cluster.
    """
    moved: Mapping[str, str] = field(default_factory=dict)
    """Text to a text in whose cluster it belongs."""
    representatives: frozenset[str] = frozenset()
    """Texts that stand for their cluster."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Text to a note on its cluster."""
    ignored: frozenset[str] = frozenset()
    """Texts whose cluster is set aside."""

    def __bool__(self) -> bool:
        return any(getattr(self, each.name) for each in fields(self))

    def exclude(self, texts: Iterable[str], exclude: bool = True) -> "Decisions":
        """Take texts out of their clusters, or back in."""
        chosen = frozenset(texts)
        return replace(self, excluded=self.excluded | chosen if exclude else self.excluded - chosen)

    def split_off(self, texts: Iterable[str]) -> "Decisions":
        """These decisions with one new cluster of some texts; earlier moves of them are forgotten."""
        chosen = list(texts)
        if not chosen:
            return self
        at_once = set(chosen)
        moved = {text: to for text, to in self.moved.items() if text not in at_once}
        return replace(self, split={**self.split, **dict.fromkeys(chosen, chosen[0])}, moved=moved)

    def move(self, texts: Iterable[str], anchor: str) -> "Decisions":
        """Put texts into the cluster in which `anchor` is."""
        chosen = [text for text in texts if text != anchor]
        at_once = set(chosen)
        split = {text: name for text, name in self.split.items() if text not in at_once}
        return replace(self, moved={**self.moved, **dict.fromkeys(chosen, anchor)}, split=split)

    def represent(self, text: str, others: Iterable[str] = ()) -> "Decisions":
        """Let a text stand for its cluster, in place of `others` that were chosen before."""
        return replace(self, representatives=self.representatives - frozenset(others) | {text})

    def note(self, text: str, note: str) -> "Decisions":
        """Put a note on the cluster of a text; an empty one takes it away."""
        notes = {key: value for key, value in self.notes.items() if key != text}
        return replace(self, notes={**notes, text: note} if note else notes)

    def ignore(self, texts: Iterable[str], ignore: bool = True) -> "Decisions":
        """Set the clusters of texts aside, or take them back."""
        chosen = frozenset(texts)
        return replace(self, ignored=self.ignored | chosen if ignore else self.ignored - chosen)

    def without(self, texts: Iterable[str]) -> "Decisions":
        """Forget all that was decided about some texts."""
        gone = frozenset(texts)

        def kept(mapping: Mapping[str, str]) -> dict[str, str]:
            return {key: value for key, value in mapping.items() if key not in gone}

        return Decisions(
            self.excluded - gone,
            kept(self.split),
            kept(self.moved),
            self.representatives - gone,
            kept(self.notes),
            self.ignored - gone,
        )

    def to_json(self) -> dict[str, Any]:
        """The decisions as JSON values: sets as sorted lists, the rest as objects by text."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            name: sorted(value) if isinstance(value, frozenset) else dict(value)
            for name, value in values.items()
            if value
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Decisions":
        """From what `to_json` gave. Raises ValueError for anything else."""
        known = {each.name for each in fields(cls)}
        made: dict[str, Any] = {}
        for name, value in values.items():
            if name not in known:
                raise ValueError(f"unknown decision “{name}”")
            texts = (
                value
                if isinstance(value, list)
                else [*value, *value.values()]
                if isinstance(value, dict)
                else [None]
            )
            if not all(isinstance(text, str) for text in texts):
                raise ValueError(f"“{name}” does not hold texts")
            made[name] = frozenset(value) if isinstance(value, list) else value
        return cls(**made)


def find(texts: pl.Series, wanted: Iterable[str]) -> dict[str, int]:
    """Where some texts stand in the column of distinct texts; those that are not there are left out."""
    asked = list(dict.fromkeys(wanted))
    if not asked:
        return {}
    coded = pl.DataFrame({"text": pl.Series([codec.encode(text) for text in asked], dtype=pl.String)})
    coded = coded.with_row_index("asked")
    found = coded.join(pl.DataFrame({"text": texts}).with_row_index("at"), on="text", how="inner")
    return {
        asked[number]: at for number, at in zip(found["asked"].to_list(), found["at"].to_list(), strict=True)
    }


def apply(decisions: Decisions, texts: pl.Series, cluster_of_text: pl.Series, count: int) -> pl.Series:
    """The cluster numbers of the texts with the decisions laid over them; null for a text that is in none.

    `count` is the number of clusters so far; new ones are numbered from there on.
    """
    known = find(texts, [*decisions.excluded, *decisions.split, *decisions.moved, *decisions.moved.values()])
    at = sorted(set(known.values()))
    now = dict(zip(at, cluster_of_text.gather(at).to_list(), strict=True))
    placed = {text for text, position in known.items() if now[position] is not None}
    names = dict.fromkeys(name for text, name in decisions.split.items() if text in placed)
    number_of = {name: count + n for n, name in enumerate(names)}
    result: dict[int, int | None] = {
        known[text]: number_of[name] for text, name in decisions.split.items() if text in placed
    }
    for text in decisions.moved:
        anchor = _last_anchor(text, decisions.moved)
        if text in placed and anchor in placed:
            result[known[text]] = result.get(known[anchor], now[known[anchor]])
    result.update((known[text], None) for text in decisions.excluded if text in known)
    if not result:
        return cluster_of_text
    return cluster_of_text.clone().scatter(list(result), pl.Series(list(result.values()), dtype=CODE))


def _last_anchor(text: str, moved: Mapping[str, str]) -> str:
    """The end of a chain of moves; a circle ends where it would close."""
    seen = {text}
    while (following := moved.get(text, None)) is not None and following not in seen:
        seen.add(following)
        text = following
    return text
