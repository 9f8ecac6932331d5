"""Beside the hosts: whom to ask and how, and the groups with the user's word on each."""

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.models.host_rows import GroupKey, Groups
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.hosts_form import HostsForm
from urlinspector.gui.pages.hosts_table import GroupsTable
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import label, looks, push_button


class HostsSide(QWidget):
    """Signals: `pair_chosen(tuple)`; `checked(GroupKey, bool)`; `preferred(str, str)` with any host of a
    group and the name to be written; `applied()`; `show_asked()`; `look_up_asked()`.
    """

    pair_chosen = Signal(object)
    checked = Signal(object, bool)
    preferred = Signal(str, str)
    applied = Signal()
    look_up_asked = Signal()
    show_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        looks(self, "bar")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        bar = SectionBar(services.themes, self.tr("Look-up"))
        self.ask_button = push_button(self.tr("Look up…"), services.icons, "search")
        looks(self.ask_button, "small")
        self.ask_button.clicked.connect(self.look_up_asked)
        bar.add_tool(self.ask_button)
        column.addWidget(bar)
        self.form = HostsForm(services)
        column.addWidget(self.form)
        column.addWidget(SectionBar(services.themes, self.tr("Groups")))
        column.addWidget(self._make_groups(), 1)
        column.addWidget(self._make_foot())
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    # Groups

    def _make_groups(self) -> QWidget:
        self._shown: Groups = ([], [])
        self.model = CellsModel(("", self.tr("Group"), self.tr("Verdict")), self)
        self.groups = GroupsTable(self._services, self.tr("Groups"))
        self.groups.setObjectName("groupsTable")
        self.groups.setModel(self.model)
        self.groups.horizontalHeader().hide()
        self.groups.row_selected.connect(self._on_row_selected)
        self.groups.check_asked.connect(self._on_check_asked)
        self.groups.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.groups.customContextMenuRequested.connect(self._on_menu_requested)
        self.groups.set_empty_text(self.tr("No hosts yet"))
        return self.groups

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        looks(foot, "foot")
        self.merged = label("", "note")
        self.merged.setWordWrap(True)
        self.apply_button = push_button(self.tr("Into the profile"))
        looks(self.apply_button, "default")
        self.apply_button.setToolTip(
            self.tr("Write the checked groups into the step host-alias; undo takes it back")
        )
        self.show_button = push_button(self.tr("Show in Clusters"), self._services.icons, "clusters")
        self.apply_button.clicked.connect(self.applied)
        self.show_button.clicked.connect(self.show_asked)
        column = self._foot = QVBoxLayout(foot)
        column.addWidget(self.merged)
        row = QHBoxLayout()
        row.addWidget(self.apply_button)
        row.addWidget(self.show_button)
        row.addStretch(1)
        column.addLayout(row)
        return foot

    def show_ask(self, *, can_ask: bool, anew: bool) -> None:
        """Whether a look-up can be asked for here; `anew` where all is known."""
        self.ask_button.setVisible(can_ask)
        self.ask_button.setText(self.tr("Ask again…") if anew else self.tr("Look up…"))
        self.ask_button.setToolTip(self.tr("Shows first what will be asked of whom"))

    def show_state(self, state: HostsState, in_profile: int) -> None:
        """The groups of the moment; `in_profile` hosts are aliases in the profile now."""
        self._show_groups(([], []) if state.view is None else state.view.groups)
        if state.view is None:
            self.merged.setText("")
            self.apply_button.setEnabled(False)
            self.show_button.setEnabled(False)
            return
        count = state.alias_count
        said = (
            self.tr("1 host would be written as another")
            if count == 1
            else self.tr("{0} hosts would be written as others").format(counted(count))
        )
        if in_profile:
            said += "; " + self.tr("the profile has {0}").format(counted(in_profile))
        self.merged.setText(said if count or in_profile else self.tr("No group is checked"))
        self.apply_button.setEnabled(bool(count))
        self.show_button.setEnabled(bool(in_profile) and self._services.list.clustering is not None)

    def _key(self, index: QModelIndex) -> GroupKey:
        found = self.model.key(index.row())
        return found if isinstance(found, GroupKey) else GroupKey("")

    def _on_row_selected(self, index: QModelIndex) -> None:
        key = self._key(index)
        if key.kind:
            self.pair_chosen.emit(key.names[:2])

    def _on_check_asked(self, index: QModelIndex) -> None:
        key = self._key(index)
        cell = self.model.rows[index.row()][0]
        if key.kind:
            self.checked.emit(key, not getattr(cell, "checked", False))

    def _on_menu_requested(self, point: QPoint) -> None:
        key = self._key(self.groups.indexAt(point))
        menu = self.group_menu(key)
        if menu is not None:
            menu.popup(self.groups.viewport().mapToGlobal(point))

    def group_menu(self, key: GroupKey) -> QMenu | None:
        """What can be done with a group; None for other rows."""
        if key.kind != "group":
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in key.names:
            action = menu.addAction(self.tr("Write it as {0}").format(name))
            action.setCheckable(True)
            action.setChecked(name == key.names[0])
            action.triggered.connect(partial(self.preferred.emit, key.names[0], name))
        return menu

    def _show_groups(self, groups: Groups) -> None:
        """Each report's once, however often the rest is shown."""
        if groups is not self._shown:
            self._shown = groups
            self.model.set_rows(*groups)
            self._fit_rows()

    def _fit_rows(self) -> None:
        self.groups.fit_rows([2 if key.kind else 1 for key in self._shown[1]])

    def _on_theme_changed(self, theme: Theme) -> None:
        self._fit_rows()
        metrics, px = theme.metrics, theme.metrics.px
        self._foot.setContentsMargins(metrics.edge, px(8), metrics.edge, px(8))
