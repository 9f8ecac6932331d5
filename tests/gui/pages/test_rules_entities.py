"""The panes of entities and of the tree where a list has nothing for them, or a file cannot be written."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.pages.test_hosts_document import Driver
from urlinspector import app
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.entities import MOST_APART
from urlinspector.bulk.filtering import Matching, parse_filter
from urlinspector.bulk.table import UrlTable
from urlinspector.gui.pages.rules import RulesPage
from urlinspector.gui.pages.rules_creation import RulesDialog, WeightsDialog
from urlinspector.gui.pages.rules_entities import EntitiesPane
from urlinspector.gui.pages.rules_tree import TreePane
from urlinspector.gui.state import rules_entities_state
from urlinspector.normalize.library import builtin
from urlinspector.rules.creation import CreationRule, known_platforms
from urlinspector.rules.entities import Entities, Entity
from urlinspector.rules.prefixes import anchor_of, stems_of
from urlinspector.url.lru import StemKind


def clustering(*texts: str) -> Clustering:
    return Clustering.make(Engine(UrlTable.of(list(texts))), builtin("seo"))


@pytest.fixture
def parts(make_shell: Callable[..., app.Parts]) -> app.Parts:
    return make_shell()


@pytest.fixture
def entities(parts: app.Parts, qtbot: QtBot) -> Iterator[EntitiesPane]:
    pane = EntitiesPane(parts.services)
    pane.resize(1400, 600)
    qtbot.addWidget(pane)
    pane.show()
    yield pane
    pane.close_pane()


@pytest.fixture
def tree(parts: app.Parts, qtbot: QtBot) -> Iterator[TreePane]:
    pane = TreePane(parts.services)
    qtbot.addWidget(pane)
    pane.show()
    yield pane
    pane.close_pane()


def told(pane: QWidget) -> list[str]:
    return [box.text() + box.informativeText() for box in pane.findChildren(QMessageBox)]


def test_a_list_without_hosts_has_no_entities_and_is_said_to_have_none(
    entities: EntitiesPane, qtbot: QtBot
) -> None:
    entities.set_list(clustering("mailto:a@example.com", "urn:isbn:1"))
    assert entities.is_busy
    busy = entities.bar.note.whole
    qtbot.waitUntil(lambda: not entities.is_busy, timeout=60_000)
    assert entities.rows == ()
    assert entities.bar.note.whole != busy


def test_a_failure_leaves_the_pane_usable(
    entities: EntitiesPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(rules_entities_state, "group", refuse)
        entities.set_list(clustering("http://a.example/x"))
        qtbot.waitUntil(lambda: not entities.is_busy, timeout=60_000)
    assert told(entities) == ["There is not enough memory for this."]
    entities.load()
    qtbot.waitUntil(lambda: bool(entities.rows), timeout=60_000)
    assert [row.name for row in entities.rows] == ["a.example"]


def test_a_picture_that_cannot_be_written_is_told_of(tree: TreePane, qtbot: QtBot, tmp_path: Path) -> None:
    tree.set_list(clustering("http://a.example/x", "http://a.example/y"))
    qtbot.waitUntil(lambda: not tree.is_busy, timeout=60_000)
    for number, kind in enumerate(("svg", "png"), 1):
        tree.save_picture([tmp_path / "nowhere" / f"a.{kind}"])
        assert len(told(tree)) == number


URLS = (
    "http://a.example/x",
    "http://a.example/x/y",
    "http://www.b.example/",
    "https://b.example/",
    "https://b.example/z",
    "http://co.uk/",
    "https://shop.co.uk/",
)


def loaded(pane: EntitiesPane, qtbot: QtBot, *texts: str) -> EntitiesPane:
    pane.set_list(clustering(*(texts or URLS)))
    qtbot.waitUntil(lambda: bool(pane.rows) and not pane.is_busy, timeout=60_000)
    return pane


def settle(pane: EntitiesPane, qtbot: QtBot) -> dict[str, int]:
    qtbot.waitUntil(lambda: not pane.is_busy, timeout=60_000)
    return {row.name: row.urls for row in pane.rows}


def choose(pane: EntitiesPane, *names: str) -> None:
    pane.table.clearSelection()
    model = pane.table.selectionModel()
    flags = model.SelectionFlag
    for at in range(pane.model.rowCount()):
        if pane.model.key(at).name in names:
            model.select(pane.model.index(at, 0), flags.Select | flags.Rows)


def press(pane: QWidget, words: str) -> None:
    (box,) = [each for each in pane.findChildren(QMessageBox) if each.isVisible()]
    next(each for each in box.buttons() if each.text() == words).click()


def test_the_name_of_another_entity_is_asked_about(entities: EntitiesPane, qtbot: QtBot) -> None:
    pane = loaded(entities, qtbot)
    row = next(each for each in pane.rows if each.name == "a.example")
    pane.name(row, " b.example ")
    assert pane.entities == Entities()
    assert told(pane) == [
        "There is another entity “b.example”. Make both one?made by a rule, 3 URLs of the list"
    ]
    press(pane, "Join both")
    assert settle(pane, qtbot) == {"b.example": 5, "co.uk": 1, "shop.co.uk": 1}
    assert set(pane.entities.own[0].prefixes) == {stems_of("a.example"), stems_of("b.example")}
    # One that somebody made, of which the list has no URL.
    pane.change(Entities((Entity("Far", (stems_of("far.example"),)),)))
    settle(pane, qtbot)
    row = next(each for each in pane.rows if each.name == "a.example")
    pane.name(row, "Far")
    press(pane, "Cancel")
    assert [each.name for each in pane.entities.own] == ["Far"]
    pane.name(row, "Far")
    press(pane, "Join both")
    assert pane.entities.own == (Entity("Far", (stems_of("far.example"), stems_of("a.example"))),)


def test_all_prefixes_are_shown_in_clusters_without_those_of_others(
    entities: EntitiesPane, qtbot: QtBot
) -> None:
    pane = loaded(entities, qtbot)
    pane.change(
        Entities(
            (
                Entity("Both", (stems_of("a.example"), stems_of("b.example"))),
                Entity("Part", (stems_of("a.example/x/y"),)),
            )
        )
    )
    rows = settle(pane, qtbot)
    assert rows["Both"] == 4
    asked: list[str] = []
    pane.filter_asked.connect(asked.append)
    choose(pane, "Both")
    pane.show_in_clusters()
    pane.show_above()
    choose(pane, "co.uk")
    pane.show_in_clusters()
    grouped = pane.state.clustering
    assert grouped is not None
    assert asked[0] == "under:b.example|a.example -under:a.example/x/y"
    found = [Matching(grouped).rows(parse_filter(text)).ids() for text in asked]
    assert found == [[0, 2, 3, 4], [], [5]]


@pytest.mark.parametrize(("longer", "is_told"), [(MOST_APART, False), (MOST_APART + 1, True)])
def test_an_entity_shown_with_what_others_have_is_said_to_be(
    entities: EntitiesPane, qtbot: QtBot, longer: int, is_told: bool
) -> None:
    texts = [f"http://a.example/{number}/x" for number in range(longer)]
    entities.set_list(clustering("http://a.example/", *texts))
    settle(entities, qtbot)
    parts = tuple(Entity(f"part {at}", (stems_of(f"a.example/{at}"),)) for at in range(longer))
    entities.change(Entities(parts))
    settle(entities, qtbot)
    asked: list[str] = []
    together: list[tuple[str, str]] = []
    entities.filter_asked.connect(asked.append)
    entities.together_asked.connect(lambda text, words: together.append((text, words)))
    choose(entities, "a.example")
    entities.show_in_clusters()
    if is_told:
        assert asked == []
        assert together[0][0] == "under:a.example"
        assert f"with the URLs of {longer} longer prefixes" in together[0][1]
    else:
        assert together == []
        assert asked[0].count("a.example/") == longer


def test_what_lies_on_a_public_suffix_cannot_be_made_an_entity(entities: EntitiesPane, qtbot: QtBot) -> None:
    pane = loaded(entities, qtbot)
    choose(pane, "co.uk")
    at = next(at for at in range(pane.model.rowCount()) if pane.model.key(at).name == "co.uk")
    assert pane.model.index(at, 1).data() == "a public suffix, no entity"
    assert not pane.rename_button.isEnabled()
    assert pane.show_button.isEnabled()
    choose(pane, "co.uk", "a.example")
    assert not pane.merge_button.isEnabled()
    pane.merge()
    assert pane.entities == Entities()


def test_rules_for_prefixes_are_set_and_removed_and_undone(entities: EntitiesPane, qtbot: QtBot) -> None:
    pane = loaded(entities, qtbot)
    choose(pane, "a.example")
    pane.show_rules()
    (dialog,) = pane.findChildren(RulesDialog)
    assert dialog.prefix.text() == "a.example"
    dialog.rule.setCurrentText("prefix+1")
    dialog.add_button.click()
    assert pane.entities.rules == {stems_of("a.example"): CreationRule.parse("prefix+1")}
    assert settle(pane, qtbot) == {"b.example": 3, "a.example/x": 2, "co.uk": 1, "shop.co.uk": 1}
    for prefix, rule in (("", "page"), ("a.example", "bogus"), ("/x", "page")):
        dialog.prefix.setText(prefix)
        dialog.rule.setCurrentText(rule)
        dialog.add_button.click()
        assert dialog.warning.text()
    assert len(pane.entities.rules) == 1
    pane.platforms_button.click()
    assert set(pane.entities.rules) == {stems_of("a.example"), *known_platforms()}
    assert dialog.model.rowCount() == len(pane.entities.rules)
    pane.platforms_button.click()
    assert set(pane.entities.rules) == {stems_of("a.example")}
    dialog.table.selectRow(0)
    dialog.remove_button.click()
    assert pane.entities == Entities()
    for _ in range(3):
        pane.undo()
    assert settle(pane, qtbot)["a.example/x"] == 2


def test_weights_order_the_list_by_specificity(entities: EntitiesPane, qtbot: QtBot) -> None:
    pane = loaded(entities, qtbot)
    pane.set_rule("path-1")
    settle(pane, qtbot)
    pane.table.sort_asked.emit(6, False)
    figures = [int(pane.model.index(at, 6).data()) for at in range(pane.model.rowCount())]
    assert figures == sorted(figures)
    assert figures[-1] == 4
    pane.show_weights()
    (dialog,) = pane.findChildren(WeightsDialog)
    dialog.spins[StemKind.PATH].setValue(9)
    assert int(pane.model.index(pane.model.rowCount() - 1, 6).data()) == 11
    (standard,) = [each for each in dialog.findChildren(QPushButton) if each.text() == "Standard"]
    standard.click()
    assert [int(pane.model.index(at, 6).data()) for at in range(pane.model.rowCount())] == figures


def test_the_menu_of_a_row_does_what_it_says(entities: EntitiesPane, qtbot: QtBot) -> None:
    pane = loaded(entities, qtbot)
    row = next(each for each in pane.rows if each.name == "a.example")
    pane.name(row, "Mine")
    settle(pane, qtbot)
    choose(pane, "Mine")
    menu: QMenu = pane.table.row_menu()
    actions = {each.text(): each for each in menu.actions()}
    assert "Show the pages above in Clusters" in actions
    assert "Copy cell" in actions
    actions["Let the rules decide again"].trigger()
    assert "a.example" in settle(pane, qtbot)
    assert pane.entities == Entities()


def test_what_was_made_is_kept_with_the_list_and_comes_back(
    parts: app.Parts, entities: EntitiesPane, qtbot: QtBot
) -> None:
    shared = parts.services.list
    pane = loaded(entities, qtbot)
    changes = (
        lambda: pane.set_rule("subdomain"),
        lambda: pane.name(next(each for each in pane.rows if each.name == "a.example"), "Mine"),
        lambda: pane.state.merge([row for row in pane.rows if row.prefixes][:2], "Both"),
        lambda: pane.change(pane.entities.with_rule(anchor_of("github.io"), CreationRule.parse("path-1"))),
        lambda: pane.state.import_csv("NAME,PREFIXES AS LRU\nFile,s:http|h:example|h:file|\n"),
        lambda: pane.state.set_weights({StemKind.HOST: 3, StemKind.PATH: 1}),
    )
    kept = []
    for change in changes:
        change()
        settle(pane, qtbot)
        kept.append(shared.kept["entities"])
    assert all(one != other for one, other in pairwise(kept))
    made, weights = pane.entities, pane.state.weights
    shared.restore({})
    assert pane.entities == Entities()
    assert not pane.undo_button.isEnabled()
    shared.restore({"entities": kept[-1]})
    assert pane.entities == made
    assert pane.state.weights[StemKind.HOST] == weights[StemKind.HOST]
    pane.set_list(None)
    assert settle(loaded(pane, qtbot), qtbot)["Both"] > 1
    shared.restore({"entities": {"own": 1}})
    assert pane.entities == Entities()
    assert "cannot be read" in told(pane)[-1]


def test_what_was_said_before_there_was_a_list_holds_for_it(
    parts: app.Parts, entities: EntitiesPane, qtbot: QtBot
) -> None:
    entities.set_rule("path-1")
    assert parts.services.list.kept == {}
    parts.services.list.restore({})
    assert "a.example/x" in settle(loaded(entities, qtbot), qtbot)
    assert parts.services.list.kept["entities"]["default"] == "path-1"


def test_a_document_brings_its_entities_back(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    driver = Driver(make_shell(), qtbot)
    driver.read()
    driver.window.show_page("rules")
    page = driver.window.page
    assert isinstance(page, RulesPage)
    page.show_pane(1)
    qtbot.waitUntil(lambda: bool(page.entities.rows) and not page.entities.is_busy, timeout=60_000)
    page.entities.name(page.entities.rows[0], "Mine")
    assert driver.clusters.state.is_modified
    made = page.entities.entities
    driver.save(tmp_path / "list.urlinspector")
    driver.read()
    assert page.entities.entities == Entities()
    driver.open(tmp_path / "list.urlinspector")
    assert page.entities.entities == made
    driver.window.show_page("rules")
    qtbot.waitUntil(lambda: [row.name for row in page.entities.rows] == ["Mine"], timeout=60_000)
    driver.forget()
