"""Copies many rows of a table without holding the window up: some at each turn of the event loop."""

import html
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView, QTreeView

from urlinspector.gui.views.cells import Role
from urlinspector.gui.views.clipboard import mime_of

AT_ONCE = 200
"""Rows that are copied before the key press returns."""
MOST_HTML = 20_000
"""Rows up to which office programs get a table as well; beyond, tab-separated text alone."""
_SLICE = 0.012
"""Seconds of work at each turn."""
_PIECE = 20

Rows = Iterator[QModelIndex]


class RowCopy(QObject):
    """One copy at a time: headers and rows of the visible columns, as text and as an HTML table."""

    def __init__(self, view: QTableView | QTreeView, done: Callable[[int], None]) -> None:
        """`done(count)` is called when the rows are on the clipboard."""
        super().__init__(view)
        self._view, self._done = view, done
        self._rows: Rows = iter(())
        self._columns: list[int] = []
        self._lines: list[str] = []
        self._html: list[str] | None = None
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._work)

    @property
    def is_running(self) -> bool:
        """Whether rows are still being put together."""
        return self._turn.isActive()

    def start(self, rows: Rows, count: int, columns: Sequence[int]) -> None:
        """Copy so many rows; what an earlier call has not finished is dropped."""
        self.stop()
        model, side = self._view.model(), Qt.Orientation.Horizontal
        self._rows, self._columns = rows, list(columns)
        head = [str(model.headerData(column, side) or "") for column in self._columns]
        self._lines = ["\t".join(map(_flat, head))]
        cells = "".join(f"<th>{html.escape(text)}</th>" for text in head)
        self._html = [f"<table><thead><tr>{cells}</tr></thead><tbody>"] if count <= MOST_HTML else None
        if count <= AT_ONCE:
            self._take(AT_ONCE)
            self._finish()
        else:
            self._turn.start(0)

    def stop(self) -> None:
        """Leave the clipboard as it is: the rows changed, or somebody copies something else."""
        self._turn.stop()
        self._lines, self._html, self._rows = [], None, iter(())

    def _work(self) -> None:
        until = time.perf_counter() + _SLICE
        while time.perf_counter() < until:
            if self._take(_PIECE) < _PIECE:
                self._turn.stop()
                self._finish()
                return

    def _take(self, most: int) -> int:
        model, number = self._view.model(), 0
        for index in islice(self._rows, most):
            siblings = [model.sibling(index.row(), column, index) for column in self._columns]
            texts = [str(each.data(Role.COPY) or each.data() or "") for each in siblings]
            self._lines.append("\t".join(map(_flat, texts)))
            if self._html is not None:
                cells = "".join(f"<td>{html.escape(text)}</td>" for text in texts)
                self._html.append(f"<tr>{cells}</tr>")
            number += 1
        return number

    def _finish(self) -> None:
        count = len(self._lines) - 1
        mime = mime_of("\n".join(self._lines))
        if self._html is not None:
            mime.setHtml("".join([*self._html, "</tbody></table>"]))
        QGuiApplication.clipboard().setMimeData(mime)
        self.stop()
        self._done(count)


def _flat(text: str) -> str:
    return text.replace("\t", " ").replace("\r", " ").replace("\n", " ")
