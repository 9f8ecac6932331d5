"""A selection: ids of rows or clusters in an order, as the engine answers sorting and filtering with."""

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from .codes import CODE


@dataclass(frozen=True)
class Selection:
    """Ids in the order in which they are shown."""

    column: pl.Series

    def __len__(self) -> int:
        return self.column.len()

    def ids(self, start: int = 0, stop: int | None = None) -> list[int]:
        """The ids of positions `start` to `stop`."""
        length = None if stop is None else max(0, stop - start)
        return self.column.slice(start, length).to_list()

    def __getitem__(self, at: int) -> int:
        return int(self.column[at])

    def position(self, wanted: int) -> int | None:
        """Where an id stands, or None."""
        found = self._positions.get(wanted) if self.column.len() <= 10_000 else None
        if found is not None or self.column.len() <= 10_000:
            return found
        at = (self.column == wanted).arg_true()
        return None if at.is_empty() else int(at[0])

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {each: at for at, each in enumerate(self.column.to_list())}

    @classmethod
    def of(cls, ids: list[int]) -> "Selection":
        """A selection of ids by hand."""
        return cls(pl.Series(ids, dtype=CODE))
