"""Copying rows: text and table, many of them in slices, and never half."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.views import row_copy, tables
from urlinspector.gui.views.big_table import BigTable

_NONE = QModelIndex()


class Numbers(QAbstractTableModel):
    """So many rows; counts how often it is asked."""

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.rows = rows

    def rowCount(self, parent: Any = _NONE) -> int:
        return 0 if parent.isValid() else self.rows

    def columnCount(self, parent: Any = _NONE) -> int:
        return 0 if parent.isValid() else 2

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return f"{index.row()}\t<{index.column()}>" if role == Qt.ItemDataRole.DisplayRole else None

    def headerData(self, section: int, orientation: Any, role: int = 0) -> Any:
        return f"h{section}" if role == Qt.ItemDataRole.DisplayRole else None

    def forget(self) -> None:
        self.beginResetModel()
        self.endResetModel()


@pytest.fixture
def table(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Callable[[int], BigTable]:
    def make(rows: int) -> BigTable:
        made = BigTable(make_shell().services.themes, "Numbers", ((10, 1.0), (10, 1.0)))
        made.setModel(Numbers(rows))
        qtbot.addWidget(made)
        QGuiApplication.clipboard().setText("before")
        return made

    return make


def copied(view: BigTable, do: Callable[[], None], qtbot: QtBot) -> list[int]:
    with qtbot.waitSignal(view.copied) as caught:
        do()
    return caught.args or []


def test_few_rows_are_there_at_once(table: Callable[[int], BigTable]) -> None:
    view = table(2)
    view.copy_all()
    mime = QGuiApplication.clipboard().mimeData()
    assert mime.text() == "h0\th1\n0 <0>\t0 <1>\n1 <0>\t1 <1>"
    assert "<td>1\t&lt;0&gt;</td>" in mime.html()


def test_many_rows_come_in_slices_and_in_order(table: Callable[[int], BigTable], qtbot: QtBot) -> None:
    view = table(3 * row_copy.AT_ONCE)
    view.selectRow(500)
    assert copied(view, view.copy_rows, qtbot) == [1, 0]
    view.selectAll()
    view.copy_rows()
    assert QGuiApplication.clipboard().text().count("\n") == 1
    assert copied(view, lambda: None, qtbot) == [600, 0]
    lines = QGuiApplication.clipboard().text().split("\n")
    assert [line.split(" ")[0] for line in lines[1:]] == [str(row) for row in range(600)]


def test_what_is_too_much_is_said(
    table: Callable[[int], BigTable], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("urlinspector.gui.views.big_table.MOST_COPIED", 300)
    monkeypatch.setattr(row_copy, "MOST_HTML", 250)
    view = table(1000)
    assert copied(view, view.copy_all, qtbot) == [300, 700]
    assert not QGuiApplication.clipboard().mimeData().hasHtml()
    assert tables.MOST_COPIED == 100_000


def test_rows_that_change_meanwhile_leave_the_clipboard_alone(
    table: Callable[[int], BigTable], qtbot: QtBot
) -> None:
    view = table(50_000)
    view.copy_all()
    model = view.model()
    assert isinstance(model, Numbers)
    model.forget()
    with qtbot.assertNotEmitted(view.copied, wait=300):
        pass
    assert QGuiApplication.clipboard().text() == "before"
