"""Undo and redo of anything that is a plain value: states are immutable, so the history is a list of them."""

from typing import Generic, TypeVar

State = TypeVar("State")


class History(Generic[State]):
    """What is now, what was before it, and what was taken back."""

    def __init__(self, start: State, limit: int = 500) -> None:
        """Begin with a state; `limit` is how many changes can be taken back."""
        self._now = start
        self._limit = limit
        self._undo: list[tuple[State, str]] = []
        self._redo: list[tuple[State, str]] = []

    @property
    def now(self) -> State:
        return self._now

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    @property
    def undo_words(self) -> str:
        """What undo would take back; empty where there is nothing."""
        return self._undo[-1][1] if self._undo else ""

    @property
    def redo_words(self) -> str:
        """What redo would do again."""
        return self._redo[-1][1] if self._redo else ""

    def restart(self, start: State) -> None:
        """Begin anew: nothing to take back."""
        self._now = start
        self._undo.clear()
        self._redo.clear()

    def push(self, state: State, words: str = "") -> None:
        """A new state; `words` name the change that led to it. What was taken back is gone."""
        self._undo.append((self._now, words))
        del self._undo[: -self._limit]
        self._redo.clear()
        self._now = state

    def amend(self, state: State) -> None:
        """Another state in the place of the present one: no change that is taken back by itself."""
        self._now = state

    def undo(self) -> bool:
        """One change back; whether there was one."""
        return self._swap(self._undo, self._redo)

    def redo(self) -> bool:
        """One forward again."""
        return self._swap(self._redo, self._undo)

    def _swap(self, source: list[tuple[State, str]], target: list[tuple[State, str]]) -> bool:
        if not source:
            return False
        state, words = source.pop()
        target.append((self._now, words))
        self._now = state
        return True
