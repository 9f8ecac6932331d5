"""A line of text being edited, without any widget: cursor, selection, undo, and words of a URL.

Positions are code points. The text may hold anything, line ends and lone surrogates included.
"""

import re
from typing import NamedTuple

from urlinspector.gui.state.history import History
from urlinspector.url.components import Span

_DELIMITERS = ":/?#[]@!$&'()*+,;=.-_~%|\\<>\"{}^`"
_WORD = re.compile("[^\\s{0}]+|[{0}]+|\\s+".format(re.escape(_DELIMITERS)))


class _State(NamedTuple):
    text: str
    anchor: int
    cursor: int


class EditBuffer:
    """Text, cursor and anchor; every edit can be undone, and typing in a row is undone in one go."""

    def __init__(self) -> None:
        self._history = History(_State("", 0, 0))
        self._typing: tuple[str, int] | None = None
        """Kind of the edit in progress and the cursor where it would go on."""

    @property
    def _state(self) -> _State:
        return self._history.now

    @property
    def text(self) -> str:
        return self._state.text

    @property
    def cursor(self) -> int:
        return self._state.cursor

    @property
    def anchor(self) -> int:
        return self._state.anchor

    @property
    def selection(self) -> Span:
        """The selected range, empty at the cursor when nothing is selected."""
        return Span(*sorted((self._state.anchor, self._state.cursor)))

    @property
    def has_selection(self) -> bool:
        return self._state.anchor != self._state.cursor

    @property
    def selected(self) -> str:
        return self.text[slice(*self.selection)]

    def reset(self, text: str) -> None:
        """Another text, cursor at its end, nothing to undo."""
        self._history.restart(_State(text, len(text), len(text)))
        self._typing = None

    def move(self, position: int, *, keep_anchor: bool = False) -> None:
        """Put the cursor somewhere; the selection grows to it or is given up."""
        position = min(max(position, 0), len(self.text))
        self._history.amend(_State(self.text, self.anchor if keep_anchor else position, position))
        self._typing = None

    def select(self, anchor: int, cursor: int) -> None:
        """Select a range."""
        self.move(anchor)
        self.move(cursor, keep_anchor=True)

    def replace(self, span: Span, text: str, *, kind: str = "") -> None:
        """Put `text` in place of a range, the cursor after it.

        Edits of one non-empty `kind` that follow each other without a move between them are undone together.
        """
        whole = self.text
        if whole[slice(*span)] == text and not text:
            return
        goes_on = bool(kind) and self._typing == (kind, self.cursor) and not self.has_selection
        at = span.start + len(text)
        edited = _State(whole[: span.start] + text + whole[span.end :], at, at)
        if goes_on:
            self._history.amend(edited)
        else:
            self._history.push(edited)
        self._typing = (kind, at) if kind else None

    def insert(self, text: str, *, kind: str = "") -> None:
        """Put `text` in place of the selection, or at the cursor."""
        self.replace(self.selection, text, kind=kind)

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def undo(self) -> bool:
        """Back before the last edit; False when there is none."""
        self._typing = None
        return self._history.undo()

    def redo(self) -> bool:
        self._typing = None
        return self._history.redo()

    def word_at(self, position: int) -> Span:
        """The word, delimiters or blanks around a position."""
        for found in _WORD.finditer(self.text, self._search_from(position)):
            if found.end() > position:
                return Span(*found.span())
        last = self.previous_word(len(self.text))
        return Span(last, len(self.text))

    def next_word(self, position: int) -> int:
        """The end of the word after a position, delimiters before it passed over."""
        found = _WORD.match(self.text, position)
        if found is None:
            return len(self.text)
        if not _is_word(found[0]):
            found = _WORD.match(self.text, found.end()) or found
        return found.end()

    def previous_word(self, position: int) -> int:
        """The start of the word before a position, delimiters between passed over."""
        start = self._search_from(max(position - 1, 0))
        starts = list(_WORD.finditer(self.text, start, position))
        if not starts:
            return 0
        if not _is_word(starts[-1][0]) and len(starts) > 1:
            return starts[-2].start()
        if not _is_word(starts[-1][0]) and starts[-1].start() > 0:
            return self.previous_word(starts[-1].start())
        return starts[-1].start()

    def _search_from(self, position: int) -> int:
        """A word's start not far before a position: a long text is not searched from its beginning."""
        start = max(position - 256, 0)
        if start == 0:
            return 0
        found = _WORD.match(self.text, start)
        return start if found is None or found.end() >= position else found.end()


def _is_word(text: str) -> bool:
    return text[0] not in _DELIMITERS and not text[0].isspace()
