"""The Hosts page's state without its page: what is planned is what is asked; long lists; answers on disk."""

import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.hosts.odd_server import OddServer
from urlinspector.gui.state import hosts_jobs
from urlinspector.gui.state.hosts_asked import (
    Asked,
    decisions_from_json,
    decisions_to_json,
    options_from_json,
    options_to_json,
)
from urlinspector.gui.state.hosts_jobs import Arrangement, named
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.tasks.runner import TaskRunner
from urlinspector.hosts.candidates import Rule
from urlinspector.hosts.record import example_path, load_answers
from urlinspector.hosts.report import Decisions
from urlinspector.hosts.trail import Options


@pytest.fixture
def odd() -> Iterator[OddServer]:
    with OddServer() as running:
        yield running


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[], HostsState]]:
    runner = TaskRunner()
    made: list[HostsState] = []

    def build() -> HostsState:
        made.append(HostsState(runner, tmp_path / "answers.json"))
        return made[-1]

    yield build
    for state in made:
        state.close()
    assert runner.close()


def settle(state: HostsState, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: state.is_settled, timeout=20_000)


def ask(state: HostsState, odd: OddServer, qtbot: QtBot, *, keep: bool = False) -> None:
    state.set_asked(Asked("address", odd.at, per_second=1000, in_flight=20, keep=keep), state.options)
    settle(state, qtbot)


def look_up(state: HostsState, qtbot: QtBot) -> None:
    with qtbot.waitSignal(state.ended, timeout=20_000):
        state.look_up()
    settle(state, qtbot)


def test_spellings_are_one_host_and_addresses_are_left_out() -> None:
    found = named({"WWW.Mgal.COM.": 3, "www.mgal.com": 2, "192.0.2.1": 1, "": 4, "münchen.example": 1})
    assert found.counts == {"www.mgal.com": 5, "xn--mnchen-3ya.example": 1}
    assert found.left_out == ("192.0.2.1", "")


def test_nothing_is_asked_while_the_plan_of_a_new_choice_is_made(
    make: Callable[[], HostsState], odd: OddServer, qtbot: QtBot
) -> None:
    state = make()
    ask(state, odd, qtbot)
    state.add_hosts({"mgal.com": 1})
    settle(state, qtbot)
    assert state.plan is not None
    assert state.plan.resolver == odd.at
    with OddServer() as other:
        # The plan that was shown names the first; until there is one that names the second, nobody is asked.
        state.set_asked(Asked("address", other.at, per_second=1000), state.options)
        state.look_up()
        assert not state.is_running
        settle(state, qtbot)
        look_up(state, qtbot)
        assert odd.asked == []
        assert other.asked
        assert state.resolver == other.at


def test_hosts_that_come_while_asking_are_not_asked_for(
    make: Callable[[], HostsState], odd: OddServer, qtbot: QtBot
) -> None:
    state = make()
    ask(state, odd, qtbot)
    state.add_hosts({f"slow30.h{n}.com": 1 for n in range(30)})
    settle(state, qtbot)
    state.look_up()
    state.add_hosts({"late.example": 1})
    assert not state.is_running
    settle(state, qtbot)
    assert not any("late.example" in str(each) for each in odd.asked)
    assert state.plan is not None
    assert "late.example" in state.plan.hosts


def test_a_long_list_is_asked_for_in_parts_those_with_most_urls_first(
    make: Callable[[], HostsState], odd: OddServer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts_jobs, "MOST_ASKED", 2)
    state = make()
    ask(state, odd, qtbot)
    state.add_hosts({"a.example": 1, "b.example": 9, "c.example": 5})
    settle(state, qtbot)
    assert state.plan is not None
    assert list(state.plan.hosts) == ["b.example", "c.example"]
    look_up(state, qtbot)
    assert list(state.plan.hosts) == ["a.example"]
    assert {row.host: row.is_asked for row in state.view.rows} == {  # type: ignore[union-attr]
        "b.example": True,
        "c.example": True,
        "a.example": False,
    }


def test_another_order_keeps_the_report(make: Callable[[], HostsState], odd: OddServer, qtbot: QtBot) -> None:
    state = make()
    ask(state, odd, qtbot)
    state.add_hosts({"b.example.com": 1, "a.example.org": 2, "c.example.com": 3})
    settle(state, qtbot)
    assert state.view is not None
    before = state.view.report
    state.arrange(Arrangement("", 0, False))
    settle(state, qtbot)
    assert [row.host for row in state.view.rows] == ["b.example.com", "c.example.com", "a.example.org"]
    state.arrange(Arrangement("EXAMPLE.com", 0, True))
    settle(state, qtbot)
    assert [row.host for row in state.view.rows] == ["c.example.com", "b.example.com"]
    assert state.view.report is before


def test_answers_on_disk_are_taken_from_there_and_go_when_they_are_not_wanted(
    make: Callable[[], HostsState], odd: OddServer, qtbot: QtBot, tmp_path: Path
) -> None:
    state = make()
    ask(state, odd, qtbot, keep=True)
    state.add_hosts({"kept.example": 1})
    settle(state, qtbot)
    look_up(state, qtbot)
    assert (tmp_path / "answers.json").exists()
    asked = len(odd.asked)
    again = make()
    ask(again, odd, qtbot, keep=True)
    again.add_hosts({"kept.example": 1})
    settle(again, qtbot)
    assert again.plan is not None
    assert again.plan.at_most < len(state.answers)
    look_up(again, qtbot)
    assert ("kept.example", "A") in odd.asked[:asked]
    assert ("kept.example", "A") not in odd.asked[asked:]
    ask(again, odd, qtbot, keep=False)
    qtbot.waitUntil(lambda: not (tmp_path / "answers.json").exists(), timeout=5000)


def test_time_outs_can_be_asked_of_somebody_else(
    make: Callable[[], HostsState], odd: OddServer, qtbot: QtBot
) -> None:
    state = make()
    state.set_asked(Asked("address", "127.0.0.1:9", per_second=1000, in_flight=20), Options())
    state.add_hosts({"mgal.com": 1})
    settle(state, qtbot)
    look_up(state, qtbot)
    assert {row.outcome for row in state.view.rows} == {"timeout"}  # type: ignore[union-attr]
    assert state.failures == 1
    ask(state, odd, qtbot)
    assert state.plan is not None
    assert state.plan.hosts == ("mgal.com",)
    look_up(state, qtbot)
    assert {row.outcome for row in state.view.rows} == {"answered"}  # type: ignore[union-attr]


def test_plain_values_come_back_and_nonsense_gives_the_defaults() -> None:
    asked = Asked("doh", "", "https://dns.example/dns-query", "192.0.2.1", 7, 3, 1.5, 4, True)
    options = Options(Rule.FIRST_ANSWER, try_full_name=True, https=False)
    decisions = Decisions(frozenset({("a", "b")}), frozenset({("b", "c")}), {"a": "b"})
    assert Asked.from_json(asked.to_json()) == asked
    assert options_from_json(options_to_json(options)) == options
    assert decisions_from_json(decisions_to_json(decisions)) == decisions
    assert Asked.from_json({"per_second": "many", "keep": 1, "kind": None}) == Asked()
    assert Asked.from_json({"in_flight": 0, "tries": -1, "timeout": 0.0, "per_second": 10**9}) == Asked()
    assert options_from_json({"rule": "none", "https": "no"}) == Options()
    assert decisions_from_json({"confirmed": [["a"], 1, ["a", 2]], "preferred": []}) == Decisions()
    assert decisions_from_json(None) == Decisions()


def test_what_is_let_go_is_taken_apart_to_the_last(make: Callable[[], HostsState], qtbot: QtBot) -> None:
    state = make()
    found = load_answers(example_path())
    state.take_recording(found, "the example")
    settle(state, qtbot)
    assert state.view is not None
    report = state.view.report
    gone: list[weakref.ref[Any]] = [
        weakref.ref(report),
        weakref.ref(report.findings),
        weakref.ref(found.answers),
    ]
    del found, report
    state.clear()
    settle(state, qtbot)
    assert [each() for each in gone] == [None, None, None]


def test_a_report_is_taken_apart_by_the_worker_once_there_is_another(
    make: Callable[[], HostsState], qtbot: QtBot
) -> None:
    state, threads = make(), []
    state.take_recording(load_answers(example_path()), "the example")
    settle(state, qtbot)
    assert state.view is not None
    assert state.alias_count
    gone = weakref.ref(state.view.report, lambda _: threads.append(threading.current_thread()))
    state.refresh()
    settle(state, qtbot)
    assert state.alias_count
    assert gone() is None
    assert threads
    assert threads != [threading.main_thread()]
