"""Line icons from `resources/icons/*.svg`, painted in the theme's text colour at whatever pixel ratio is
asked for.

The drawings stand on a grid of 16 units with a line of 1.5 px that does not scale (`vector-effect`), round
caps and joins, no fill. `currentColor` in the file is replaced by the colour of the moment, so a switch of
theme needs nothing but a repaint.
"""

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import mix
from urlinspector.resources import resources


class IconMissingError(FileNotFoundError):
    """There is no drawing of that name."""


def icon_path(name: str) -> Path:
    """The file of an icon. Raises IconMissingError."""
    path = resources() / "icons" / f"{name}.svg"
    if not path.is_file():
        raise IconMissingError(f"no icon “{name}”")
    return path


@lru_cache(maxsize=256)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    text = icon_path(name).read_text("utf-8").replace("currentColor", colour)
    return QSvgRenderer(QByteArray(text.encode()))


def paint_icon(painter: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Draw an icon into a rectangle; for delegates and painted widgets."""
    _renderer(name, colour.name()).render(painter, rect)


class Icons:
    """Gives icons that follow the theme of a window."""

    def __init__(self, themes: ThemeState) -> None:
        self.themes = themes

    def get(self, name: str, role: str = "text") -> QIcon:
        """An icon in the colour of a palette role: `text`, `secondary`, `accent` or `warning`.

        A checked one is drawn in the accent, a disabled one faded. Raises IconMissingError.
        """
        icon_path(name)
        return QIcon(_Engine(self.themes, name, role))

    def pixmap(self, name: str, size: int, role: str = "secondary", ratio: float = 1.0) -> QPixmap:
        """A picture for a label, `size` device-independent pixels wide; made anew when the theme changes."""
        return _pixmap(name, QSize(size, size), colour_of(self.themes, role), ratio)


def colour_of(themes: ThemeState, role: str) -> QColor:
    """The colour of a palette role by name."""
    colours = themes.theme.colours
    table = {
        "text": colours.text,
        "secondary": colours.secondary,
        "accent": colours.accent,
        "warning": colours.warning.text,
    }
    return table[role]


def _pixmap(name: str, size: QSize, colour: QColor, ratio: float) -> QPixmap:
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_icon(painter, QRectF(0, 0, size.width(), size.height()), name, colour)
    painter.end()
    return pixmap


class _Engine(QIconEngine):
    """Paints one drawing; nothing is kept at a fixed size, so nothing blurs."""

    def __init__(self, themes: ThemeState, name: str, role: str) -> None:
        super().__init__()
        self._themes, self._name, self._role = themes, name, role

    def _colour(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        colours = self._themes.theme.colours
        if mode == QIcon.Mode.Disabled:
            return mix(colours.secondary, colours.window, 0.5)
        if state == QIcon.State.On:
            return colours.accent
        return colour_of(self._themes, self._role)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_icon(painter, QRectF(rect), self._name, self._colour(mode, state))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return _pixmap(self._name, size, self._colour(mode, state), 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        # The size is in device-independent pixels; the answer notes its ratio.
        return _pixmap(self._name, size, self._colour(mode, state), scale)

    def clone(self) -> QIconEngine:
        return _Engine(self._themes, self._name, self._role)

    def key(self) -> str:
        return "urlinspector-svg"
