"""The recent URLs: newest first, each once, credentials masked before they are kept."""

import pytest
from pytestqt.qtbot import QtBot

from urlinspector.gui.state.recents import LIMIT, LONGEST, Recents


@pytest.fixture
def recents() -> Recents:
    return Recents()


def test_newest_first_and_each_once(recents: Recents, qtbot: QtBot) -> None:
    for text in ("http://a/", "http://b/", "http://a/"):
        with qtbot.waitSignal(recents.recents_changed):
            recents.add(text)
    assert recents.texts == ("http://a/", "http://b/")


def test_credentials_are_masked(recents: Recents) -> None:
    recents.add("ftp://user:secret@example.com/")
    assert "secret" not in recents.texts[0]
    assert recents.texts[0].startswith("ftp://user:")


def test_only_so_many_are_kept(recents: Recents) -> None:
    for number in range(LIMIT + 5):
        recents.add(f"http://{number}/")
    assert len(recents.texts) == LIMIT
    assert recents.texts[0] == f"http://{LIMIT + 4}/"


@pytest.mark.parametrize("text", ["", "  ", "http://a/" + "x" * LONGEST, "http://a/\udce9"])
def test_what_no_menu_and_no_file_can_hold_is_left_out(recents: Recents, text: str, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(recents.recents_changed):
        recents.add(text)
    assert recents.texts == ()


def test_forgotten_all_at_once(recents: Recents, qtbot: QtBot) -> None:
    recents.add("http://a/")
    with qtbot.waitSignal(recents.recents_changed):
        recents.clear()
    assert recents.texts == ()
