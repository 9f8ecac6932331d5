"""Violations, warnings and nested URLs with their positions; a click goes there."""

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from urlinspector.gui.models.findings import FindingsModel, FoundRows
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.reading import Findings
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.widgets import flat_button

_SHARES = ((70, 0.0), (120, 0.0), (200, 3.0), (150, 0.6))
_MOST_ROWS = 5


class FindingsPane(QWidget):
    """Signals: `span_chosen(Span)`; `url_opened(object)`; `closed()`."""

    span_chosen = Signal(object)
    url_opened = Signal(object)
    closed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.bar = SectionBar(services.themes, self.tr("Findings"))
        self.close_button = flat_button(
            services.icons, "close", self.tr("Close the findings"), self.closed.emit
        )
        self.bar.add_tool(self.close_button)
        self.model = FindingsModel(self)
        self.table = HouseTable(services.themes, self.tr("Violations and warnings"), _SHARES)
        self.table.setObjectName("findingsTable")
        self.table.setModel(self.model)
        self.table.set_shares(_SHARES)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.table)
        self.table.row_selected.connect(self._go)
        self.table.clicked.connect(self._go)
        self.table.link_activated.connect(self._on_link_activated)
        services.themes.theme_changed.connect(self._fit)

    def set_findings(self, findings: Findings) -> None:
        """Show other findings."""
        self.model.set_rows(FoundRows(findings))
        self.bar.set_note(self.tr("a click goes there"))
        self._fit()

    def _fit(self) -> None:
        metrics = self._services.themes.theme.metrics
        rows = min(max(len(self.model.rows), 1), _MOST_ROWS)
        self.table.setFixedHeight(metrics.header + rows * metrics.row + 2)

    def _go(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() < len(self.model.rows):
            self.span_chosen.emit(self.model.rows[index.row()].span)

    def _on_link_activated(self, index: QModelIndex) -> None:
        url = self.model.rows[index.row()].url
        if url:
            self.url_opened.emit(url)
