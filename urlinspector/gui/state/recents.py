"""The URLs inspected lately, newest first, with credentials masked before they are kept."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from urlinspector.url.masking import masked

LIMIT = 20
LONGEST = 4096
"""Longer texts are not kept: a menu cannot show them and settings are no place for them."""


class Recents(QObject):
    """A short list of URLs; `recents_changed()` after every change."""

    recents_changed = Signal()

    def __init__(self, texts: Iterable[str] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = list(texts)[:LIMIT]

    @property
    def texts(self) -> tuple[str, ...]:
        """Newest first."""
        return tuple(self._texts)

    def add(self, text: str) -> None:
        """Note a URL, credentials masked; an earlier entry of the same text moves to the front."""
        kept = masked(text.strip())
        if not kept or len(kept) > LONGEST or any("\ud800" <= each <= "\udfff" for each in kept):
            return
        if kept in self._texts:
            self._texts.remove(kept)
        self._texts.insert(0, kept)
        del self._texts[LIMIT:]
        self.recents_changed.emit()

    def clear(self) -> None:
        """Forget all."""
        self._texts.clear()
        self.recents_changed.emit()
