"""The Hosts page's commands, for menus, shortcuts and the palette."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from urlinspector.gui.actions import Action, Menu

if TYPE_CHECKING:
    from urlinspector.gui.pages.hosts import HostsPage

Key = QKeySequence.StandardKey


def _tr(text: str) -> str:
    return QCoreApplication.translate("HostActions", text)


def host_actions(page: "HostsPage") -> list[Action]:
    """All of them."""
    return [*_file(page), *_edit(page), *_pair(page), *_view(page)]


def _file(page: "HostsPage") -> list[Action]:
    has_hosts, known = page.has_hosts, page.has_answers
    return [
        Action(
            "hosts.from-list",
            _tr("Hosts from the &list"),
            page.take_list,
            Menu.FILE,
            0,
            icon="list",
            is_enabled=page.has_list,
        ),
        Action(
            "hosts.open",
            _tr("&Open recorded answers…"),
            page.files.open_answers,
            Menu.FILE,
            0,
            Key.Open,
            icon="open",
        ),
        Action(
            "hosts.save",
            _tr("&Save the answers…"),
            page.files.save_answers,
            Menu.FILE,
            3,
            Key.Save,
            icon="save",
            is_enabled=known,
        ),
        Action(
            "hosts.export",
            _tr("&Export host aliases…"),
            page.files.save_aliases,
            Menu.FILE,
            4,
            "Ctrl+E",
            icon="export",
            is_enabled=known,
        ),
        Action(
            "hosts.clear",
            _tr("&Forget these hosts"),
            page.state.clear,
            Menu.FILE,
            4,
            "Ctrl+W",
            is_enabled=has_hosts,
        ),
    ]


def _edit(page: "HostsPage") -> list[Action]:
    state = page.state
    return [
        Action(
            "hosts.paste", _tr("&Paste host names"), page.paste_names, Menu.EDIT, 1, Key.Paste, icon="paste"
        ),
        Action(
            "hosts.undo",
            _tr("Undo the last &decision"),
            state.undo,
            Menu.EDIT,
            2,
            "Ctrl+Alt+Z",
            icon="undo",
            is_enabled=lambda: bool(state.undo_words),
        ),
        Action(
            "hosts.redo",
            _tr("Redo the decision"),
            state.redo,
            Menu.EDIT,
            2,
            "Ctrl+Alt+Y",
            icon="redo",
            is_enabled=lambda: bool(state.redo_words),
        ),
        Action(
            "hosts.apply",
            _tr("Groups into the &profile"),
            page.apply_groups,
            Menu.EDIT,
            4,
            "Ctrl+Return",
            icon="merge",
            is_enabled=page.has_answers,
        ),
    ]


def _pair(page: "HostsPage") -> list[Action]:
    """The user's word on the pair that is shown."""
    return [
        Action(
            "hosts.confirm",
            _tr("&Confirm the pair"),
            page.confirm,
            Menu.EDIT,
            3,
            "Ctrl+J",
            icon="check",
            is_enabled=page.has_pair,
        ),
        Action(
            "hosts.refute",
            _tr("&Refute the pair"),
            page.refute,
            Menu.EDIT,
            3,
            "Ctrl+Shift+X",
            icon="close",
            is_enabled=page.has_pair,
        ),
        Action(
            "hosts.forget",
            _tr("&Leave the pair to the evidence"),
            page.forget,
            Menu.EDIT,
            3,
            is_enabled=page.has_word,
        ),
    ]


def _view(page: "HostsPage") -> list[Action]:
    return [
        Action(
            "hosts.look-up",
            _tr("&Look up…"),
            page.ask_to_look_up,
            Menu.VIEW,
            2,
            "F5",
            icon="search",
            is_enabled=page.has_hosts,
        ),
        Action(
            "hosts.look-up-chosen",
            _tr("Look up the c&hosen hosts…"),
            page.look_up_chosen,
            Menu.VIEW,
            2,
            "Shift+F5",
            is_enabled=page.has_chosen,
        ),
        Action(
            "hosts.ask-again",
            _tr("Ask again for the chosen hosts…"),
            page.ask_chosen_again,
            Menu.VIEW,
            2,
            is_enabled=page.has_chosen,
        ),
        Action(
            "hosts.raw",
            _tr("Raw answers…"),
            page.show_raw,
            Menu.VIEW,
            2,
            is_enabled=lambda: page.has_answers() and bool(page.chosen),
        ),
        Action(
            "hosts.clusters",
            _tr("Show the host in &Clusters"),
            page.show_host_in_clusters,
            Menu.VIEW,
            2,
            icon="clusters",
            is_enabled=page.has_list,
        ),
        Action(
            "hosts.next-pane", _tr("Next pane"), page.next_pane, Menu.VIEW, 2, "F6", is_enabled=page.has_hosts
        ),
    ]
