"""What the user does to a URL field: keys, mouse, clipboard, drag and drop, input methods, context menu."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QClipboard,
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from urlinspector.gui.text import shown, to_utf16
from urlinspector.gui.views.edit_buffer import EditBuffer
from urlinspector.gui.views.url_field_menu import open_menu
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


class UrlFieldInput(_Base):
    """The half of `UrlField` that listens; the other half holds and paints."""

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

    _press: tuple[QPoint, int] | None = None
    """Where a press inside the selection began: a drag, or else a click."""
    _is_selecting = False
    _clicks = 0
    _last_click: tuple[int, QPoint] = (0, QPoint())
    _wish_x: float | None = None
    """The column that up and down keep to."""
    _drag_source = False

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

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._paste_selection(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._clicked(event, self._count_clicks(event))

    def _clicked(self, event: QMouseEvent, clicks: int) -> None:
        self._wish_x = None
        index = self._index_at(event.position())
        selection = self._buffer.selection
        keep = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if clicks == 1 and not keep and selection.start < index < selection.end:
            self._press = (event.position().toPoint(), index)
            return
        if clicks == 1:
            self._buffer.move(index, keep_anchor=keep)
        else:
            self._buffer.select(*self._unit_at(index, clicks))
        self._is_selecting = clicks == 1
        self._cursor_changed()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        if self._press is not None:
            if (point - self._press[0]).manhattanLength() >= QApplication.startDragDistance():
                self._press = None
                self._start_drag()
        elif self._is_selecting:
            self._buffer.move(self._index_at(event.position()), keep_anchor=True)
            self._cursor_changed()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._press is not None:
            self._buffer.move(self._press[1])
            self._press = None
            self._cursor_changed()
        self._is_selecting = False
        clipboard = QGuiApplication.clipboard()
        if self._buffer.has_selection and clipboard.supportsSelection():
            clipboard.setMimeData(mime_of(self._buffer.selected), QClipboard.Mode.Selection)
        del event

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._clicks = 4 if self._clicks == 3 else 2
            self._last_click = (event.timestamp(), event.position().toPoint())
            self._clicked(event, self._clicks)

    def _count_clicks(self, event: QMouseEvent) -> int:
        """1, or 3 for a press that follows a double click; Qt tells the second and fourth itself."""
        when, where = self._last_click
        point = event.position().toPoint()
        near = (point - where).manhattanLength() < QApplication.startDragDistance()
        soon = 0 <= event.timestamp() - when < QApplication.doubleClickInterval()
        self._clicks = 3 if near and soon and self._clicks == 2 else 1
        self._last_click = (event.timestamp(), point)
        return self._clicks

    def _unit_at(self, index: int, clicks: int) -> Span:
        """What two, three, four clicks select: the word, the component, everything."""
        if clicks == 2:
            return self._buffer.word_at(index)
        if clicks == 3:
            spans = [span for span in self.url.spans().values() if span is not None]
            return next((span for span in spans if span.start <= index <= span.end), Span(index, index))
        return Span(0, len(self.text))

    def _index_at(self, point: QPointF) -> int:
        inside = point - self.content_origin()
        return min(self.url_layout.index_at(inside.x(), inside.y()), len(self.text))

    def _paste_selection(self, event: QMouseEvent) -> None:
        clipboard = QGuiApplication.clipboard()
        if clipboard.supportsSelection():
            self._buffer.move(self._index_at(event.position()))
            self._insert_mime(clipboard.mimeData(QClipboard.Mode.Selection))

    # Drag and drop

    def _start_drag(self) -> None:
        drag = QDrag(self)
        drag.setMimeData(mime_of(self._buffer.selected))
        span = self._buffer.selection
        self._drag_source = True
        action = drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction)
        if action == Qt.DropAction.MoveAction and self._drag_source:
            self._buffer.replace(span, "")
            self._text_edited()
        self._drag_source = False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if text_of(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """A text of our own moves to where it was dropped; anything from elsewhere replaces the whole URL."""
        text = text_of(event.mimeData())
        if not text:
            return
        event.acceptProposedAction()
        if not self._drag_source:
            self.set_text(text)  # type: ignore[attr-defined]
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._drag_source = False
        self._move_text(self._buffer.selection, self._index_at(event.position()), text)

    def _move_text(self, span: Span, target: int, text: str) -> None:
        if span.start <= target <= span.end:
            return
        whole = self.text
        without = whole[: span.start] + whole[span.end :]
        at = target if target < span.start else target - (span.end - span.start)
        self._buffer.replace(Span(0, len(whole)), without[:at] + text + without[at:])
        self._buffer.select(at, at + len(text))
        self._text_edited()

    # Input methods

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        if event.commitString() or event.replacementLength():
            start = self._buffer.cursor + event.replacementStart()
            if event.replacementLength():
                self._buffer.select(max(start, 0), max(start + event.replacementLength(), 0))
            self._composed = ""
            self._insert(event.commitString())
        if event.preeditString() != self._composed:
            if event.preeditString() and self._buffer.has_selection:
                self._insert("")
            self._composed = event.preeditString()
            self._relayout()
        event.accept()

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:
        ask = Qt.InputMethodQuery
        buffer = self._buffer
        if query == ask.ImEnabled:
            return True
        if query == ask.ImHints:
            return int((Qt.InputMethodHint.ImhNoAutoUppercase | Qt.InputMethodHint.ImhNoPredictiveText).value)
        if query == ask.ImCursorRectangle:
            rect = self.url_layout.cursor_rect(buffer.cursor).translated(self.content_origin())
            return rect.translated(QPointF(self.viewport().pos()))
        text = shown_units(self.text)
        if query == ask.ImSurroundingText:
            return text
        if query == ask.ImCursorPosition:
            return to_utf16(self.text, buffer.cursor)
        if query == ask.ImAnchorPosition:
            return to_utf16(self.text, buffer.anchor)
        if query == ask.ImCurrentSelection:
            return shown_units(buffer.selected)
        return super().inputMethodQuery(query)

    # Menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            rect = self.url_layout.cursor_rect(self._buffer.cursor).translated(self.content_origin())
            at = self.viewport().mapToGlobal(rect.bottomLeft().toPoint())
        open_menu(self, at)  # type: ignore[arg-type]


def mime_of(text: str) -> QMimeData:
    """A text for the clipboard; with a form of our own beside it where the usual one would lose something."""
    mime = QMimeData()
    mime.setText(shown_units(text))
    if any("\ud800" <= each <= "\udfff" for each in text):
        mime.setData(OWN_TYPE, text.encode("utf-8", "surrogatepass"))
    return mime


OWN_TYPE = "application/x-urlinspector-text"
"""Our own form of a text, for what the usual one cannot hold: lone surrogates."""


def text_of(mime: QMimeData | None) -> str:
    """The text of a paste or a drop; of a list of links the first. Empty for an empty clipboard."""
    if mime is None:
        return ""
    if mime.hasFormat(OWN_TYPE):
        return bytes(mime.data(OWN_TYPE).data()).decode("utf-8", "surrogatepass")
    if mime.hasUrls() and not mime.text():
        return mime.urls()[0].toString(QUrl.ComponentFormattingOption.FullyEncoded)
    if mime.hasUrls() and len(mime.urls()) == 1:
        return mime.text().rstrip("\r\n")
    return mime.text()


def shown_units(text: str) -> str:
    """The text with each lone surrogate replaced, unit for unit, so that positions stay true."""
    if text.isascii():
        return text
    return "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in text)


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
