"""Undo and redo of plain values."""

from urlinspector.gui.state.history import History


def test_changes_are_taken_back_and_made_again_in_order() -> None:
    history = History("a")
    history.push("b", "to b")
    history.push("c", "to c")
    assert (history.undo_words, history.redo_words) == ("to c", "")
    assert history.undo()
    assert (history.now, history.undo_words, history.redo_words) == ("b", "to b", "to c")
    assert history.undo()
    assert not history.undo()
    assert (history.now, history.can_undo, history.can_redo) == ("a", False, True)
    assert history.redo()
    assert history.redo()
    assert not history.redo()
    assert (history.now, history.undo_words) == ("c", "to c")


def test_a_new_change_forgets_what_was_taken_back() -> None:
    history = History(1)
    history.push(2)
    history.undo()
    history.push(3)
    assert not history.redo()
    assert history.now == 3


def test_an_amended_state_is_taken_back_with_the_change_that_it_belongs_to() -> None:
    history = History("")
    history.push("h")
    history.amend("ht")
    history.amend("htt")
    history.undo()
    assert history.now == ""
    history.redo()
    assert history.now == "htt"


def test_no_more_changes_than_the_limit_are_kept() -> None:
    history = History(0, limit=3)
    for number in range(1, 10):
        history.push(number)
    while history.undo():
        pass
    assert history.now == 6


def test_a_restart_leaves_nothing_to_take_back() -> None:
    history = History("a")
    history.push("b")
    history.push("c")
    history.undo()
    history.restart("z")
    assert (history.now, history.can_undo, history.can_redo) == ("z", False, False)
