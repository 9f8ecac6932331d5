"""One row of the matrix of all URLs against all: what this one is to each of the others.

A check and the sign of the riskiest class that was needed where two are equal, the letters of the components
that differ where they are not. Arrow keys walk the cells, Enter or a click chooses the pair.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from urlinspector.compare.verdict import Verdict
from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_sign, draw_text
from urlinspector.gui.state.compare_reading import LETTERS, PairCell
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import LETTERS as KIND_LETTERS
from urlinspector.gui.theme import safety_title
from urlinspector.gui.views.url_layout import component_name

_WIDE, _NARROW = 38, 27
"""Widths of a cell at zoom 1."""
_MOST_LETTERS = 3


def cell_width(themes: ThemeState, *, narrow: bool) -> int:
    """How wide a cell of the matrix is."""
    return themes.theme.metrics.px(_NARROW if narrow else _WIDE)


class MatrixStrip(QWidget):
    """Emits `chosen(int)` with the number of the other URL."""

    chosen = Signal(int)

    def __init__(self, themes: ThemeState, number: int) -> None:
        super().__init__()
        self._themes, self._number = themes, number
        self._cells: tuple[PairCell | None, ...] = ()
        self._pair = (0, 1)
        self._current = 0
        self._narrow = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("{0} against the others").format(LETTERS[number]))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        themes.theme_changed.connect(self._on_theme_changed)

    def set_cells(self, cells: Sequence[PairCell | None], pair: tuple[int, int]) -> None:
        """Show other cells; the one of the pair is marked."""
        made = tuple(cells)
        if (made, pair) == (self._cells, self._pair):
            return
        if len(made) != len(self._cells):
            self.updateGeometry()
        self._cells, self._pair = made, pair
        self.setAccessibleDescription("; ".join(self.words(n) for n in range(len(made)) if n != self._number))
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        """Narrower cells."""
        self._narrow = narrow
        self.updateGeometry()
        self.update()

    def words(self, other: int) -> str:
        """What this one is to another one, in words."""
        cell = self._cells[other]
        pair = f"{LETTERS[self._number]}, {LETTERS[other]}"
        if cell is None:
            return self.tr("{0}: nothing to compare").format(pair)
        if cell.verdict is Verdict.IDENTICAL:
            return self.tr("{0}: identical text").format(pair)
        if cell.verdict is Verdict.NOT_COMPARABLE:
            return self.tr("{0}: not comparable").format(pair)
        if cell.verdict is Verdict.DIFFERENT:
            names = ", ".join(component_name(each) for each in cell.differs)
            return self.tr("{0}: different in {1}").format(pair, names)
        if cell.safety is None:
            return self.tr("{0}: equal").format(pair)
        return self.tr("{0}: equal; riskiest step: {1}").format(pair, safety_title(cell.safety).lower())

    def sizeHint(self) -> QSize:
        metrics = self._themes.theme.metrics
        return QSize(len(self._cells) * cell_width(self._themes, narrow=self._narrow), metrics.control)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    # Painting

    def _rect(self, number: int) -> QRectF:
        width = cell_width(self._themes, narrow=self._narrow)
        return QRectF(number * width, 0, width, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        colours = theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, cell in enumerate(self._cells):
            rect = self._rect(number).adjusted(1, 0.5, -1, -0.5)
            if number == self._number:
                painter.fillRect(rect, colours.hairline)
                continue
            chosen = {number, self._number} == set(self._pair)
            painter.setPen(QPen(colours.selection_edge if chosen else colours.hairline, 1))
            painter.setBrush(colours.selection if chosen else colours.base)
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
            self._paint_cell(painter, rect, cell)
            if self.hasFocus() and number == self._current:
                painter.setPen(QPen(colours.accent, 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_cell(self, painter: QPainter, rect: QRectF, cell: PairCell | None) -> None:
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        centre = Qt.AlignmentFlag.AlignHCenter
        if cell is None:
            return
        if cell.verdict is Verdict.DIFFERENT:
            most = 2 if self._narrow else _MOST_LETTERS
            letters = "".join(KIND_LETTERS[each] for each in cell.differs[:most])
            more = "…" if len(cell.differs) > most else ""
            draw_text(painter, rect, letters + more, theme.type.mono, colours.secondary, centre)
            return
        if cell.verdict is Verdict.NOT_COMPARABLE:
            draw_text(painter, rect, "?", theme.type.mono, colours.warning.text, centre)
            return
        side = px(12)
        if cell.verdict is Verdict.IDENTICAL or cell.safety is None:
            where = QRectF(rect.center() - QPointF(side / 2, side / 2), rect.center()).topLeft()
            paint_icon(painter, QRectF(where.x(), where.y(), side, side), "check", colours.text)
            return
        if self._narrow:
            draw_sign(painter, rect, cell.safety, theme)
            return
        left = rect.left() + (rect.width() - side - px(20)) / 2
        check = QRectF(left, rect.center().y() - side / 2, side, side)
        paint_icon(painter, check, "check", colours.text)
        draw_sign(painter, QRectF(left + side + px(2), rect.top(), px(18), rect.height()), cell.safety, theme)

    # What the user does

    def _number_at(self, x: float) -> int:
        return int(x // cell_width(self._themes, narrow=self._narrow))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._number_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and 0 <= number < len(self._cells):
            self._choose(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._cells) - 1
        moves = {Qt.Key.Key_Right: self._current + 1, Qt.Key.Key_Left: self._current - 1}
        moves |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        key = Qt.Key(event.key())
        if key in moves and last >= 0:
            self._current = min(max(moves[key], 0), last)
            if self._current != self._number:
                self.setAccessibleDescription(self.words(self._current))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self._current)
        else:
            event.ignore()

    def _choose(self, number: int) -> None:
        self._current = number
        if number != self._number:
            self.chosen.emit(number)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._number_at(event.pos().x())
            if 0 <= number < len(self._cells) and number != self._number:
                QToolTip.showText(event.globalPos(), self.words(number), self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()


class MatrixHeader(QWidget):
    """The letters over the strips."""

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes, self._count, self._narrow = themes, 0, False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_narrow(self, narrow: bool) -> None:
        """Narrower cells."""
        self._narrow = narrow
        self.updateGeometry()

    def set_count(self, count: int) -> None:
        """For so many URLs."""
        self._count = count
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = cell_width(self._themes, narrow=self._narrow)
        return QSize(self._count * width, self._themes.theme.metrics.px(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        painter = QPainter(self)
        width = cell_width(self._themes, narrow=self._narrow)
        for number in range(self._count):
            rect = QRectF(number * width, 0, width, self.height())
            centre = Qt.AlignmentFlag.AlignHCenter
            draw_text(painter, rect, LETTERS[number], theme.type.small, theme.colours.secondary, centre)
        painter.end()
