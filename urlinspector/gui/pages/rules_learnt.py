"""What the list teaches: proposals as cards, filtered by site and words, sorted."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QWidget

from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.rule_filter import filter_of_rule
from urlinspector.gui.state.rules_state import RulesState, key_of
from urlinspector.gui.status_bar import ElidedLabel
from urlinspector.gui.text import printable, without_surrogates
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.rule_card_list import ProposalCards
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import bare_column, looks, push_button, search_field
from urlinspector.normalize.site_rules.toml import write_rules
from urlinspector.rules.mining import Example, MiningResult, Proposal

_SORTS: dict[str, Callable[[Proposal], Any]] = {
    "merges": lambda each: (-each.merges, -each.support),
    "safe": lambda each: (not each.auto, each.asks, -each.bound),
    "support": lambda each: -each.support,
    "disagree": lambda each: (-each.disagree, -each.merges),
    "site": lambda each: (each.site, -each.merges),
}
_MOST_SITES = 500
"""Of which one can be chosen from a list; the others are found by the filter."""


class LearntPane(QWidget):
    """Signals: `accepted(list)`, `rejected(list)`, `edit_asked(Proposal)`, `compare_asked(str, str)`,
    `brought_back()`, `filter_asked(str)` for the rows of a proposal.
    """

    accepted = Signal(list)
    rejected = Signal(list)
    edit_asked = Signal(object)
    compare_asked = Signal(str, str)
    brought_back = Signal()
    filter_asked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        themes, icons = services.themes, services.icons
        self._all: tuple[Proposal, ...] = ()
        self._shown: tuple[Proposal, ...] = ()
        self._result: MiningResult | None = None
        self._narrow = False
        self._words = ""
        """What stands where there are no cards."""
        self.bar = SectionBar(themes, self.tr("Learnt from the list"))
        self.back_button = push_button(self.tr("Bring back"))
        self.back_button.setToolTip(self.tr("Show the rejected proposals again"))
        self.all_button = push_button(self.tr("Accept the safe ones"), icons, "check")
        for button in (self.back_button, self.all_button):
            looks(button, "small")
            self.bar.add_tool(button)
        self.filter = search_field(self.tr("Filter proposals"), self.tr("Filter by site or rule"))
        self.filter.setObjectName("proposalsFilter")
        self.site = QComboBox()
        self.site.setAccessibleName(self.tr("Site of the proposals"))
        self.sort = QComboBox()
        self.sort.setAccessibleName(self.tr("Order of the proposals"))
        for key, words in (
            ("merges", self.tr("by what they merge")),
            ("safe", self.tr("safe ones first")),
            ("support", self.tr("by groups")),
            ("disagree", self.tr("disagreeing first")),
            ("site", self.tr("by site")),
        ):
            self.sort.addItem(words, key)
        self.cards = ProposalCards(themes, icons)
        self.never = ElidedLabel("note")
        self._lay_out()
        self.filter.textChanged.connect(self._arrange)
        self.site.activated.connect(self._arrange)
        self.sort.activated.connect(self._arrange)
        self.all_button.clicked.connect(self._on_all_clicked)
        self.back_button.clicked.connect(self.brought_back)
        self.cards.accept_button.clicked.connect(self.accept_chosen)
        self.cards.reject_button.clicked.connect(self.reject_chosen)
        self.cards.edit_button.clicked.connect(self._on_edit_clicked)
        self.cards.example_opened.connect(self._on_example_opened)
        self.cards.menu_asked.connect(self._on_menu_asked)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def _lay_out(self) -> None:
        self.strip, self.foot = QWidget(), QWidget()
        for widget in (self.strip, self.foot):
            looks(widget, "bar")
        row = self._tools = QHBoxLayout(self.strip)
        row.addWidget(self.filter, 1)
        row.addWidget(self.site)
        row.addWidget(self.sort)
        foot = self._foot = QHBoxLayout(self.foot)
        foot.addWidget(self.never, 1)
        whole = bare_column(self)
        whole.addWidget(self.bar)
        whole.addWidget(self.strip)
        whole.addWidget(self.cards, 1)
        whole.addWidget(self.foot)

    # What is shown

    def show_state(self, state: RulesState) -> None:
        """The proposals of the moment."""
        self._all, self._result = state.proposals, state.result
        result = state.result
        safe = sum(each.auto for each in self._all)
        self.all_button.setEnabled(safe > 0)
        words = self.tr("Accept the safe one") if safe == 1 else self.tr("Accept the {0} safe ones")
        self.all_button.setText(words.format(counted(safe)))
        self.back_button.setVisible(bool(state.rejected))
        self.all_button.setVisible(result is not None)
        self.strip.setVisible(result is not None and bool(result.proposals))
        self.bar.set_note(self._note(result) if result is not None else "")
        if state.is_mining:
            words = self.tr("Searching the list …")
        elif result is not None:
            words = self.tr("The list teaches nothing more")
        elif state.clustering is None:
            words = self.tr("No list is open: what its URLs teach stands here")
        else:
            words = self.tr("Press “Learn from the list”: its own URLs say which rules hold on its sites")
        self._words = words
        self._fill_sites()
        self._arrange()

    def _note(self, result: MiningResult) -> str:
        sites, count = len({each.site for each in self._all}), len(self._all)
        note = self.tr("1 proposal") if count == 1 else self.tr("{0} proposals").format(counted(count))
        if sites > 1:
            note += " " + self.tr("on {0} sites").format(counted(sites))
        if result.column:
            note += "; " + self.tr("label: {0} ({1})").format(result.column, result.labels)
        else:
            note += "; " + self.tr("no label: look at each")
        if not result.complete:
            note += "; " + self.tr("stopped before the end")
        return note

    def _fill_sites(self) -> None:
        chosen = self.site.currentData() or ""
        sites = Counter(each.site for each in self._all)
        self.site.clear()
        self.site.addItem(self.tr("All sites"), "")
        for site, count in sites.most_common(_MOST_SITES):
            self.site.addItem(f"{printable(site)} ({counted(count)})", site)
        self.site.setCurrentIndex(max(self.site.findData(chosen), 0))
        self.site.setVisible(len(sites) > 1)

    def _arrange(self) -> None:
        before, at = self.chosen, self.cards.currentIndex().row()
        words, site = self.filter.text().lower().split(), self.site.currentData() or ""
        shown = [
            each
            for each in self._all
            if (not site or each.site == site)
            and all(word in f"{each.site} {each.scope} {each.in_words}".lower() for word in words)
        ]
        shown.sort(key=_SORTS[str(self.sort.currentData())])
        self._shown = tuple(shown)
        keys = [key_of(each) for each in shown]
        if before is not None and key_of(before) in keys:
            at = keys.index(key_of(before))
        masks = bool(self._services.settings.get("mask_credentials"))
        self.cards.show_proposals(self._shown, at, masks=masks)
        hidden = bool(self._all) and not shown
        self.cards.set_empty_text(self.tr("No proposal fits the filter") if hidden else self._words)
        self._show_never(site)

    def _show_never(self, site: str) -> None:
        kept = [each for each in self._result.kept if site in ("", each.site)] if self._result else []
        counts = Counter(each.name for each in kept)
        names = [printable(name) for name, _ in counts.most_common(12)]
        words = ", ".join(names) + (", …" if len(counts) > len(names) else "")
        self.never.set_whole(self.tr("Never proposed, they mean something: {0}").format(words))
        self.foot.setVisible(bool(kept) and not self._narrow)

    def set_narrow(self, narrow: bool) -> None:
        """Without the foot where every line counts."""
        self._narrow = narrow
        self._show_never(self.site.currentData() or "")

    @property
    def chosen(self) -> Proposal | None:
        """The proposal of the open card."""
        return self.cards.chosen

    @property
    def shown(self) -> Sequence[Proposal]:
        """The proposals in the order of the cards."""
        return self._shown

    # The user's word

    def accept_chosen(self) -> None:
        """Take the selected proposals into the profile."""
        if self.cards.selected:
            self.accepted.emit(self.cards.selected)

    def reject_chosen(self) -> None:
        """Do not want the selected ones."""
        if self.cards.selected:
            self.rejected.emit(self.cards.selected)

    def _on_all_clicked(self) -> None:
        self.accepted.emit([each for each in self._all if each.auto])

    def _on_edit_clicked(self) -> None:
        if self.chosen is not None:
            self.edit_asked.emit(self.chosen)

    def _on_example_opened(self, example: Example) -> None:
        self.compare_asked.emit(example.one, example.other)

    # The menu of the cards

    def _on_menu_asked(self, point: QPoint) -> None:
        self.card_menu().popup(point)

    def card_menu(self) -> QMenu:
        """What can be done with the selected cards; it goes away by itself."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        count = len(self.cards.selected)
        one = count == 1
        for words, slot, is_enabled in (
            (self.tr("Accept") if one else self.tr("Accept {0}"), self.accept_chosen, count > 0),
            (self.tr("Reject") if one else self.tr("Reject {0}"), self.reject_chosen, count > 0),
            (self.tr("Edit"), self._on_edit_clicked, one),
            (self.tr("Compare the example"), self.cards.open_example, one and self.cards.example is not None),
            (self.tr("Copy the rule") if one else self.tr("Copy the rules"), self.copy_rules, count > 0),
            (self.tr("Show its rows in Clusters"), self._ask_for_rows, one),
        ):
            action = QAction(words.format(counted(count)), menu)
            action.triggered.connect(slot)
            action.setEnabled(is_enabled)
            menu.addAction(action)
        return menu

    def copy_rules(self) -> None:
        """The rules of the selected cards into the clipboard, as a file of rules has them."""
        text = write_rules([each.rule for each in self.cards.selected])
        QGuiApplication.clipboard().setText(without_surrogates(text))

    def _ask_for_rows(self) -> None:
        if self.chosen is not None:
            self.filter_asked.emit(filter_of_rule(self.chosen.rule))

    def _on_theme_changed(self, theme: Theme) -> None:
        px, metrics = theme.metrics.px, theme.metrics
        self._tools.setContentsMargins(px(8), px(5), px(8), px(5))
        self._tools.setSpacing(metrics.gap)
        self._foot.setContentsMargins(metrics.edge, px(5), metrics.edge, px(5))
        self.site.setMaximumWidth(px(170))
