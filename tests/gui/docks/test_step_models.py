"""Both models of the steps dock keep Qt's rules and speak."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from urlinspector.gui.docks.step_models import StepOrderModel, StepTreeModel
from urlinspector.gui.docks.step_rows import Show, groups_by_safety, rows_by_order
from urlinspector.gui.pages.page import Cell, Effect, EffectColumn, StepEffects
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.normalize.library import builtin

ACTING = StepEffects({"lowercase-host": Effect.CHANGED, "remove-www": Effect.WOULD_CHANGE})
FIGURES = StepEffects(
    ACTING.effects,
    (EffectColumn("Rows", "Rows changed"), EffectColumn("Merges", "Clusters merged")),
    {"lowercase-host": (Cell("1,414"), Cell("784", warning=True, tip="high"))},
)


@pytest.fixture
def state(qapp: QApplication) -> ProfileState:
    return ProfileState(builtin("safe"))


@pytest.mark.parametrize("effects", [StepEffects(), ACTING, FIGURES])
@pytest.mark.parametrize("show", list(Show))
def test_the_tree_keeps_qts_rules(
    state: ProfileState, qtmodeltester: ModelTester, effects: StepEffects, show: Show
) -> None:
    model = StepTreeModel()
    model.set_rows(groups_by_safety(state, effects, show), effects)
    qtmodeltester.check(model, force_py=True)


def test_the_list_keeps_qts_rules(state: ProfileState, qtmodeltester: ModelTester) -> None:
    model = StepOrderModel()
    model.set_rows(rows_by_order(state, ACTING, Show.ALL), ACTING)
    qtmodeltester.check(model, force_py=True)


def test_the_tree_is_reset_only_for_other_rows(state: ProfileState, qtbot: QtBot) -> None:
    model = StepTreeModel()
    assert model.set_rows(groups_by_safety(state, ACTING, Show.ALL), ACTING)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        state.toggle("lowercase-host")
        assert not model.set_rows(groups_by_safety(state, ACTING, Show.ALL), ACTING)
    assert model.set_rows(groups_by_safety(state, ACTING, Show.ACTS_HERE), ACTING)
    assert model.set_rows(groups_by_safety(state, FIGURES, Show.ACTS_HERE), FIGURES)


def test_a_check_asks_and_changes_nothing_itself(state: ProfileState, qtbot: QtBot) -> None:
    model = StepTreeModel()
    model.set_rows(groups_by_safety(state, ACTING, Show.ALL), ACTING)
    index = model.index_of("lowercase-host")
    role = Qt.ItemDataRole.CheckStateRole
    with qtbot.waitSignal(model.toggled) as caught:
        assert model.setData(index, Qt.CheckState.Unchecked, role)
    assert caught.args == ["lowercase-host", False]
    assert index.data(role) == Qt.CheckState.Checked


def test_figures_of_the_page_are_columns(state: ProfileState) -> None:
    model = StepTreeModel()
    model.set_rows(groups_by_safety(state, FIGURES, Show.ALL), FIGURES)
    index = model.index_of("lowercase-host")
    assert index.siblingAtColumn(1).data() == "1,414"
    assert index.siblingAtColumn(2).data(Qt.ItemDataRole.ToolTipRole) == "high"
    assert model.headerData(2, Qt.Orientation.Horizontal) == "Merges"
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Rows changed 1,414, Clusters merged 784" in spoken


def test_everything_listed_can_be_heard(state: ProfileState) -> None:
    model = StepTreeModel()
    model.set_rows(groups_by_safety(state, ACTING, Show.ACTS_HERE), ACTING)
    for group in range(model.rowCount()):
        parent = model.index(group, 0)
        assert parent.data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(model.rowCount(parent)):
            assert model.index(row, 0, parent).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_drop_between_rows_moves_to_that_place(state: ProfileState, qtbot: QtBot) -> None:
    model = StepOrderModel()
    model.set_rows(rows_by_order(state, ACTING, Show.ALL), ACTING)
    action = Qt.DropAction.MoveAction
    for start, drop, end in ((5, 8, 7), (8, 5, 5), (5, 6, 5), (5, len(state.profile.steps), None)):
        data = model.mimeData([model.index(start)])
        with qtbot.waitSignal(model.moved) as caught:
            model.dropMimeData(data, action, drop, 0, QModelIndex())
        expected = len(state.profile.steps) - 1 if end is None else end
        assert caught.args == [start, expected]


def test_a_drop_among_filtered_rows_means_the_place_before_the_one_shown(
    state: ProfileState, qtbot: QtBot
) -> None:
    model = StepOrderModel()
    rows = rows_by_order(state, ACTING, Show.ALL, "port")
    model.set_rows(rows, ACTING)
    assert len(rows) >= 2
    data = model.mimeData([model.index(0)])
    with qtbot.waitSignal(model.moved) as caught:
        model.dropMimeData(data, Qt.DropAction.MoveAction, 1, 0, QModelIndex())
    assert caught.args == [rows[0].rank - 1, rows[1].rank - 2]  # type: ignore[operator]
