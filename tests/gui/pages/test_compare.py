"""The Compare page on the real window: what is typed, pasted, clicked and chosen, and what is then shown."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from urlinspector.app import Parts
from urlinspector.compare.lists import Kind
from urlinspector.compare.verdict import Verdict
from urlinspector.gui.pages.compare import ComparePage
from urlinspector.gui.pages.compare_body import FORM_A, FORM_B
from urlinspector.gui.pages.compare_empty import MOCK, PAIRS
from urlinspector.gui.pages.compare_scenes import EQUAL, LONG, TEN
from urlinspector.gui.pages.inspect import InspectPage
from urlinspector.gui.pages.page import Effect
from urlinspector.gui.state.compare_reading import Way
from urlinspector.gui.views.url_field_input import mime_of, text_of
from urlinspector.normalize.step import Safety

Left = Qt.MouseButton.LeftButton


@pytest.fixture
def page(shell: Parts, qtbot: QtBot) -> ComparePage:
    """The page, empty, with the focus in its first field."""
    shell.window.show_page("compare")
    made = shell.window.page
    assert isinstance(made, ComparePage)
    qtbot.waitUntil(lambda: not shell.services.runner.is_busy, timeout=20_000)
    shell.window.activateWindow()
    made.head.rows[0].field.setFocus()
    return made


def show(page: ComparePage, qtbot: QtBot, *texts: str) -> None:
    page.show_texts(texts)
    qtbot.waitUntil(page.is_settled, timeout=20_000)


def clipboard() -> str:
    return text_of(QGuiApplication.clipboard().mimeData())


def cell(page: ComparePage, row: int, column: int) -> str:
    return str(page.body.model.index(row, column).data())


def effects(page: ComparePage, step: str) -> list[Effect | None]:
    return [each.effect for each in page.step_effects().cells[step]]


# Two URLs


def test_an_empty_page_says_what_to_do_and_offers_pairs(page: ComparePage, qtbot: QtBot) -> None:
    assert page.urls.currentWidget() is page.empty
    assert not page.verdict.isVisible()
    qtbot.mouseClick(page.empty.buttons[1], Left)
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.state.texts == PAIRS[1][0]
    assert page.urls.currentWidget() is page.body
    assert "Equal under safe" in page.verdict.title.text()


def test_the_verdict_follows_each_keystroke(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/", "http://a.example")
    assert page.verdict.title.text() == "Equal under safe"
    field = page.head.rows[1].field
    field.setFocus()
    field.select_all()
    for char in "http://a.example/x":
        qtbot.keyClick(field, char)
    qtbot.waitUntil(lambda: page.verdict.title.text() == "Different under safe", timeout=2000)
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.verdict.words.text.startswith("Path still differs after its 15 steps")
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: page.verdict.title.text() == "Identical text", timeout=2000)


def test_a_pair_that_differs_shows_where_and_what_would_help(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    comparison = page.state.comparison
    assert comparison is not None
    assert comparison.verdict is Verdict.DIFFERENT
    assert cell(page, 2, 1) == "www.mygov.in"
    assert cell(page, 4, 4) == "/covid-19"
    assert "a final dot" in cell(page, 2, 5)
    columns = page.body.cards.columns
    assert not columns[Safety.PRESERVES].cards
    first = columns[Safety.USUALLY_PRESERVES].cards[0]
    assert [each.step.name for each in first.offer.missing] == ["remove-trailing-dot", "add-trailing-slash"]
    assert first.offer.way is Way.ADD
    assert first.button.text() == "Add"
    assert page.body.parsers.model.rowCount() == 4
    assert "%2E" in page.body.parsers.warnings
    assert page.status().findings[0].warning


def test_add_makes_the_profile_merge_them_and_undo_takes_it_back(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    card = page.body.cards.columns[Safety.USUALLY_PRESERVES].cards[0]
    qtbot.mouseClick(card.button, Left)
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.state.comparison is not None
    assert page.state.comparison.verdict is Verdict.EQUAL
    profiles = page.services.profile
    assert profiles.is_on("add-trailing-slash")
    assert profiles.is_modified
    assert page.body.needed_box.isVisible()
    profiles.undo()
    qtbot.waitUntil(lambda: page.verdict.title.text() == "Different under safe", timeout=5000)


def test_try_takes_a_set_as_a_profile_of_its_own(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    cards = page.body.cards.columns[Safety.USUALLY_PRESERVES].cards
    card = next(each for each in cards if each.offer.way is Way.TRY)
    steps = card.offer.equalizer.steps
    qtbot.mouseClick(card.button, Left)
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.services.profile.profile.steps == steps
    assert page.state.comparison is not None
    assert page.state.comparison.verdict is Verdict.EQUAL


def test_what_cannot_be_compared_says_why(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/", "no url")
    assert page.verdict.title.text() == "Not comparable"
    assert page.verdict.words.text.startswith("B is refused: ")
    assert cell(page, 2, FORM_B) == "refused"


def test_the_steps_dock_has_a_column_for_each_url(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "HTTP://a.example/", "http://a.example/x/../")
    assert [column.title for column in page.step_effects().columns] == ["A", "B"]
    assert effects(page, "lowercase-scheme") == [Effect.CHANGED, Effect.NOTHING]
    assert effects(page, "remove-dot-segments") == [Effect.NOTHING, Effect.CHANGED]
    assert effects(page, "add-www") == [Effect.WOULD_CHANGE, Effect.WOULD_CHANGE]
    rows = page.explain("lowercase-scheme")
    assert [row.caption for row in rows] == ["On A", "On B"]
    assert "nothing to do" in rows[1].html


def test_choosing_a_component_marks_it_in_both_fields(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    table = page.body.components
    qtbot.mouseClick(table.viewport(), Left, pos=table.visualRect(page.body.model.index(4, 0)).center())
    for row in page.head.rows:
        (span,) = row.field.marked
        assert row.field.text[slice(*span)] == row.field.url.path


def test_a_profile_is_adopted_and_its_ladder_shown(shell: Parts, page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    pane = page.body.profiles
    row = pane.model.row_of("seo")
    assert row is not None
    assert "equal" in str(pane.model.index(row, 1).data())
    pane.table.selectRow(row)
    qtbot.mouseClick(pane.use_button, Left)
    assert page.services.profile.profile.name == "seo"
    qtbot.waitUntil(lambda: page.verdict.title.text() == "Equal under seo", timeout=5000)
    qtbot.mouseClick(pane.ladder_button, Left)
    assert isinstance(shell.window.page, InspectPage)
    assert shell.window.page.url_field.text == MOCK[0]


def test_the_lru_relation(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/x", "http://a.example/x/y")
    page.body.tabs.setCurrentIndex(1)
    assert page.body.lru.relation.text().startswith("A is an ancestor of B")
    assert page.body.lru.common.copied == "http://a.example/x"
    rows = page.body.lru.model.rows
    assert rows[-1][3].words == "only in B"


def test_swap(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    qtbot.mouseClick(page.head.swap_button, Left)
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.state.texts == MOCK[::-1]
    assert [row.field.text for row in page.head.rows] == list(MOCK[::-1])


def test_long_urls_are_compared_in_the_background(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *(text + "&x=" + "y" * 2000 for text in LONG))
    assert page.state.comparison is not None
    assert page.state.comparison.verdict is Verdict.DIFFERENT
    assert page.state.sets is not None
    assert page.state.sets.complete


# More than two


def test_two_lines_pasted_at_once_fill_two_fields(page: ComparePage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setMimeData(mime_of("http://a.example/\r\nhttp://b.example/\n"))
    page.head.rows[0].field.paste()
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.state.texts == ("http://a.example/", "http://b.example/")


def test_a_line_end_inside_a_url_is_left_there(page: ComparePage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setMimeData(mime_of("http://a.exa\nmple/"))
    page.head.rows[0].field.paste()
    assert page.state.texts == ("http://a.exa\nmple/", "")


def test_ten_urls_have_a_matrix_and_any_pair_can_be_looked_at(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *TEN)
    assert len(page.head.rows) == 10
    assert not page.head.add_button.isEnabled()
    found = page.state.cell(0, 2)
    assert found is not None
    assert (found.verdict, found.safety) == (Verdict.EQUAL, Safety.PRESERVES)
    strip = page.head.rows[3].strip
    assert "different in host" in strip.words(0)
    qtbot.mouseClick(strip, Left, pos=QPoint(5, 10))
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.state.pair == (0, 3)
    assert page.verdict.title.text() == "A, D: Different under safe"
    page.head.rows[6].field.setFocus()
    assert page.state.pair == (0, 6)
    assert [column.title for column in page.step_effects().columns] == ["A", "G"]


def test_the_matrix_is_walked_with_the_keyboard(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *TEN[:4])
    strip = page.head.rows[1].strip
    strip.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Return):
        qtbot.keyClick(strip, key)
    assert page.state.pair == (1, 2)


def test_urls_are_added_and_taken_out(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    qtbot.mouseClick(page.head.add_button, Left)
    assert len(page.head.rows) == 3
    page.head.rows[2].field.set_text("http://c.example/")
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    qtbot.mouseClick(page.head.rows[0].remove_button, Left)
    assert page.state.texts == (MOCK[1], "http://c.example/")
    assert not page.head.rows[0].strip.isVisible()


def test_more_than_ten_are_cut_and_told(page: ComparePage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setMimeData(mime_of("\n".join(f"http://a.example/{n}" for n in range(12))))
    page.paste()
    assert len(page.state.texts) == 10
    assert "12 URLs" in page.status().findings[0].text


# Arriving, leaving, remembering


def test_a_url_from_inspect_waits_for_the_second(shell: Parts, page: ComparePage, qtbot: QtBot) -> None:
    shell.window.show_page("inspect")
    inspect = shell.window.page
    assert isinstance(inspect, InspectPage)
    inspect.url_field.set_text("http://a.example/")
    qtbot.mouseClick(inspect.head.compare_button, Left)
    assert shell.window.page is page
    assert page.state.texts == ("http://a.example/", "")
    shell.window.open("compare", ("http://b.example/", "http://c.example/"))
    assert page.state.texts == ("http://b.example/", "http://c.example/")


def test_both_are_opened_in_inspect(shell: Parts, page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *EQUAL)
    page.inspect(-1)
    inspect = shell.window.page
    assert isinstance(inspect, InspectPage)
    assert inspect.url_field.text == EQUAL[0]
    inspect.url_field.undo()
    assert inspect.url_field.text == EQUAL[1]


@pytest.mark.parametrize("markdown", [False, True])
def test_a_ticket_hides_passwords(page: ComparePage, qtbot: QtBot, markdown: bool) -> None:
    show(page, qtbot, "http://user:secret@a.example/x", "http://user:secret@A.example/y")
    page.copy_ticket(markdown)
    assert "secret" not in clipboard()
    assert "user:•••@a.example" in clipboard()
    assert ("**Different under safe**" in clipboard()) == markdown


def test_tables_hide_passwords(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://user:secret@a.example/x", "http://user:other@a.example/x")
    tables = (page.body.components, page.body.profiles.table, page.body.parsers.table, page.body.lru.table)
    for table in tables:
        table.copy_all()
        assert "secret" not in clipboard()
        assert "other" not in clipboard()


def test_history_keeps_masked_comparisons(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://user:secret@a.example/x", "http://b.example/")
    qtbot.keyClick(page.head.rows[0].field, Qt.Key.Key_Return)
    assert page.history.entries[0] == ("http://user:•••@a.example/x", "http://b.example/")
    assert "secret" not in page.services.settings.text("compare-history")
    page.clear()
    assert page.urls.currentWidget() is page.empty
    page.head.history_menu.actions()[0].trigger()
    assert page.state.texts[1] == "http://b.example/"
    page.services.settings.set("keep_recents", False)
    show(page, qtbot, "http://c.example/", "http://d.example/")
    qtbot.keyClick(page.head.rows[0].field, Qt.Key.Key_Return)
    assert len(page.history.entries) == 1


def test_the_session_is_kept_masked(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://user:secret@a.example/x", "http://b.example/")
    kept = page.save_session()
    assert "secret" not in str(kept)
    page.clear()
    page.restore_session(kept)
    assert page.state.texts == ("http://user:•••@a.example/x", "http://b.example/")
    page.restore_session({"texts": 3, "sizes": "x", "tab": None})


def test_a_hidden_page_is_stale_until_it_is_shown(shell: Parts, page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    shell.window.show_page("inspect")
    page.services.profile.choose("seo")
    assert page.is_stale
    assert page.verdict.title.text() == "Different under safe"
    shell.window.show_page("compare")
    qtbot.waitUntil(lambda: page.verdict.title.text() == "Equal under seo", timeout=5000)


def test_find_walks_through_all_fields(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    page.focus_find()
    page.find_bar.field.setText("covid")
    assert page.head.rows[0].field.selection == (21, 26)
    page.find_bar.next_asked.emit()
    assert page.head.rows[1].field.text[slice(*page.head.rows[1].field.selection)] == "covid"


def test_a_narrow_window_has_tabs(shell: Parts, page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, *MOCK)
    shell.window.resize(1024, 700)
    qtbot.waitUntil(lambda: page.body.tabs.count() == 4, timeout=2000)
    assert page.body.components.isColumnHidden(FORM_A)
    assert page.body.sets_pane.isVisible()
    page.show_parsers()
    assert page.body.parsers.isVisible()
    shell.window.resize(1440, 900)
    qtbot.waitUntil(lambda: page.body.tabs.count() == 2, timeout=2000)
    assert page.body.profiles.isVisible()
    assert page.body.sets_pane.isVisible()
    assert not page.body.components.isColumnHidden(FORM_A)


@pytest.mark.parametrize(("theme", "zoom"), [("dark", 1.0), ("light", 1.5)])
def test_every_scene_can_be_shown(
    make_shell: Callable[..., Parts], qtbot: QtBot, theme: str, zoom: float
) -> None:
    parts = make_shell(theme=theme, zoom=zoom)
    parts.window.show_page("compare")
    parts.window.show()
    page = parts.window.page
    assert isinstance(page, ComparePage)
    for scene in page.scenes():
        scene.prepare()
        qtbot.waitUntil(scene.ready, timeout=20_000)
        assert not page.grab().isNull()


# Two lists


def test_one_url_makes_no_step_say_that_it_has_nothing_to_do(page: ComparePage, qtbot: QtBot) -> None:
    show(page, qtbot, "HTTP://a.example/")
    assert "two URLs" in page.step_effects().unseen
    show(page, qtbot, "HTTP://a.example/", "http://a.example/")
    assert not page.step_effects().unseen


def test_the_kinds_of_lists_have_short_words_where_it_is_narrow(page: ComparePage, qtbot: QtBot) -> None:
    page.show_lists()
    words: dict[bool, list[str]] = {False: [], True: []}
    for narrow, found in words.items():
        page.set_narrow(narrow)
        found += [each.text() for each in page.lists.kind_buttons.values()]
        names = [each.accessibleName() for each in page.lists.kind_buttons.values()]
        assert names == words[False]
    assert len("".join(words[True])) < len("".join(words[False]))


def test_two_files_dropped_are_two_lists(page: ComparePage, qtbot: QtBot, tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("http://a.example/\nhttp://a.example/gone\nhttp://u:secret@a.example/s\n", "utf-8")
    new.write_text("HTTP://a.example\nhttp://a.example/new\nhttp://u:secret@a.example/s\n", "utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(old)), QUrl.fromLocalFile(str(new))])
    assert page.accept_drop(mime)
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    lists = page.lists
    assert page.is_on_lists
    assert lists.model.rowCount() == 4
    assert lists.kind_buttons[Kind.GONE].text().endswith("1")
    lists.kind_buttons[Kind.SAME_TEXT].setChecked(False)
    lists.filter_edit.setText("NEW")
    qtbot.waitUntil(lambda: lists.model.rowCount() == 1, timeout=5000)
    assert str(lists.model.index(0, 2).data()) == "http://a.example/new"
    lists.filter_edit.clear()
    qtbot.waitUntil(lambda: lists.model.rowCount() == 3, timeout=5000)
    lists.kind_buttons[Kind.SAME_TEXT].setChecked(True)
    qtbot.waitUntil(lambda: lists.model.rowCount() == 4 and page.is_settled(), timeout=5000)
    out = tmp_path / "out.csv"
    with qtbot.waitSignal(lists.state.exported, timeout=5000):
        lists.state.export(out, masks=True)
    written = out.read_text("utf-8")
    assert written.splitlines()[0] == "kind,old,new"
    assert "same-normalized,http://a.example/,HTTP://a.example" in written
    assert "secret" not in written
    lists.table.selectRow(0)
    lists.compare_row()
    assert not page.is_on_lists
    assert page.state.texts == ("http://a.example/", "HTTP://a.example")


def test_a_list_that_cannot_be_read_is_told(page: ComparePage, qtbot: QtBot, tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("http://a.example/\n", "utf-8")
    page.show_lists()
    page.lists.set_files([there, tmp_path / "gone.txt"])
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert "gone.txt" in page.status().findings[0].text
    page.show_urls()
    assert not page.is_on_lists


def test_pasted_lists_under_another_profile(page: ComparePage, qtbot: QtBot) -> None:
    page.show_lists()
    for number, text in enumerate(("http://a.example/x/\n", "https://www.a.example/x\n")):
        QGuiApplication.clipboard().setMimeData(mime_of(text))
        page.lists.paste_list(number)
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.lists.state.result is not None
    assert page.lists.state.result.counts["gone"] == 1
    page.services.profile.choose("similar")
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.lists.state.result.counts["same-normalized"] == 1


# The parsers' table on Inspect


def test_inspect_shows_what_parsers_read(shell: Parts, qtbot: QtBot) -> None:
    inspect = shell.window.page
    assert isinstance(inspect, InspectPage)
    inspect.url_field.set_text("http://a.example\\@b.example/")
    qtbot.waitUntil(inspect.is_settled, timeout=20_000)
    assert not inspect.parsers.isVisible()
    inspect.toggle_parsers()
    assert inspect.parsers.isVisible()
    assert inspect.parsers.pane.model.rowCount() == 3
    assert "a.example" in inspect.parsers.pane.warnings
    inspect.url_field.set_text("http://0x7f.1/")
    qtbot.waitUntil(inspect.is_settled, timeout=20_000)
    assert "127.0.0.1" in inspect.parsers.pane.warnings
    inspect.url_field.set_text("http://a.example/")
    qtbot.waitUntil(inspect.is_settled, timeout=20_000)
    assert inspect.parsers.pane.warnings == ""
    inspect.parsers.closed.emit()
    assert not inspect.parsers.isVisible()
