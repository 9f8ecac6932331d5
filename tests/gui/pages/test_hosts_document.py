"""What the document of a list keeps of the Hosts page: the user's word always, whom to ask only if wanted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.hosts.odd_server import OddServer
from urlinspector import app
from urlinspector.gui.models.clusters import STEPS
from urlinspector.gui.models.members import REASON
from urlinspector.gui.pages.clusters import ClustersPage
from urlinspector.gui.pages.hosts import HostsPage

PAIR = ("mgal.com", "www.mgal.com")


class Driver:
    """The window with the ten spellings open, and the Hosts page."""

    def __init__(self, parts: app.Parts, qtbot: QtBot) -> None:
        self.parts, self.qtbot, self.window = parts, qtbot, parts.window
        self.window.resize(1440, 900)
        self.window.show()
        self.window.show_page("clusters")
        clusters = self.window.page
        assert isinstance(clusters, ClustersPage)
        self.clusters = clusters

    def read(self) -> None:
        with self.qtbot.waitSignal(self.clusters.state.grouped, timeout=20_000):
            self.clusters.load_example("ten")

    def hosts(self) -> HostsPage:
        self.window.show_page("hosts")
        page = self.window.page
        assert isinstance(page, HostsPage)
        return page

    def take(self, page: HostsPage) -> None:
        with self.qtbot.waitSignal(page.state.planned, timeout=20_000):
            page.take_list()
        self.qtbot.waitUntil(page.is_settled, timeout=20_000)

    def save(self, path: Path) -> None:
        self.clusters.state.save(path, "")
        self.qtbot.waitUntil(lambda: self.clusters.state.path == path, timeout=20_000)

    def open(self, path: Path) -> None:
        self.window.show_page("clusters")
        with self.qtbot.waitSignal(self.clusters.state.document_opened, timeout=20_000):
            self.clusters.state.open_document(path)

    def forget(self) -> None:
        self.clusters.state.is_modified, self.clusters.state.path = False, None


@pytest.fixture
def driver(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Any:
    made = Driver(make_shell(), qtbot)
    yield made
    made.forget()


def test_the_hosts_of_the_list_come_with_their_urls(driver: Driver) -> None:
    driver.read()
    page = driver.hosts()
    driver.take(page)
    assert page.state.counts == {"www.mgal.com": 6, "mgal.com": 4}


def test_the_users_word_is_kept_and_whom_to_ask_is_not(driver: Driver, tmp_path: Path) -> None:
    driver.read()
    page = driver.hosts()
    driver.take(page)
    page.side.form.kind.setCurrentIndex(page.side.form.kind.findData("address"))
    page.side.form.address.setText("192.0.2.7")
    page.side.form.settings_changed.emit()
    page.state.refute(*PAIR)
    assert driver.clusters.state.is_modified
    driver.save(tmp_path / "a.urlinspector")
    page.state.undo()
    assert not page.state.decisions.refuted
    driver.open(tmp_path / "a.urlinspector")
    assert page.state.decisions.refuted == {PAIR}
    assert not page.state.remembers
    assert "asked" not in driver.clusters.state.pages["hosts"]


def test_another_list_takes_the_word_away(driver: Driver, tmp_path: Path) -> None:
    driver.read()
    page = driver.hosts()
    page.state.refute(*PAIR)
    driver.save(tmp_path / "a.urlinspector")
    driver.read()
    assert not page.state.decisions.refuted
    assert driver.clusters.state.pages == {}


def test_a_yes_that_was_to_be_remembered_is_one_for_this_list_and_this_resolver(
    driver: Driver, tmp_path: Path
) -> None:
    driver.read()
    page = driver.hosts()
    driver.take(page)
    with OddServer() as odd:
        page.side.form.kind.setCurrentIndex(page.side.form.kind.findData("address"))
        page.side.form.address.setText(odd.at)
        page.side.form.per_second.setValue(1000)
        page.side.form.remember.setChecked(True)
        page.side.form.settings_changed.emit()
        driver.qtbot.waitUntil(page.is_settled, timeout=20_000)
        assert not page.state.is_agreed
        assert odd.asked == []
        with driver.qtbot.waitSignal(page.state.ended, timeout=30_000):
            page.consent.look_up_button.click()
        driver.qtbot.waitUntil(page.is_settled, timeout=20_000)
        asked = len(odd.asked)
        assert asked
        driver.save(tmp_path / "a.urlinspector")
        page.state.clear()
        driver.open(tmp_path / "a.urlinspector")
        page = driver.hosts()
        assert page.state.remembers
        assert page.side.form.remember.isChecked()
        assert page.side.form.address.text() == odd.at
        # Hosts come in anew, and still nothing is asked by itself.
        driver.take(page)
        assert page.state.is_agreed
        assert len(odd.asked) == asked
        # Another resolver was never agreed to.
        page.side.form.address.setText("192.0.2.7")
        page.side.form.settings_changed.emit()
        driver.qtbot.waitUntil(page.is_settled, timeout=20_000)
        assert not page.state.is_agreed


def test_clusters_tells_the_evidence_by_which_two_hosts_were_merged(driver: Driver) -> None:
    page = driver.hosts()
    page.load_example()
    driver.qtbot.waitUntil(page.is_settled, timeout=20_000)
    page.state.confirm(*PAIR)
    driver.qtbot.waitUntil(page.is_settled, timeout=20_000)
    page.apply_groups()
    driver.qtbot.waitUntil(page.is_settled, timeout=20_000)
    driver.window.show_page("clusters")
    driver.read()
    driver.qtbot.waitUntil(driver.clusters.is_settled, timeout=20_000)
    model = driver.clusters.body.members_model
    reasons = [model.cell_at(row, REASON) for row in range(model.rowCount())]
    merged = [each for each in reasons if "host-alias" in each.words]
    assert merged
    for each in merged:
        assert "mgal.com and www.mgal.com: " in each.tip
        assert "206.217.30.1" in each.tip
    clusters = driver.clusters.body.clusters_model
    tips = [clusters.cell_at(row, STEPS).tip for row in range(clusters.rowCount())]
    assert any("host-alias (mgal.com and www.mgal.com: " in tip for tip in tips)
    (_, because) = driver.clusters.explain("host-alias")
    assert because.caption == "Merged because"
    assert "206.217.30.1" in because.html
    assert "Merged because" not in [row.caption for row in driver.clusters.explain("lowercase-host")]
