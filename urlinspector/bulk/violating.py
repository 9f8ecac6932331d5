"""How many rows of a list hold a URL to which RFC 3986 objects.

Most texts are plain, and of most others one character says it: two patterns settle these by the column, and
only what is left is looked at one by one (`url.violations`).
"""

from typing import NamedTuple

import polars as pl

from urlinspector.url.components import Url
from urlinspector.url.violations import violations

from . import codec
from .table import UrlTable
from .task import Task

_PCHAR = r"[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[013-9A-Fa-f][0-9A-Fa-f]|%2[0-9A-DFa-df]"
_LABEL = r"[A-Za-z][A-Za-z0-9]{0,19}(?:-[A-Za-z0-9]{1,20}){0,2}"
# Nothing of this can be objected to: up to four labels of at most 62 characters, none a number, a short port.
_PLAIN = (
    rf"(?:https?|HTTPS?|ftp)://{_LABEL}(?:\.{_LABEL}){{0,3}}(?::[1-9][0-9]{{0,3}})?"
    rf"(?:/(?:{_PCHAR})*)?(?:\?(?:{_PCHAR}|\?)*)?(?:#(?:{_PCHAR}|\?)*)?"
)
_FINE = rf"\A(?:{_PLAIN})\z"
# Each of these is a violation wherever it stands.
_WRONG = r"[^!#-;=?-Z_a-z~\[\]]"


class Violating(NamedTuple):
    """Rows that hold a URL with a violation, and an example (not masked)."""

    rows: int
    example: str | None


def violating(table: UrlTable, among: pl.Series | None = None, task: Task | None = None) -> Violating:
    """Count them, of all texts or of those that `among` has true. Raises Cancelled."""
    task = task or Task()
    texts = table.texts
    asked = pl.repeat(True, texts.len(), eager=True) if among is None else among
    wrong = asked & texts.str.contains(_WRONG)
    open_ones = (asked & ~wrong & ~texts.str.contains(_FINE)).arg_true().to_list()
    rows = int(table.counts.filter(wrong).sum())
    first = wrong.arg_true().head(1).to_list()
    for number, at in enumerate(open_ones):
        if number % 256 == 0:
            task.at("looking for violations", number, len(open_ones))
        text = codec.decode(texts[at])
        if violations(Url.parse(text), text):
            rows += table.counts[at]
            first.append(at)
    example = codec.decode(texts[min(first)]) if first else None
    return Violating(rows, example)
