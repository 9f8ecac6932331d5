"""The command palette: a few letters find a command, and Return runs it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from urlinspector.gui.dialogs.fuzzy import match, ranked
from urlinspector.gui.dialogs.palette import Command, CommandModel, Palette
from urlinspector.gui.state.theme_state import ThemeState


@pytest.mark.parametrize(
    ("letters", "text"),
    [
        ("rt", "remove-trailing-slash"),
        ("RTS", "remove-trailing-slash"),
        ("set", "Edit: Settings"),
        ("", "x"),
        ("z i", "Zoom in"),
    ],
)
def test_letters_in_order_are_found(letters: str, text: str) -> None:
    assert match(letters, text) is not None


@pytest.mark.parametrize(("letters", "text"), [("tr", "rt"), ("x", ""), ("aa", "a"), ("İ", "i")])
def test_letters_out_of_order_are_not(letters: str, text: str) -> None:
    assert match(letters, text) is None


def test_the_places_are_those_of_the_letters() -> None:
    found = match("rts", "remove-trailing-slash")
    assert found is not None
    assert "".join("remove-trailing-slash"[at] for at in sorted(found.places)) == "rts"
    assert found.places == {0, 7, 16}


def test_starts_of_words_and_neighbours_win() -> None:
    items = ["remove-trailing-dot", "sort-parameters", "Steps", "lowercase-host", "Zoom out"]
    best = [item for item, _found in ranked(items, "st", str)]
    assert best[0] == "Steps"
    assert [item for item, _found in ranked(items, "rtd", str)] == ["remove-trailing-dot"]
    assert [item for item, _found in ranked(items, "", str)] == items


def test_words_typed_whole_are_first() -> None:
    items = ["Switch on: remove-www-number", "Switch on: remove-www", "Pages: Next page"]
    for letters in ("remove-www", "Switch on: remove-www", "REMOVE-WWW"):
        assert ranked(items, letters, str)[0][0] == "Switch on: remove-www"
    assert ranked(items, "next page", str)[0][0] == "Pages: Next page"


def test_letters_that_grow_when_lowered_do_not_shift_places() -> None:
    found = match("x", "İx")
    assert found is not None
    assert found.places == {1}


class Ran:
    def __init__(self) -> None:
        self.names: list[str] = []

    def command(self, name: str, place: str = "File", shortcut: str = "") -> Command:
        return Command(name, place, shortcut, lambda: self.names.append(name))


@pytest.fixture
def ran() -> Ran:
    return Ran()


@pytest.fixture
def palette(ran: Ran, themes: ThemeState, parent: QWidget) -> Palette:
    commands = [ran.command("Open", shortcut="Ctrl+O"), ran.command("Save"), ran.command("Zoom in", "View")]
    commands += [ran.command(f"step-{number}", "Switch on") for number in range(60)]
    made = Palette(commands, themes, parent)
    made.show()
    return made


def test_return_runs_the_best(palette: Palette, ran: Ran, qtbot: QtBot) -> None:
    qtbot.keyClicks(palette.command_edit, "zoom")
    qtbot.keyClick(palette.command_edit, Qt.Key.Key_Return)
    assert ran.names == ["Zoom in"]


def test_arrows_choose(palette: Palette, ran: Ran, qtbot: QtBot) -> None:
    for key in (
        Qt.Key.Key_Down,
        Qt.Key.Key_Down,
        Qt.Key.Key_Up,
        Qt.Key.Key_Up,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
    ):
        qtbot.keyClick(palette.command_edit, key)
    qtbot.keyClick(palette.command_edit, Qt.Key.Key_Return)
    assert ran.names == ["Save"]


def test_a_click_runs(palette: Palette, ran: Ran, qtbot: QtBot) -> None:
    rect = palette.command_list.visualRect(palette.command_model.index(2))
    qtbot.mouseClick(palette.command_list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert ran.names == ["Zoom in"]


def test_escape_runs_nothing(palette: Palette, ran: Ran, qtbot: QtBot) -> None:
    qtbot.keyClick(palette.command_edit, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert ran.names == []


def test_nothing_found_runs_nothing(palette: Palette, ran: Ran, qtbot: QtBot) -> None:
    qtbot.keyClicks(palette.command_edit, "qqqq")
    qtbot.keyClick(palette.command_edit, Qt.Key.Key_Return)
    assert ran.names == []


def test_the_list_is_as_high_as_what_was_found(palette: Palette, qtbot: QtBot) -> None:
    before = palette.height()
    qtbot.keyClicks(palette.command_edit, "zoom")
    assert palette.height() < before
    assert palette.height() < 700
    assert not palette.grab().isNull()


def test_the_model_keeps_qts_rules(
    ran: Ran, qtbot: QtBot, qtmodeltester: ModelTester, themes: ThemeState
) -> None:
    model = CommandModel([ran.command("Open", shortcut="Ctrl+O"), ran.command("Save")], themes)
    qtmodeltester.check(model, force_py=True)
    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "File: Open, Ctrl+O"
