"""Proposals as cards in the real window: walked by keys, opened, accepted, and many of them."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.gui.pages.test_rules import Driver
from urlinspector import app
from urlinspector.gui.models.rules_cards import make_card
from urlinspector.gui.state.rule_filter import filter_of_rule
from urlinspector.gui.views.diff_text import merged
from urlinspector.normalize.diff import diff
from urlinspector.normalize.site_rules import DropParameters, Rewrite, Scope, SiteRule
from urlinspector.normalize.site_rules.toml import read_rules
from urlinspector.rules.mining import Example, MiningResult, Proposal
from urlinspector.rules.mining.proposal import Kept, Reduction

Left = Qt.MouseButton.LeftButton
Key = Qt.Key


@pytest.fixture
def rules(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Any:
    driver = Driver(make_shell(), qtbot)
    yield driver
    driver.forget()


def proposal(number: int, *, auto: bool = True, long: int = 0, user: str = "") -> Proposal:
    site = f"host{number}.example"
    action: Any = DropParameters((f"p{number}",))
    if long:
        action = Rewrite("^/" + "a" * long + r"/([0-9]+)$", "/" + "b" * long + "/$1", "path")
    urls = [f"http://{user}{site}/a?p{number}={each}" for each in (1, 2)]
    good, bad = Example(urls[0], urls[1], True), Example(urls[1], urls[0], False)
    return Proposal(
        site, SiteRule(Scope.host(site), action), number + 5, number, 1, 0.9, auto, "digest", number * 2,
        (good,) * 3, (bad,) * 3, "" if auto else "labels differ in a tenth of its groups", kind="parameter",
    )  # fmt: skip


def show(rules: Driver, *found: Proposal, kept: tuple[Kept, ...] = ()) -> None:
    """What a search found."""
    state = rules.state
    state.result = MiningResult((), found, Reduction(10, 5), kept, "digest", "digest")
    state.add([SiteRule(Scope.host("other.example"), DropParameters(("x",)))])
    state.mined.emit()


def test_keys_walk_the_cards_and_their_examples(rules: Driver) -> None:
    show(rules, *(proposal(number) for number in range(5)))
    cards = rules.page.learnt.cards
    asked: list[tuple[str, Any]] = []
    rules.page.open_requested.connect(lambda key, what: asked.append((key, what)))
    cards.setFocus()
    first = cards.chosen
    rules.qtbot.keyClick(cards, Key.Key_Down)
    assert cards.chosen is not first
    assert cards.chosen is rules.page.learnt.shown[1]
    for _ in range(4):
        rules.qtbot.keyClick(cards, Key.Key_Right)
    assert "differ" in cards.accessibleDescription()
    rules.qtbot.keyClick(cards, Key.Key_Return)
    example = rules.page.learnt.shown[1].disagreeing[0]
    assert asked == [("compare", (example.one, example.other))]


def test_a_click_on_an_example_opens_compare(rules: Driver) -> None:
    show(rules, *(proposal(number) for number in range(3)))
    cards = rules.page.learnt.cards
    asked: list[tuple[str, Any]] = []
    rules.page.open_requested.connect(lambda key, what: asked.append((key, what)))
    rules.qtbot.waitUntil(lambda: cards.tools.isVisible() and cards.tools.width() > 0)
    index = cards.currentIndex()
    rect = cards.cards.places(index.row()).examples[3].translated(cards.visualRect(index).topLeft())
    rules.qtbot.mouseClick(cards.viewport(), Left, pos=rect.center().toPoint())
    example = rules.page.learnt.shown[index.row()].disagreeing[0]
    assert asked == [("compare", (example.one, example.other))]


def test_accept_and_reject_act_on_all_selected_cards_and_the_next_one_opens(rules: Driver) -> None:
    show(rules, *(proposal(number) for number in range(6)))
    learnt, cards = rules.page.learnt, rules.page.learnt.cards
    cards.setFocus()
    rules.qtbot.keyClick(cards, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    taken = list(learnt.shown[:2])
    assert cards.accept_button.text() == "Accept 2"
    rules.qtbot.mouseClick(cards.accept_button, Left)
    assert {str(each.scope) for each in taken} <= {str(rule.scope) for rule in rules.state.rules}
    assert len(learnt.shown) == 4
    assert cards.chosen is not None
    before = cards.chosen
    rules.qtbot.mouseClick(cards.reject_button, Left)
    assert before not in learnt.shown
    assert cards.chosen is learnt.shown[cards.currentIndex().row()]


def entries(rules: Driver) -> dict[str, QAction]:
    """The menu of the cards as the menu key opens it."""
    learnt = rules.page.learnt
    cards = learnt.cards
    keyboard = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(cards.viewport(), QContextMenuEvent(keyboard, QPoint(1, 1), QPoint(1, 1)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    menu.close()
    return {each.text(): each for each in menu.actions()}


def test_the_menu_of_a_card_does_what_its_buttons_do(rules: Driver) -> None:
    show(rules, *(proposal(number) for number in range(4)))
    learnt, cards = rules.page.learnt, rules.page.learnt.cards
    asked: list[tuple[str, Any]] = []
    rules.page.open_requested.connect(lambda key, what: asked.append((key, what)))
    cards.choose(1)
    one = learnt.shown[1]
    menu = entries(rules)
    assert list(menu) == [
        "Accept", "Reject", "Edit", "Compare the example", "Copy the rule", "Show its rows in Clusters",
    ]  # fmt: skip
    menu["Copy the rule"].trigger()
    assert read_rules(QGuiApplication.clipboard().text()) == (one.rule,)
    menu["Compare the example"].trigger()
    menu["Show its rows in Clusters"].trigger()
    assert asked[0] == ("compare", (one.examples[0].one, one.examples[0].other))
    assert asked[1][0] == "clusters"
    assert asked[1][1].text == filter_of_rule(one.rule)
    rules.window.show_page("rules")
    entries(rules)["Edit"].trigger()
    assert rules.page.editor.isVisible()
    assert rules.page.editor.scope.text() == str(one.scope)
    entries(rules)["Reject"].trigger()
    assert one not in learnt.shown
    two = cards.chosen
    entries(rules)["Accept"].trigger()
    assert two is not None
    assert str(two.scope) in {str(rule.scope) for rule in rules.state.rules}


def test_the_mouse_opens_the_menu_of_the_card_under_it(rules: Driver) -> None:
    show(rules, *(proposal(number) for number in range(4)))
    learnt, cards = rules.page.learnt, rules.page.learnt.cards
    at = cards.visualRect(cards.model_.index(2, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, cards.viewport().mapToGlobal(at))
    QApplication.sendEvent(cards.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.close()
    assert cards.chosen is learnt.shown[2]
    below = QPoint(5, cards.viewport().height() - 2)
    assert not cards.indexAt(below).isValid()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, below, cards.viewport().mapToGlobal(below))
    QApplication.sendEvent(cards.viewport(), event)
    assert QApplication.activePopupWidget() is None


def test_the_menu_of_several_cards_is_for_all_of_them(rules: Driver) -> None:
    show(rules, *(proposal(number) for number in range(4)))
    learnt, cards = rules.page.learnt, rules.page.learnt.cards
    cards.setFocus()
    rules.qtbot.keyClick(cards, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    menu = entries(rules)
    off = ["Edit", "Compare the example", "Show its rows in Clusters"]
    assert [words for words, each in menu.items() if not each.isEnabled()] == off
    taken = [each.rule for each in learnt.shown[:2]]
    menu["Copy the rules"].trigger()
    assert list(read_rules(QGuiApplication.clipboard().text())) == taken
    menu["Reject 2"].trigger()
    assert [each.rule for each in learnt.shown[:2]] != taken
    assert len(learnt.shown) == 2


def test_the_buttons_stand_on_the_open_card(rules: Driver) -> None:
    show(rules, *(proposal(number, auto=number % 2 == 0) for number in range(40)))
    cards = rules.page.learnt.cards
    for row in (0, 7, 39, 3):
        cards.choose(row)

        def is_placed() -> bool:
            index = cards.currentIndex()
            card = cards.visualRect(index)
            return (
                cards.viewport().rect().intersects(card)
                and QRectF(card).contains(QRectF(cards.tools.geometry()))
                and cards.viewport().rect().contains(cards.tools.geometry())
            )

        rules.qtbot.waitUntil(is_placed)


def test_of_thousands_only_those_in_sight_are_made(rules: Driver) -> None:
    show(rules, *(proposal(number) for number in range(2000)))
    learnt, cards = rules.page.learnt, rules.page.learnt.cards
    cards.setFocus()
    rules.qtbot.keyClick(cards, Key.Key_End)
    cards.viewport().grab()
    assert cards.chosen is learnt.shown[-1]
    assert 0 < cards.model_.made < 120
    assert len(cards.findChildren(type(cards.accept_button))) == 4
    learnt.filter.setText("host1999.")
    assert [each.site for each in learnt.shown] == ["host1999.example"]
    learnt.filter.setText("nothing such")
    assert not cards.tools.isVisible()
    assert not learnt.cards.model_.rowCount()


def test_proposals_are_filtered_by_site_and_sorted(rules: Driver) -> None:
    show(
        rules, *(proposal(number, auto=number != 3) for number in range(4)), kept=(Kept("a", "lang", 2, ""),)
    )
    learnt = rules.page.learnt
    assert [each.merges for each in learnt.shown] == [6, 4, 2, 0]
    learnt.sort.setCurrentIndex(learnt.sort.findData("safe"))
    learnt.sort.activated.emit(learnt.sort.currentIndex())
    assert not learnt.shown[-1].auto
    learnt.site.setCurrentIndex(learnt.site.findData("host2.example"))
    learnt.site.activated.emit(learnt.site.currentIndex())
    assert [each.site for each in learnt.shown] == ["host2.example"]
    learnt.site.setCurrentIndex(0)
    learnt.site.activated.emit(0)
    assert len(learnt.shown) == 4
    assert "lang" in learnt.never.accessibleName()


@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_long_patterns_stay_inside_their_card(rules: Driver, zoom: float) -> None:
    rules.parts.services.themes.set_zoom(zoom)
    rules.window.resize(1024, 700)
    show(rules, proposal(1, long=5000, auto=False), proposal(2))
    cards = rules.page.learnt.cards
    row = next(at for at, each in enumerate(rules.page.learnt.shown) if each.site == "host1.example")
    cards.choose(row)
    rules.qtbot.waitUntil(lambda: cards.cards.width == cards.viewport().width())
    places = cards.cards.places(row)
    parts = [places.pattern, places.where, places.figures, places.note, *places.examples, places.foot]
    assert all(places.frame.contains(part) for part in parts)
    tops = [part.top() for part in parts if part is not places.where]
    assert tops == sorted(tops)
    assert places.height < 8 * 1.5 * 60
    assert len(cards.model_.card(row).pattern_tip) <= 2000
    cards.viewport().grab()


def test_credentials_are_masked_on_cards_and_not_in_compare(rules: Driver) -> None:
    rules.parts.services.settings.set("mask_credentials", True)
    show(rules, proposal(1, user="me:secret@"))
    cards = rules.page.learnt.cards
    card = cards.model_.card(0)
    assert all("secret" not in f"{each.text.text}{each.tip}{each.spoken}" for each in card.examples)
    assert "secret" not in cards.model_.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "secret" in make_card(rules.page.learnt.shown[0], False).examples[0].tip


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [("a?id=1", "a_1", "a?id=_1"), ("x", "x", "x"), ("", "ab", "ab"), ("\ud800a", "a", "\ud800a")],
)
def test_two_texts_in_one_line(one: str, other: str, text: str) -> None:
    found = merged(diff(one, other), one, other)
    assert found.text == text
    gone = {at for span in found.gone for at in range(span.start, span.end)}
    new = {at for span in found.new for at in range(span.start, span.end)}
    assert "".join(each for at, each in enumerate(found.text) if at not in new) == one
    assert "".join(each for at, each in enumerate(found.text) if at not in gone) == other


def test_a_card_says_all_of_itself(rules: Driver) -> None:
    show(rules, proposal(3, auto=False))
    words = rules.page.learnt.cards.model_.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    for each in (
        "drop p3",
        "host3.example",
        "look",
        "3 agree, 1 disagree",
        "bound",
        "merges 6",
        "digest",
        "tenth",
    ):
        assert each in words
    assert rules.page.learnt.cards.accept_button.accessibleName() == "Accept: drop p3"


def test_buttons_of_a_card_that_is_higher_than_the_view_stay_in_sight(rules: Driver) -> None:
    rules.parts.services.themes.set_zoom(1.5)
    rules.window.resize(1024, 700)
    show(rules, *(proposal(number, auto=False) for number in range(9)))
    cards = rules.page.learnt.cards
    cards.choose(4)

    def is_in_sight() -> bool:
        return cards.viewport().rect().contains(cards.tools.geometry())

    rules.qtbot.waitUntil(is_in_sight)
    assert cards.visualRect(cards.currentIndex()).height() > cards.viewport().height()
    bar = cards.verticalScrollBar()
    bar.setValue(bar.value() + 30)
    assert is_in_sight()
    cards.setFocus()
    for number in (*range(6), 4, 3, 2, 1, 0):
        cards.cards.marked = number - 1
        rules.qtbot.keyClick(cards, Key.Key_Right)
        index = cards.currentIndex()
        spot = cards.cards.places(index.row()).examples[number].translated(cards.visualRect(index).topLeft())
        assert spot.top() >= 0
        assert spot.bottom() <= cards.tools.geometry().top() + 1


@pytest.mark.parametrize("zoom", [1.0, 1.25, 1.5])
def test_the_bar_fits_into_a_narrow_window(rules: Driver, zoom: float) -> None:
    rules.parts.services.themes.set_zoom(zoom)
    rules.window.resize(1024, 700)
    head = rules.page.head
    rules.qtbot.waitUntil(lambda: head._wanted() <= head.width())
    for number in (1, 2, 0):
        rules.page.show_pane(number)
        rules.qtbot.waitUntil(
            lambda: all(each.width() >= each.sizeHint().width() for each in head.panes.buttons())
        )
    assert head.learn_button.isVisible()
    rules.window.resize(1440, 900)
    rules.qtbot.waitUntil(lambda: head.learn_button.text() == "Learn from the list" or zoom > 1)
