"""Find in what a page shows: tables, trees and labelled URLs, one hit after the other, each marked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QTableView, QTreeView, QWidget

from urlinspector.url.components import Span

MOST_HITS = 10_000
MOST_ROWS = 5_000
"""Rows of a table that are looked through."""


def hits(text: str, wanted: str) -> tuple[Span, ...]:
    """Where a text holds another one, without regard to case, not overlapping."""
    if not wanted:
        return ()
    # Lower case may change the length (İ): then the search is by case, so that positions stay true.
    lower, key = text.lower(), wanted.lower()
    if len(lower) != len(text) or len(key) != len(wanted):
        lower, key = text, wanted
    found: list[Span] = []
    at = lower.find(key)
    while at >= 0 and len(found) < MOST_HITS:
        found.append(Span(at, at + len(key)))
        at = lower.find(key, at + len(key))
    return tuple(found)


def hits_outside(text: str, wanted: str, mask: Span | None) -> tuple[Span, ...]:
    """The same, but for what is hidden: what nobody can see is not found."""
    found = hits(text, wanted)
    if mask is None:
        return found
    return tuple(each for each in found if each.end <= mask.start or each.start >= mask.end)


@dataclass(frozen=True)
class Hit:
    """Something found: in which pane, and how it is shown."""

    where: str
    show: Callable[[], None]


class Place(Protocol):
    """A pane that can be searched."""

    def mark(self, wanted: str) -> None:
        """Mark every place that holds the text; nothing for an empty one."""

    def find(self, wanted: str) -> list[Hit]:
        """What it shows of the text, in order."""


class RowsPlace:
    """The rows of a table or a tree as they are shown; a row counts once, however often it holds the text."""

    def __init__(self, view: QTableView | QTreeView) -> None:
        self._view = view

    def mark(self, wanted: str) -> None:
        delegate = self._view.itemDelegate()
        if getattr(delegate, "needle", wanted) != wanted:
            delegate.needle = wanted  # type: ignore[attr-defined]
            self._view.viewport().update()

    def find(self, wanted: str) -> list[Hit]:
        if not self._view.isVisible():
            return []
        key, where = wanted.lower(), self._view.accessibleName()
        return [Hit(where, partial(self._show, path)) for path in self._paths() if key in self._words(path)]

    def _paths(self) -> Iterator[tuple[int, ...]]:
        model = self._view.model()
        for row in range(min(model.rowCount(), MOST_ROWS)):
            yield (row,)
            for child in range(min(model.rowCount(model.index(row, 0)), MOST_ROWS)):
                yield row, child

    def _index(self, path: tuple[int, ...], column: int = 0) -> QModelIndex:
        model = self._view.model()
        parent = model.index(path[0], 0) if len(path) > 1 else QModelIndex()
        return model.index(path[-1], column, parent)

    def _words(self, path: tuple[int, ...]) -> str:
        shown = [
            each for each in range(self._view.model().columnCount()) if not self._view.isColumnHidden(each)
        ]
        role = Qt.ItemDataRole.DisplayRole
        return "\n".join(str(self._index(path, column).data(role) or "") for column in shown).lower()

    def _show(self, path: tuple[int, ...]) -> None:
        index = self._index(path)
        if isinstance(self._view, QTreeView) and index.parent().isValid():
            self._view.expand(index.parent())
        self._view.setCurrentIndex(index)
        self._view.scrollTo(index)


class Findable(Protocol):
    """A widget that shows one text and marks hits in it."""

    def mark_found(self, wanted: str) -> int:
        """Mark the hits; how many there are."""


class TextPlace:
    """One text in a scrolled pane; all its hits are marked, and it counts once."""

    def __init__(self, where: str, widget: QWidget, show: Callable[[QWidget], None]) -> None:
        self._where, self._widget, self._show = where, widget, show

    def mark(self, wanted: str) -> None:
        self._widget.mark_found(wanted)  # type: ignore[attr-defined]

    def find(self, wanted: str) -> list[Hit]:
        if not self._widget.isVisible() or not self._widget.mark_found(wanted):  # type: ignore[attr-defined]
            return []
        return [Hit(self._where, partial(self._show, self._widget))]
