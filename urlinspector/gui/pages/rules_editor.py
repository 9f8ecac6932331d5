"""A rule by hand: where it holds, what it does, when not; tried on the list while one types."""

from dataclasses import replace
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.models.rules import changed_rows
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.rules_state import RulesState
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.widgets import bare_column, label, looks, push_button
from urlinspector.normalize.site_rules import Condition, RuleError, SiteRule
from urlinspector.normalize.site_rules.toml import read_rule, rule_data

_SHARES = ((120, 1.0), (120, 1.0), (110, 0.0))
_LIVE_MS = 350


class RuleEditor(QWidget):
    """Signals: `kept(SiteRule, str)` with the name of the rule that it replaces; `discarded()`;
    `tried(object, str, str)`: a rule or None, what it replaces, and what is wrong; `touched()` at each
    keystroke, before that.
    """

    kept = Signal(object, str)
    discarded = Signal()
    tried = Signal(object, str, str)
    touched = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._replaces = ""
        self._base: SiteRule | None = None
        """The rule that is edited: what the form does not show of it stays."""
        self._build_bar()
        self._build_form()
        self._build_result()
        self._lay_out()
        self._live = Throttle(self.try_now, _LIVE_MS, self)
        self._connect()
        self._on_theme_changed(services.themes.theme)
        self._follow_kind()

    # Building

    def _build_bar(self) -> None:
        self.bar = SectionBar(self._services.themes, self.tr("New rule"))
        self.bar.set_note(self.tr("tried while you type"))
        self.discard_button = push_button(self.tr("Discard"))
        self.keep_button = push_button(self.tr("Keep"), self._services.icons, "check")
        for button in (self.discard_button, self.keep_button):
            looks(button, "small")
            self.bar.add_tool(button)

    def _build_form(self) -> None:
        self.box = QWidget()
        self._form = QFormLayout(self.box)
        self.kind, self.part = QComboBox(), QComboBox()
        self.scope, self.first, self.second = QLineEdit(), QLineEdit(), QLineEdit()
        self.path, self.exception = QLineEdit(), QLineEdit()
        self.reason, self.expires = QLineEdit(), QLineEdit()
        self._fill_choices()
        for field, example in (
            (self.scope, self.tr("shop.example.com, *.example.com, example.com/c/")),
            (self.path, self.tr("pattern; empty for every path")),
            (self.exception, self.tr("pattern; the rule leaves such URLs alone")),
            (self.reason, self.tr("for whoever reads the profile")),
            (self.expires, "2027-01-31"),
        ):
            field.setPlaceholderText(example)
        self._add_rows()

    def _fill_choices(self) -> None:
        self._kinds = {
            "drop": (
                self.tr("Drop parameters"),
                self.tr("sid, utm_*"),
                self.tr("where the value matches, such as [0-9a-f]{8}"),
            ),
            "keep": (self.tr("Keep only parameters"), self.tr("id, page"), ""),
            "fix": (self.tr("Fix a parameter"), self.tr("lang"), self.tr("its value")),
            "replace": (self.tr("Rewrite"), r"^/story\?id=([0-9]+)$", "/story_$1"),
            "strip-prefix": (self.tr("Strip from the start"), "/m", ""),
            "strip-suffix": (self.tr("Strip from the end"), "/amp", ""),
            "host": (self.tr("Change the host"), "www.example.com", ""),
            "scheme": (self.tr("Change the scheme"), "https", ""),
            "lowercase": (self.tr("Path in lower case"), "", ""),
        }
        """What a rule may do: its words, and examples for its two fields."""
        for key, (words, _, _) in self._kinds.items():
            self.kind.addItem(words, key)
        for key, words in (
            ("path", self.tr("the path")),
            ("path-query", self.tr("path and query")),
            ("query", self.tr("the query")),
            ("host", self.tr("the host")),
        ):
            self.part.addItem(words, key)

    def _build_result(self) -> None:
        self.error = label("", "warning", wraps=True)
        self.result = label("", "strong", wraps=True)
        self.model = CellsModel(
            (self.tr("What it changes, suspicious first"), self.tr("Into"), self.tr("Label")), self
        )
        self.table = HouseTable(self._services.themes, self.tr("What the rule changes"), _SHARES)
        self.table.setObjectName("ruleTestTable")
        self.table.setModel(self.model)

    def _connect(self) -> None:
        for field in (self.scope, self.first, self.second, self.path, self.exception):
            field.textEdited.connect(self._on_touched)
        for field in (self.reason, self.expires):
            field.textEdited.connect(self._on_touched)
        self.kind.activated.connect(self._on_kind_activated)
        self.part.activated.connect(self._on_touched)
        self.keep_button.clicked.connect(self._on_kept)
        self.discard_button.clicked.connect(self.discarded)
        self._services.themes.theme_changed.connect(self._on_theme_changed)

    def _add_rows(self) -> None:
        what = QWidget()
        row = QHBoxLayout(what)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.kind)
        row.addWidget(self.part)
        row.addStretch(1)
        values = QWidget()
        row = QHBoxLayout(values)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.first, 1)
        row.addWidget(self.second, 1)
        for words, widget in (
            (self.tr("Where"), self.scope),
            (self.tr("What"), what),
            ("", values),
            (self.tr("Only paths"), self.path),
            (self.tr("But not"), self.exception),
            (self.tr("Reason"), self.reason),
            (self.tr("Expires"), self.expires),
        ):
            self._form.addRow(words, widget)
        for widget, name in (
            (self.scope, self.tr("Where the rule holds")),
            (self.kind, self.tr("What the rule does")),
            (self.part, self.tr("What the pattern is matched against")),
            (self.first, self.tr("Names, pattern or text")),
            (self.second, self.tr("Value or template")),
            (self.path, self.tr("Only paths that match")),
            (self.exception, self.tr("URLs that are left alone")),
            (self.reason, self.tr("Reason")),
            (self.expires, self.tr("First day on which it no longer holds")),
        ):
            widget.setAccessibleName(name)

    def _lay_out(self) -> None:
        column = bare_column(self)
        looks(self.box, "pane")
        strip = QWidget()
        looks(strip, "bar")
        lines = self._lines = QVBoxLayout(strip)
        lines.addWidget(self.error)
        lines.addWidget(self.result)
        column.addWidget(self.bar)
        self.box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column.addWidget(self.box)
        column.addWidget(strip)
        column.addWidget(self.table, 1)

    # What is edited

    def edit(self, rule: SiteRule | None, replaces: str = "") -> None:
        """Begin with a rule, or with an empty form."""
        self._replaces, self._base = replaces, rule
        self.bar.title.setText(self.tr("Edit rule") if rule is not None else self.tr("New rule"))
        data = rule_data(rule) if rule is not None else {}
        kind = next((key for key in self._kinds if key in data), "drop")
        self.kind.setCurrentIndex(self.kind.findData(kind))
        self.part.setCurrentIndex(max(self.part.findData(data.get("on", "path")), 0))
        value = data.get(kind, "")
        first, second = value, ""
        if isinstance(value, list):
            first, second = ", ".join(value), data.get("value", "")
        elif isinstance(value, dict):
            first, second = next(iter(value.items()))
        elif kind == "replace":
            second = data.get("with", "")
        self.scope.setText(data.get("scope", ""))
        self.first.setText(str(first) if kind != "lowercase" else "")
        self.second.setText(str(second))
        self.path.setText(data.get("when", {}).get("path", ""))
        self.exception.setText(next(iter(data.get("except", ())), ""))
        self.reason.setText(data.get("reason", ""))
        self.expires.setText(data.get("expires", ""))
        self._follow_kind()
        self.try_now()

    def rule(self) -> SiteRule:
        """The rule of the form. Raises RuleError that names the field at fault."""
        kind = str(self.kind.currentData())
        first, second = self.first.text(), self.second.text()
        names = [each for each in first.replace(",", " ").split() if each]
        forms: dict[str, dict[str, object]] = {
            "drop": {"drop": names} | ({"value": second} if second else {}),
            "keep": {"keep": names},
            "fix": {"fix": {first.strip(): second}},
            "replace": {"replace": first, "with": second, "on": self.part.currentData()},
            "lowercase": {"lowercase": "path"},
        }
        made = forms.get(kind, {kind: first.strip()})
        fresh = read_rule({"scope": self.scope.text(), **made})
        expires = None
        if self.expires.text().strip():
            try:
                expires = date.fromisoformat(self.expires.text().strip())
            except ValueError:
                raise RuleError("is a date, as in 2027-01-31", where="expires") from None
        exception = self.exception.text()
        if self._base is None:
            return replace(
                fresh,
                condition=Condition(path=self.path.text()),
                exceptions=(exception,) if exception else (),
                reason=self.reason.text(),
                expires=expires,
                date=date.today(),
                name="",
            )
        base = self._base
        rest = base.exceptions[1:]
        same = (base.scope, base.action) == (fresh.scope, fresh.action)
        return replace(
            base,
            scope=fresh.scope,
            action=fresh.action,
            condition=replace(base.condition, path=self.path.text()),
            exceptions=((exception,) if exception else ()) + rest,
            reason=self.reason.text(),
            expires=expires,
            name=base.name if same else "",
            # What a list said of another rule is no evidence for this one.
            evidence=base.evidence if same else None,
        )

    def try_now(self) -> None:
        """Try what the form says on the list."""
        self._live.cancel()
        if not self.scope.text().strip() and not self.first.text().strip():
            self.tried.emit(None, self._replaces, "")
            return
        try:
            self.tried.emit(self.rule(), self._replaces, "")
        except RuleError as error:
            self.tried.emit(None, self._replaces, str(error))

    def show_test(self, state: RulesState) -> None:
        """What came of it."""
        self.error.setText(state.test_error)
        self.error.setVisible(bool(state.test_error))
        found = state.test
        self.result.setVisible(not state.test_error)
        if found is None:
            words = self.tr("Say where the rule holds and what it does")
            if self.scope.text().strip() and not state.test_error:
                words = (
                    self.tr("No list to try it on")
                    if state.clustering is None
                    else self.tr("Trying it on the list …")
                )
            self.result.setText(words)
            if not self.scope.text().strip() or state.test_error or state.clustering is None:
                # While another test runs, the rows before stay, or the table would flicker at every key.
                self.model.set_rows(())
        else:
            self.result.setText(found.in_words[:1].upper() + found.in_words[1:])
            masks = bool(self._services.settings.get("mask_credentials"))
            self.model.set_rows(changed_rows(found.examples, masks))
        self.keep_button.setEnabled(not state.test_error and bool(self.scope.text().strip()))

    def _on_kept(self) -> None:
        try:
            rule = self.rule()
        except RuleError as error:
            self.tried.emit(None, self._replaces, str(error))
            return
        self.kept.emit(rule, self._replaces)

    def _on_kind_activated(self) -> None:
        self._follow_kind()
        self._on_touched()

    def _on_touched(self) -> None:
        self.touched.emit()
        self._live.delay()

    def _follow_kind(self) -> None:
        kind = str(self.kind.currentData())
        _, first, second = self._kinds[kind]
        self.first.setVisible(kind != "lowercase")
        self.second.setVisible(bool(second))
        self.part.setVisible(kind == "replace")
        self.first.setPlaceholderText(first)
        self.second.setPlaceholderText(second)

    @property
    def is_due(self) -> bool:
        """Whether a test is about to begin."""
        return self._live.is_pending

    def stop(self) -> None:
        """No test begins any more."""
        self._live.cancel()

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._form.setContentsMargins(metrics.edge, px(8), metrics.edge, px(8))
        self._form.setVerticalSpacing(px(5))
        self._form.setHorizontalSpacing(px(10))
        self._lines.setContentsMargins(metrics.edge, px(6), metrics.edge, px(6))
        for field in (self.scope, self.first, self.second, self.path, self.exception):
            field.setFont(theme.type.mono)
