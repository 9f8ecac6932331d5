"""The form of a step's options: a control for each type, only what is not usual comes out."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialogButtonBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from urlinspector.gui.dialogs.options_form import OptionsForm
from urlinspector.gui.dialogs.rule_list import RuleList
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.normalize.library import builtin
from urlinspector.normalize.options import option_fields
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import bind
from urlinspector.normalize.site_rules.toml import read_tables
from urlinspector.normalize.step import NoOptions
from urlinspector.normalize.steps import CATALOGUE, STEPS

WITH_OPTIONS = [each for each in CATALOGUE if each.options is not NoOptions]
KINDS = {
    "bool": QCheckBox,
    "choice": QComboBox,
    "text": QLineEdit,
    "list": QPlainTextEdit,
    "pairs": QPlainTextEdit,
}


def form_of(bound: BoundStep, themes: ThemeState, parent: QWidget) -> OptionsForm:
    return OptionsForm(bound, themes, parent)


@pytest.mark.parametrize("step", WITH_OPTIONS, ids=lambda step: step.name)
def test_every_option_has_a_named_control_and_defaults_come_out_empty(
    step, themes: ThemeState, parent: QWidget
) -> None:
    form = form_of(BoundStep.of(step), themes, parent)
    for field in option_fields(step):
        editor = form.editors[field.key]
        assert editor.accessibleName()
        assert isinstance(editor, KINDS.get(field.kind, QWidget))
    assert form.values() == {}


def test_what_is_changed_comes_out(themes: ThemeState, parent: QWidget, qtbot: QtBot) -> None:
    form = form_of(BoundStep.of(STEPS["limit-protocol"]), themes, parent)
    combo = form.editors["to"]
    assert isinstance(combo, QComboBox)
    combo.setCurrentText("http")
    with qtbot.waitSignal(form.chosen) as caught:
        form.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert caught.args == ["limit-protocol", {"to": "http"}]


def test_lists_are_lines(themes: ThemeState, parent: QWidget) -> None:
    form = form_of(BoundStep.of(STEPS["remove-parameters"]), themes, parent)
    key = next(each.key for each in form.fields if each.kind == "list")
    lines = form.editors[key]
    assert isinstance(lines, QPlainTextEdit)
    lines.setPlainText("a\n\n  b  \n")
    assert form.values() == {key: ["a", "b"]}


def test_the_present_options_are_shown(themes: ThemeState, parent: QWidget) -> None:
    form = form_of(bind(STEPS["limit-protocol"], {"to": "http"}), themes, parent)
    assert form.values() == {"to": "http"}
    form.defaults_button.click()
    assert form.values() == {}


def test_options_that_make_no_sense_are_told_and_the_form_stays(
    themes: ThemeState, parent: QWidget, qtbot: QtBot
) -> None:
    form = form_of(BoundStep.of(STEPS["remove-parameters"]), themes, parent)
    form.show()
    key = next((each.key for each in form.fields if "pattern" in each.key), None)
    if key is None:
        pytest.skip("the step takes no patterns")
    lines = form.editors[key]
    assert isinstance(lines, QPlainTextEdit)
    lines.setPlainText("(unclosed")
    with qtbot.assertNotEmitted(form.chosen):
        form.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert form.error_label.isVisible()
    assert form.error_label.text()
    assert form.isVisible()


def test_rules_of_sites_are_switched_one_by_one(themes: ThemeState, parent: QWidget, qtbot: QtBot) -> None:
    rules = [{"name": "a", "scope": "a.com", "drop": "x"}, {"name": "b", "scope": "*", "keep": []}]
    form = form_of(bind(STEPS["site-rules"], {"rules": rules}), themes, parent)
    listed = form.editors["rules"]
    assert isinstance(listed, RuleList)
    assert [listed.item(row).text() for row in range(2)] == ["a", "b"]
    listed.item(0).setCheckState(Qt.CheckState.Unchecked)
    with qtbot.waitSignal(form.chosen) as chosen:
        form.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert chosen.args is not None
    assert [(each.name, each.enabled) for each in chosen.args[1]["rules"]] == [("a", False), ("b", True)]


def test_defaults_switch_all_rules_on_and_drop_none(themes: ThemeState, parent: QWidget) -> None:
    rules = [{"name": "a", "scope": "a.com", "drop": "x", "enabled": False}]
    form = form_of(bind(STEPS["site-rules"], {"rules": rules}), themes, parent)
    form.defaults_button.click()
    assert [(each.name, each.enabled) for each in form.values()["rules"]] == [("a", True)]


def test_switching_a_rule_is_one_change_that_can_be_undone() -> None:
    rule = read_tables([{"name": "a", "scope": "a.com", "drop": "x"}])[0]
    state = ProfileState(builtin("safe").with_rules([rule]))
    assert state.set_options("site-rules", {"rules": [rule.switched(False)]})
    assert [each.enabled for each in state.profile.rules] == [False]
    assert state.is_modified
    state.undo()
    assert state.profile.rules == (rule,)
