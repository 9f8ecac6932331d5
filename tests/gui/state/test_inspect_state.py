"""What the page knows, and when: short texts at once, long ones by the worker."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.inspect_state import LIVE, InspectState

LONG = "http://a.example/?" + "&".join(f"Name{n}=%7e{n}" for n in range(LIVE // 8))


@pytest.fixture
def state(services: Services, qtbot: QtBot) -> Iterator[InspectState]:
    made = InspectState(services.profile, services.runner)
    yield made
    made.close()


def test_a_short_text_is_read_before_set_text_returns(state: InspectState, qtbot: QtBot) -> None:
    with qtbot.waitSignals([state.text_changed, state.read]):
        state.set_text("HTTP://A.example/%7e")
    assert state.result.canonical == "http://a.example/~"
    assert not state.is_behind
    qtbot.waitUntil(lambda: state.is_settled)


def test_what_costs_more_follows(state: InspectState, qtbot: QtBot) -> None:
    with qtbot.waitSignals([state.found, state.effects_measured]):
        state.set_text("http://www.a.example/ b/")
    assert state.findings.violations
    assert state.would_change is not None
    assert "remove-www" in state.would_change
    assert "encode-illegal" in state.changed


def test_a_long_text_is_read_by_the_worker(state: InspectState, qtbot: QtBot) -> None:
    assert len(LONG) > LIVE
    with qtbot.waitSignal(state.effects_measured, timeout=10_000):
        state.set_text(LONG)
        assert state.is_behind
    assert state.facts.text == LONG
    assert state.result.canonical == LONG.replace("%7e", "~")
    assert state.is_settled


def test_of_two_long_texts_in_a_row_the_last_one_counts(state: InspectState, qtbot: QtBot) -> None:
    state.set_text(LONG)
    state.set_text(LONG + "#last")
    qtbot.waitUntil(lambda: state.is_settled, timeout=10_000)
    assert state.facts.text == LONG + "#last"


def test_a_short_text_after_a_long_one_is_not_overtaken(state: InspectState, qtbot: QtBot) -> None:
    state.set_text(LONG)
    state.set_text("http://short.example/")
    qtbot.wait(300)
    assert state.facts.text == "http://short.example/"
    assert state.result.canonical == "http://short.example/"


def test_base_and_profile_are_followed(state: InspectState, services: Services, qtbot: QtBot) -> None:
    state.set_text("../x")
    state.set_base("http://a.example/b/c/d")
    assert state.result.canonical == "http://a.example/b/x"
    services.profile.set_on("remove-www", True)
    state.set_profile(services.profile.profile)
    assert state.result.profile.holds("remove-www")


def test_nothing_starts_after_close(state: InspectState, services: Services, qtbot: QtBot) -> None:
    state.close()
    state.set_text(LONG)
    state.warm_up()
    assert not services.runner.is_busy


def test_lists_and_tables_are_loaded_in_the_worker(state: InspectState, qtbot: QtBot) -> None:
    state.set_text("http://www.a.example/")
    state.warm_up()
    qtbot.waitUntil(lambda: state.facts.domain is not None, timeout=10_000)
