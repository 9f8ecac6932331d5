"""Settings: typed, kept in a file, told when changed; the dialog shows them all."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDialog
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.dialogs.settings_dialog import SettingsDialog
from urlinspector.gui.settings import OPTIONS, Settings
from urlinspector.normalize.site_rules import DropParameters, Scope, SiteRule

OTHERS = {
    "scheme": "dark",
    "zoom": 1.5,
    "mono_family": "Some Mono",
    "show_invisible": False,
    "mask_credentials": False,
    "lru_dialect": "ural",
    "surt_form": "wayback",
    "default_profile": "seo",
    "restore_profile": False,
    "restore_session": True,
    "keep_recents": False,
}
"""For each option a value that is not its default."""


@pytest.fixture
def settings(qapp: QApplication, tmp_path: Path) -> Settings:
    return Settings(tmp_path / "a" / "urlinspector.ini")


def test_every_option_has_another_value_in_this_test() -> None:
    assert set(OTHERS) == {each.key for each in OPTIONS}
    assert all(OTHERS[each.key] != each.default for each in OPTIONS)


def test_defaults_without_a_file(settings: Settings) -> None:
    assert all(settings.get(each.key) == each.default for each in OPTIONS)


def test_values_survive_in_the_file_with_their_types(settings: Settings, tmp_path: Path) -> None:
    for key, value in OTHERS.items():
        settings.set(key, value)
    settings.set_state("geometry", QByteArray(b"\x00\x01"))
    settings.set_text("profile", 'name = "x"\n# ü, "quoted"\n')
    settings.save()
    again = Settings(tmp_path / "a" / "urlinspector.ini")
    for key, value in OTHERS.items():
        assert again.get(key) == value
        assert type(again.get(key)) is type(value)
    assert again.state("geometry") == QByteArray(b"\x00\x01")
    assert again.text("profile") == 'name = "x"\n# ü, "quoted"\n'


@given(st.text(st.characters(exclude_categories=())))
@example("\ud800")
@example("\udc00\ud83d\ude00")
@example("utf-8/base64:")
@example("utf-8/base64:YQ==")
@example("@Invalid()")
def test_every_text_comes_back_as_it_was(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.ini"
        first = Settings(path)
        first.set_text("kept", text)
        first.save()
        assert Settings(path).text("kept") == text


def test_texts_that_were_kept_plainly_are_read_and_spoilt_ones_are_none(tmp_path: Path) -> None:
    path = tmp_path / "s.ini"
    path.write_text('[text]\nold="caf\\xe9 [\\"a\\"]"\nbad=utf-8/base64:Y\nhalf=utf-8/base64:/w==\n', "utf-8")
    settings = Settings(path)
    assert settings.text("old") == 'café ["a"]'
    assert settings.text("bad") == settings.text("half") == ""


def test_a_change_is_told_once_and_no_change_is_not(settings: Settings, qtbot: QtBot) -> None:
    with qtbot.waitSignal(settings.setting_changed) as caught:
        settings.set("zoom", 1.25)
    assert caught.args == ["zoom", 1.25]
    with qtbot.assertNotEmitted(settings.setting_changed):
        settings.set("zoom", 1.25)


def test_senseless_values_are_refused_and_not_believed(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="scheme"):
        settings.set("scheme", "purple")
    with pytest.raises(KeyError):
        settings.get("no-such-option")
    path = tmp_path / "b.ini"
    path.write_text("[options]\nscheme=purple\nzoom=much\nlru_dialect=klingon\n", "utf-8")
    again = Settings(path)
    assert again.get("scheme") == "system"
    assert again.get("zoom") == 1.0
    assert again.get("lru_dialect") == "wiki"


def test_reset_gives_all_defaults(settings: Settings) -> None:
    for key, value in OTHERS.items():
        settings.set(key, value)
    settings.reset()
    assert all(settings.get(each.key) == each.default for each in OPTIONS)


# The dialog


@pytest.fixture
def dialog(shell: app.Parts) -> SettingsDialog:
    shell.window.show_settings()
    found = shell.window.findChild(QDialog, "settingsDialog")
    assert isinstance(found, SettingsDialog)
    return found


def test_the_dialog_has_a_control_for_every_option(dialog: SettingsDialog) -> None:
    assert set(dialog.editors) == {each.key for each in OPTIONS}
    assert all(each.accessibleName() for each in dialog.editors.values())


def test_a_change_in_the_dialog_takes_effect_at_once(
    dialog: SettingsDialog, shell: app.Parts, qtbot: QtBot
) -> None:
    combo = dialog.editors["scheme"]
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(combo.findData("dark"))
    combo.activated.emit(combo.currentIndex())
    assert shell.services.settings.get("scheme") == "dark"
    assert shell.services.themes.theme.name == "dark"
    box = dialog.editors["keep_recents"]
    assert isinstance(box, QCheckBox)
    box.click()
    assert shell.services.settings.get("keep_recents") is False


def test_the_dialog_follows_changes_from_elsewhere(dialog: SettingsDialog, shell: app.Parts) -> None:
    shell.services.settings.set("zoom", 1.5)
    combo = dialog.editors["zoom"]
    assert isinstance(combo, QComboBox)
    assert combo.currentText() == "150%"
    shell.services.settings.set("mono_family", "No Such Mono")
    font = dialog.editors["mono_family"]
    assert isinstance(font, QComboBox)
    assert font.currentText() == "No Such Mono"


# From one start to the next


def test_the_next_start_finds_profile_recents_and_layout(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    from tests.gui.conftest import close

    first = make_shell(folder=tmp_path)
    first.window.show_page("inspect")
    first.window.resize(760, 700)
    first.window.show()
    first.services.profile.choose("seo")
    first.services.profile.toggle("remove-query")
    first.services.recents.add("http://user:secret@example.com/")
    first.window.explain_dock.hide()
    first.window.steps_dock.set_by_order(True)
    close(first, qtbot)
    assert "secret" not in (tmp_path / "urlinspector.ini").read_text("utf-8")

    second = make_shell(folder=tmp_path)
    assert second.services.profile.profile.holds("remove-query")
    assert second.services.profile.base.name == "seo"
    assert second.services.profile.changes.words() == "1 step added"
    assert second.services.recents.texts == ("http://user:•••@example.com/",)
    from urlinspector.gui.session import restore_window

    assert not second.window.steps_dock.by_order
    assert restore_window(second.window)
    assert second.window.steps_dock.by_order
    second.window.show_page("inspect")
    second.window.show()
    assert second.window.size().toTuple() == (760, 700)
    assert second.window.explain_dock.isHidden()
    assert not second.window.steps_dock.isHidden()


LONE = "\ud800"
PAIR = "\ud83d\ude00"
"""Two surrogates, each on its own: not the character U+1F600."""


def test_halves_of_characters_survive_a_restart_in_rules_and_urls(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    from tests.gui.conftest import close
    from urlinspector.gui.session import restore_page

    rule = SiteRule(Scope.host("a.example"), DropParameters((f"p{LONE}", f"q{PAIR}")))
    url = f"http://a.example/{LONE}?p{LONE}=1"
    first = make_shell(folder=tmp_path)
    first.services.settings.set("restore_session", True)
    first.services.profile.set_step("site-rules", {"rules": (rule,)}, on=True)
    first.window.open("compare", (url, f"http://a.example/{PAIR}"))
    first.window.open("inspect", url)
    pages = first.window.stack.pages
    assert pages["compare"].save_session()["texts"] == [url, f"http://a.example/{PAIR}"]
    assert pages["inspect"].save_session()["text"] == url
    close(first, qtbot)

    second = make_shell(folder=tmp_path)
    assert second.services.profile.profile.rules == (rule,)
    for key in ("inspect", "compare"):
        second.window.show_page(key)
    assert restore_page(second.window)
    pages = second.window.stack.pages
    assert pages["inspect"].save_session()["text"] == url
    assert pages["compare"].save_session()["texts"] == [url, f"http://a.example/{PAIR}"]


def test_the_docks_come_back_as_wide_as_they_were_left(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    from tests.gui.conftest import close
    from urlinspector.gui.session import restore_docks

    first = make_shell(folder=tmp_path)
    first.window.show_page("inspect")
    first.window.resize(1440, 900)
    first.window.show()
    dock = first.window.steps_dock
    first.window.resizeDocks([dock], [420], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: dock.width() == 420)
    close(first, qtbot)
    second = make_shell(folder=tmp_path)
    second.window.resize(1440, 900)
    restore_docks(second.window)
    second.window.show_page("inspect")
    second.window.show()
    qtbot.wait(50)
    assert second.window.steps_dock.width() == 420
    assert second.window.steps_dock.title_bar.isVisible()


def test_what_was_open_comes_back_only_where_it_is_wanted(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    from tests.gui.conftest import close
    from urlinspector.gui.session import restore_page

    for wanted in (False, True):
        first = make_shell(folder=tmp_path)
        first.services.settings.set("restore_session", wanted)
        first.window.open("inspect", "http://user:secret@example.com/a")
        close(first, qtbot)
        assert "secret" not in (tmp_path / "urlinspector.ini").read_text("utf-8")
        second = make_shell(folder=tmp_path)
        assert restore_page(second.window) is wanted
        close(second, qtbot)
    assert second.window is not None


def test_a_kept_profile_that_makes_no_sense_is_left_out(
    make_shell: Callable[..., app.Parts], tmp_path: Path
) -> None:
    path = tmp_path / "urlinspector.ini"
    path.write_text('[text]\nprofile="name = 1\\nbogus"\nrecents="[1, {"\n', "utf-8")
    parts = make_shell(folder=tmp_path)
    assert parts.services.profile.profile.name == "safe"
    assert parts.services.recents.texts == ()


def test_the_default_profile_is_used_where_the_last_is_not_wanted(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    from tests.gui.conftest import close

    first = make_shell(folder=tmp_path)
    first.services.settings.set("default_profile", "rfc3986")
    first.services.settings.set("restore_profile", False)
    first.services.profile.choose("seo")
    close(first, qtbot)
    assert make_shell(folder=tmp_path).services.profile.profile.name == "rfc3986"


def test_the_key_for_settings(shell: app.Parts, qtbot: QtBot) -> None:
    qtbot.keyClick(shell.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    found = shell.window.findChild(QDialog, "settingsDialog")
    assert found is not None
    assert found.isVisible()
