"""Files of the Rules page: rules of this program and of others, and lists that Clusters reads for it."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog

from urlinspector.gui.dialogs.ask import ask_open_files, ask_save_file, tell
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.clusters_lists import local_paths, text_bytes
from urlinspector.gui.pages.page import Page
from urlinspector.gui.pages.rules_imported import ImportedDialog
from urlinspector.gui.state.rules_state import RulesState
from urlinspector.gui.state.text_file import write_text
from urlinspector.normalize.site_rules import RuleError, SiteRule
from urlinspector.normalize.site_rules.toml import read_rules, write_rules
from urlinspector.rules.imports import Imported
from urlinspector.url.wording import plain_reason


class RulesFiles(Page):
    """What the page opens, saves and imports; the page itself has the rest."""

    state: RulesState
    said: str
    said_warning: bool

    def open_list(self) -> None:
        """Let the user choose a list, which the Clusters page reads."""
        filters = [self.tr("Lists, logs and archives (*)")]
        ask_open_files(self, self.tr("Open lists"), filters, self._open_there, many=True)

    def paste_list(self) -> None:
        """Let the Clusters page read the clipboard."""
        mime = QGuiApplication.clipboard().mimeData()
        if paths := local_paths(mime):
            self._open_there(paths)
        elif data := text_bytes(mime).strip():
            self._open_there(data.decode("utf-8", "surrogateescape"))
        else:
            self._say(self.tr("The clipboard holds no text"), warning=True)

    def _open_there(self, what: list[Path] | str) -> None:
        self.open_requested.emit("clusters", what)
        self.open_requested.emit("rules", None)

    # Files

    def open_rules(self) -> None:
        """Let the user choose a file of rules."""
        ask_open_files(self, self.tr("Open rules"), [self.tr("Rules (*.toml)")], self._on_rules_chosen)

    def _on_rules_chosen(self, paths: list[Path]) -> None:
        try:
            rules = read_rules(paths[0].read_text("utf-8-sig"))
        except (OSError, UnicodeDecodeError, RuleError) as error:
            said = str(error) if isinstance(error, RuleError) else plain_reason(error)
            self._on_failed(self.tr("{0} cannot be used: {1}").format(paths[0].name, said))
            return
        self.state.add(rules)
        self._say_added(len(rules))

    def save_rules(self) -> None:
        """Let the user choose where the rules are written."""
        ask_save_file(
            self, self.tr("Save the rules"), "rules.toml", [self.tr("Rules (*.toml)")], self._on_save_chosen
        )

    def _on_save_chosen(self, paths: list[Path]) -> None:
        try:
            write_text(paths[0], write_rules(self.state.rules))
        except OSError as error:
            self._on_failed(self.tr("{0} cannot be written: {1}").format(paths[0].name, plain_reason(error)))
            return
        self._say(self.tr("{0} is written").format(paths[0].name))

    def import_rules(self) -> None:
        """Let the user choose a file of another program."""
        filters = [self.tr("ClearURLs, Brave (*.json)"), self.tr("All files (*)")]
        ask_open_files(self, self.tr("Import rules"), filters, self._on_import_chosen)

    def _on_import_chosen(self, paths: list[Path]) -> None:
        self.state.import_file(paths[0], "")

    def import_robots(self) -> None:
        """Let the user choose a robots.txt, then say whose it is."""
        filters = [self.tr("robots.txt (*.txt)"), self.tr("All files (*)")]
        ask_open_files(self, self.tr("Import a robots.txt"), filters, self._on_robots_chosen)

    def _on_robots_chosen(self, paths: list[Path]) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("robots.txt"))
        dialog.setLabelText(self.tr("Of which host is it?"))
        dialog.textValueSelected.connect(partial(self._on_host_given, paths[0]))
        dialog.open()

    def _on_host_given(self, path: Path, host: str) -> None:
        self.state.import_file(path, host.strip())

    def _on_imported(self, found: Imported) -> None:
        dialog = ImportedDialog(self.services, found, self)
        dialog.chosen.connect(self._on_import_taken)
        dialog.open()

    def _on_import_taken(self, rules: list[SiteRule]) -> None:
        self.state.add(rules)
        self._say_added(len(rules))

    def _say_added(self, count: int) -> None:
        words = self.tr("1 rule was added") if count == 1 else self.tr("{0} rules were added")
        self._say(words.format(counted(count)))

    def _on_failed(self, message: str) -> None:
        self._say(message, warning=True)
        tell(self, self.tr("Rules"), message)

    def _say(self, words: str, *, warning: bool = False) -> None:
        self.said, self.said_warning = words, warning
        self.status_changed.emit()
