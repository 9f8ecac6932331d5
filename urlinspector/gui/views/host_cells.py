"""Rows of the groups of hosts: two lines each, the written name and beneath it the others with the reason."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from urlinspector.gui.marks import draw_text
from urlinspector.gui.text import printable
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.cluster_cells import BadgeCell, ClusterDelegate


@dataclass(frozen=True)
class TwoLinesCell(TableCell):
    """A name in `url`, and below it, in grey, `words`."""


class GroupDelegate(ClusterDelegate):
    """Paints these cells; a badge keeps the height that it has in a row of one line."""

    def _content(self, painter: QPainter, rect: QRectF, cell: TableCell) -> None:
        theme = self._themes.theme
        if isinstance(cell, TwoLinesCell) and cell.url is not None:
            pad, half = theme.metrics.cell_padding, (rect.height() - 4) / 2
            room = QRectF(rect.left() + pad, rect.top() + 2, rect.width() - 2 * pad, half)
            self._paint_url(painter, room, cell.url)
            room.translate(0, half - 1)
            draw_text(painter, room, printable(cell.words), theme.type.small, theme.colours.secondary)
            return
        spare = rect.height() - theme.metrics.row
        if isinstance(cell, BadgeCell) and spare > 0:
            rect = rect.adjusted(0, spare / 2, 0, -spare / 2)
        super()._content(painter, rect, cell)
