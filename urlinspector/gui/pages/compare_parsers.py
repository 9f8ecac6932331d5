"""What three parsers take for scheme, host, port and path, with a warning where they disagree; for Compare
and for Inspect.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.models.parser_rows import parser_headline, parser_table, parser_warning
from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.widgets import IconLabel, bare_column, flat_button, label, looks
from urlinspector.url.readings import Readings, readings

_SHARES = ((104, 0.0), (64, 0.0), (90, 1.0), (60, 0.0), (90, 1.3))


class ParsersPane(QWidget):
    """The table, and beneath it the warnings."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "pane")
        titles = (self.tr("Parser"), self.tr("Scheme"), self.tr("Host"), self.tr("Port"), self.tr("Path"))
        self.model = CellsModel(titles, self)
        self.table = HouseTable(services.themes, self.tr("What parsers take for the components"), _SHARES)
        self.table.setObjectName("parsersTable")
        self.table.setModel(self.model)
        self.warning = QWidget()
        self._words = label("")
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._warning_row = QHBoxLayout(self.warning)
        sign = IconLabel(services.themes, services.icons, "warning", "warning")
        self._warning_row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        self._warning_row.addWidget(self._words, 1)
        column = bare_column(self)
        column.addWidget(self.table, 1)
        column.addWidget(self.warning)
        self.warning.hide()
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def show_readings(self, sides: Sequence[tuple[str, Readings]], *, marks: bool) -> None:
        """Show the readings of one URL, or of several with their letters."""
        self.model.set_rows(parser_table(sides, marks=marks))
        said = [each for letter, found in sides if (each := parser_warning(letter, found))]
        self._words.setText("\n".join(said))
        self.warning.setVisible(bool(said))

    @property
    def warnings(self) -> str:
        """The sentences beneath the table."""
        return self._words.text()

    def _on_theme_changed(self, theme: Theme) -> None:
        px = theme.metrics.px
        self._warning_row.setContentsMargins(theme.metrics.edge, px(8), theme.metrics.edge, px(8))
        self._warning_row.setSpacing(theme.metrics.gap)


class ParsersSection(QWidget):
    """The table under a bar that closes it, for a page that shows it on demand; `closed()`."""

    closed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.bar = SectionBar(services.themes, self.tr("What parsers read"))
        self.pane = ParsersPane(services)
        self.bar.add_tool(flat_button(services.icons, "close", self.tr("Close"), self.closed.emit))
        column = bare_column(self)
        column.addWidget(self.bar)
        column.addWidget(self.pane)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._text: str | None = None

    def show_text(self, text: str) -> None:
        """Show what parsers read in a text; nothing is done while the section is hidden."""
        if self.isHidden() or text == self._text:
            return
        self._text = text
        found = readings(text)
        self.bar.set_note(parser_headline("", found) or self.tr("all read the same thing"))
        self.pane.show_readings([("", found)], marks=bool(self._services.settings.get("show_invisible")))
        rows = self.pane.model.rowCount()
        metrics = self._services.themes.theme.metrics
        self.pane.table.setFixedHeight(metrics.header + rows * metrics.row + 1)
