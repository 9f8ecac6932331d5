"""Questions return at once and call back with the answer."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.dialogs.ask import ask, ask_to_browse, tell


@pytest.fixture
def browsed() -> Iterator[list[str]]:
    """Addresses that would go to the browser."""
    seen: list[str] = []

    class Catcher(QWidget):
        @Slot(QUrl)
        def take(self, url: QUrl) -> None:
            seen.append(url.toString())

    catcher = Catcher()
    QDesktopServices.setUrlHandler("https", catcher, "take")  # type: ignore[arg-type]
    yield seen
    QDesktopServices.unsetUrlHandler("https")
    catcher.deleteLater()


def press(box: QMessageBox, text: str) -> None:
    next(each for each in box.buttons() if each.text().replace("&", "") == text).click()


def test_the_answer_is_called_back(parent: QWidget) -> None:
    answers: list[str] = []
    box = ask(
        parent,
        "Title",
        "Question?",
        "Details",
        [("Yes", lambda: answers.append("yes")), ("No", lambda: answers.append("no")), ("Cancel", None)],
    )
    assert box.isVisible()
    assert answers == []
    press(box, "No")
    assert answers == ["no"]


def test_escape_means_the_last(parent: QWidget, qtbot: QtBot) -> None:
    answers: list[str] = []
    box = ask(parent, "T", "Q?", "", [("Yes", lambda: answers.append("yes")), ("Cancel", None)])
    box.reject()
    assert answers == []
    assert not box.isVisible()


def test_text_is_never_taken_for_html(parent: QWidget) -> None:
    box = tell(parent, "T", "<b>http://example.com/</b>")
    assert box.text() == "<b>http://example.com/</b>"
    assert box.textFormat().name == "PlainText"
    box.reject()


def test_nothing_is_browsed_before_the_address_was_shown_and_agreed(
    parent: QWidget, browsed: list[str]
) -> None:
    address = "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1"
    box = ask_to_browse(parent, address)
    assert address in box.text()
    assert browsed == []
    press(box, "Copy the address")
    assert browsed == []
    assert QGuiApplication.clipboard().text() == address
    press(ask_to_browse(parent, address), "Cancel")
    assert browsed == []
    press(ask_to_browse(parent, address), "Open")
    assert browsed == [address]


def test_a_source_in_the_explain_dock_leads_there(shell: app.Parts, browsed: list[str]) -> None:
    shell.window.explain_dock.address_asked.emit("https://url.spec.whatwg.org/")
    box = shell.window.findChild(QMessageBox)
    assert box is not None
    assert browsed == []
    press(box, "Cancel")
