"""About: versions to copy, profiles, licences with their whole texts."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui import about
from urlinspector.gui.pages.page import Services
from urlinspector.gui.widgets import IconLabel, label, looks, name_tabs, without_default


class AboutDialog(QDialog):
    """Three tabs and a button that copies the versions."""

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self.setWindowTitle(self.tr("About urlinspector"))
        self.setObjectName("aboutDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        name_tabs(self.tabs, self.windowTitle())
        self.versions_table = _table(
            [self.tr("Part"), self.tr("Version")], [list(each) for each in about.versions()], services
        )
        self.versions_table.setAccessibleName(self.tr("Versions"))
        rows = [list(each) for each in about.profiles()]
        names = [self.tr("Profile"), self.tr("Version"), self.tr("What it does")]
        self.profiles_table = _table(names, rows, services)
        self.profiles_table.setAccessibleName(self.tr("Profiles"))
        self.tabs.addTab(self._build_first(), self.tr("About"))
        self.tabs.addTab(self.profiles_table, self.tr("Profiles"))
        self.tabs.addTab(self._build_licences(), self.tr("Licences"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = self.buttons.addButton(
            self.tr("Copy versions"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.buttons.rejected.connect(self.reject)
        without_default(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.tabs)
        layout.addWidget(self.buttons)
        px = services.themes.theme.metrics.px
        self.resize(px(720), px(520))

    def _build_first(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(4, 16, 4, 4)
        layout.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(IconLabel(self._services.themes, self._services.icons, "inspect", "accent", 32))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(self.tr("urlinspector"), "title"))
        purpose = self.tr("See what a URL is, what normalization does to it, and which URLs are one.")
        words.addWidget(label(purpose, "note"))
        head.addLayout(words, 1)
        layout.addLayout(head)
        privacy = label(QCoreApplication.translate("About", about.PRIVACY))
        privacy.setWordWrap(True)
        layout.addWidget(privacy)
        layout.addWidget(self.versions_table, 1)
        return page

    def _build_licences(self) -> QWidget:
        self._licences = about.licences()
        rows = [[each.name, each.version, each.licence, each.purpose] for each in self._licences]
        names = [self.tr("Package"), self.tr("Version"), self.tr("Licence"), self.tr("What for")]
        self.licences_table = _table(names, rows, self._services)
        self.licences_table.setAccessibleName(self.tr("Licences"))
        self.licence_edit = QPlainTextEdit()
        looks(self.licence_edit, "field")
        self.licence_edit.setReadOnly(True)
        self.licence_edit.setFont(self._services.themes.theme.type.mono)
        self.licence_edit.setAccessibleName(self.tr("Text of the licence"))
        self.licence_edit.setTabChangesFocus(True)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.licences_table)
        splitter.addWidget(self.licence_edit)
        splitter.setHandleWidth(1)
        splitter.setSizes([220, 260])
        self.licences_table.currentCellChanged.connect(self._on_licence_changed)
        self.licences_table.setCurrentCell(0, 0)
        return splitter

    def _on_licence_changed(self, row: int) -> None:
        if row >= 0:
            self.licence_edit.setPlainText(self._licences[row].text())

    def _on_copy_clicked(self) -> None:
        text = "\n".join(f"{name} {version}" for name, version in about.versions())
        QGuiApplication.clipboard().setText(text)


def _table(names: list[str], rows: list[list[str]], services: Services) -> QTableWidget:
    """A small table of texts: read-only, whole rows, the last column takes the rest."""
    table = QTableWidget(len(rows), len(names))
    table.setHorizontalHeaderLabels(names)
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.verticalHeader().setDefaultSectionSize(services.themes.theme.metrics.row)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            table.setItem(row, column, QTableWidgetItem(text))
    for column in range(len(names) - 1):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    header.setStretchLastSection(True)
    return table
