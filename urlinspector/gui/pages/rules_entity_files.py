"""Web entities into files and out of them: Hyphe's CSV, and lists of LRUs."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from urlinspector.gui.dialogs.ask import ask, ask_open_files, ask_save_file, tell
from urlinspector.gui.numbers import counted
from urlinspector.gui.state.rules_entities_state import EntitiesState
from urlinspector.gui.state.text_file import write_text
from urlinspector.gui.text import printable
from urlinspector.rules.entity_files import Imported, lru_lines, to_csv
from urlinspector.rules.prefixes import EntityError
from urlinspector.url.wording import plain_reason

_MOST_TOLD = 8


class EntityFiles(QObject):
    """`menu` asks for files and does the work."""

    def __init__(self, state: EntitiesState, parent: QWidget) -> None:
        super().__init__(parent)
        self._state = state
        self._parent = parent
        self.menu = self._files_menu()

    def _files_menu(self) -> QMenu:
        menu = QMenu(self._parent)
        for words, slot in (
            (self.tr("Import Hyphe's entities (CSV)…"), self._ask_for_file),
            (self.tr("Export the entities made by hand (CSV)…"), partial(self._ask_where, "csv", False)),
            (self.tr("Export all entities (CSV)…"), partial(self._ask_where, "csv", True)),
            (self.tr("Export all prefixes as LRUs…"), partial(self._ask_where, "txt", True)),
        ):
            menu.addAction(words, slot)
        return menu

    def _ask_for_file(self) -> None:
        filters = [self.tr("Entities (*.csv)"), self.tr("All files (*)")]
        ask_open_files(self._parent, self.tr("Import entities"), filters, self.import_file)

    def import_file(self, paths: list[Path]) -> None:
        """Take the entities of a file of Hyphe's besides."""
        try:
            found = self._state.import_csv(paths[0].read_text("utf-8-sig"))
        except (OSError, UnicodeDecodeError, EntityError) as error:
            words = str(error) if isinstance(error, EntityError) else plain_reason(error)
            tell(self._parent, self.tr("Web entities"), self.tr("{0}: {1}").format(paths[0].name, words))
            return
        lines = self._report(found)
        if lines:
            ask(
                self._parent,
                self.tr("Import entities"),
                self.tr("Not everything of {0} was taken as it stands.").format(printable(paths[0].name)),
                "\n".join(lines),
                [(self.tr("Close"), None)],
            )

    def _report(self, found: Imported) -> list[str]:
        lines = [printable(str(each)) for each in found.left_out[:_MOST_TOLD]]
        if len(found.left_out) > _MOST_TOLD:
            lines.append(self.tr("and {0} more").format(counted(len(found.left_out) - _MOST_TOLD)))
        for name in found.joined[:_MOST_TOLD]:
            words = self.tr("“{0}” was there already; it has the file's prefixes besides")
            lines.append(words.format(printable(name)))
        return lines

    def _ask_where(self, kind: str, every: bool) -> None:
        filters = [f"{kind.upper()} (*.{kind})"]
        then = self.export_all if every else self.export_file
        ask_save_file(self._parent, self.tr("Export entities"), f"entities.{kind}", filters, then)

    def export_file(self, paths: list[Path]) -> None:
        """Write the entities made by hand as Hyphe does, or all prefixes as LRUs."""
        own = paths[0].suffix.lower() == ".csv"
        self._write(paths[0], to_csv(self._state.entities) if own else self._lrus())

    def export_all(self, paths: list[Path]) -> None:
        """Write all entities of the list as Hyphe does, or all prefixes as LRUs."""
        csv = paths[0].suffix.lower() == ".csv"
        self._write(
            paths[0], to_csv(self._state.entities.with_rows(self._state.rows)) if csv else self._lrus()
        )

    def _lrus(self) -> str:
        return lru_lines(prefix for row in self._state.rows for prefix in self._state.all_prefixes(row))

    def _write(self, path: Path, text: str) -> None:
        try:
            write_text(path, text, "surrogateescape")
        except OSError as error:
            tell(self._parent, self.tr("Web entities"), plain_reason(error))
