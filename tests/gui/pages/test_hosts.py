"""The Hosts page in the real window, against a real name server on loopback."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from tests.hosts import nsd
from tests.hosts.odd_server import OddServer
from urlinspector import app
from urlinspector.gui.models.host_rows import GroupKey
from urlinspector.gui.models.hosts import ADDRESSES, OUTCOME, REVERSE, VERDICT
from urlinspector.gui.pages.hosts import HostsPage
from urlinspector.gui.pages.hosts_files import table_csv, titles
from urlinspector.gui.pages.page import FilterAsked
from urlinspector.hosts.service import State

SEED = "mgal.com www.mgal.com attache.armigeron.com www.armigeron.com m.alias.example www.alias.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[nsd.Nsd]:
    if nsd.PROGRAM is None:
        pytest.skip(nsd.WHY_NOT)
    with nsd.running(tmp_path_factory.mktemp("nsd")) as running:
        yield running


@pytest.fixture
def odd() -> Iterator[OddServer]:
    with OddServer() as running:
        yield running


class Driver:
    """The window on the Hosts page, with what a user does."""

    def __init__(self, parts: app.Parts, qtbot: QtBot) -> None:
        self.parts, self.qtbot, self.window = parts, qtbot, parts.window
        self.window.resize(1440, 900)
        self.window.show_page("hosts")
        self.window.show()
        qtbot.waitExposed(self.window)
        page = self.window.page
        assert isinstance(page, HostsPage)
        self.page, self.state = page, page.state

    def settle(self) -> None:
        self.qtbot.waitUntil(self.page.is_settled, timeout=30_000)

    def use(self, address: str) -> None:
        side = self.page.side
        side.form.kind.setCurrentIndex(side.form.kind.findData("address"))
        side.form.kind.activated.emit(side.form.kind.currentIndex())
        side.form.address.setText(address)
        side.form.address.editingFinished.emit()
        side.form.per_second.setValue(1000)
        side.form.in_flight.setValue(20)

    def add(self, names: str) -> None:
        self.page.head.names.setText(names)
        self.qtbot.keyClick(self.page.head.names, Qt.Key.Key_Return)
        self.settle()

    def look_up(self) -> None:
        with self.qtbot.waitSignal(self.state.ended, timeout=30_000):
            self.qtbot.mouseClick(self.page.consent.look_up_button, Qt.MouseButton.LeftButton)
        self.settle()

    def cell(self, host: str, column: int) -> str:
        row = self.page.model.place(host)
        assert row is not None, host
        return str(self.page.model.index(row, column).data() or "")

    def groups(self, kind: str) -> list[tuple[str, ...]]:
        model = self.page.side.model
        keys = [model.key(row) for row in range(model.rowCount())]
        return [key.names for key in keys if isinstance(key, GroupKey) and key.kind == kind]

    def check(self, names: tuple[str, ...]) -> None:
        model = self.page.side.model
        row = next(at for at in range(model.rowCount()) if model.key(at).names == names)
        self.page.side.groups.check_asked.emit(model.index(row, 0))
        self.settle()


@pytest.fixture
def hosts(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Driver:
    return Driver(make_shell(), qtbot)


def test_what_will_be_asked_of_whom_is_shown_and_nothing_is_asked(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add("mgal.com http://attache.armigeron.com/x 10.0.0.1")
    consent = hosts.page.consent
    assert consent.isVisible()
    assert consent.title.text() == "Look up 2 hosts?"
    for name in ("mgal.com", "www.mgal.com", "attache.armigeron.com", "www.armigeron.com"):
        assert name in consent.names.text()
    assert odd.at in consent.resolver.text()
    assert hosts.state.plan is not None
    assert str(hosts.state.plan.at_most) in consent.questions.text()
    assert "10.0.0.1" in hosts.page.said
    assert hosts.cell("mgal.com", ADDRESSES) == "not asked"
    dialog = consent.show_questions()
    assert dialog is not None
    text = dialog.findChild(QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    assert "A mgal.com" in text.toPlainText().split("\n")
    dialog.reject()
    hosts.qtbot.mouseClick(consent.later_button, Qt.MouseButton.LeftButton)
    assert not consent.details.isVisible()
    # After Not now the first press shows again what will be asked.
    hosts.qtbot.mouseClick(consent.look_up_button, Qt.MouseButton.LeftButton)
    assert consent.details.isVisible()
    assert not hosts.state.is_running
    assert not list(hosts.state.answers)
    assert not odd.asked


def test_a_resolver_that_cannot_be_asked_is_named(hosts: Driver) -> None:
    hosts.use("ns.example")
    hosts.add("mgal.com")
    assert "192.0.2.53" in hosts.page.consent.note.text()
    assert not hosts.page.consent.look_up_button.isEnabled()


def test_the_seeds_names_are_looked_up_judged_and_grouped(hosts: Driver, server: nsd.Nsd) -> None:
    hosts.use(server.at)
    hosts.add(SEED)
    hosts.look_up()
    assert not hosts.page.consent.isVisible()
    assert hosts.cell("mgal.com", ADDRESSES) == "206.217.30.1"
    assert hosts.cell("mgal.com", REVERSE) == "www.mgal.com"
    assert hosts.cell("mgal.com", VERDICT) == "likely"
    assert hosts.cell("mgal.com", OUTCOME) == "answered"
    assert hosts.groups("group") == [("www.alias.example", "m.alias.example")]
    assert set(map(frozenset, hosts.groups("waiting"))) == {
        frozenset({"mgal.com", "www.mgal.com"}),
        frozenset({"attache.armigeron.com", "www.armigeron.com"}),
    }
    hosts.page.choose_pair(("mgal.com", "www.mgal.com"))
    model = hosts.page.detail.model
    asked = [str(model.index(row, 1).data()) for row in range(model.rowCount())]
    assert "A, AAAA of both" in asked
    assert "3 random labels below mgal.com" in asked
    assert "likely" in hosts.page.detail.sum.text()
    assert "206.217.30.1" in hosts.page.detail.trail.toPlainText()
    assert table_csv(titles(hosts.page.model), hosts.page.model.rows).count("\n") == 7


def test_the_users_word_makes_and_parts_groups_and_is_undone(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    pair = next(each for each in hosts.groups("waiting") if "mgal.com" in each)
    hosts.check(pair)
    assert ("www.mgal.com", "mgal.com") in hosts.groups("group")
    hosts.page.choose_pair(("mgal.com", "www.mgal.com"))
    hosts.qtbot.mouseClick(hosts.page.detail.refute_button, Qt.MouseButton.LeftButton)
    hosts.settle()
    assert ("www.mgal.com", "mgal.com") not in hosts.groups("group")
    assert hosts.groups("refuted") == [("mgal.com", "www.mgal.com")]
    assert not any("mgal.com" in each for each in hosts.groups("waiting"))
    hosts.state.undo()
    hosts.settle()
    assert ("www.mgal.com", "mgal.com") in hosts.groups("group")
    hosts.state.prefer("mgal.com", "mgal.com")
    hosts.settle()
    assert ("mgal.com", "www.mgal.com") in hosts.groups("group")


def test_groups_go_into_the_profile_with_their_reasons_and_out_again(hosts: Driver) -> None:
    profile = hosts.parts.services.profile
    hosts.page.load_example()
    hosts.settle()
    pair = next(each for each in hosts.groups("waiting") if "mgal.com" in each)
    hosts.check(pair)
    hosts.qtbot.mouseClick(hosts.page.side.apply_button, Qt.MouseButton.LeftButton)
    hosts.settle()
    assert hosts.page.said == "2 hosts are written as others in the profile"
    bound = profile.profile.bound("host-alias")
    assert bound is not None
    assert set(bound.options.aliases) == {"mgal.com=www.mgal.com", "m.alias.example=www.alias.example"}
    outcome = profile.profile.outcome("http://mgal.com/a")
    assert outcome.canonical == "http://www.mgal.com/a"
    told = [each for change in profile.profile.trace("http://mgal.com/a").changes for each in change.told]
    assert len(told) == 1
    assert "mgal.com and www.mgal.com" in told[0]
    assert "206.217.30.1" in told[0]
    hosts.window.open("inspect", "http://mgal.com/a")
    inspect = hosts.window.page
    assert inspect is not None
    hosts.qtbot.waitUntil(inspect.is_settled)
    rows = inspect.explain("host-alias")
    assert any("206.217.30.1" in row.html for row in rows)
    while profile.can_undo:
        profile.undo()
    assert profile.profile.bound("host-alias") is None


def test_cancel_keeps_what_is_known_and_resume_asks_the_rest(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add(" ".join(f"slow{n}.example.com" for n in range(30)))
    hosts.page.side.form.in_flight.setValue(1)
    hosts.settle()
    hosts.qtbot.mouseClick(hosts.page.consent.look_up_button, Qt.MouseButton.LeftButton)
    assert hosts.page.consent.cancel_button.isVisible()
    assert hosts.page.status().progress is not None
    hosts.qtbot.waitUntil(lambda: len(odd.asked) > 3, timeout=20_000)
    with hosts.qtbot.waitSignal(hosts.state.ended, timeout=10_000) as caught:
        hosts.qtbot.mouseClick(hosts.page.consent.cancel_button, Qt.MouseButton.LeftButton)
    assert caught.args == [State.CANCELLED.value]
    hosts.settle()
    assert hosts.state.can_resume
    assert hosts.page.consent.look_up_button.text() == "Resume"
    assert "known" in hosts.page.said


def test_answers_are_saved_and_replayed_and_nobody_is_asked(
    hosts: Driver, server: nsd.Nsd, tmp_path: Path
) -> None:
    hosts.use(server.at)
    hosts.add("mgal.com")
    hosts.look_up()
    path = tmp_path / "answers.json"
    hosts.state.save_answers(path)
    hosts.qtbot.waitUntil(path.exists)
    hosts.settle()
    assert hosts.page.said == "answers.json is written"
    hosts.state.clear()
    hosts.use("127.0.0.1:9")
    hosts.state.open_answers(path)
    hosts.qtbot.waitUntil(lambda: not hosts.state.is_empty)
    hosts.settle()
    assert hosts.cell("mgal.com", ADDRESSES) == "206.217.30.1"
    assert not hosts.page.consent.isVisible()
    assert "answers.json" in hosts.state.recording
    assert json.loads(path.read_text())["format"] == "urlinspector-answers"


def test_a_file_that_is_no_recording_ends_in_a_message(hosts: Driver, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}")
    with hosts.qtbot.waitSignal(hosts.state.failed):
        hosts.state.open_answers(path)
    assert "recorded answers" in hosts.page.said


def test_hosts_come_from_the_list_with_their_counts(hosts: Driver, qtbot: QtBot) -> None:
    assert not hosts.page.head.list_button.isEnabled()
    hosts.window.show_page("clusters")
    clusters: Any = hosts.window.page
    with qtbot.waitSignal(clusters.state.grouped, timeout=20_000):
        clusters.load_example("ten")
    hosts.window.show_page("hosts")
    assert hosts.page.head.list_button.isEnabled()
    qtbot.mouseClick(hosts.page.head.list_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not hosts.state.is_empty)
    hosts.settle()
    assert sum(hosts.state.counts.values()) == 10
    assert "www.mgal.com" in hosts.state.counts
    asked: list[tuple[str, object]] = []
    hosts.page.open_requested.connect(lambda key, what: asked.append((key, what)))
    hosts.page.choose_pair(("www.mgal.com",))
    hosts.page.show_host_in_clusters()
    assert asked == [("clusters", FilterAsked("host:www.mgal.com"))]
    clusters.state.is_modified = False


def test_filter_and_order(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    hosts.page.head.filter.setText("co-hosted")
    hosts.settle()
    assert [row.host for row in hosts.page.model.rows] == ["site01.shared", "site02.shared"]
    hosts.page.head.filter.setText("")
    hosts.page.table.sort_asked.emit(VERDICT, False)
    hosts.settle()
    first = hosts.page.model.rows[0]
    assert first.verdict is not None
    assert first.verdict.value == "confirmed"


def test_the_docks_make_room_and_come_back(hosts: Driver) -> None:
    docks = hosts.window.docks.values()
    assert all(dock.isHidden() for dock in docks)
    hosts.window.show_page("inspect")
    assert not any(dock.isHidden() for dock in docks)


def choose(hosts: Driver, *names: str) -> None:
    table = hosts.page.table
    table.clearSelection()
    mode = table.selectionMode()
    table.setSelectionMode(table.SelectionMode.MultiSelection)
    for name in names:
        table.selectRow(hosts.page.model.place(name) or 0)
    table.setSelectionMode(mode)
    assert table.chosen_count() == len(names)


def menu_of(hosts: Driver) -> dict[str, Any]:
    return {action.text(): action for action in hosts.page.table.row_menu().actions() if action.text()}


def test_chosen_hosts_alone_are_asked_for(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add("a.example b.example c.example")
    choose(hosts, "b.example", "c.example")
    menu = menu_of(hosts)
    again = menu["Ask again for all that is known of these 2 hosts…"]
    assert not again.isEnabled()
    menu["Look up these 2 hosts…"].trigger()
    hosts.settle()
    assert hosts.page.consent.title.text() == "Look up 2 hosts?"
    assert hosts.state.scope == ("b.example", "c.example")
    assert odd.asked == []
    hosts.look_up()
    assert not any("a.example" in str(each) for each in odd.asked)
    told = {row.host: row.is_asked for row in hosts.page.model.rows}
    assert told == {"a.example": False, "b.example": True, "c.example": True}


def test_what_is_known_of_a_host_is_asked_again(hosts: Driver, server: nsd.Nsd) -> None:
    hosts.use(server.at)
    hosts.add("mgal.com")
    hosts.look_up()
    before = {each.question: each.at for each in hosts.state.answers}
    choose(hosts, "mgal.com")
    menu_of(hosts)["Look up this host…"].trigger()
    hosts.settle()
    assert "nothing has to be asked" in hosts.page.said
    menu_of(hosts)["Ask again for all that is known of this host…"].trigger()
    hosts.settle()
    assert hosts.page.consent.title.text() == "Look up 1 host?"
    assert {each.question: each.at for each in hosts.state.answers} == before
    hosts.look_up()
    after = {each.question: each.at for each in hosts.state.answers}
    assert set(after) == set(before)
    assert all(after[question] > at for question, at in before.items())


def test_the_menu_of_a_row_has_the_pair_and_the_name_of_its_group(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    choose(hosts, "mgal.com", "www.mgal.com")
    menu = menu_of(hosts)
    confirm = next(words for words in menu if words.startswith("Confirm "))
    menu[confirm].trigger()
    hosts.settle()
    assert ("www.mgal.com", "mgal.com") in hosts.groups("group")
    choose(hosts, "mgal.com")
    menu = menu_of(hosts)
    assert "Leave them to the evidence" in menu
    menu["Write its group as mgal.com"].trigger()
    hosts.settle()
    assert ("mgal.com", "www.mgal.com") in hosts.groups("group")


def test_every_answer_can_be_read_as_it_came(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    assert not hosts.page.detail.raw_button.isEnabled()
    hosts.page.choose_pair(("mgal.com", "www.mgal.com"))
    dialog = hosts.page.detail.show_raw()
    assert dialog is not None
    text = dialog.findChild(QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    lines = text.toPlainText().split("\n")
    asked = next(at for at, line in enumerate(lines) if line.startswith("A mgal.com: answered, asked of "))
    assert "UTC" in lines[asked]
    assert "may be kept" in lines[asked]
    assert lines[asked + 1].split()[::2] == ["mgal.com", "A"]
    assert lines[asked + 1].endswith("206.217.30.1")
    assert any(line.startswith("PTR 1.30.217.206.in-addr.arpa: ") for line in lines)
    dialog.reject()


def test_without_a_resolver_the_page_says_so_and_the_rest_works(
    hosts: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("urlinspector.gui.state.hosts_asked.system_servers", tuple)
    hosts.add("mgal.com")
    consent = hosts.page.consent
    assert consent.isVisible()
    assert consent.title.text() == "Nobody can be asked."
    assert not consent.look_up_button.isEnabled()
    hosts.page.load_example()
    hosts.settle()
    assert hosts.cell("mgal.com", VERDICT) == "likely"


def test_a_resolver_that_does_not_answer_is_told_of(hosts: Driver) -> None:
    hosts.use("127.0.0.1:9")
    hosts.add("mgal.com www.mgal.com")
    hosts.state.look_up()
    hosts.qtbot.waitUntil(lambda: not hosts.state.is_running, timeout=60_000)
    hosts.settle()
    assert hosts.cell("mgal.com", OUTCOME) == "timeout"
    assert hosts.state.failures


def test_groups_have_two_lines_and_the_reason(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    model, groups = hosts.page.side.model, hosts.page.side.groups
    metrics = hosts.parts.services.themes.theme.metrics
    for row in range(model.rowCount()):
        is_heading = not model.key(row).kind
        assert groups.rowHeight(row) == (metrics.group_row if is_heading else metrics.result_row)
    told = [cell[1].words for cell in model.rows]
    assert "m.alias.example: direct alias, same address" in told
    assert any(each.endswith("mgal.com: same address, reverse name") for each in told)
