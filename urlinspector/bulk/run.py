"""What running a profile over distinct texts gave, as columns: components, changes, refusals, and where each
stood.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from urlinspector.normalize.pipeline import BoundStep

from .codes import CODE, Key, pack, spread, where

_KEY_BITS = 64
_SMALL = 1 << 12
Refusals = Mapping[Any, Any]


class Column(NamedTuple):
    """One component of many texts: for each text a slot, for each slot a code of the component's pool.

    Steps rewrite the slots, which are few; two slots may hold the same code.
    """

    codes: pl.Series
    image: pl.Series

    def now(self, rows: pl.Series) -> pl.Series:
        """The pool codes of the values that texts, by position, have now."""
        return self.image[self.codes[rows]]

    def take(self, rows: pl.Series) -> "Column":
        """The column of some texts alone, with the slots that they use."""
        codes = self.now(rows)
        used = codes.unique().sort()
        return Column((codes.rank("dense") - 1).cast(CODE), used)

    def patched(self, rows: pl.Series, slots: pl.Series, image: pl.Series) -> "Column":
        """With some texts pointed to new slots: `slots` count from the start of `image`."""
        start = self.image.len()
        codes = self.codes.clone().scatter(rows, slots + start)
        return Column(codes, pl.concat([self.image, image], rechunk=True))


class Changed(NamedTuple):
    """Which texts one step changed in one component: flags by slot of a column, or the texts themselves."""

    number: int
    codes: pl.Series | None
    flags: pl.Series

    def mark(self, marks: pl.Series) -> pl.Series:
        """`marks`, one for each text, with those that were changed set."""
        if self.codes is None:
            return marks.clone().scatter(self.flags, True)
        return marks | spread(self.flags, self.codes)


class Stage(NamedTuple):
    """Where texts stand before a step: codes while they are texts, columns once they are parsed."""

    origin: pl.Series
    """Which texts of the table these are."""
    texts: pl.Series
    columns: tuple[Column, ...] | None

    def take(self, rows: pl.Series) -> "Stage":
        """The stage of some texts alone, by position in it."""
        columns = None if self.columns is None else tuple(column.take(rows) for column in self.columns)
        return Stage(self.origin[rows], self.texts[rows], columns)


@dataclass
class Run:
    """One profile over many texts. `number` is a step's position in the profile."""

    steps: tuple[BoundStep, ...]
    anything: bool
    origin: pl.Series
    """Which texts of the table these are."""
    changes: list[Changed]
    refusals: list[tuple[int, pl.Series]]
    stages: dict[int, Stage]
    columns: tuple[Column, ...]
    text_steps: int = 0
    output: str = "url"
    """What the profile writes of canonical URLs; texts are one when that is (definitions §3)."""

    @property
    def needs_texts(self) -> bool:
        """Whether only whole texts tell clusters apart, not their components.

        A peer's oddity may leave components that parse differently once they are a text again.
        """
        return self.output != "url" or any(bound.step.peer for bound in self.steps)

    @property
    def size(self) -> int:
        """The number of texts."""
        return self.origin.len()

    def put(self, at: int, column: Column) -> None:
        """Replace the column of one component."""
        self.columns = (*self.columns[:at], column, *self.columns[at + 1 :])

    def refuse(self, number: int, rows: pl.Series) -> None:
        """Note that step `number` refused the texts at some positions; none is nothing to note."""
        if not rows.is_empty():
            self.refusals.append((number, rows))

    @cached_property
    def refused_at(self) -> pl.Series | None:
        """For each text the number of the step that refused it first, null for the others; None when all
        passed.
        """
        if not self.refusals:
            return None
        at = pl.Series([None], dtype=CODE).new_from_index(0, self.size)
        # Later steps first, so that the earliest one stands.
        for number, rows in sorted(self.refusals, key=_number, reverse=True):
            at = at.scatter(rows, number)
        return at

    @cached_property
    def accepted(self) -> pl.Series | None:
        """The positions of the texts that have a canonical form; None when all have one."""
        return None if self.refused_at is None else where(self.refused_at.is_null())

    def changed(self, number: int) -> pl.Series:
        """For each text, whether the step changed it (a step after a refusal changes nothing)."""
        marks = pl.repeat(False, self.size, dtype=pl.Boolean, eager=True)
        for each in self.changes:
            if each.number == number:
                marks = each.mark(marks)
        if self.refused_at is not None:
            marks = marks & (self.refused_at > number).fill_null(True)
        return marks

    @cached_property
    def acting(self) -> list[int]:
        """The numbers of the steps that changed any text."""
        return sorted({each.number for each in self.changes})

    def key(self, rows: pl.Series | None = None) -> Key:
        """For each text (or some) a number that is equal exactly where all components are."""
        images = [_few_codes(column.image) for column in self.columns]
        if sum(map(_bits, images)) > _KEY_BITS:
            images = [_dense(image) for image in images]
        codes = [
            image[column.codes if rows is None else column.codes[rows]]
            for image, column in zip(images, self.columns, strict=True)
        ]
        return pack([(each, 1 << _bits(image)) for each, image in zip(codes, images, strict=True)])


def _few_codes(image: pl.Series) -> pl.Series:
    """Numbers that are equal where the codes of an image are, small ones where the image is; sorting a large
    one to make them smaller only pays where they do not fit into a key.
    """
    return _dense(image) if image.len() < _SMALL else image


def _dense(image: pl.Series) -> pl.Series:
    return image.rank("dense").cast(CODE) - 1


def _bits(image: pl.Series) -> int:
    return 0 if image.is_empty() else int(image.max()).bit_length()  # type: ignore[arg-type]


def _number(refusal: tuple[int, pl.Series]) -> int:
    return refusal[0]
