"""Questions to the user: a file, a yes or no, a message. Each returns at once and calls back with the
answer.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton, QWidget


def ask_open_files(
    parent: QWidget, title: str, filters: list[str], then: Callable[[list[Path]], None], *, many: bool = False
) -> QFileDialog:
    """Let the user choose one or several files; `then` is called with them, and not at all after Cancel."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles if many else QFileDialog.FileMode.ExistingFile)
    return _open(dialog, filters, then)


def ask_save_file(
    parent: QWidget, title: str, name: str, filters: list[str], then: Callable[[list[Path]], None]
) -> QFileDialog:
    """Let the user choose where to write; `then` gets one path. The suffix of `name` is added where none is
    given.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
    dialog.selectFile(name)
    return _open(dialog, filters, then)


def _open(dialog: QFileDialog, filters: list[str], then: Callable[[list[Path]], None]) -> QFileDialog:
    dialog.setNameFilters(filters)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def on_selected(names: list[str]) -> None:
        then([Path(name) for name in names])

    dialog.filesSelected.connect(on_selected)
    dialog.open()
    return dialog


def ask(
    parent: QWidget,
    title: str,
    question: str,
    details: str,
    choices: list[tuple[str, Callable[[], None] | None]],
) -> QMessageBox:
    """A question with buttons; the first is the default, the last is what Esc means. A None does nothing."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(details)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    buttons: dict[QPushButton, Callable[[], None] | None] = {}
    for at, (text, then) in enumerate(choices):
        last = at == len(choices) - 1
        role = QMessageBox.ButtonRole.RejectRole if last and at else QMessageBox.ButtonRole.AcceptRole
        button = box.addButton(text, role)
        buttons[button] = then
        if at == 0:
            box.setDefaultButton(button)
        if last:
            box.setEscapeButton(button)

    def on_clicked(button: QPushButton) -> None:
        then = buttons.get(button)
        if then is not None:
            then()

    box.buttonClicked.connect(on_clicked)
    box.open()
    return box


def tell(parent: QWidget, title: str, message: str) -> QMessageBox:
    """A message with one button."""
    return ask(parent, title, message, "", [(_tr("Close"), None)])


def ask_to_browse(parent: QWidget, address: str) -> QMessageBox:
    """Show an address and open it in the user's browser only when told to: nothing leaves without a click."""

    def browse() -> None:
        QDesktopServices.openUrl(QUrl(address))

    def copy() -> None:
        QGuiApplication.clipboard().setText(address)

    return ask(
        parent,
        _tr("Open in the browser"),
        address,
        _tr("Your browser will fetch this page. urlinspector itself uses no network."),
        [(_tr("Open"), browse), (_tr("Copy the address"), copy), (_tr("Cancel"), None)],
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Ask", text)
