"""The Rules page's commands, for menus, shortcuts and the palette."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from urlinspector.gui.actions import Action, Group, Menu

if TYPE_CHECKING:
    from urlinspector.gui.pages.rules import RulesPage

Key = QKeySequence.StandardKey


def _tr(text: str) -> str:
    return QCoreApplication.translate("RuleActions", text)


def rule_actions(page: "RulesPage") -> list[Action]:
    """All of them."""
    return [*_file(page), *_edit(page), *_view(page)]


def _file(page: "RulesPage") -> list[Action]:
    read, write = Group(Menu.FILE, 0), Group(Menu.FILE, 3, page.has_rules)
    return [
        read.action("rules.open", _tr("&Open rules…"), page.open_rules, Key.Open, "open"),
        read.action(
            "rules.import", _tr("&Import rules of other programs…"), page.import_rules, icon="import"
        ),
        read.action("rules.robots", _tr("Import a &robots.txt…"), page.import_robots),
        write.action("rules.save", _tr("&Save the rules…"), page.save_rules, Key.Save, "save"),
    ]


def _edit(page: "RulesPage") -> list[Action]:
    learnt, listed, new = page.learnt, page.listed, Group(Menu.EDIT, 1)
    proposal, chosen = Group(Menu.EDIT, 3, page.has_proposal), Group(Menu.EDIT, 4, page.has_chosen)
    return [
        new.action("rules.new", _tr("&New rule"), page.new_rule, Key.New, "plus"),
        proposal.action(
            "rules.accept", _tr("&Accept the proposal"), learnt.accept_chosen, "Ctrl+Return", "check"
        ),
        proposal.action(
            "rules.reject", _tr("&Reject the proposal"), learnt.reject_chosen, "Ctrl+Backspace", "close"
        ),
        chosen.action("rules.edit", _tr("&Edit the rule"), listed.edit_chosen, "F2", "edit"),
        chosen.action("rules.delete", _tr("&Delete the rules"), listed.delete_chosen, Key.Delete, "trash"),
    ]


def _view(page: "RulesPage") -> list[Action]:
    learn, view = Group(Menu.VIEW, 2, page.has_list), Group(Menu.VIEW, 2)
    return [
        learn.action("rules.learn", _tr("&Learn from the list"), page.learn, "F5", "play"),
        view.action("rules.next-pane", _tr("Next pane"), page.next_pane, "F6"),
    ]
