"""What the Clusters page shows of a list: summary, filter, clusters over members or parameters."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.models.clusters import DIFFER, HOSTS, ROWS, SORT_KEYS, TEXTS, ClustersModel
from urlinspector.gui.models.members import CHECK, REASON, MembersModel
from urlinspector.gui.models.parameters import AGAINST, DROP, MERGES, VALUES, ParametersModel
from urlinspector.gui.models.parameters import HOSTS as PARAMETER_HOSTS
from urlinspector.gui.models.parameters import ROWS as PARAMETER_ROWS
from urlinspector.gui.pages.clusters_filter import FilterBar
from urlinspector.gui.pages.clusters_summary import SummaryStrip
from urlinspector.gui.pages.page import Services
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import bare_column, bare_row, looks, push_button, segment_button

_CLUSTERS = ((220, 1.0), (62, 0.0), (66, 0.0), (62, 0.0), (136, 0.0), (146, 0.0), (124, 0.12))
_CLUSTERS_NARROW = ((180, 1.0), (52, 0.0), (56, 0.0), (52, 0.0), (136, 0.0), (132, 0.0), (106, 0.0))
_MEMBERS = ((34, 0.0), (240, 1.0), (180, 0.75), (124, 0.05))
_PARAMETERS_NARROW = ((140, 1.0), (66, 0.0), (62, 0.0), (54, 0.0), (124, 0.0), (106, 0.0), (60, 0.0))
_PARAMETERS = ((180, 1.0), (80, 0.0), (80, 0.0), (70, 0.0), (130, 0.0), (110, 0.0), (90, 0.0))


class ClustersBody(QWidget):
    """Holds the panes; the page wires them."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        themes = services.themes
        self.summary = SummaryStrip(services)
        self.filter = FilterBar(services)
        self.clusters_model = ClustersModel(self)
        self.clusters = BigTable(themes, self.tr("Clusters"), _CLUSTERS)
        self.clusters.setObjectName("clustersTable")
        self.clusters.setModel(self.clusters_model)
        self.clusters.set_numeric((ROWS, TEXTS, HOSTS, 6))
        self.clusters.set_unsorted([each for each in range(7) if each not in SORT_KEYS])
        self.members_model = MembersModel(self)
        self.members = BigTable(themes, self.tr("Members"), _MEMBERS)
        self.members.setObjectName("membersTable")
        self.members.setModel(self.members_model)
        self.members.set_unsorted((CHECK, REASON))
        self.parameters_model = ParametersModel(self)
        self.parameters = BigTable(themes, self.tr("Parameters"), _PARAMETERS)
        self.parameters.setObjectName("parametersTable")
        self.parameters.setModel(self.parameters_model)
        self.parameters.set_unsorted((DROP,))
        self.parameters.set_numeric((PARAMETER_ROWS, VALUES, PARAMETER_HOSTS, MERGES, AGAINST))
        self.bar = SectionBar(themes, self.tr("Members"))
        self._build_tools()
        self.panes = QStackedWidget()
        self.panes.addWidget(self.members)
        self.panes.addWidget(self.parameters)
        bottom = QWidget()
        column = bare_column(bottom)
        column.addWidget(self.bar)
        column.addWidget(self.panes, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.clusters)
        self.splitter.addWidget(bottom)
        self.splitter.setSizes([270, 312])
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 1)
        whole = bare_column(self)
        frame = QWidget()
        looks(frame, "bar")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(0, 0, 0, 1)
        inner.addWidget(self.summary)
        whole.addWidget(frame)
        whole.addWidget(self.filter)
        whole.addWidget(self.splitter, 1)

    def _build_tools(self) -> None:
        icons = self._services.icons
        self.buttons: dict[str, QPushButton] = {}
        for key, words, icon, tip in (
            ("inspect", self.tr("Inspect"), "inspect", self.tr("Open the row on the Inspect page (Enter)")),
            (
                "compare",
                self.tr("Compare"),
                "compare",
                self.tr("Compare two rows, or one with the representative"),
            ),
            ("split", self.tr("Split off"), "split", self.tr("Make a cluster of its own of the chosen rows")),
            (
                "represent",
                self.tr("Make representative"),
                "pin",
                self.tr("Let the row stand for the cluster"),
            ),
        ):
            button = self.buttons[key] = push_button(words, icons, icon)
            looks(button, "small")
            button.setToolTip(tip)
            self.bar.add_tool(button)
        self.choice = QButtonGroup(self)
        box = QWidget()
        row = bare_row(box)
        for number, (words, part) in enumerate(
            ((self.tr("Members"), "first"), (self.tr("Parameters"), "last"))
        ):
            segment = segment_button(words, part)
            segment.setProperty("density", "small")
            self.choice.addButton(segment, number)
            row.addWidget(segment)
        self.choice.button(0).setChecked(True)
        self.bar.add_tool(box, gap=True)

    def set_narrow(self, narrow: bool) -> None:
        """Fewer words on buttons, narrower columns."""
        # What differs is told by the members as well; the representative has to be readable.
        self.clusters.setColumnHidden(DIFFER, narrow)
        self.clusters.set_shares(_CLUSTERS_NARROW if narrow else _CLUSTERS)
        self.parameters.set_shares(_PARAMETERS_NARROW if narrow else _PARAMETERS)
        for key, button in self.buttons.items():
            words = button.property("words") or button.text()
            button.setProperty("words", words)
            button.setAccessibleName(words)
            button.setText("" if narrow else words)
            del key

    def show_other_columns(self, count: int) -> None:
        """Make room for the list's other columns."""
        self.members.set_shares((*_MEMBERS, *((84, 0.0),) * count))

    def sizeHint(self) -> QSize:
        return QSize(900, 700)
