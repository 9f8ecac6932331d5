"""Web entities of a list: whose the URLs are; merged, split, renamed and moved by hand, all undoable."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QInputDialog, QMenu, QVBoxLayout, QWidget

from urlinspector.gui.dialogs.ask import ask_open_files, ask_save_file, tell
from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.list_jobs import engine_task
from urlinspector.gui.tasks.runner import Task
from urlinspector.gui.text import printable
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import flat_button, looks, push_button
from urlinspector.rules.creation import CreationRule, known_platforms
from urlinspector.rules.entities import Entities, group
from urlinspector.rules.entity_files import lru_lines, to_csv, with_csv
from urlinspector.rules.prefixes import EntityError, lru_text
from urlinspector.url.place import Stems

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.entities import EntityRow
    from urlinspector.bulk.stems import StemTree

_CHANNEL = "rules-entities"
_SHARES = ((180, 1.0), (200, 1.3), (80, 0.0), (80, 0.0), (90, 0.0), (92, 0.0))
_RULES = ("domain", "subdomain", "subdomain-2", "path-1", "path-2", "page")
NAME, PREFIXES, URLS, PAGES, DUPLICATES, SHARE = range(6)
_MOST = 100_000
_MOST_OFFERED = 40


class EntitiesPane(QWidget):
    """`filter_asked(str)`: the Clusters page is to show what belongs to an entity."""

    filter_asked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._clustering: Clustering | None = None
        self._tree: StemTree | None = None
        self.entities = Entities()
        self.rows: tuple[EntityRow, ...] = ()
        self._undo: list[Entities] = []
        self._redo: list[Entities] = []
        self._is_due = False
        self._sort = (URLS, True)
        themes, icons = services.themes, services.icons
        self.bar = SectionBar(themes, self.tr("Web entities"))
        self.undo_button = flat_button(icons, "undo", self.tr("Undo"), self.undo)
        self.redo_button = flat_button(icons, "redo", self.tr("Redo"), self.redo)
        self.merge_button = push_button(self.tr("Merge"), icons, "merge")
        self.split_button = push_button(self.tr("Split"), icons, "split")
        self.move_button = push_button(self.tr("Move"))
        self.move_button.setToolTip(self.tr("A prefix to another entity, or to one of its own"))
        self.move_menu = QMenu(self)
        self.move_menu.aboutToShow.connect(self.fill_move_menu)
        self.move_button.setMenu(self.move_menu)
        self.rename_button = push_button(self.tr("Rename"), icons, "edit")
        self.show_button = push_button(self.tr("Show in Clusters"), icons, "clusters")
        self.rule_box = QComboBox()
        self.rule_box.setAccessibleName(self.tr("What makes an entity"))
        self.rule_box.setEditable(True)
        self.rule_box.addItems(_RULES)
        self.rule_box.setToolTip(
            self.tr("domain, subdomain, subdomain-N, path-N, prefix+N, page, or /pattern/")
        )
        self.platforms_button = push_button(self.tr("Platforms"))
        self.platforms_button.setCheckable(True)
        self.platforms_button.setToolTip(self.tr("Ready rules for blog hosts, code hosts and social sites"))
        self.files_button = push_button(self.tr("Files"))
        menu = QMenu(self)
        for words, slot in (
            (self.tr("Import Hyphe's entities (CSV)…"), self._ask_for_file),
            (self.tr("Export the entities made by hand (CSV)…"), partial(self._ask_where, "csv")),
            (self.tr("Export all prefixes as LRUs…"), partial(self._ask_where, "txt")),
        ):
            action = QAction(words, menu)
            action.triggered.connect(slot)
            menu.addAction(action)
        self.files_button.setMenu(menu)
        for tool in (self.undo_button, self.redo_button):
            self.bar.add_tool(tool)
        for button in (
            self.merge_button,
            self.split_button,
            self.move_button,
            self.rename_button,
            self.show_button,
            self.platforms_button,
            self.files_button,
        ):
            looks(button, "small")
            self.bar.add_tool(button)
        self.bar.add_tool(self.rule_box, gap=True)
        titles = (
            self.tr("Entity"),
            self.tr("Prefixes, without scheme"),
            self.tr("URLs"),
            self.tr("Pages"),
            self.tr("Duplicates"),
            self.tr("Share"),
        )
        self.model = CellsModel(titles, self)
        self.table = BigTable(themes, self.tr("Web entities"), _SHARES)
        self.table.setObjectName("entitiesTable")
        self.table.setModel(self.model)
        self.table.set_numeric((URLS, PAGES, DUPLICATES, SHARE))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        self.table.chosen_changed.connect(self._follow)
        self.table.sort_asked.connect(self._on_sort_asked)
        self.table.opened.connect(self._on_opened)
        self.merge_button.clicked.connect(self.merge)
        self.split_button.clicked.connect(self.split)
        self.rename_button.clicked.connect(self.rename)
        self.show_button.clicked.connect(self.show_in_clusters)
        self.platforms_button.toggled.connect(self._on_platforms_toggled)
        self.rule_box.textActivated.connect(self.set_rule)
        self._show()

    # The list

    def set_list(self, clustering: "Clustering | None") -> None:
        """Another list, or the same grouped anew; looked at when the pane is shown."""
        if clustering is not self._clustering:
            self._clustering, self._tree, self.rows = clustering, None, ()
            self._services.runner.cancel(_CHANNEL)
            self._is_due = False
            self._show()
            if self.isVisible():
                self.load()

    def load(self) -> None:
        """Group the list, in the background."""
        if self._clustering is not None and not self._is_due and not self.rows:
            self._group()

    def _group(self) -> None:
        if self._clustering is None:
            return
        self._is_due = True
        self.bar.set_note(self.tr("grouping …"))
        job = partial(_grouped, self._clustering, self._tree, self.entities)
        self._services.runner.start(_CHANNEL, job, done=self._on_grouped, failed=self._on_failed)

    def _on_grouped(self, found: "tuple[StemTree, list[EntityRow]]") -> None:
        self._is_due = False
        self._tree, self.rows = found[0], tuple(found[1])
        self._show()

    def _on_failed(self, error: BaseException) -> None:
        self._is_due = False
        self._show()
        if not isinstance(error, MemoryError):
            raise error
        tell(self, self.tr("Web entities"), self.tr("There is not enough memory for this."))

    @property
    def is_busy(self) -> bool:
        """Whether the list is being grouped."""
        return self._is_due

    def _show(self) -> None:
        keys = {
            NAME: lambda row: row.name.casefold(),
            PREFIXES: lambda row: row.prefixes,
            URLS: lambda row: row.urls,
            PAGES: lambda row: row.clusters,
            DUPLICATES: lambda row: row.duplicates,
            SHARE: lambda row: row.share,
        }
        rows = sorted(self.rows, key=keys[self._sort[0]], reverse=self._sort[1])[:_MOST]
        made = {each.name for each in self.entities.own}
        self.model.set_rows([_row(each, each.name in made) for each in rows], rows)
        self.table.show_sorted(*self._sort)
        if self._clustering is None:
            self.table.set_empty_text(self.tr("No list: open one on the Clusters page"))
            self.bar.set_note("")
        elif self.rows:
            note = self.tr("{0} entities, {1} by hand; the longest prefix decides")
            self.bar.set_note(note.format(counted(len(self.rows)), counted(len(self.entities.own))))
        elif not self._is_due:
            self.table.set_empty_text(self.tr("No URL of the list has a host"))
            self.bar.set_note("")
        self._follow()

    def _follow(self) -> None:
        count = self.table.chosen_count()
        self.merge_button.setEnabled(count >= 2)
        self.split_button.setEnabled(count == 1 and self._can_split())
        self.move_button.setEnabled(count == 1 and (self._can_split() or bool(self._targets())))
        self.rename_button.setEnabled(count == 1)
        self.show_button.setEnabled(count == 1)
        self.undo_button.setEnabled(bool(self._undo))
        self.redo_button.setEnabled(bool(self._redo))

    def _can_split(self) -> bool:
        chosen = self.chosen
        return bool(chosen) and len(chosen[0].prefixes) > 1

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
        if entities != self.entities:
            self._undo.append(self.entities)
            self._redo.clear()
            self._become(entities)

    def _become(self, entities: Entities) -> None:
        self.entities = entities
        self.rule_box.setCurrentText(str(entities.default))
        self.platforms_button.blockSignals(True)
        self.platforms_button.setChecked(bool(entities.rules))
        self.platforms_button.blockSignals(False)
        self._group()
        self._follow()

    def undo(self) -> None:
        """Take the last change back."""
        if self._undo:
            self._redo.append(self.entities)
            self._become(self._undo.pop())

    def redo(self) -> None:
        """Do it again."""
        if self._redo:
            self._undo.append(self.entities)
            self._become(self._redo.pop())

    def _try(self, make: Any) -> None:
        try:
            self.change(make())
        except EntityError as error:
            tell(self, self.tr("Web entities"), str(error))
            self.rule_box.setCurrentText(str(self.entities.default))

    def set_rule(self, text: str) -> None:
        """Another rule for what nobody made."""
        self._try(lambda: self.entities.with_default(CreationRule.parse(text)))

    def _on_platforms_toggled(self, on: bool) -> None:
        made = Entities(self.entities.own, self.entities.default, known_platforms() if on else {})
        self.change(made)

    def merge(self) -> None:
        """One entity of the selected ones, named after the largest."""
        rows = sorted(self.chosen, key=lambda row: -row.urls)
        if len(rows) >= 2:
            prefixes = [prefix for row in rows for prefix in row.prefixes]
            self._try(lambda: self.entities.merged([row.name for row in rows], prefixes, rows[0].name))

    def split(self) -> None:
        """The last prefix of the selected entity as one of its own."""
        if self._can_split():
            self.split_off(self.chosen[0], self.chosen[0].prefixes[-1])

    def split_off(self, row: "EntityRow", prefix: Stems) -> None:
        """A prefix of an entity as one of its own."""
        own = any(each.name == row.name for each in self.entities.own)
        start = self.entities if own else self.entities.merged([], row.prefixes, row.name)
        self._try(lambda: start.split(row.name, prefix))

    def move_prefix(self, prefix: Stems, to: str) -> None:
        """A prefix to an entity that somebody made."""
        self._try(lambda: self.entities.moved(prefix, to))

    def _targets(self) -> list[str]:
        """The entities made by hand that a prefix of the selected one could go to."""
        chosen = self.chosen
        return [each.name for each in self.entities.own if chosen and each.name != chosen[0].name]

    def fill_move_menu(self) -> None:
        """The prefixes of the selected entity, and for each where it may go."""
        self.move_menu.clear()
        for old in self.move_menu.findChildren(QMenu):
            old.deleteLater()
        if len(self.chosen) != 1:
            return
        row = self.chosen[0]
        for prefix in row.prefixes[:_MOST_OFFERED]:
            places = self.move_menu.addMenu(_as_label(lru_text(prefix)))
            if len(row.prefixes) > 1:
                alone = places.addAction(self.tr("An entity of its own"))
                alone.triggered.connect(partial(self.split_off, row, prefix))
            for name in self._targets()[:_MOST_OFFERED]:
                action = places.addAction(_as_label(name))
                action.triggered.connect(partial(self.move_prefix, prefix, name))

    def rename(self) -> None:
        """Let the user give the selected entity another name."""
        if len(self.chosen) != 1:
            return
        row = self.chosen[0]
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Rename"))
        dialog.setLabelText(self.tr("Name of the entity"))
        dialog.setTextValue(row.name)
        dialog.textValueSelected.connect(partial(self.name, row))
        dialog.open()

    def name(self, row: "EntityRow", name: str) -> None:
        """Give an entity a name."""
        self._try(lambda: self.entities.renamed(row.name, row.prefixes[0], name))

    def show_in_clusters(self) -> None:
        """The clusters of the selected entity's first prefix."""
        from urlinspector.bulk.stems import term_of

        if len(self.chosen) == 1:
            self.filter_asked.emit(term_of(*(self.chosen[0].prefixes or (self.chosen[0].suffix,))))

    # Files

    def _ask_for_file(self) -> None:
        ask_open_files(self, self.tr("Import entities"), [self.tr("Entities (*.csv)")], self.import_file)

    def import_file(self, paths: list[Path]) -> None:
        """Take the entities of a file of Hyphe's besides."""
        try:
            text = paths[0].read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            tell(self, self.tr("Web entities"), str(error))
            return
        try:
            found = with_csv(self.entities, text)
        except EntityError as error:
            tell(self, self.tr("Web entities"), str(error))
            return
        self.change(found.entities)

    def _ask_where(self, kind: str) -> None:
        filters = [f"{kind.upper()} (*.{kind})"]
        ask_save_file(self, self.tr("Export entities"), f"entities.{kind}", filters, self.export_file)

    def export_file(self, paths: list[Path]) -> None:
        """Write the entities made by hand as Hyphe does, or all prefixes as LRUs."""
        if paths[0].suffix.lower() == ".csv":
            text = to_csv(self.entities)
        else:
            text = lru_lines(prefix for row in self.rows for prefix in row.prefixes)
        try:
            paths[0].write_text(text, "utf-8", errors="surrogateescape", newline="\n")
        except OSError as error:
            tell(self, self.tr("Web entities"), error.strerror or str(error))

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self.load()

    def close_pane(self) -> None:
        """Ask for nothing more."""
        self._services.runner.cancel(_CHANNEL)


def _as_label(text: str) -> str:
    """A text as a menu shows it: `&` is no mnemonic."""
    return printable(text).replace("&", "&&")


def _row(row: "EntityRow", by_hand: bool) -> tuple[TableCell, ...]:
    more = f" +{len(row.prefixes) - 1}" if len(row.prefixes) > 1 else ""
    tip = "\n".join(printable(lru_text(prefix)) for prefix in row.prefixes[:20])
    return (
        TableCell(words=printable(row.name), after="pin" if by_hand else "", tip=tip),
        TableCell(url=UrlText(lru_text((row.prefixes or (row.suffix,))[0])), words=more, tip=tip),
        TableCell(words=counted(row.urls), right=True),
        TableCell(words=counted(row.clusters), right=True),
        TableCell(words=counted(row.duplicates), right=True, faded=not row.duplicates),
        TableCell(words=f"{row.share:.0%}", right=True, faded=not row.duplicates),
    )


def _grouped(clustering: "Clustering", tree: "StemTree | None", entities: Entities, task: Task) -> Any:
    from urlinspector.bulk.stems import StemTree

    work = engine_task(task, "")
    tree = tree or StemTree(clustering, work)
    return tree, group(tree, entities, work)
