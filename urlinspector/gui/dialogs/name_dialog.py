"""Save the profile as: a name, where it will be kept, and a warning before another one is replaced."""

import re
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from urlinspector.gui.widgets import label
from urlinspector.normalize.library import builtin_names

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,60}")


class NameDialog(QDialog):
    """Emits `chosen(name, path)`."""

    chosen = Signal(str, object)

    def __init__(self, folder: Path, proposal: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._folder = folder
        self.setWindowTitle(self.tr("Save the profile as"))
        self.setObjectName("nameDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name_edit = QLineEdit(proposal)
        self.name_edit.selectAll()
        caption = label(self.tr("Name"))
        caption.setBuddy(self.name_edit)
        self.name_edit.setAccessibleName(self.tr("Name of the profile"))
        self.name_edit.textChanged.connect(self._on_name_changed)
        self.note_label = label("", "caption")
        self.note_label.setWordWrap(True)
        button = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(button.Save | button.Cancel)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(caption)
        layout.addWidget(self.name_edit)
        layout.addWidget(self.note_label)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(420)
        self._on_name_changed()

    @property
    def name(self) -> str:
        return self.name_edit.text().strip()

    @property
    def path(self) -> Path:
        """The file that the name stands for."""
        return self._folder / f"{self.name}.toml"

    def problem(self) -> str:
        """Why the name cannot be used; empty for one that can."""
        if not _NAME.fullmatch(self.name):
            return self.tr("Letters, digits, hyphen, dot and space; it begins with a letter or digit.")
        if self.name in builtin_names():
            return self.tr("“{name}” is a built-in profile; choose another name.").format(name=self.name)
        return ""

    def _on_name_changed(self) -> None:
        problem = self.problem()
        note = problem or self.tr("Kept in {path}").format(path=self.path)
        if not problem and self.path.exists():
            note = self.tr("Replaces the profile of that name, {path}").format(path=self.path)
        self.note_label.setText(note)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(not problem)

    def _on_accepted(self) -> None:
        if not self.problem():
            self.chosen.emit(self.name, self.path)
            self.accept()
