"""Files of the Clusters page: documents, exports, recovery, and questions before anything is lost."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from urlinspector.bulk.document import SUFFIX
from urlinspector.bulk.export import Exported, ExportOptions
from urlinspector.gui.dialogs.ask import ask, ask_save_file
from urlinspector.gui.dialogs.export import ExportDialog
from urlinspector.gui.numbers import told
from urlinspector.gui.recent_documents import note_document, recent_documents
from urlinspector.gui.state.autosave import Autosave
from urlinspector.normalize.options import option_values

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters import ClustersPage


class ClusterFiles(QObject):
    """Opens, saves, exports; asks where decisions would be lost."""

    def __init__(self, page: "ClustersPage") -> None:
        super().__init__(page)
        self._page = page
        self._then: Callable[[], None] | None = None
        self._closing_is_agreed = False
        self._offered = False
        folder = page.services.settings.folder / "recovery"
        self.autosave = Autosave(folder, page.state, page.services.runner, self)
        page.state.document_changed.connect(self._on_document_changed)
        page.state.exported.connect(self._on_exported)
        page.empty.recent_chosen.connect(self._on_recent_chosen)
        page.empty.recover_asked.connect(self._on_recover_asked)
        for words, slot in (
            (_tr("Clusters or members…"), self.export),
            (_tr("Redirect map…"), partial(self.export, "redirects")),
            (_tr("HTML report…"), partial(self.export, "report")),
        ):
            action = page.head.export_menu.addAction(words)
            action.triggered.connect(partial(_call, slot))

    # Documents

    def open_document(self, path: Path) -> None:
        """Open a document in place of the list."""
        self._page.say("")
        self._page.empty.show_reading(b"", path.name)
        self._page.state.open_document(path)

    def save(self) -> None:
        """Save to the document's file, or ask for one."""
        if self._page.state.path is not None:
            self._save_to(self._page.state.path)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Ask where to save."""
        if not self._page.state.is_empty:
            filters = [_tr("Documents (*{0})").format(SUFFIX)]
            ask_save_file(self._page, _tr("Save the list"), f"list{SUFFIX}", filters, self._on_save_path)

    def _on_save_path(self, paths: list[Path]) -> None:
        self._save_to(paths[0])

    def _save_to(self, path: Path) -> None:
        self._page.state.save(path, _tr("Saving {0}").format(path.name))

    def _on_document_changed(self) -> None:
        state = self._page.state
        if state.path is not None and not state.is_modified:
            note_document(self._page.services.settings, state.path)
        then = self._then
        if then is not None and not state.is_modified:
            self._then = None
            then()

    # Recent documents

    def recent_rows(self) -> tuple[tuple[str, str], ...]:
        """Path and what to show, of those that still exist."""
        paths = recent_documents(self._page.services.settings)
        return tuple((str(each), each.name) for each in paths if each.exists())[:3]

    def _on_recent_chosen(self, path: str) -> None:
        self.ask_before_losing(partial(self.open_document, Path(path)))

    # Questions

    @property
    def would_lose(self) -> bool:
        """Whether there is something that reading the list again would not bring back."""
        state = self._page.state
        kept = bool(state.decisions) or bool(state.pages) or state.path is not None
        return not state.is_empty and state.is_modified and kept

    def ask_before_losing(self, then: Callable[[], None]) -> None:
        """Do it, after asking where decisions would be lost."""
        if not self.would_lose:
            then()
            return
        ask(
            self._page,
            _tr("Unsaved decisions"),
            _tr("The list has decisions that are not saved."),
            _tr("Without saving they are lost."),
            [
                (_tr("Save"), partial(self._save_then, then)),
                (_tr("Go on without saving"), then),
                (_tr("Cancel"), None),
            ],
        )

    def _save_then(self, then: Callable[[], None]) -> None:
        self._then = then
        self.save()

    def may_close(self) -> bool:
        """Whether the window may go now; asks otherwise."""
        if self._closing_is_agreed or not self.would_lose:
            return True
        ask(
            self._page,
            _tr("Close"),
            _tr("The list has decisions that are not saved."),
            _tr("Without saving they are lost."),
            [
                (_tr("Save"), partial(self._save_then, self._close)),
                (_tr("Close without saving"), self._close),
                (_tr("Cancel"), None),
            ],
        )
        return False

    def _close(self) -> None:
        self._closing_is_agreed = True
        self._page.close_confirmed.emit()

    # Exports

    def export(self, what: str = "clusters") -> None:
        """Ask what and where, then write."""
        state = self._page.state
        if state.clustering is not None:
            dialog = ExportDialog(self._page.services, state.clustering, what, self._page)
            dialog.chosen.connect(self._on_export_chosen)
            dialog.open()

    def _on_export_chosen(self, path: Path, options: ExportOptions) -> None:
        self._page.state.export(path, options)

    def _on_exported(self, result: Exported) -> None:
        rows = told(result.rows, _tr("{0} row"), _tr("{0} rows"))
        said = _tr("{0} written to {1}").format(rows, result.path.name)
        self._page.say("; ".join((said, *result.notes)))

    # Parameters

    def drop_parameter(self, name: str) -> None:
        """Add a name to remove-parameters."""
        profile = self._page.services.profile
        bound = profile.bound("remove-parameters")
        names = list(bound.options.names) if profile.is_on("remove-parameters") else []
        if name in names:
            return
        values = option_values(bound.step, bound.options) | {"names": [*names, name]}
        if profile.set_options("remove-parameters", values):
            profile.set_on("remove-parameters", True)

    # After a crash

    def offer_recovery(self) -> None:
        """Offer what an earlier session left, once."""
        if self._offered:
            return
        self._offered = True
        self._page.empty.offer_recovery(self.autosave.found_words())

    def _on_recover_asked(self, wanted: bool) -> None:
        path = self.autosave.found()
        self._page.empty.offer_recovery("")
        if wanted and path is not None:
            self.autosave.adopt(path)
            self._page.state.recover(path)
        elif path is not None:
            self.autosave.forget_found()

    def close(self) -> None:
        """The end: nothing is kept of what was saved or given up."""
        self.autosave.close()


def _call(slot: Callable[[], None], checked: bool = False) -> None:
    del checked
    slot()


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClusterFiles", text)
