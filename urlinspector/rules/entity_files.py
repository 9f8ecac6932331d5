"""Entities as files: the CSV that Hyphe exports, and the plain values that a list's document keeps."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from urlinspector.rules.creation import CreationRule
from urlinspector.rules.entities import Entities, Entity
from urlinspector.rules.prefixes import EntityError, lru_text, name_of, prefixes_of, stems_of
from urlinspector.url.place import Stems

STATUSES = ("IN", "OUT", "UNDECIDED", "DISCOVERED")
_HEAD = ("ID", "NAME", "STATUS", "PREFIXES AS URL", "PREFIXES AS LRU")
_LONGEST = 1 << 24
"""Characters of a cell: an entity may have thousands of prefixes."""


class LeftOut(NamedTuple):
    """Something of a file that could not be used."""

    line: int
    text: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class Imported(NamedTuple):
    """What a file gave."""

    entities: Entities
    left_out: tuple[LeftOut, ...] = ()
    joined: tuple[str, ...] = ()
    """Names that were there already: their entities have the file's prefixes besides."""


def to_csv(entities: Entities) -> str:
    """As Hyphe exports entities: a line each, prefixes as LRUs, separated by spaces."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(_HEAD)
    for number, each in enumerate(entities.own, 1):
        lrus = [lru for prefix in each.prefixes for lru in prefixes_of(prefix)]
        urls = [_url_of(lru) for lru in lrus]
        writer.writerow((number, each.name, each.status, " ".join(urls), " ".join(lrus)))
    return buffer.getvalue()


def _url_of(lru: str) -> str:
    scheme, *stems = lru.removesuffix("|").split("|")
    return f"{scheme.removeprefix('s:')}://{name_of(tuple(stems))}"


def lru_lines(prefixes: Iterable[Stems]) -> str:
    """A line for each of the four writings of each prefix."""
    return "".join(f"{lru}\n" for prefix in prefixes for lru in prefixes_of(prefix))


def with_csv(entities: Entities, text: str) -> Imported:
    """With the entities of such a file besides; the four writings of a prefix become one. What cannot be
    used, such as a public suffix, is left out with a reason. Raises EntityError for what is no such file.
    """
    before = csv.field_size_limit(_LONGEST)
    try:
        return _Reading(entities).read(text.removeprefix("\ufeff"))
    except csv.Error as error:
        raise EntityError(f"not a file of web entities: {error}") from None
    finally:
        csv.field_size_limit(before)


class _Reading:
    """One file, read to its end."""

    def __init__(self, entities: Entities) -> None:
        self._start = entities
        self._own = {each.name: each for each in entities.own}
        self._taken = {prefix: each.name for each in entities.own for prefix in each.prefixes}
        self._ids: dict[str, str] = {}
        """The name that an ID of the file got."""
        self._left_out: list[LeftOut] = []
        self._joined: dict[str, None] = {}

    def read(self, text: str) -> Imported:
        rows = csv.reader(io.StringIO(text), delimiter=_delimiter(text))
        head = [each.strip().upper() for each in next(rows, [])]
        columns = {name: at for at, name in reversed([*enumerate(head)])}
        name_at = columns.get("NAME", columns.get("WEB ENTITY NAME"))
        places = [at for at, each in enumerate(head) if "PREFIXES" in each]
        if name_at is None or not places:
            raise EntityError("not a file of web entities: it has no columns NAME and PREFIXES")
        at = next((each for each in places if "LRU" in head[each]), places[0])
        for row in rows:
            if len(row) <= max(at, name_at):
                if row:
                    self._leave(rows.line_num, " ".join(row), "the line has too few cells")
                continue
            name, status, number = (
                row[name_at].strip(),
                _cell(row, columns, "STATUS"),
                _cell(row, columns, "ID"),
            )
            self._row(rows.line_num, name, status.upper(), number, row[at].split())
        own = tuple(self._own.values())
        return Imported(replace(self._start, own=own), tuple(self._left_out), tuple(self._joined))

    def _leave(self, line: int, text: str, reason: str) -> None:
        self._left_out.append(LeftOut(line, text, reason))

    def _row(self, line: int, name: str, status: str, number: str, parts: list[str]) -> None:
        prefixes: dict[Stems, None] = {}
        for part in parts:
            try:
                prefixes[stems_of(part)] = None
            except EntityError as error:
                self._leave(line, part, str(error))
        if not parts:
            self._leave(line, name, f"“{name}” has no prefix")
        if not prefixes:
            return
        name = self._name_of_row(name or name_of(next(iter(prefixes))), number)
        fresh = []
        for prefix in prefixes:
            owner = self._taken.setdefault(prefix, name)
            old = self._own.get(owner)
            if owner != name:
                self._leave(line, lru_text(prefix), f"“{lru_text(prefix)}” belongs to “{owner}” already")
            elif old is None or prefix not in old.prefixes:
                fresh.append(prefix)
        if fresh:
            self._put(name, tuple(fresh), status if status in STATUSES else "IN")

    def _put(self, name: str, prefixes: tuple[Stems, ...], status: str) -> None:
        old = self._own.get(name)
        if old is None:
            self._own[name] = Entity(name, prefixes, status)
            return
        self._own[name] = old._replace(prefixes=(*old.prefixes, *prefixes))
        if any(each.name == name for each in self._start.own):
            self._joined[name] = None

    def _name_of_row(self, name: str, number: str) -> str:
        """The name; with a number where another ID of the file has the same, which is another entity."""
        made, count = name, 2
        while number and self._ids.setdefault(made, number) != number:
            made, count = f"{name} ({count})", count + 1
        return made


def _cell(row: list[str], columns: Mapping[str, int], name: str) -> str:
    at = columns.get(name)
    return row[at].strip() if at is not None and at < len(row) else ""


def _delimiter(text: str) -> str:
    """A comma, or what spreadsheets write in its place."""
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


# What a document keeps


def to_plain(entities: Entities) -> dict[str, Any]:
    """Entities as plain values; nothing for what nobody has changed."""
    if entities == Entities():
        return {}
    return {
        "default": str(entities.default),
        "rules": [[list(prefix), str(rule)] for prefix, rule in entities.rules.items()],
        "own": [
            [each.name, [list(prefix) for prefix in each.prefixes], each.status] for each in entities.own
        ],
    }


def of_plain(plain: Mapping[str, Any]) -> Entities:
    """Entities of plain values. Raises EntityError where they are none."""
    try:
        return Entities(
            tuple(
                Entity(str(name), tuple(_stems(each) for each in prefixes), str(status))
                for name, prefixes, status in plain.get("own", ())
            ),
            CreationRule.parse(str(plain.get("default", "domain"))),
            {_stems(prefix): CreationRule.parse(str(rule)) for prefix, rule in plain.get("rules", ())},
        )
    except (TypeError, ValueError, AttributeError) as error:
        raise EntityError(f"the entities of the document cannot be read: {error}") from None


def _stems(plain: Iterable[Any]) -> Stems:
    stems = tuple(str(each) for each in plain)
    if not stems or not stems[0].startswith("h:"):
        raise EntityError(f"“{lru_text(stems)}” is no prefix: it names no host")
    return stems
