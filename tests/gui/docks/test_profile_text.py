"""The explain dock without a step: what the profile is, and what the library itself says."""

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.docks.explain_dock import ExplainDock
from urlinspector.gui.models.ladder import STEP
from urlinspector.gui.pages.page import Services


@pytest.fixture
def dock(services: Services, qtbot: QtBot) -> ExplainDock:
    made = ExplainDock(services)
    qtbot.addWidget(made)
    made.show()
    return made


def shown(dock: ExplainDock) -> str:
    return " ".join(dock.browser.toPlainText().split())


def click(dock: ExplainDock, link: str) -> None:
    assert f'href="{link}"' in dock.html()
    dock.browser.anchorClicked.emit(QUrl(link))


def test_a_profile_of_a_program_says_whom_it_describes_how_well_and_what_to_beware_of(
    dock: ExplainDock, services: Services
) -> None:
    services.profile.choose("scrapy")
    text = shown(dock)
    assert "Scrapy: w3lib 2.5.0" in text
    assert "w3lib, scrapy" in text
    assert (
        "byte-identical to w3lib 2.5.0 on 1,500 of 1,500 ordinary and 210 of 225 adversarial inputs, "
        "15 refused alike"
    ) in text
    assert "Not idempotent." in text
    warned = [bound.step for bound in services.profile.profile.steps if bound.step.warning]
    assert warned
    for step in warned:
        assert f"{step.name}: {' '.join(step.warning.split())}" in text


def test_a_profile_of_no_program_has_no_figures(dock: ExplainDock) -> None:
    assert "byte-identical" not in shown(dock)
    assert "Choose a step" in shown(dock)


def test_a_library_is_asked_only_when_wanted_and_again_for_another_url(
    dock: ExplainDock, services: Services, qtbot: QtBot
) -> None:
    services.profile.choose("ada-url-4.0.0")
    dock.set_url("HTTP://E.com:80/a b")
    assert "Ask the installed ada-url" in shown(dock)
    assert not dock.is_asking
    click(dock, "live:own")
    qtbot.waitUntil(lambda: not dock.is_asking, timeout=20_000)
    assert "http://e.com/a%20b" in shown(dock)
    assert "the same" in shown(dock)
    dock.set_url("http://[")
    qtbot.waitUntil(lambda: not dock.is_asking, timeout=20_000)
    assert "refuses: " in shown(dock)
    assert "as the profile does" in shown(dock)
    click(dock, "live:all")
    qtbot.waitUntil(lambda: not dock.is_asking, timeout=20_000)
    assert "yarl" in shown(dock)
    click(dock, "live:off")
    assert "Ask the installed" in shown(dock)


def test_credentials_are_hidden(dock: ExplainDock, services: Services, qtbot: QtBot) -> None:
    services.profile.choose("ada-url-4.0.0")
    dock.set_url("http://user:secret@e.com/")
    click(dock, "live:own")
    qtbot.waitUntil(lambda: not dock.is_asking, timeout=20_000)
    assert "user:•••@e.com" in shown(dock)
    assert "secret" not in dock.html()


def test_the_button_beside_the_profile_and_the_way_back_from_a_step(shell: app.Parts, qtbot: QtBot) -> None:
    window = shell.window
    shell.services.profile.choose("w3lib-2.5.0")
    window.open("inspect", "http://e.com/%7e")
    qtbot.waitUntil(window.is_settled, timeout=20_000)
    window._on_step_chosen_in_dock("w3lib-path")
    assert window.explain_dock.step == "w3lib-path"
    window.steps_dock.profile_bar.about_button.click()
    assert window.explain_dock.step == ""
    assert "Scrapy" in shown(window.explain_dock)
    window._on_step_asked("w3lib-path")
    click(window.explain_dock, "profile:")
    assert window.explain_dock.step == ""
    assert window.explain_dock._url == "http://e.com/%7e"


def test_a_step_with_a_warning_is_marked_in_the_ladder(shell: app.Parts, qtbot: QtBot) -> None:
    window = shell.window
    shell.services.profile.choose("w3lib-2.5.0")
    window.open("inspect", "http://e.com/%7e;x é")
    qtbot.waitUntil(window.is_settled, timeout=20_000)
    model = window.page.body.ladder.model  # type: ignore[union-attr]
    row = model.row_of_step("w3lib-path")
    assert row is not None
    index = model.index(row, STEP)
    assert model.cells(row)[STEP].after == "warning"
    from PySide6.QtCore import Qt

    assert "caution" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "becomes" in index.data(Qt.ItemDataRole.ToolTipRole)
