"""What the list teaches: proposals in a table, and the card of the chosen one."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSplitter, QVBoxLayout, QWidget

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.models.rules import example_rows, proposal_rows, proposal_words
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.rules_state import RulesState, key_of
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.widgets import label, looks, push_button
from urlinspector.rules.mining import Proposal

_SHARES = ((130, 1.2), (110, 1.0), (60, 0.0), (70, 0.0), (66, 0.0), (84, 0.0))
_EXAMPLES = ((120, 1.0), (120, 1.0), (86, 0.0))
RULE, SCOPE, SUPPORT, AGREE, MERGES, MARK = range(6)


class LearntPane(QWidget):
    """Signals: `accepted(list)`, `rejected(Proposal)`, `edit_asked(Proposal)`, `compare_asked(str, str)`,
    `brought_back()`.
    """

    accepted = Signal(list)
    rejected = Signal(object)
    edit_asked = Signal(object)
    compare_asked = Signal(str, str)
    brought_back = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        themes, icons = services.themes, services.icons
        self._all: tuple[Proposal, ...] = ()
        self._shown: tuple[Proposal, ...] = ()
        self._sort = (MERGES, True)
        self.bar = SectionBar(themes, self.tr("Learnt from the list"))
        self.back_button = push_button(self.tr("Bring back"))
        self.back_button.setToolTip(self.tr("Show the rejected proposals again"))
        self.all_button = push_button(self.tr("Accept the safe ones"), icons, "check")
        self.example_button = push_button(self.tr("See an example"))
        self.example_button.setToolTip(self.tr("Open a made list of three sites, and learn from it"))
        for button in (self.example_button, self.back_button, self.all_button):
            looks(button, "small")
            self.bar.add_tool(button)
        self.filter = QLineEdit()
        self.filter.setObjectName("proposalsFilter")
        self.filter.setPlaceholderText(self.tr("Filter by site or rule"))
        self.filter.setAccessibleName(self.tr("Filter proposals"))
        self.filter.setClearButtonEnabled(True)
        titles = (
            self.tr("Rule"),
            self.tr("Where"),
            self.tr("Groups"),
            self.tr("Agree"),
            self.tr("Merges"),
            self.tr("Use"),
        )
        self.model = CellsModel(titles, self)
        self.table = BigTable(themes, self.tr("Proposals"), _SHARES)
        self.table.setObjectName("proposalsTable")
        self.table.setModel(self.model)
        self.table.set_numeric((SUPPORT, AGREE, MERGES))
        self.card = ProposalCard(services)
        self._lay_out()
        self.filter.textChanged.connect(self._arrange)
        self.table.row_selected.connect(self._on_row_selected)
        self.table.sort_asked.connect(self._on_sort_asked)
        self.table.opened.connect(self._on_opened)
        self.all_button.clicked.connect(self._on_all_clicked)
        self.back_button.clicked.connect(self.brought_back)
        self.card.accept_button.clicked.connect(self.accept_chosen)
        self.card.reject_button.clicked.connect(self.reject_chosen)
        self.card.edit_button.clicked.connect(self._on_edit_clicked)
        self.card.compare_asked.connect(self.compare_asked)

    def _lay_out(self) -> None:
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        strip = QWidget()
        looks(strip, "bar")
        row = QHBoxLayout(strip)
        row.setContentsMargins(8, 5, 8, 5)
        row.addWidget(self.filter)
        column.addWidget(strip)
        column.addWidget(self.table, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(top)
        self.splitter.addWidget(self.card)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.bar)
        whole.addWidget(self.splitter, 1)

    def show_state(self, state: RulesState) -> None:
        """The proposals of the moment."""
        chosen = self.chosen
        self._all = state.proposals
        result = state.result
        safe = sum(each.auto for each in self._all)
        self.all_button.setEnabled(safe > 0)
        words = self.tr("Accept the safe one") if safe == 1 else self.tr("Accept the {0} safe ones")
        self.all_button.setText(words.format(counted(safe)))
        self.back_button.setVisible(bool(state.rejected))
        self.example_button.setVisible(result is None and not state.is_mining)
        self.all_button.setVisible(result is not None)
        if result is None:
            self.bar.set_note("")
            words = self.tr("Press “Learn from the list”: its own URLs say which rules hold on its sites")
            if state.is_mining:
                words = self.tr("Searching the list …")
            elif state.clustering is None:
                words = self.tr("No list: open one on the Clusters page, best with a content hash or digest")
            self.table.set_empty_text(words)
        else:
            sites = len({each.site for each in self._all})
            count = len(self._all)
            note = self.tr("1 proposal") if count == 1 else self.tr("{0} proposals").format(counted(count))
            if sites > 1:
                note += " " + self.tr("on {0} sites").format(counted(sites))
            if result.column:
                note += "; " + self.tr("label: {0} ({1})").format(result.column, result.labels)
            else:
                note += "; " + self.tr("no label: look at each")
            if not result.complete:
                note += "; " + self.tr("stopped before the end")
            self.bar.set_note(note)
            self.table.set_empty_text(self.tr("The list teaches nothing more"))
        self._arrange()
        if chosen is not None:
            keys = [key_of(each) for each in self._shown]
            if key_of(chosen) in keys:
                self.table.selectRow(keys.index(key_of(chosen)))

    def _arrange(self) -> None:
        words = self.filter.text().lower().split()
        shown = [
            each
            for each in self._all
            if all(word in f"{each.site} {each.scope} {each.in_words}".lower() for word in words)
        ]
        keys = {
            RULE: lambda each: each.in_words,
            SCOPE: lambda each: str(each.scope),
            SUPPORT: lambda each: each.support,
            AGREE: lambda each: (each.agree / max(each.agree + each.disagree, 1), each.agree),
            MERGES: lambda each: each.merges,
            MARK: lambda each: (not each.auto, each.asks, -each.bound),
        }
        shown.sort(key=keys[self._sort[0]], reverse=self._sort[1])
        self._shown = tuple(shown)
        self.model.set_rows(proposal_rows(shown), shown)
        self.table.show_sorted(*self._sort)
        at = self.table.currentIndex().row()
        if self._shown and not 0 <= at < len(self._shown):
            self.table.selectRow(0)
        self._show_card()

    @property
    def chosen(self) -> Proposal | None:
        """The proposal of the current row."""
        at = self.table.currentIndex().row()
        return self._shown[at] if 0 <= at < len(self._shown) else None

    @property
    def shown(self) -> Sequence[Proposal]:
        """The proposals in the table's order."""
        return self._shown

    def _show_card(self) -> None:
        self.card.show_proposal(self.chosen)

    def _on_row_selected(self, index: QModelIndex) -> None:
        del index
        self._show_card()

    def _on_sort_asked(self, column: int, descending: bool) -> None:
        self._sort = (column, descending)
        self._arrange()

    def _on_opened(self, index: QModelIndex) -> None:
        del index
        self.accept_chosen()

    def accept_chosen(self) -> None:
        """Take the selected proposals into the profile."""
        rows = [self._shown[at] for at in self.table.chosen_numbers() if at < len(self._shown)]
        if rows or self.chosen is not None:
            self.accepted.emit(rows or [self.chosen])

    def reject_chosen(self) -> None:
        """Do not want the chosen one."""
        if self.chosen is not None:
            self.rejected.emit(self.chosen)

    def _on_all_clicked(self) -> None:
        self.accepted.emit([each for each in self._all if each.auto])

    def _on_edit_clicked(self) -> None:
        if self.chosen is not None:
            self.edit_asked.emit(self.chosen)


class ProposalCard(QWidget):
    """One proposal: in words and as a pattern, its figures, three examples each way, and what to do with it.
    `compare_asked(str, str)` when an example is opened.
    """

    compare_asked = Signal(str, str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        looks(self, "pane")
        icons = services.icons
        self._proposal: Proposal | None = None
        self.title = label("", "strong")
        self.where = label("", "note")
        self.pattern = label("")
        self.figures = label("", "note")
        self.note = label("", "warning")
        for each in (self.title, self.pattern, self.figures, self.note):
            each.setWordWrap(True)
            each.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.model = CellsModel((self.tr("One"), self.tr("The other"), self.tr("Label")), self)
        self.examples = HouseTable(services.themes, self.tr("Examples"), _EXAMPLES)
        self.examples.setObjectName("examplesTable")
        self.examples.setModel(self.model)
        self.examples.doubleClicked.connect(self._on_opened)
        self.accept_button = push_button(self.tr("Accept"), icons, "check")
        looks(self.accept_button, "default")
        self.reject_button = push_button(self.tr("Reject"), icons, "close")
        self.edit_button = push_button(self.tr("Edit"), icons, "edit")
        self.compare_button = push_button(self.tr("Compare the example"), icons, "compare")
        self.compare_button.clicked.connect(self._on_compare_clicked)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.where)
        buttons = self._buttons = QHBoxLayout()
        for button in (self.accept_button, self.reject_button, self.edit_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.compare_button)
        texts = self._texts = QVBoxLayout()
        texts.addLayout(head)
        for each in (self.pattern, self.figures, self.note):
            texts.addWidget(each)
        foot = self._foot = QVBoxLayout()
        foot.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(texts)
        column.addWidget(self.examples, 1)
        column.addLayout(foot)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)
        self.show_proposal(None)

    def show_proposal(self, found: Proposal | None) -> None:
        """Show another one; nothing for none."""
        self._proposal = found
        for button in (self.accept_button, self.reject_button, self.edit_button, self.compare_button):
            button.setEnabled(found is not None)
        if found is None:
            self.title.setText(self.tr("No proposal is chosen"))
            for each in (self.where, self.pattern, self.figures, self.note):
                each.setText("")
            self.note.hide()
            self.model.set_rows(())
            return
        self.title.setText(found.in_words)
        self.where.setText(self.tr("on {0}").format(found.scope))
        pattern, template = found.as_pattern
        self.pattern.setText(
            f"{pattern}  →  {template}" if template else self.tr("{0}  →  nothing").format(pattern)
        )
        self.figures.setText(proposal_words(found))
        notes = [found.note] if found.note else []
        if found.asks:
            notes.insert(0, self.tr("An earlier search kept this parameter: look before you drop it."))
        self.note.setText(" ".join(notes))
        self.note.setVisible(bool(notes))
        masks = bool(self._services.settings.get("mask_credentials"))
        self.model.set_rows(example_rows(found.examples, masks), found.examples)
        if found.examples and not self.examples.currentIndex().isValid():
            self.examples.selectRow(0)

    def _on_opened(self, index: QModelIndex) -> None:
        example = self.model.key(index.row())
        if example is not None:
            self.compare_asked.emit(example.one, example.other)

    def _on_compare_clicked(self) -> None:
        self._on_opened(self.model.index(max(self.examples.currentIndex().row(), 0), 0))

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._texts.setContentsMargins(metrics.edge, px(8), metrics.edge, px(6))
        self._texts.setSpacing(px(3))
        self._foot.setContentsMargins(metrics.edge, px(6), metrics.edge, px(8))
        self._buttons.setSpacing(metrics.gap)
        self.pattern.setFont(theme.type.mono)
