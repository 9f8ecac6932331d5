"""The Rules page in the real window: learning, accepting, writing, importing, and all of it undone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.pages.rules import RulesPage
from urlinspector.gui.pages.rules_imported import ImportedDialog
from urlinspector.normalize.site_rules import DropParameters, Scope, SiteRule
from urlinspector.normalize.site_rules.compiled import RuleSet
from urlinspector.normalize.site_rules.toml import read_rules
from urlinspector.rules.preview import preview

Left = Qt.MouseButton.LeftButton
EXPECTED = {
    ("shop.example.com", "drop sid"),
    ("forum.example.org", "drop ref"),
    ("news.example.com", "/story?id=N is /story_N"),
    ("news.example.com", "strip /m at the start"),
}
DECOYS = ("lang", "view")


class Driver:
    """The window on the Rules page, with what a user does."""

    def __init__(self, parts: app.Parts, qtbot: QtBot) -> None:
        self.parts, self.qtbot, self.window = parts, qtbot, parts.window
        self.window.resize(1440, 900)
        self.window.show_page("rules")
        self.window.show()
        qtbot.waitExposed(self.window)
        page = self.window.page
        assert isinstance(page, RulesPage)
        self.page, self.state = page, page.state
        self.profile = parts.services.profile

    def settle(self) -> None:
        self.qtbot.waitUntil(self.page.is_settled, timeout=60_000)

    def learn_example(self) -> None:
        self.page.load_example()
        self.qtbot.waitUntil(lambda: self.state.result is not None, timeout=60_000)
        assert self.window.page is self.page

    def proposal(self, words: str) -> int:
        return next(at for at, each in enumerate(self.page.learnt.shown) if each.in_words == words)

    def forget(self) -> None:
        clusters: Any = self.window.stack.pages.get("clusters")
        if clusters is not None:
            clusters.state.is_modified = False
            clusters.state.path = None


@pytest.fixture
def rules(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Any:
    driver = Driver(make_shell(), qtbot)
    yield driver
    driver.forget()


def test_titles_over_figures_stand_right_as_the_figures_do(rules: Driver) -> None:
    rules.learn_example()
    rules.page.learnt.all_button.click()
    rules.settle()
    model, role = rules.page.listed.model, Qt.ItemDataRole.TextAlignmentRole
    across = Qt.Orientation.Horizontal
    right = [at for at in range(model.columnCount()) if model.headerData(at, across, role) is not None]
    assert [model.headerData(at, across) for at in right] == ["Rows", "Merges", "⚠"]
    for row in range(model.rowCount()):
        told = [at for at in range(model.columnCount()) if model.index(row, at).data(role) is not None]
        assert told == right


def test_without_a_list_it_says_what_to_do(rules: Driver) -> None:
    assert not rules.page.head.learn_button.isEnabled()
    rules.page.learn()
    assert "Clusters" in rules.page.said


def test_the_example_teaches_its_rules_and_no_decoy(rules: Driver) -> None:
    rules.learn_example()
    found = {(str(each.scope), each.in_words) for each in rules.state.proposals}
    assert found >= EXPECTED
    assert all(each.auto for each in rules.state.proposals if (str(each.scope), each.in_words) in EXPECTED)
    assert not any(name in words for _, words in found for name in DECOYS)
    cards = rules.page.learnt.cards
    cards.choose(rules.proposal("drop sid"))
    card = cards.model_.card(cards.currentIndex().row())
    assert card.title == "drop sid"
    assert "400 agree, 0 disagree" in card.figures
    asked: list[tuple[str, object]] = []
    rules.page.open_requested.connect(lambda key, what: asked.append((key, what)))
    rules.qtbot.mouseClick(cards.compare_button, Left)
    (key, pair), *_ = asked
    assert key == "compare"
    assert all("shop.example.com" in text for text in pair)  # type: ignore[attr-defined]


def test_accepted_rules_are_in_the_profile_and_undo_takes_them_out(rules: Driver) -> None:
    rules.learn_example()
    rules.qtbot.mouseClick(rules.page.learnt.all_button, Left)
    assert {(str(rule.scope), rule.in_words) for rule in rules.profile.profile.rules} >= EXPECTED
    outcome = rules.profile.profile.outcome("https://news.example.com/m/story?id=7")
    assert outcome.canonical == "https://news.example.com/story_7"
    assert not any(each.auto for each in rules.state.proposals)
    rules.qtbot.waitUntil(lambda: len(rules.state.previews) == len(rules.state.rules), timeout=60_000)
    figures = {rule.in_words: rules.state.previews[rule.name] for rule in rules.state.rules}
    assert figures["drop sid"].merges == 800
    assert figures["drop sid"].suspicious == 0
    rules.profile.undo()
    assert not rules.profile.profile.rules
    assert {(str(each.scope), each.in_words) for each in rules.state.proposals} >= EXPECTED


def test_a_rejected_proposal_stays_away_until_it_is_brought_back(rules: Driver) -> None:
    rules.learn_example()
    rules.page.learnt.cards.choose(rules.proposal("drop sid"))
    rules.qtbot.mouseClick(rules.page.learnt.cards.reject_button, Left)
    assert not any(each.in_words == "drop sid" for each in rules.page.learnt.shown)
    rules.state.learn(None, 5)
    rules.qtbot.waitUntil(lambda: not rules.state.is_mining, timeout=60_000)
    assert not any(each.in_words == "drop sid" for each in rules.page.learnt.shown)
    rules.qtbot.mouseClick(rules.page.learnt.back_button, Left)
    assert any(each.in_words == "drop sid" for each in rules.page.learnt.shown)


def test_a_rule_by_hand_is_tried_before_it_is_kept(rules: Driver) -> None:
    rules.learn_example()
    rules.page.new_rule()
    editor = rules.page.editor
    editor.scope.setText("shop.example.com")
    editor.first.setText("view")
    editor.try_now()
    rules.qtbot.waitUntil(lambda: rules.state.test is not None, timeout=60_000)
    found = rules.state.test
    assert found is not None
    rule = SiteRule(Scope.parse("shop.example.com"), DropParameters(("view",)))
    clustering = rules.state.clustering
    wanted = preview(clustering, rule)
    assert (found.changed, found.merges, found.suspicious) == wanted[1:4]
    assert found.suspicious == found.merges > 0
    assert "suspicious" in editor.result.text()
    assert editor.model.rowCount() > 0
    rules.qtbot.mouseClick(editor.keep_button, Left)
    assert [each.in_words for each in rules.profile.profile.rules] == ["drop view"]
    assert not editor.isVisible()


def test_a_bad_pattern_is_refused_with_its_place(rules: Driver) -> None:
    rules.page.new_rule()
    editor = rules.page.editor
    editor.kind.setCurrentIndex(editor.kind.findData("replace"))
    editor.kind.activated.emit(editor.kind.currentIndex())
    editor.scope.setText("a.example")
    editor.first.setText("/a(b")
    editor.second.setText("/c")
    editor.try_now()
    assert editor.error.isVisible()
    assert editor.error.text().startswith("replace")
    assert not editor.keep_button.isEnabled()
    editor.expires.setText("soon")
    editor.first.setText("/a")
    editor.try_now()
    assert editor.error.text().startswith("expires")


def test_rules_are_switched_moved_edited_and_deleted(rules: Driver) -> None:
    made = [SiteRule(Scope.parse(f"{host}.example"), DropParameters(("a",))) for host in ("one", "two")]
    rules.state.add(made)
    listed = rules.page.listed
    listed.table.check_asked.emit(listed.model.index(0, 0))
    assert [rule.enabled for rule in rules.state.rules] == [False, True]
    listed.table.selectRow(0)
    rules.qtbot.mouseClick(listed.down_button, Left)
    assert [str(rule.scope) for rule in rules.state.rules] == ["two.example", "one.example"]
    assert listed.chosen is not None
    assert str(listed.chosen.scope) == "one.example"
    rules.qtbot.mouseClick(listed.edit_button, Left)
    rules.page.editor.first.setText("a, b")
    rules.qtbot.mouseClick(rules.page.editor.keep_button, Left)
    assert rules.state.rules[1].in_words == "drop a, b"
    assert not rules.state.rules[1].enabled
    listed.table.selectAll()
    rules.qtbot.mouseClick(listed.delete_button, Left)
    assert list(rules.state.rules) == []
    rules.profile.undo()
    assert len(rules.state.rules) == 2


def test_rules_are_saved_and_opened_again(rules: Driver, tmp_path: Path) -> None:
    rules.state.add([SiteRule(Scope.parse("one.example"), DropParameters(("a",)))])
    path = tmp_path / "rules.toml"
    rules.page._on_save_chosen([path])
    assert read_rules(path.read_text("utf-8")) == rules.state.rules
    rules.state.set_rules(())
    rules.page._on_rules_chosen([path])
    assert [rule.in_words for rule in rules.state.rules] == ["drop a"]


def test_a_file_of_another_program_is_shown_before_it_is_taken(rules: Driver, tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    provider = {"urlPattern": r"^https?:\/\/(?:[a-z0-9-]+\.)*?example\.com", "rules": ["sid", "(bad"]}
    path.write_text(json.dumps({"providers": {"example": provider}}))
    with rules.qtbot.waitSignal(rules.state.imported, timeout=20_000):
        rules.state.import_file(path, "")
    dialog = rules.page.findChild(ImportedDialog)
    assert isinstance(dialog, ImportedDialog)
    assert "ClearURLs" in dialog.licence.text()
    assert dialog.left_model.rowCount() == 1
    assert list(rules.state.rules) == []
    dialog.buttons.accepted.emit()
    assert [rule.in_words for rule in rules.state.rules] == ["drop sid"]
    assert rules.state.rules[0].source == "imported"


def test_a_query_filter_is_taken_over_with_its_exceptions(rules: Driver, tmp_path: Path) -> None:
    path = tmp_path / "query-filter.json"
    entry = {"include": ["*://*.example.com/*"], "exclude": ["*://api.example.com/*"], "params": ["igsh"]}
    path.write_text(json.dumps([entry, {**entry, "include": ["ftp://x/*"]}], indent=4))
    with rules.qtbot.waitSignal(rules.state.imported, timeout=20_000):
        rules.state.import_file(path, "")
    dialog = rules.page.findChild(ImportedDialog)
    assert isinstance(dialog, ImportedDialog)
    assert "Brave" in dialog.licence.text()
    assert dialog.left_model.rowCount() == 1
    dialog.buttons.accepted.emit()
    (rule,) = rules.state.rules
    assert (rule.in_words, str(rule.scope), rule.source) == ("drop igsh", "*.example.com", "imported")
    apply = RuleSet([rule]).apply
    assert apply("http://www.example.com/?igsh=1") == "http://www.example.com/"
    assert apply("http://api.example.com/?igsh=1") == "http://api.example.com/?igsh=1"


def test_a_search_that_is_stopped_gives_what_it_has(rules: Driver) -> None:
    rules.learn_example()
    rules.state.learn(None, 5)
    assert rules.page.status().progress is not None
    assert rules.page.head.cancel_button.isVisible()
    rules.page.cancel()
    rules.qtbot.waitUntil(lambda: not rules.state.is_mining, timeout=60_000)
    assert rules.state.result is not None
    assert rules.page.head.learn_button.isVisible()


def test_an_import_that_fails_does_not_end_the_search(rules: Driver, tmp_path: Path) -> None:
    rules.learn_example()
    rules.state.learn(None, 5)
    rules.state._on_failed(OSError(2, "No such file"))
    assert rules.state.is_mining
    assert rules.page.head.cancel_button.isVisible()
    rules.qtbot.waitUntil(lambda: not rules.state.is_mining, timeout=60_000)


def test_a_search_of_the_list_before_says_nothing_of_the_next(rules: Driver) -> None:
    rules.learn_example()
    rules.state.learn(None, 5)
    rules.state.forget()
    assert not rules.state.is_mining
    assert rules.page.head.learn_button.isVisible()
    rules.settle()
    assert rules.state.result is None


def test_a_rule_edited_into_another_still_replaces_itself(rules: Driver) -> None:
    made = [SiteRule(Scope.parse(f"{host}.example"), DropParameters(("a",))) for host in ("one", "two")]
    rules.state.add(made)
    rules.page.edit_rule(rules.state.rules[0])
    rules.page.editor.scope.setText("two.example")
    rules.qtbot.mouseClick(rules.page.editor.keep_button, Left)
    assert [str(rule.scope) for rule in rules.state.rules] == ["two.example", "two.example"]
    assert len({rule.name for rule in rules.state.rules}) == 2


def test_rules_that_no_file_can_hold_are_told_of(rules: Driver, tmp_path: Path) -> None:
    rules.state.add([SiteRule(Scope.parse("one.example"), DropParameters(("a\udcff",)))])
    rules.page._on_save_chosen([tmp_path / "rules.toml"])
    assert "cannot be written" in rules.page.said
    assert list(tmp_path.iterdir()) == []


def test_a_file_nested_too_deeply_is_refused(rules: Driver, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000)
    with rules.qtbot.waitSignal(rules.state.failed, timeout=20_000) as said:
        rules.state.import_file(path, "")
    assert "not JSON" in said.args[0]


def test_rules_of_a_step_that_is_off_stay(rules: Driver) -> None:
    one, two = (SiteRule(Scope.parse(f"{host}.example"), DropParameters(("a",))) for host in ("one", "two"))
    rules.state.add([one])
    rules.profile.set_on("site-rules", False)
    assert [str(rule.scope) for rule in rules.state.rules] == ["one.example"]
    assert "off" in rules.page.listed.bar.note.whole
    rules.state.add([two])
    assert [str(rule.scope) for rule in rules.profile.profile.rules] == ["one.example", "two.example"]
    rules.profile.undo()
    assert not rules.profile.profile.rules
    assert [str(rule.scope) for rule in rules.state.rules] == ["one.example"]
    rules.profile.undo()
    assert [str(rule.scope) for rule in rules.profile.profile.rules] == ["one.example"]


def test_rules_that_were_deleted_or_undone_do_not_come_back(rules: Driver) -> None:
    made = [SiteRule(Scope.parse("one.example"), DropParameters(("a",)))]
    rules.state.add(made)
    rules.profile.undo()
    assert list(rules.state.rules) == []
    rules.profile.redo()
    rules.state.remove([rules.state.rules[0].name])
    assert list(rules.state.rules) == []
    rules.profile.set_on("site-rules", True)
    assert list(rules.state.rules) == []
    rules.profile.undo()
    rules.profile.undo()
    assert len(rules.state.rules) == 1
    rules.profile.set_on("site-rules", False)
    rules.state.remove([rules.state.rules[0].name])
    assert list(rules.state.rules) == []
    rules.profile.undo()
    assert len(rules.state.rules) == 1
    assert not rules.state.is_on


def test_the_example_is_learnt_from_also_while_another_list_is_searched(rules: Driver) -> None:
    rules.learn_example()
    rules.state.learn(None, 5)
    rules.page.load_example()
    rules.qtbot.waitUntil(
        lambda: not rules.state.is_mining and rules.state.result is not None, timeout=60_000
    )
    assert {(str(each.scope), each.in_words) for each in rules.state.proposals} >= EXPECTED


def test_an_empty_page_says_what_to_do_and_its_links_do_it(rules: Driver) -> None:
    page = rules.page
    assert page.empty.isVisible()
    assert not page.learnt.isVisible()
    rules.qtbot.mouseClick(page.empty.new_button, Left)
    assert page.editor.isVisible()
    assert not page.empty.isVisible()
    rules.qtbot.mouseClick(page.editor.discard_button, Left)
    assert page.empty.isVisible()
    rules.qtbot.mouseClick(page.empty.example_button, Left)
    rules.qtbot.waitUntil(lambda: rules.state.result is not None, timeout=60_000)
    assert page.learnt.cards.isVisible()
    assert rules.window.page is page


def test_a_list_is_pasted_from_the_empty_page(rules: Driver) -> None:
    QGuiApplication.clipboard().setText("http://a.example/?s=1\nhttp://a.example/?s=2\n")
    rules.qtbot.mouseClick(rules.page.empty.paste_button, Left)
    rules.qtbot.waitUntil(lambda: rules.state.clustering is not None, timeout=60_000)
    assert rules.window.page is rules.page
    assert rules.page.learnt.isVisible()


def test_a_url_that_the_page_is_given_begins_a_rule_for_its_site(rules: Driver) -> None:
    rules.window.open("rules", "http://shop.example.com/a?b=c")
    assert rules.page.editor.isVisible()
    assert rules.page.editor.scope.text() == "shop.example.com"
    assert "shop.example.com" in rules.page.said
    rules.window.open("rules", "mailto:a@b.example")
    assert "no host" in rules.page.said


def test_a_test_is_dropped_at_the_next_keystroke_and_done_again_under_another_profile(rules: Driver) -> None:
    rules.learn_example()
    rules.page.new_rule()
    editor = rules.page.editor
    rules.qtbot.keyClicks(editor.scope, "shop.example.com")
    rules.qtbot.keyClicks(editor.first, "view")
    assert "Trying" in editor.result.text()
    rules.qtbot.waitUntil(lambda: rules.state.test is not None, timeout=60_000)
    first = rules.state.test
    assert first is not None
    assert first.changed > 0
    rules.qtbot.keyClicks(editor.first, "x")
    assert rules.state.test is None
    assert "Trying" in editor.result.text()
    rules.qtbot.keyClick(editor.first, Qt.Key.Key_Backspace)
    rules.qtbot.waitUntil(lambda: rules.state.test is not None, timeout=60_000)
    rules.profile.set_on("remove-query", True)
    assert rules.state.test is None
    rules.qtbot.waitUntil(lambda: rules.state.test is not None, timeout=60_000)
    assert rules.state.test is not None
    assert rules.state.test.merges == 0
    rules.profile.undo()
    rules.qtbot.waitUntil(lambda: rules.state.test is not None, timeout=60_000)
    assert (rules.state.test.changed, rules.state.test.merges) == (first.changed, first.merges)


def test_a_rule_is_kept_also_when_what_it_replaces_was_undone(rules: Driver) -> None:
    rules.state.add([SiteRule(Scope.parse("one.example"), DropParameters(("a",)))])
    rules.page.edit_rule(rules.state.rules[0])
    rules.profile.undo()
    assert rules.page.editor.isVisible()
    rules.page.editor.first.setText("b")
    rules.qtbot.mouseClick(rules.page.editor.keep_button, Left)
    assert [rule.in_words for rule in rules.state.rules] == ["drop b"]


def test_proposals_are_accepted_rejected_and_edited_while_another_search_runs(rules: Driver) -> None:
    rules.learn_example()
    learnt = rules.page.learnt
    rules.state.learn(None, 5)
    learnt.cards.choose(rules.proposal("drop sid"))
    rules.qtbot.mouseClick(learnt.cards.accept_button, Left)
    learnt.cards.choose(rules.proposal("drop ref"))
    rules.qtbot.mouseClick(learnt.cards.reject_button, Left)
    learnt.cards.choose(rules.proposal("strip /m at the start"))
    rules.qtbot.mouseClick(learnt.cards.edit_button, Left)
    assert rules.page.editor.isVisible()
    assert rules.state.is_mining
    rules.qtbot.waitUntil(lambda: not rules.state.is_mining, timeout=60_000)
    assert [rule.in_words for rule in rules.state.rules] == ["drop sid"]
    assert not {"drop sid", "drop ref"} & {each.in_words for each in learnt.shown}
    assert rules.page.editor.first.text() == "/m"


def test_a_window_that_closes_ends_the_search(rules: Driver) -> None:
    rules.learn_example()
    rules.state.learn(None, 5)
    assert rules.parts.services.runner.is_busy
    rules.forget()
    with rules.qtbot.waitSignal(rules.parts.shutdown.finished, timeout=30_000):
        rules.window.close()
    assert not rules.parts.services.runner.is_busy
    assert not rules.parts.services.runner._threads
    rules.state.learn(None, 5)
    assert not rules.parts.services.runner.is_busy


def test_two_hundred_rules_are_listed_and_one_is_switched(rules: Driver) -> None:
    made = [SiteRule(Scope.parse(f"h{at}.example"), DropParameters((f"a{at}",))) for at in range(200)]
    rules.state.add(made)
    listed = rules.page.listed
    assert listed.model.rowCount() == 200
    listed.table.selectRow(150)
    listed.table.check_asked.emit(listed.model.index(150, 0))
    assert [at for at, rule in enumerate(rules.state.rules) if not rule.enabled] == [150]
    assert listed.chosen == rules.state.rules[150]


def test_everything_is_done_with_keys(rules: Driver) -> None:
    rules.learn_example()
    page, cards = rules.page, rules.page.learnt.cards
    page.next_pane()
    assert cards.hasFocus() or page.listed.table.hasFocus()
    cards.setFocus()
    rules.qtbot.keyClick(cards, Qt.Key.Key_Tab)
    assert cards.accept_button.hasFocus()
    first = cards.chosen
    rules.qtbot.keyClick(cards.accept_button, Qt.Key.Key_Space)
    assert first is not None
    assert [rule.in_words for rule in rules.state.rules] == [first.in_words]
    assert cards.accept_button.hasFocus()
    assert cards.chosen is not first
