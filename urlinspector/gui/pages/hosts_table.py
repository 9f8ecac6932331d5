"""The table of the Hosts page: its menu has what can be done with the chosen hosts first."""

from collections.abc import Callable, Sequence
from itertools import compress, count
from operator import is_not, ne

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QTimer
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QMenu

from urlinspector.gui.models.hosts import DOMAIN, NUMERIC, SUFFIX, HostsModel
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.hosts_jobs import HostRow
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.cells import Index
from urlinspector.gui.views.host_cells import GroupDelegate

Command = tuple[str, Callable[[], None], bool]
"""Words, what is done, whether it can be."""
_SHARES = (
    *((146, 1.0), (54, 0.0), (104, 0.1), (76, 0.3), (102, 0.5), (106, 0.0), (86, 0.5), (108, 0.8)),
    *((96, 0.3), (70, 0.1)),
)

_LATER_MS = 12
"""After what else is due: a tick of a timer, a key."""
_SEEN, _MANY = 60, 8
"""So many rows may be seen at once; from so many others on, drawing them takes its time."""
_MOST_KEPT = 500
"""Chosen rows that are chosen again in another order."""
_GROUP_SHARES = ((34, 0.0), (110, 1.0), (110, 0.0))


class PatientTable(BigTable):
    """A table that is drawn while others compute: they wait, and it draws only what is another."""

    def __init__(self, services: Services, name: str, shares: Sequence[tuple[int, float]]) -> None:
        super().__init__(services.themes, name, shares)
        self._right_of_way = services.runner.right_of_way
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_LATER_MS)
        self._later.timeout.connect(self._on_later)

    @property
    def is_put_off(self) -> bool:
        """Whether it shows what was before until a moment has passed."""
        return self._later.isActive()

    def put_off(self) -> None:
        """Draw what changes now in a turn of its own: with what changed it, that would be too long a one."""
        if not self._later.isActive():
            self.viewport().setUpdatesEnabled(False)
            self._later.start()

    def _on_later(self) -> None:
        self.viewport().setUpdatesEnabled(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        with self._right_of_way:
            super().paintEvent(event)

    def dataChanged(self, top_left: Index, bottom_right: Index, roles: Sequence[int] = ()) -> None:
        """Qt would draw the whole table anew for a change of several cells, seen or not."""
        del roles
        height = self.viewport().height()
        first = max(top_left.row(), self.rowAt(0))
        seen = self.rowAt(height - 1)
        last = bottom_right.row() if seen < 0 else min(bottom_right.row(), seen)
        if first <= last:
            top = self.rowViewportPosition(first)
            bottom = self.rowViewportPosition(last) + self.rowHeight(last)
            self.viewport().update(0, top, self.viewport().width(), bottom - top)


class HostsTable(PatientTable):
    """Hosts; domain and suffix are offered in the header's menu."""

    def __init__(self, services: Services, model: HostsModel) -> None:
        super().__init__(services, "", _SHARES)
        self.setAccessibleName(self.tr("Hosts"))
        self.setObjectName("hostsTable")
        self._hosts = model
        self.setModel(model)
        self.set_numeric(NUMERIC)
        for column in (DOMAIN, SUFFIX):
            self.setColumnHidden(column, True)
        self.commands: Callable[[], Sequence[Command]] = tuple
        """What can be done with the chosen rows."""

    def set_rows(self, rows: Sequence[HostRow]) -> None:
        """Show other rows, or the same in another order: the chosen hosts stay chosen, as far as they are
        few.
        """
        model = self._hosts
        if rows is model.rows:
            return
        current = self.currentIndex().row()
        chosen = [model.rows[at].host for at in self.chosen_numbers(_MOST_KEPT)]
        now = model.rows[current].host if 0 <= current < len(model.rows) else ""
        at_top = self.verticalScrollBar().value()
        seen = slice(max(self.rowAt(0), 0), max(self.rowAt(0), 0) + _SEEN)
        if sum(map(is_not, rows[seen], model.rows[seen])) > _MANY:
            self.put_off()
        model.set_rows(rows)
        if not chosen or self.chosen_count():
            return
        found = QItemSelection()
        for at in sorted(place for host in chosen if (place := model.place(host)) is not None):
            found.select(model.index(at, 0), model.index(at, SUFFIX))
        flags = QItemSelectionModel.SelectionFlag
        if (place := model.place(now)) is not None:
            self.selectionModel().setCurrentIndex(model.index(place, 0), flags.NoUpdate)
        self.selectionModel().select(found, flags.ClearAndSelect)
        self.verticalScrollBar().setValue(at_top)

    def set_hidden(self, columns: Sequence[int], hidden: bool) -> None:
        """Leave columns out, or show them again, and share the width anew."""
        for column in columns:
            self.setColumnHidden(column, hidden)
        self.set_shares(_SHARES)

    def row_menu(self) -> QMenu:
        menu = super().row_menu()
        if not self.chosen_count():
            return menu
        first = menu.actions()[0]
        for words, slot, can in self.commands():
            action = QAction(words, menu)
            action.setEnabled(can)
            action.triggered.connect(slot)
            menu.insertAction(first, action)
        menu.insertSeparator(first)
        return menu


class GroupsTable(PatientTable):
    """Groups and pairs in two lines each, under headings of one."""

    _heights: Sequence[int] = ()
    """Of each row, as it was laid out."""

    def __init__(self, services: Services, name: str) -> None:
        super().__init__(services, name, _GROUP_SHARES)
        self._delegate = GroupDelegate(services.themes, self)
        self.setItemDelegate(self._delegate)

    def _fit_rows(self) -> None:
        super()._fit_rows()
        # Another theme's height was given to all of them.
        self._heights = ()

    def fit_rows(self, lines: Sequence[int]) -> int:
        """Make each row as high as its lines of text need; how many were not."""
        metrics, header = self._themes.theme.metrics, self.verticalHeader()
        by_lines = {1: metrics.group_row, 2: metrics.result_row}
        before, self._heights = self._heights, [by_lines[each] for each in lines]
        fresh = range(min(len(before), len(lines)), len(lines))
        others = [*compress(count(), map(ne, before, self._heights)), *fresh]
        for row in others:
            header.resizeSection(row, self._heights[row])
        return len(others)
