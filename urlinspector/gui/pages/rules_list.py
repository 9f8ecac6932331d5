"""The rules of the profile, in the order of their application, with what each does to the list."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.models.rules import rule_rows
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.rules_state import RulesState
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import bare_column, flat_button, looks, push_button
from urlinspector.normalize.site_rules import SiteRule

_SHARES = ((34, 0.0), (150, 1.3), (120, 1.0), (74, 0.0), (62, 0.0), (66, 0.0), (52, 0.0))


class RulesList(QWidget):
    """Signals: `switched(str)`, `moved(str, int)`, `removed(list)`, `edit_asked(SiteRule)`, `new_asked()`,
    `rows_asked(SiteRule)`: all by the rule's name but for the last three.
    """

    switched = Signal(str)
    moved = Signal(str, int)
    removed = Signal(list)
    edit_asked = Signal(object)
    new_asked = Signal()
    rows_asked = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        icons = services.icons
        self._rules: tuple[SiteRule, ...] = ()
        self.bar = SectionBar(services.themes, self.tr("Site rules"))
        self.up_button = flat_button(icons, "arrow-up", self.tr("Apply it earlier"), self._up)
        self.down_button = flat_button(icons, "arrow-down", self.tr("Apply it later"), self._down)
        self.edit_button = flat_button(icons, "edit", self.tr("Edit the rule"), self.edit_chosen)
        self.delete_button = flat_button(icons, "trash", self.tr("Delete the rules"), self.delete_chosen)
        self.new_button = push_button(self.tr("New rule"), icons, "plus")
        looks(self.new_button, "small")
        self.tools = (self.up_button, self.down_button, self.edit_button, self.delete_button)
        for tool in self.tools:
            self.bar.add_tool(tool)
        self.bar.add_tool(self.new_button, gap=True)
        titles = (
            "",
            self.tr("Rule"),
            self.tr("Where"),
            self.tr("From"),
            self.tr("Rows"),
            self.tr("Merges"),
            "⚠",
        )
        self.model = CellsModel(titles, self, figures=(4, 5, 6))
        self.table = BigTable(services.themes, self.tr("Site rules"), _SHARES)
        self.table.setObjectName("rulesTable")
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSectionsClickable(False)
        self.table.set_empty_text(
            self.tr("No rules yet: accept what the list teaches, write one, or import a file")
        )
        column = bare_column(self)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        self.table.check_asked.connect(self._on_check_asked)
        self.table.opened.connect(self.edit_chosen)
        self.table.chosen_changed.connect(self._follow_choice)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._on_menu_requested)
        self.new_button.clicked.connect(self.new_asked)
        self._follow_choice()

    def show_state(self, state: RulesState) -> None:
        """The rules of the moment with their figures."""
        chosen = self.chosen
        self._rules = state.rules
        measures = state.clustering is not None and state.is_on
        self.model.set_rows(rule_rows(state.rules, state.previews, measures), state.rules)
        on = sum(rule.enabled for rule in state.rules)
        words = self.tr("{0} of {1} on, applied in this order").format(counted(on), counted(len(state.rules)))
        if not state.is_on:
            words = self.tr("not applied: the step site-rules is off")
        self.bar.set_note(words if state.rules else "")
        if chosen is not None:
            names = [rule.name for rule in self._rules]
            if chosen.name in names and self.table.currentIndex().row() != names.index(chosen.name):
                self.table.selectRow(names.index(chosen.name))
        self._follow_choice()

    @property
    def chosen(self) -> SiteRule | None:
        """The rule of the current row."""
        at = self.table.currentIndex().row()
        return self._rules[at] if 0 <= at < len(self._rules) else None

    def edit_chosen(self) -> None:
        """Put the chosen rule into the form."""
        if self.chosen is not None:
            self.edit_asked.emit(self.chosen)

    def delete_chosen(self) -> None:
        """Without the selected rules; undo brings them back."""
        names = [self._rules[at].name for at in self.table.chosen_numbers() if at < len(self._rules)]
        if names:
            self.removed.emit(names)

    def _up(self) -> None:
        if self.chosen is not None:
            self.moved.emit(self.chosen.name, -1)

    def _down(self) -> None:
        if self.chosen is not None:
            self.moved.emit(self.chosen.name, 1)

    def _follow_choice(self) -> None:
        count = self.table.chosen_count()
        for tool in self.tools:
            tool.setEnabled(count == 1 or (count > 0 and tool is self.delete_button))

    def _on_check_asked(self, index: QModelIndex) -> None:
        if index.row() < len(self._rules):
            self.switched.emit(self._rules[index.row()].name)

    def _on_menu_requested(self, point: QPoint) -> None:
        menu = self.rule_menu()
        menu.popup(self.table.viewport().mapToGlobal(point))

    def rule_menu(self) -> QMenu:
        """What can be done with the chosen rule."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, slot in (
            (self.tr("Edit"), self.edit_chosen),
            (self.tr("Apply it earlier"), self._up),
            (self.tr("Apply it later"), self._down),
            (self.tr("Show its rows in Clusters"), self._ask_for_rows),
            (self.tr("Copy rows with headers"), self.table.copy_rows),
            (self.tr("Delete"), self.delete_chosen),
        ):
            action = QAction(words, menu)
            action.triggered.connect(slot)
            menu.addAction(action)
        return menu

    def _ask_for_rows(self) -> None:
        if self.chosen is not None:
            self.rows_asked.emit(self.chosen)
