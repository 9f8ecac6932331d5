"""Web entities of a list: whose the URLs are; merged, split, renamed and moved by hand, all undoable."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu

from urlinspector.gui.dialogs.ask import ask, tell
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.pages.rules_creation import RulesDialog, WeightsDialog
from urlinspector.gui.pages.rules_entity_files import EntityFiles
from urlinspector.gui.pages.rules_entity_rows import entity_cells
from urlinspector.gui.pages.rules_entity_view import (
    DUPLICATES,
    NAME,
    PAGES,
    PREFIXES,
    SHARE,
    SPECIFICITY,
    URLS,
    EntitiesView,
)
from urlinspector.gui.state.rules_entities_state import EntitiesState
from urlinspector.gui.text import printable
from urlinspector.rules.creation import CreationRule
from urlinspector.rules.entities import Entities
from urlinspector.rules.entity_files import lru_lines
from urlinspector.rules.prefixes import lru_text
from urlinspector.url.place import Stems, words_of

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.entities import EntityRow

_MOST = 100_000
_MOST_OFFERED = 40


class EntitiesPane(EntitiesView):
    """`filter_asked(str)`: the Clusters page is to show what belongs to an entity;
    `together_asked(str, str)`: the same where a filter also shows what others have, with words that say so.
    """

    filter_asked = Signal(str)
    together_asked = Signal(str, str)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._services = services
        self.state = EntitiesState(services, self)
        self.files = EntityFiles(self.state, self)
        self.files_button.setMenu(self.files.menu)
        self._sort = (URLS, True)
        self._connect()
        self._show()

    def _connect(self) -> None:
        self.state.changed.connect(self._show)
        self.state.failed.connect(self._on_failed)
        self.table.chosen_changed.connect(self._follow)
        self.table.sort_asked.connect(self._on_sort_asked)
        self.table.opened.connect(self._on_opened)
        self.table.menu_asked.connect(self.fill_row_menu)
        self.undo_button.clicked.connect(self.undo)
        self.redo_button.clicked.connect(self.redo)
        self.move_menu.aboutToShow.connect(self.fill_move_menu)
        self.merge_button.clicked.connect(self.merge)
        self.split_button.clicked.connect(self.split)
        self.rename_button.clicked.connect(self.rename)
        self.show_button.clicked.connect(self.show_in_clusters)
        self.platforms_button.clicked.connect(self.state.set_platforms)
        self.rules_button.clicked.connect(self.show_rules)
        self.weights_button.clicked.connect(self.show_weights)
        self.rule_box.textActivated.connect(self.set_rule)

    # The list

    def set_list(self, clustering: "Clustering | None") -> None:
        """Another list, or the same grouped anew; looked at when the pane is shown."""
        if self.state.set_list(clustering) and self.isVisible():
            self.load()

    def load(self) -> None:
        """Group the list, in the background."""
        self.state.load()

    @property
    def entities(self) -> Entities:
        """What was made by hand, and the rules."""
        return self.state.entities

    @property
    def rows(self) -> "tuple[EntityRow, ...]":
        """The list by its entities."""
        return self.state.rows

    @property
    def is_busy(self) -> bool:
        """Whether the list is being grouped."""
        return self.state.is_busy

    def _on_failed(self, words: str) -> None:
        tell(self, self.tr("Web entities"), words)

    def _show(self) -> None:
        state = self.state
        weights = state.weights
        keys: dict[int, Callable[[EntityRow], Any]] = {
            NAME: lambda row: row.name.casefold(),
            PREFIXES: lambda row: row.prefixes or (row.suffix,),
            URLS: lambda row: row.urls,
            PAGES: lambda row: row.clusters,
            DUPLICATES: lambda row: row.duplicates,
            SHARE: lambda row: row.share,
            SPECIFICITY: lambda row: row.specificity(weights)[::-1],
        }
        rows = sorted(state.rows, key=keys[self._sort[0]], reverse=self._sort[1])[:_MOST]
        self.model.set_rows([entity_cells(each, weights) for each in rows], rows)
        self.table.show_sorted(*self._sort)
        self.rule_box.setCurrentText(str(state.entities.default))
        self.platforms_button.setChecked(state.has_platforms)
        self._show_note()
        self._follow()

    def _show_note(self) -> None:
        state, note = self.state, ""
        if state.is_busy:
            note = self.tr("grouping …")
        elif state.clustering is None:
            self.table.set_empty_text(self.tr("No list: open one on the Clusters page"))
        elif state.rows:
            count, own = len(state.rows), len(state.entities.own)
            note = self.tr("1 entity") if count == 1 else self.tr("{0} entities").format(counted(count))
            if own:
                note += ", " + self.tr("{0} by hand").format(counted(own))
        else:
            self.table.set_empty_text(self.tr("No URL of the list has a host"))
        self.bar.set_note(note)
        self.bar.note.setToolTip(
            self.tr("The longest prefix decides which entity a URL belongs to.") if state.rows else ""
        )
        count = len(state.entities.rules)
        words = self.tr("Rules for prefixes ({0})…") if count else self.tr("Rules for prefixes…")
        self.rules_button.setText(words.format(counted(count)))

    def _follow(self) -> None:
        chosen, state = self.chosen, self.state
        count = len(chosen)
        alike = all(row.prefixes for row in chosen)
        self.merge_button.setEnabled(count >= 2 and alike)
        self.split_button.setEnabled(count == 1 and self._can_split())
        self.move_button.setEnabled(count == 1 and alike and (self._can_split() or bool(self._targets())))
        self.rename_button.setEnabled(count == 1 and alike)
        self.show_button.setEnabled(count == 1)
        self.undo_button.setEnabled(state.can_undo)
        self.redo_button.setEnabled(state.can_redo)

    def _can_split(self) -> bool:
        chosen = self.chosen
        return bool(chosen) and len(self.state.all_prefixes(chosen[0])) > 1

    @property
    def chosen(self) -> "list[EntityRow]":
        """The selected entities."""
        rows = [self.model.key(at) for at in self.table.chosen_numbers(1000)]
        return [row for row in rows if row is not None]

    def _on_sort_asked(self, column: int, descending: bool) -> None:
        self._sort = (column, descending)
        self._show()

    def _on_opened(self, index: QModelIndex) -> None:
        del index
        self.show_in_clusters()

    # What the user changes

    def change(self, entities: Entities) -> None:
        """Other entities, as one change that can be undone."""
        self.state.change(entities)

    def undo(self) -> None:
        """Take the last change back."""
        self.state.undo()

    def redo(self) -> None:
        """Do it again."""
        self.state.redo()

    def set_rule(self, text: str) -> None:
        """Another rule for what nobody made."""
        self.state.attempt(lambda: self.entities.with_default(CreationRule.parse(text)))

    def show_rules(self) -> None:
        """The rules for single prefixes, to be changed."""
        chosen = self.chosen
        prefix = words_of(chosen[0].prefixes[0]) if len(chosen) == 1 and chosen[0].prefixes else ""
        RulesDialog(self._services, self.state, prefix, self).open()

    def show_weights(self) -> None:
        """What stems count, to be changed."""
        WeightsDialog(self.state, self).open()

    def make_entity(self, stems: Stems) -> None:
        """An entity of a place, named after it."""
        self.state.attempt(lambda: self.entities.merged([], [stems], words_of(stems)))

    def merge(self) -> None:
        """One entity of the selected ones, named after the largest."""
        rows = sorted(self.chosen, key=lambda row: -row.urls)
        if len(rows) >= 2 and all(row.prefixes for row in rows):
            self.state.merge(rows, rows[0].name)

    def split(self) -> None:
        """The last prefix of the selected entity as one of its own."""
        if self._can_split():
            self.split_off(self.chosen[0], self.state.all_prefixes(self.chosen[0])[-1])

    def split_off(self, row: "EntityRow", prefix: Stems) -> None:
        """A prefix of an entity as one of its own."""
        self.state.split_off(row, prefix)

    def move_prefix(self, prefix: Stems, to: str) -> None:
        """A prefix to an entity that somebody made."""
        self.state.attempt(lambda: self.entities.moved(prefix, to))

    def _targets(self) -> list[str]:
        """The entities made by hand that a prefix of the selected one could go to."""
        chosen = self.chosen
        return [
            each.name
            for each in self.entities.own
            if chosen and not (chosen[0].by_hand and each.name == chosen[0].name)
        ]

    def fill_move_menu(self) -> None:
        """The prefixes of the selected entity, and for each where it may go."""
        self.move_menu.clear()
        for old in self.move_menu.findChildren(QMenu):
            old.deleteLater()
        if len(self.chosen) != 1:
            return
        row = self.chosen[0]
        prefixes = self.state.all_prefixes(row)
        for prefix in prefixes[:_MOST_OFFERED]:
            places = self.move_menu.addMenu(_as_label(lru_text(prefix)))
            if len(prefixes) > 1:
                alone = places.addAction(self.tr("An entity of its own"))
                alone.triggered.connect(partial(self.split_off, row, prefix))
            for name in self._targets()[:_MOST_OFFERED]:
                action = places.addAction(_as_label(name))
                action.triggered.connect(partial(self.move_prefix, prefix, name))

    def fill_row_menu(self, menu: QMenu) -> None:
        """What can be done with the selected entities."""
        chosen = self.chosen
        if len(chosen) == 1:
            menu.addAction(self.tr("Show in Clusters"), self.show_in_clusters)
        if len(chosen) == 1 and chosen[0].prefixes:
            menu.addAction(self.tr("Show the pages above in Clusters"), self.show_above)
            menu.addAction(self.tr("Rename…"), self.rename)
            menu.addAction(self.tr("Rule for this prefix…"), self.show_rules)
            if chosen[0].by_hand:
                menu.addAction(self.tr("Let the rules decide again"), partial(self.give_up, chosen[0]))
            menu.addAction(self.tr("Copy the prefixes as LRUs"), self._copy_lrus)
        if self.merge_button.isEnabled():
            menu.addAction(self.tr("Merge"), self.merge)

    def give_up(self, row: "EntityRow") -> None:
        """Let the rules decide again about the URLs of an entity made by hand."""
        self.state.attempt(lambda: self.entities.without(row.name))

    def _copy_lrus(self) -> None:
        prefixes = (each for row in self.chosen for each in self.state.all_prefixes(row))
        QApplication.clipboard().setText(lru_lines(prefixes))

    def rename(self) -> None:
        """Let the user give the selected entity another name."""
        if len(self.chosen) == 1 and self.chosen[0].prefixes:
            self._ask_name(self.chosen[0])

    def _ask_name(self, row: "EntityRow") -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Rename"))
        dialog.setLabelText(self.tr("Name of the entity"))
        dialog.setTextValue(row.name)
        dialog.textValueSelected.connect(partial(self.name, row))
        dialog.open()

    def name(self, row: "EntityRow", name: str) -> None:
        """Give an entity a name; asks where another one has it."""
        name, taken = name.strip(), self.state.taken(row)
        if name == row.name and row.by_hand:
            return
        if name not in taken:
            self.state.attempt(lambda: self.entities.renamed(row.name, row.prefixes[0], name, taken))
            return
        other = taken[name]
        urls = 0 if other is None else other.urls
        what = self.tr("made by hand") if other is None or other.by_hand else self.tr("made by a rule")
        details = self.tr("1 URL of the list") if urls == 1 else self.tr("{0} URLs of the list")
        ask(
            self,
            self.tr("Rename"),
            self.tr("There is another entity “{0}”. Make both one?").format(printable(name)),
            f"{what}, {details.format(counted(urls))}",
            [
                (self.tr("Join both"), partial(self.state.join, row, name)),
                (self.tr("Another name…"), partial(self._ask_name, row)),
                (self.tr("Cancel"), None),
            ],
        )

    def show_in_clusters(self) -> None:
        """The clusters of the selected entity, all of its prefixes."""
        from urlinspector.bulk.entities import MOST_APART, filter_for, longer_of_others

        if len(self.chosen) != 1:
            return
        row = self.chosen[0]
        text, apart = filter_for(row, self.rows), len(longer_of_others(row, self.rows))
        if apart <= MOST_APART:
            self.filter_asked.emit(text)
            return
        words = self.tr("“{0}” is shown with the URLs of {1} longer prefixes, too many to leave out")
        self.together_asked.emit(text, words.format(printable(row.name), counted(apart)))

    def show_above(self) -> None:
        """The clusters with the pages above the selected entity's prefixes."""
        from urlinspector.bulk.entities import filter_above

        if len(self.chosen) == 1 and self.chosen[0].prefixes:
            self.filter_asked.emit(filter_above(self.chosen[0]))

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self.load()

    def close_pane(self) -> None:
        """Ask for nothing more."""
        self.state.close()


def _as_label(text: str) -> str:
    """A text as a menu shows it: `&` is no mnemonic."""
    return printable(text).replace("&", "&&")
