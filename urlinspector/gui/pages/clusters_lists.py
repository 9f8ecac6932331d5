"""How lists come to the Clusters page: opened, pasted, dropped, asked for by another page."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from urlinspector.bulk.document import SUFFIX
from urlinspector.bulk.reading import ReadOptions, Source
from urlinspector.gui.dialogs.ask import ask_open_files
from urlinspector.gui.dialogs.import_preview import ImportDialog
from urlinspector.gui.pages.page import ExampleAsked, FilterAsked, Page
from urlinspector.gui.state import examples
from urlinspector.gui.state.list_state import ListState

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters_body import ClustersBody
    from urlinspector.gui.pages.clusters_empty import ClustersEmpty
    from urlinspector.gui.pages.clusters_files import ClusterFiles


class ListPage(Page):
    """The part of the page that takes lists in; the panes are made by the page itself."""

    state: ListState
    body: "ClustersBody"
    empty: "ClustersEmpty"
    files: "ClusterFiles"
    _then: Callable[[], None] | None
    said: str
    _noted: FilterAsked | None = None
    """The filter that another page asked for, until there is another."""

    def say(self, words: str, *, warning: bool = False) -> None:
        """A message in the status bar, until the next."""

    def show_clusters(self) -> None:
        """The list itself, where another view of it is shown."""

    def open_list(self) -> None:
        """Let the user choose files."""
        filters = [
            self.tr("Lists and documents (*)"),
            self.tr("Documents (*{0})").format(SUFFIX),
            self.tr("Text and tables (*.txt *.csv *.tsv *.gz *.xlsx *.xml *.jsonl *.parquet)"),
            self.tr("Logs and archives (*.log *.log.gz *.warc *.warc.gz *.cdx *.cdxj *.cdx.gz *.cdxj.gz)"),
        ]
        ask_open_files(self, self.tr("Open lists"), filters, self.open_paths, many=True)

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files: a document alone, or lists together."""
        documents = [path for path in paths if path.suffix.lower() == SUFFIX]
        if documents:
            self.files.ask_before_losing(partial(self.files.open_document, documents[0]))
        elif paths:
            self.read([Source.file(path) for path in paths])

    def paste_list(self) -> None:
        """Read the clipboard: its bytes are taken here, everything else happens in the background."""
        mime = QGuiApplication.clipboard().mimeData()
        data = text_bytes(mime)
        if local_paths(mime):
            self.open_paths(local_paths(mime))
        elif data.strip():
            self.read([Source(self.tr("pasted text"), data=data)])
        else:
            self.say(self.tr("The clipboard holds no text"), warning=True)

    def import_list(self) -> None:
        """Let the user choose files, then how they are read."""
        ask_open_files(self, self.tr("Open lists"), [self.tr("Lists (*)")], self._on_import_paths, many=True)

    def _on_import_paths(self, paths: list[Path]) -> None:
        dialog = ImportDialog(self.services, [Source.file(path) for path in paths], self)
        dialog.chosen.connect(self.read)
        dialog.open()

    def close_list(self) -> None:
        """Let the list go, after asking where decisions would be lost."""
        self.files.ask_before_losing(self.state.close_list)

    def when_grouped(self, then: Callable[[], None]) -> None:
        """Call once, when the next list is there."""
        self._then = then

    def load_example(self, key: str) -> None:
        """One of the examples."""
        made = {"ten": examples.ten, "crawl": examples.crawl, "sites": examples.sites}
        self.read([made[key]()])

    def read(self, sources: Sequence[Source], options: ReadOptions | None = None) -> None:
        """Read a list in place of the present one, after asking where that has unsaved decisions."""
        self.files.ask_before_losing(partial(self._read, tuple(sources), options))

    def _read(self, sources: tuple[Source, ...], options: ReadOptions | None) -> None:
        self.say("")
        data = sources[0].data if len(sources) == 1 and sources[0].path is None else b""
        names = ", ".join(Path(source.name).name for source in sources)
        self.empty.show_reading(data, names)
        self.state.read(sources, self.services.profile.profile, options)

    def accept_drop(self, mime: QMimeData) -> bool:
        paths = local_paths(mime)
        if paths:
            self.open_paths(paths)
            return True
        data = text_bytes(mime)
        if data.strip():
            self.read([Source(self.tr("dropped text"), data=data)])
            return True
        return False

    def forget_note(self, text: str) -> None:
        """What was said of a filter is not said of another."""
        noted = self._noted
        if noted is not None and text != noted.text:
            self._noted = None
            if noted.note and self.said == noted.note:
                self.say("")

    def open_payload(self, payload: Any) -> None:
        """A path, or several, or a text with one URL a line."""
        if isinstance(payload, ExampleAsked):
            self.load_example(payload.key)
        elif isinstance(payload, FilterAsked):
            self.show_clusters()
            self.body.filter.set_text(payload.text)
            self._noted = payload
            if payload.note:
                self.say(payload.note, warning=True)
        elif isinstance(payload, Path):
            self.open_paths([payload])
        elif isinstance(payload, list | tuple):
            self.open_paths([Path(each) for each in payload])
        elif isinstance(payload, str):
            self.read([Source(self.tr("pasted text"), data=payload.encode("utf-8", "surrogateescape"))])


def text_bytes(mime: QMimeData) -> bytes:
    """The text of a clipboard or drop as bytes, decoded later by the reader."""
    for kind in ("text/plain;charset=utf-8", "text/plain"):
        if mime.hasFormat(kind):
            data = bytes(mime.data(kind).data())
            if data:
                return data
    return mime.text().encode("utf-8", "surrogatepass") if mime.hasText() else b""


def local_paths(mime: QMimeData) -> list[Path]:
    """Files that were dropped or copied."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
