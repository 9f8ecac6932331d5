"""Save as: which names can be used, and what happens to the file."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.dialogs.name_dialog import NameDialog


@pytest.fixture
def dialog(parent: QWidget, tmp_path: Path) -> NameDialog:
    (tmp_path / "there.toml").write_text("", "utf-8")
    return NameDialog(tmp_path, "mine", parent)


def save_button_is_enabled(dialog: NameDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Save).isEnabled()


@pytest.mark.parametrize("name", ["mine", "a-b.c 2", "A"])
def test_good_names(dialog: NameDialog, name: str) -> None:
    dialog.name_edit.setText(name)
    assert save_button_is_enabled(dialog)
    assert dialog.path.name == f"{name}.toml"


@pytest.mark.parametrize("name", ["", " ", "../x", "a/b", ".hidden", "safe", "x" * 80, "a\\b", "nul:"])
def test_names_that_cannot_be_used(dialog: NameDialog, name: str, qtbot: QtBot) -> None:
    dialog.name_edit.setText(name)
    assert not save_button_is_enabled(dialog)
    assert dialog.problem()
    with qtbot.assertNotEmitted(dialog.chosen):
        dialog.buttons.accepted.emit()


def test_replacing_is_told(dialog: NameDialog) -> None:
    dialog.name_edit.setText("there")
    assert "Replaces" in dialog.note_label.text()
    dialog.name_edit.setText("new")
    assert "Replaces" not in dialog.note_label.text()


def test_saved_from_the_menu_it_is_in_the_chooser(shell: app.Parts, qtbot: QtBot) -> None:
    shell.services.profile.toggle("remove-www")
    shell.window.shell_set.by_key["steps.save-as"].trigger()
    dialog = shell.window.findChild(NameDialog)
    assert dialog is not None
    assert dialog.name == "safe-changed"
    dialog.name_edit.setText("site")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Save).click()
    assert shell.window.steps_dock.profile_bar.chooser.shown_text == "site"
    assert [path.stem for path in shell.window.steps_dock.profile_menu.own_files()] == ["site"]


def test_a_folder_that_cannot_be_written_is_told(shell: app.Parts, qtbot: QtBot) -> None:
    folder = shell.services.settings.profiles_folder
    folder.write_text("a file where the folder would be", "utf-8")
    shell.window.commands._on_name_chosen("x", folder / "x.toml")
    boxes = [each for each in shell.window.findChildren(QWidget) if type(each).__name__ == "QMessageBox"]
    assert len(boxes) == 1
    said = "cannot be written: a file stands where its folder is to be."
    assert boxes[0].text() == f"“{folder / 'x.toml'}” {said}"  # type: ignore[attr-defined]
    boxes[0].close()
    assert shell.services.profile.profile.name == "safe"
