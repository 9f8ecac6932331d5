"""The steps dock as a person uses it: mouse, keys, filter, order, refusals."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.docks.step_rows import Show
from urlinspector.gui.docks.step_views import StepList, StepTree
from urlinspector.gui.docks.steps_dock import StepsDock
from urlinspector.gui.pages.page import Cell, Effect, EffectColumn, Services, StepEffects
from urlinspector.gui.state.theme_state import Scheme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dock(services: Services, qtbot: QtBot) -> StepsDock:
    made = StepsDock(services)
    qtbot.addWidget(made)
    made.resize(312, 600)
    made.show()
    made.set_show(Show.ALL)
    return made


def rect_of(view: StepTree | StepList, name: str) -> QRect:
    index = view.step_model.index_of(name)
    view.scrollTo(index)
    return view.visualRect(index)


def click(qtbot: QtBot, view: StepTree | StepList, place: QPoint) -> None:
    qtbot.mouseClick(view.viewport(), LEFT, pos=place)


def test_a_click_on_the_box_switches_the_step(dock: StepsDock, services: Services, qtbot: QtBot) -> None:
    rect = rect_of(dock.tree, "remove-www")
    click(qtbot, dock.tree, QPoint(36, rect.center().y()))
    assert services.profile.is_on("remove-www")
    click(qtbot, dock.tree, QPoint(36, rect.center().y()))
    assert not services.profile.is_on("remove-www")


def test_a_click_on_the_name_only_selects(dock: StepsDock, services: Services, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dock.step_chosen) as caught:
        click(qtbot, dock.tree, rect_of(dock.tree, "remove-www").center())
    assert caught.args == ["remove-www"]
    assert dock.current_step() == "remove-www"
    assert not services.profile.is_on("remove-www")


def test_a_click_on_the_gear_asks_for_options(dock: StepsDock, qtbot: QtBot) -> None:
    rect = rect_of(dock.tree, "limit-protocol")
    click(qtbot, dock.tree, rect.center())
    with qtbot.waitSignal(dock.options_asked) as caught:
        click(qtbot, dock.tree, QPoint(rect.right() - 58, rect.center().y()))
    assert caught.args == ["limit-protocol"]


def test_space_switches_and_return_asks_for_options(
    dock: StepsDock, services: Services, qtbot: QtBot
) -> None:
    dock.tree.setFocus()
    dock.select_step("limit-protocol")
    qtbot.keyClick(dock.tree, Qt.Key.Key_Space)
    assert services.profile.is_on("limit-protocol")
    with qtbot.waitSignal(dock.options_asked):
        qtbot.keyClick(dock.tree, Qt.Key.Key_Return)


def test_groups_close_by_click_and_keys_and_stay_closed(
    dock: StepsDock, services: Services, qtbot: QtBot
) -> None:
    group = dock.tree.step_model.index(0, 0)
    click(qtbot, dock.tree, dock.tree.visualRect(group).center())
    assert not dock.tree.isExpanded(dock.tree.step_model.index(0, 0))
    dock.filter_edit.setText("host")
    dock.filter_edit.clear()
    assert not dock.tree.isExpanded(dock.tree.step_model.index(0, 0))
    dock.tree.setCurrentIndex(dock.tree.step_model.index(0, 0))
    qtbot.keyClick(dock.tree, Qt.Key.Key_Space)
    assert dock.tree.isExpanded(dock.tree.step_model.index(0, 0))


def test_selecting_from_outside_says_nothing_back(dock: StepsDock, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(dock.step_chosen):
        dock.select_step("lowercase-host")
    assert dock.current_step() == "lowercase-host"


def test_the_selection_survives_a_change_of_rows(dock: StepsDock, services: Services) -> None:
    dock.select_step("lowercase-host")
    dock.set_effects(StepEffects({"lowercase-host": Effect.CHANGED}))
    dock.set_show(Show.ACTS_HERE)
    assert dock.current_step() == "lowercase-host"
    services.profile.toggle("remove-www")
    assert dock.current_step() == "lowercase-host"


def test_the_filter_finds_steps(dock: StepsDock, qtbot: QtBot) -> None:
    qtbot.keyClicks(dock.filter_edit, "tracking")
    rows = [row.name for group in dock.tree.step_model.groups for row in group.rows]  # type: ignore[union-attr]
    assert rows == ["remove-tracking-parameters"]


def test_a_refusal_is_explained_and_can_be_switched_over(
    dock: StepsDock, services: Services, qtbot: QtBot
) -> None:
    services.profile.toggle("remove-www")
    rect = rect_of(dock.tree, "add-www")
    click(qtbot, dock.tree, QPoint(36, rect.center().y()))
    assert dock.refusal_bar.isVisible()
    assert "add-www" in dock.refusal_bar.message_label.text()
    assert not services.profile.is_on("add-www")
    qtbot.mouseClick(dock.refusal_bar.switch_button, LEFT)
    assert services.profile.is_on("add-www")
    assert not services.profile.is_on("remove-www")
    assert not dock.refusal_bar.isVisible()


def test_a_refusal_that_nothing_helps_has_no_button(dock: StepsDock, services: Services) -> None:
    services.profile.move(0, 10)
    assert dock.refusal_bar.isVisible()
    assert not dock.refusal_bar.switch_button.isVisible()


def test_the_view_by_order_moves_steps_by_key(dock: StepsDock, services: Services, qtbot: QtBot) -> None:
    qtbot.mouseClick(dock.order_button, LEFT)
    assert dock.by_order
    name = services.profile.profile.steps[5].step.name
    dock.select_step(name)
    dock.list.setFocus()
    qtbot.keyClick(dock.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert services.profile.position(name) == 7
    assert dock.current_step() == name
    qtbot.keyClick(dock.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert services.profile.position(name) == 6


def test_the_chooser_says_what_was_changed(dock: StepsDock, services: Services) -> None:
    chooser = dock.profile_bar.chooser
    assert chooser.shown_text == "safe"
    services.profile.toggle("remove-www")
    assert chooser.shown_text == "safe – 1 step added"
    assert chooser.accessibleName() == "Profile: safe – 1 step added"
    services.profile.choose("seo")
    assert chooser.shown_text == "seo"


def test_the_chooser_lists_built_in_and_saved_profiles(
    dock: StepsDock, services: Services, qtbot: QtBot
) -> None:
    path = services.settings.profiles_folder / "mine.toml"
    services.profile.toggle("remove-www")
    services.profile.save_as(path, "mine")
    menu = QMenu()
    dock.profile_menu.fill(menu)
    texts = [each.text() for each in menu.actions()]
    assert {"rfc3986", "safe", "browser", "seo", "mine"} <= set(texts)
    checked = [each.text() for each in menu.actions() if each.isChecked()]
    assert checked == ["mine"]
    next(each for each in menu.actions() if each.text() == "seo").trigger()
    assert services.profile.profile.name == "seo"
    dock.profile_menu.fill(menu)
    menu.deleteLater()


def test_a_bad_profile_file_is_told(dock: StepsDock, services: Services, qtbot: QtBot) -> None:
    folder = services.settings.profiles_folder
    folder.mkdir(parents=True)
    (folder / "bad.toml").write_text("name = 'bad'\nbogus = 1\n", "utf-8")
    with qtbot.waitSignal(dock.profile_menu.failed) as caught:
        assert not dock.profile_menu.open_file(folder / "bad.toml")
    assert "bogus" in caught.args[0]
    (folder / "latin-1.toml").write_bytes(b"name = 'caf\xe9'\n")
    for path, why in (
        (folder / "absent.toml", "there is no such file or folder"),
        (folder, "it is a folder"),
        (folder / "latin-1.toml", "it is not in UTF-8: the byte 0xE9 stands for no character there (line 1)"),
    ):
        with qtbot.waitSignal(dock.profile_menu.failed) as caught:
            assert not dock.profile_menu.open_file(path)
        assert caught.args == [f"“{path}” cannot be read: {why}."]
    assert services.profile.profile.name == "safe"


def test_undo_and_redo_buttons_follow_the_history(dock: StepsDock, services: Services, qtbot: QtBot) -> None:
    bar = dock.profile_bar
    assert not bar.undo_button.isEnabled()
    services.profile.toggle("remove-www")
    qtbot.mouseClick(bar.undo_button, LEFT)
    assert not services.profile.is_on("remove-www")
    qtbot.mouseClick(bar.redo_button, LEFT)
    assert services.profile.is_on("remove-www")


def test_figures_of_a_page_replace_the_dots(dock: StepsDock) -> None:
    effects = StepEffects(
        {"lowercase-host": Effect.CHANGED},
        (EffectColumn("Rows", "Rows changed"),),
        {"lowercase-host": (Cell("1,414"),)},
        legend="Merges: those that vanish if this step alone is off",
    )
    dock.set_effects(effects)
    assert not dock.tree.isHeaderHidden()
    assert dock.legend.accessibleName() == effects.legend
    dock.set_effects(StepEffects())
    assert dock.tree.isHeaderHidden()


@pytest.mark.parametrize("by_order", [False, True])
def test_painted_in_every_theme_and_state(dock: StepsDock, services: Services, by_order: bool) -> None:
    cells = {"lowercase-host": (Cell("1"), Cell(effect=Effect.CHANGED), Cell(effect=Effect.UNKNOWN))}
    columns = tuple(EffectColumn(each, each) for each in "abc")
    dock.set_by_order(by_order)
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        services.themes.set_scheme(scheme)
        pictures = []
        for effects in (
            StepEffects(),
            StepEffects(dict.fromkeys(("lowercase-host",), Effect.CHANGED)),
            StepEffects({}, columns, cells),
        ):
            dock.set_effects(effects)
            dock.select_step("lowercase-host")
            image = dock.grab().toImage()
            pictures.append(image)
            base = services.themes.theme.colours.base
            view = dock.list if by_order else dock.tree
            corner = view.mapTo(dock, QPoint(view.width() // 2, view.height() - 12))
            assert image.pixelColor(corner) in (base, services.themes.theme.colours.header) or not by_order
        assert pictures[0] != pictures[1]


def test_the_menu_of_a_step_offers_what_can_be_done(dock: StepsDock, services: Services) -> None:
    menu = dock.step_menu("lowercase-scheme")
    actions = {each.text(): each for each in menu.actions()}
    assert not actions["Options…"].isEnabled()
    actions["Show in the order of steps"].trigger()
    assert dock.by_order
    assert dock.current_step() == "lowercase-scheme"
    menu.deleteLater()
    menu = dock.step_menu("lowercase-scheme")
    assert {"Move up\tAlt+Up", "Move down\tAlt+Down"} <= {each.text() for each in menu.actions()}
    menu.deleteLater()


def test_dots_stay_while_their_steps_are_measured_anew(dock: StepsDock, qtbot: QtBot) -> None:
    def listed() -> bool:
        return dock.tree.step_model.index_of("remove-www").isValid()

    dock.set_show(Show.ACTS_HERE)
    dock.set_effects(StepEffects({"remove-www": Effect.WOULD_CHANGE}))
    assert listed()
    dock.set_effects(StepEffects({"remove-www": Effect.UNKNOWN, "lowercase-host": Effect.CHANGED}))
    assert listed()
    assert dock.tree.step_model.index_of("lowercase-host").isValid()
    dock.set_effects(StepEffects({"remove-www": Effect.WOULD_CHANGE}))
    qtbot.wait(500)
    assert listed()
    dock.set_effects(StepEffects({"remove-www": Effect.UNKNOWN}))
    qtbot.waitUntil(lambda: not listed())


def test_in_the_list_the_keys_of_a_page_move_the_step(shell: app.Parts, qtbot: QtBot) -> None:
    shell.window.open("inspect", "HTTP://Example.COM:80/a/../b")
    dock, profile = shell.window.steps_dock, shell.services.profile
    dock.set_by_order(True)
    dock.set_show(Show.ALL)
    name = profile.profile.steps[5].step.name
    dock.select_step(name)
    dock.list.setFocus()
    qtbot.keyClick(dock.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert profile.position(name) == 7
