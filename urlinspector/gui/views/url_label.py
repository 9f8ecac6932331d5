"""A piece of a URL as a label: painted in the diff grammar, broken into rows where it is long, copied by
its menu.
"""

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from urlinspector.gui.marks import draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.views.clipboard import mime_of
from urlinspector.gui.views.diff_text import BlockCache, UrlText, described, plain
from urlinspector.gui.views.finding import hits_outside
from urlinspector.gui.views.tips import tip_text

_OPEN_LINES = 400


class UrlLabel(QWidget):
    """Shows a `UrlText`, or words in its place; `position_clicked(int)` tells the character under a click."""

    position_clicked = Signal(int)

    def __init__(
        self, themes: ThemeState, name: str, *, lines: int = 3, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes, self._lines, self._name = themes, lines, name
        self._content: UrlText | None = None
        self._words, self._is_warning = "", False
        self._copied = ""
        self._wanted = ""
        """What Find looks for."""
        self._is_open = False
        self._blocks = BlockCache(16)
        self._heights: dict[int, int] = {}
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # It fills its own ground, so that what is behind need not be painted at each keystroke.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        themes.theme_changed.connect(self._on_theme_changed)

    def set_content(self, content: UrlText, *, copied: str | None = None) -> None:
        """Show a text; `copied` is what Copy gives where that is not what is shown (a mask)."""
        self._copied = plain(content) if copied is None else copied
        if self._wanted:
            content = replace(content, found=hits_outside(content.text, self._wanted, content.mask))
        if content == self._content:
            return
        self._content, self._words, self._is_warning = content, "", False
        self._told(described(content), content.text)

    def mark_found(self, wanted: str) -> int:
        """Mark where the text holds another one, now and when it changes; how many hits there are."""
        self._wanted = wanted
        if self._content is None:
            return int(bool(wanted) and wanted.lower() in self._words.lower())
        self.set_content(
            replace(self._content, found=hits_outside(self._content.text, wanted, self._content.mask)),
            copied=self._copied,
        )
        return len(self._content.found)

    def set_words(self, words: str, *, warning: bool = False) -> None:
        """Show words, in grey or in the warning colour."""
        if (self._content, self._words, self._is_warning) == (None, words, warning):
            return
        self._content, self._words, self._is_warning, self._copied = None, words, warning, ""
        self._told(words, "")

    @property
    def content(self) -> UrlText | None:
        return self._content

    @property
    def words(self) -> str:
        return self._words

    @property
    def copied(self) -> str:
        """What Copy gives."""
        return self._copied

    def _told(self, said: str, tip: str) -> None:
        self._heights.clear()
        self.setAccessibleDescription(said)
        is_long = len(tip) > 120
        self.setToolTip(tip_text(plain(self._content)) if is_long and self._content else "")
        if self.heightForWidth(self.width()) != self.height():
            self.updateGeometry()
        self.update()

    @property
    def is_open(self) -> bool:
        """Whether all of a long text is shown."""
        return self._is_open

    def toggle_open(self) -> None:
        """Show all of a long text, or its first lines and those with the change."""
        self._is_open = not self._is_open
        self._heights.clear()
        self.updateGeometry()
        self.update()

    def _most_lines(self) -> int:
        return _OPEN_LINES if self._is_open else self._lines

    def copy(self) -> None:
        """Put the text into the clipboard."""
        if self._copied:
            QGuiApplication.clipboard().setMimeData(mime_of(self._copied))

    # Size and paint

    def heightForWidth(self, width: int) -> int:
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._height(width)
        return height

    def _height(self, width: int) -> int:
        theme = self._themes.theme
        if self._content is None:
            return theme.metrics.px(20)
        return round(self._blocks.get(self._content, theme, width, self._most_lines()).height)

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(200), max(px(20), self.heightForWidth(max(self.width(), px(200)))))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._themes.theme.metrics.px(60), self._themes.theme.metrics.px(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colours.base)
        if self._content is None:
            colour = theme.colours.warning.text if self._is_warning else theme.colours.secondary
            draw_text(painter, self.rect().toRectF(), printable(self._words), theme.type.ui, colour)
        else:
            block = self._blocks.get(self._content, theme, self.width(), self._most_lines())
            block.paint(painter, 0, (self.height() - block.height) / 2)
        if self.hasFocus():
            painter.setPen(QPen(theme.colours.accent, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    # What the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._content is None or event.button() != Qt.MouseButton.LeftButton:
            return
        block = self._blocks.get(self._content, self._themes.theme, self.width(), self._most_lines())
        y = event.position().y() - (self.height() - block.height) / 2
        self.position_clicked.emit(block.index_at(event.position().x(), y))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._content is not None:
            self.toggle_open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggle_open()
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = QAction(self.tr("Copy"), menu)
        action.setEnabled(bool(self._copied))
        action.triggered.connect(self.copy)
        menu.addAction(action)
        whole = QAction(self.tr("Show all of it"), menu)
        whole.setCheckable(True)
        whole.setChecked(self._is_open)
        whole.triggered.connect(self.toggle_open)
        menu.addAction(whole)
        menu.popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _on_theme_changed(self) -> None:
        self._heights.clear()
        self.updateGeometry()
        self.update()
