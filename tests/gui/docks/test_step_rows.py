"""Which rows the steps dock shows."""

import pytest

from urlinspector.gui.docks.option_summary import option_summary
from urlinspector.gui.docks.step_rows import Group, NoteRow, Show, StepRow, groups_by_safety, rows_by_order
from urlinspector.gui.pages.page import Effect, StepEffects
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.normalize.library import builtin
from urlinspector.normalize.options import read_options
from urlinspector.normalize.step import Safety
from urlinspector.normalize.steps import CATALOGUE, STEPS

EFFECTS = StepEffects(
    {
        "lowercase-host": Effect.CHANGED,
        "remove-default-port": Effect.CHANGED,
        "trim-whitespace": Effect.CHANGED,
        "remove-www": Effect.WOULD_CHANGE,
        "remove-fragment": Effect.WOULD_CHANGE,
    }
)


@pytest.fixture
def state() -> ProfileState:
    return ProfileState(builtin("safe"))


def shown(group: Group) -> list[str]:
    return [each.name if isinstance(each, StepRow) else each.text for each in group.rows]


def test_acts_here_lists_what_acts_then_what_is_idle_then_what_would_act(state: ProfileState) -> None:
    state.toggle("remove-trailing-slash")
    preserves, usually, changes = groups_by_safety(state, EFFECTS, Show.ACTS_HERE)
    on = preserves.on
    assert shown(preserves) == [
        "lowercase-host",
        "remove-default-port",
        f"{on - 2} more are on, nothing to do here",
    ]
    assert shown(usually)[0] == "trim-whitespace"
    assert shown(changes) == ["1 is on, nothing to do here", "remove-www", "remove-fragment"]


def test_the_place_of_the_idle_line_is_the_pages(state: ProfileState) -> None:
    effects = StepEffects(EFFECTS.effects, where="on this list")
    assert "nothing to do on this list" in shown(groups_by_safety(state, effects, Show.ACTS_HERE)[0])[-1]


def test_a_page_that_cannot_say_yet_says_why(state: ProfileState) -> None:
    effects = StepEffects(unseen="fill in two URLs")
    for group in groups_by_safety(state, effects, Show.ACTS_HERE)[:2]:
        (line,) = shown(group)
        assert line.endswith("are on; fill in two URLs")


def test_counts_are_of_the_whole_class_whatever_is_shown(state: ProfileState) -> None:
    for show in Show:
        groups = groups_by_safety(state, EFFECTS, show)
        assert sum(each.on for each in groups) == len(state.profile.steps)
        assert sum(each.count for each in groups) == sum(not each.peer for each in CATALOGUE)


def test_all_lists_the_catalogue_in_its_order(state: ProfileState) -> None:
    groups = groups_by_safety(state, StepEffects(), Show.ALL)
    listed = [row.name for group in groups for row in group.rows if isinstance(row, StepRow)]
    assert sorted(listed) == sorted(each.name for each in CATALOGUE if not each.peer)
    preserves = [row.name for row in groups[0].rows if isinstance(row, StepRow)]
    assert preserves == [n for n in STEPS if n in preserves]


def test_on_lists_what_is_on_in_the_order_of_the_profile(state: ProfileState) -> None:
    rows = groups_by_safety(state, EFFECTS, Show.ON)[0].rows
    ranks = [row.rank for row in rows if isinstance(row, StepRow)]
    assert None not in ranks
    assert ranks == sorted(ranks)  # type: ignore[type-var]


def test_the_rank_is_the_position_in_the_profile(state: ProfileState) -> None:
    rows = groups_by_safety(state, EFFECTS, Show.ALL)
    for group in rows:
        for row in group.rows:
            assert isinstance(row, StepRow)
            expected = state.profile.steps[row.rank - 1].step.name if row.rank else None
            assert expected in (None, row.name)
            assert (row.rank is None) != row.on


def test_a_filter_finds_words_in_any_step(state: ProfileState) -> None:
    groups = groups_by_safety(state, StepEffects(), Show.ACTS_HERE, "param sort")
    assert [row for group in groups for row in shown(group)] == ["sort-parameters"]


def test_oddities_of_programs_are_offered_only_by_name(state: ProfileState) -> None:
    peers = [each.name for each in CATALOGUE if each.peer]
    if not peers:
        pytest.skip("no step is a program's oddity")
    everything = groups_by_safety(state, StepEffects(), Show.ALL)
    assert not {row for group in everything for row in shown(group)} & set(peers)
    found = groups_by_safety(state, StepEffects(), Show.ALL, peers[0])
    assert peers[0] in [row for group in found for row in shown(group)]


def test_by_order_is_the_profile(state: ProfileState) -> None:
    rows = rows_by_order(state, EFFECTS, Show.ALL)
    assert [row.name for row in rows] == [each.step.name for each in state.profile.steps]
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    acting = rows_by_order(state, EFFECTS, Show.ACTS_HERE)
    assert {row.name for row in acting} == {"lowercase-host", "remove-default-port", "trim-whitespace"}


def test_what_is_still_measured_is_not_listed_as_acting(state: ProfileState) -> None:
    effects = StepEffects({"remove-www": Effect.UNKNOWN})
    assert "remove-www" not in shown(groups_by_safety(state, effects, Show.ACTS_HERE)[2])
    assert "remove-www" in shown(groups_by_safety(state, effects, Show.ALL)[2])


def test_a_row_can_be_heard(state: ProfileState) -> None:
    group = groups_by_safety(state, EFFECTS, Show.ACTS_HERE)[0]
    row = group.rows[0]
    assert isinstance(row, StepRow)
    position = state.position("lowercase-host")
    assert (
        row.spoken(EFFECTS) == f"lowercase-host, on, Preserves, position {position}, changed something here"
    )
    note = group.rows[-1]
    assert isinstance(note, NoteRow)


def test_groups_are_in_order_of_risk(state: ProfileState) -> None:
    assert [each.safety for each in groups_by_safety(state, EFFECTS, Show.ALL)] == list(Safety)


@pytest.mark.parametrize(
    ("step", "values", "words"),
    [
        ("limit-protocol", {}, "https"),
        ("limit-protocol", {"to": "http"}, "http"),
        ("add-scheme", {}, "https"),
        ("remove-fragment", {}, ""),
        ("remove-fragment", {"keep-hashbang": True}, "keeps #!"),
        ("remove-fragment", {"keep-hashbang": True, "keep-routes": True}, "keeps #! #/"),
        ("lowercase-host", {}, ""),
    ],
)
def test_options_in_a_word_or_two(step: str, values: dict[str, object], words: str) -> None:
    record = STEPS[step]
    assert option_summary(record, read_options(record, values)) == words
