"""The entries of two compared lists as a Qt model: a row is made when it is painted."""

from array import array
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QObject

from urlinspector.compare.lists import Kind, ListComparison, ListEntry
from urlinspector.gui.models.table_model import CellRow, TableModel
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText, before_and_after
from urlinspector.normalize.diff import diff
from urlinspector.url.components import Url
from urlinspector.url.masking import secret_span

_KEPT = 400


def kind_words(kind: Kind) -> str:
    """A kind in the user's language."""
    return {
        Kind.ADDED: QCoreApplication.translate("ListKinds", "added"),
        Kind.GONE: QCoreApplication.translate("ListKinds", "gone"),
        Kind.SAME_TEXT: QCoreApplication.translate("ListKinds", "same text"),
        Kind.SAME_NORMALIZED: QCoreApplication.translate("ListKinds", "same after normalization"),
    }[kind]


_ICONS = {Kind.ADDED: "plus", Kind.GONE: "minus", Kind.SAME_TEXT: "check", Kind.SAME_NORMALIZED: "merge"}


class ListsModel(TableModel):
    """Kind, old, new."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._result: ListComparison | None = None
        self._numbers: array[int] = array("l")
        self._masks = True
        self._row = lru_cache(maxsize=_KEPT)(self._make)
        self._titles = (self.tr("What became of it"), self.tr("Old list"), self.tr("New list"))

    def show_entries(self, result: ListComparison | None, numbers: "array[int]", *, masks: bool) -> None:
        """Show some entries of a result."""
        self.beginResetModel()
        self._result, self._numbers, self._masks = result, numbers, masks
        self._row.cache_clear()
        self.endResetModel()

    def entry(self, row: int) -> ListEntry | None:
        """The entry of a row."""
        if self._result is None or not 0 <= row < len(self._numbers):
            return None
        return self._result[self._numbers[row]]

    def row_count(self) -> int:
        return len(self._numbers)

    def cell_at(self, row: int, column: int) -> TableCell:
        return self._row(row)[column]

    def _make(self, row: int) -> CellRow:
        entry = self.entry(row)
        assert entry is not None
        kind = Kind(entry.kind)
        old, new = entry.old, entry.new
        left, right = UrlText(old or ""), UrlText(new or "")
        if kind is Kind.SAME_NORMALIZED and old is not None and new is not None:
            left, right = before_and_after(diff(old, new), old, new)
        name = TableCell(words=kind_words(kind), icon=_ICONS[kind])
        return name, self._cell(old, left), self._cell(new, right)

    def _cell(self, text: str | None, shown: UrlText) -> TableCell:
        if text is None:
            return TableCell()
        mask = secret_span(Url.parse(text)) if self._masks and "@" in text else None
        made = UrlText(text, gone=shown.gone, new=shown.new, mask=mask, focus=shown.focus)
        return TableCell(url=made, tip=text if len(text) > 80 and mask is None else "")
