"""The rows on which two profiles differ, as a Qt model: a row is made when it is painted."""

from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QObject

from urlinspector.bulk.selection import Selection
from urlinspector.bulk.versus import Kind, Order, Versus, VersusRow
from urlinspector.gui.models.members import merged_diff
from urlinspector.gui.models.table_model import CellRow, TableModel
from urlinspector.gui.numbers import counted, told
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.normalize.differences import ADDED, MOVED, OPTIONS, REMOVED, Difference

_KEPT, _LONGEST = 400, 4096
KEYS, STEPS, WHAT, ROWS = range(4)
ORDERS: dict[int, Order] = {KEYS: "key", STEPS: "because", WHAT: "kind", ROWS: "rows"}
"""What a column is sorted by."""


def kind_words(kind: Kind) -> str:
    """A kind in the user's language."""
    return {
        Kind.CHANGED: _tr("other form"),
        Kind.SPLIT: _tr("split"),
        Kind.JOINED: _tr("joined"),
        Kind.REFUSED_BY_A: _tr("refused by A only"),
        Kind.REFUSED_BY_B: _tr("refused by B only"),
    }[kind]


def difference_words(difference: Difference) -> str:
    """`+ step`, `− step`, or what is otherwise about it; the options are for a tooltip."""
    if difference.kind == ADDED:
        return f"+ {difference.step}"
    if difference.kind == REMOVED:
        return f"− {difference.step}"
    if difference.kind == OPTIONS:
        return difference.step
    if difference.kind == MOVED:
        return f"↕ {difference.step}"
    return {"accepts": _tr("what is accepted"), "output": _tr("what is written")}[difference.kind]


def difference_tip(difference: Difference) -> str:
    """A difference in full."""
    if difference.kind == ADDED:
        return _tr("B has the step {0}, A has not").format(difference.step)
    if difference.kind == REMOVED:
        return _tr("A has the step {0}, B has not").format(difference.step)
    if difference.kind == MOVED:
        return _tr("{0} stands elsewhere").format(difference.step) + (
            f"; {difference.about}" if difference.about else ""
        )
    return f"{difference.step or difference_words(difference)}: {difference.about}"


class VersusModel(TableModel):
    """Both keys as one diff, the steps that explain it, what became of the row, how many there are."""

    _figures = (ROWS,)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._result: Versus | None = None
        self._shown = Selection.of([])
        self._masks = True
        self._row = lru_cache(maxsize=_KEPT)(self._make)
        self._titles = (
            self.tr("Canonical form, from A to B"),
            self.tr("Because of"),
            self.tr("What becomes of it"),
            self.tr("Rows"),
        )

    def show_rows(self, result: Versus | None, shown: Selection, *, masks: bool) -> None:
        """Show some rows of a result."""
        self.beginResetModel()
        self._result, self._shown, self._masks = result, shown, masks
        self._row.cache_clear()
        self.endResetModel()

    def text(self, row: int) -> str | None:
        """The list's text of a row, not masked."""
        if self._result is None or not 0 <= row < len(self._shown):
            return None
        return self._result.row(self._shown[row]).text

    def row_count(self) -> int:
        return len(self._shown)

    def cell_at(self, row: int, column: int) -> TableCell:
        return self._row(row)[column]

    def _make(self, number: int) -> CellRow:
        assert self._result is not None
        position = self._shown[number]
        row = self._result.masked_row(position) if self._masks else self._result.row(position)
        kinds = ", ".join(kind_words(kind) for kind in row.kinds)
        return (
            self._keys(row),
            self._steps(position),
            TableCell(words=kinds, tip=self._sizes(row)),
            TableCell(words=counted(row.count), right=True),
        )

    def _keys(self, row: VersusRow) -> TableCell:
        tip = self.tr("Text: {0}\nA: {1}\nB: {2}").format(row.text, *map(self._key, (row.old, row.new)))
        if row.old is None or row.new is None:
            known = row.old if row.old is not None else row.new
            refused = self.tr("refused by A") if row.old is None else self.tr("refused by B")
            return TableCell(url=UrlText(known or ""), words=refused, tip=tip)
        if max(len(row.old), len(row.new)) > _LONGEST:
            return TableCell(url=UrlText(row.new), tip=tip[:_LONGEST])
        return TableCell(url=merged_diff(row.old, row.new, False), tip=tip)

    def _key(self, key: str | None) -> str:
        return self.tr("refused") if key is None else key

    def _steps(self, position: int) -> TableCell:
        assert self._result is not None
        found = self._result.reason(position)
        if found is None:
            return TableCell(
                words="…", faded=True, tip=self.tr("Only the first are explained; an export has all")
            )
        if not found:
            return TableCell(words=self.tr("another row’s form changed"), faded=True)
        items = [self._result.differences.items[number] for number in found]
        tip = "\n".join(difference_tip(each) for each in items)
        return TableCell(words=", ".join(difference_words(each) for each in items), tip=tip)

    def _sizes(self, row: VersusRow) -> str:
        texts = told(row.texts_a, self.tr("{0} distinct text"), self.tr("{0} distinct texts"))
        return self.tr("{0} in its cluster under A, {1} under B").format(texts, counted(row.texts_b))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Versus", text)
