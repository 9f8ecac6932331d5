"""Editing the shared profile: places, options, refusals, undo and redo, files."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from urlinspector.gui.state.profile_state import UNDO_LIMIT, ProfileState, merged_order, old_place
from urlinspector.normalize.library import builtin
from urlinspector.normalize.profile import Profile, ProfileError


def names(state: ProfileState) -> list[str]:
    return [each.step.name for each in state.profile.steps]


@pytest.fixture
def state() -> ProfileState:
    return ProfileState(builtin("safe"))


def test_a_step_switched_off_and_on_returns_to_its_place(state: ProfileState) -> None:
    before = names(state)
    for name in before:
        state.set_on(name, False)
        state.set_on(name, True)
        assert names(state) == before


def test_several_steps_off_and_on_in_any_order_return_to_their_places(state: ProfileState) -> None:
    before = names(state)
    for name in before[2:8]:
        state.set_on(name, False)
    for name in reversed(before[2:8]):
        state.set_on(name, True)
    assert names(state) == before


def test_a_moved_step_returns_to_where_it_was_moved(state: ProfileState) -> None:
    last = len(names(state)) - 1
    name = names(state)[5]
    state.move(5, last)
    assert names(state)[last] == name
    state.toggle(name)
    state.toggle(name)
    assert names(state)[last] == name


def test_a_new_step_goes_before_the_first_of_higher_rank(state: ProfileState) -> None:
    assert state.toggle("remove-www")
    assert state.profile == builtin("safe").enabled("remove-www")


def test_options_survive_off_and_on(state: ProfileState) -> None:
    state.toggle("limit-protocol")
    assert state.set_options("limit-protocol", {"to": "http"})
    state.toggle("limit-protocol")
    assert state.bound("limit-protocol").options.to == "http"
    state.toggle("limit-protocol")
    assert state.profile.bound("limit-protocol").options.to == "http"  # type: ignore[union-attr]


def test_options_of_a_step_that_is_off_do_not_switch_it_on(state: ProfileState) -> None:
    assert state.set_options("limit-protocol", {"to": "http"})
    assert not state.is_on("limit-protocol")
    assert state.bound("limit-protocol").options.to == "http"


def test_options_left_out_go_back_to_their_defaults(state: ProfileState) -> None:
    state.toggle("limit-protocol")
    state.set_options("limit-protocol", {"to": "http"})
    state.set_options("limit-protocol", {})
    assert state.bound("limit-protocol").options.to == "https"


def test_senseless_options_are_refused(state: ProfileState, qtbot: QtBot) -> None:
    with qtbot.waitSignal(state.refused) as caught:
        assert not state.set_options("limit-protocol", {"to": "gopher"})
    assert "gopher" in caught.args[0].message


def test_a_conflict_is_refused_and_can_be_switched_over(state: ProfileState, qtbot: QtBot) -> None:
    state.toggle("remove-www")
    with qtbot.waitSignal(state.refused) as caught:
        assert not state.toggle("add-www")
    refusal = caught.args[0]
    assert refusal.others == ("remove-www",)
    assert not state.is_on("add-www")
    assert state.switch_over(refusal)
    assert state.is_on("add-www")
    assert not state.is_on("remove-www")
    state.undo()
    assert state.is_on("remove-www")
    assert not state.is_on("add-www")


def test_a_text_step_cannot_be_moved_behind_others(state: ProfileState, qtbot: QtBot) -> None:
    before = names(state)
    with qtbot.waitSignal(state.refused) as caught:
        assert not state.move(0, 10)
    assert caught.args[0].others == ()
    assert names(state) == before


def test_every_edit_can_be_undone_and_done_again(state: ProfileState) -> None:
    start = state.profile
    state.toggle("remove-www")
    state.toggle("lowercase-host")
    state.move(4, 6)
    state.choose("seo")
    end = state.profile
    for _ in range(4):
        state.undo()
    assert state.profile == start
    assert not state.can_undo
    for _ in range(4):
        state.redo()
    assert state.profile == end
    assert not state.can_redo


def test_a_new_edit_forgets_what_was_undone(state: ProfileState) -> None:
    state.toggle("remove-www")
    state.undo()
    state.toggle("add-www")
    assert not state.can_redo


def test_the_undo_list_is_bounded(state: ProfileState) -> None:
    for _ in range(UNDO_LIMIT + 20):
        state.toggle("remove-www")
    count = 0
    while state.can_undo:
        state.undo()
        count += 1
    assert count == UNDO_LIMIT


def test_an_edit_that_changes_nothing_is_no_edit(state: ProfileState) -> None:
    state.set_on("lowercase-host", True)
    state.move(3, 3)
    state.set_options("lowercase-host", {})
    assert not state.can_undo


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (["remove-www"], "1 step added"),
        (["remove-www", "remove-trailing-slash"], "2 steps added"),
        (["lowercase-host"], "1 step removed"),
        (["remove-www", "lowercase-host"], "1 step added, 1 removed"),
        ([], ""),
    ],
)
def test_changes_are_told_in_words(state: ProfileState, edit: list[str], words: str) -> None:
    for name in edit:
        state.toggle(name)
    assert state.changes.words() == words
    assert state.is_modified == bool(words)


def test_another_order_is_told(state: ProfileState) -> None:
    state.move(5, 7)
    assert state.changes.words() == "order changed"


def test_reset_goes_back_to_the_profile_as_chosen(state: ProfileState) -> None:
    state.toggle("remove-www")
    state.reset()
    assert state.profile == builtin("safe")
    state.undo()
    assert state.is_on("remove-www")


def test_choosing_an_unknown_profile_is_refused(state: ProfileState, qtbot: QtBot) -> None:
    with qtbot.waitSignal(state.refused):
        assert not state.choose("no-such-profile")
    assert state.profile.name == "safe"


def test_saved_under_a_new_name_it_is_the_base_of_what_follows(state: ProfileState, tmp_path: Path) -> None:
    state.toggle("remove-www")
    path = tmp_path / "profiles" / "mine.toml"
    state.save_as(path, "mine")
    assert state.base.name == "mine"
    assert state.path == path
    assert not state.is_modified
    assert Profile.parse(path.read_text("utf-8")).steps == state.profile.steps
    assert [each.name for each in path.parent.iterdir()] == ["mine.toml"]


def test_a_changed_profile_is_saved_without_what_was_said_of_its_base(tmp_path: Path) -> None:
    state = ProfileState(builtin("w3lib-2.5.0"))
    state.save_as(tmp_path / "same.toml", "same")
    assert state.profile.peer
    state.toggle("remove-www")
    state.save_as(tmp_path / "other.toml", "other")
    saved = Profile.parse((tmp_path / "other.toml").read_text("utf-8"))
    assert (saved.description, saved.notes, saved.peer, saved.peer_version) == ("", (), "", "")


def test_a_changed_profile_is_proposed_another_name(state: ProfileState) -> None:
    base = state.base.name
    assert state.proposed_name == base
    state.toggle("remove-www")
    assert state.proposed_name == f"{base}-changed"


def test_an_exported_profile_can_be_opened_again(state: ProfileState, tmp_path: Path) -> None:
    state.toggle("remove-www")
    state.export(tmp_path / "out.toml")
    other = ProfileState(builtin("rfc3986"))
    other.open(tmp_path / "out.toml")
    assert other.profile.steps == state.profile.steps
    assert other.profile.name == "out"
    assert other.profile.description == ""
    assert other.path == tmp_path / "out.toml"


def test_opening_a_bad_file_says_where_and_changes_nothing(state: ProfileState, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('name = "x"\n\nbogus = 1\n', "utf-8")
    with pytest.raises(ProfileError, match="line 3"):
        state.open(path)
    assert state.profile == builtin("safe")


def test_signals_come_after_the_change(state: ProfileState) -> None:
    seen: list[bool] = []

    def look(profile: Profile) -> None:
        seen.append(profile is state.profile and profile.holds("remove-www"))

    state.profile_changed.connect(look)
    state.toggle("remove-www")
    assert seen == [True]


def test_old_place_is_before_the_first_that_followed() -> None:
    assert old_place("b", ("a", "c"), ("a", "b", "c")) == 1
    assert old_place("b", ("a",), ("a", "b", "c")) == 1
    assert old_place("x", ("a",), ("a", "b")) is None


def test_merged_order_keeps_absent_names_where_they_stood() -> None:
    assert merged_order(("a", "b", "c"), ("c", "a")) == ("b", "c", "a")
    assert merged_order(("a", "b"), ("a", "x")) == ("a", "x", "b")


def test_rules_of_sites_are_saved_while_their_step_is_off(state: ProfileState, tmp_path: Path) -> None:
    rules = [{"name": "r", "scope": "h.example", "drop": ["sid"]}]
    assert state.set_step("site-rules", {"rules": rules, "as_of": "2026-01-31"}, on=True)
    assert state.set_on("site-rules", False)
    path = tmp_path / "mine.toml"
    state.save_as(path, "mine")
    assert not state.is_modified
    other = ProfileState()
    other.open(path)
    assert not other.is_on("site-rules")
    assert [each.name for each in other.options("site-rules").rules] == ["r"]
    assert other.options("site-rules").as_of == "2026-01-31"
    assert other.set_on("site-rules", True)
    assert [each.name for each in other.profile.rules] == ["r"]
    other.undo()
    assert [each.name for each in other.profile.resting_rules] == ["r"]
    assert other.profile.resting_as_of == "2026-01-31"
    assert other.set_options("site-rules", {"rules": []})
    assert other.is_modified
    assert other.profile.resting_rules == ()
    other.reset()
    assert [each.name for each in other.options("site-rules").rules] == ["r"]
