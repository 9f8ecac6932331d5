"""Codes: one number for equal values, also where hashes meet; and what long work promises."""

import contextlib
from collections import Counter
from collections.abc import Callable

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bulk.lists import SHOP
from urlinspector.bulk import codes
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.memory import MemoryEstimate, estimate
from urlinspector.bulk.reading import Source
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Cancelled, CancelToken, Progress, Task
from urlinspector.normalize.library import builtin

VALUES = st.lists(st.none() | st.sampled_from(["", "a", "b", "é", "a" * 40]) | st.text(max_size=3))


def check_encoding(values: list[str | None], coded: codes.Coded) -> None:
    by_code = dict(zip(coded.codes.to_list(), values, strict=True))
    assert len(by_code) == len(set(values))
    assert [by_code[code] for code in coded.codes.to_list()] == values
    assert [values[at] for at in coded.firsts.to_list()] == [by_code[code] for code in range(len(by_code))]


@given(VALUES)
def test_equal_values_have_one_code(values: list[str | None]) -> None:
    column = pl.Series(values, dtype=pl.String)
    coded = codes.encode(column)
    check_encoding(values, coded)
    assert coded.firsts.to_list() == sorted(coded.firsts.to_list())
    check_encoding(values, codes.encode_present(column))


@given(VALUES, VALUES)
def test_a_pool_numbers_each_value_once(first: list[str | None], more: list[str | None]) -> None:
    pool = codes.Pool(pl.Series(list(dict.fromkeys(first)), dtype=pl.String))
    asked = [*more, *first, *more]
    numbers = pool.intern(asked).to_list()
    assert pool.texts(pl.Series(numbers, dtype=codes.CODE)) == asked
    assert len(pool) == len({*first, *more})


@pytest.mark.parametrize("meeting", [0, 1])
def test_values_whose_hashes_meet_are_still_told_apart(meeting: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = codes.hashes

    def hashes(column: pl.Series) -> tuple[pl.Series, pl.Series]:
        made = list(real(column))
        made[meeting] = pl.zeros(column.len(), dtype=pl.UInt64, eager=True)
        return made[0], made[1]

    monkeypatch.setattr(codes, "hashes", hashes)
    values: list[str | None] = ["a", "b", None, "a", "c", "b"]
    for encode in (codes.encode, codes.encode_present):
        check_encoding(values, encode(pl.Series(values)))
    pool = codes.Pool(pl.Series(["a", "b"]))
    assert pool.texts(pool.intern(values)) == values


@given(st.lists(st.tuples(*[st.integers(0, 2**20 - 1)] * 5), max_size=20))
def test_packed_keys_are_equal_where_all_codes_are(rows: list[tuple[int, ...]]) -> None:
    columns = [pl.Series([row[at] for row in rows], dtype=codes.CODE) for at in range(5)]
    for count in (1, 3, 5):
        key = codes.pack([(column, 2**20) for column in columns[:count]])
        assert (key.rest is None) == (count <= 3)
        wanted = Counter(row[:count] for row in rows)
        for encode in (codes.encode_key, codes.encode_key_unordered):
            coded = encode(key)
            assert sorted(Counter(coded.codes.to_list()).values()) == sorted(wanted.values())
            firsts = [coded.codes.to_list().index(code) for code in range(len(wanted))]
            assert coded.firsts.to_list() == firsts


@given(st.lists(st.integers(0, 7), min_size=1, max_size=30))
def test_small_keys_are_looked_up_in_a_table(numbers: list[int]) -> None:
    coded = codes.encode_key_unordered(codes.pack([(pl.Series(numbers, dtype=codes.CODE), 8)]))
    by_code = dict(zip(coded.codes.to_list(), numbers, strict=True))
    assert [by_code[code] for code in coded.codes.to_list()] == numbers
    assert len(by_code) == len(set(numbers))
    firsts = [numbers.index(by_code[code]) for code in range(len(by_code))]
    assert coded.firsts.to_list() == firsts


# Long work


def test_progress_names_the_steps_and_cancel_leaves_the_engine_whole() -> None:
    engine = Engine(UrlTable.of(SHOP))
    wanted = Clustering.make(Engine(UrlTable.of(SHOP)), builtin("seo")).cluster_of_text.to_list()
    seen: list[Progress] = []
    full = Clustering.make(engine, builtin("safe"), task=Task(report=seen.append, every=0))
    assert {"trim-whitespace", "lowercase-host", "grouping"} <= {each.phase for each in seen}
    for stop in range(len(seen) + 20):
        token = CancelToken()
        with contextlib.suppress(Cancelled):
            Clustering.make(engine, builtin("seo"), task=Task(token, _stopper(token, stop), every=0))
    assert Clustering.make(engine, builtin("seo")).cluster_of_text.to_list() == wanted
    assert full.count > 0


def _stopper(token: CancelToken, after: int) -> Callable[[Progress], None]:
    """Cancels at a report."""
    left = [after]

    def report(_: Progress) -> None:
        left[0] -= 1
        if left[0] < 0:
            token.cancel()

    return report


def test_work_that_cannot_be_interrupted_is_left_alone_at_a_cancel() -> None:
    import threading

    token, gate = CancelToken(), threading.Event()
    task = Task(token)
    threading.Timer(0.05, token.cancel).start()
    with pytest.raises(Cancelled):
        task.call(gate.wait, 30)
    gate.set()
    with pytest.raises(ZeroDivisionError):
        Task().call(lambda: 1 // 0)


def test_memory_is_estimated_before_it_is_used() -> None:
    plain = estimate([Source("x.txt", data=bytes(1 << 20))])
    packed = estimate([Source("x.txt.gz", data=bytes(1 << 20))])
    assert plain.needed < packed.needed
    assert not MemoryEstimate(2 << 30, 1 << 30).fits
    assert MemoryEstimate(2 << 30, None).fits
    assert str(MemoryEstimate(2 << 30, 1 << 30)) == "some 2.0 GiB of memory are needed, 1.0 GiB are free"
