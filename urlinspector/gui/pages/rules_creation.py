"""Creation rules for single prefixes, one each, and what stems count for the specificity of an entity."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.rules_entities_state import EntitiesState
from urlinspector.gui.text import printable
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.widgets import label, looks, push_button
from urlinspector.rules.creation import CreationRule, known_platforms
from urlinspector.rules.prefixes import EntityError, anchor_of
from urlinspector.url.lru import WEIGHTS, StemKind
from urlinspector.url.place import Stems, words_of

_RULES = ("subdomain", "prefix+1", "path-1", "path-2", "page", "domain")
_SHARES = ((220, 1.4), (110, 0.6), (120, 0.0))


def _column(dialog: QDialog) -> QVBoxLayout:
    """What a dialog has one below the other."""
    column = QVBoxLayout(dialog)
    column.setContentsMargins(16, 16, 16, 16)
    column.setSpacing(8)
    return column


def _foot(dialog: QDialog, button: QPushButton) -> QHBoxLayout:
    """A dialog's own button at the left, Close at the right."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    row = QHBoxLayout()
    row.addWidget(button)
    row.addStretch(1)
    row.addWidget(buttons)
    return row


class RulesDialog(QDialog):
    """The rules for prefixes; every change is made at once and can be undone on the page."""

    def __init__(self, services: Services, state: EntitiesState, prefix: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self.setWindowTitle(self.tr("Rules for prefixes"))
        self.setObjectName("entityRulesDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        titles = (self.tr("Below"), self.tr("an entity is made by"), self.tr("From"))
        self.model = CellsModel(titles, self)
        self.table = BigTable(services.themes, self.tr("Rules for prefixes"), _SHARES)
        self.table.setModel(self.model)
        self.table.set_empty_text(self.tr("No rule yet: one rule decides everywhere"))
        self.prefix = QLineEdit(prefix)
        self.prefix.setPlaceholderText("example.com/blogs")
        self.prefix.setAccessibleName(self.tr("Prefix"))
        self.rule = QComboBox()
        self.rule.setEditable(True)
        self.rule.addItems(_RULES)
        self.rule.setAccessibleName(self.tr("Rule below the prefix"))
        self.rule.setToolTip(self.tr("domain, subdomain, subdomain-N, path-N, prefix+N, page, or /pattern/"))
        self.add_button = push_button(self.tr("Set"), services.icons, "plus")
        self.remove_button = push_button(self.tr("Remove"), services.icons, "trash")
        self.warning = label("", "warning", wraps=True)
        self.warning.hide()
        self._lay_out()
        self.add_button.clicked.connect(self.add)
        self.prefix.returnPressed.connect(self.add)
        self.remove_button.clicked.connect(self.remove)
        self.table.chosen_changed.connect(self._follow)
        state.changed.connect(self._show)
        self._show()
        self.prefix.setFocus()

    def _lay_out(self) -> None:
        note = label(
            self.tr(
                "The longest prefix wins, wherever its rule stands. prefix+1 is one stem below the prefix."
            ),
            "note",
            wraps=True,
        )
        row = QHBoxLayout()
        row.addWidget(self.prefix, 2)
        row.addWidget(self.rule, 1)
        row.addWidget(self.add_button)
        column = _column(self)
        column.addWidget(note)
        column.addLayout(row)
        column.addWidget(self.warning)
        column.addWidget(self.table, 1)
        column.addLayout(_foot(self, self.remove_button))
        self.setMinimumSize(560, 420)

    def _show(self) -> None:
        known = known_platforms()
        rules = sorted(self._state.entities.rules.items())
        self.model.set_rows(
            [
                (
                    TableCell(words=printable(words_of(prefix))),
                    TableCell(words=printable(str(rule))),
                    TableCell(
                        words=self.tr("platforms") if known.get(prefix) == rule else self.tr("by hand"),
                        faded=True,
                    ),
                )
                for prefix, rule in rules
            ],
            [prefix for prefix, _ in rules],
        )
        self._follow()

    def _follow(self) -> None:
        self.remove_button.setEnabled(bool(self._chosen))

    @property
    def _chosen(self) -> list[Stems]:
        return [self.model.key(at) for at in self.table.chosen_numbers(1000) if self.model.key(at)]

    def add(self) -> None:
        """The rule that is written, for the prefix that is written, in place of another for it."""
        try:
            prefix, rule = anchor_of(self.prefix.text()), CreationRule.parse(self.rule.currentText())
        except EntityError as error:
            self.warning.setText(printable(str(error)))
            self.warning.show()
            return
        self.warning.hide()
        self.prefix.clear()
        self._state.attempt(lambda: self._state.entities.with_rule(prefix, rule))

    def remove(self) -> None:
        """The selected rules no more."""
        made = self._state.entities
        for prefix in self._chosen:
            made = made.with_rule(prefix, None)
        self._state.change(made)


class WeightsDialog(QDialog):
    """What a stem of the host and one of the path count; the table follows at once."""

    def __init__(self, state: EntitiesState, parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self.setWindowTitle(self.tr("Weights"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        said = self.tr("The specificity of an entity is the sum of its most general prefix's stems.")
        form = QFormLayout()
        self.spins: dict[StemKind, QSpinBox] = {}
        for kind, words in (
            (StemKind.HOST, self.tr("A stem of the host (h)")),
            (StemKind.PATH, self.tr("A stem of the path (p)")),
        ):
            spin = self.spins[kind] = QSpinBox()
            spin.setRange(0, 99)
            spin.setValue(state.weights.get(kind, 0))
            spin.setAccessibleName(words)
            spin.valueChanged.connect(self._on_changed)
            form.addRow(words, spin)
        standard = push_button(self.tr("Standard"))
        standard.clicked.connect(self._reset)
        column = _column(self)
        column.addWidget(label(said, "note", wraps=True))
        column.addLayout(form)
        column.addLayout(_foot(self, standard))
        looks(self, "pane")

    def _on_changed(self) -> None:
        self._state.set_weights(
            {**self._state.weights, **{kind: spin.value() for kind, spin in self.spins.items()}}
        )

    def _reset(self) -> None:
        for kind, spin in self.spins.items():
            spin.setValue(WEIGHTS[kind])
