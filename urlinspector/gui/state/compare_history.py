"""The comparisons made lately, newest first, with credentials masked before they are kept."""

import json
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from urlinspector.gui.settings import Settings
from urlinspector.gui.state.compare_reading import MOST_URLS
from urlinspector.url.masking import masked

LIMIT = 20
LONGEST = 4096
"""Longer texts are not kept."""
_KEY = "compare-history"


class CompareHistory(QObject):
    """A short list of comparisons, each a tuple of texts; `history_changed()` after every change."""

    history_changed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._entries = self._read()

    @property
    def entries(self) -> tuple[tuple[str, ...], ...]:
        """Newest first."""
        return tuple(self._entries)

    def add(self, texts: Sequence[str]) -> None:
        """Note a comparison, where the user lets that be; an earlier one of the same texts moves up."""
        kept = tuple(masked(text) for text in texts if text)
        if len(kept) < 2 or not self._settings.get("keep_recents") or not all(map(_is_keepable, kept)):
            return
        if self._entries and self._entries[0] == kept:
            return
        self._entries = [kept, *(each for each in self._entries if each != kept)][:LIMIT]
        self._write()

    def clear(self) -> None:
        """Forget all."""
        self._entries = []
        self._write()

    def _write(self) -> None:
        self._settings.set_text(_KEY, json.dumps(self._entries))
        self.history_changed.emit()

    def _read(self) -> list[tuple[str, ...]]:
        text = self._settings.text(_KEY)
        try:
            found = json.loads(text) if text else []
        except ValueError:
            return []
        return list(_entries(found))[:LIMIT] if isinstance(found, list) else []


def _entries(found: Iterable[object]) -> Iterable[tuple[str, ...]]:
    for each in found:
        if (
            isinstance(each, list)
            and 2 <= len(each) <= MOST_URLS
            and all(isinstance(text, str) for text in each)
        ):
            yield tuple(each)


def _is_keepable(text: str) -> bool:
    return len(text) <= LONGEST and not any("\ud800" <= each <= "\udfff" for each in text)
