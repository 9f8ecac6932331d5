"""Flow layout, chips, choosers, section bars, labels and tables on their own."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from urlinspector.gui.icons import Icons
from urlinspector.gui.models.findings import FindingsModel, FoundRow
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.choice_button import ChoiceButton
from urlinspector.gui.views.clipboard import text_of
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.flow_layout import FlowLayout
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.stem_chips import Chip, StemChips
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.views.url_label import UrlLabel
from urlinspector.url.components import Component, Span


def test_a_flow_begins_a_new_row_where_one_is_full(qtbot: QtBot) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    layout = FlowLayout(box, gap=4)
    layout.setContentsMargins(0, 0, 0, 0)
    labels = [QLabel("x") for _ in range(6)]
    for each in labels:
        each.setFixedSize(50, 20)
        layout.addWidget(each)
    assert layout.heightForWidth(400) < layout.heightForWidth(120)
    layout.setGeometry(QRect(0, 0, 120, 200))
    assert labels[0].y() == labels[1].y()
    assert labels[2].y() > labels[1].y()
    assert all(each.geometry().right() < 120 for each in labels)


def chips(count: int) -> tuple[Chip, ...]:
    return tuple(Chip("p", f"segment{n}", Component.PATH) for n in range(count))


def test_chips_are_walked_by_keys_and_clicked(themes: ThemeState, qtbot: QtBot) -> None:
    made = StemChips(themes, "Stems")
    qtbot.addWidget(made)
    made.resize(600, 50)
    made.set_chips(chips(3), "p:segment0|p:segment1|p:segment2")
    made.show()
    assert made.accessibleDescription() == "p:segment0|p:segment1|p:segment2"
    qtbot.keyClick(made, Qt.Key.Key_End)
    assert "stem 3 of 3" in made.accessibleDescription()
    with qtbot.waitSignal(made.chip_activated) as caught:
        qtbot.keyClick(made, Qt.Key.Key_Return)
    assert caught.args == [2]
    with qtbot.waitSignal(made.chip_activated) as caught:
        qtbot.mouseClick(made, Qt.MouseButton.LeftButton, pos=QPoint(20, 25))
    assert caught.args == [0]


def test_chips_that_do_not_fit_are_counted(themes: ThemeState, qtbot: QtBot) -> None:
    made = StemChips(themes, "Stems", rows=2)
    qtbot.addWidget(made)
    made.set_chips(chips(60), "")
    assert made.heightForWidth(300) <= 2 * 24
    made.resize(300, 48)
    assert not made.grab().isNull()


def test_a_chooser_is_as_wide_as_what_is_chosen(themes: ThemeState, qtbot: QtBot) -> None:
    button = ChoiceButton(themes, Icons(themes), "Dialect", [("a", "A"), ("b", "A much longer one")], "a")
    qtbot.addWidget(button)
    narrow = button.sizeHint().width()
    menu = button.menu()
    with qtbot.waitSignal(button.chosen) as caught:
        menu.actions()[1].trigger()
    assert caught.args == ["b"]
    assert button.value == "b"
    assert button.accessibleName() == "Dialect: A much longer one"
    assert button.sizeHint().width() > narrow
    button.set_value("unknown")
    assert button.value == "b"


def test_a_section_bar_is_as_high_as_the_theme_says(themes: ThemeState, qtbot: QtBot) -> None:
    bar = SectionBar(themes, "Result")
    qtbot.addWidget(bar)
    bar.set_note("a note")
    assert bar.height() == 32
    themes.set_zoom(1.5)
    assert bar.height() == 48
    themes.set_zoom(1.0)


def test_a_long_note_of_a_section_is_cut_and_told_in_full(qtbot: QtBot, themes: ThemeState) -> None:
    bar = SectionBar(themes, "Members")
    qtbot.addWidget(bar)
    bar.resize(300, 32)
    bar.show()
    long = "2 rows, canonical form http://example.com/" + "a" * 200
    bar.set_note(long)
    qtbot.waitUntil(lambda: bar.note.text().endswith("…"))
    assert bar.note.toolTip() == long
    assert bar.width() == 300
    bar.set_note("2 rows")
    assert (bar.note.text(), bar.note.toolTip()) == ("2 rows", "")


def test_a_label_says_shows_and_copies(themes: ThemeState, qtbot: QtBot) -> None:
    made = UrlLabel(themes, "Original")
    qtbot.addWidget(made)
    made.resize(300, 60)
    made.set_content(UrlText("http://u:p@a/", gone=(Span(0, 4),), mask=Span(9, 10)), copied="http://u:p@a/")
    assert made.accessibleDescription() == "http://u:•••@a/; gone: http"
    made.copy()
    assert text_of(QGuiApplication.clipboard().mimeData()) == "http://u:p@a/"
    assert not made.grab().isNull()
    made.set_words("refused", warning=True)
    assert made.words == "refused"
    assert made.copied == ""
    QGuiApplication.clipboard().clear()


def test_a_long_label_opens_to_its_whole_length(themes: ThemeState, qtbot: QtBot) -> None:
    made = UrlLabel(themes, "Original", lines=3)
    qtbot.addWidget(made)
    made.set_content(UrlText("http://a/?" + "&".join(f"n{n}={n}" for n in range(300))))
    closed = made.heightForWidth(400)
    made.toggle_open()
    assert made.heightForWidth(400) > closed
    made.toggle_open()
    assert made.heightForWidth(400) == closed


@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_table_rows_and_columns_follow_the_theme(themes: ThemeState, qtbot: QtBot, zoom: float) -> None:
    themes.set_zoom(zoom)
    table = HouseTable(themes, "Findings", ((70, 0.0), (60, 1.0), (60, 2.0), (60, 1.0)))
    qtbot.addWidget(table)
    model = FindingsModel(table)
    model.set_rows([FoundRow(Span(0, 1), "violation", "A space", "RFC 3986 §2")])
    table.setModel(model)
    table.resize(800, 300)
    table.show()
    assert table.rowHeight(0) == round(24 * zoom)
    widths = [table.columnWidth(column) for column in range(4)]
    assert widths[0] == round(70 * zoom)
    assert widths[2] > widths[1]
    assert sum(widths) <= table.viewport().width() + 1
    themes.set_zoom(1.0)
