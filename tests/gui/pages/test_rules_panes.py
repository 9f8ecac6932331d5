"""Entities and the tree of stems on the Rules page, in the real window."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from tests.gui.full_disk import room_for
from tests.gui.pages.test_rules import Driver
from urlinspector import app
from urlinspector.gui.pages.page import ExampleAsked
from urlinspector.gui.views.icicle import STEPS, Box, ink, place, shade
from urlinspector.rules.entities import Entities

Left = Qt.MouseButton.LeftButton


@pytest.fixture
def rules(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Any:
    driver = Driver(make_shell(), qtbot)
    driver.profile.choose("seo")
    driver.window.open("clusters", ExampleAsked("crawl"))
    qtbot.waitUntil(lambda: driver.parts.services.list.clustering is not None, timeout=60_000)
    driver.window.show_page("rules")
    yield driver
    driver.forget()


def show(rules: Driver, number: int) -> None:
    rules.qtbot.mouseClick(rules.page.head.panes.button(number), Left)
    rules.qtbot.waitUntil(
        lambda: not rules.page.entities.is_busy and not rules.page.tree.is_busy, timeout=60_000
    )


def names(rules: Driver) -> dict[str, int]:
    return {row.name: row.urls for row in rules.page.entities.rows}


def places(prefix: QAction) -> list[QAction]:
    """Where a prefix can be moved to, of its submenu."""
    menu = prefix.menu()
    assert isinstance(menu, QMenu)
    return menu.actions()


def wait_for(rules: Driver, what: Callable[[], bool]) -> None:
    rules.qtbot.waitUntil(lambda: not rules.page.entities.is_busy and what(), timeout=60_000)


def test_a_list_is_grouped_by_entities_and_by_another_rule(rules: Driver) -> None:
    show(rules, 1)
    found = names(rules)
    assert set(found) >= {"example.com", "example.net", "example.org", "example.fr"}
    assert sum(found.values()) == 4002
    rules.page.entities.set_rule("subdomain")
    wait_for(rules, lambda: "shop.example.com" in names(rules))
    assert sum(names(rules).values()) == 4002
    rules.page.entities.undo()
    wait_for(rules, lambda: names(rules) == found)


def test_entities_are_merged_renamed_split_and_all_is_undone(rules: Driver) -> None:
    show(rules, 1)
    pane = rules.page.entities
    start = names(rules)
    pane.table.selectRow(0)
    flags = pane.table.selectionModel().SelectionFlag
    pane.table.selectionModel().select(pane.model.index(1, 0), flags.Select | flags.Rows)
    first, second = pane.chosen
    rules.qtbot.mouseClick(pane.merge_button, Left)
    wait_for(rules, lambda: second.name not in names(rules))
    assert names(rules)[first.name] == first.urls + second.urls
    merged = next(row for row in pane.rows if row.name == first.name)
    pane.name(merged, "Both")
    wait_for(rules, lambda: "Both" in names(rules))
    at = next(row for row in range(pane.model.rowCount()) if pane.model.key(row).name == "Both")
    pane.table.selectRow(at)
    rules.qtbot.mouseClick(pane.split_button, Left)
    wait_for(rules, lambda: names(rules).get("Both") in (first.urls, second.urls))
    for _ in range(3):
        pane.undo()
    wait_for(rules, lambda: names(rules) == start)
    assert pane.entities == Entities()


def test_a_prefix_is_moved_to_another_entity_and_to_one_of_its_own(rules: Driver) -> None:
    show(rules, 1)
    pane = rules.page.entities
    pane.table.selectRow(0)
    assert not pane.move_button.isEnabled()
    first, second = pane.rows[:2]
    pane.name(second, "Target & Co")
    wait_for(rules, lambda: "Target & Co" in names(rules))
    at = next(row for row in range(pane.model.rowCount()) if pane.model.key(row).name == first.name)
    pane.table.selectRow(at)
    assert pane.move_button.isEnabled()
    pane.fill_move_menu()
    (prefix,) = pane.move_menu.actions()
    assert prefix.text() == "|".join(first.prefixes[0])
    (place,) = places(prefix)
    assert place.text() == "Target && Co"
    place.trigger()
    wait_for(rules, lambda: names(rules)["Target & Co"] == first.urls + second.urls)
    at = next(row for row in range(pane.model.rowCount()) if pane.model.key(row).name == "Target & Co")
    pane.table.selectRow(at)
    pane.fill_move_menu()
    moves = {each.text(): places(each) for each in pane.move_menu.actions()}
    moves["|".join(first.prefixes[0])][0].trigger()
    wait_for(rules, lambda: names(rules).get("Target & Co") == second.urls)
    assert names(rules)[first.name] == first.urls
    for _ in range(3):
        pane.undo()
    assert pane.entities == Entities()
    wait_for(rules, lambda: names(rules).get(second.name) == second.urls)


def test_entities_come_back_from_their_file(rules: Driver, tmp_path: Path) -> None:
    show(rules, 1)
    pane = rules.page.entities
    pane.name(pane.rows[0], "First")
    wait_for(rules, lambda: "First" in names(rules))
    path, lrus = tmp_path / "entities.csv", tmp_path / "all.txt"
    pane.files.export_file([path])
    pane.files.export_file([lrus])
    assert all(line.startswith(("s:http|h:", "s:https|h:")) for line in lrus.read_text().splitlines())
    own = pane.entities.own
    pane.change(Entities())
    pane.files.import_file([path])
    assert pane.entities.own == own


def test_the_tree_is_walked_and_its_filter_shows_the_same_clusters(rules: Driver) -> None:
    show(rules, 2)
    tree = rules.page.tree
    assert tree.model.rowCount() >= 3
    tree.go_to(("h:com", "h:example"))
    rules.qtbot.waitUntil(lambda: tree.path.text() == "example.com", timeout=60_000)
    shop = next(at for at in range(tree.model.rowCount()) if tree.model.key(at).stem == "h:shop")
    tree.table.selectRow(shop)
    node = tree.model.key(shop)
    assert tree.icicle.current is not None
    assert tree.icicle.current.key == node.stems
    rules.qtbot.mouseClick(tree.show_button, Left)
    clusters: Any = rules.window.page
    rules.qtbot.waitUntil(lambda: clusters.state.order is not None and clusters.body.filter.text != "")
    rules.qtbot.waitUntil(lambda: clusters.body.clusters_model.rowCount() == node.clusters, timeout=60_000)
    rules.window.show_page("rules")
    tree.icicle.setFocus()
    rules.qtbot.keyClick(tree.icicle, Qt.Key.Key_Backspace)
    rules.qtbot.waitUntil(lambda: tree.path.text() == "com", timeout=60_000)
    rules.qtbot.keyClick(tree.icicle, Qt.Key.Key_Right)
    assert tree.icicle.current.key == ("h:com", "h:example")
    assert "URLs" in tree.icicle.accessibleDescription()


def test_the_menu_of_a_stem_shows_the_pages_above_and_makes_an_entity(rules: Driver) -> None:
    show(rules, 2)
    tree = rules.page.tree
    tree.go_to(("h:com", "h:example"))
    rules.qtbot.waitUntil(lambda: tree.path.text() == "example.com", timeout=60_000)
    at = next(at for at in range(tree.model.rowCount()) if tree.model.key(at).stem == "h:shop")
    tree.table.selectRow(at)
    asked: list[str] = []
    tree.filter_asked.connect(asked.append)
    for words in ("Show the pages above in Clusters", "Show the page itself in Clusters"):
        rules.window.show_page("rules")
        actions = {each.text(): each for each in tree.table.row_menu().actions()}
        actions[words].trigger()
    assert asked == ["above:shop.example.com", "at:shop.example.com"]
    rules.window.show_page("rules")
    menu = QMenu()
    tree.fill_menu(menu)
    {each.text(): each for each in menu.actions()}["Make a web entity of it"].trigger()
    wait_for(rules, lambda: "shop.example.com" in names(rules))
    assert [each.name for each in rules.page.entities.entities.own] == ["shop.example.com"]


def test_titles_over_figures_stand_right_in_the_tree_and_over_the_entities(rules: Driver) -> None:
    role = Qt.ItemDataRole.TextAlignmentRole
    across = Qt.Orientation.Horizontal
    for number, pane, first in ((1, rules.page.entities, 2), (2, rules.page.tree, 1)):
        show(rules, number)
        model = pane.model
        assert model.rowCount()
        for at in range(model.columnCount()):
            right = at >= first
            assert (model.headerData(at, across, role) is not None) is right
            assert (model.index(0, at).data(role) is not None) is right


def test_the_picture_is_saved(rules: Driver, tmp_path: Path) -> None:
    show(rules, 2)
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    rules.page.tree.save_picture([svg])
    rules.page.tree.save_picture([png])
    root = ET.fromstring(svg.read_text("utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) > 5
    assert not QImage(str(png)).isNull()


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_on_a_full_disk_leaves_the_old_file(rules: Driver, tmp_path: Path, kind: str) -> None:
    show(rules, 2)
    path = tmp_path / f"a.{kind}"
    path.write_bytes(b"as it was")
    with room_for(200):
        rules.page.tree.save_picture([path])
    assert path.read_bytes() == b"as it was"
    assert not list(tmp_path.glob(".*.part"))
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert box.text().startswith(f"{path} cannot be written: ")
    box.close()


def test_boxes_are_as_high_as_their_urls_and_inside_their_parent() -> None:
    tree = Box((), "*", 100, 50, (Box(("a",), "a", 60, 60), Box(("b",), "b", 39, 1), Box(("c",), "c", 1, 1)))
    found = place(tree, QRectF(0, 0, 200, 100))
    placed = {each.box.key: each.rect for each in found if not each.rest}
    assert placed[("a",)].height() == 60
    assert placed[("b",)].top() == 60
    # What is too small for a box, and what ends at one, is a rest: nothing is a hole.
    (rest,) = [
        each
        for each in place(Box((), "*", 100, 50, (Box(("a",), "a", 60, 60),)), QRectF(0, 0, 200, 100))
        if each.rest
    ]
    assert (rest.rest, rest.rect) == (40, QRectF(100, 60, 100, 40))
    assert ("c",) not in placed
    assert all(
        placed[()].top() <= rect.top() and rect.bottom() <= placed[()].bottom() for rect in placed.values()
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letters_on_every_shade_can_be_read(make_shell: Callable[..., app.Parts], theme: str) -> None:
    from urlinspector.gui.views.icicle import _contrast

    made = make_shell(theme=theme).services.themes.theme
    for step in range(STEPS):
        ground = shade(made, step / STEPS + 0.01)
        assert _contrast(ink(ground, made), ground) >= 4.5, step
