"""Tooltips: what a cell has no room for, and texts that would be markup, too long or unseen."""

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from urlinspector.gui.models.component_rows import component_rows
from urlinspector.gui.models.components import NOTE, RAW, ComponentModel
from urlinspector.gui.state.reading import Facts, Findings, result_of
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.views.cells import TableCell, hint
from urlinspector.gui.views.tables import HouseTree
from urlinspector.gui.views.tips import tip_text
from urlinspector.normalize.library import builtin


def test_a_cell_without_room_says_all_in_its_tooltip(themes: ThemeState, qtbot: QtBot) -> None:
    text = "http://u:secret@a.example/" + "long/" * 60
    facts, model = Facts(text), ComponentModel()
    found = Findings.of(facts.url, text)
    model.set_rows(component_rows(facts, result_of(text, None, builtin("safe")), found))
    tree = HouseTree(themes, "Components", ((100, 0.0), (90, 0.0), (90, 0.0), (90, 0.0), (90, 0.0)))
    qtbot.addWidget(tree)
    tree.setModel(model)
    tree.resize(500, 300)
    tree.show()

    def tip(row: int, column: int) -> str:
        place = tree.visualRect(model.index(row, column)).center()
        QToolTip.hideText()
        QApplication.sendEvent(
            tree.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, tree.viewport().mapToGlobal(place))
        )
        return QToolTip.text()

    assert tip(4, RAW).replace("\n", "").startswith("/" + "long/" * 60)
    assert "secret" not in tip(1, RAW)
    assert "password" in tip(1, NOTE)
    QToolTip.hideText()


def test_a_tip_in_full_is_not_repeated_in_short() -> None:
    cell = TableCell(words="one; two", tip="one\ntwo and three")
    assert hint(cell, elided=True) == cell.tip
    assert hint(TableCell(words="one", tip="two"), elided=True) == "one\ntwo"
    assert hint(TableCell(words="one", tip="two"), elided=False) == "two"
    assert hint(TableCell(words="one"), elided=False) == ""


def test_markup_is_shown_as_it_is(qtbot: QtBot) -> None:
    text = "<b>http://a.example/</b>&amp;"
    document = QTextDocument()
    document.setHtml(tip_text(text))
    assert document.toPlainText() == text


@given(st.text(st.characters(exclude_categories=()), max_size=300))
@settings(max_examples=60)
def test_lines_are_short_and_nothing_but_space_is_lost(text: str) -> None:
    tip = tip_text(text)
    if "<" in text:
        return
    assert all(len(line) <= 100 for line in tip.split("\n"))
    wanted = "\n".join(map(printable, text.split("\n")))
    assert "".join(tip.split()) == "".join(wanted.split())
