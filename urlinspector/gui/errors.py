"""What happens with an exception that nobody caught: the log gets it, and one dialog shows it with copyable
details.
"""

import contextlib
import logging
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from urlinspector import __version__
from urlinspector.gui.widgets import label, looks, without_default

log = logging.getLogger(__name__)


def describe(error: BaseException) -> str:
    """The versions and the traceback, as somebody who looks for the reason needs them."""
    versions = (
        f"urlinspector {__version__}, Python {platform.python_version()}, PySide {pyside_version}, "
        f"{platform.platform()}"
    )
    return versions + "\n\n" + "".join(traceback.format_exception(error))


class ErrorCatcher(QObject):
    """Takes over Python's hooks while it is installed; exceptions of other threads are shown on the GUI
    thread.
    """

    _caught = Signal(object)

    def __init__(self, log_path: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log_path = log_path
        self._dialog: ErrorDialog | None = None
        self._window: Callable[[], QWidget | None] = _no_window
        self._saved: tuple[Any, Any] | None = None
        self._caught.connect(self._on_caught, Qt.ConnectionType.AutoConnection)

    def install(self, window: Callable[[], QWidget | None]) -> None:
        """Start catching; `window` gives the parent of the dialog."""
        self._window = window
        self._saved = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._excepthook
        threading.excepthook = self._thread_excepthook

    def uninstall(self) -> None:
        """Give Python's hooks back."""
        if self._saved is not None:
            sys.excepthook, threading.excepthook = self._saved
            self._saved = None

    @property
    def dialog(self) -> "ErrorDialog | None":
        """The dialog that is shown, if any."""
        return self._dialog

    def show(self, error: BaseException) -> None:
        """Log an exception and show it. Callable from any thread."""
        log.error("uncaught exception", exc_info=(type(error), error, error.__traceback__))
        self._caught.emit(error)

    def _excepthook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.show(error)

    def _thread_excepthook(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self.show(args.exc_value)

    def _on_caught(self, error: BaseException) -> None:
        # One dialog at a time: an exception in a timer must not bury the screen.
        if self._dialog is not None:
            self._dialog.add(error)
            return
        self._dialog = ErrorDialog(error, self._log_path, self._window())
        self._dialog.finished.connect(self._on_dialog_finished)
        self._dialog.open()

    def _on_dialog_finished(self) -> None:
        self._dialog = None


class ErrorDialog(QDialog):
    """What went wrong in a sentence, all details to copy, and where the log is."""

    def __init__(self, error: BaseException, log_path: Path | None, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setObjectName("errorDialog")
        self.setWindowTitle(self.tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._count = 1
        self.title_label = label(self.tr("An error that urlinspector did not expect"), "title")
        self.summary_label = label(_summary(error))
        self.summary_label.setWordWrap(True)
        self.details_edit = QPlainTextEdit(describe(error))
        looks(self.details_edit, "field")
        self.details_edit.setReadOnly(True)
        self.details_edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details_edit.setAccessibleName(self.tr("Details"))
        note = self.tr("Your work is still there. You can go on, or save it and start again.")
        if log_path is not None:
            note += " " + self.tr("This is also in the log, {path}").format(path=log_path)
        self.note_label = label(note, "caption")
        self.note_label.setWordWrap(True)
        self.note_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = self.buttons.addButton(
            self.tr("Copy details"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.buttons.rejected.connect(self.reject)
        without_default(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        for widget in (self.title_label, self.summary_label):
            layout.addWidget(widget)
        layout.addWidget(self.details_edit, 1)
        layout.addWidget(self.note_label)
        layout.addWidget(self.buttons)
        self.resize(640, 420)

    def add(self, error: BaseException) -> None:
        """Another exception while the dialog is open."""
        self._count += 1
        if self._count <= 20:
            self.details_edit.appendPlainText("\n" + describe(error))
        self.title_label.setText(
            self.tr("{count} errors that urlinspector did not expect").format(count=self._count)
        )

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.details_edit.toPlainText())


def _summary(error: BaseException) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _no_window() -> QWidget | None:
    return None


@contextlib.contextmanager
def caught(catcher: ErrorCatcher, window: Callable[[], QWidget | None]) -> Any:
    """Install a catcher for a while."""
    catcher.install(window)
    try:
        yield
    finally:
        catcher.uninstall()
