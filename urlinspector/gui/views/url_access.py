"""A URL field as screen readers see it: an editable text whose description names each component.

Positions are UTF-16 units here, as Qt's accessibility has them; lone surrogates count one. What is masked
on the screen is masked here too.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QPointF, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEditableTextInterface,
    QAccessibleInterface,
    QAccessibleObject,
    QAccessibleTextCursorEvent,
    QAccessibleTextInterface,
    QAccessibleTextUpdateEvent,
    QColor,
    QWindow,
)

from urlinspector.gui.text import printable, to_code_point, to_utf16, utf16_length
from urlinspector.gui.views.url_layout import component_name
from urlinspector.url.components import Span
from urlinspector.url.masking import secret_span

if TYPE_CHECKING:
    from urlinspector.gui.views.url_field import UrlField


@cache
def install_accessibility() -> None:
    """Teach Qt, once in a process, how URL fields are read."""
    QAccessible.installFactory(_make)


def announce_change(field: "UrlField") -> None:
    """Tell assistive programs that the text changed."""
    if QAccessible.isActive():
        position = to_utf16(field.text, field.cursor_position)
        event = QAccessibleTextUpdateEvent(field, 0, "", spoken(field))
        event.setCursorPosition(position)
        QAccessible.updateAccessibility(event)


def announce_cursor(field: "UrlField") -> None:
    """Tell assistive programs that the cursor moved."""
    if QAccessible.isActive():
        position = to_utf16(field.text, field.cursor_position)
        QAccessible.updateAccessibility(QAccessibleTextCursorEvent(field, position))


def spoken(field: "UrlField") -> str:
    """The text, unit for unit, with what is masked as dots and lone surrogates replaced."""
    text = field.text
    mask = secret_span(field.url) if field.is_masked else None
    if mask is not None:
        text = text[: mask.start] + "•" * (mask.end - mask.start) + text[mask.end :]
    return "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in text)


def description(field: "UrlField") -> str:
    """The components by name, for those who do not see the ribbon: `scheme https, host example.org, path
    /`.
    """
    text = spoken(field)
    parts: list[str] = []
    for component, span in field.url.spans().items():
        if span is not None and span.start < span.end:
            value = printable(text[span.start : min(span.end, span.start + 200)])
            parts.append(f"{component_name(component)} {value}")
    if field.squiggles:
        count = len(field.squiggles)
        said = "{0} violation" if count == 1 else "{0} violations"
        parts.append(QCoreApplication.translate("UrlField", said).format(count))
    return ", ".join(parts)


def _make(_name: str, target: QObject) -> QAccessibleInterface | None:
    from urlinspector.gui.views.url_field import UrlField

    return FieldInterface(target) if isinstance(target, UrlField) else None


class FieldInterface(QAccessibleObject):
    """The field itself."""

    def __init__(self, field: "UrlField") -> None:
        super().__init__(field)
        self._field = field
        self._text = _Text(field)
        self._editable = _Editable(field)

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.EditableText

    def state(self) -> QAccessible.State:
        field, state = self._field, QAccessible.State()
        state.editable = True
        state.focusable = True
        state.focused = field.hasFocus()
        state.multiLine = len(field.url_layout.rows) > 1
        state.invisible = not field.isVisible()
        state.disabled = not field.isEnabled()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name:
            return self._field.accessibleName()
        if kind == QAccessible.Text.Value:
            return spoken(self._field)
        if kind == QAccessible.Text.Description:
            return description(self._field) or self._field.placeholder
        return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        if kind == QAccessible.Text.Value:
            self._field.set_text(text)

    def rect(self) -> QRect:
        return QRect(self._field.mapToGlobal(QPoint(0, 0)), self._field.size())

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._field.window().windowHandle()

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        parent = self._field.parentWidget()
        return QAccessible.queryAccessibleInterface(parent) if parent is not None else None

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        del index
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        del x, y
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        del child
        return -1

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return {
            QAccessible.InterfaceType.TextInterface: self._text,
            QAccessible.InterfaceType.EditableTextInterface: self._editable,
        }.get(kind)

    def foregroundColor(self) -> QColor:
        return self._field.theme.colours.text

    def backgroundColor(self) -> QColor:
        return self._field.theme.colours.base


class _Text(QAccessibleTextInterface):
    """Reading, moving and selecting."""

    def __init__(self, field: "UrlField") -> None:
        super().__init__()
        self._field = field

    def text(self, start: int, end: int) -> str:
        text = spoken(self._field)
        return text[to_code_point(text, start) : to_code_point(text, end)]

    def characterCount(self) -> int:
        return utf16_length(self._field.text)

    def cursorPosition(self) -> int:
        return to_utf16(self._field.text, self._field.cursor_position)

    def setCursorPosition(self, position: int) -> None:
        at = to_code_point(self._field.text, position)
        self._field.select_span(Span(at, at))

    def selectionCount(self) -> int:
        return int(self._field.selection.start != self._field.selection.end)

    def selection(self, index: int) -> tuple[int, int]:
        del index
        start, end = self._field.selection
        return to_utf16(self._field.text, start), to_utf16(self._field.text, end)

    def addSelection(self, start: int, end: int) -> None:
        self.setSelection(0, start, end)

    def setSelection(self, index: int, start: int, end: int) -> None:
        del index
        text = self._field.text
        self._field.select_span(Span(to_code_point(text, start), to_code_point(text, end)))

    def removeSelection(self, index: int) -> None:
        del index
        at = self._field.cursor_position
        self._field.select_span(Span(at, at))

    def characterRect(self, offset: int) -> QRect:
        field = self._field
        index = to_code_point(field.text, offset)
        left = field.url_layout.cursor_rect(index)
        right = field.url_layout.cursor_rect(min(index + 1, len(field.text)))
        if right.top() == left.top() and right.left() > left.left():
            left.setRight(right.left())
        pixels = left.translated(field.content_origin()).toAlignedRect()
        return QRect(field.viewport().mapToGlobal(pixels.topLeft()), pixels.size())

    def offsetAtPoint(self, point: QPoint) -> int:
        field = self._field
        inside = QPointF(field.viewport().mapFromGlobal(point)) - field.content_origin()
        return to_utf16(field.text, field.url_layout.index_at(inside.x(), inside.y()))

    def scrollToSubstring(self, start: int, end: int) -> None:
        del end
        self._field.show_index(to_code_point(self._field.text, start))


class _Editable(QAccessibleEditableTextInterface):
    """Changing the text."""

    def __init__(self, field: "UrlField") -> None:
        super().__init__()
        self._field = field

    def deleteText(self, start: int, end: int) -> None:
        self.replaceText(start, end, "")

    def insertText(self, offset: int, text: str) -> None:
        self.replaceText(offset, offset, text)

    def replaceText(self, start: int, end: int, text: str) -> None:
        whole = self._field.text
        first, last = to_code_point(whole, start), to_code_point(whole, end)
        self._field.set_text(whole[:first] + text + whole[last:])
