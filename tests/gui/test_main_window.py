"""The shell: pages, menus, palette, docks, status bar, narrow and wide, drops."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.actions import Action, Menu
from urlinspector.gui.dialogs.palette import Palette
from urlinspector.gui.main_window import MainWindow
from urlinspector.gui.pages import PageRecord
from urlinspector.gui.pages.compare import ComparePage
from urlinspector.gui.pages.page import (
    Effect,
    ExplainRow,
    Finding,
    Page,
    PageStatus,
    Progress,
    Services,
    StepEffects,
)
from urlinspector.gui.recent_documents import note_document, recent_documents
from urlinspector.gui.recent_menus import RecentMenus
from urlinspector.normalize.profile import Profile

LEFT = Qt.MouseButton.LeftButton
URL = "HTTP://Example.COM:80/a/../b"


class PlainPage(Page):
    """A page that notes what the shell asks of it; for the rules between shell and pages."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.calls: Counter[str] = Counter()
        self.payload: Any = None
        self.shown_status = PageStatus()
        self.effects = StepEffects()

    def recompute(self) -> None:
        self.calls["recompute"] += 1

    def focus_find(self) -> None:
        self.calls["find"] += 1

    def cancel(self) -> None:
        self.calls["cancel"] += 1

    def open_payload(self, payload: Any) -> None:
        self.payload = payload

    def select_step(self, name: str) -> None:
        self.calls[name] += 1

    def step_effects(self) -> StepEffects:
        return self.effects

    def explain(self, step: str) -> Sequence[ExplainRow]:
        return (ExplainRow("Here", f"about {step}"),)

    def status(self) -> PageStatus:
        return self.shown_status

    def page_actions(self) -> Sequence[Action]:
        return [Action(f"{self.calls!r}", "Act on &this", self.act, Menu.EDIT, 3, "Ctrl+Shift+Y")]

    def act(self) -> None:
        self.calls["act"] += 1

    def set_narrow(self, narrow: bool) -> None:
        self.calls["narrow" if narrow else "wide"] += 1

    def may_close(self) -> bool:
        return not self.calls["unsaved"]


RECORDS = tuple(
    PageRecord(key, key.capitalize(), "inspect", __name__, "PlainPage", f"The page {key}")
    for key in ("one", "two", "three")
)


@pytest.fixture
def plain(services: Services, qtbot: QtBot) -> MainWindow:
    """A window over plain pages."""
    window = MainWindow(services, RECORDS)
    qtbot.addWidget(window)
    window.show_page("one")
    window.show()
    return window


def page(window: MainWindow, key: str) -> PlainPage:
    made = window.stack.pages[key]
    assert isinstance(made, PlainPage)
    return made


# Pages


def test_a_page_is_made_when_it_is_first_shown(plain: MainWindow) -> None:
    assert set(plain.stack.pages) == {"one"}
    plain.show_page("two")
    assert set(plain.stack.pages) == {"one", "two"}


def test_only_the_visible_page_recomputes_and_the_others_when_shown(
    plain: MainWindow, services: Services
) -> None:
    plain.show_page("two")
    assert page(plain, "one").calls["recompute"] == 1
    services.profile.toggle("remove-www")
    services.profile.toggle("add-trailing-slash")
    assert page(plain, "one").calls["recompute"] == 1
    assert page(plain, "two").calls["recompute"] == 3
    assert page(plain, "one").is_stale
    plain.show_page("one")
    assert page(plain, "one").calls["recompute"] == 2
    plain.show_page("two")
    assert page(plain, "two").calls["recompute"] == 3


def test_pages_are_reached_by_button_key_and_turning(plain: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(plain.page_bar.buttons["three"], LEFT)
    assert plain.current_key == "three"
    qtbot.keyClick(plain, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert plain.current_key == "two"
    plain.turn_page(1)
    plain.turn_page(1)
    assert plain.current_key == "one"
    assert plain.page_bar.buttons["one"].isChecked()
    plain.turn_page(-1)
    assert plain.current_key == "three"


def test_a_page_may_ask_another_to_open_something(plain: MainWindow) -> None:
    page(plain, "one").open_requested.emit("two", URL)
    assert plain.current_key == "two"
    assert page(plain, "two").payload == URL


def test_the_pages_actions_come_and_go_with_it(plain: MainWindow, qtbot: QtBot) -> None:
    def texts() -> list[str]:
        return [each.text() for each in plain.menu_bar.menus[Menu.EDIT].actions()]

    assert texts().count("Act on &this") == 1
    plain.show_page("two")
    assert texts().count("Act on &this") == 1
    qtbot.keyClick(
        plain, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert page(plain, "two").calls["act"] == 1
    assert page(plain, "one").calls["act"] == 0


def test_find_and_cancel_go_to_the_visible_page(plain: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(plain, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page(plain, "one").calls["find"] == 1
    plain.cancel()
    assert page(plain, "one").calls["cancel"] == 1


def test_the_focus_goes_where_one_begins(shell: app.Parts, qtbot: QtBot) -> None:
    page = shell.window.page
    assert page is not None
    begins = page.focusProxy()
    assert begins is not None
    qtbot.waitUntil(begins.hasFocus)
    qtbot.keyClicks(QApplication.focusWidget(), "http://a/")
    assert page.url_field.text == "http://a/"  # type: ignore[attr-defined]
    for record in shell.window.records:
        shell.window.show_page(record.key)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert shell.window.stack.pages[record.key].isAncestorOf(focused), record.key


# Docks


def test_effects_of_the_visible_page_reach_the_dock(plain: MainWindow) -> None:
    page(plain, "one").effects = StepEffects({"remove-www": Effect.WOULD_CHANGE})
    page(plain, "one").effects_changed.emit()
    assert plain.steps_dock.tree.step_model.index_of("remove-www").isValid()
    plain.show_page("two")
    assert not plain.steps_dock.tree.step_model.index_of("remove-www").isValid()


def test_a_step_chosen_in_the_dock_reaches_page_and_explain(plain: MainWindow) -> None:
    plain.steps_dock.step_chosen.emit("lowercase-host")
    assert page(plain, "one").calls["lowercase-host"] == 1
    assert plain.explain_dock.step == "lowercase-host"
    assert "about lowercase-host" in plain.explain_dock.browser.toPlainText()


def test_a_step_chosen_on_the_page_reaches_the_docks_and_not_back(plain: MainWindow) -> None:
    page(plain, "one").effects = StepEffects({"lowercase-host": Effect.CHANGED})
    page(plain, "one").effects_changed.emit()
    page(plain, "one").step_chosen.emit("lowercase-host")
    assert plain.steps_dock.current_step() == "lowercase-host"
    assert plain.explain_dock.step == "lowercase-host"
    assert page(plain, "one").calls["lowercase-host"] == 0


def test_docks_are_hidden_and_shown_by_the_menu(plain: MainWindow) -> None:
    action = plain.shell_set.by_key["view.steps-dock"]
    assert action.isChecked()
    action.trigger()
    assert plain.steps_dock.isHidden()
    plain.shell_set.refresh()
    assert not action.isChecked()
    action.trigger()
    assert not plain.steps_dock.isHidden()


def test_narrow_makes_tabs_and_hides_labels_and_wide_undoes_it(plain: MainWindow, qtbot: QtBot) -> None:
    plain.resize(1440, 900)
    assert plain.page_bar.width() == 72
    assert plain.steps_dock not in plain.tabifiedDockWidgets(plain.explain_dock)
    for _ in range(2):
        plain.resize(1024, 700)
        qtbot.waitUntil(lambda: plain.page_bar.width() == 44)
        assert plain.steps_dock in plain.tabifiedDockWidgets(plain.explain_dock)
        assert page(plain, "one").calls["narrow"]
        plain.resize(1440, 900)
        qtbot.waitUntil(lambda: plain.page_bar.width() == 72)
        assert plain.steps_dock not in plain.tabifiedDockWidgets(plain.explain_dock)
        assert plain.steps_dock.isVisible()
        assert plain.explain_dock.isVisible()
        assert plain.explain_dock.title_bar.isVisible()


def test_zoom_counts_for_narrow(plain: MainWindow, services: Services, qtbot: QtBot) -> None:
    plain.resize(1440, 900)
    services.settings.setting_changed.connect(services.themes.apply_setting)
    plain.shell_set.by_key["view.zoom-in"].trigger()
    plain.shell_set.by_key["view.zoom-in"].trigger()
    assert services.themes.zoom == 1.25
    qtbot.waitUntil(lambda: plain.steps_dock in plain.tabifiedDockWidgets(plain.explain_dock))
    plain.shell_set.by_key["view.zoom-reset"].trigger()
    assert services.themes.zoom == 1.0


# Actions


def test_no_shortcut_is_used_twice(shell: app.Parts) -> None:
    for key in shell.window.stack.pages:
        shell.window.show_page(key)
        used = Counter(
            sequence.toString()
            for actions in shell.window.action_sets
            for action in actions.by_key.values()
            for sequence in action.shortcuts()
        )
        assert [each for each, count in used.items() if count > 1] == []


def test_every_action_is_in_a_menu_or_has_a_shortcut(shell: app.Parts) -> None:
    for actions in shell.window.action_sets:
        for record in actions.records:
            assert record.menu is not None or actions.by_key[record.key].shortcuts(), record.key


def test_mnemonics_in_a_menu_are_not_used_twice(shell: app.Parts) -> None:
    for menu in shell.window.menu_bar.menus.values():
        letters = Counter(
            str(QKeySequence.mnemonic(action.text()).toString()) for action in menu.actions() if action.text()
        )
        assert [each for each, count in letters.items() if each and count > 1] == [], menu.title()


def test_everything_in_the_menus_is_in_the_palette(shell: app.Parts, qtbot: QtBot) -> None:
    shell.window.show_palette()
    palette = shell.window.findChild(Palette, "palette")
    assert palette is not None
    model = palette.command_model
    offered = {model.command(row).text for row in range(model.rowCount())}
    for actions in shell.window.action_sets:
        for record in actions.records:
            if actions.by_key[record.key].isEnabled():
                assert record.plain_text in offered
    assert {"seo", "lowercase-host"} <= offered
    palette.reject()


def test_a_hasty_return_in_the_palette_does_not_quit(shell: app.Parts) -> None:
    shell.window.show_palette()
    palette = shell.window.findChild(Palette, "palette")
    assert palette is not None
    own = shell.window.stack.action_set
    assert own is not None
    first = str(palette.command_model.index(0, 0).data())
    assert any(record.plain_text in first for record in own.records)
    palette.reject()


def test_the_palette_runs_what_is_found(shell: app.Parts, qtbot: QtBot) -> None:
    shell.window.show_palette()
    palette = shell.window.findChild(Palette, "palette")
    assert palette is not None
    qtbot.keyClicks(palette.command_edit, "prof seo")
    qtbot.keyClick(palette.command_edit, Qt.Key.Key_Return)
    assert shell.services.profile.profile.name == "seo"


def test_undo_of_steps_leaves_text_fields_their_own(shell: app.Parts, qtbot: QtBot) -> None:
    shell.services.profile.toggle("remove-www")
    edit = shell.window.steps_dock.filter_edit
    edit.setFocus()
    qtbot.keyClicks(edit, "abc")
    qtbot.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.text() != "abc"
    assert shell.services.profile.is_on("remove-www")
    shell.window.steps_dock.tree.setFocus()
    qtbot.keyClick(shell.window.steps_dock.tree, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not shell.services.profile.is_on("remove-www")


# Status bar and title


def test_the_status_bar_shows_findings_selection_and_network(plain: MainWindow) -> None:
    clicked: list[bool] = []
    shown = PageStatus(
        (Finding("1 violation", warning=True), Finding("here", action=lambda: clicked.append(True))),
        selection="2 rows",
        title="http://example.com/",
    )
    page(plain, "one").shown_status = shown
    page(plain, "one").status_changed.emit()
    bar = plain.status_bar
    first, second, third = bar.findings
    assert first.isVisible()
    assert first.icon.isVisible()
    assert second.button.isVisible()
    assert not third.isVisible()
    second.button.click()
    assert clicked == [True]
    assert bar.selection_label.accessibleName() == "2 rows"
    assert bar.network_label.text() == "Network off"
    assert plain.windowTitle() == "http://example.com/ – One – urlinspector"


def test_progress_takes_the_place_of_findings_and_can_be_cancelled(plain: MainWindow, qtbot: QtBot) -> None:
    made = page(plain, "one")
    made.shown_status = PageStatus((Finding("x"),), Progress("Reading", 0.25, "11 of 29"))
    made.status_changed.emit()
    bar = plain.status_bar
    assert bar.progress_box.isVisible()
    assert not bar.findings_box.isVisible()
    assert bar.progress_bar.value() == 250
    qtbot.mouseClick(bar.cancel_button, LEFT)
    assert made.calls["cancel"] == 1
    made.shown_status = PageStatus(progress=Progress("Reading"))
    made.status_changed.emit()
    assert bar.progress_bar.maximum() == 0


def test_a_long_finding_is_cut_and_told_in_full(plain: MainWindow, qtbot: QtBot) -> None:
    long = "space at 100 is illegal in a URI " * 20
    page(plain, "one").shown_status = PageStatus((Finding(long),), selection="selected")
    page(plain, "one").status_changed.emit()
    words = plain.status_bar.findings[0].words
    qtbot.waitUntil(lambda: words.text().endswith("…"))
    assert words.accessibleName() == long
    assert words.toolTip() == long
    assert plain.width() == 1440
    assert plain.status_bar.network_label.isVisible()


# Drops and the end


def drop(window: MainWindow, mime: QMimeData) -> None:
    where, action = QPoint(100, 100), Qt.DropAction.CopyAction
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where, action, mime, LEFT, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(where), action, mime, LEFT, none)
    QApplication.sendEvent(window, event)
    assert event.isAccepted()


def test_compare_is_shown_ready_for_typing(shell: app.Parts) -> None:
    shell.window.activateWindow()
    shell.window.show_page("compare")
    page = shell.window.page
    assert isinstance(page, ComparePage)
    assert shell.window.focusWidget() is page.head.fields()[0]


def test_a_dropped_file_is_opened_as_a_list(shell: app.Parts, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "list.txt"
    path.write_text("http://a.example/\nhttp://b.example/\n", "utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    shell.window.show_page("inspect")
    drop(shell.window, mime)
    assert shell.window.current_key == "clusters"
    qtbot.waitUntil(shell.window.is_settled, timeout=20_000)


@pytest.mark.parametrize(
    ("formats", "text"),
    [
        ({"text/plain": b"HTTP://Example.COM/%7E a\n"}, "HTTP://Example.COM/%7E a"),
        ({"text/uri-list": b"# a\r\nhttp://example.com/x\r\nhttp://second/\r\n"}, "http://example.com/x"),
        ({"text/uri-list": b"http://example.com/~\r\n", "text/plain": b"HTTP://x/%7e"}, "HTTP://x/%7e"),
        ({"text/plain": b"title", "text/x-moz-url": "http://a/ä\nTitle".encode("utf-16-le")}, "http://a/ä"),
    ],
)
def test_a_dropped_link_opens_in_inspect_as_it_is(
    shell: app.Parts, formats: dict[str, bytes], text: str
) -> None:
    mime = QMimeData()
    for kind, raw in formats.items():
        mime.setData(kind, raw)
    drop(shell.window, mime)
    assert shell.window.current_key == "inspect"
    assert shell.window.page.url_field.text == text  # type: ignore[union-attr]


def test_a_page_with_unsaved_work_keeps_the_window_open(plain: MainWindow, qtbot: QtBot) -> None:
    made = page(plain, "one")
    made.calls["unsaved"] = 1
    with qtbot.assertNotEmitted(plain.closed):
        plain.close()
    assert plain.isVisible()
    made.calls["unsaved"] = 0
    with qtbot.waitSignal(plain.closed):
        made.close_confirmed.emit()
    assert not plain.isVisible()


def test_recent_urls_are_offered_and_masked(shell: app.Parts) -> None:
    shell.services.recents.add("http://user:secret@example.com/&x")
    menu = shell.window.menu_bar.menus[Menu.FILE]
    submenu = next(each for each in (each.menu() for each in menu.actions()) if isinstance(each, QMenu))
    submenu.aboutToShow.emit()
    texts = [each.text() for each in submenu.actions()]
    assert texts[0].startswith("http://user:•••@example.com/&&x")
    assert not any("secret" in text for text in texts)


def test_recent_documents_are_offered_and_forgotten(shell: app.Parts, tmp_path: Path) -> None:
    there, gone = tmp_path / "a & b.urlinspector", tmp_path / "gone.urlinspector"
    there.write_bytes(b"")
    settings = shell.services.settings
    for path in (gone, there):
        note_document(settings, path)
    chosen: list[tuple[str, object]] = []
    menus = RecentMenus(shell.services, shell.window)
    menus.chosen.connect(lambda page, payload: chosen.append((page, payload)))
    menu = QMenu(shell.window)
    menus.fill_documents(menu)
    first, second, _, clear = menu.actions()
    assert (first.text(), first.isEnabled()) == ("a && b.urlinspector", True)
    assert (second.text(), second.isEnabled()) == ("gone.urlinspector", False)
    first.trigger()
    assert chosen == [("clusters", there)]
    clear.trigger()
    assert recent_documents(settings) == ()


def test_the_window_is_usable_at_its_smallest(shell: app.Parts, qtbot: QtBot) -> None:
    shell.window.resize(shell.window.minimumSize())
    qtbot.wait(50)
    assert shell.window.size() == QSize(720, 480)


def test_the_profile_reaches_every_page(shell: app.Parts, qtbot: QtBot) -> None:
    shell.window.open("inspect", "http://www.example.com/")
    profile: Profile = shell.services.profile.profile
    assert not profile.holds("remove-www")
    shell.services.profile.toggle("remove-www")
    effects = shell.window.page.step_effects  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: effects().of("remove-www") is Effect.CHANGED)


def test_a_new_theme_reaches_the_whole_window(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> None:
    parts = make_shell(theme="light")
    parts.window.show_page("inspect")
    parts.window.show()
    parts.services.settings.set("scheme", "dark")
    image = parts.window.grab().toImage()
    corner = image.pixelColor(parts.window.page_bar.width() // 2, image.height() - 60)
    assert corner == parts.services.themes.theme.colours.window
    assert parts.services.themes.theme.name == "dark"
