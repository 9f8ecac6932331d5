"""An example to click on an empty page: one URL or several, one over the other, and what they show."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from urlinspector.gui.marks import draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.diff_text import TextBlock, UrlText

_WIDTH, _HEIGHT, _LINE, _EDGE = 640, 32, 18, 12
"""In pixels at 100 %: a button's width, its height with one URL, a line, the room at the sides."""


class ExampleButton(QAbstractButton):
    """Neighbours share a line: only the first has one above it.

    In: the theme, the URLs as they are, what they show in the user's language.
    """

    def __init__(self, themes: ThemeState, texts: tuple[str, ...], about: str, *, is_first: bool) -> None:
        super().__init__()
        self._themes, self._texts, self._about, self._is_first = themes, texts, about, is_first
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Example: {0}").format(about))
        self.setAccessibleDescription("\n".join(texts))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        px = theme.metrics.px
        self.setFixedSize(px(_WIDTH), px(_HEIGHT if len(self._texts) == 1 else _LINE * len(self._texts) + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        painter = QPainter(self)
        rect = QRectF(self.rect())
        painter.fillRect(rect, colours.hover if self.underMouse() else colours.base)
        painter.setPen(QPen(colours.line, 1))
        painter.drawRect(rect.adjusted(0.5, 0.5 if self._is_first else -0.5, -0.5, -0.5))
        room = rect.adjusted(px(_EDGE), 0, -px(_EDGE), 0)
        right = Qt.AlignmentFlag.AlignRight
        taken = draw_text(painter, room, self._about, theme.type.small, colours.secondary, right)
        width = room.width() - taken - px(16)
        blocks = [TextBlock(UrlText(text), theme, width) for text in self._texts]
        step = px(_LINE)
        top = (rect.height() - step * (len(blocks) - 1) - blocks[0].height) / 2
        for number, block in enumerate(blocks):
            block.paint(painter, room.left(), top + number * step)
        if self.hasFocus():
            painter.setPen(QPen(colours.accent, 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.end()
