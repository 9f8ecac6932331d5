"""Dictionary codes: a column of texts as small numbers, and the pool that gives a text its number.

Two texts are equal exactly when their codes are. Everything after the split works on codes; texts are looked at only
where a step may change them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from . import codec

CODE = pl.UInt32
KEY = pl.UInt64


class Coded(NamedTuple):
    """A column as codes. Codes are dense and in order of first occurrence."""

    codes: pl.Series
    """One code for each value."""
    firsts: pl.Series
    """For each code, the position of its first occurrence."""


def positions(count: int) -> pl.Series:
    """0, 1, …, count - 1 as codes."""
    return pl.int_range(count, dtype=CODE, eager=True)


def encode(column: pl.Series) -> Coded:
    """The codes of a column; absent values have a code of their own."""
    return encode_all([column])[0]


def encode_all(columns: Sequence[pl.Series]) -> list[Coded]:
    """The codes of several columns of one length, worked on side by side."""
    count = columns[0].len() if columns else 0
    frame = pl.DataFrame({"at": positions(count), **{f"c{n}": column for n, column in enumerate(columns)}})
    firsts = frame.select(pl.col("at").first().over(f"c{n}").alias(f"f{n}") for n in range(len(columns)))
    return [_dense(firsts[f"f{n}"], frame["at"]) for n in range(len(columns))]


def _dense(first: pl.Series, at: pl.Series) -> Coded:
    is_first = first == at
    numbers = is_first.cast(CODE).cum_sum().cast(CODE) - 1
    return Coded(numbers.gather(first), at.filter(is_first))


class Pool:
    """The distinct values of one component, numbered in the order in which they came; only ever grows.

    Values are coded texts (`codec`) or None for an absent component.
    """

    def __init__(self, values: pl.Series) -> None:
        """`values` are distinct already."""
        self.values = values
        self._marked: bool | None = None

    def __len__(self) -> int:
        return self.values.len()

    @property
    def holds_marked(self) -> bool:
        """Whether any value holds the codec's mark, so that patterns alone cannot be trusted on it."""
        if self._marked is None:
            self._marked = _any_marked(self.values)
        return self._marked

    def texts(self, codes: pl.Series) -> list[str | None]:
        """The values of some codes, decoded."""
        values: list[str | None] = self.values.gather(codes).to_list()
        if self.holds_marked:
            return [value and codec.decode(value) for value in values]
        return values

    def intern(self, texts: Sequence[str | None]) -> pl.Series:
        """The codes of texts (not coded yet), which are added where they are new."""
        coded = [text if text is None or text.isascii() else codec.encode(text) for text in texts]
        return self.intern_column(pl.Series(coded, dtype=pl.String))

    def intern_column(self, column: pl.Series) -> pl.Series:
        """The codes of a column of coded values, which are added where they are new."""
        if column.is_empty():
            return pl.Series(dtype=CODE)
        asked = pl.DataFrame({"value": column})
        known = pl.DataFrame({"value": self.values, "code": positions(len(self))})
        found = asked.join(known, on="value", how="left", nulls_equal=True, maintain_order="left")["code"]
        if not found.has_nulls():
            return found
        is_new = found.is_null()
        new = column.filter(is_new)
        numbered = encode(new)
        start = len(self)
        added = new.gather(numbered.firsts)
        self.values = pl.concat([self.values, added], rechunk=True) if start else added
        if self._marked is False:
            self._marked = _any_marked(added)
        return found.clone().scatter(is_new.arg_true(), numbered.codes + start)


def _any_marked(values: pl.Series) -> bool:
    return bool(values.str.contains(codec.MARK, literal=True).any())


class Key(NamedTuple):
    """Several code columns as one number a row, exact: equal exactly where all the codes are."""

    column: pl.Series
    rest: "pl.Series | None"
    """A second number a row, where 64 bits do not hold all."""


def pack(columns: Sequence[tuple[pl.Series, int]]) -> Key:
    """Columns of codes, each with the number of codes that it can hold, as one key."""
    parts: list[tuple[pl.Series | None, int]] = [(None, 0)]
    for codes, size in columns:
        bits = max(0, size - 1).bit_length()
        if bits == 0:
            continue
        so_far, used = parts[-1]
        if so_far is None:
            parts[-1] = codes.cast(KEY), bits
        elif used + bits <= 64:
            parts[-1] = so_far * (1 << bits) + codes.cast(KEY), used + bits
        else:
            parts.append((codes.cast(KEY), bits))
    made = [column for column, _ in parts if column is not None]
    if not made:
        count = columns[0][0].len() if columns else 0
        return Key(pl.zeros(count, dtype=KEY, eager=True), None)
    while len(made) > 2:
        tail = encode_pair(made[-2], made[-1]).codes.cast(KEY)
        made = [*made[:-2], tail]
    return Key(made[0], made[1] if len(made) > 1 else None)


def encode_pair(one: pl.Series, other: pl.Series) -> Coded:
    """The codes of pairs of numbers."""
    frame = pl.DataFrame({"at": positions(one.len()), "a": one, "b": other})
    return _dense(frame.select(pl.col("at").first().over("a", "b"))["at"], frame["at"])


def encode_key(key: Key) -> Coded:
    """The codes of a packed key."""
    return encode(key.column) if key.rest is None else encode_pair(key.column, key.rest)
