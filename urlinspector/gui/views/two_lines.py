"""A sentence on at most two lines, the second one ending in an ellipsis; the tooltip has it all."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable


class TwoLines(QWidget):
    """Grey interface type, vertically centred."""

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes = themes
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        themes.theme_changed.connect(self._on_theme_changed)

    @property
    def text(self) -> str:
        return self._text

    def set_text(self, text: str) -> None:
        """Show a sentence."""
        shown = printable(text)
        if shown != self._text:
            self._text = shown
            self.setAccessibleName(shown)
            self.update()

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(300), px(36))

    def minimumSizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(40), px(20))

    def lines(self) -> list[str]:
        """The text as it is broken for the present width."""
        font, width = self._themes.theme.type.ui, max(self.width(), 10)
        layout = QTextLayout(self._text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        first = layout.createLine()
        first.setLineWidth(width)
        layout.endLayout()
        end = first.textStart() + first.textLength()
        rest = self._text[end:].strip()
        head = self._text[:end].rstrip()
        if not rest:
            return [head]
        return [head, QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)]

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        lines = self.lines() if self._text else []
        self.setToolTip(self._text if lines and lines[-1].endswith("…") else "")
        metrics = QFontMetricsF(theme.type.ui)
        painter = QPainter(self)
        painter.setFont(theme.type.ui)
        painter.setPen(theme.colours.secondary)
        height = theme.metrics.px(17)
        top = (self.height() - height * len(lines)) / 2
        for number, line in enumerate(lines):
            base = top + number * height + (height - metrics.height()) / 2 + metrics.ascent()
            painter.drawText(QPointF(0, base), line)
        painter.end()

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
