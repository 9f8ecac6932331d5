"""Profile against profile on the Clusters page, in the real window."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.bulk.export import ExportOptions
from urlinspector.bulk.reading import Source
from urlinspector.bulk.versus import Kind
from urlinspector.gui.docks.profile_menu import SearchMenu
from urlinspector.gui.models.versus import KEYS, STEPS, WHAT
from urlinspector.gui.pages.clusters import ClustersPage
from urlinspector.gui.pages.clusters_versus import VersusPane
from urlinspector.gui.views.cells import Role

LIST = """\
http://e.com/a
https://e.com/a
http://www.e.com/b/
http://u:p@www.f.com/
https://g.com/x
"""


@pytest.fixture
def page(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> ClustersPage:
    parts = make_shell()
    parts.window.resize(1440, 900)
    parts.window.show_page("clusters")
    parts.window.show()
    qtbot.waitExposed(parts.window)
    found = parts.window.page
    assert isinstance(found, ClustersPage)
    with qtbot.waitSignal(found.state.grouped, timeout=20_000):
        found.read([Source("list.txt", data=LIST.encode())])
    found.head.versus_button.click()
    return found


def compared(page: ClustersPage, qtbot: QtBot, name: str = "similar") -> VersusPane:
    pane = page.versus
    with qtbot.waitSignal(pane.state.compared, timeout=20_000):
        pane.choose_builtin(name)
    qtbot.waitUntil(lambda: not pane.is_busy, timeout=20_000)
    return pane


def column(pane: VersusPane, number: int) -> list[str]:
    model = pane.model
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_it_asks_for_a_profile_and_shows_figures_steps_and_rows(page: ClustersPage, qtbot: QtBot) -> None:
    assert page.shows_versus
    assert "choose" in page.versus.bar.note.whole
    pane = compared(page, qtbot)
    assert pane.a_label.text() == "A: safe"
    assert pane.other_button.text() == "B: similar"
    assert pane.figures["clusters"].text() == "5, 4"
    assert pane.figures["regrouped"].text() == "0, 1"
    assert pane.figures["pairs"].text() == "0, 1"
    assert {"+ remove-www  2", "+ limit-protocol  3"} <= {each.text() for each in pane.step_buttons.values()}
    assert "joined" in column(pane, WHAT)[1]
    assert column(pane, STEPS)[1] == "another row’s form changed"
    cell = pane.model.index(0, KEYS).data(Role.CELL)
    assert cell.url.new  # both forms as one diff
    assert cell.url.text == "https://e.com/a"
    assert page.status().findings[0].text == "4 rows differ"


def test_headers_and_the_menu_of_rows_sort(page: ClustersPage, qtbot: QtBot) -> None:
    pane = compared(page, qtbot)
    header = pane.table.horizontalHeader()

    def keys() -> list[str]:
        assert pane.state.result is not None
        return [pane.state.result.row(at).new or "" for at in pane.state.shown.ids()]

    for _ in range(2):
        with qtbot.waitSignal(pane.state.filtered):
            header.sectionClicked.emit(KEYS)
        assert keys() == sorted(keys(), reverse=pane.state.descending)
    assert pane.state.descending
    orders = next(each.menu() for each in pane.table.row_menu().actions() if each.text() == "Sort by")
    assert isinstance(orders, QMenu)
    assert [each.isChecked() for each in orders.actions()] == [True, False, False, False]
    with qtbot.waitSignal(pane.state.filtered):
        orders.actions()[WHAT].trigger()
    ranks = [["other form, joined", "other form", "joined"].index(each) for each in column(pane, WHAT)]
    assert ranks == sorted(ranks)


def test_kinds_steps_and_words_filter(page: ClustersPage, qtbot: QtBot) -> None:
    pane = compared(page, qtbot)
    with qtbot.waitSignal(pane.state.filtered):
        pane.kind_buttons[Kind.CHANGED].click()
    assert pane.model.rowCount() == 2
    with qtbot.waitSignal(pane.state.filtered):
        pane.kind_buttons[Kind.CHANGED].click()
    www = next(each for each in pane.step_buttons.values() if "remove-www" in each.text())
    with qtbot.waitSignal(pane.state.filtered):
        www.click()
    assert pane.model.rowCount() == 2
    assert all("remove-www" in steps for steps in column(pane, STEPS))
    with qtbot.waitSignal(pane.state.filtered):
        www.click()
    with qtbot.waitSignal(pane.state.filtered):
        pane.filter_edit.setText("F.COM")
    assert pane.model.rowCount() == 1


def test_credentials_are_hidden_and_a_row_opens_whole(page: ClustersPage, qtbot: QtBot) -> None:
    pane = compared(page, qtbot)
    row = next(at for at, key in enumerate(column(pane, KEYS)) if "f.com" in key)
    index = pane.model.index(row, KEYS)
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    ):
        assert "u:p" not in str(index.data(role))
    with qtbot.waitSignal(pane.inspect_asked) as caught:
        pane.table.opened.emit(index)
    assert caught.args == ["http://u:p@www.f.com/"]


def test_a_file_that_is_no_profile_is_told_in_words(
    page: ClustersPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(page.versus, "_on_failed", told.append)
    page.versus.choose_file(tmp_path)
    assert told == [f"“{tmp_path}” cannot be read: it is a folder."]


def test_another_profile_of_the_page_compares_again(page: ClustersPage, qtbot: QtBot) -> None:
    pane = compared(page, qtbot)
    with qtbot.waitSignal(pane.state.compared, timeout=20_000):
        page.services.profile.choose("similar")
    qtbot.waitUntil(lambda: not pane.is_busy, timeout=20_000)
    assert page.shows_versus
    assert pane.model.rowCount() == 0
    assert "nothing" in pane.bar.note.whole


def test_export_old_key_to_new_key(page: ClustersPage, qtbot: QtBot, tmp_path: Path) -> None:
    pane = compared(page, qtbot)
    out = tmp_path / "keys.csv"
    with qtbot.waitSignal(pane.state.exported, timeout=20_000):
        pane.state.export(out, ExportOptions("keys", guard=False))
    with out.open(encoding="utf-8", newline="") as file:
        keys = {line["old"]: line["new"] for line in csv.DictReader(file)}
    assert keys["http://e.com/a"] == "https://e.com/a"
    assert len(keys) == 3
    assert "keys.csv" in page.status().findings[0].text


def test_work_is_shown_and_cancelled_and_the_way_back(page: ClustersPage, qtbot: QtBot) -> None:
    pane = page.versus
    pane.choose_builtin("seo")
    assert page.status().progress is not None
    page.cancel()
    assert pane.state.report is None
    assert pane.state.result is None
    pane.back_button.click()
    assert not page.shows_versus
    page.close_list()
    assert not page.head.versus_button.isEnabled()


def test_profiles_of_programs_are_a_group_that_can_be_searched(page: ClustersPage, qtbot: QtBot) -> None:
    page.versus.menu.aboutToShow.emit()
    group = next(each for each in page.versus.menu.findChildren(QMenu) if isinstance(each, SearchMenu))
    texts = [action.text() for action in group.shown]
    assert any(text.startswith("w3lib-2.5.0\t") and "scrapy" in text for text in texts)
    group.field.setText("scrapy")
    assert [action.text().split("\t")[0] for action in group.shown] == ["w3lib-2.5.0"]
    with qtbot.waitSignal(page.versus.state.compared, timeout=20_000):
        group.field.returnPressed.emit()
    assert page.versus.other is not None
    assert page.versus.other.name == "w3lib-2.5.0"
