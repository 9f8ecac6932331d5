"""The Hosts page's commands, for menus, shortcuts and the palette."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from urlinspector.gui.actions import Action, Group, Menu

if TYPE_CHECKING:
    from urlinspector.gui.pages.hosts import HostsPage

Key = QKeySequence.StandardKey


def _tr(text: str) -> str:
    return QCoreApplication.translate("HostActions", text)


def host_actions(page: "HostsPage") -> list[Action]:
    """All of them."""
    return [*_file(page), *_edit(page), *_pair(page), *_view(page)]


def _file(page: "HostsPage") -> list[Action]:
    read, write = Group(Menu.FILE, 0), Group(Menu.FILE, 3, page.has_answers)
    end, files = Group(Menu.FILE, 4, page.has_answers), page.files
    return [
        read.action(
            "hosts.from-list",
            _tr("Hosts from the &list"),
            page.take_list,
            icon="list",
            is_enabled=page.has_list,
        ),
        read.action("hosts.open", _tr("&Open recorded answers…"), files.open_answers, Key.Open, "open"),
        write.action("hosts.save", _tr("&Save the answers…"), files.save_answers, Key.Save, "save"),
        end.action("hosts.export", _tr("&Export host aliases…"), files.save_aliases, "Ctrl+E", "export"),
        end.action(
            "hosts.clear",
            _tr("&Forget these hosts"),
            page.state.clear,
            "Ctrl+W",
            is_enabled=page.has_hosts,
        ),
    ]


def _edit(page: "HostsPage") -> list[Action]:
    state, paste = page.state, Group(Menu.EDIT, 1)
    undo = Group(Menu.EDIT, 2, lambda: bool(state.undo_words))
    redo = Group(Menu.EDIT, 2, lambda: bool(state.redo_words))
    into, words = Group(Menu.EDIT, 4, page.has_answers), _tr("Groups into the &profile")
    return [
        paste.action("hosts.paste", _tr("&Paste host names"), page.paste_names, Key.Paste, "paste"),
        undo.action("hosts.undo", _tr("Undo the last &decision"), state.undo, "Ctrl+Alt+Z", "undo"),
        redo.action("hosts.redo", _tr("Redo the decision"), state.redo, "Ctrl+Alt+Y", "redo"),
        into.action("hosts.apply", words, page.apply_groups, "Ctrl+Return", "merge"),
    ]


def _pair(page: "HostsPage") -> list[Action]:
    """The user's word on the pair that is shown."""
    pair, word = Group(Menu.EDIT, 3, page.has_pair), Group(Menu.EDIT, 3, page.has_word)
    return [
        pair.action("hosts.confirm", _tr("&Confirm the pair"), page.confirm, "Ctrl+J", "check"),
        pair.action("hosts.refute", _tr("&Refute the pair"), page.refute, "Ctrl+Shift+X", "close"),
        word.action("hosts.forget", _tr("&Leave the pair to the evidence"), page.forget),
    ]


def _view(page: "HostsPage") -> list[Action]:
    hosts, chosen = Group(Menu.VIEW, 2, page.has_hosts), Group(Menu.VIEW, 2, page.has_chosen)
    raw = Group(Menu.VIEW, 2, lambda: page.has_answers() and bool(page.chosen))
    listed, clusters = Group(Menu.VIEW, 2, page.has_list), _tr("Show the host in &Clusters")
    some, again = _tr("Look up the c&hosen hosts…"), _tr("Ask again for the chosen hosts…")
    return [
        hosts.action("hosts.look-up", _tr("&Look up…"), page.ask_to_look_up, "F5", "search"),
        chosen.action("hosts.look-up-chosen", some, page.look_up_chosen, "Shift+F5"),
        chosen.action("hosts.ask-again", again, page.ask_chosen_again),
        raw.action("hosts.raw", _tr("Raw answers…"), page.show_raw),
        listed.action("hosts.clusters", clusters, page.show_host_in_clusters, icon="clusters"),
        hosts.action("hosts.next-pane", _tr("Next pane"), page.next_pane, "F6"),
    ]
