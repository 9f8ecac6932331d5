"""Beside the hosts: whom to ask and how, and the groups with the user's word on each."""

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.models.host_rows import GroupKey, Groups
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.hosts_table import GroupsTable
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.hosts_asked import LIMITS, Asked
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import label, looks, push_button
from urlinspector.hosts.candidates import Rule
from urlinspector.hosts.preferred import Preference
from urlinspector.hosts.trail import Options


class HostsSide(QWidget):
    """Signals: `settings_changed()`; `remember_changed(bool)`; `pair_chosen(tuple)`;
    `checked(GroupKey, bool)`; `preferred(str, str)` with any host of a group and the name to be written;
    `applied()`; `show_asked()`.
    """

    settings_changed = Signal()
    remember_changed = Signal(bool)
    pair_chosen = Signal(object)
    checked = Signal(object, bool)
    preferred = Signal(str, str)
    applied = Signal()
    show_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        looks(self, "bar")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(SectionBar(services.themes, self.tr("Look-up")))
        column.addWidget(self._make_form())
        column.addWidget(SectionBar(services.themes, self.tr("Groups")))
        column.addWidget(self._make_groups(), 1)
        column.addWidget(self._make_foot())
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)
        self._follow_kind()

    # Whom to ask

    def _make_form(self) -> QWidget:
        box = QWidget()
        form = self._form = QFormLayout(box)
        self.kind = QComboBox()
        for key, words in (
            ("system", self.tr("System's")),
            ("address", self.tr("An address")),
            ("doh", self.tr("DNS over HTTPS")),
        ):
            self.kind.addItem(words, key)
        self.address = QLineEdit()
        self.address.setPlaceholderText("192.0.2.53:53")
        self.doh = QLineEdit()
        self.doh.setPlaceholderText("https://dns.example/dns-query")
        self.doh_address = QLineEdit()
        self.doh_address.setPlaceholderText(self.tr("its address, so that nobody is asked"))
        self.rules = QButtonGroup(self)
        rules = QWidget()
        stacked = QVBoxLayout(rules)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.setSpacing(2)
        for rule, words, tip in (
            (Rule.FIRST_ANSWER, self.tr("first that answers"), self.tr("The text's first rule")),
            (Rule.ADDRESSES_MATCH, self.tr("addresses match"), self.tr("The text's second rule")),
        ):
            button = QRadioButton(words)
            button.setToolTip(tip)
            button.setChecked(rule is Rule.ADDRESSES_MATCH)
            self.rules.addButton(button, list(Rule).index(rule))
            stacked.addWidget(button)
        self.full_name = QCheckBox(self.tr("also www. + the whole name"))
        self.reverse = QCheckBox(self.tr("reverse"))
        self.https = QCheckBox(self.tr("HTTPS"))
        self.operator = QCheckBox(self.tr("SOA, NS"))
        ask = QWidget()
        row = QHBoxLayout(ask)
        row.setContentsMargins(0, 0, 0, 0)
        for check in (self.reverse, self.https, self.operator):
            check.setChecked(True)
            row.addWidget(check)
        row.addStretch(1)
        limits = self._make_limits()
        self.keep = QCheckBox(self.tr("answers on disk"))
        self.keep.setToolTip(self.tr("As long as their TTL lets them; off: they go when the window closes"))
        self.remember = QCheckBox(self.tr("with the list"))
        self.remember.setToolTip(
            self.tr(
                "The list's document keeps whom to ask, and that you agreed: hosts that come to it later "
                "are looked up without the question. Off by default."
            )
        )
        self.remember.setAccessibleName(self.tr("Remember the resolver and your yes with the list"))
        self.remember.toggled.connect(self.remember_changed)
        self.accept = QComboBox()
        self.accept.addItem(self.tr("confirmed pairs"), "confirmed")
        self.accept.addItem(self.tr("likely pairs too"), "likely")
        self.preference = QComboBox()
        for preference, words in (
            (Preference.WWW, self.tr("the www. name")),
            (Preference.MAJORITY, self.tr("the name with most URLs")),
            (Preference.REVERSE, self.tr("the reverse name")),
        ):
            self.preference.addItem(words, preference)
        self.preference.setToolTip(self.tr("Where a group has none such, another way is taken; yours wins"))
        named = (
            (self.tr("Resolver"), self.kind),
            ("", self.address),
            ("", self.doh),
            ("", self.doh_address),
            (self.tr("Rule"), rules),
            ("", self.full_name),
            (self.tr("Ask for"), ask),
            (self.tr("Limits"), limits),
            (self.tr("Keep"), self.keep),
            (self.tr("Remember"), self.remember),
            (self.tr("Groups of"), self.accept),
            (self.tr("Written as"), self.preference),
        )
        for words, widget in named:
            form.addRow(words, widget)
        for widget, name in (
            (self.kind, self.tr("Resolver")),
            (self.address, self.tr("Address of the resolver")),
            (self.doh, self.tr("URL of the DNS over HTTPS server")),
            (self.doh_address, self.tr("Address of the DNS over HTTPS server")),
            (self.per_second, self.tr("Questions a second")),
            (self.in_flight, self.tr("Questions at a time")),
            (self.timeout, self.tr("Seconds that an answer is waited for")),
            (self.tries, self.tr("How often a server is asked")),
            (self.accept, self.tr("Which pairs make groups")),
            (self.preference, self.tr("Which name of a group is written")),
        ):
            widget.setAccessibleName(name)
        self.kind.activated.connect(self._on_kind_activated)
        for field in (self.address, self.doh, self.doh_address):
            field.editingFinished.connect(self.settings_changed)
        for box_ in (self.full_name, self.reverse, self.https, self.operator, self.keep):
            box_.toggled.connect(self.settings_changed)
        for spin in self._spins:
            spin.valueChanged.connect(self.settings_changed)
        self.rules.idToggled.connect(self.settings_changed)
        for choice in (self.accept, self.preference):
            choice.activated.connect(self.settings_changed)
        return box

    def _make_limits(self) -> QWidget:
        self.per_second, self.in_flight, self.tries = QSpinBox(), QSpinBox(), QSpinBox()
        self.timeout = QDoubleSpinBox()
        self._spins = (self.per_second, self.in_flight, self.timeout, self.tries)
        wholes = {"per_second": self.per_second, "in_flight": self.in_flight, "tries": self.tries}
        for name, whole in wholes.items():
            whole.setRange(*map(int, LIMITS[name]))
        self.timeout.setRange(*LIMITS["timeout"])
        self.timeout.setDecimals(1)
        self._show_limits(Asked())
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        words = (self.tr("a second"), self.tr("at a time"), self.tr("s to wait"), self.tr("tries"))
        for at, (spin, unit) in enumerate(zip(self._spins, words, strict=True)):
            grid.addWidget(spin, at // 2, at % 2 * 2)
            grid.addWidget(label(unit), at // 2, at % 2 * 2 + 1)
        grid.setColumnStretch(4, 1)
        return box

    def _show_limits(self, asked: Asked) -> None:
        self.per_second.setValue(asked.per_second)
        self.in_flight.setValue(asked.in_flight)
        self.timeout.setValue(asked.timeout)
        self.tries.setValue(asked.tries)

    def _on_kind_activated(self) -> None:
        self._follow_kind()
        self.settings_changed.emit()

    def _follow_kind(self) -> None:
        kind = self.kind.currentData()
        for field, wanted in ((self.address, "address"), (self.doh, "doh"), (self.doh_address, "doh")):
            self._form.setRowVisible(field, kind == wanted)

    def show_choices(self, asked: Asked, options: Options, remembers: bool) -> None:
        """Show what a document kept, telling nobody."""
        was_blocked = self.blockSignals(True)
        self.kind.setCurrentIndex(max(self.kind.findData(asked.kind), 0))
        for field, text in (
            (self.address, asked.address),
            (self.doh, asked.doh),
            (self.doh_address, asked.doh_address),
        ):
            field.setText(text)
        self._show_limits(asked)
        for check, on in (
            (self.keep, asked.keep),
            (self.full_name, options.try_full_name),
            (self.https, options.https),
            (self.reverse, options.reverse),
            (self.operator, options.operator),
            (self.remember, remembers),
        ):
            check.setChecked(on)
        self.rules.button(list(Rule).index(options.rule)).setChecked(True)
        self._follow_kind()
        self.blockSignals(was_blocked)

    def asked(self) -> Asked:
        """Whom the user wants to ask."""
        return Asked(
            str(self.kind.currentData()),
            self.address.text(),
            self.doh.text(),
            self.doh_address.text(),
            self.per_second.value(),
            self.in_flight.value(),
            round(self.timeout.value(), 1),
            self.tries.value(),
            self.keep.isChecked(),
        )

    def options(self) -> Options:
        """What is asked of them."""
        return Options(
            list(Rule)[self.rules.checkedId()],
            try_full_name=self.full_name.isChecked(),
            https=self.https.isChecked(),
            reverse=self.reverse.isChecked(),
            operator=self.operator.isChecked(),
        )

    def grouping(self) -> tuple[str, Preference]:
        """Which pairs make groups, and which name of a group is written."""
        return str(self.accept.currentData()), Preference(self.preference.currentData())

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
        for spin in self._spins:
            spin.setFixedWidth(px(56))
        self._form.setContentsMargins(metrics.edge, px(8), metrics.edge, px(10))
        self._form.setVerticalSpacing(px(6))
        self._form.setHorizontalSpacing(px(10))
        self._foot.setContentsMargins(metrics.edge, px(8), metrics.edge, px(8))
