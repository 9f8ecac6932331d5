"""The Clusters page in the real window: lists are grouped, filtered, decided about, written."""

import gzip
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.bulk import view
from urlinspector.bulk.export import ExportOptions
from urlinspector.bulk.reading import Source
from urlinspector.bulk.representative import Rule
from urlinspector.gui.dialogs.export import ExportDialog
from urlinspector.gui.dialogs.import_preview import ImportDialog
from urlinspector.gui.models.clusters import REPRESENTATIVE, ROWS, TEXTS
from urlinspector.gui.models.members import CHECK, REASON, TEXT
from urlinspector.gui.pages.clusters import ClustersPage
from urlinspector.gui.pages.page import Effect, FilterAsked
from urlinspector.gui.recent_documents import recent_documents
from urlinspector.gui.views.cells import Role
from urlinspector.gui.views.cluster_cells import CheckCell, SignsCell
from urlinspector.url.components import Url
from urlinspector.url.lru import WEIGHTS, StemKind, lru_of


class Driver:
    """The window on the Clusters page, with what a user does."""

    def __init__(self, parts: app.Parts, qtbot: QtBot) -> None:
        self.parts, self.qtbot = parts, qtbot
        self.window = parts.window
        self.window.resize(1440, 900)
        self.window.show_page("clusters")
        self.window.show()
        qtbot.waitExposed(self.window)
        page = self.window.page
        assert isinstance(page, ClustersPage)
        self.page = page
        self.state, self.body = page.state, page.body

    def settle(self, timeout: int = 20_000) -> None:
        self.qtbot.waitUntil(self.page.is_settled, timeout=timeout)

    def after(self, signal: Any, do: Callable[[], Any], timeout: int = 20_000) -> None:
        with self.qtbot.waitSignal(signal, timeout=timeout):
            do()

    def example(self, key: str, profile: str = "seo") -> None:
        self.parts.services.profile.choose(profile)
        self.after(self.state.grouped, lambda: self.page.load_example(key))

    def text(self, row: int, column: int, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.body.clusters_model.index(row, column).data(role)

    def member(self, row: int, column: int, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.body.members_model.index(row, column).data(role)

    def forget(self) -> None:
        """Let the list go without a question at the end."""
        self.state.is_modified = False
        self.state.path = None

    def question(self) -> QMessageBox:
        found = self.window.findChildren(QMessageBox)
        assert found, "no question was asked"
        return found[-1]

    def press(self, words: str) -> None:
        box = self.question()
        button = next(each for each in box.buttons() if each.text().replace("&", "") == words)
        assert isinstance(button, QPushButton)
        button.click()
        self.qtbot.waitUntil(lambda: not box.isVisible())


@pytest.fixture
def clusters(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Any:
    driver = Driver(make_shell(), qtbot)
    yield driver
    driver.forget()


def test_the_ten_spellings_become_one_cluster_with_a_reason_each(clusters: Driver) -> None:
    clusters.example("ten")
    assert clusters.body.clusters_model.rowCount() == 1
    assert clusters.text(0, REPRESENTATIVE) == "http://www.mgal.com/"
    assert clusters.text(0, ROWS) == "10"
    assert clusters.body.members_model.rowCount() == 10
    clusters.settle()
    reasons = [clusters.member(row, REASON, Role.CELL) for row in range(10)]
    assert isinstance(reasons[1], SignsCell)
    assert clusters.member(1, REASON) == "Changes: remove-directory-index"
    assert all(cell.words not in ("", "…") for cell in reasons)
    assert "gone: index.html" in clusters.member(1, TEXT, Qt.ItemDataRole.AccessibleTextRole)
    assert clusters.member(1, TEXT, Role.COPY) == "http://www.mgal.com/index.html"


def test_the_waterfall_ends_at_the_clusters(clusters: Driver) -> None:
    clusters.example("crawl")
    clusters.settle()
    state = clusters.state
    assert state.falls is not None
    assert state.summary is not None
    assert state.summary.distinct - sum(fall.removed for fall in state.falls) == state.summary.clusters
    bars = clusters.body.summary.steps.bars
    assert bars[0].title == "Rows"
    assert bars[-1].high == state.summary.clusters
    assert bars[-2].low == pytest.approx(state.summary.clusters)


def test_a_bar_filters_and_a_second_click_takes_it_back(clusters: Driver) -> None:
    clusters.example("crawl")
    clusters.settle()
    everything = clusters.body.clusters_model.rowCount()
    bar = next(each for each in clusters.body.summary.steps.bars if each.step)
    clusters.after(clusters.state.arranged, lambda: clusters.body.summary.steps.chosen.emit(bar))
    assert clusters.body.filter.text == bar.term
    assert 0 < clusters.body.clusters_model.rowCount() < everything
    clusters.after(clusters.state.arranged, lambda: clusters.body.summary.steps.chosen.emit(bar))
    assert clusters.body.clusters_model.rowCount() == everything


def test_a_filter_that_is_no_pattern_is_said_and_leaves_the_rows(clusters: Driver) -> None:
    clusters.example("crawl")
    count = clusters.body.clusters_model.rowCount()
    clusters.after(clusters.state.filter_refused, lambda: clusters.body.filter.set_text("/(/"))
    assert clusters.body.filter.refusal.isVisible()
    assert clusters.body.clusters_model.rowCount() == count


def test_sorting_is_the_engines_and_keeps_the_chosen_cluster(clusters: Driver) -> None:
    clusters.example("crawl")
    clusters.body.clusters.selectRow(3)
    chosen = clusters.text(3, REPRESENTATIVE)
    clusters.after(clusters.state.arranged, lambda: clusters.body.clusters.sort_asked.emit(ROWS, False))
    sizes = [clusters.body.clusters_model.brief(row).size for row in range(50)]
    assert sizes == sorted(sizes)
    row = clusters.body.clusters.currentIndex().row()
    assert clusters.text(row, REPRESENTATIVE) == chosen
    clusters.after(clusters.state.arranged, lambda: clusters.body.clusters.sort_asked.emit(TEXTS, True))
    texts = [clusters.body.clusters_model.brief(row).texts for row in range(50)]
    assert texts == sorted(texts, reverse=True)


def test_the_order_by_specificity_follows_the_weights_and_is_told(clusters: Driver) -> None:
    clusters.example("crawl")

    def weighted(weights: Mapping[StemKind, int]) -> list[int]:
        found = [clusters.body.clusters_model.brief(row).representative for row in range(60)]
        return [lru_of(Url.parse(text)).specificity(weights).weighted for text in found]

    clusters.after(clusters.state.arranged, clusters.page.sort_by_specificity)
    assert weighted(WEIGHTS) == sorted(weighted(WEIGHTS))
    clusters.settle()
    assert "the most general URLs first" in [each.text for each in clusters.page.status().findings]
    clusters.after(clusters.state.arranged, clusters.page.sort_by_specificity)
    assert weighted(WEIGHTS) == sorted(weighted(WEIGHTS), reverse=True)
    own = {**WEIGHTS, StemKind.HOST: 90, StemKind.PATH: 1}
    kept = {"weights": {kind.value: each for kind, each in own.items()}}
    clusters.after(clusters.state.arranged, lambda: clusters.parts.services.list.keep("entities", kept))
    assert weighted(own) == sorted(weighted(own), reverse=True)
    clusters.after(clusters.state.arranged, lambda: clusters.body.clusters.sort_asked.emit(ROWS, False))
    clusters.settle()
    assert "the most special URLs first" not in [each.text for each in clusters.page.status().findings]
    clusters.forget()


def test_what_is_said_of_a_filter_goes_with_it(clusters: Driver) -> None:
    clusters.example("ten")
    clusters.after(
        clusters.state.arranged, lambda: clusters.page.open_payload(FilterAsked("under:mgal.com", "More."))
    )
    assert clusters.page.said == "More."
    assert clusters.page.said_warning
    clusters.after(clusters.state.arranged, lambda: clusters.body.filter.set_text(""))
    assert clusters.page.said == ""


def test_switching_a_step_off_groups_again(clusters: Driver) -> None:
    clusters.example("ten")
    profile = clusters.parts.services.profile
    clusters.after(clusters.state.grouped, lambda: profile.set_on("remove-www", False))
    assert clusters.body.clusters_model.rowCount() == 2
    clusters.after(clusters.state.grouped, profile.undo)
    assert clusters.body.clusters_model.rowCount() == 1


def test_the_dock_tells_rows_merges_and_what_is_off(clusters: Driver) -> None:
    clusters.example("ten")
    clusters.settle()
    effects = clusters.page.step_effects()
    assert [column.name for column in effects.columns][:2] == ["rows changed", "merges"]
    assert effects.cells["remove-www"][1].text == "1"
    assert effects.of("remove-www") is Effect.CHANGED
    assert effects.of("remove-query") is Effect.NOTHING
    assert "1 merge" in clusters.page.explain("remove-www")[0].html


def test_the_rule_of_a_site_that_merged_is_named_by_a_row_and_in_the_explanation(
    clusters: Driver,
) -> None:
    clusters.example("ten")
    clusters.settle()
    rules = [{"name": "no www here", "scope": "www.mgal.com", "host": "mgal.com"}]
    profile = clusters.parts.services.profile
    clusters.after(clusters.state.grouped, lambda: profile.choose("rfc3986"))
    assert profile.set_step("site-rules", {"rules": rules}, on=True)
    clusters.settle()
    members, named = clusters.body.members_model, 0
    for row in range(clusters.body.clusters_model.rowCount()):
        clusters.body.clusters.selectRow(row)
        clusters.settle()
        reasons = [str(clusters.member(each, REASON)) for each in range(members.rowCount())]
        if any("site-rules (no www here)" in each for each in reasons):
            named += 1
            (because,) = (
                each for each in clusters.page.explain("site-rules") if each.caption == "Merged because"
            )
            assert because.html == "no www here"
    assert named


def test_leaving_out_splitting_and_taking_back(clusters: Driver) -> None:
    clusters.example("ten")
    box = clusters.body.members_model.index(4, CHECK)
    clusters.after(clusters.state.grouped, lambda: clusters.body.members.check_asked.emit(box))
    assert clusters.text(0, ROWS) == "9"
    rows = [clusters.member(row, CHECK, Role.CELL) for row in range(10)]
    assert [cell.checked for cell in rows if isinstance(cell, CheckCell)].count(False) == 1
    clusters.body.members.selectRow(2)
    clusters.after(clusters.state.grouped, clusters.page.decisions.split_off)
    assert clusters.body.clusters_model.rowCount() == 2
    for _ in range(2):
        clusters.after(clusters.state.grouped, clusters.page.decisions.undo)
    assert clusters.body.clusters_model.rowCount() == 1
    assert clusters.text(0, ROWS) == "10"
    assert not clusters.state.decisions


def test_a_representative_by_hand_and_by_rule(clusters: Driver) -> None:
    clusters.example("ten")
    clusters.body.members.selectRow(5)
    clusters.after(clusters.state.grouped, clusters.page.decisions.make_representative)
    assert clusters.text(0, REPRESENTATIVE) == "http://mgal.com/"
    clusters.after(clusters.state.grouped, clusters.page.decisions.undo)
    clusters.after(clusters.state.grouped, lambda: clusters.state.set_rule(Rule("shortest")))
    assert clusters.text(0, REPRESENTATIVE) == "http://mgal.com"


def test_decisions_hold_when_the_profile_changes(clusters: Driver) -> None:
    clusters.example("ten")
    clusters.body.members.selectRow(1)
    clusters.after(clusters.state.grouped, clusters.page.decisions.exclude)
    profile = clusters.parts.services.profile
    clusters.after(clusters.state.grouped, lambda: profile.set_on("remove-fragment", False))
    assert clusters.state.summary is not None
    assert clusters.state.summary.excluded == 1


def test_a_note_and_ignoring(clusters: Driver) -> None:
    clusters.example("crawl")
    text = clusters.text(0, REPRESENTATIVE, Role.COPY)
    clusters.after(clusters.state.grouped, lambda: clusters.page.decisions.set_note(text, "look again"))
    assert clusters.body.clusters_model.brief(0).note == "look again"
    clusters.body.clusters.selectRow(0)
    clusters.after(clusters.state.grouped, clusters.page.decisions.ignore)
    clusters.after(clusters.state.arranged, lambda: clusters.body.filter.set_text("ignored:"))
    assert clusters.body.clusters_model.rowCount() == 1


def test_joining_clusters_and_moving_rows(clusters: Driver) -> None:
    clusters.example("crawl")
    before = clusters.body.clusters_model.rowCount()
    clusters.body.clusters.selectRow(0)
    clusters.body.clusters.selectionModel().select(
        clusters.body.clusters_model.index(1, 0),
        clusters.body.clusters.selectionModel().SelectionFlag.Select
        | clusters.body.clusters.selectionModel().SelectionFlag.Rows,
    )
    clusters.after(clusters.state.grouped, clusters.page.decisions.merge_clusters)
    assert clusters.body.clusters_model.rowCount() == before - 1
    clusters.after(clusters.state.grouped, clusters.page.decisions.undo)
    assert clusters.body.clusters_model.rowCount() == before
    # Two rows of the first cluster go to the second, and come back.
    clusters.body.clusters.selectRow(0)
    sizes = [int(clusters.text(row, ROWS)) for row in (0, 1)]
    texts = {clusters.body.members_model.brief(row).text for row in (1, 2)}
    clusters.body.members.selectRow(1)
    clusters.body.members.selectionModel().select(
        clusters.body.members_model.index(2, 0),
        clusters.body.members.selectionModel().SelectionFlag.Select
        | clusters.body.members.selectionModel().SelectionFlag.Rows,
    )
    clusters.page.decisions.mark_to_move()
    assert str(len(texts)) in clusters.page.said
    anchor = clusters.body.clusters_model.brief(1).representative
    clusters.body.clusters.selectRow(1)
    assert clusters.page.decisions.can_move_here
    clusters.after(clusters.state.grouped, clusters.page.decisions.move_here)
    assert not clusters.page.decisions.can_move_here
    found = clusters.state.clustering
    assert found is not None
    home = {row: view.text_of(found, row) for row in range(found.count)}
    there = next(row for row, text in home.items() if text == anchor)
    assert texts <= set(view.texts_in_clusters(found, [there]))
    clusters.after(clusters.state.grouped, clusters.page.decisions.undo)
    assert [int(clusters.text(row, ROWS)) for row in (0, 1)] == sizes


def test_too_many_rows_for_one_decision_are_refused_with_a_word(
    clusters: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    clusters.example("ten")
    monkeypatch.setattr("urlinspector.gui.pages.clusters_decisions.MOST_DECIDED", 3)
    clusters.body.members.selectAll()
    clusters.page.decisions.split_off()
    assert "at most 3" in clusters.page.said
    assert clusters.page.said_warning
    assert not clusters.state.decisions


def test_parameters_are_listed_and_dropped(clusters: Driver) -> None:
    clusters.example("crawl", "safe")
    clusters.page.show_lower(1)
    clusters.settle()
    model = clusters.body.parameters_model
    names = [model.parameter(row).name for row in range(model.rowCount())]
    assert "gclid" in names
    merges = clusters.state.parameter_impacts["gclid"].merges
    assert merges > 0
    before = clusters.body.clusters_model.rowCount()
    link = model.index(names.index("gclid"), model.columnCount() - 1)
    clusters.after(clusters.state.grouped, lambda: clusters.body.parameters.link_activated.emit(link))
    assert clusters.body.clusters_model.rowCount() == before - merges


def test_rows_that_are_no_urls_are_set_aside(clusters: Driver) -> None:
    clusters.example("crawl")
    clusters.page.show_set_aside()
    assert clusters.body.members_model.rowCount() == 1
    assert clusters.member(0, TEXT) == "(not set)"
    assert clusters.member(0, REASON)


def test_credentials_are_masked(clusters: Driver) -> None:
    clusters.example("crawl")
    clusters.after(clusters.state.arranged, lambda: clusters.body.filter.set_text("intranet"))
    assert "secret" not in clusters.text(0, REPRESENTATIVE)
    assert "secret" not in clusters.member(0, TEXT)
    assert "secret" not in clusters.member(0, TEXT, Role.COPY)


def test_a_pasted_list_never_meets_a_text_widget(clusters: Driver) -> None:
    lines = "\n".join(f"http://example.com/{number % 70_000}" for number in range(100_000))
    QGuiApplication.clipboard().setText(lines)
    clusters.after(clusters.state.grouped, clusters.page.paste_list)
    assert clusters.state.summary is not None
    assert clusters.state.summary.rows == 100_000
    assert clusters.body.clusters_model.rowCount() == 70_000
    clusters.body.clusters.selectAll()
    assert clusters.body.clusters.chosen_count() == 70_000
    QGuiApplication.clipboard().clear()


def test_a_file_without_any_url_takes_the_place_of_a_list(clusters: Driver, tmp_path: Path) -> None:
    clusters.example("ten")
    clusters.settle()
    clusters.body.clusters.selectRow(1)
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,\nthere is nothing here.\n")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    clusters.after(clusters.state.grouped, lambda: clusters.page.accept_drop(mime))
    clusters.settle()
    assert clusters.body.clusters_model.rowCount() == 0
    assert clusters.body.members_model.rowCount() == 0


def test_find_without_a_list_goes_where_one_begins(clusters: Driver) -> None:
    clusters.window.find_on_page()
    assert clusters.page.empty.open_button.hasFocus()


def test_files_are_dropped_on_the_window(clusters: Driver, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("http://a.example/\nHTTP://a.example/\n")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    clusters.after(clusters.state.grouped, lambda: clusters.page.accept_drop(mime))
    assert clusters.text(0, ROWS) == "2"


BAD = {
    "binary.txt": bytes(range(256)) * 400,
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(2000),
    "cut.gz": gzip.compress(b"http://a.example/\n" * 50)[:10],
    "empty.txt": b"",
    "blank.txt": b"\n\n  \n",
    "long.txt": b"a" * (3 << 20),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_ends_in_a_message_and_the_list_stays(clusters: Driver, tmp_path: Path, name: str) -> None:
    clusters.example("ten")
    path = tmp_path / name
    path.write_bytes(BAD[name])
    clusters.after(clusters.state.failed, lambda: clusters.page.open_paths([path]))
    assert name in clusters.question().text()
    clusters.press("Close")
    assert clusters.text(0, ROWS) == "10"


def test_a_file_that_is_read_in_part_says_so(clusters: Driver, tmp_path: Path) -> None:
    path = tmp_path / "cut.txt.gz"
    data = gzip.compress(("\n".join(f"http://a.example/{n * 7919}" for n in range(5000))).encode())
    path.write_bytes(data[: len(data) // 2])
    clusters.after(clusters.state.grouped, lambda: clusters.page.open_paths([path]))
    assert clusters.page.said_warning
    assert "cut.txt.gz" in clusters.page.said


def test_a_table_with_ragged_rows_and_nul_bytes(clusters: Driver, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(
        b"URL,Status\nhttp://a.example/,200\nhttp://a.example/,404,extra\nhttp://b.example/\x00x\n"
    )
    clusters.after(clusters.state.grouped, lambda: clusters.page.open_paths([path]))
    assert clusters.body.members_model.columnCount() >= 5
    assert clusters.state.summary is not None
    assert clusters.state.summary.rows == 3


def test_cancel_leaves_the_list_that_was_there(clusters: Driver, tmp_path: Path) -> None:
    clusters.example("ten")
    path = tmp_path / "a.txt"
    path.write_text("\n".join(f"http://h{n}.example/{n}?a={n}#x" for n in range(200_000)))
    clusters.page.open_paths([path])
    clusters.qtbot.waitUntil(lambda: clusters.state.running is not None and bool(clusters.state.running.text))
    clusters.window.cancel()
    assert clusters.state.running is None
    assert clusters.text(0, ROWS) == "10"
    clusters.settle()
    assert clusters.text(0, ROWS) == "10"


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".xlsx", ".html"])
def test_exports_are_written_in_the_background(clusters: Driver, tmp_path: Path, suffix: str) -> None:
    clusters.example("ten")
    path = tmp_path / f"out{suffix}"
    clusters.after(clusters.state.exported, lambda: clusters.state.export(path, ExportOptions()))
    assert path.stat().st_size > 50
    assert path.name in clusters.page.said


def test_the_export_dialog_offers_what_the_list_allows(clusters: Driver) -> None:
    clusters.example("ten")
    clusters.page.files.export("members")
    dialog = clusters.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    assert dialog.options().what == "members"
    assert not dialog.options().show_credentials
    assert not dialog.columns.isEnabled()
    assert dialog.rows_label.text() == "10 rows"
    dialog.reject()


def test_a_document_keeps_list_decisions_and_profile(clusters: Driver, tmp_path: Path) -> None:
    clusters.example("ten")
    clusters.body.members.selectRow(1)
    clusters.after(clusters.state.grouped, clusters.page.decisions.exclude)
    path = tmp_path / "a.urlinspector"
    clusters.after(clusters.state.document_changed, lambda: clusters.state.save(path, "saving"))
    clusters.qtbot.waitUntil(lambda: not clusters.state.is_modified)
    clusters.after(clusters.state.grouped, clusters.state.close_list)
    clusters.parts.services.profile.choose("safe")
    clusters.after(clusters.state.grouped, lambda: clusters.page.open_paths([path]))
    clusters.settle()
    assert clusters.parts.services.profile.profile.name == "seo"
    assert clusters.text(0, ROWS) == "9"
    assert not clusters.state.is_modified
    assert path in recent_documents(clusters.page.services.settings)


def test_closing_asks_where_decisions_would_be_lost(clusters: Driver) -> None:
    clusters.example("ten")
    assert clusters.page.may_close()
    clusters.body.members.selectRow(1)
    clusters.after(clusters.state.grouped, clusters.page.decisions.exclude)
    assert not clusters.window.close()
    clusters.press("Cancel")
    assert clusters.window.isVisible()
    clusters.after(clusters.state.grouped, clusters.page.decisions.undo)


def test_a_row_opens_in_inspect(clusters: Driver) -> None:
    clusters.example("ten")
    clusters.body.members.selectRow(2)
    clusters.page.inspect_row()
    assert clusters.window.current_key == "inspect"
    clusters.window.show_page("clusters")


def test_every_cell_has_words(clusters: Driver) -> None:
    clusters.example("crawl")
    clusters.settle()
    role = Qt.ItemDataRole.AccessibleTextRole
    for model in (clusters.body.clusters_model, clusters.body.members_model):
        for row in range(5):
            for column in range(model.columnCount()):
                index = model.index(row, column, QModelIndex())
                cell = index.data(Role.CELL)
                if cell is not None and (cell.words or cell.url is not None):
                    assert index.data(role), (row, column)


def test_pages_that_are_hidden_group_when_they_are_shown(clusters: Driver) -> None:
    clusters.example("ten")
    clusters.window.show_page("inspect")
    clusters.parts.services.profile.set_on("remove-www", False)
    assert clusters.body.clusters_model.rowCount() == 1
    clusters.after(clusters.state.grouped, lambda: clusters.window.show_page("clusters"))
    assert clusters.body.clusters_model.rowCount() == 2


def test_a_file_is_opened_with_options_after_a_look_at_its_first_rows(
    clusters: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    rows = "".join(f"http://old.example/{n},http://новый.example/{n}\n" for n in range(40))
    path.write_bytes(f"Old,New\n{rows}".encode("cp1251"))
    dialog = ImportDialog(clusters.page.services, [Source.file(path)], clusters.page)
    dialog.chosen.connect(clusters.page.read)
    dialog.open()
    clusters.qtbot.waitUntil(lambda: dialog.column.count() == 3)

    def cell(row: int, column: int) -> str:
        item = dialog.table.item(row, column)
        return "" if item is None else item.text()

    assert cell(0, 1) == "http://old.example/0"
    dialog.column.setCurrentIndex(dialog.column.findData("New"))
    dialog.encoding.setCurrentIndex(dialog.encoding.findData("windows-1251"))
    dialog.encoding.activated.emit(dialog.encoding.currentIndex())
    clusters.qtbot.waitUntil(lambda: cell(0, 1) == "http://новый.example/0")
    assert cell(0, 0) == "2"
    assert dialog.said.text() == "a.csv is read as: Table, cp1251, column “New”"
    clusters.after(clusters.state.grouped, dialog.buttons.button(QDialogButtonBox.StandardButton.Open).click)
    assert clusters.state.clustering is not None
    assert list(clusters.state.clustering.table.column_names) == ["Old"]
    assert "новый" in clusters.text(0, REPRESENTATIVE) or "xn--" in clusters.text(0, REPRESENTATIVE)
