"""Dictionary codes: a column of texts as small numbers, and the pool that gives a text its number.

Two texts are equal exactly when their codes are. Everything after the split works on codes; texts are looked
at only where a step may change them.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from . import codec

CODE = pl.UInt32
KEY = pl.UInt64
_TABLE_BITS = 20
_TABLE_SHARE = 8  # entries of the table for each number
_RUN_SHARE = 4  # values that came since make one run with the others once they are a fourth of these


_SEEDS = (secrets.randbits(63), secrets.randbits(63))


class Coded(NamedTuple):
    """A column as codes. Codes are dense and in order of first occurrence."""

    codes: pl.Series
    """One code for each value."""
    firsts: pl.Series
    """For each code, the position of its first occurrence."""


def positions(count: int) -> pl.Series:
    """0, 1, …, count - 1 as codes."""
    return pl.int_range(count, dtype=CODE, eager=True)


def where(flags: pl.Series) -> pl.Series:
    """The positions of what is True, as codes; a filter takes a tenth of the time of `arg_true`."""
    return positions(flags.len()).filter(flags)


def spread(flags: pl.Series, codes: pl.Series) -> pl.Series:
    """The flag of each of the codes; bytes are looked up three times faster than bits."""
    return flags.cast(pl.UInt8)[codes] == 1


def encode(column: pl.Series) -> Coded:
    """The codes of a column of texts, bytes or numbers; absent values have a code of their own."""
    return _dense(_grouped(column).firsts())


def encode_counted(column: pl.Series) -> tuple[Coded, pl.Series]:
    """As `encode`, and how often each code occurs."""
    grouped = _grouped(column)
    coded = _dense(grouped.firsts())
    return coded, grouped.counts(coded)


def hashes(column: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Two independent hashes of each text."""
    return column.hash(seed=_SEEDS[0]), column.hash(seed=_SEEDS[1])


class _Grouped(NamedTuple):
    """The values of a column sorted by hash, those of one hash in their order."""

    column: pl.Series
    proof: pl.Series
    """What tells values of one hash apart: another hash of a text, or the numbers themselves."""
    at: pl.Series
    """The positions of the values, as sorted."""
    group: pl.Series
    """For each of those the number of its hash."""
    starts: pl.Series
    """For each hash where it begins."""

    def firsts(self) -> pl.Series:
        """For each value the position of its first occurrence."""
        heads = self.at[self.starts]
        found = pl.zeros(self.at.len(), dtype=CODE, eager=True).scatter(self.at, heads[self.group])
        odd = self._odd(found)
        if odd.is_empty():
            return found
        # All values that share a hash with another one that came before: none of them is grouped elsewhere.
        return found.scatter(odd, odd[_first_of_each(self.column[odd])])

    def _odd(self, firsts: pl.Series) -> pl.Series:
        return where(self.proof[firsts].ne_missing(self.proof))

    def counts(self, coded: Coded) -> pl.Series:
        """For each code how often it occurs."""
        starts = self.starts
        if starts.len() != coded.firsts.len():
            return count_codes(coded.codes, coded.firsts.len())
        ends = starts.shift(-1, fill_value=self.at.len())
        codes = coded.codes[self.at[starts]]
        counts = pl.zeros(starts.len(), dtype=CODE, eager=True)
        return counts.scatter(codes, (ends - starts).cast(CODE))


def _grouped(column: pl.Series) -> _Grouped:
    """The groups of equal values of a column.

    The upper bits of a hash and the position are sorted as one number, which takes a third of the time of
    grouping texts. Texts are told apart by these bits and the whole of a second hash, with seeds of this
    process; numbers exactly.
    """
    if column.dtype in (pl.String, pl.Binary):
        first, proof = hashes(column)
    else:
        first, proof = column.hash(seed=_SEEDS[0]), column
    size = _room(column.len())
    frame = pl.DataFrame({"key": _with_positions(first).sort()}).select(
        at=(pl.col("key") % size).cast(CODE), hash=pl.col("key") // size
    )
    hash_, count = frame["hash"], column.len()
    starts = where(hash_.slice(1) != hash_.slice(0, max(0, count - 1))) + 1
    starts = pl.concat([positions(min(1, count)), starts], rechunk=True)
    return _Grouped(column, proof, frame["at"], hash_.rle_id(), starts)


def _first_of_each(column: pl.Series) -> pl.Series:
    """For each value the position of its first occurrence; the values themselves are grouped."""
    frame = pl.DataFrame({"at": positions(column.len()), "value": column})
    return frame.select(pl.col("at").first().over("value"))["at"]


def count_codes(codes: pl.Series, size: int) -> pl.Series:
    """For each of `size` codes, how often it occurs."""
    runs = codes.sort().rle().struct.unnest()
    return pl.zeros(size, dtype=CODE, eager=True).scatter(runs["value"], runs["len"])


def encode_present(column: pl.Series) -> Coded:
    """As `encode`, for a column of which most values are absent: only the others are looked at.

    The code of absence is the last one.
    """
    present = column.is_not_null()
    if present.all():
        return encode(column)
    at = where(present)
    coded = encode(column[at])
    absent = coded.firsts.len()
    codes = pl.Series([absent], dtype=CODE).new_from_index(0, column.len()).scatter(at, coded.codes)
    first_absent = pl.Series([present.arg_min()], dtype=CODE)
    return Coded(codes, pl.concat([at[coded.firsts], first_absent], rechunk=True))


def _dense(first: pl.Series) -> Coded:
    at = positions(first.len())
    firsts = at.filter(first == at)
    numbers = pl.zeros(first.len(), dtype=CODE, eager=True).scatter(firsts, positions(firsts.len()))
    return Coded(numbers[first], firsts)


class Pool:
    """The distinct values of one component, numbered in the order in which they came; only ever grows.

    Values are coded texts (`codec`) or None for an absent component.
    """

    def __init__(self, values: pl.Series, holds_marked: bool | None = None) -> None:
        """`values` are distinct already; whether they hold the codec's mark is looked for where it is not
        known.
        """
        self.values = values
        self._marked = holds_marked
        self._index = _Index()

    def __len__(self) -> int:
        return self.values.len()

    @property
    def holds_marked(self) -> bool:
        """Whether any value holds the codec's mark, so that patterns alone cannot be trusted on it."""
        if self._marked is None:
            self._marked = _any_marked(self.values)
        return self._marked

    def texts(self, codes: pl.Series) -> list[str | None]:
        """The values that some codes stand for, in the order of the codes, decoded by the codec."""
        values: list[str | None] = self.values[codes].to_list()
        if self.holds_marked:
            return [value and codec.decode(value) for value in values]
        return values

    def intern(self, texts: Sequence[str | None]) -> pl.Series:
        """The codes of texts (not coded yet), which are added where they are new."""
        return self.intern_column(codec.column(texts))

    def intern_column(self, column: pl.Series) -> pl.Series:
        """The codes of a column of coded values, which are added where they are new."""
        if column.is_empty():
            return pl.Series(dtype=CODE)
        found = self._find(column)
        if not found.has_nulls():
            return found
        is_new = found.is_null()
        new = column.filter(is_new)
        numbered = encode(new)
        start = len(self)
        self._add(new[numbered.firsts])
        return found.clone().scatter(where(is_new), numbered.codes + start)

    def _add(self, values: pl.Series) -> None:
        self.values = pl.concat([self.values, values], rechunk=True) if len(self) else values
        if self._marked is False:
            self._marked = _any_marked(values)

    def _find(self, column: pl.Series) -> pl.Series:
        """The code of each value, or null."""
        first, second = hashes(column)
        found = self._index.find(self.values, first, second)
        if found is not None:
            return found
        known = pl.DataFrame({"value": self.values, "code": positions(len(self))})
        asked = pl.DataFrame({"value": column})
        return asked.join(known, on="value", how="left", nulls_equal=True, maintain_order="left")["code"]


class _Index:
    """Where the hashes of a pool's values stand: a sorted run of the first ones, and one of those that came
    since, which is sorted anew with each of them.
    """

    def __init__(self) -> None:
        self._runs: list[_Sorted] = []
        self._first, self._second = pl.Series(dtype=KEY), pl.Series(dtype=KEY)

    def find(self, values: pl.Series, first: pl.Series, second: pl.Series) -> pl.Series | None:
        """The code of each value by its two hashes, or null; None where two values share their first one."""
        self._extend(values)
        if not self._runs:
            return pl.Series([None], dtype=CODE).new_from_index(0, first.len())
        found = self._runs[0].find(first)
        if len(self._runs) > 1 and found.has_nulls():
            at = where(found.is_null())
            found = found.scatter(at, self._runs[1].find(first[at]))
        return found if (self._second[found] == second).all() else None

    def _extend(self, values: pl.Series) -> None:
        known, size = self._first.len(), values.len()
        if known == size:
            return
        first, second = hashes(values.slice(known))
        self._first = pl.concat([self._first, first], rechunk=True)
        self._second = pl.concat([self._second, second], rechunk=True)
        start = self._runs[0].size if self._runs else 0
        if (size - start) * _RUN_SHARE > start:
            self._runs, start = [], 0
        self._runs[1:] = [_Sorted.of(self._first.slice(start), start)]


class _Sorted(NamedTuple):
    """Hashes in order, the lowest bits of each replaced by its position; after them one that no other is as
    large as.
    """

    keys: pl.Series
    start: int
    """The code of the first of them."""
    size: int

    @classmethod
    def of(cls, numbers: pl.Series, start: int) -> "_Sorted":
        keys = _with_positions(numbers).sort()
        return cls(pl.concat([keys, pl.Series([2**64 - 1], dtype=KEY)], rechunk=True), start, numbers.len())

    def find(self, numbers: pl.Series) -> pl.Series:
        """The code of each hash, or null."""
        size = _room(self.size)
        asked = numbers // size
        key = self.keys[self.keys.search_sorted(asked * size)]
        at, hash_ = pl.col("key") % size, pl.col("key") // size
        is_here = (hash_ == pl.col("asked")) & (at < self.size)
        frame = pl.DataFrame({"key": key, "asked": asked})
        return frame.select(pl.when(is_here).then((at + self.start).cast(CODE)))["key"]


def _room(count: int) -> int:
    """The power of two that numbers so many positions."""
    return 1 << max(1, count - 1).bit_length()


def _with_positions(numbers: pl.Series) -> pl.Series:
    """Hashes, the lowest bits of each replaced by its position."""
    size = _room(numbers.len())
    frame = pl.DataFrame({"number": numbers})
    return frame.select(pl.col("number") // size * size + pl.int_range(pl.len(), dtype=KEY)).to_series()


def _any_marked(values: pl.Series) -> bool:
    return bool(values.str.contains(codec.MARK, literal=True).any())


class Key(NamedTuple):
    """Several code columns as one number a row, exact: equal exactly where all the codes are."""

    column: pl.Series
    rest: "pl.Series | None"
    """A second number a row, where 64 bits do not hold all."""
    bits: int = 64
    """How many bits of the first number are used."""


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
        return Key(pl.zeros(count, dtype=KEY, eager=True), None, 0)
    while len(made) > 2:
        tail = encode_pair(made[-2], made[-1]).codes.cast(KEY)
        made = [*made[:-2], tail]
    return Key(made[0], made[1] if len(made) > 1 else None, parts[0][1])


def encode_pair(one: pl.Series, other: pl.Series) -> Coded:
    """Codes for the pairs of two columns of one length, numbered as the pairs are first seen."""
    frame = pl.DataFrame({"at": positions(one.len()), "a": one, "b": other})
    return _dense(frame.select(pl.col("at").first().over("a", "b"))["at"])


def encode_key(key: Key) -> Coded:
    """Codes for the values of a packed key, numbered as they are first seen."""
    return encode(key.column) if key.rest is None else encode_pair(key.column, key.rest)


def encode_key_unordered(key: Key) -> Coded:
    """As `encode_key`, with codes in any order: a key of few bits is looked up in a table, not sorted."""
    column = key.column
    if key.rest is not None or key.bits > _TABLE_BITS or 1 << key.bits > _TABLE_SHARE * column.len():
        return encode_key(key)
    is_used = pl.repeat(False, 1 << key.bits, dtype=pl.Boolean, eager=True).scatter(column, True)
    numbers = is_used.cast(CODE).cum_sum().cast(CODE) - 1
    codes = numbers[column]
    count = int(is_used.sum())
    at = positions(column.len()).reverse()
    # Written from the end, so that the first occurrence is what stays.
    return Coded(codes, pl.zeros(count, dtype=CODE, eager=True).scatter(codes.reverse(), at))
