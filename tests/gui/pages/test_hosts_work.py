"""How much the Hosts page does for a report: rows told and rows laid out are counted, not the time."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.models.hosts import HOST
from urlinspector.gui.pages.hosts import HostsPage
from urlinspector.gui.pages.hosts_table import GroupsTable
from urlinspector.gui.state.hosts_jobs import Arrangement
from urlinspector.gui.state.theme_state import Scheme


class Counted:
    """The page with the example; counts what its tables are told."""

    def __init__(self, parts: app.Parts, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.parts, self.qtbot = parts, qtbot
        parts.window.resize(1440, 900)
        parts.window.show_page("hosts")
        parts.window.show()
        qtbot.waitExposed(parts.window)
        page = parts.window.page
        assert isinstance(page, HostsPage)
        self.page, self.state = page, page.state
        page.load_example()
        self.settle()
        self.rows_told = self.group_rows_told = self.rows_laid_out = self.resets = 0
        page.model.dataChanged.connect(self._on_rows)
        page.side.model.dataChanged.connect(self._on_groups)
        page.model.modelReset.connect(self._on_reset)
        fit = GroupsTable.fit_rows

        def fit_rows(table: GroupsTable, lines: Any) -> int:
            done = fit(table, lines)
            self.rows_laid_out += done
            return done

        monkeypatch.setattr(GroupsTable, "fit_rows", fit_rows)

    def settle(self) -> None:
        self.qtbot.waitUntil(self.page.is_settled, timeout=30_000)

    def _on_rows(self, first: QModelIndex, last: QModelIndex) -> None:
        self.rows_told += last.row() - first.row() + 1

    def _on_groups(self, first: QModelIndex, last: QModelIndex) -> None:
        self.group_rows_told += last.row() - first.row() + 1

    def _on_reset(self) -> None:
        self.resets += 1

    def chosen(self) -> set[str]:
        return {self.page.model.rows[at].host for at in self.page.table.chosen_numbers()}


@pytest.fixture
def hosts(make_shell: Callable[..., app.Parts], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(make_shell(), qtbot, monkeypatch)


def test_a_report_that_says_the_same_tells_no_row_and_lays_none_out(hosts: Counted) -> None:
    before = hosts.state.view
    assert before is not None
    assert len(before.rows) > 5
    hosts.state.refresh()
    hosts.settle()
    after = hosts.state.view
    assert after is not None
    assert after is not before
    assert all(one is other for one, other in zip(before.rows, after.rows, strict=True))
    assert (hosts.rows_told, hosts.group_rows_told, hosts.rows_laid_out, hosts.resets) == (0, 0, 0, 0)


def test_a_word_on_a_pair_tells_the_rows_of_its_hosts_alone(hosts: Counted) -> None:
    hosts.state.refute("mgal.com", "www.mgal.com")
    hosts.settle()
    assert hosts.resets == 0
    assert hosts.rows_told <= 2
    rows = len(hosts.page.side.model.rows)
    assert 0 < hosts.group_rows_told <= rows
    assert hosts.rows_laid_out < rows
    header = hosts.page.side.groups.verticalHeader()
    metrics = hosts.parts.services.themes.theme.metrics
    for row in range(rows):
        wanted = metrics.result_row if hosts.page.side.model.key(row).kind else metrics.group_row
        assert header.sectionSize(row) == wanted


def test_another_theme_leaves_the_groups_their_heights(hosts: Counted) -> None:
    header, rows = hosts.page.side.groups.verticalHeader(), range(len(hosts.page.side.model.rows))
    before = [header.sectionSize(row) for row in rows]
    assert len(set(before)) == 2
    hosts.parts.services.themes.set_scheme(Scheme.DARK)
    assert [header.sectionSize(row) for row in rows] == before


def test_the_groups_are_shown_once_for_each_report(hosts: Counted) -> None:
    shown: list[object] = []
    hosts.page.side.model.dataChanged.connect(lambda *_: shown.append(1))
    for _ in range(3):
        hosts.page.side.show_state(hosts.state, 0)
    assert shown == []
    assert hosts.rows_laid_out == 0


def test_what_is_chosen_stays_chosen_in_another_order(hosts: Counted) -> None:
    table, model = hosts.page.table, hosts.page.model
    table.selectRow(1)
    table.selectionModel().select(
        model.index(4, 0),
        table.selectionModel().SelectionFlag.Select | table.selectionModel().SelectionFlag.Rows,
    )
    chosen, shown = hosts.chosen(), hosts.page.chosen
    assert len(chosen) == 2
    hosts.state.arrange(Arrangement("", HOST, descending=True))
    hosts.settle()
    assert hosts.resets == 1
    assert hosts.chosen() == chosen
    assert hosts.page.chosen == shown


class Paints(QObject):
    """Counts how often a widget is drawn."""

    count = 0

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_many_other_rows_are_drawn_in_a_turn_after_the_one_that_told_of_them(hosts: Counted) -> None:
    table, paints = hosts.page.table, Paints()
    table.viewport().installEventFilter(paints)
    hosts.state.arrange(Arrangement("", HOST, descending=True))
    hosts.qtbot.waitUntil(lambda: hosts.resets == 1)
    assert table.is_put_off
    assert not hosts.page.is_settled()
    QCoreApplication.sendPostedEvents()
    assert paints.count == 0
    hosts.settle()
    hosts.qtbot.waitUntil(lambda: paints.count > 0)
    assert table.viewport().updatesEnabled()
