"""How a file would be read, with overrides: format, encoding, column; its first rows as they would come
out.
"""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from urlinspector.bulk.reading import FORMATS, Preview, ReadOptions, Source, preview
from urlinspector.gui.pages.page import Services
from urlinspector.gui.tasks.runner import Lane
from urlinspector.gui.text import printable
from urlinspector.gui.widgets import label
from urlinspector.url.masking import masked

_ENCODINGS = (
    "",
    "utf-8",
    "utf-16",
    "windows-1252",
    "iso-8859-1",
    "windows-1251",
    "gb18030",
    "shift_jis",
    "euc-kr",
)
_ROWS = 12


class ImportDialog(QDialog):
    """Emits `chosen(sources, ReadOptions)`."""

    chosen = Signal(object, object)

    def __init__(self, services: Services, sources: list[Source], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open with options"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(services.themes.theme.metrics.px(680), services.themes.theme.metrics.px(460))
        self._services, self._sources = services, sources
        self._columns: tuple[str, ...] = ()
        self.format = QComboBox()
        words = self._words = {
            "auto": self.tr("Find out"),
            "lines": self.tr("One URL a line"),
            "csv": self.tr("Table"),
            "prose": self.tr("URLs inside text"),
            "log": self.tr("Access log"),
            "warc": self.tr("WARC archive"),
            "cdx": self.tr("CDX index"),
            "cdxj": self.tr("CDXJ index"),
        }
        for each in FORMATS:
            self.format.addItem(words.get(each, each), each)
        self.encoding = QComboBox()
        for each in _ENCODINGS:
            self.encoding.addItem(each or self.tr("Find out"), each)
        self.column = QComboBox()
        self.column.addItem(self.tr("Find out"), "")
        self.host = QLineEdit()
        self.host.setPlaceholderText(self.tr("of an access log, which names none"))
        self.said = label("", "note")
        self.said.setWordWrap(True)
        self.table = QTableWidget(0, 2)
        self.table.setHorizontalHeaderLabels([self.tr("Line"), self.tr("Text")])
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName(self.tr("First rows"))
        form = QFormLayout()
        form.addRow(self.tr("Format"), self.format)
        form.addRow(self.tr("Encoding"), self.encoding)
        form.addRow(self.tr("Column"), self.column)
        form.addRow(self.tr("Host"), self.host)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.said)
        column.addWidget(self.table, 1)
        column.addWidget(self.buttons)
        for box in (self.format, self.encoding, self.column):
            box.activated.connect(self._ask)
        self.host.editingFinished.connect(self._ask)
        QTimer.singleShot(0, self, self._ask)

    def options(self) -> ReadOptions:
        """What was chosen."""
        return ReadOptions(
            str(self.format.currentData()),
            str(self.encoding.currentData()),
            str(self.column.currentData()),
            host=self.host.text().strip(),
        )

    def _ask(self) -> None:
        source, options = self._sources[0], self.options()
        self._services.runner.start(
            "clusters-preview",
            partial(_preview, source, options),
            done=self.show_preview,
            lane=Lane.URL,
        )

    def show_preview(self, found: Preview) -> None:
        """Show the first rows."""
        report = found.report
        name = Path(report.source).name or report.source
        kind = self._words.get(report.format, report.format)
        parts = [self.tr("{0} is read as: {1}").format(name, kind)]
        if report.encoding:
            parts.append(report.encoding)
        if report.column:
            parts.append(self.tr("column “{0}”").format(report.column))
        said = [f"{name} {report.error}" if report.error else ", ".join(parts), *report.notes]
        self.said.setText(printable("; ".join(said)))
        if found.columns and set(found.columns) != set(self._columns):
            self._columns = found.columns
            chosen = self.column.currentData()
            self.column.clear()
            self.column.addItem(self.tr("Find out"), "")
            for each in found.columns:
                self.column.addItem(each, each)
            self.column.setCurrentIndex(max(self.column.findData(chosen), 0))
        self.table.setRowCount(min(len(found.rows), _ROWS))
        for row, (line, text) in enumerate(found.rows[:_ROWS]):
            self.table.setItem(row, 0, QTableWidgetItem(str(line)))
            self.table.setItem(row, 1, QTableWidgetItem(printable(masked(text))[:500]))

    def _on_accepted(self) -> None:
        self.chosen.emit(self._sources, self.options())
        self.accept()

    def done(self, code: int) -> None:
        self._services.runner.cancel("clusters-preview")
        super().done(code)


def _preview(source: Source, options: ReadOptions, task: object) -> Preview:
    del task
    return preview(source, options)
