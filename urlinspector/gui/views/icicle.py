"""The tree of a list as a picture: each stem a box as high as its URLs, beside the box that it is part of;
darker where more of them are duplicates. A click chooses, a double click or Enter goes in, Backspace out.
"""

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QToolTip, QWidget

from urlinspector.gui.numbers import counted
from urlinspector.gui.state.text_file import write_bytes, write_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.theme import Theme, mix

_SHADES = (0.10, 0.24, 0.38, 0.72, 1.0)
"""How much of the accent each shade has; letters can be read on all of them."""
STEPS = len(_SHADES)
"""Shades, one for each fifth of the share of duplicates."""
_LEAST = 3.0


@dataclass(frozen=True)
class Box:
    """A stem with its figures; `children` are those that are drawn beside it."""

    key: tuple[str, ...]
    words: str
    urls: int
    clusters: int
    children: tuple["Box", ...] = ()

    @property
    def share(self) -> float:
        """The share of duplicates, from 0 to 1."""
        return max(self.urls - self.clusters, 0) / self.urls if self.urls else 0.0


@dataclass(frozen=True)
class _Placed:
    box: Box
    rect: QRectF
    depth: int
    rest: int = 0
    """URLs of the box that no other one beside it has: too small ones together, and those that end at it."""


def shade(theme: Theme, share: float) -> QColor:
    """The colour of a share, from the ground's to the accent."""
    step = min(int(share * STEPS), STEPS - 1)
    return mix(theme.colours.accent, theme.colours.base, _SHADES[step])


def rest_shade(theme: Theme) -> QColor:
    """The colour of what has no box of its own: no share is told of it."""
    return theme.colours.window


def ink(ground: QColor, theme: Theme) -> QColor:
    """Letters that can be read on a ground."""
    one, other = theme.colours.text, theme.colours.base
    return one if _contrast(one, ground) >= _contrast(other, ground) else other


def _contrast(one: QColor, other: QColor) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: QColor) -> float:
    levels = (colour.redF(), colour.greenF(), colour.blueF())
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in levels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


class Icicle(QWidget):
    """Signals: `chosen(tuple)` with the stems of a box that became the current one; `opened(tuple)` when one
    is to become the root; `left()` to go out again; `menu_asked(QPoint)` for the current one's menu, there on
    the screen.
    """

    chosen = Signal(tuple)
    opened = Signal(tuple)
    left = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self, themes: ThemeState, name: str) -> None:
        super().__init__()
        self._themes = themes
        self._root: Box | None = None
        self._placed: list[_Placed] = []
        self._size: tuple[int, int] = (0, 0)
        self._current: tuple[str, ...] = ()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        themes.theme_changed.connect(self.update)

    def set_root(self, root: Box | None) -> None:
        """Show another tree."""
        self._root, self._size = root, (0, 0)
        self._current = root.key if root is not None else ()
        self._describe()
        self.update()

    @property
    def root(self) -> Box | None:
        return self._root

    @property
    def current(self) -> Box | None:
        """The box that keys are about."""
        return next((each.box for each in self._layout() if each.box.key == self._current), self._root)

    def choose(self, key: tuple[str, ...]) -> None:
        """Make a box the current one, without saying so."""
        self._current = key
        self._describe()
        self.update()

    # Where boxes are

    def _layout(self) -> list[_Placed]:
        size = (self.width(), self.height())
        if self._root is not None and size != self._size:
            self._size = size
            self._placed = place(self._root, QRectF(0, 0, *size))
        return self._placed if self._root is not None else []

    def box_at(self, point: QPointF) -> Box | None:
        """The box under a point; the one that a rest is of."""
        found = self._placed_at(point)
        return None if found is None else found.box

    def _placed_at(self, point: QPointF) -> _Placed | None:
        return next((each for each in self._layout() if each.rect.contains(point)), None)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        self._paint(painter, self._layout())
        if self.hasFocus():
            painter.setPen(QPen(self._themes.theme.colours.accent, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint(self, painter: QPainter, placed: Sequence[_Placed]) -> None:
        theme = self._themes.theme
        painter.fillRect(self.rect(), theme.colours.base)
        metrics = QFontMetricsF(theme.type.small)
        painter.setFont(theme.type.small)
        for each in placed:
            ground = shade(theme, each.box.share) if not each.rest else rest_shade(theme)
            painter.fillRect(each.rect.adjusted(0, 0, -1, -1), ground)
            if each.rect.height() >= metrics.height() and each.rect.width() > theme.metrics.px(24):
                self._label(painter, each, metrics, ink(ground, theme))
        current = next((each for each in placed if each.box.key == self._current), None)
        if current is not None:
            painter.setPen(QPen(theme.colours.text, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(current.rect.adjusted(1, 1, -2, -2))

    def _label(self, painter: QPainter, each: _Placed, metrics: QFontMetricsF, colour: QColor) -> None:
        px = self._themes.theme.metrics.px
        room = each.rect.adjusted(px(5), px(1), -px(5), 0)
        room.setHeight(min(room.height(), metrics.height() + px(2)))
        painter.setPen(colour)
        figures = counted(each.rest) if each.rest else f"{counted(each.box.urls)}, {each.box.share:.0%}"
        width = metrics.horizontalAdvance(figures)
        flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        if room.width() > width + px(60):
            painter.drawText(room, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight, figures)
            room.setWidth(room.width() - width - px(8))
        words = self.tr("others") if each.rest else self._name(each.box)
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, flags, words)

    def words_of(self, box: Box) -> str:
        """A box in words."""
        return self.tr("{0}: {1} URLs, {2} pages, {3} duplicates").format(
            self._name(box), counted(box.urls), counted(box.clusters), f"{box.share:.0%}"
        )

    def _name(self, box: Box) -> str:
        return printable(box.words) if box.key else self.tr("the whole list")

    def _hint(self, placed: _Placed) -> str:
        if not placed.rest:
            return self.words_of(placed.box)
        words = self.tr("{0}: {1} URLs in smaller stems, or that end here")
        return words.format(self._name(placed.box), counted(placed.rest))

    def _describe(self) -> None:
        box = self.current
        self.setAccessibleDescription("" if box is None else self.words_of(box))

    # Files

    def save_png(self, path: Path) -> None:
        """Write the picture as it is, twice as sharp. Raises OSError; the old file stays then."""
        picture = QPixmap(self.size() * 2)
        picture.setDevicePixelRatio(2)
        painter = QPainter(picture)
        self._paint(painter, self._layout())
        painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if not picture.save(buffer, "PNG"):
            raise OSError(errno.ENOMEM, "the picture cannot be encoded")
        write_bytes(path, bytes(buffer.data().data()))

    def save_svg(self, path: Path) -> None:
        """Write the picture as SVG 1.1. Raises OSError; the old file stays then."""
        write_text(path, svg_of(self._layout(), self._themes.theme, self.width(), self.height()))

    # Mouse and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.box_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over is not None else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        box = self.box_at(event.position())
        if box is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._choose(box)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        box = self.box_at(event.position())
        if box is not None and self._root is not None:
            if box.key == self._root.key:
                self.left.emit()
            else:
                self.opened.emit(box.key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            box = self.box_at(QPointF(event.pos()))
            if box is None:
                return
            self._choose(box)
        self.menu_asked.emit(event.globalPos())

    def _choose(self, box: Box) -> None:
        self.choose(box.key)
        self.chosen.emit(box.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, current = event.key(), self.current
        if current is None or self._root is None:
            super().keyPressEvent(event)
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(current.key)
        elif key == Qt.Key.Key_Backspace:
            self.left.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            found = self._neighbour(current, key)
            if found is not None:
                self._choose(found)
        else:
            super().keyPressEvent(event)

    def _neighbour(self, current: Box, key: int) -> Box | None:
        boxes = [each.box for each in self._layout()]
        parent = next(
            (each for each in boxes if any(child.key == current.key for child in each.children)), None
        )
        if key == Qt.Key.Key_Left:
            return parent
        if key == Qt.Key.Key_Right:
            drawn = {each.key for each in boxes}
            return next((each for each in current.children if each.key in drawn), None)
        if parent is None:
            return None
        drawn = {each.key for each in boxes}
        row = [each for each in parent.children if each.key in drawn]
        at = next(number for number, each in enumerate(row) if each.key == current.key)
        at += 1 if key == Qt.Key.Key_Down else -1
        return row[at] if 0 <= at < len(row) else None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            placed = self._placed_at(QPointF(event.pos()))
            if placed is not None:
                QToolTip.showText(event.globalPos(), self._hint(placed), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        return QSize(520, 360)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 120)


def place(root: Box, area: QRectF) -> list[_Placed]:
    """Boxes from the root on, as far as they are not thinner than a line: columns from left to right."""
    depth = _depth(root)
    width = area.width() / max(depth, 1)
    placed: list[_Placed] = []

    def put(box: Box, top: float, height: float, level: int) -> None:
        left = area.left() + level * width
        shares = [height * child.urls / box.urls if box.urls else 0.0 for child in box.children]
        beside = list(takewhile(lambda each: each[1] >= _LEAST, zip(box.children, shares, strict=True)))
        # What has nothing beside it reaches to the right edge.
        wide = width if beside else area.right() - left
        placed.append(_Placed(box, QRectF(left, top, wide, height), level))
        at = top
        for child, share in beside:
            put(child, at, share, level + 1)
            at += share
        left_over = box.urls - sum(child.urls for child, _ in beside)
        if beside and left_over > 0 and top + height - at >= _LEAST:
            room = QRectF(left + width, at, area.right() - left - width, top + height - at)
            placed.append(_Placed(box, room, level + 1, left_over))

    put(root, area.top(), area.height(), 0)
    return placed


def _depth(box: Box) -> int:
    return 1 + max((_depth(each) for each in box.children), default=0)


def svg_of(placed: Sequence[_Placed], theme: Theme, width: int, height: int) -> str:
    """The picture as SVG."""
    from html import escape

    size = theme.type.small.pixelSize()
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" ']
    lines[0] += f'width="{width}" height="{height}" font-size="{size}">'
    for each in placed:
        rect = each.rect
        ground = rest_shade(theme) if each.rest else shade(theme, each.box.share)
        text = "others" if each.rest else printable(each.box.words) if each.box.key else "the whole list"
        figures = f"{each.rest:,}" if each.rest else f"{each.box.urls:,}, {each.box.share:.0%}"
        hint = (
            f"{each.rest:,} URLs" if each.rest else f"{each.box.urls:,} URLs, {each.box.share:.0%} duplicates"
        )
        lines.append(
            f"<g><title>{escape(text)}: {hint}</title>"
            f'<rect x="{rect.x():.1f}" y="{rect.y():.1f}" width="{max(rect.width() - 1, 0):.1f}" '
            f'height="{max(rect.height() - 1, 0):.1f}" fill="{ground.name()}"/>'
        )
        if rect.height() >= 14 and rect.width() > 24:
            wide = rect.width() > 7 * (len(figures) + 8)
            most = max(int(rect.width() / 7) - (len(figures) + 1 if wide else 0), 1)
            shown = escape(text if len(text) <= most else text[: most - 1] + "…")
            lines.append(
                f'<text x="{rect.x() + 5:.1f}" y="{rect.y() + 13:.1f}" fill="{ink(ground, theme).name()}">'
                f"{shown}</text>"
            )
            if wide:
                lines.append(
                    f'<text x="{rect.right() - 6:.1f}" y="{rect.y() + 13:.1f}" text-anchor="end" '
                    f'fill="{ink(ground, theme).name()}">{figures}</text>'
                )
        lines.append("</g>")
    return "\n".join([*lines, "</svg>\n"])
