"""What the keyboard does to a URL field: moving, selecting, deleting, clipboard, undo."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QTextLayout
from PySide6.QtWidgets import QAbstractScrollArea

from urlinspector.gui.text import shown
from urlinspector.gui.views.clipboard import mime_of, text_of
from urlinspector.gui.views.edit_buffer import EditBuffer
from urlinspector.url.components import Span, Url

if TYPE_CHECKING:
    from urlinspector.gui.views.url_layout import UrlLayout

    _Base = QAbstractScrollArea
else:
    _Base = object

_Key = QKeySequence.StandardKey

_MOVES: dict[QKeySequence.StandardKey, tuple[str, bool]] = {
    _Key.MoveToNextChar: ("right", False),
    _Key.MoveToPreviousChar: ("left", False),
    _Key.SelectNextChar: ("right", True),
    _Key.SelectPreviousChar: ("left", True),
    _Key.MoveToNextWord: ("next_word", False),
    _Key.MoveToPreviousWord: ("previous_word", False),
    _Key.SelectNextWord: ("next_word", True),
    _Key.SelectPreviousWord: ("previous_word", True),
    _Key.MoveToNextLine: ("down", False),
    _Key.MoveToPreviousLine: ("up", False),
    _Key.SelectNextLine: ("down", True),
    _Key.SelectPreviousLine: ("up", True),
    _Key.MoveToStartOfLine: ("row_start", False),
    _Key.MoveToEndOfLine: ("row_end", False),
    _Key.SelectStartOfLine: ("row_start", True),
    _Key.SelectEndOfLine: ("row_end", True),
    _Key.MoveToStartOfBlock: ("row_start", False),
    _Key.MoveToEndOfBlock: ("row_end", False),
    _Key.SelectStartOfBlock: ("row_start", True),
    _Key.SelectEndOfBlock: ("row_end", True),
    _Key.MoveToStartOfDocument: ("start", False),
    _Key.MoveToEndOfDocument: ("end", False),
    _Key.SelectStartOfDocument: ("start", True),
    _Key.SelectEndOfDocument: ("end", True),
}
"""Key sequence: where the cursor goes, and whether the selection grows."""

_EDITS: dict[QKeySequence.StandardKey, str] = {
    _Key.Undo: "undo",
    _Key.Redo: "redo",
    _Key.Cut: "cut",
    _Key.Copy: "copy",
    _Key.Paste: "paste",
    _Key.SelectAll: "select_all",
    _Key.Deselect: "deselect",
    _Key.Delete: "delete_next",
    _Key.Backspace: "delete_previous",
    _Key.DeleteStartOfWord: "delete_word_before",
    _Key.DeleteEndOfWord: "delete_word_after",
    _Key.DeleteEndOfLine: "delete_to_row_end",
    _Key.DeleteCompleteLine: "delete_all",
}
"""Key sequence: the method."""


class UrlFieldKeys(_Base):
    """The part of `UrlField` that listens to the keyboard, and the commands that menus give too."""

    if TYPE_CHECKING:
        _buffer: EditBuffer
        _composed: str
        _marks: bool

        @property
        def text(self) -> str: ...
        @property
        def url(self) -> Url: ...
        @property
        def url_layout(self) -> UrlLayout: ...
        def content_origin(self) -> QPointF: ...
        def _text_edited(self) -> None: ...
        def _cursor_changed(self, *, by_user: bool = True) -> None: ...
        def _relayout(self) -> None: ...

    _wish_x: float | None = None
    """The column that up and down keep to."""

    # Commands

    def undo(self) -> None:
        """Take the last edit back."""
        if self._buffer.undo():
            self._text_edited()

    def redo(self) -> None:
        """Do again what was taken back."""
        if self._buffer.redo():
            self._text_edited()

    def cut(self) -> None:
        """Copy the selection and remove it."""
        if self._buffer.has_selection:
            self.copy()
            self._insert("")

    def copy(self) -> None:
        """Put the selected text into the clipboard."""
        if self._buffer.has_selection:
            QGuiApplication.clipboard().setMimeData(mime_of(self._buffer.selected))

    def paste(self) -> None:
        """Insert the clipboard's text, whatever it holds."""
        self._insert_mime(QGuiApplication.clipboard().mimeData())

    def select_all(self) -> None:
        """Select the whole text."""
        self._buffer.select(0, len(self.text))
        self._cursor_changed()

    def deselect(self) -> None:
        """Give the selection up."""
        self._buffer.move(self._buffer.cursor)
        self._cursor_changed()

    def delete_next(self) -> None:
        """Remove the selection, or the character after the cursor."""
        self._delete(self._right(self._buffer.cursor), "delete")

    def delete_previous(self) -> None:
        """Remove the selection, or the character before the cursor."""
        self._delete(max(self._buffer.cursor - 1, 0), "backspace")

    def delete_word_before(self) -> None:
        """Remove to the start of the word before the cursor."""
        self._delete(self._buffer.previous_word(self._buffer.cursor), "")

    def delete_word_after(self) -> None:
        """Remove to the end of the word after the cursor."""
        self._delete(self._buffer.next_word(self._buffer.cursor), "")

    def delete_to_row_end(self) -> None:
        """Remove to the end of the row."""
        self._delete(self._target("row_end"), "")

    def delete_all(self) -> None:
        """Remove everything."""
        self._buffer.select(0, len(self.text))
        self._insert("")

    def toggle_marks(self) -> None:
        """Show or hide invisible characters."""
        self.marks_toggled.emit(not self._marks)  # type: ignore[attr-defined]

    def _delete(self, end: int, kind: str) -> None:
        if not self._buffer.has_selection:
            start, end = sorted((self._buffer.cursor, end))
            if start == end:
                return
            self._buffer.replace(Span(start, end), "", kind=kind)
            self._text_edited()
            return
        self._insert("")

    def _insert(self, text: str, kind: str = "") -> None:
        from urlinspector.gui.views.url_field import LONGEST

        length = len(self.text) - len(self._buffer.selected) + len(text)
        if length > LONGEST:
            self.refused.emit(length)  # type: ignore[attr-defined]
            return
        if text or self._buffer.has_selection:
            self._buffer.insert(text, kind=kind)
            self._text_edited()

    def _insert_mime(self, mime: QMimeData | None) -> None:
        text = text_of(mime)
        if text:
            self._insert(text)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submitted.emit()  # type: ignore[attr-defined]
            return
        if self._command(event):
            event.accept()
            return
        typed = event.text()
        control = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
        is_alt_gr = event.modifiers() & Qt.KeyboardModifier.AltModifier and control
        if typed and typed.isprintable() and (not control or is_alt_gr):
            self._insert(typed, "typing")
            event.accept()
            return
        event.ignore()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            known = any(event.matches(key) for key in (*_MOVES, *_EDITS) if key is not _Key.Deselect)
            typed = event.text().isprintable() and event.text() and not _is_command(event)
            if known or typed or _is_backspace(event):
                event.accept()
                return True
        return bool(super().event(event))

    def _command(self, event: QKeyEvent) -> bool:
        for key, (target, keep) in _MOVES.items():
            if event.matches(key):
                self._move(target, keep=keep)
                return True
        for key, name in _EDITS.items():
            if event.matches(key):
                getattr(self, name)()
                return True
        if _is_backspace(event):
            self.delete_previous()
            return True
        return False

    def _move(self, target: str, *, keep: bool) -> None:
        wish = self._wish_x
        selection = self._buffer.selection
        if self._buffer.has_selection and not keep and target in ("left", "right"):
            self._buffer.move(selection.start if target == "left" else selection.end)
        else:
            self._buffer.move(self._target(target), keep_anchor=keep)
        self._cursor_changed()
        self._wish_x = wish if target in ("up", "down") else None

    def _target(self, name: str) -> int:
        cursor, buffer = self._buffer.cursor, self._buffer
        layout = self.url_layout
        row = layout.rows[layout.row_of(cursor)]
        if name in ("up", "down"):
            return self._vertical(-1 if name == "up" else 1)
        row_end = row.span.end if row is layout.rows[-1] else row.span.end - 1
        targets = {
            "left": self._left(cursor),
            "right": self._right(cursor),
            "row_start": row.span.start if cursor != row.span.start else 0,
            "row_end": row_end if cursor != row_end else len(self.text),
            "start": 0,
            "end": len(self.text),
        }
        if name in targets:
            return targets[name]
        return buffer.next_word(cursor) if name == "next_word" else buffer.previous_word(cursor)

    def _vertical(self, step: int) -> int:
        layout, cursor = self.url_layout, self._buffer.cursor
        number = layout.row_of(cursor)
        if self._wish_x is None:
            self._wish_x = layout.rows[number].x(cursor)
        target = number + step
        if not 0 <= target < len(layout.rows):
            return 0 if step < 0 else len(self.text)
        row = layout.rows[target]
        found = row.index_at(self._wish_x)
        last = row.span.end if target == len(layout.rows) - 1 else row.span.end - 1
        return min(found, last)

    def _right(self, position: int) -> int:
        """The next position; over a whole cluster of joined characters unless invisible ones are shown."""
        return _neighbour(self.text, position, forward=True, by_character=self._marks)

    def _left(self, position: int) -> int:
        return _neighbour(self.text, position, forward=False, by_character=self._marks)


def _is_backspace(event: QKeyEvent) -> bool:
    """The key itself: only macOS has it among the standard keys."""
    return event.key() == Qt.Key.Key_Backspace and not _is_command(event)


def _is_command(event: QKeyEvent) -> bool:
    control = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
    return bool(event.modifiers() & (control | Qt.KeyboardModifier.AltModifier))


def _neighbour(text: str, position: int, *, forward: bool, by_character: bool) -> int:
    """The next cursor position; clusters of joined characters are passed as one."""
    target = position + 1 if forward else position - 1
    if not 0 <= target <= len(text):
        return position
    if by_character or text[max(0, position - 2) : position + 2].isascii():
        return target
    start, end = max(0, position - 40), min(len(text), position + 40)
    drawn = shown(text[start:end])
    layout = QTextLayout(drawn.text)
    unit = drawn.to_drawn(position - start)
    for _ in range(8):
        unit = layout.nextCursorPosition(unit) if forward else layout.previousCursorPosition(unit)
        found = start + drawn.to_source(unit)
        if found != position and (found > position) == forward:
            return found
    return target
