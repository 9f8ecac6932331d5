"""What to export and how: clusters, members, a redirect map or a report; format, masking, byte order mark."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.export import ExportOptions
from urlinspector.bulk.export.rows import row_count
from urlinspector.gui.dialogs.ask import ask_save_file
from urlinspector.gui.numbers import told
from urlinspector.gui.pages.page import Services
from urlinspector.gui.widgets import label

_FORMATS = ((".csv", "CSV"), (".xlsx", "XLSX"), (".jsonl", "JSON Lines"), (".parquet", "Parquet"))


class ExportDialog(QDialog):
    """Emits `chosen(Path, ExportOptions)` after the file was chosen."""

    chosen = Signal(object, object)

    def __init__(self, services: Services, clustering: Clustering, what: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._services, self._clustering = services, clustering
        self.what = QComboBox()
        for key, words in (
            ("clusters", self.tr("Clusters: one line each")),
            ("members", self.tr("Members: one line for each row")),
            ("redirects", self.tr("Redirect map: old and new")),
            ("report", self.tr("Report: summary, impact, largest clusters (HTML)")),
        ):
            self.what.addItem(words, key)
        self.what.setCurrentIndex(max(self.what.findData(what), 0))
        self.format = QComboBox()
        for suffix, words in _FORMATS:
            self.format.addItem(f"{words} (*{suffix})", suffix)
        self.min_size = QSpinBox()
        self.min_size.setRange(1, 1_000_000)
        self.columns = QCheckBox(self.tr("The list's other columns too"))
        self.reasons = QCheckBox(self.tr("The steps that made the merges (takes longer)"))
        self.reasons.setChecked(clustering.count < 50_000)
        self.bom = QCheckBox(self.tr("Byte order mark, for Excel"))
        self.guard = QCheckBox(
            self.tr("Guard text columns against formulas (an apostrophe before =, +, -, @)")
        )
        self.guard.setChecked(True)
        self.credentials = QCheckBox(self.tr("Show passwords instead of •••"))
        self.rows_label = label("", "caption")
        form = QFormLayout()
        form.addRow(self.tr("What"), self.what)
        form.addRow(self.tr("Format"), self.format)
        form.addRow(self.tr("Clusters of at least"), self.min_size)
        for box in (self.columns, self.reasons, self.bom, self.guard, self.credentials):
            form.addRow("", box)
        form.addRow("", self.rows_label)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.buttons)
        self.what.currentIndexChanged.connect(self._refresh)
        self.format.currentIndexChanged.connect(self._refresh)
        self.min_size.valueChanged.connect(self._refresh)
        self._refresh()

    def options(self) -> ExportOptions:
        """What was chosen."""
        what = str(self.what.currentData())
        return ExportOptions(
            what="clusters" if what == "report" else what,
            min_size=self.min_size.value(),
            other_columns=self.columns.isChecked(),
            reasons=self.reasons.isChecked(),
            show_credentials=self.credentials.isChecked(),
            bom=self.bom.isChecked(),
            guard=self.guard.isChecked(),
        )

    @property
    def suffix(self) -> str:
        """The suffix of the file."""
        return ".html" if self.what.currentData() == "report" else str(self.format.currentData())

    def _refresh(self) -> None:
        what, is_csv = self.what.currentData(), self.suffix == ".csv"
        report = what == "report"
        self.format.setEnabled(not report)
        self.columns.setEnabled(what == "members" and bool(self._clustering.table.column_names))
        self.reasons.setEnabled(what == "clusters")
        self.bom.setEnabled(is_csv)
        self.guard.setEnabled(is_csv)
        if report:
            self.rows_label.setText(self.tr("One file, readable in any browser"))
        else:
            rows = row_count(self._clustering, self.options())
            self.rows_label.setText(told(rows, self.tr("{0} row"), self.tr("{0} rows")))

    def _on_accepted(self) -> None:
        name = {"report": "report", "redirects": "redirects"}.get(
            str(self.what.currentData()), str(self.what.currentData())
        )
        shown = "HTML (*.html)" if self.suffix == ".html" else self.format.currentText()
        ask_save_file(self, self.tr("Export"), f"{name}{self.suffix}", [shown], self._on_path)

    def _on_path(self, paths: list[Path]) -> None:
        path = paths[0]
        if path.suffix.lower() != self.suffix:
            path = path.with_name(path.name + self.suffix)
        self.chosen.emit(path, self.options())
        self.accept()
