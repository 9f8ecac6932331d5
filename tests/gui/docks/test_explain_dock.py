"""The explain dock: plain sentences, the page's rows, sources without a network."""

import re

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from urlinspector.gui.docks.explain_dock import ExplainDock, without_common_start
from urlinspector.gui.pages.page import ExplainRow, Services
from urlinspector.gui.state.theme_state import Scheme
from urlinspector.normalize.steps import CATALOGUE


@pytest.fixture
def dock(services: Services, qtbot: QtBot) -> ExplainDock:
    made = ExplainDock(services)
    qtbot.addWidget(made)
    made.resize(312, 240)
    made.show()
    return made


def shown(dock: ExplainDock) -> str:
    return dock.browser.toPlainText()


def test_it_invites_when_no_step_is_chosen(dock: ExplainDock) -> None:
    assert "Choose a step" in shown(dock)


@pytest.mark.parametrize("step", CATALOGUE, ids=lambda step: step.name)
def test_every_step_is_explained(dock: ExplainDock, step) -> None:
    dock.show_step(step.name, ())
    text = shown(dock)
    assert text.startswith(step.name)
    assert " ".join(step.summary.split()) in " ".join(text.split())
    assert "Source" in text


def test_rows_of_the_page_come_first_and_their_html_is_kept(dock: ExplainDock) -> None:
    dock.show_step("lowercase-host", (ExplainRow("Here", "<b>host</b> &amp; more", warning=True),))
    text = shown(dock)
    assert text.index("Here") < text.index("Works on")
    assert "host & more" in text


def test_a_citation_opens_its_words_and_closes_them_again(dock: ExplainDock, qtbot: QtBot) -> None:
    dock.show_step("lowercase-host", ())
    link = QUrl(re.findall(r'href="(cite:[^"]*6\.2\.2\.1)"', dock.html())[0])
    with qtbot.assertNotEmitted(dock.address_asked):
        dock.browser.anchorClicked.emit(link)
    assert "Case Normalization" in shown(dock)
    dock.browser.anchorClicked.emit(link)
    assert "Case Normalization" not in shown(dock)


def test_the_web_is_only_asked_for(dock: ExplainDock, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dock.address_asked) as caught:
        dock.browser.anchorClicked.emit(QUrl("https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1"))
    assert caught.args == ["https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1"]
    assert not dock.browser.openLinks()
    assert not dock.browser.openExternalLinks()


def test_a_step_that_conflicts_is_a_link(dock: ExplainDock, qtbot: QtBot) -> None:
    dock.show_step("add-www", ())
    assert "remove-www" in shown(dock)
    with qtbot.waitSignal(dock.step_asked) as caught:
        dock.browser.anchorClicked.emit(QUrl("step:remove-www"))
    assert caught.args == ["remove-www"]


def test_it_follows_the_theme(dock: ExplainDock, services: Services) -> None:
    dock.show_step("lowercase-host", ())
    light = dock.html()
    services.themes.set_scheme(Scheme.DARK)
    assert dock.html() != light
    assert services.themes.theme.colours.accent.name() in dock.browser.document().defaultStyleSheet()


@pytest.mark.parametrize(
    ("before", "after", "shown_before", "shown_after"),
    [
        ("http://example.com/%7Ea?b", "http://example.com/~a?b", "/%7Ea?b", "/~a?b"),
        ("http://Example.com/a", "http://example.com/a", "http://Example.com/a", "http://example.com/a"),
        ("http://example.com", "http://example.com/", "http://example.com", "http://example.com/"),
        ("<http://a/>", "http://a/", "<http://a/>", "http://a/"),
    ],
)
def test_examples_are_told_without_what_both_begin_with(
    before: str, after: str, shown_before: str, shown_after: str
) -> None:
    assert without_common_start(before, after) == (shown_before, shown_after)
