"""The URL field as a person uses it: keys, mouse, clipboard, drops, masks, screen readers."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import (
    QAccessible,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.clipboard import OWN_TYPE, mime_of, text_of
from urlinspector.gui.views.url_field import LONGEST, UrlField
from urlinspector.gui.views.url_field_menu import open_menu
from urlinspector.url.components import Component, Span

URL = "http://www.example.com/a/b?x=1#f"
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def field(themes: ThemeState, qtbot: QtBot) -> Iterator[UrlField]:
    """A focused field in a window of its own."""
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    made = UrlField(themes, "URL")
    layout.addWidget(made)
    layout.addStretch()
    window.resize(700, 400)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    yield made
    QGuiApplication.clipboard().clear()


def point(field: UrlField, index: int) -> QPoint:
    """Where a character stands in the viewport."""
    rect = field.url_layout.cursor_rect(index).translated(field.content_origin())
    return rect.center().toPoint() + QPoint(2, 0)


def mouse(kind: QEvent.Type, at: QPoint) -> QMouseEvent:
    """A mouse event with the left button."""
    left = Qt.MouseButton.LeftButton
    return QMouseEvent(kind, QPointF(at), QPointF(at), left, left, Mod.NoModifier)


def test_typing_goes_into_the_text_and_is_told(field: UrlField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(field.text_changed):
        qtbot.keyClicks(field, "http://a/")
    assert field.text == "http://a/"
    assert field.url.get(Component.HOST) == "a"


@pytest.mark.parametrize(
    "text",
    [
        "a\xa0b",
        "a\r\nb",
        "a\u2028b",
        "a\tb",
        "\udce9\ud800",
        "שלום/مرحبا",
        "👩\u200d🔬",
        "\x00\x1b",
        "\u202eevil",
    ],
    ids=ascii,
)
def test_any_text_is_held_as_it_is_and_painted(field: UrlField, text: str) -> None:
    field.set_text(text)
    field.set_marks_shown(True)
    assert field.text == text
    assert not field.grab().isNull()
    field.set_marks_shown(False)
    assert not field.grab().isNull()
    assert field.text == text


def test_paste_keeps_line_ends_and_surrogates(field: UrlField, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setMimeData(mime_of("http://a/\r\nb\udce9"))
    qtbot.keyClick(field, Key.Key_V, Mod.ControlModifier)
    assert field.text == "http://a/\r\nb\udce9"
    shown = field.url_layout.rows[0].shown.text
    assert "CR" in shown
    assert "LF" in shown
    assert "\\xE9" in shown


def test_copy_takes_the_text_from_the_model(field: UrlField, qtbot: QtBot) -> None:
    field.set_text("http://a/\n\udce9")
    qtbot.keyClick(field, Key.Key_A, Mod.ControlModifier)
    qtbot.keyClick(field, Key.Key_C, Mod.ControlModifier)
    mime = QGuiApplication.clipboard().mimeData()
    assert text_of(mime) == "http://a/\n\udce9"
    assert mime.hasFormat(OWN_TYPE)


def test_cut_and_undo_and_redo(field: UrlField, qtbot: QtBot) -> None:
    field.set_text(URL)
    field.select_span(Span(0, 7))
    qtbot.keyClick(field, Key.Key_X, Mod.ControlModifier)
    assert field.text == URL[7:]
    qtbot.keyClick(field, Key.Key_Z, Mod.ControlModifier)
    assert field.text == URL
    field.redo()
    assert field.text == URL[7:]


def test_words_are_moved_over_and_deleted(field: UrlField, qtbot: QtBot) -> None:
    field.set_text(URL)
    qtbot.keyClick(field, Key.Key_Home, Mod.ControlModifier)
    qtbot.keyClick(field, Key.Key_Right, Mod.ControlModifier)
    assert field.cursor_position == 4
    qtbot.keyClick(field, Key.Key_Right, Mod.ControlModifier | Mod.ShiftModifier)
    assert field.selection == Span(4, 10)
    qtbot.keyClick(field, Key.Key_End, Mod.ControlModifier)
    qtbot.keyClick(field, Key.Key_Backspace, Mod.ControlModifier)
    assert field.text == URL[:-1]


def test_a_click_puts_the_cursor_there_and_tells(field: UrlField, qtbot: QtBot) -> None:
    field.set_text(URL)
    with qtbot.waitSignal(field.cursor_moved) as caught:
        qtbot.mouseClick(field.viewport(), Qt.MouseButton.LeftButton, pos=point(field, 12))
    assert caught.args == [12]
    assert field.cursor_position == 12


def test_two_clicks_select_the_word_three_the_component_four_all(field: UrlField, qtbot: QtBot) -> None:
    field.set_text(URL)
    where = point(field, 12)
    press, again = QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick
    chosen = []
    for number, kind in enumerate((press, again, press, again)):
        event = mouse(kind, where)
        event.setTimestamp(1000 + 50 * number)
        QApplication.sendEvent(field.viewport(), event)
        chosen.append(URL[slice(*field.selection)])
    assert chosen == ["", "example", "www.example.com", URL]


def test_dragging_selects(field: UrlField, qtbot: QtBot) -> None:
    field.set_text(URL)
    qtbot.mousePress(field.viewport(), Qt.MouseButton.LeftButton, pos=point(field, 7))
    QApplication.sendEvent(field.viewport(), mouse(QEvent.Type.MouseMove, point(field, 10)))
    qtbot.mouseRelease(field.viewport(), Qt.MouseButton.LeftButton, pos=point(field, 10))
    assert field.selection == Span(7, 10)


def test_up_and_down_keep_the_column(field: UrlField, qtbot: QtBot) -> None:
    field.set_text("http://a/?" + "&".join(f"name{n}=value{n}" for n in range(40)))
    field.select_span(Span(30, 30))
    x = field.url_layout.cursor_rect(30).left()
    qtbot.keyClick(field, Key.Key_Down)
    assert field.url_layout.row_of(field.cursor_position) == field.url_layout.row_of(30) + 1
    assert abs(field.url_layout.cursor_rect(field.cursor_position).left() - x) < 12
    qtbot.keyClick(field, Key.Key_Up)
    assert field.cursor_position == 30


def test_a_dropped_link_replaces_the_whole_url(field: UrlField) -> None:
    field.set_text("old")
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/x?y")])
    at = field.viewport().rect().center()
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    field.dragEnterEvent(QDragEnterEvent(at, action, mime, button, Mod.NoModifier))
    field.dropEvent(QDropEvent(QPointF(at), action, mime, button, Mod.NoModifier))
    assert field.text == "https://example.org/x?y"
    field.undo()
    assert field.text == "old"


def test_what_an_input_method_composes_is_shown_and_what_it_commits_is_kept(field: UrlField) -> None:
    field.set_text("http://a/")
    QApplication.sendEvent(field, QInputMethodEvent("かん", []))
    assert field.text == "http://a/"
    assert "かん" in field.url_layout.content.text
    done = QInputMethodEvent("", [])
    done.setCommitString("漢")
    QApplication.sendEvent(field, done)
    assert field.text == "http://a/漢"
    assert field.inputMethodQuery(Qt.InputMethodQuery.ImCursorPosition) == 10
    assert field.inputMethodQuery(Qt.InputMethodQuery.ImSurroundingText) == "http://a/漢"
    assert field.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).height() > 5


def test_credentials_are_masked_while_the_field_has_no_focus(field: UrlField, qtbot: QtBot) -> None:
    field.set_text("http://user:secret@h/")
    assert "secret" in field.url_layout.rows[0].shown.text
    field.clearFocus()
    qtbot.waitUntil(lambda: not field.hasFocus())
    assert field.url_layout.rows[0].shown.text == "http://user:•••@h/"
    assert field.text == "http://user:secret@h/"


def test_long_urls_wrap_and_scroll_and_keep_the_cursor_in_view(field: UrlField, qtbot: QtBot) -> None:
    field.set_text("http://a/?" + "&".join(f"name{n}=value{n}" for n in range(200)))
    assert len(field.url_layout.rows) > 20
    assert field.height() < 220
    assert field.verticalScrollBar().maximum() > 0
    qtbot.keyClick(field, Key.Key_End, Mod.ControlModifier)
    rect = field.url_layout.cursor_rect(field.cursor_position).translated(field.content_origin())
    assert field.viewport().rect().contains(rect.center().toPoint())


def test_a_text_that_is_no_url_but_a_list_is_refused(field: UrlField, qtbot: QtBot) -> None:
    field.set_text("keep")
    with qtbot.waitSignal(field.refused) as caught:
        field.set_text("x" * (LONGEST + 1))
    assert caught.args == [LONGEST + 1]
    assert field.text == "keep"


def test_the_ribbon_names_every_component_or_its_letter(field: UrlField) -> None:
    field.set_text("http://user@host.example:8080/path/here?query=1#fragment")
    labels = [label.component for label in field.url_layout.rows[0].labels]
    assert labels == list(Component)[1:8]
    field.set_text("h://u@a:1/?q#f")
    found = field.url_layout.rows[0].labels
    assert [label.component for label in found] == list(Component)[1:8]
    assert any(len(label.text) == 1 for label in found)
    for left, right in pairwise(found):
        assert left.x < right.x


def test_the_registrable_domain_stays_bold_while_the_host_stays(field: UrlField, qtbot: QtBot) -> None:
    field.set_text(URL)
    field.set_domain(Span(11, 22))
    assert field.url_layout.content.domain == Span(11, 22)
    qtbot.keyClick(field, Key.Key_Home, Mod.ControlModifier)
    qtbot.keyClicks(field, "x")
    assert field.url_layout.content.domain == Span(12, 23)
    field.set_text("http://other.example/")
    assert field.url_layout.content.domain is None


def test_the_window_does_not_take_the_fields_keys(field: UrlField) -> None:
    for sequence in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.SelectAll):
        combination = QKeySequence.keyBindings(sequence)[0][0]  # type: ignore[index]
        event = QKeyEvent(
            QEvent.Type.ShortcutOverride, combination.key(), combination.keyboardModifiers(), ""
        )
        event.ignore()
        assert field.event(event)
        assert event.isAccepted()


def test_tab_leaves_the_field(field: UrlField, qtbot: QtBot) -> None:
    other = UrlField(field._themes, "Other", ribbon=False)
    parent = field.parentWidget()
    assert parent is not None
    layout = parent.layout()
    assert isinstance(layout, QVBoxLayout)
    layout.insertWidget(1, other)
    other.show()
    qtbot.keyClick(field, Key.Key_Tab)
    qtbot.waitUntil(other.hasFocus)


def test_the_context_menu_offers_what_can_be_done(field: UrlField, qtbot: QtBot) -> None:
    field.set_text(URL)
    open_menu(field, field.mapToGlobal(QPoint(5, 5)))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    enabled = {action.text(): action.isEnabled() for action in menu.actions() if action.text()}
    assert enabled["Undo"]
    assert not enabled["Copy"]
    assert enabled["Select all"]
    menu.close()


# Screen readers


def test_screen_readers_get_text_cursor_selection_and_the_components(field: UrlField) -> None:
    field.set_text("http://a/😀/b")
    field.select_span(Span(9, 10))
    face = QAccessible.queryAccessibleInterface(field)
    assert face.role() == QAccessible.Role.EditableText
    assert face.text(QAccessible.Text.Name) == "URL"
    assert face.text(QAccessible.Text.Value) == "http://a/😀/b"
    assert face.text(QAccessible.Text.Description) == "scheme http, host a, path /😀/b"
    text = face.textInterface()
    assert text.characterCount() == 13
    assert text.cursorPosition() == 11  # after the emoji, two units
    assert text.text(9, 11) == "😀"
    assert text.selectionCount() == 1
    text.setCursorPosition(4)
    assert field.cursor_position == 4
    rect = text.characterRect(0)
    assert isinstance(rect, QRect)
    assert rect.width() > 0
    face.editableTextInterface().replaceText(0, 4, "https")
    assert field.text == "https://a/😀/b"


def test_screen_readers_do_not_get_what_is_masked(field: UrlField, qtbot: QtBot) -> None:
    field.set_text("http://user:secret@h/")
    field.clearFocus()
    qtbot.waitUntil(lambda: not field.hasFocus())
    face = QAccessible.queryAccessibleInterface(field)
    assert "secret" not in face.text(QAccessible.Text.Value)
    assert "secret" not in face.text(QAccessible.Text.Description)
    assert "secret" not in face.textInterface().text(0, 40)


def test_many_fields_come_and_go_while_screen_readers_look(themes: ThemeState, qtbot: QtBot) -> None:
    for number in range(50):
        made = UrlField(themes, f"Field {number}")
        qtbot.addWidget(made)
        face = QAccessible.queryAccessibleInterface(made)
        assert face.textInterface().characterCount() == 0
        made.deleteLater()
        qtbot.wait(0)
