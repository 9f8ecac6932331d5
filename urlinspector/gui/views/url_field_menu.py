"""The context menu of a URL field."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QMimeData, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from urlinspector.gui.views.url_field import UrlField

_Key = QKeySequence.StandardKey

_ENTRIES: tuple[tuple[str, QKeySequence.StandardKey | None, str], ...] = (
    (str(QT_TRANSLATE_NOOP("UrlField", "Undo")), _Key.Undo, "undo"),
    (str(QT_TRANSLATE_NOOP("UrlField", "Redo")), _Key.Redo, "redo"),
    ("", None, ""),
    (str(QT_TRANSLATE_NOOP("UrlField", "Cut")), _Key.Cut, "cut"),
    (str(QT_TRANSLATE_NOOP("UrlField", "Copy")), _Key.Copy, "copy"),
    (str(QT_TRANSLATE_NOOP("UrlField", "Paste")), _Key.Paste, "paste"),
    (str(QT_TRANSLATE_NOOP("UrlField", "Delete")), _Key.Delete, "delete_next"),
    ("", None, ""),
    (str(QT_TRANSLATE_NOOP("UrlField", "Select all")), _Key.SelectAll, "select_all"),
    ("", None, ""),
    (str(QT_TRANSLATE_NOOP("UrlField", "Show invisible characters")), None, "toggle_marks"),
)
"""Words, key and the field's command; an empty command is a line."""


def open_menu(field: "UrlField", at: QPoint) -> None:
    """Show the menu at a point of the screen; it goes away by itself."""
    menu = QMenu(field)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    buffer = field._buffer
    enabled = {
        "undo": buffer.can_undo,
        "redo": buffer.can_redo,
        "cut": buffer.has_selection,
        "copy": buffer.has_selection,
        "paste": _can_paste(QGuiApplication.clipboard().mimeData()),
        "delete_next": buffer.has_selection,
        "select_all": bool(field.text),
    }
    for text, key, name in _ENTRIES:
        if not name:
            menu.addSeparator()
            continue
        action = QAction(QCoreApplication.translate("UrlField", text), menu)
        if key is not None:
            action.setShortcut(QKeySequence(key))
        action.setEnabled(enabled.get(name, True))
        if name == "toggle_marks":
            action.setCheckable(True)
            action.setChecked(field.marks_shown)
        action.triggered.connect(getattr(field, name))
        menu.addAction(action)
    menu.popup(at)


def _can_paste(mime: QMimeData | None) -> bool:
    # The clipboard of some platforms has no data at all, whatever the stubs say.
    return mime is not None and (mime.hasText() or mime.hasUrls())
