"""A painted row of bars that is walked with the arrow keys and clicked: both pictures of the summary."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from urlinspector.gui.marks import draw_sign, draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import mix
from urlinspector.normalize.step import Safety


@dataclass(frozen=True)
class Bar:
    """One bar: from `low` to `high` on the axis, what stands above and below it, the filter that it sets."""

    low: float
    high: float
    value: str
    title: str
    safety: Safety | None = None
    term: str = ""
    step: str = ""
    tip: str = ""
    broken: bool = False
    """Taller than the picture: drawn with a break."""


class Bars(QWidget):
    """Emits `chosen(Bar)` when a bar is clicked, or Return pressed on it."""

    chosen = Signal(object)

    def __init__(self, themes: ThemeState, name: str) -> None:
        super().__init__()
        self._themes = themes
        self._name = name
        self._bars: tuple[Bar, ...] = ()
        self._at = 0
        self._hover = -1
        self._marked: tuple[str, ...] = ()
        self.joined = False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        themes.theme_changed.connect(self.update)

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self._bars

    def set_bars(self, bars: Sequence[Bar]) -> None:
        """Show other bars."""
        self._bars = tuple(bars)
        self._at = min(self._at, max(len(bars) - 1, 0))
        self._tell()
        self.update()

    def set_marked(self, terms: Sequence[str]) -> None:
        """Mark the bars whose filter is set, or whose step is chosen."""
        self._marked = tuple(terms)
        self.update()

    def _is_marked(self, bar: Bar) -> bool:
        return bool(bar.term and bar.term in self._marked) or bool(bar.step and bar.step in self._marked)

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(600), px(154))

    def minimumSizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(200), px(120))

    # Geometry

    def _slot(self, number: int) -> QRectF:
        margin = self._themes.theme.metrics.gap
        width = (self.width() - 2 * margin) / max(len(self._bars), 1)
        return QRectF(margin + number * width, 0, width, self.height())

    def _number_at(self, x: float) -> int:
        margin = self._themes.theme.metrics.gap
        width = (self.width() - 2 * margin) / max(len(self._bars), 1)
        number = int((x - margin) // width) if self._bars else -1
        return number if 0 <= number < len(self._bars) else -1

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        px = theme.metrics.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colours.base)
        if self._bars:
            top, floor = px(30), self.height() - px(52)
            highest = max((bar.high for bar in self._bars if not bar.broken), default=1.0) or 1.0
            scale = (floor - top) / highest
            for number, bar in enumerate(self._bars):
                self._paint_bar(painter, self._slot(number), number, bar, floor, scale, top)
            if self.joined:
                self._paint_joints(painter, floor, scale)
        painter.end()

    def _paint_bar(
        self, painter: QPainter, slot: QRectF, number: int, bar: Bar, floor: float, scale: float, top: float
    ) -> None:
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        inner = slot.adjusted(px(2), px(8), -px(2), -px(3))
        acts = bool(bar.term or bar.step)
        if self._is_marked(bar):
            painter.setPen(QPen(colours.selection_edge, 1))
            painter.setBrush(colours.selection)
            painter.drawRoundedRect(inner.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        elif number == self._hover and acts:
            painter.fillRect(inner, colours.hover)
        if self.hasFocus() and number == self._at:
            painter.setPen(QPen(colours.accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(inner.adjusted(1, 1, -1, -1), 2, 2)
        width = min(px(40), slot.width() - px(10))
        left = slot.center().x() - width / 2
        upper = top - px(2) if bar.broken else floor - bar.high * scale
        height = max(floor - bar.low * scale - upper, 1.5)
        rect = QRectF(left, upper, width, height)
        ink = mix(colours.secondary, colours.base, 0.45)
        if bar.safety is not None:
            ink = mix(colours.safety[bar.safety].text, colours.base, 0.9 if not colours.dark else 0.8)
        painter.fillRect(rect, ink)
        if bar.broken:
            painter.setPen(QPen(colours.base, px(3)))
            painter.drawLine(QPointF(left - 2, upper + px(16)), QPointF(left + width + 2, upper + px(10)))
        room = QRectF(slot.left(), px(10), slot.width(), px(16))
        draw_text(painter, room, bar.value, theme.type.small, colours.text, Qt.AlignmentFlag.AlignHCenter)
        self._paint_title(painter, slot, floor, bar)

    def _paint_title(self, painter: QPainter, slot: QRectF, floor: float, bar: Bar) -> None:
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        metrics = QFontMetricsF(theme.type.tiny)
        sign = px(18) if bar.safety is not None else 0
        lines = broken(bar.title, slot.width() - px(4), metrics, sign, 3)
        for number, text in enumerate(lines):
            extra = sign if number == 0 else 0
            taken = metrics.horizontalAdvance(text) + extra
            left = slot.center().x() - taken / 2
            y = floor + px(4) + number * px(15)
            if extra and bar.safety is not None:
                draw_sign(painter, QRectF(left - px(1), y, px(14), px(15)), bar.safety, theme)
            room = QRectF(left + extra, y, taken - extra + px(2), px(15))
            draw_text(painter, room, text, theme.type.tiny, colours.secondary)

    def _paint_joints(self, painter: QPainter, floor: float, scale: float) -> None:
        theme = self._themes.theme
        painter.setPen(QPen(theme.colours.line, 1))
        width = min(theme.metrics.px(40), self._slot(0).width() - theme.metrics.px(10))
        for number in range(1, len(self._bars) - 1):
            bar = self._bars[number]
            level = bar.high if number == 1 else bar.low
            y = round(floor - level * scale) + 0.5
            start, end = (
                self._slot(number).center().x() + width / 2,
                self._slot(number + 1).center().x() - width / 2,
            )
            painter.drawLine(QPointF(start, y), QPointF(end, y))

    # Keys, mouse, words

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps and self._bars:
            self._at = min(max(self._at + steps[Qt.Key(event.key())], 0), len(self._bars) - 1)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._bars:
            self._at = 0 if event.key() == Qt.Key.Key_Home else len(self._bars) - 1
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._bars:
            self._choose(self._at)
            return
        else:
            super().keyPressEvent(event)
            return
        self._tell()
        self.update()

    def _choose(self, number: int) -> None:
        bar = self._bars[number]
        if bar.term or bar.step:
            self.chosen.emit(bar)

    def _tell(self) -> None:
        if self._bars:
            bar = self._bars[self._at]
            self.setAccessibleDescription(f"{bar.title}: {bar.value}. {bar.tip}")
            if self.hasFocus():
                QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._number_at(event.position().x())
        if number != self._hover:
            self._hover = number
            acts = number >= 0 and bool(self._bars[number].term or self._bars[number].step)
            self.setCursor(Qt.CursorShape.PointingHandCursor if acts else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        number = self._number_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self._at = number
            self._choose(number)
            self._tell()
            self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._number_at(event.pos().x())
            bar = self._bars[number] if number >= 0 else None
            if bar is not None:
                QToolTip.showText(event.globalPos(), f"{bar.title}: {bar.value}\n{bar.tip}".strip(), self)
            return True
        return super().event(event)


def broken(text: str, width: float, metrics: QFontMetricsF, sign: float, most: int) -> list[str]:
    """A title in lines, broken after hyphens and at spaces, the last one elided."""
    words = [
        each
        for part in text.split(" ")
        for each in (*(piece + "-" for piece in part.split("-")[:-1]), part.split("-")[-1] + " ")
    ]
    lines: list[str] = [""]
    for word in words:
        room = width - (sign if len(lines) == 1 else 0)
        if lines[-1] and metrics.horizontalAdvance((lines[-1] + word).strip()) > room:
            lines.append("")
        lines[-1] += word
    lines = [line.strip() for line in lines]
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]
