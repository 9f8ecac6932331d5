"""Asking again: what was known stays until there is something new, and other hosts are other questions."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.gui.pages.test_hosts import Driver, choose, menu_of
from tests.hosts.odd_server import ADDRESS, OddServer
from urlinspector import app
from urlinspector.gui.models.hosts import ADDRESSES
from urlinspector.hosts.preferred import Preference
from urlinspector.hosts.service import State

NAMES = [f"slow{n}.example.com" for n in range(12)]
AGAIN = "Ask again for all that is known of these {0} hosts…"


@pytest.fixture
def odd() -> Iterator[OddServer]:
    with OddServer() as running:
        yield running


@pytest.fixture
def hosts(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> Driver:
    return Driver(make_shell(), qtbot)


def ask_again(hosts: Driver, *names: str) -> None:
    choose(hosts, *names)
    menu_of(hosts)[AGAIN.format(len(names))].trigger()
    hosts.settle()
    hosts.page.side.form.in_flight.setValue(1)
    hosts.settle()


def look_up_and_cancel(hosts: Driver, odd: OddServer) -> None:
    hosts.qtbot.mouseClick(hosts.page.consent.look_up_button, Qt.MouseButton.LeftButton)
    before = len(odd.asked)
    hosts.qtbot.waitUntil(lambda: len(odd.asked) > before + 3, timeout=20_000)
    with hosts.qtbot.waitSignal(hosts.state.ended, timeout=10_000) as caught:
        hosts.qtbot.mouseClick(hosts.page.consent.cancel_button, Qt.MouseButton.LeftButton)
    assert caught.args == [State.CANCELLED.value]
    hosts.settle()


def test_cancelling_an_asking_again_keeps_the_old_answers(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add(" ".join(NAMES))
    hosts.look_up()
    before = {each.question: each.at for each in hosts.state.answers}
    ask_again(hosts, *NAMES)
    look_up_and_cancel(hosts, odd)
    now = {each.question: each.at for each in hosts.state.answers}
    assert set(now) == set(before)
    assert {hosts.cell(name, ADDRESSES) for name in NAMES} == {ADDRESS}
    new = {question for question in before if now[question] > before[question]}
    assert new
    assert len(new) < len(before)
    # Resuming asks the rest of it, and nothing that is new already.
    assert hosts.page.consent.look_up_button.text() == "Resume"
    assert hosts.state.plan is not None
    assert not new & set(hosts.state.plan.questions)
    hosts.look_up()
    last = {each.question: each.at for each in hosts.state.answers}
    assert all(last[question] > at for question, at in before.items())
    assert all(last[question] == now[question] for question in new)


def test_old_answers_stay_in_view_while_new_ones_are_asked_for(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add(" ".join(NAMES))
    hosts.look_up()
    ask_again(hosts, *NAMES)
    odd.silent = True
    hosts.qtbot.mouseClick(hosts.page.consent.look_up_button, Qt.MouseButton.LeftButton)
    with hosts.qtbot.waitSignal(hosts.state.viewed, timeout=20_000):
        hosts.state._make_view()
    assert hosts.state.is_running
    assert {hosts.cell(name, ADDRESSES) for name in NAMES} == {ADDRESS}
    with hosts.qtbot.waitSignal(hosts.state.ended, timeout=10_000):
        hosts.page.cancel()
    hosts.settle()


def test_a_time_out_takes_no_old_answer_away_and_is_told(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add("one.example.com")
    hosts.look_up()
    choose(hosts, "one.example.com")
    menu_of(hosts)["Ask again for all that is known of this host…"].trigger()
    hosts.settle()
    odd.silent = True
    hosts.page.side.form.timeout.setValue(0.1)
    hosts.settle()
    hosts.look_up()
    assert hosts.cell("one.example.com", ADDRESSES) == ADDRESS
    assert "stay" in hosts.page.said


def test_other_hosts_are_planned_for_whatever_was_chosen_before(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add("one.example.com two.example.com")
    choose(hosts, "one.example.com")
    menu_of(hosts)["Look up this host…"].trigger()
    hosts.settle()
    assert hosts.page.consent.title.text() == "Look up 1 host?"
    hosts.state.set_hosts({"three.example.com": 1, "four.example.com": 1}, "another list")
    hosts.settle()
    assert hosts.state.plan is not None
    assert set(hosts.state.plan.hosts) == {"three.example.com", "four.example.com"}


def test_the_name_that_is_written_follows_the_preference(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    side = hosts.page.side
    side.form.accept.setCurrentIndex(side.form.accept.findData("likely"))
    side.form.accept.activated.emit(side.form.accept.currentIndex())
    hosts.settle()
    assert ("www.armigeron.com", "attache.armigeron.com") in hosts.groups("group")
    side.form.preference.setCurrentIndex(side.form.preference.findData(Preference.REVERSE))
    side.form.preference.activated.emit(side.form.preference.currentIndex())
    hosts.settle()
    assert ("attache.armigeron.com", "www.armigeron.com") in hosts.groups("group")


def test_time_to_wait_and_tries_are_asked_for_as_chosen(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.page.side.form.timeout.setValue(0.1)
    hosts.page.side.form.tries.setValue(3)
    hosts.add("drop.example.com")
    hosts.look_up()
    assert odd.asked.count(("drop.example.com", "A")) == 3
    assert hosts.cell("drop.example.com", ADDRESSES) != ADDRESS


def test_what_no_server_answered_is_asked_again_by_looking_up_once_more(
    hosts: Driver, odd: OddServer
) -> None:
    hosts.use(odd.at)
    hosts.page.side.form.timeout.setValue(0.1)
    hosts.add("one.example.com drop.example.com refused.example.com")
    hosts.look_up()
    assert not hosts.page.consent.isVisible()
    told = [finding.text for finding in hosts.page.status().findings]
    assert "2 hosts got no answer; Look up asks them again" in told
    asked = len(odd.asked)
    hosts.page.ask_to_look_up()
    hosts.settle()
    assert hosts.page.consent.isVisible()
    assert hosts.state.plan is not None
    assert set(hosts.state.plan.hosts) == {"drop.example.com", "refused.example.com"}
    assert len(odd.asked) == asked
    hosts.look_up()
    again = {name for name, _ in odd.asked[asked:]}
    assert "drop.example.com" in again
    assert "one.example.com" not in again


def test_of_several_names_chosen_for_a_group_the_last_counts(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    pair = next(each for each in hosts.groups("waiting") if "mgal.com" in each)
    hosts.check(pair)
    for name in ("mgal.com", "www.mgal.com", "mgal.com", "www.mgal.com"):
        group = next(each for each in hosts.groups("group") if name in each)
        hosts.page.side.preferred.emit(group[0], name)
        hosts.settle()
        assert next(each for each in hosts.groups("group") if name in each)[0] == name
        # By the menu of a row, too.
        hosts.state.prefer(name, name)
        hosts.settle()
        assert next(each for each in hosts.groups("group") if name in each)[0] == name


def test_answers_that_cannot_be_kept_on_disk_are_told_of(
    hosts: Driver, odd: OddServer, tmp_path: Path
) -> None:
    (tmp_path / "answers.json.part").mkdir()
    hosts.use(odd.at)
    hosts.page.side.form.keep.setChecked(True)
    hosts.add("one.example.com")
    hosts.look_up()
    assert hosts.cell("one.example.com", ADDRESSES) == ADDRESS
    (told,) = [each for each in hosts.page.status().findings if each.text.startswith("The answers cannot")]
    assert told.warning


def test_all_that_was_replayed_can_be_asked_anew_and_is_shown_first(hosts: Driver) -> None:
    hosts.page.load_example()
    hosts.settle()
    button, consent = hosts.page.side.ask_button, hosts.page.consent
    assert button.isVisible()
    assert button.text() == "Ask again…"
    assert not consent.isVisible()
    hosts.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    hosts.settle()
    assert consent.isVisible()
    assert consent.title.text() == "Look up 15 hosts?"
    assert "asked once more" in consent.note.text()
    assert not button.isVisible()
    hosts.qtbot.mouseClick(consent.later_button, Qt.MouseButton.LeftButton)
    hosts.settle()
    assert not consent.isVisible()
    assert button.isVisible()


def test_a_host_that_no_server_answered_for_is_not_known(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add("one.example.com refused.example.com")
    hosts.look_up()
    assert (hosts.state.known, hosts.state.failures) == (1, 1)
    assert hosts.page.head.count.text() == "2 hosts, 1 known"
    assert hosts.page.has_answers()


def test_what_is_left_to_ask_is_worked_out_before_it_is_offered(hosts: Driver, odd: OddServer) -> None:
    hosts.use(odd.at)
    hosts.add("one.example.com")
    consent, shown = hosts.page.consent, []
    hosts.state.ended.connect(
        lambda _: shown.append((consent.title.text(), consent.look_up_button.isVisible()))
    )
    hosts.look_up()
    assert shown == [("Working out what is left to ask", False)]
    assert not consent.isVisible()
