"""What mouse, drag and drop, input methods and the context menu do to a URL field."""

from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import (
    QClipboard,
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QApplication

from urlinspector.gui.text import to_utf16
from urlinspector.gui.views.clipboard import mime_of, shown_units, text_of
from urlinspector.gui.views.url_field_keys import UrlFieldKeys
from urlinspector.gui.views.url_field_menu import open_menu
from urlinspector.url.components import Span

__all__ = ["UrlFieldInput", "mime_of", "text_of"]


class UrlFieldInput(UrlFieldKeys):
    """The half of `UrlField` that listens, keyboard included; the other half holds and paints."""

    _press: tuple[QPoint, int] | None = None
    """Where a press inside the selection began: a drag, or else a click."""
    _is_selecting = False
    _clicks = 0
    _last_click: tuple[int, QPoint] = (0, QPoint())
    _drag_source = False

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
