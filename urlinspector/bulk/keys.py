"""Tells which cluster of a clustering a text would be in whose components came out otherwise.

Built once for a clustering; what-if questions then cost as much as the texts that they touch.
"""

from collections.abc import Sequence

import polars as pl

from .codes import CODE, KEY, Key, Pool, encode, encode_key, pack
from .output import canonical
from .run import Run


class KeySpace:
    """From the canonical components of clusters to the clusters."""

    def __init__(self, run: Run, pools: Sequence[Pool], texts: pl.Series) -> None:
        """`texts` holds one text of each cluster, by cluster."""
        self._pools, self._by_text = pools, run.needs_texts
        self._sizes: list[int] = []
        self._dense: list[pl.Series] = []
        clusters = pl.int_range(texts.len(), dtype=CODE, eager=True)
        if self._by_text:
            self._known = pl.DataFrame({"key": canonical(run, pools, texts), "cluster": clusters})
            return
        columns = []
        for column, pool in zip(run.columns, pools, strict=True):
            codes = column.now(texts)
            used = codes.unique().sort()
            dense = pl.Series([None], dtype=CODE).new_from_index(0, len(pool))
            self._dense.append(dense.scatter(used, pl.int_range(used.len(), dtype=CODE, eager=True)))
            self._sizes.append(used.len())
            columns.append((self._dense[-1][codes], used.len()))
        self._known = _frame(pack(columns)).with_columns(cluster=clusters)

    def distinct(self, run: Run, texts: pl.Series) -> tuple[pl.Series, pl.Series]:
        """Some texts of another run over the same pools: which are one, and for each of those the cluster or
        null.

        The first series gives each text a number, the second each number its cluster.
        """
        if self._by_text:
            forms = canonical(run, self._pools, texts)
            coded = encode(forms)
            return coded.codes, self._join(pl.DataFrame({"key": forms[coded.firsts]}))
        coded = encode_key(run.key(texts))
        firsts = texts[coded.firsts]
        codes = [self._densified(column.now(firsts), at) for at, column in enumerate(run.columns)]
        unknown = pl.repeat(False, firsts.len(), dtype=pl.Boolean, eager=True)
        for each in codes:
            unknown = unknown | each.is_null()
        key = pack([(each.fill_null(0), size) for each, size in zip(codes, self._sizes, strict=True)])
        found = self._join(_frame(key))
        return coded.codes, pl.select(pl.when(~unknown).then(found)).to_series()

    def _densified(self, codes: pl.Series, at: int) -> pl.Series:
        dense = self._dense[at]
        return dense[pl.select(pl.when(codes < dense.len()).then(codes)).to_series()]

    def _join(self, asked: pl.DataFrame) -> pl.Series:
        names = [name for name in self._known.columns if name != "cluster"]
        return asked.join(self._known, on=names, how="left", maintain_order="left")["cluster"]


def _frame(key: Key) -> pl.DataFrame:
    rest = pl.zeros(key.column.len(), dtype=KEY, eager=True) if key.rest is None else key.rest
    frame = pl.DataFrame({"key": key.column, "rest": rest})
    return frame.drop("rest") if key.rest is None else frame
