"""The fields of a query between its separators (WHATWG URL §5.1; RFC 3986 §3.4 itself knows none).

Fields are taken as they stand: removing or moving some leaves every other byte of the query as it is.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from urlinspector.normalize.step import option
from urlinspector.normalize.steps._patterns import END, one_of
from urlinspector.url.charsets import GEN_DELIMS, SUB_DELIMS
from urlinspector.url.percent import decode

_SEPARATORS = (SUB_DELIMS | GEN_DELIMS | {"|"}) - frozenset("=+#")
ABOUT_SEPARATORS = "Characters that stand between fields; “&;” for servers that take both."
ABOUT_DECODED = "Compare with triplets decoded and + read as a space."


@dataclass(frozen=True, slots=True)
class Separated:
    """The options of a step on the fields of a query that has no other."""

    separators: str = option("&", ABOUT_SEPARATORS)


def checked(separators: str) -> str:
    """The option `separators`. Raises ValueError where it is empty or holds what belongs to fields."""
    if not separators or not set(separators) <= _SEPARATORS:
        raise ValueError(f"“{separators}” cannot separate fields; & and ; can")
    return separators


def with_checked_separators(options: Separated) -> Separated:
    """The `prepare` of a step with `Separated` options."""
    checked(options.separators)
    return options


def split(query: str, separators: str) -> tuple[list[str], list[str]]:
    """The fields of `query`, empty ones included, and the separators between them: one fewer."""
    if len(separators) == 1:
        fields = query.split(separators)
        return fields, [separators] * (len(fields) - 1)
    pieces = _splitter(separators).split(query)
    return pieces[::2], pieces[1::2]


@cache
def _splitter(separators: str) -> re.Pattern[str]:
    return re.compile(f"({one_of(separators)})")


def join(fields: Sequence[str], between: Sequence[str]) -> str:
    """The query of fields and the separators between them."""
    return "".join(map(str.__add__, fields, (*between, "")))


def kept(query: str, separators: str, wanted: Callable[[str], bool]) -> str | None:
    """`query` without the fields that `wanted` answers with False; None where no field with a text is left.

    A field that stays keeps the separator before it. A query that loses no field stays as it is.
    """
    if len(separators) == 1:
        # The common case, many times on a list: what stays is joined by the only separator there is.
        fields = query.split(separators)
        rest = [field for field in fields if wanted(field)]
        if len(rest) == len(fields):
            return query
        return separators.join(rest) if any(rest) else None
    fields, between = split(query, separators)
    stay = [wanted(field) for field in fields]
    if all(stay):
        return query
    left = [
        (before, field) for before, field, stays in zip(("", *between), fields, stay, strict=True) if stays
    ]
    if not any(field for _, field in left):
        return None
    return left[0][1] + "".join(before + field for before, field in left[1:])


def name_of(field: str) -> str:
    """The name of a field: what stands before its first `=`, or all of it."""
    return field.partition("=")[0]


def decoded(text: str) -> str:
    """A name or a value as a form reads it (WHATWG URL §5.1): triplets decoded, + as a space."""
    return decode(text, plus_is_space=True)


def at_start(separators: str) -> str:
    """A `may_change` pattern for the place where a field begins."""
    return f"(?:^|{one_of(separators)})"


def at_end(separators: str, *, after_name: bool = False) -> str:
    """A `may_change` pattern for the place where a field ends, or its name."""
    return f"(?:{one_of(separators + '=' if after_name else separators)}|{END})"
