"""Shows what was pasted or chosen without a text widget: its first lines, drawn, and how much there is.

A list of a million lines takes a text widget six seconds and half a gigabyte; this takes nothing.
"""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from urlinspector.gui.marks import draw_text
from urlinspector.gui.numbers import counted, reading_locale
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.url.masking import masked

LINES = 5
_HEAD = 1 << 14


def first_lines(data: bytes, count: int = LINES) -> list[str]:
    """The first lines that hold something, decoded as well as may be."""
    text = data[:_HEAD].decode("utf-8", "surrogateescape")
    found = [line.strip() for line in text.splitlines() if line.strip()]
    return [masked(line[:400]) for line in found[:count]]


class PasteBox(QWidget):
    """First lines in monospace, a count below."""

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes = themes
        self._lines: list[str] = []
        self._words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What is being read"))
        themes.theme_changed.connect(self.updateGeometry)

    def show_data(self, data: bytes) -> None:
        """Text that was pasted or dropped."""
        count = data.count(b"\n") + (not data.endswith(b"\n"))
        size = reading_locale().formattedDataSize(len(data))
        said = self.tr("1 line") if count == 1 else self.tr("{0} lines").format(counted(count))
        self.show_lines(first_lines(data), f"{said}, {size}")

    def show_lines(self, lines: list[str], words: str) -> None:
        """Lines as they are, and a sentence."""
        self._lines, self._words = lines[:LINES], words
        self.setAccessibleDescription("\n".join([words, *lines]))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(400), px(18) * (len(self._lines) + 1) + px(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        painter = QPainter(self)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.alternate)
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        for number, line in enumerate([*self._lines, None]):
            room = QRectF(px(10), px(7) + number * px(18), self.width() - px(20), px(18))
            if line is None:
                draw_text(painter, room, self._words, theme.type.small, colours.secondary)
            else:
                draw_text(painter, room, printable(line), theme.type.mono, colours.text)
        painter.end()
