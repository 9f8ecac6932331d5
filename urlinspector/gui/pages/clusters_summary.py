"""The summary strip: five counters, and a picture of what the steps do or how large the clusters are."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.list_state import ListState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.bars import Bars
from urlinspector.gui.views.waterfall import size_bars, waterfall_bars
from urlinspector.gui.widgets import bare_row, label, line, looks, push_button, segment_button


class SummaryStrip(QWidget):
    """Signals: `filter_asked(str)` with a term, `bar_chosen(Bar)`, `set_aside_asked()`."""

    filter_asked = Signal(str)
    bar_chosen = Signal(object)
    set_aside_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        looks(self, "pane")
        self.setSizePolicy(self.sizePolicy().Policy.Expanding, self.sizePolicy().Policy.Fixed)
        self.steps = Bars(services.themes, self.tr("What each step takes away"))
        self.steps.joined = True
        self.sizes = Bars(services.themes, self.tr("How large the clusters are"))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.steps)
        self.stack.addWidget(self.sizes)
        self.counters = self._make_counters()
        row = bare_row(self)
        row.addWidget(self.counters)
        row.addWidget(line(upright=True))
        row.addWidget(self.stack, 1)
        self.steps.chosen.connect(self.bar_chosen)
        self.sizes.chosen.connect(self.bar_chosen)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def _make_counters(self) -> QWidget:
        box = QWidget()
        column = self._column = QVBoxLayout(box)
        grid = self._grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        self._values = {}
        self._names = {}
        for row, (key, words) in enumerate(
            (
                ("rows", self.tr("Rows")),
                ("distinct", self.tr("Distinct texts")),
                ("clusters", self.tr("Clusters")),
                ("duplicates", self.tr("Duplicate rows")),
                ("errors", self.tr("Set aside")),
            )
        ):
            caption = self._names[key] = label(words)
            value = label("", "strong" if key == "clusters" else "")
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            value.setAccessibleName(words)
            self._values[key] = value
            grid.addWidget(caption, row, 0)
            grid.addWidget(value, row, 1)
        self.errors_button = push_button(self.tr("Set aside"))
        looks(self.errors_button, "link")
        self.errors_button.setToolTip(self.tr("Rows that are no URL under this profile; click to see them"))
        self.errors_button.clicked.connect(self.set_aside_asked)
        grid.addWidget(self.errors_button, 4, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(grid)
        column.addStretch(1)
        self.group = QButtonGroup(self)
        choice = QHBoxLayout()
        choice.setSpacing(0)
        for number, (words, part, name) in enumerate(
            (
                (self.tr("Steps"), "first", self.tr("Show what each step takes away")),
                (self.tr("Sizes"), "last", self.tr("Show how large the clusters are")),
            )
        ):
            button = segment_button(words, part, name)
            button.setToolTip(name)
            button.setProperty("density", "small")
            self.group.addButton(button, number)
            choice.addWidget(button)
        choice.addStretch(1)
        self.group.button(0).setChecked(True)
        self.group.idClicked.connect(self.stack.setCurrentIndex)
        column.addLayout(choice)
        return box

    def show_state(self, state: ListState) -> None:
        """Show the counters and pictures of a list."""
        summary, clustering = state.summary, state.clustering
        if summary is None or clustering is None:
            return
        numbers = {
            "rows": summary.rows - summary.empty,
            "distinct": summary.distinct,
            "clusters": summary.clusters,
            "duplicates": summary.duplicates,
            "errors": summary.errors,
        }
        for key, number in numbers.items():
            self._values[key].setText(counted(number))
        self._names["errors"].setVisible(not summary.errors)
        self.errors_button.setVisible(bool(summary.errors))
        empty = (
            self.tr("{0} blank lines are not counted").format(counted(summary.empty)) if summary.empty else ""
        )
        self._names["rows"].setToolTip(empty)
        self.steps.set_bars(waterfall_bars(clustering, state.falls, self._room()))
        self.sizes.set_bars(size_bars(state.sizes))

    def _room(self) -> int:
        """How many steps get a bar of their own."""
        bars = self.stack.width() // self._services.themes.theme.metrics.px(78)
        return min(max(bars - 5, 1), 7)

    def set_marked(self, terms: list[str]) -> None:
        """Mark what is filtered by, and the chosen step."""
        self.steps.set_marked(terms)
        self.sizes.set_marked(terms)

    def _on_theme_changed(self, theme: Theme) -> None:
        px = theme.metrics.px
        self.setFixedHeight(px(158))
        self.counters.setFixedWidth(px(196))
        self._column.setContentsMargins(theme.metrics.edge, px(8), theme.metrics.edge, px(8))
        self._grid.setVerticalSpacing(px(3))
        self.errors_button.setFixedHeight(px(18))
