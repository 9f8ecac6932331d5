"""Whom to ask about hosts and how, and which pairs make groups: the form at the side of the Hosts page."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.hosts_asked import LIMITS, Asked
from urlinspector.gui.theme import Theme
from urlinspector.gui.widgets import label
from urlinspector.hosts.candidates import Rule
from urlinspector.hosts.preferred import Preference
from urlinspector.hosts.trail import Options

_Rows = Sequence[tuple[str, QWidget]]
"""Words and a field; no words beneath the field before."""


class HostsForm(QWidget):
    """Signals: `settings_changed()`; `remember_changed(bool)`."""

    settings_changed = Signal()
    remember_changed = Signal(bool)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._form = QFormLayout(self)
        resolver, rules, limits = self._make_resolver(), self._make_rules(), self._make_limits()
        asks, kept, grouping = self._make_asks(), self._make_kept(), self._make_grouping()
        for words, widget in (*resolver, *rules, *asks, (self.tr("Limits"), limits), *kept, *grouping):
            self._form.addRow(words, widget)
        self._name_fields()
        self._connect()
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)
        self._follow_kind()

    def _make_resolver(self) -> _Rows:
        self.kind = QComboBox()
        for key, words in (
            ("system", self.tr("System's")),
            ("address", self.tr("An address")),
            ("doh", self.tr("DNS over HTTPS")),
        ):
            self.kind.addItem(words, key)
        self.address, self.doh, self.doh_address = QLineEdit(), QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("192.0.2.53:53")
        self.doh.setPlaceholderText("https://dns.example/dns-query")
        self.doh_address.setPlaceholderText(self.tr("its address, so that nobody is asked"))
        fields = [("", field) for field in (self.address, self.doh, self.doh_address)]
        return [(self.tr("Resolver"), self.kind), *fields]

    def _make_rules(self) -> _Rows:
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
        return [(self.tr("Rule"), rules), ("", self.full_name)]

    def _make_asks(self) -> _Rows:
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
        return [(self.tr("Ask for"), ask)]

    def _make_kept(self) -> _Rows:
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
        return [(self.tr("Keep"), self.keep), (self.tr("Remember"), self.remember)]

    def _make_grouping(self) -> _Rows:
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
        return [(self.tr("Groups of"), self.accept), (self.tr("Written as"), self.preference)]

    def _name_fields(self) -> None:
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

    def _connect(self) -> None:
        self.remember.toggled.connect(self.remember_changed)
        self.kind.activated.connect(self._on_kind_activated)
        for field in (self.address, self.doh, self.doh_address):
            field.editingFinished.connect(self.settings_changed)
        for check in (self.full_name, self.reverse, self.https, self.operator, self.keep):
            check.toggled.connect(self.settings_changed)
        for spin in self._spins:
            spin.valueChanged.connect(self.settings_changed)
        self.rules.idToggled.connect(self.settings_changed)
        for choice in (self.accept, self.preference):
            choice.activated.connect(self.settings_changed)

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

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        for spin in self._spins:
            spin.setFixedWidth(px(56))
        self._form.setContentsMargins(metrics.edge, px(8), metrics.edge, px(10))
        self._form.setVerticalSpacing(px(6))
        self._form.setHorizontalSpacing(px(10))
