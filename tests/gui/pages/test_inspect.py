"""The Inspect page on the real window: what is typed, clicked and chosen, and what is then shown."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QMessageBox,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.gui.full_disk import room_for
from urlinspector.app import Parts
from urlinspector.gui.models.components import NOTE, RAW
from urlinspector.gui.models.ladder import STEP
from urlinspector.gui.pages.inspect import InspectPage
from urlinspector.gui.pages.inspect_empty import CARELESS, EXAMPLES
from urlinspector.gui.pages.page import Effect
from urlinspector.gui.views.clipboard import mime_of, text_of
from urlinspector.url.components import Span

Key, Mod, Left = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def page(shell: Parts, qtbot: QtBot) -> InspectPage:
    """The page, its tables loaded, empty."""
    made = shell.window.page
    assert isinstance(made, InspectPage)
    qtbot.waitUntil(lambda: not shell.services.runner.is_busy, timeout=20_000)
    shell.window.activateWindow()
    made.url_field.setFocus()
    return made


def show(page: InspectPage, qtbot: QtBot, text: str) -> None:
    page.url_field.set_text(text)
    qtbot.waitUntil(page.is_settled, timeout=20_000)


def clipboard() -> str:
    return text_of(QGuiApplication.clipboard().mimeData())


def component_cell(page: InspectPage, row: int, column: int) -> str:
    return str(page.body.components.components.index(row, column).data())


# Empty, typing, long


def test_an_empty_page_says_what_to_do_and_offers_examples(page: InspectPage, qtbot: QtBot) -> None:
    assert page.stack.currentWidget() is page.empty
    assert not page.head.copy_button.isEnabled()
    assert len(page.empty.examples.buttons) == len(EXAMPLES)
    qtbot.mouseClick(page.empty.examples.buttons[0], Left)
    assert page.url_field.text == CARELESS
    assert page.stack.currentWidget() is page.body
    assert page.head.copy_button.isEnabled()


def test_each_keystroke_is_followed_at_once(page: InspectPage, qtbot: QtBot) -> None:
    typed = "HTTP://A.example/%7e"
    for number, letter in enumerate(typed):
        qtbot.keyClicks(page.url_field, letter)
        assert page.state.text == typed[: number + 1]
        assert page.state.result.text == typed[: number + 1]
        QApplication.processEvents()  # one turn: the field's paint, then the panes
        assert not page.panes_are_due()
        assert page.body.result.original.content is not None
        assert page.body.result.original.content.text == typed[: number + 1]
    assert page.body.result.canonical.copied == "http://a.example/~"
    assert component_cell(page, 2, RAW) == "A.example"


def test_pasting_from_the_empty_page(page: InspectPage, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setMimeData(mime_of("http://pasted.example/\r\n"))
    qtbot.mouseClick(page.empty.paste_button, Left)
    assert page.url_field.text == "http://pasted.example/\r\n"


def test_a_long_text_is_shown_at_once_and_the_rest_follows(page: InspectPage, qtbot: QtBot) -> None:
    text = "http://a.example/?" + "&".join(f"Name{n}=%7e{n}" for n in range(3000))
    page.url_field.set_text(text)
    assert page.url_field.url_layout.content.text == text
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    assert page.body.result.canonical.copied == text.replace("%7e", "~")


def test_a_text_too_long_for_one_url_is_refused_with_a_reason(page: InspectPage, qtbot: QtBot) -> None:
    page.url_field.set_text("x" * 2_000_000)
    assert page.url_field.text == ""
    assert "too long" in page.status().findings[0].text


# Components


def test_choosing_a_row_marks_its_span_in_the_field(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    tree = page.body.components
    rect = tree.visualRect(tree.components.index(2, RAW))
    qtbot.mouseClick(tree.viewport(), Left, pos=rect.center())
    assert [CARELESS[slice(*span)] for span in page.url_field.marked] == ["Jiminy.MediaLab.Sciences-Po.fr"]


def test_a_click_on_a_character_chooses_its_row(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    tree = page.body.components
    field = page.url_field
    rect = field.url_layout.cursor_rect(CARELESS.index("index")).translated(field.content_origin())
    qtbot.mouseClick(field.viewport(), Left, pos=rect.center().toPoint() + QPoint(3, 0))
    assert tree.currentIndex().siblingAtColumn(0).data() == "path"
    tree.expand(tree.components.index(4, 0))
    qtbot.mouseClick(field.viewport(), Left, pos=rect.center().toPoint() + QPoint(3, 0))
    assert tree.currentIndex().siblingAtColumn(RAW).data() == "index.php"


def test_expansion_and_selection_survive_typing(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/?x=1&y=2")
    tree = page.body.components
    query = tree.components.index(5, 0)
    tree.expand(query)
    qtbot.keyClick(page.url_field, Key.Key_End, Mod.ControlModifier)
    qtbot.keyClicks(page.url_field, "&z=3")
    qtbot.waitUntil(page.is_settled)
    assert tree.isExpanded(tree.components.index(5, 0))
    assert tree.components.rowCount(tree.components.index(5, 0)) == 3


def test_a_nested_url_opens_with_one_click_and_undo_goes_back(page: InspectPage, qtbot: QtBot) -> None:
    outer = EXAMPLES[1][0]
    show(page, qtbot, outer)
    tree = page.body.components
    rect = tree.visualRect(tree.components.index(5, NOTE))
    qtbot.mouseClick(tree.viewport(), Left, pos=rect.center())
    assert page.url_field.text == "https://example.com/a/?b=1"
    page.url_field.undo()
    assert page.url_field.text == outer


def test_tables_copy_with_headers_and_choose_columns(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://u:secret@a.example/")
    tree = page.body.components
    tree.copy_all()
    lines = clipboard().split("\n")
    assert lines[0].split("\t") == ["Component", "Raw", "Decoded", "Normalized", "Note"]
    assert lines[2].split("\t")[1] == "u:•••"
    assert "<th>Component</th>" in QGuiApplication.clipboard().mimeData().html()
    tree._show_column(2, False)
    tree.setCurrentIndex(tree.components.index(0, 0))
    qtbot.keyClick(tree, Key.Key_C, Mod.ControlModifier)
    assert clipboard().split("\n")[0].split("\t") == ["Component", "Raw", "Normalized", "Note"]
    tree.copy_cell()
    assert clipboard() == "scheme"


# Ladder


def test_the_player_walks_through_the_changes(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    ladder = page.body.ladder
    names = []
    with qtbot.waitSignal(page.step_chosen):
        qtbot.mouseClick(ladder.buttons["first"], Left)
    while True:
        assert ladder.rung is not None
        names.append(ladder.rung.name)
        assert ladder.place.text() == f"{len(names)} of 7"
        assert page.url_field.marked == ladder.rung.places
        if not ladder.buttons["next"].isEnabled():
            break
        qtbot.mouseClick(ladder.buttons["next"], Left)
    assert names == [rung.name for rung in page.state.result.rungs if rung.acted]
    qtbot.mouseClick(ladder.buttons["previous"], Left)
    assert ladder.rung.name == names[-2]


def test_all_steps_are_shown_on_demand_and_the_chosen_one_stays(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    ladder = page.body.ladder
    ladder.select_step("lowercase-host")
    qtbot.mouseClick(ladder.all_button, Left)
    assert ladder.model.rowCount() == 15
    assert ladder.rung is not None
    assert ladder.rung.name == "lowercase-host"


def test_a_step_chosen_in_the_dock_is_marked_here_without_an_echo(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    with qtbot.assertNotEmitted(page.step_chosen):
        page.select_step("decode-unreserved")
    assert [CARELESS[slice(*span)] for span in page.url_field.marked] == ["%5f"]
    assert page.body.components.currentIndex().siblingAtColumn(0).data() == "query"


def test_a_rung_chosen_here_is_chosen_in_the_dock_and_explained(
    page: InspectPage, shell: Parts, qtbot: QtBot
) -> None:
    show(page, qtbot, CARELESS)
    page.body.ladder.select_step("lowercase-host")
    page.body.ladder.next()
    assert page.body.ladder.rung is not None
    assert shell.window.steps_dock.current_step() == page.body.ladder.rung.name
    page.select_step("decode-unreserved")
    rows = page.explain("decode-unreserved")
    assert rows[0].caption == "Here"
    assert "query" in rows[0].html
    assert "%5F" in rows[0].html
    assert "at 71–73" in rows[0].html
    assert "would change" in page.explain("remove-fragment")[0].html
    assert "nothing" in page.explain("add-www")[0].html or "would" in page.explain("add-www")[0].html


def test_the_dock_learns_what_acts_here(page: InspectPage, shell: Parts, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    effects = page.step_effects()
    assert effects.of("lowercase-host") is Effect.CHANGED
    assert effects.of("remove-fragment") is Effect.WOULD_CHANGE
    assert effects.of("idna-to-ascii") is Effect.NOTHING
    shell.services.profile.set_on("remove-fragment", True)
    qtbot.waitUntil(page.is_settled)
    assert page.step_effects().of("remove-fragment") is Effect.CHANGED
    assert page.body.result.canonical.copied.endswith("_source=rss")


def test_the_ladder_is_saved_as_html_and_pdf(page: InspectPage, qtbot: QtBot, tmp_path: Path) -> None:
    show(page, qtbot, "HTTP://user:secret@A.example/%7e")
    ladder = page.body.ladder
    ladder._on_html_chosen([tmp_path / "ladder.html"])
    html = (tmp_path / "ladder.html").read_text("utf-8")
    assert "decode-unreserved" in html
    assert "line-through" in html
    assert "secret" not in html
    ladder._on_pdf_chosen([tmp_path / "ladder.pdf"])
    assert (tmp_path / "ladder.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "ladder.pdf").read_bytes().rstrip().endswith(b"%%EOF")
    assert (tmp_path / "ladder.pdf").stat().st_size > 2000


def test_a_ladder_that_cannot_be_written_is_told(page: InspectPage, qtbot: QtBot, tmp_path: Path) -> None:
    show(page, qtbot, CARELESS)
    page.body.ladder._on_pdf_chosen([tmp_path / "missing" / "ladder.pdf"])
    box = QApplication.activeModalWidget()
    assert box is not None
    assert "cannot be written" in box.text()  # type: ignore[attr-defined]
    box.close()


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_a_ladder_on_a_full_disk_leaves_the_old_file(
    page: InspectPage, qtbot: QtBot, tmp_path: Path, kind: str
) -> None:
    show(page, qtbot, CARELESS)
    path, ladder = tmp_path / f"ladder.{kind}", page.body.ladder
    path.write_bytes(b"as it was")
    write = {"html": ladder._on_html_chosen, "pdf": ladder._on_pdf_chosen}[kind]
    with room_for(500):
        write([path])
    assert path.read_bytes() == b"as it was"
    assert not list(tmp_path.glob(".*.part"))
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert box.text().startswith(f"{path} cannot be written: ")
    box.close()
    write([path])
    assert path.stat().st_size > 1000


# Result


def test_result_rows_show_and_copy(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    result = page.body.result
    expected = {
        "original": CARELESS,
        "canonical": "http://jiminy.medialab.sciences-po.fr/hci/index.php?title=Reverse_URLs&utm_source=rss#bottom",
        "lru": (
            "s:http|h:fr|h:sciences-po|h:medialab|h:jiminy|p:hci|p:index.php"
            "|q:title=Reverse_URLs&utm_source=rss|f:bottom"
        ),
        "surt": "http://(fr,sciences-po,medialab,jiminy,)/hci/index.php?title=Reverse_URLs&utm_source=rss#bottom",
        "browser": (
            "http://jiminy.medialab.sciences-po.fr/hci/index.php?title=Reverse%5fURLs&utm_source=rss#bottom"
        ),
    }
    for name, text in expected.items():
        QGuiApplication.clipboard().clear()
        qtbot.mouseClick(result.rows[name].copy_button, Left)
        assert clipboard() == text, name
    assert result.rows["browser"].remark.text() == "differs in query"


def test_shortcuts_copy_without_any_menu_opened(page: InspectPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(page.url_field, "HTTP://A.example/x")
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    for key, text in (Key.Key_C, "http://a.example/x"), (Key.Key_L, "s:http|h:example|h:a|p:x"):
        QGuiApplication.clipboard().clear()
        qtbot.keyClick(page.url_field, key, Mod.ControlModifier | Mod.ShiftModifier)
        assert clipboard() == text


def test_dialect_and_form_are_chosen_and_remembered(page: InspectPage, shell: Parts, qtbot: QtBot) -> None:
    show(page, qtbot, "http://www.example.co.uk/")
    result = page.body.result
    result.dialects._on_triggered("hyphe")
    result.forms._on_triggered("wayback")
    assert shell.services.settings.get("lru_dialect") == "hyphe"
    result.copy_lru()
    assert clipboard() == "s:http|h:co.uk|h:example|h:www|"
    assert result.surt.copied == "uk,co,example,www)/"


def test_options_of_the_lru_change_stems_and_weight(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://www.example.com/a/b?q#f")
    result = page.body.result
    before = len(result.stems.chips)
    result.show_options()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    boxes = {box.objectName(): box for box in popup.findChildren(QAbstractButton)}
    boxes["drop_www"].click()
    boxes["fragment"].click()
    assert len(result.stems.chips) == before - 2
    popup.close()
    assert result.choice.from_plain(result.choice.to_plain()) == result.choice


@pytest.mark.parametrize("userinfo", ["user:secret", "secret"])
def test_the_stems_hide_credentials_from_screen_readers_too(
    page: InspectPage, qtbot: QtBot, userinfo: str
) -> None:
    show(page, qtbot, f"http://{userinfo}@example.com/")
    stems = page.body.result.stems
    assert "•••" in {chip.text for chip in stems.chips}
    assert "secret" not in stems.accessibleDescription()
    assert "secret" not in "".join(chip.text for chip in stems.chips)


def test_a_chip_leads_to_its_component(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://www.example.com/a/b?q#f")
    page.body.result.stems.setFocus()
    qtbot.keyClick(page.body.result.stems, Key.Key_End)
    qtbot.keyClick(page.body.result.stems, Key.Key_Return)
    assert page.body.components.currentIndex().siblingAtColumn(0).data() == "fragment"


def test_a_refusal_is_shown_with_its_reason(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "not a url")
    assert "not a URL" in page.body.result.canonical.words
    assert page.body.result.stems.chips == ()
    assert "refused" in page.status().selection


def test_a_base_resolves_a_reference(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "../x")
    assert page.body.result.rows["resolved"].isHidden()
    page.head.base_field.set_text("http://a.example/b/c/d")
    qtbot.waitUntil(page.is_settled)
    assert page.body.result.resolved.copied == "http://a.example/b/x"
    assert not page.body.result.rows["resolved"].isHidden()


def test_copy_as_takes_the_canonical_form_or_the_text_as_typed(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "HTTP://u:secret@A.example/%7e")
    menu = page.head.copy_button.menu()
    actions = {action.objectName(): action for action in menu.actions()}
    actions["copyAs.markdown"].trigger()
    assert "•••" in clipboard()
    actions["copyAs.url"].trigger()
    assert clipboard() == "http://u:secret@a.example/~"
    page.head.as_typed.setChecked(True)
    actions["copyAs.url"].trigger()
    assert clipboard() == "HTTP://u:secret@A.example/%7e"


def test_copy_as_a_link_says_where_it_gives_none(page: InspectPage, qtbot: QtBot) -> None:
    menu = page.head.copy_button.menu()
    titles = {action.objectName(): action for action in menu.actions()}
    for url, linked in (("http://a/", True), ("javascript:alert(1)", False), ("http://a/", True)):
        show(page, qtbot, url)
        menu.aboutToShow.emit()
        said = titles["copyAs.html"].text()
        assert said == ("HTML link" if linked else "HTML link: as text, a link would run code")
        assert titles["copyAs.url"].text() == "URL"
        titles["copyAs.html"].trigger()
        assert clipboard().startswith("<a href=") == linked
        assert linked or "run code" in QToolTip.text()
    QToolTip.hideText()


# Findings, Find, marks


def test_findings_are_listed_and_a_click_goes_there(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/b c\u202ed")
    assert page.body.findings_button.isVisible()
    qtbot.mouseClick(page.body.findings_button, Left)
    assert page.findings.isVisible()
    table = page.findings.table
    row = next(n for n, each in enumerate(page.findings.model.rows) if "space" in each.message)
    rect = table.visualRect(page.findings.model.index(row, 2))
    qtbot.mouseClick(table.viewport(), Left, pos=rect.center())
    assert page.url_field.selection == Span(18, 19)
    assert page.url_field.marked == (Span(18, 19),)
    qtbot.mouseClick(page.findings.close_button, Left)
    assert not page.findings.isVisible()


def test_the_status_bar_leads_to_the_findings(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/b c")
    finding = page.status().findings[0]
    assert finding.warning
    assert finding.text == "1 violation"
    assert finding.action is not None
    finding.action()
    assert page.findings.isVisible()


def test_violations_are_underlined_in_the_field(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/b c")
    assert page.url_field.squiggles == (Span(18, 19),)


def test_find_walks_through_the_hits(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://a.example/abc?ABC=abc")
    page.focus_find()
    assert page.find_bar.isVisible()
    qtbot.keyClicks(page.find_bar.field, "abc")
    total = int(page.find_bar.count.text().removeprefix("1 of "))
    assert total > 3
    assert page.url_field.selection == Span(17, 20)
    qtbot.keyClick(page.find_bar.field, Key.Key_Return)
    assert page.url_field.selection == Span(21, 24)
    qtbot.keyClick(page.find_bar.field, Key.Key_Return, Mod.ShiftModifier)
    assert page.url_field.selection == Span(17, 20)
    seen = []
    for _ in range(total):
        seen.append(page.find_bar.count.text().partition(" · ")[2])
        qtbot.keyClick(page.find_bar.field, Key.Key_Return)
    assert seen[:3] == ["", "", ""]
    assert {"Components", "Canonical", "LRU", "Browser"} <= set(seen)
    assert "Ladder" not in seen
    content = page.body.result.canonical.content
    assert content is not None
    assert [content.text[start:end].lower() for start, end in content.found] == ["abc"] * 3
    qtbot.keyClick(page.find_bar.field, Key.Key_Escape)
    assert not page.find_bar.isVisible()
    content = page.body.result.canonical.content
    assert content is not None
    assert not content.found


def test_find_goes_to_rungs_parts_and_findings_but_not_to_what_is_hidden(
    page: InspectPage, qtbot: QtBot
) -> None:
    show(page, qtbot, "HTTP://u:abcdef@a.example/%7ea b?x=1&long=2")
    page.show_findings()
    page.focus_find()
    page.find_bar.field.setText("lowercase-scheme")
    assert page.find_bar.count.text() == "1 of 1 · Ladder"
    assert page.body.ladder.rung is not None
    assert page.body.ladder.rung.name == "lowercase-scheme"
    page.find_bar.field.setText("long")
    while not page.find_bar.count.text().endswith("Components"):
        qtbot.keyClick(page.find_bar.field, Key.Key_Return)
    assert page.body.components.current_span is not None
    page.find_bar.field.setText(page.findings.model.rows[-1].message)
    assert page.find_bar.count.text() == "1 of 1 · Violations and warnings"
    assert page.findings.table.currentIndex().row() == len(page.findings.model.rows) - 1
    page.find_bar.field.setText("abcdef")
    assert page.find_bar.count.text() == "1 of 1"


def test_invisible_characters_are_shown_on_demand_everywhere(page: InspectPage, qtbot: QtBot) -> None:
    page.head.marks_button.setChecked(False)
    show(page, qtbot, "http://a.example/b\u200bc")
    assert "ZWSP" not in page.url_field.url_layout.rows[0].shown.text
    qtbot.mouseClick(page.head.marks_button, Left)
    assert "ZWSP" in page.url_field.url_layout.rows[0].shown.text
    for label in (page.body.result.original, page.body.result.surt):
        assert label.content is not None
        assert label.content.marks


# Layout, session, access


def test_narrow_puts_components_and_ladder_into_tabs_and_wide_takes_them_out(
    page: InspectPage, shell: Parts, qtbot: QtBot
) -> None:
    show(page, qtbot, CARELESS)
    shell.window.resize(1024, 700)
    qtbot.waitUntil(page.body.tabs.isVisible)
    assert page.body.tabs.bar.tabText(1) == "Ladder 7"
    assert page.body.components.isColumnHidden(NOTE)
    page.body.tabs.bar.setCurrentIndex(1)
    assert page.body.ladder.isVisible()
    assert not page.body.components.isVisible()
    shell.window.resize(1440, 900)
    qtbot.waitUntil(lambda: not page.body.tabs.isVisible())
    assert page.body.components.isVisible()
    assert page.body.ladder.isVisible()
    assert not page.body.components.isColumnHidden(NOTE)


def test_the_session_keeps_text_and_options_with_credentials_masked(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, "http://u:secret@a.example/")
    session = page.save_session()
    assert "secret" not in str(session)
    page.url_field.set_text("")
    page.restore_session(session)
    assert page.url_field.text == "http://u:•••@a.example/"
    page.restore_session({"text": 7, "sizes": ["x"], "lru": [], "what": None})


def test_recent_urls_are_masked(page: InspectPage, shell: Parts, qtbot: QtBot) -> None:
    show(page, qtbot, "http://u:secret@a.example/")
    qtbot.keyClick(page.url_field, Key.Key_Return)
    assert shell.services.recents.texts[0] == "http://u:•••@a.example/"


def test_every_control_has_a_name(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    page.find_bar.show()
    page.findings.show()
    for widget in page.findChildren(QWidget):
        if not widget.isVisible():
            continue  # Qt's own, such as the corner of a table
        focusable = widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        if focusable or isinstance(widget, QAbstractButton | QComboBox | QLineEdit):
            name = widget.accessibleName() or getattr(widget, "text", str)()
            assert name, f"{type(widget).__name__} {widget.objectName()}"


def test_tab_walks_from_the_field_through_the_whole_page(page: InspectPage, qtbot: QtBot) -> None:
    show(page, qtbot, CARELESS)
    page.url_field.setFocus()
    seen: list[QWidget] = []
    for _ in range(60):
        focused = QApplication.focusWidget()
        if focused is None or focused in seen:
            break
        seen.append(focused)
        qtbot.keyClick(focused, Key.Key_Tab)
    body = page.body
    for wanted in (
        page.head.base_field,
        page.head.copy_button,
        body.components,
        body.ladder.table,
        body.result.canonical,
        body.result.stems,
        body.result.rows["browser"].copy_button,
    ):
        assert wanted in seen, wanted.accessibleName()


def test_scenes_can_be_prepared(page: InspectPage, qtbot: QtBot) -> None:
    for scene in page.scenes():
        scene.prepare()
        qtbot.waitUntil(scene.ready, timeout=20_000)
        assert not page.grab().isNull()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_every_theme_and_zoom_is_painted(make_shell: object, qtbot: QtBot, theme: str, zoom: float) -> None:
    parts: Parts = make_shell(theme=theme, zoom=zoom)  # type: ignore[operator]
    parts.window.resize(1440, 900)
    parts.window.show_page("inspect")
    parts.window.show()
    made = parts.window.page
    assert isinstance(made, InspectPage)
    made.url_field.set_text(CARELESS)
    qtbot.waitUntil(made.is_settled, timeout=20_000)
    image = made.grab().toImage()
    kinds = {colour.name() for colour in parts.services.themes.theme.colours.kinds.values()}
    found = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, 130, 1)}
    assert len(kinds & found) >= 5


def test_result_rows_are_as_high_as_their_content_whatever_comes_and_goes(
    page: InspectPage, shell: Parts, qtbot: QtBot
) -> None:
    show(page, qtbot, CARELESS)
    page.url_field.set_text(EXAMPLES[1][0] + "&x=a%252520b#top")
    page.toggle_findings()
    qtbot.waitUntil(page.is_settled)
    for width in (1440, 1300, 1024, 1440):
        shell.window.resize(width, 760)
        qtbot.wait(60)
        for name, row in page.body.result.rows.items():
            if row.isVisible():
                content = row.content
                assert content.height() >= content.heightForWidth(content.width()), (name, width)


def test_the_rule_of_a_site_is_named_in_the_ladder_and_the_explanation(
    page: InspectPage, shell: Parts, qtbot: QtBot
) -> None:
    rules = [
        {"name": "no sid", "scope": "h.example", "drop": ["sid"]},
        {"name": "no ref", "scope": "h.example", "drop": ["ref"]},
    ]
    assert shell.services.profile.set_step("site-rules", {"rules": rules}, on=True)
    show(page, qtbot, "http://h.example/?sid=1")
    model = page.body.ladder.model
    cells = [str(model.index(row, STEP).data()) for row in range(model.rowCount())]
    assert "site-rules (no sid)" in cells
    rows = {row.caption: row.html for row in page.explain("site-rules")}
    assert rows["Because"] == "no sid"
