"""What is under the verdict: components side by side, what would make them equal, the smaller panes."""

from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from urlinspector.compare.verdict import Comparison, Verdict
from urlinspector.gui.models.compare_rows import component_table
from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.pages.compare_panes import LruPane, ProfilesPane
from urlinspector.gui.pages.compare_parsers import ParsersPane
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.compare_reading import Details, Explained, Sets, card_offers
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.equalizer_cards import EqualizerCards, FlowBox
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.step_chip import StepChip
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.widgets import bare_column, label, looks, restore_sizes
from urlinspector.normalize.step import Safety
from urlinspector.url.components import COMPONENTS, Component

_WIDE = ((110, 0.0), (70, 1.0), (70, 1.25), (70, 0.95), (70, 0.95), (80, 2.3))
_NARROW = ((96, 0.0), (80, 1.0), (80, 1.0), (0, 0.0), (0, 0.0), (80, 1.2))
_SIZES = (192, 236, 216)
FORM_A, FORM_B = 3, 4


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareBody", text)


class CompareBody(QWidget):
    """Signals: `component_chosen(object)` a Component, or None; `step_chosen(str)`; `taken(Offer)`."""

    component_chosen = Signal(object)
    step_chosen = Signal(str)
    taken = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._is_following = False
        self._narrow = False
        self._first_tab = 0
        self._component: Component | None = None
        self._letters = ("A", "B")
        self._build_components()
        self._build_sets()
        self.profiles = ProfilesPane(services)
        self.parsers = ParsersPane(services)
        self.lru = LruPane(services)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Parsers or LRU relation"))
        self._right = QStackedWidget()
        self._side = self._make_side()
        self.bottom = QSplitter(Qt.Orientation.Horizontal)
        self.bottom.addWidget(self.profiles)
        self.bottom.addWidget(self._side)
        self.bottom.setSizes([532, 486])
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        for widget in (self.components, self.sets_pane, self.bottom):
            self.splitter.addWidget(widget)
        for each in (self.bottom, self.splitter):
            each.setHandleWidth(1)
            each.setChildrenCollapsible(False)
        self.splitter.setSizes(list(_SIZES))
        for number, size in enumerate(_SIZES):
            self.splitter.setStretchFactor(number, size if number else 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    # Building

    def _build_components(self) -> None:
        self.model = CellsModel(self._titles(""), self)
        self.components = HouseTable(self._services.themes, self.tr("Components side by side"), _WIDE)
        self.components.setObjectName("compareComponents")
        self.components.setModel(self.model)
        self.components.row_selected.connect(self._on_row_selected)

    def _titles(self, profile: str) -> tuple[str, ...]:
        one, two = self._letters
        under = self.tr("{0} under {1}")
        return (
            self.tr("Component"),
            one,
            two,
            under.format(one, profile),
            under.format(two, profile),
            self.tr("What differs"),
        )

    def _build_sets(self) -> None:
        services = self._services
        self.sets_bar = SectionBar(services.themes, self.tr("What would make them equal"))
        self.needed_box = QWidget()
        looks(self.needed_box, "pane")
        self.needed_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._needed_row = QVBoxLayout(self.needed_box)
        self._needed_steps = FlowBox()
        self._needed_words = label("", "caption")
        self._needed_words.setWordWrap(True)
        self._needed_row.addWidget(self._needed_steps)
        self._needed_row.addWidget(self._needed_words)
        self.cards = EqualizerCards(services.themes, services.icons)
        self.cards.taken.connect(self.taken)
        self.cards.step_chosen.connect(self.step_chosen)
        scroll = QScrollArea()
        scroll.setObjectName("equalizerCards")
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.cards)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        self.cards.setAutoFillBackground(False)
        self.sets_pane = _Pane(self.needed_box)
        column = bare_column(self.sets_pane)
        column.addWidget(self.sets_bar)
        column.addWidget(self.needed_box)
        column.addWidget(scroll, 1)

    def _make_side(self) -> QWidget:
        side = QWidget()
        head = QWidget()
        looks(head, "bar")
        row = QHBoxLayout(head)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(self.tabs)
        row.addStretch(1)
        for title, pane in ((self.tr("Parsers"), self.parsers), (self.tr("LRU relation"), self.lru)):
            self.tabs.addTab(title)
            self._right.addWidget(pane)
        self.tabs.currentChanged.connect(self._right.setCurrentIndex)
        column = bare_column(side)
        column.addWidget(head)
        column.addWidget(self._right, 1)
        self._tabs_head = head
        return side

    # What it shows

    def set_letters(self, one: str, other: str) -> None:
        """Which two URLs are looked at."""
        self._letters = (one, other)
        self.profiles.set_letters(one, other)

    def show_components(
        self, comparison: Comparison, explained: Explained | None, *, marks: bool, masks: bool
    ) -> None:
        """The seven rows."""
        self.model.set_titles(self._titles(comparison.profile.name))
        self._is_following = True
        self.model.set_rows(
            component_table(comparison, explained, marks=marks, masks=masks), list(COMPONENTS)
        )
        self._is_following = False
        if self._component is not None and not self.components.selectionModel().hasSelection():
            self.choose_component(self._component)

    def show_sets(self, comparison: Comparison, sets: Sets | None, *, fresh: bool) -> None:
        """The cards; old ones stay, but cannot be taken, until the new ones are there."""
        self._show_needed(comparison)
        if comparison.verdict is Verdict.NOT_COMPARABLE and sets is not None and not sets.found:
            self.sets_bar.set_note(self.tr("no step makes a URL of what is none"))
        elif sets is None:
            self.sets_bar.set_note(self.tr("searching…"))
            self.cards.set_fresh(False)
            return
        elif not sets.complete:
            self.sets_bar.set_note(self.tr("small sets first; searching larger ones…"))
        elif comparison.verdict is Verdict.IDENTICAL:
            self.sets_bar.set_note(self.tr("nothing is needed"))
        else:
            self.sets_bar.set_note(self.tr("minimal sets of up to 4 steps, safest first"))
        assert sets is not None
        offers = card_offers(sets, comparison)
        self._nothing = _Nothing(comparison, sets)
        self.cards.show_offers(offers, comparison.profile.name, self._nothing.words)
        self.cards.set_fresh(fresh)

    def _show_needed(self, comparison: Comparison) -> None:
        equal = comparison.verdict is Verdict.EQUAL
        self.sets_bar.title.setText(
            self.tr("What makes them equal") if equal else self.tr("What would make them equal")
        )
        equal = equal and bool(comparison.needed)
        self.needed_box.setVisible(equal)
        if not equal:
            return
        flow = self._needed_steps.flow
        while (item := flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        words = label(self.tr("Needed of {0}:").format(comparison.profile.name), "note")
        flow.addWidget(words)
        words.show()
        for bound in comparison.needed:
            chip = StepChip(self._services.themes, bound)
            chip.clicked.connect(partial(self.step_chosen.emit, bound.step.name))
            flow.addWidget(chip)
            chip.show()
        said = [
            self.tr("{step} assumes {what}").format(step=bound.step.name, what=bound.step.assumes)
            for bound in comparison.needed
            if bound.step.assumes and bound.safety is not Safety.PRESERVES
        ]
        if said and len(said) < len(comparison.needed):
            said.append(self.tr("the others only what the standards say"))
        self._needed_words.setText(
            "; ".join(said) + "."
            if said
            else self.tr("They assume only what the standards say of every server.")
        )
        self._needed_steps.updateGeometry()

    def show_details(self, details: Details, *, marks: bool, masks: bool, present: str) -> None:
        """Profiles, parsers, LRUs."""
        self.profiles.show_rows(details.profiles, present, masks=masks)
        self.parsers.show_readings(tuple(zip(self._letters, details.readings, strict=True)), marks=marks)
        self.lru.show_relation(details.relation, self._letters, marks=marks)

    def choose_component(self, component: Component | None) -> None:
        """Mark a component's row, without telling."""
        self._component = component
        row = self.model.row_of(component)
        self._is_following = True
        if row is None:
            self.components.clearSelection()
        else:
            self.components.selectRow(row)
        self._is_following = False

    def set_narrow(self, narrow: bool) -> None:
        """Canonical columns fold away; everything under the components becomes tabs."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        shown = self.tabs.currentIndex()
        self.tabs.blockSignals(True)
        if narrow:
            for at, (title, pane) in enumerate(
                ((self.tr("Equal by"), self.sets_pane), (self.tr("Profiles"), self.profiles))
            ):
                self.tabs.insertTab(at, title)
                self._right.insertWidget(at, pane)
            self.splitter.setSizes([216, 260])
        else:
            for pane in (self.sets_pane, self.profiles):
                self._right.removeWidget(pane)
                self.tabs.removeTab(0)
            self.splitter.insertWidget(1, self.sets_pane)
            self.bottom.insertWidget(0, self.profiles)
            for pane in (self.sets_pane, self.profiles):
                pane.show()
            self.splitter.setSizes(list(_SIZES))
            self.bottom.setSizes([532, 486])
        self.tabs.blockSignals(False)
        self._first_tab = 2 if narrow else 0
        self.show_tab(0 if narrow else max(shown - 2, 0))
        for column in (FORM_A, FORM_B):
            self.components.setColumnHidden(column, narrow)
        self.components.set_shares(_NARROW if narrow else _WIDE)

    def show_tab(self, number: int) -> None:
        """Bring a tab to the front."""
        self.tabs.setCurrentIndex(number)
        self._right.setCurrentIndex(number)

    def show_parsers(self) -> None:
        """Bring the parsers to the front."""
        self.show_tab(self._first_tab)

    def sizes(self) -> list[list[int]]:
        """The panes' sizes, for the session."""
        return [self.splitter.sizes(), self.bottom.sizes()]

    def set_sizes(self, sizes: Any) -> None:
        """Sizes that were kept; anything else is ignored."""
        if not isinstance(sizes, list) or len(sizes) != 2:
            return
        for splitter, each in zip((self.splitter, self.bottom), sizes, strict=True):
            restore_sizes(splitter, each)

    def _on_row_selected(self) -> None:
        if not self._is_following:
            self._component = self.model.key(self.components.currentIndex().row())
            self.component_chosen.emit(self.model.key(self.components.currentIndex().row()))

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._needed_row.setContentsMargins(metrics.edge, px(7), metrics.edge, px(7))
        self._needed_row.setSpacing(px(4))
        self._tabs_head.setFixedHeight(metrics.section_bar)


class _Pane(QWidget):
    """A pane that may become low: what is in it scrolls."""

    def __init__(self, kept: QWidget) -> None:
        """`kept` is shown whole, whatever the height."""
        super().__init__()
        self._kept = kept

    def minimumSizeHint(self) -> QSize:
        extra = 0 if self._kept.isHidden() else self._kept.sizeHint().height()
        return QSize(200, 90 + extra)


class _Nothing:
    """What an empty column says."""

    def __init__(self, comparison: Comparison, sets: Sets) -> None:
        self._comparison, self._sets = comparison, sets

    def words(self, safety: Safety) -> str:
        """In a sentence or two."""
        if not self._sets.complete:
            return _tr("Searching…")
        verdict = self._comparison.verdict
        first = safety is Safety.PRESERVES
        if verdict is Verdict.IDENTICAL:
            return _tr("The texts are one already.") if first else ""
        if verdict is Verdict.NOT_COMPARABLE and not self._sets.found:
            return _tr("What is refused has no canonical form that could be equal.") if first else ""
        if verdict is Verdict.EQUAL and safety is self._comparison.safety:
            return _tr("The needed steps above do it. Other sets are searched up to four steps.")
        if not self._sets.found:
            return {
                Safety.PRESERVES: _tr("No set of up to four steps makes them equal."),
                Safety.USUALLY_PRESERVES: _tr("What remains different is in the column “What differs”."),
                Safety.CHANGES: _tr("Not even with steps that take parts away."),
            }[safety]
        return {
            Safety.PRESERVES: _tr("No set of up to four preserving steps makes them equal."),
            Safety.USUALLY_PRESERVES: _tr("No set makes them equal whose riskiest step usually preserves."),
            Safety.CHANGES: _tr("No minimal set needs a step of this class."),
        }[safety]
