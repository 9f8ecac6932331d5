"""The stems of an LRU as chips, each coloured by its kind and marked with its letter; one painted widget.

`paint_chip` and `chip_width` serve delegates too. Arrow keys walk the chips, Enter or a click says which one.
"""

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from urlinspector.gui.marks import draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.theme import Theme, mix
from urlinspector.url.components import Component

_LONGEST = 60
"""Characters of a stem that its chip shows."""


@dataclass(frozen=True)
class Chip:
    """A stem: its letter, its text, and whose colour it has."""

    letter: str
    text: str
    kind: Component

    @property
    def shown(self) -> str:
        """The text as the chip shows it, cut if it is long."""
        text = printable(self.text)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def chip_height(theme: Theme) -> int:
    """How high a chip is."""
    return theme.metrics.px(20)


def chip_width(chip: Chip, theme: Theme) -> float:
    """How wide a chip is."""
    px = theme.metrics.px
    return px(17) + QFontMetricsF(theme.type.mono).horizontalAdvance(chip.shown) + px(9)


def paint_chip(painter: QPainter, rect: QRectF, chip: Chip, theme: Theme, *, current: bool = False) -> None:
    """Paint a chip: the letter on the kind's tint, the text beside it. Antialiasing is the caller's."""
    colours, px = theme.colours, theme.metrics.px
    ink, tint, line = _shades(theme, chip.kind)
    box = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(colours.accent, 2) if current else QPen(line, 1))
    painter.setBrush(colours.base)
    painter.drawRoundedRect(box, theme.metrics.radius, theme.metrics.radius)
    letter = QRectF(rect.left() + 1, rect.top() + 1, px(16), rect.height() - 2)
    painter.fillRect(letter, tint)
    draw_text(painter, letter, chip.letter, theme.type.mono_bold, ink, Qt.AlignmentFlag.AlignHCenter)
    painter.setFont(theme.type.mono)
    painter.setPen(colours.text)
    room = rect.adjusted(px(21), 0, 0, 0)
    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), chip.shown)


@lru_cache(maxsize=64)
def _shades_of(ink: str, base: str) -> tuple[QColor, QColor, QColor]:
    colour, ground = QColor(ink), QColor(base)
    return colour, mix(colour, ground, 0.14), mix(colour, ground, 0.45)


def _shades(theme: Theme, kind: Component) -> tuple[QColor, QColor, QColor]:
    """A kind's ink, the tint of its letter, and the line around the chip."""
    return _shades_of(theme.colours.kinds[kind].name(), theme.colours.base.name())


class StemChips(QWidget):
    """Chips in rows; `chip_activated(int)` on a click or Enter."""

    chip_activated = Signal(int)

    def __init__(
        self, themes: ThemeState, name: str, *, rows: int = 2, parent: QWidget | None = None
    ) -> None:
        """`rows` is the most that are shown; what does not fit is counted in a last chip."""
        super().__init__(parent)
        self._themes, self._most_rows = themes, rows
        self._chips: tuple[Chip, ...] = ()
        self._text = ""
        self._wanted = ""
        """What Find looks for."""
        self._current = -1
        self._places: dict[int, tuple[list[QRectF], int]] = {}
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        themes.theme_changed.connect(self._on_theme_changed)

    def set_chips(self, chips: tuple[Chip, ...], text: str) -> None:
        """Show other stems; `text` is what they are as one text, for screen readers."""
        if (chips, text) == (self._chips, self._text):
            return
        self._chips, self._text = chips, text
        self._current = min(self._current, len(chips) - 1)
        self._places.clear()
        self.setAccessibleDescription(printable(text))
        if self.heightForWidth(self.width()) != self.height():
            self.updateGeometry()
        self.update()

    @property
    def chips(self) -> tuple[Chip, ...]:
        return self._chips

    def mark_found(self, wanted: str) -> int:
        """Mark the chips that hold a text; how many do."""
        self._wanted = wanted
        self.update()
        return sum(self._is_found(chip) for chip in self._chips)

    def _is_found(self, chip: Chip) -> bool:
        return bool(self._wanted) and self._wanted.lower() in chip.text.lower()

    def _gap(self) -> int:
        return self._themes.theme.metrics.gap_small

    def _placed(self, width: int) -> tuple[list[QRectF], int]:
        """The chips' places, as far as they fit, and how many rows they take; kept for a width."""
        if width not in self._places:
            if len(self._places) > 8:
                self._places.clear()
            self._places[width] = self._place(width)
        return self._places[width]

    def _place(self, width: int) -> tuple[list[QRectF], int]:
        theme, gap = self._themes.theme, self._gap()
        height = chip_height(theme)
        rects: list[QRectF] = []
        x, row = 0.0, 0
        for chip in self._chips:
            wide = min(chip_width(chip, theme), max(float(width), 1.0))
            if x > 0 and x + wide > width:
                x, row = 0.0, row + 1
            if row >= self._most_rows:
                break
            rects.append(QRectF(x, row * (height + gap), wide, height))
            x += wide + gap
        return rects, min(row + 1, self._most_rows)

    def heightForWidth(self, width: int) -> int:
        _, rows = self._placed(width)
        return rows * chip_height(self._themes.theme) + (rows - 1) * self._gap()

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(self._themes.theme.metrics.px(200), chip_height(self._themes.theme))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._themes.theme.metrics.px(80), chip_height(self._themes.theme))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colours.base)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rects, rows = self._placed(self.width())
        top = (self.height() - rows * chip_height(theme) - (rows - 1) * self._gap()) / 2
        hidden = len(self._chips) - len(rects)
        shown = rects
        if hidden > 0 and len(rects) > 1:
            shown = rects[:-1]
            more = rects[-1].translated(0, top)
            draw_text(painter, more, f"+{hidden + 1}", theme.type.small, theme.colours.secondary)
        for number, rect in enumerate(shown):
            current = self.hasFocus() and number == self._current
            chip, where = self._chips[number], rect.translated(0, top)
            paint_chip(painter, where, chip, theme, current=current)
            if self._is_found(chip):
                painter.setPen(QPen(theme.colours.warning.text, 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(where.adjusted(1, 1, -1, -1), 3, 3)
        painter.end()

    def _chip_at(self, point: QPoint) -> int:
        rects, rows = self._placed(self.width())
        top = (self.height() - rows * chip_height(self._themes.theme) - (rows - 1) * self._gap()) / 2
        for number, rect in enumerate(rects):
            if rect.translated(0, top).contains(point):
                return number
        return -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._chip_at(event.position().toPoint())
        if number >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._activate(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._chips) - 1
        moves = {Qt.Key.Key_Right: self._current + 1, Qt.Key.Key_Left: self._current - 1}
        moves |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        key = Qt.Key(event.key())
        if key in moves and last >= 0:
            self._current = min(max(moves[key], 0), last)
            self.setAccessibleDescription(self._said())
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Space) and self._current >= 0:
            self._activate(self._current)
        else:
            event.ignore()

    def _said(self) -> str:
        chip = self._chips[self._current]
        return self.tr("stem {0} of {1}: {2} {3}").format(
            self._current + 1, len(self._chips), chip.letter, printable(chip.text)
        )

    def _activate(self, number: int) -> None:
        self._current = number
        self.update()
        self.chip_activated.emit(number)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._current = max(self._current, 0) if self._chips else -1
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setAccessibleDescription(printable(self._text))
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._chip_at(event.pos())
            if number >= 0:
                chip = self._chips[number]
                QToolTip.showText(event.globalPos(), f"{chip.letter}:{printable(chip.text)[:400]}", self)
                return True
        return super().event(event)

    def _on_theme_changed(self) -> None:
        self._places.clear()
        self.updateGeometry()
        self.update()
