"""The ladder as a Qt model: one row for each step and component that changed something, or for all steps on
demand.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt

from urlinspector.gui.models.table_model import TableModel
from urlinspector.gui.state.rungs import Rung
from urlinspector.gui.views.cells import Index, Role, TableCell, of_cell
from urlinspector.gui.views.diff_text import UrlText, before_and_after, plain
from urlinspector.normalize.profile import SITE_RULES
from urlinspector.url.components import Component, Span, Url
from urlinspector.url.masking import secret_span, secret_within

NUMBER, STEP, ON, BEFORE, ARROW, AFTER = range(6)
_WHOLE = (Component.TEXT, Component.WHOLE)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Ladder", text)


def rung_title(rung: Rung) -> str:
    """The step's name, and of a step of rules those that acted; in words for what is no step."""
    if rung.step is not None:
        names = ", ".join(rung.told) if rung.name == SITE_RULES else ""
        return f"{rung.step.name} ({names})" if names else rung.step.name
    return _tr("not a URL") if rung.refused is not None else _tr("resolve against the base")


def rung_cells(rung: Rung, *, marks: bool = False) -> tuple[TableCell, ...]:
    """Number, step, component, before, arrow, after."""
    caution = rung.step.warning if rung.step is not None else ""
    tip = "\n".join(filter(None, (rung.step.title, *rung.told, caution))) if rung.step is not None else ""
    mark = "warning" if caution else ""
    number = TableCell(
        words=str(rung.number) if rung.number is not None else "–", right=True, faded=not rung.acted
    )
    sign = rung.safety
    step = TableCell(
        words=rung_title(rung),
        sign=sign,
        tip=tip,
        faded=not rung.acted,
        icon="" if sign else "link",
        after=mark,
    )
    if rung.refused is not None:
        refused = TableCell(words=f"{rung.refused.reason} ({rung.refused.rule})", warning=True)
        refused_step = TableCell(words=rung_title(rung), sign=sign, warning=sign is None, tip=tip, after=mark)
        return (
            number,
            refused_step,
            TableCell(),
            refused,
            TableCell(),
            TableCell(words=_tr("refused"), faded=True),
        )
    if rung.component is None or rung.diff is None:
        nothing = TableCell(words=_tr("nothing to do"), faded=True)
        return number, step, TableCell(), nothing, TableCell(), TableCell()
    left, right = before_and_after(rung.diff, rung.before or "", rung.after or "")
    before = _side(rung, rung.before, rung.before_text, left, marks)
    after = _side(rung, rung.after, rung.after_text, right, marks)
    on = TableCell(letter=rung.component)
    return number, step, on, before, TableCell(words="→", faded=True), after


def _side(rung: Rung, value: str | None, whole: str, text: UrlText, marks: bool) -> TableCell:
    if value is None:
        return TableCell(words=_tr("absent"), faded=True)
    if not value:
        return TableCell(words=_tr("empty"), faded=True)
    shown = replace(text, mask=_mask(rung, whole), marks=marks)
    return TableCell(url=shown, tip=plain(shown) if len(value) > 60 else "")


def _mask(rung: Rung, whole: str) -> Span | None:
    """Credentials inside what is shown."""
    if rung.component is None or "@" not in whole:
        return None
    url = Url.parse(whole)
    return secret_span(url) if rung.component in _WHOLE else secret_within(url, rung.component)


def _looks_alike(one: Rung, other: Rung) -> bool:
    """Whether two rungs have the same cells; where they stand in the text does not matter for that."""
    return (one.number, one.bound, one.component, one.before, one.after, one.refused) == (
        other.number,
        other.bound,
        other.component,
        other.before,
        other.after,
        other.refused,
    )


class LadderModel(TableModel):
    """Rungs, those that acted or all."""

    _figures = (NUMBER,)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Rung, ...] = ()
        self._shown: tuple[Rung, ...] = ()
        self._show_all = False
        self._marks = False
        self._cells: dict[int, tuple[TableCell, ...]] = {}
        self._titles = ("#", self.tr("Step"), self.tr("On"), self.tr("Before"), "", self.tr("After"))

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The rows that are shown."""
        return self._shown

    @property
    def acted_count(self) -> int:
        """How many rows changed something."""
        return sum(1 for rung in self._all if rung.acted)

    @property
    def step_count(self) -> int:
        """How many steps there are, each counted once."""
        return len({rung.number for rung in self._all if rung.number is not None})

    @property
    def shows_all(self) -> bool:
        return self._show_all

    def set_rungs(self, rungs: Sequence[Rung], *, marks: bool = False) -> None:
        """Show another trace."""
        marks_changed, self._marks = marks != self._marks, marks
        self._all = tuple(rungs)
        self._update(marks_changed=marks_changed)

    def set_show_all(self, show_all: bool) -> None:
        """Show idle steps too, or only those that acted."""
        if show_all != self._show_all:
            self._show_all = show_all
            self._update()

    def _update(self, *, marks_changed: bool = False) -> None:
        shown = self._all if self._show_all else tuple(rung for rung in self._all if rung.acted)
        before, after = len(self._shown), len(shown)
        if after < before:
            self.beginRemoveRows(QModelIndex(), after, before - 1)
            self._shown = self._shown[:after]
            for row in range(after, before):
                self._cells.pop(row, None)
            self.endRemoveRows()
        old, self._shown = self._shown, shown[:before]
        for row, rung in enumerate(self._shown):
            if marks_changed or not _looks_alike(rung, old[row]):
                self._cells.pop(row, None)
                self.dataChanged.emit(self.index(row, 0), self.index(row, AFTER))
        if after > before:
            self.beginInsertRows(QModelIndex(), before, after - 1)
            self._shown = shown
            self.endInsertRows()

    def row_of_step(self, name: str) -> int | None:
        """The first row of a step, those that acted first."""
        rows = [row for row, rung in enumerate(self._shown) if rung.name == name]
        return next((row for row in rows if self._shown[row].acted), rows[0] if rows else None)

    def row_count(self) -> int:
        return len(self._shown)

    def cell_at(self, row: int, column: int) -> TableCell:
        return self.cells(row)[column]

    def cells(self, row: int) -> tuple[TableCell, ...]:
        """The cells of a row."""
        if row not in self._cells:
            self._cells[row] = rung_cells(self._shown[row], marks=self._marks)
        return self._cells[row]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self._holds(index):
            return None
        rung = self._shown[index.row()]
        if role == Role.SPAN:
            return rung.places[0] if rung.places else None
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == ARROW:
            return self.tr("becomes") if rung.component is not None else ""
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == STEP:
            cell = self.cell_at(index.row(), STEP)
            if cell.after:
                return self.tr("{step}, caution: {warning}").format(
                    step=of_cell(cell, role), warning="" if rung.step is None else rung.step.warning
                )
        return super().data(index, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        is_arrow = orientation == Qt.Orientation.Horizontal and section == ARROW
        if is_arrow and role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("becomes")
        return super().headerData(section, orientation, role)
