"""The Rules page's commands, for menus, shortcuts and the palette."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from urlinspector.gui.actions import Action, Menu

if TYPE_CHECKING:
    from urlinspector.gui.pages.rules import RulesPage

Key = QKeySequence.StandardKey


def _tr(text: str) -> str:
    return QCoreApplication.translate("RuleActions", text)


def rule_actions(page: "RulesPage") -> list[Action]:
    """All of them."""
    return [
        Action("rules.open", _tr("&Open rules…"), page.open_rules, Menu.FILE, 0, Key.Open, icon="open"),
        Action(
            "rules.import",
            _tr("&Import rules of other programs…"),
            page.import_rules,
            Menu.FILE,
            0,
            icon="import",
        ),
        Action("rules.robots", _tr("Import a &robots.txt…"), page.import_robots, Menu.FILE, 0),
        Action(
            "rules.save",
            _tr("&Save the rules…"),
            page.save_rules,
            Menu.FILE,
            3,
            Key.Save,
            icon="save",
            is_enabled=page.has_rules,
        ),
        Action("rules.new", _tr("&New rule"), page.new_rule, Menu.EDIT, 1, Key.New, icon="plus"),
        Action(
            "rules.accept",
            _tr("&Accept the proposal"),
            page.learnt.accept_chosen,
            Menu.EDIT,
            3,
            "Ctrl+Return",
            icon="check",
            is_enabled=page.has_proposal,
        ),
        Action(
            "rules.reject",
            _tr("&Reject the proposal"),
            page.learnt.reject_chosen,
            Menu.EDIT,
            3,
            "Ctrl+Backspace",
            icon="close",
            is_enabled=page.has_proposal,
        ),
        Action(
            "rules.edit",
            _tr("&Edit the rule"),
            page.listed.edit_chosen,
            Menu.EDIT,
            4,
            "F2",
            icon="edit",
            is_enabled=page.has_chosen,
        ),
        Action(
            "rules.delete",
            _tr("&Delete the rules"),
            page.listed.delete_chosen,
            Menu.EDIT,
            4,
            Key.Delete,
            icon="trash",
            is_enabled=page.has_chosen,
        ),
        Action(
            "rules.learn",
            _tr("&Learn from the list"),
            page.learn,
            Menu.VIEW,
            2,
            "F5",
            icon="play",
            is_enabled=page.has_list,
        ),
        Action("rules.next-pane", _tr("Next pane"), page.next_pane, Menu.VIEW, 2, "F6"),
    ]
