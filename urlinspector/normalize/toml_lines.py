"""On which line of a TOML text a key, or an entry of an array, stands: `tomllib` keeps no positions."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'|#[^\n]*|[\[{]|[\]}]|,|[^\s]",
    re.DOTALL,
)


def line_of(text: str, key: str, first: int | None = None) -> int | None:
    """The line, from 1, on which a key first occurs in TOML text, on line `first` or later."""
    pattern = re.compile(rf"(?m)(?:^|[{{,\[.]|\s)\s*[\"']?{re.escape(key)}[\"']?\s*(?:=|\]|\.)")
    start = 0
    for _ in range((first or 1) - 1):
        start = text.index("\n", start) + 1
    found = pattern.search(text, start)
    return None if found is None else _line(text, found.start() + len(found[0]) - 1)


def lines_of_entries(text: str, key: str) -> tuple[int, ...]:
    """The line, from 1, of each entry of the top-level array `key`, written as `key = […]` or as tables
    `[[key]]`; empty where it is neither.
    """
    name = rf"[\"']?{re.escape(key)}[\"']?"
    tables = tuple(
        _line(text, each.start(1)) for each in re.finditer(rf"(?m)^\s*(\[\[)\s*{name}\s*\]\]", text)
    )
    found = None if tables else re.search(rf"(?m)^\s*{name}\s*=\s*\[", text)
    return tables if found is None else tuple(_line(text, at) for at in _entries(text, found.end()))


def _entries(text: str, start: int) -> Iterator[int]:
    """Where the entries begin of the array whose bracket ends at `start`."""
    depth, is_new = 1, True
    for token in _TOKEN.finditer(text, start):
        sign = token[0]
        if sign.startswith("#"):
            continue
        if sign in ("]", "}"):
            depth -= 1
            if not depth:
                return
        elif depth == 1 and sign == ",":
            is_new = True
            continue
        if is_new and depth == 1:
            yield token.start()
            is_new = False
        if sign in ("[", "{"):
            depth += 1


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
