"""The Clusters page's commands, for menus, shortcuts and the palette."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from urlinspector.gui.actions import Action, Menu
from urlinspector.gui.pages.clusters_choices import SPECIFICITY

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters import ClustersPage

Key = QKeySequence.StandardKey


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClusterActions", text)


def cluster_actions(page: "ClustersPage") -> list[Action]:
    """All of them."""
    return [*_file(page), *_edit(page), *_view(page)]


def _file(page: "ClustersPage") -> list[Action]:
    files, has_list = page.files, partial(_has_list, page)
    return [
        Action("clusters.open", _tr("&Open lists…"), page.open_list, Menu.FILE, 0, Key.Open, icon="open"),
        Action("clusters.import", _tr("Open with &options…"), page.import_list, Menu.FILE, 0, icon="import"),
        Action(
            "clusters.save",
            _tr("&Save the list"),
            files.save,
            Menu.FILE,
            3,
            Key.Save,
            icon="save",
            is_enabled=has_list,
        ),
        Action(
            "clusters.save-as",
            _tr("Save the list &as…"),
            files.save_as,
            Menu.FILE,
            3,
            icon="save-as",
            is_enabled=has_list,
        ),
        Action(
            "clusters.export",
            _tr("&Export…"),
            files.export,
            Menu.FILE,
            4,
            "Ctrl+E",
            icon="export",
            is_enabled=has_list,
        ),
        Action(
            "clusters.close",
            _tr("&Close the list"),
            page.close_list,
            Menu.FILE,
            4,
            "Ctrl+W",
            is_enabled=has_list,
        ),
    ]


def _edit(page: "ClustersPage") -> list[Action]:
    decisions = page.decisions
    rows, cluster = partial(_can_decide, page), partial(_has_cluster, page)
    return [
        Action(
            "clusters.paste", _tr("&Paste a list"), page.paste_list, Menu.EDIT, 1, Key.Paste, icon="paste"
        ),
        Action(
            "clusters.undo",
            _tr("Undo the last &decision"),
            decisions.undo,
            Menu.EDIT,
            2,
            "Ctrl+Alt+Z",
            icon="undo",
            is_enabled=decisions.can_undo,
        ),
        Action(
            "clusters.redo",
            _tr("Redo the decision"),
            decisions.redo,
            Menu.EDIT,
            2,
            "Ctrl+Alt+Y",
            icon="redo",
            is_enabled=decisions.can_redo,
        ),
        Action(
            "clusters.exclude",
            _tr("&Leave out or take back in"),
            decisions.exclude,
            Menu.EDIT,
            3,
            "Ctrl+Backspace",
            icon="minus",
            is_enabled=rows,
        ),
        Action(
            "clusters.split",
            _tr("&Split off"),
            decisions.split_off,
            Menu.EDIT,
            3,
            "Ctrl+Shift+X",
            icon="split",
            is_enabled=rows,
        ),
        Action(
            "clusters.cut",
            _tr("Mark &to move"),
            decisions.mark_to_move,
            Menu.EDIT,
            3,
            "Ctrl+M",
            is_enabled=rows,
        ),
        Action(
            "clusters.move",
            _tr("Move marked rows &here"),
            decisions.move_here,
            Menu.EDIT,
            3,
            "Ctrl+Shift+M",
            is_enabled=partial(_can_move, page),
        ),
        Action(
            "clusters.represent",
            _tr("Make &representative"),
            decisions.make_representative,
            Menu.EDIT,
            3,
            "Ctrl+R",
            icon="pin",
            is_enabled=rows,
        ),
        Action(
            "clusters.join",
            _tr("&Join the chosen clusters"),
            decisions.merge_clusters,
            Menu.EDIT,
            4,
            "Ctrl+J",
            icon="merge",
            is_enabled=cluster,
        ),
        Action(
            "clusters.note",
            _tr("&Note…"),
            decisions.note,
            Menu.EDIT,
            4,
            "Ctrl+Shift+N",
            icon="edit",
            is_enabled=cluster,
        ),
        Action(
            "clusters.ignore",
            _tr("&Ignore or take back"),
            decisions.ignore,
            Menu.EDIT,
            4,
            "Ctrl+Shift+I",
            icon="eye",
            is_enabled=cluster,
        ),
    ]


def _view(page: "ClustersPage") -> list[Action]:
    has_list = partial(_has_list, page)
    return [
        Action(
            "clusters.inspect",
            _tr("Inspect the row"),
            page.inspect_row,
            Menu.VIEW,
            2,
            "Ctrl+Return",
            icon="inspect",
            is_enabled=has_list,
        ),
        Action(
            "clusters.members",
            _tr("&Members"),
            partial(page.show_lower, 0),
            Menu.VIEW,
            2,
            is_enabled=has_list,
            is_checked=partial(_shows, page, 0),
        ),
        Action(
            "clusters.parameters",
            _tr("&Parameters"),
            partial(page.show_lower, 1),
            Menu.VIEW,
            2,
            "Ctrl+Shift+Q",
            icon="parameter",
            is_enabled=has_list,
            is_checked=partial(_shows, page, 1),
        ),
        Action(
            "clusters.specificity",
            _tr("Sort by specificit&y"),
            page.sort_by_specificity,
            Menu.VIEW,
            2,
            is_enabled=has_list,
            is_checked=partial(_is_by_specificity, page),
        ),
        Action(
            "clusters.versus",
            _tr("Profile &against profile…"),
            page.show_versus,
            Menu.VIEW,
            2,
            icon="swap",
            is_enabled=has_list,
        ),
        Action(
            "clusters.set-aside",
            _tr("Rows set &aside"),
            page.show_set_aside,
            Menu.VIEW,
            2,
            icon="warning",
            is_enabled=has_list,
        ),
        Action(
            "clusters.next-pane", _tr("Next pane"), page.next_pane, Menu.VIEW, 2, "F6", is_enabled=has_list
        ),
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
