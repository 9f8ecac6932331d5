"""Which text stands for a cluster: rules over the columns (issue: first seen, shortest, https first, …)."""

import re
from dataclasses import dataclass

import polars as pl

from .codes import CODE, KEY, positions
from .table import UrlTable

FIRST_SEEN, SHORTEST, HTTPS_FIRST, MOST_FREQUENT = "first-seen", "shortest", "https-first", "most-frequent"
RULES = (FIRST_SEEN, SHORTEST, HTTPS_FIRST, MOST_FREQUENT)
"""Besides these `max:COLUMN`: the row with the greatest number in a column."""

_HTTPS = r"^[hH][tT][tT][pP][sS]:"


class RuleError(ValueError):
    """A rule that does not exist, or a column that the list does not have."""


@dataclass(frozen=True)
class Rule:
    """A rule by name, with the column of `max:COLUMN`."""

    name: str = FIRST_SEEN
    column: str = ""

    @classmethod
    def parse(cls, text: str) -> "Rule":
        """From its written form. Raises RuleError."""
        if text in RULES:
            return cls(text)
        name, _, column = text.partition(":")
        if name == "max" and column:
            return cls("max", column)
        raise RuleError(f"there is no rule “{text}”; there are {', '.join(RULES)} and max:COLUMN")

    def __str__(self) -> str:
        return f"max:{self.column}" if self.name == "max" else self.name


def representatives(
    table: UrlTable, texts: pl.Series, clusters: pl.Series, count: int, rule: Rule
) -> pl.Series:
    """For each of `count` clusters the text that stands for it, by position.

    `texts` are the positions of the accepted texts, ascending, `clusters` their clusters. Ties go to the
    first seen. Raises RuleError.
    """
    rank = (
        _ranks(table, rule).gather(texts)
        if rule.name != FIRST_SEEN
        else pl.zeros(texts.len(), KEY, eager=True)
    )
    frame = pl.DataFrame({"cluster": clusters, "score": rank.cast(KEY) * 2**32 + texts.cast(KEY)})
    best = frame.lazy().group_by("cluster").agg(pl.col("score").min()).collect()
    chosen = (best["score"] % 2**32).cast(CODE)
    return pl.zeros(count, dtype=CODE, eager=True).scatter(best["cluster"], chosen)


def _ranks(table: UrlTable, rule: Rule) -> pl.Series:
    """For each text a number below 2^32: the lower, the better it stands for its cluster."""
    if rule.name == SHORTEST:
        return table.texts.str.len_chars()
    if rule.name == HTTPS_FIRST:
        return (~table.texts.str.contains(_HTTPS)).cast(CODE)
    if rule.name == MOST_FREQUENT:
        return (-table.counts.cast(pl.Int64)).rank("dense").cast(CODE)
    if rule.column not in table.column_names:
        raise RuleError(f"the list has no column “{rule.column}”")
    values = numbers(table.columns[rule.column])
    frame = pl.DataFrame({"text": table.text_of_row, "value": values}).lazy()
    greatest = frame.group_by("text").agg(pl.col("value").max()).sort("text").collect()["value"]
    ranks = (-greatest).rank("dense")
    return ranks.fill_null(2**31).cast(CODE)


def numbers(column: pl.Series) -> pl.Series:
    """A column's values as numbers, thousands separated by commas or spaces allowed; null where there is
    none.
    """
    if column.dtype.is_numeric():
        return column.cast(pl.Float64)
    plain = column.cast(pl.String).str.replace_all(re.escape(",") + "| |\u00a0|\u202f", "")
    return plain.cast(pl.Float64, strict=False).fill_nan(None)


def all_positions(count: int) -> pl.Series:
    """All texts."""
    return positions(count)
