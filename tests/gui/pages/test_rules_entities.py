"""The panes of entities and of the tree where a list has nothing for them, or a file cannot be written."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.table import UrlTable
from urlinspector.gui.pages import rules_entities
from urlinspector.gui.pages.rules_entities import EntitiesPane
from urlinspector.gui.pages.rules_tree import TreePane
from urlinspector.normalize.library import builtin


def clustering(*texts: str) -> Clustering:
    return Clustering.make(Engine(UrlTable.of(list(texts))), builtin("seo"))


@pytest.fixture
def parts(make_shell: Callable[..., app.Parts]) -> app.Parts:
    return make_shell()


@pytest.fixture
def entities(parts: app.Parts, qtbot: QtBot) -> Iterator[EntitiesPane]:
    pane = EntitiesPane(parts.services)
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
    busy = entities.bar.note.text()
    qtbot.waitUntil(lambda: not entities.is_busy, timeout=60_000)
    assert entities.rows == ()
    assert entities.bar.note.text() != busy


def test_a_failure_leaves_the_pane_usable(
    entities: EntitiesPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(rules_entities, "group", refuse)
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
