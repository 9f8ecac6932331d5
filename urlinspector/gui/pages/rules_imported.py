"""What a file of another program holds, before any of it is taken: rules, licence, and what was left out."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.cluster_cells import CheckCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.widgets import label
from urlinspector.normalize.site_rules import SiteRule
from urlinspector.rules.imports import Imported

_RULES = ((34, 0.0), (160, 1.2), (130, 1.0), (140, 0.8))
_LEFT = ((120, 0.8), (160, 1.0), (160, 1.2))


class ImportedDialog(QDialog):
    """Emits `chosen(list)` with the rules that are checked."""

    chosen = Signal(list)

    def __init__(self, services: Services, found: Imported, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import rules"))
        px = services.themes.theme.metrics.px
        self.resize(px(860), px(560))
        self._rules = found.rules
        self._checked = [True] * len(found.rules)
        words = self.tr("{0}: {1} rules, {2} entries left out").format(
            found.format, counted(len(found.rules)), counted(len(found.left_out))
        )
        self.words = label(words, "strong")
        licence = (
            self.tr("Licence: {0}").format(found.licence) if found.licence else self.tr("The site's own file")
        )
        self.licence = label(licence, "note")
        self.model = CellsModel(("", self.tr("Rule"), self.tr("Where"), self.tr("From")), self)
        self.table = BigTable(services.themes, self.tr("Rules of the file"), _RULES)
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSectionsClickable(False)
        self.table.check_asked.connect(self._on_check_asked)
        self.left_model = CellsModel((self.tr("Where"), self.tr("Left out"), self.tr("Because")), self)
        self.left = BigTable(services.themes, self.tr("Left out"), _LEFT)
        self.left.setModel(self.left_model)
        self.left.horizontalHeader().setSectionsClickable(False)
        self.left_model.set_rows(
            [
                (TableCell(words=each.where), TableCell(words=each.what), TableCell(words=each.reason))
                for each in found.left_out
            ]
        )
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.licence)
        column.addWidget(self.table, 3)
        if found.left_out:
            column.addWidget(label(self.tr("Left out"), "strong"))
            column.addWidget(self.left, 2)
        column.addWidget(self.buttons)
        self._show()

    def _show(self) -> None:
        self.model.set_rows(
            [
                (
                    CheckCell(checked=checked),
                    TableCell(words=rule.in_words, tip=rule.name),
                    TableCell(url=UrlText(str(rule.scope))),
                    TableCell(words=rule.provenance, faded=True, tip=rule.licence),
                )
                for rule, checked in zip(self._rules, self._checked, strict=True)
            ]
        )
        button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        count = sum(self._checked)
        button.setText(
            self.tr("Add 1 rule") if count == 1 else self.tr("Add {0} rules").format(counted(count))
        )
        button.setEnabled(count > 0)

    def _on_check_asked(self, index: object) -> None:
        rows = self.table.chosen_numbers()
        row = index.row()  # type: ignore[attr-defined]
        wanted = not self._checked[row]
        for each in rows if row in rows else [row]:
            self._checked[each] = wanted
        self._show()

    @property
    def rules(self) -> list[SiteRule]:
        """Those that are checked."""
        return [rule for rule, checked in zip(self._rules, self._checked, strict=True) if checked]

    def _on_accepted(self) -> None:
        self.chosen.emit(self.rules)
        self.accept()
