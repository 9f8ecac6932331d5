"""The Clusters page's commands, for menus, shortcuts and the palette."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from urlinspector.gui.actions import Action, Group, Menu
from urlinspector.gui.pages.clusters_choices import SPECIFICITY

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters import ClustersPage

Key = QKeySequence.StandardKey


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClusterActions", text)


def cluster_actions(page: "ClustersPage") -> list[Action]:
    """All of them."""
    return [
        *_file(page),
        *_edit(page),
        *_decisions_on_rows(page),
        *_decisions_on_clusters(page),
        *_view(page),
    ]


def _file(page: "ClustersPage") -> list[Action]:
    files, has_list = page.files, partial(_has_list, page)
    read, write, end = (Group(Menu.FILE, 0), Group(Menu.FILE, 3, has_list), Group(Menu.FILE, 4, has_list))
    return [
        read.action("clusters.open", _tr("&Open lists…"), page.open_list, Key.Open, "open"),
        read.action("clusters.import", _tr("Open with &options…"), page.import_list, icon="import"),
        write.action("clusters.save", _tr("&Save the list"), files.save, Key.Save, "save"),
        write.action("clusters.save-as", _tr("Save the list &as…"), files.save_as, icon="save-as"),
        end.action("clusters.export", _tr("&Export…"), files.export, "Ctrl+E", "export"),
        end.action("clusters.close", _tr("&Close the list"), page.close_list, "Ctrl+W"),
    ]


def _edit(page: "ClustersPage") -> list[Action]:
    decisions, paste = page.decisions, Group(Menu.EDIT, 1)
    undo, redo = Group(Menu.EDIT, 2, decisions.can_undo), Group(Menu.EDIT, 2, decisions.can_redo)
    return [
        paste.action("clusters.paste", _tr("&Paste a list"), page.paste_list, Key.Paste, "paste"),
        undo.action("clusters.undo", _tr("Undo the last &decision"), decisions.undo, "Ctrl+Alt+Z", "undo"),
        redo.action("clusters.redo", _tr("Redo the decision"), decisions.redo, "Ctrl+Alt+Y", "redo"),
    ]


def _decisions_on_rows(page: "ClustersPage") -> list[Action]:
    decisions = page.decisions
    rows = Group(Menu.EDIT, 3, partial(_can_decide, page))
    return [
        rows.action(
            "clusters.exclude",
            _tr("&Leave out or take back in"),
            decisions.exclude,
            "Ctrl+Backspace",
            "minus",
        ),
        rows.action("clusters.split", _tr("&Split off"), decisions.split_off, "Ctrl+Shift+X", "split"),
        rows.action("clusters.cut", _tr("Mark &to move"), decisions.mark_to_move, "Ctrl+M"),
        rows.action(
            "clusters.move",
            _tr("Move marked rows &here"),
            decisions.move_here,
            "Ctrl+Shift+M",
            is_enabled=partial(_can_move, page),
        ),
        rows.action(
            "clusters.represent", _tr("Make &representative"), decisions.make_representative, "Ctrl+R", "pin"
        ),
    ]


def _decisions_on_clusters(page: "ClustersPage") -> list[Action]:
    decisions = page.decisions
    clusters = Group(Menu.EDIT, 4, partial(_has_cluster, page))
    return [
        clusters.action(
            "clusters.join", _tr("&Join the chosen clusters"), decisions.merge_clusters, "Ctrl+J", "merge"
        ),
        clusters.action("clusters.note", _tr("&Note…"), decisions.note, "Ctrl+Shift+N", "edit"),
        clusters.action(
            "clusters.ignore", _tr("&Ignore or take back"), decisions.ignore, "Ctrl+Shift+I", "eye"
        ),
    ]


def _view(page: "ClustersPage") -> list[Action]:
    view = Group(Menu.VIEW, 2, partial(_has_list, page))
    members, parameters = partial(_shows, page, 0), partial(_shows, page, 1)
    return [
        view.action("clusters.inspect", _tr("Inspect the row"), page.inspect_row, "Ctrl+Return", "inspect"),
        view.action("clusters.members", _tr("&Members"), partial(page.show_lower, 0), is_checked=members),
        view.action(
            "clusters.parameters",
            _tr("&Parameters"),
            partial(page.show_lower, 1),
            "Ctrl+Shift+Q",
            "parameter",
            is_checked=parameters,
        ),
        view.action(
            "clusters.specificity",
            _tr("Sort by specificit&y"),
            page.sort_by_specificity,
            is_checked=partial(_is_by_specificity, page),
        ),
        view.action("clusters.versus", _tr("Profile &against profile…"), page.show_versus, icon="swap"),
        view.action("clusters.set-aside", _tr("Rows set &aside"), page.show_set_aside, icon="warning"),
        view.action("clusters.next-pane", _tr("Next pane"), page.next_pane, "F6"),
    ]


def _has_list(page: "ClustersPage") -> bool:
    return not page.state.is_empty


def _is_by_specificity(page: "ClustersPage") -> bool:
    return page.state.arrangement.key == SPECIFICITY


def _can_decide(page: "ClustersPage") -> bool:
    return page.decisions.can_decide


def _has_cluster(page: "ClustersPage") -> bool:
    return page.decisions.has_cluster


def _can_move(page: "ClustersPage") -> bool:
    return page.decisions.can_move_here


def _shows(page: "ClustersPage", number: int) -> bool:
    return page.body.panes.currentIndex() == number
