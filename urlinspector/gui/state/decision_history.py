"""Decisions with undo and redo; decisions are immutable, so the history is a list of them."""

from urlinspector.bulk.decisions import Decisions

LIMIT = 500


class DecisionHistory:
    """What was decided now, before, and taken back."""

    def __init__(self) -> None:
        self._now = Decisions()
        self._undo: list[tuple[Decisions, str]] = []
        self._redo: list[tuple[Decisions, str]] = []

    @property
    def now(self) -> Decisions:
        return self._now

    @property
    def undo_words(self) -> str:
        """What undo would take back; empty where there is nothing."""
        return self._undo[-1][1] if self._undo else ""

    @property
    def redo_words(self) -> str:
        """What redo would do again."""
        return self._redo[-1][1] if self._redo else ""

    def clear(self, start: Decisions | None = None) -> None:
        """Begin anew."""
        self._now = start or Decisions()
        self._undo.clear()
        self._redo.clear()

    def push(self, decisions: Decisions, words: str) -> None:
        """A new decision."""
        self._undo.append((self._now, words))
        del self._undo[:-LIMIT]
        self._redo.clear()
        self._now = decisions

    def undo(self) -> bool:
        """One back; whether there was one."""
        if not self._undo:
            return False
        before, words = self._undo.pop()
        self._redo.append((self._now, words))
        self._now = before
        return True

    def redo(self) -> bool:
        """One forward again."""
        if not self._redo:
            return False
        after, words = self._redo.pop()
        self._undo.append((self._now, words))
        self._now = after
        return True
