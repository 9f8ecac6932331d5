"""Two lists of URLs, old and new, as for a site's migration: what was added, is gone, stayed, or stayed but
for its writing (definitions §7, `compare --lists`).

Both lists are one table for the bulk engine; a cluster that holds texts of both lists is a pair. Entries are
about distinct texts. What is no URL, or is refused by the profile, is never merged (definitions §6): it is
the same only where its text is.
"""

import csv
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from urlinspector.bulk import codec
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.export.atomic import replaced
from urlinspector.bulk.memory import estimate
from urlinspector.bulk.reading import ReadOptions, Source, read
from urlinspector.bulk.task import Task
from urlinspector.normalize.profile import Profile
from urlinspector.url.masking import masked


class ListError(Exception):
    """A list that cannot be read; the message is for the user."""


class Kind(Enum):
    """What became of a URL from the old list to the new one."""

    ADDED = "added"
    GONE = "gone"
    SAME_TEXT = "same-text"
    SAME_NORMALIZED = "same-normalized"


KINDS = tuple(Kind)
_NONE = -1


class ListEntry(NamedTuple):
    """One text of either list; `old` or `new` is None where that list has no counterpart."""

    kind: str
    old: str | None
    new: str | None


class Distinct(NamedTuple):
    """How many rows and distinct texts a list has, and how many of these texts have no canonical form."""

    rows: int
    texts: int
    errors: int


@dataclass(frozen=True)
class ListComparison:
    """Entries in the order of the old list, then what was added in the order of the new one."""

    profile: Profile
    old: Distinct
    new: Distinct
    notes: tuple[str, ...]
    """What a person should know about how the lists were read."""
    _texts: Sequence[str]
    """Coded (`bulk.codec`)."""
    _kinds: bytes
    _olds: "array[int]"
    _news: "array[int]"

    def __len__(self) -> int:
        return len(self._kinds)

    def __getitem__(self, number: int) -> ListEntry:
        kind = KINDS[self._kinds[number]]
        return ListEntry(kind.value, self._text(self._olds[number]), self._text(self._news[number]))

    def kind(self, number: int) -> Kind:
        """The kind of one entry."""
        return KINDS[self._kinds[number]]

    def entries(self, kinds: Iterable[Kind] = KINDS) -> Iterator[ListEntry]:
        """The entries of some kinds, one after the other."""
        wanted = {KINDS.index(kind) for kind in kinds}
        return (self[number] for number, kind in enumerate(self._kinds) if kind in wanted)

    def numbers(self, kinds: Iterable[Kind] = KINDS, needle: str = "") -> "array[int]":
        """Which entries are of some kinds and hold a text, upper and lower case alike."""
        wanted = {KINDS.index(kind) for kind in kinds}
        found = (number for number, kind in enumerate(self._kinds) if kind in wanted)
        if not needle:
            return array("l", found)
        lowered = needle.lower()
        return array("l", (number for number in found if self._holds(number, lowered)))

    @property
    def counts(self) -> dict[str, int]:
        """How many entries of each kind there are."""
        return {kind.value: self._kinds.count(at) for at, kind in enumerate(KINDS)}

    def _text(self, at: int) -> str | None:
        return None if at == _NONE else codec.decode(self._texts[at])

    def _holds(self, number: int, lowered: str) -> bool:
        return any(
            at != _NONE and lowered in codec.decode(self._texts[at]).lower()
            for at in {self._olds[number], self._news[number]}
        )


def compare_lists(old: Path, new: Path, profile: Profile, task: Task | None = None) -> ListComparison:
    """Compare two files of any format that the bulk reader knows.

    Raises ListError for a list that cannot be read, and Cancelled.
    """
    return compare_sources(Source.file(old), Source.file(new), profile, task)


def compare_sources(old: Source, new: Source, profile: Profile, task: Task | None = None) -> ListComparison:
    """Compare two lists, wherever their bytes are. Raises ListError, and Cancelled."""
    task = task or Task()
    needed = estimate([old, new])
    if not needed.fits:
        raise ListError(f"the lists do not fit: {needed}")
    result = read([old, new], ReadOptions(), task)
    for report in result.failed:
        raise ListError(f"{report.source}: {report.error}")
    notes = tuple(
        f"{report.source}: {note}"
        for report in result.reports
        for note in (*((report.error,) if report.error else ()), *report.notes)
    )
    table = result.table
    clustering = Clustering.make(Engine(table, task), profile, task=task)
    task.at("comparing")
    lists = _Lists(
        table.text_of_row.to_list(), table.source_of_row.to_list(), clustering.cluster_of_text.to_list()
    )
    task.at("comparing")
    kinds, olds, news = lists.compared()
    return ListComparison(
        profile, lists.counted(0), lists.counted(1), notes, table.texts.to_list(), kinds, olds, news
    )


class _Lists:
    """Which texts are on which list, and which text of each list a cluster has first."""

    def __init__(self, text_of_row: list[int], source_of_row: list[int], clusters: list[int | None]) -> None:
        self._clusters = clusters
        self.rows = (source_of_row.count(0), source_of_row.count(1))
        self.texts: tuple[dict[int, None], dict[int, None]] = ({}, {})
        self._firsts: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for text, source in zip(text_of_row, source_of_row, strict=True):
            self.texts[source][text] = None
            cluster = clusters[text]
            if cluster is not None:
                self._firsts[source].setdefault(cluster, text)

    def counted(self, source: int) -> Distinct:
        """The figures of one list."""
        texts = self.texts[source]
        return Distinct(self.rows[source], len(texts), sum(self._clusters[text] is None for text in texts))

    def compared(self) -> tuple[bytes, "array[int]", "array[int]"]:
        """Kind, old text and new text of every entry."""
        kinds, olds, news = bytearray(), array("l"), array("l")
        paired: set[int] = set()

        def add(kind: Kind, old: int, new: int) -> None:
            kinds.append(KINDS.index(kind))
            olds.append(old)
            news.append(new)

        for text in self.texts[0]:
            if text in self.texts[1]:
                add(Kind.SAME_TEXT, text, text)
                continue
            partner = self._partner(text, 1)
            if partner is None:
                add(Kind.GONE, text, _NONE)
            else:
                paired.add(partner)
                add(Kind.SAME_NORMALIZED, text, partner)
        for text in self.texts[1]:
            if text in self.texts[0] or text in paired:
                continue
            partner = self._partner(text, 0)
            if partner is None:
                add(Kind.ADDED, _NONE, text)
            else:
                add(Kind.SAME_NORMALIZED, partner, text)
        return bytes(kinds), olds, news

    def _partner(self, text: int, source: int) -> int | None:
        """The first text of a list that has the same canonical form."""
        cluster = self._clusters[text]
        return None if cluster is None else self._firsts[source].get(cluster)


# Files


def write_file(
    found: ListComparison,
    path: Path,
    numbers: Iterable[int] | None = None,
    *,
    masks: bool = True,
    check: Callable[[], None] | None = None,
) -> None:
    """Write entries, all of them or those of some numbers, as CSV or (`.jsonl`) JSON Lines; `check` is called
    now and then and may raise. UTF-8 with LF; undecodable bytes as they were (definitions §1).

    Raises OSError.
    """
    with (
        replaced(path) as part,
        part.open("w", encoding="utf-8", errors="surrogateescape", newline="") as file,
    ):
        is_json = path.suffix.lower() == ".jsonl"
        writer = csv.writer(file, lineterminator="\n")
        if not is_json:
            writer.writerow(ListEntry._fields)
        for at, number in enumerate(range(len(found)) if numbers is None else numbers):
            if check is not None and at % 4096 == 0:
                check()
            entry = found[number]
            if is_json:
                old, new = (masked(each) if masks and each else each for each in (entry.old, entry.new))
                file.write(json.dumps({"kind": entry.kind, "old": old, "new": new}) + "\n")
            else:
                writer.writerow(_csv_row(entry, masks=masks))


def _csv_row(entry: ListEntry, *, masks: bool) -> tuple[str, str, str]:
    """The cells of an entry; empty where a list has no counterpart, credentials hidden if asked for."""
    old, new = (_kept(text, masks=masks) for text in (entry.old, entry.new))
    return entry.kind, old, new


def _kept(text: str | None, *, masks: bool) -> str:
    shown = masked(text) if masks and text else text or ""
    # Lone surrogates that no byte was read for (they cannot be written) are escaped.
    return (
        "".join(
            f"\\u{ord(each):04X}" if "\ud800" <= each < "\udc80" or "\udcff" < each <= "\udfff" else each
            for each in shown
        )
        if not shown.isascii()
        else shown
    )
