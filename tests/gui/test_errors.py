"""Uncaught exceptions: logged, shown once, copyable, from any thread."""

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler, qWarning
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from urlinspector.gui.errors import ErrorCatcher, describe
from urlinspector.gui.logs import start_log, stop_log


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def catcher(qapp: QApplication, window: QWidget, expect_log: Callable[[str], None]) -> Iterator[ErrorCatcher]:
    expect_log("uncaught exception")
    made = ErrorCatcher(Path("/somewhere/urlinspector.log"))
    made.install(lambda: window)
    yield made
    made.uninstall()
    if made.dialog is not None:
        made.dialog.reject()


def raised(text: str = "broken") -> Exception:
    try:
        raise ValueError(text)
    except ValueError as error:
        return error


def test_the_hook_shows_what_happened_and_where(catcher: ErrorCatcher, qtbot: QtBot) -> None:
    error = raised()
    sys.excepthook(type(error), error, error.__traceback__)
    dialog = catcher.dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog.summary_label.text() == "ValueError: broken"
    details = dialog.details_edit.toPlainText()
    assert "urlinspector" in details
    assert "in raised" in details
    assert "urlinspector.log" in dialog.note_label.text()


def test_details_can_be_copied(catcher: ErrorCatcher) -> None:
    catcher.show(raised("copy me"))
    assert catcher.dialog is not None
    catcher.dialog.copy_button.click()
    assert "copy me" in QGuiApplication.clipboard().text()


def test_more_errors_go_into_the_same_dialog(catcher: ErrorCatcher) -> None:
    for number in range(30):
        catcher.show(raised(f"number {number}"))
    assert catcher.dialog is not None
    assert "30 errors" in catcher.dialog.title_label.text()
    assert "number 19" in catcher.dialog.details_edit.toPlainText()
    assert "number 25" not in catcher.dialog.details_edit.toPlainText()


def test_after_closing_the_next_error_opens_a_new_dialog(catcher: ErrorCatcher) -> None:
    catcher.show(raised())
    first = catcher.dialog
    assert first is not None
    first.reject()
    assert catcher.dialog is None
    catcher.show(raised())
    assert catcher.dialog is not None


def test_an_error_of_another_thread_is_shown_on_this_one(catcher: ErrorCatcher, qtbot: QtBot) -> None:
    def work() -> None:
        raise ValueError("from a thread")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: catcher.dialog is not None)
    assert catcher.dialog is not None
    assert "from a thread" in catcher.dialog.summary_label.text()


def test_the_hooks_are_given_back(qapp: QApplication) -> None:
    before = (sys.excepthook, threading.excepthook)
    catcher = ErrorCatcher(None)
    catcher.install(lambda: None)
    assert sys.excepthook != before[0]
    catcher.uninstall()
    catcher.uninstall()
    assert (sys.excepthook, threading.excepthook) == before


def test_the_description_tells_the_versions() -> None:
    text = describe(raised())
    for word in ("urlinspector", "Python", "PySide", "Traceback"):
        assert word in text


def test_warnings_and_qt_messages_go_to_the_file(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    expect_log("from Qt")
    expect_log("from Python")
    path = tmp_path / "log" / "urlinspector.log"
    level = logging.getLogger().level
    start_log(path)
    try:
        qWarning("from Qt")
        qWarning("This plugin does not support flying")
        logging.getLogger("urlinspector.test").warning("from Python")
        logging.getLogger("urlinspector.test").info("not this")
    finally:
        stop_log()
        logging.getLogger().setLevel(level)
    text = path.read_text("utf-8")
    assert "from Qt" in text
    assert "from Python" in text
    assert "not this" not in text
    assert "flying" not in text
    assert QtMsgType.QtWarningMsg is not None
    assert qInstallMessageHandler is not None


def test_no_log_where_the_folder_cannot_be_written(qapp: QApplication, tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("", "utf-8")
    level = logging.getLogger().level
    start_log(blocker / "log" / "urlinspector.log")
    stop_log()
    logging.getLogger().setLevel(level)
