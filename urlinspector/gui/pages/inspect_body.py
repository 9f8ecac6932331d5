"""The three panes under the field: one below the other, or Components and Ladder as tabs where it is
narrow.
"""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.pages.inspect_components import ComponentsPane
from urlinspector.gui.pages.inspect_ladder import LadderPane
from urlinspector.gui.pages.inspect_result import ResultPane
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.reading import Findings
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.section_bar import Section
from urlinspector.gui.widgets import looks

_SIZES, _NARROW_SIZES = (252, 220, 246), (274, 214)
"""Heights of the three panes at zoom 1, which the splitter keeps in proportion."""


class InspectBody(QWidget):
    """Holds the panes and arranges them."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._narrow: bool | None = None
        self.components = ComponentsPane(services)
        self.section = Section(services.themes, self.tr("Components"), self.components)
        self.ladder = LadderPane(services)
        self.result = ResultPane(services)
        self.findings_button = self._make_findings_button()
        self.section.bar.add_tool(self.findings_button)
        self.tabs = Tabs(services)
        self.tabs.setParent(self)  # until the first narrow window it stands in no layout
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self.ladder.counted.connect(self._on_counted)
        self.set_narrow(False)

    def _make_findings_button(self) -> QToolButton:
        button = QToolButton()
        looks(button, "flat")
        button.setObjectName("findingsButton")
        button.setIcon(self._services.icons.get("warning", "warning"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(self.tr("List what was found, with positions"))
        button.setAccessibleName(self.tr("Findings"))
        button.hide()
        return button

    def set_findings(self, findings: Findings) -> None:
        """Tell how much was found."""
        parts = []
        for count, one, many in (
            (len(findings.violations), self.tr("{0} violation"), self.tr("{0} violations")),
            (len(findings.warnings), self.tr("{0} warning"), self.tr("{0} warnings")),
            (len(findings.nested), self.tr("{0} nested URL"), self.tr("{0} nested URLs")),
        ):
            if count:
                parts.append((one if count == 1 else many).format(count))
        self.findings_button.setText(" " + ", ".join(parts))
        self.findings_button.setAccessibleName(", ".join(parts) or self.tr("Findings"))
        self.findings_button.setVisible(bool(parts))

    def set_narrow(self, narrow: bool) -> None:
        """Components and Ladder as tabs, or one below the other."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self.components.set_narrow(narrow)
        self.ladder.set_narrow(narrow)
        self.result.set_narrow(narrow)
        self.section.bar.setVisible(not narrow)
        self.ladder.bar.title.setVisible(not narrow)
        panes: list[QWidget] = [self.section, self.ladder]
        if narrow:
            self.tabs.take(panes)
            panes = [self.tabs]
        else:
            self.tabs.give_back()
        for number, pane in enumerate([*panes, self.result]):
            self.splitter.insertWidget(number, pane)
            pane.show()
        self.tabs.setVisible(narrow)
        sizes = _NARROW_SIZES if narrow else _SIZES
        self.splitter.setSizes(list(sizes))
        for number, size in enumerate(sizes):
            self.splitter.setStretchFactor(number, size)

    def sizes(self) -> list[int]:
        """The heights, for the session."""
        return self.splitter.sizes()

    def set_sizes(self, sizes: Any) -> None:
        """Heights that were kept; anything else is ignored."""
        fits = isinstance(sizes, list) and len(sizes) == self.splitter.count()
        if fits and all(isinstance(size, int) and size > 0 for size in sizes):
            self.splitter.setSizes(sizes)

    def show_ladder(self) -> None:
        """Bring the ladder to the front where it is a tab."""
        if self._narrow:
            self.tabs.bar.setCurrentIndex(1)

    def _on_counted(self) -> None:
        self.tabs.bar.setTabText(1, self.tr("Ladder {0}").format(self.ladder.count))


class Tabs(QWidget):
    """A tab bar over the panes that it took."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.bar = QTabBar()
        self.bar.addTab(self.tr("Components"))
        self.bar.addTab(self.tr("Ladder"))
        self.bar.setExpanding(False)
        self.bar.setAccessibleName(self.tr("Components or ladder"))
        self.stack = QStackedWidget()
        head = QWidget()
        looks(head, "bar")
        row = self._row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.bar)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.stack, 1)
        self.bar.currentChanged.connect(self.stack.setCurrentIndex)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def take(self, panes: list[QWidget]) -> None:
        """Show these, one at a time."""
        for pane in panes:
            self.stack.addWidget(pane)
        self.stack.setCurrentIndex(max(self.bar.currentIndex(), 0))

    def give_back(self) -> None:
        """Let the panes go."""
        while (pane := self.stack.widget(0)) is not None:
            self.stack.removeWidget(pane)

    def _on_theme_changed(self, theme: Theme) -> None:
        self._row.setContentsMargins(theme.metrics.gap, 0, theme.metrics.gap, 0)
