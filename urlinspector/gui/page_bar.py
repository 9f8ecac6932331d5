"""The bar at the left: one checkable button a page, labels hidden where the window is narrow."""

from collections.abc import Iterable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QToolButton, QVBoxLayout, QWidget

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_row, draw_text
from urlinspector.gui.pages import PageRecord
from urlinspector.gui.state.theme_state import ThemeState


class PageButton(QToolButton):
    """Icon over label; the current one on the base colour with the accent at its left."""

    def __init__(self, record: PageRecord, number: int, themes: ThemeState) -> None:
        super().__init__()
        self._record, self._themes = record, themes
        self._narrow = False
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setText(record.shown_title)
        self.setObjectName(f"{record.key}PageButton")
        self.setAccessibleName(record.shown_title)
        self.setAccessibleDescription(record.shown_tip)
        self.setToolTip(f"{record.shown_title} (Ctrl+{number})\n{record.shown_tip}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_narrow(self, narrow: bool) -> None:
        """Without the label."""
        self._narrow = narrow
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self._themes.theme.metrics
        if self._narrow:
            return QSize(metrics.page_bar_narrow, metrics.px(44))
        return QSize(metrics.page_bar, metrics.px(56))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        rect = QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current, hovered = self.isChecked(), self.underMouse()
        if current:
            painter.fillRect(rect, colours.base)
            painter.fillRect(QRectF(0, 0, theme.metrics.accent_edge, rect.height()), colours.accent)
        draw_row(
            painter,
            rect,
            theme,
            selected=False,
            hovered=hovered and not current,
            focused=self.hasFocus(),
            first=True,
        )
        side = theme.metrics.icon_page
        colour = colours.accent if current else colours.secondary
        top = (rect.height() - side) / 2 if self._narrow else px(10)
        paint_icon(
            painter,
            QRectF(round((rect.width() - side) / 2), round(top), side, side),
            self._record.icon,
            colour,
        )
        if self._narrow:
            return
        font = QFont(theme.type.tiny)
        font.setBold(current)
        height = QFontMetrics(font).height()
        room = QRectF(px(2), top + side + px(4), rect.width() - px(4), height)
        text_colour = colours.text if current else colours.secondary
        draw_text(painter, room, self.text(), font, text_colour, Qt.AlignmentFlag.AlignHCenter)


class PageBar(QWidget):
    """Emits `page_chosen(key)` when a button is pressed."""

    page_chosen = Signal(str)

    def __init__(self, records: Iterable[PageRecord], themes: ThemeState) -> None:
        super().__init__()
        self.setObjectName("pageBar")
        self.setAccessibleName(self.tr("Pages"))
        self._themes = themes
        self._narrow = False
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[str, PageButton] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(0)
        for number, record in enumerate(records, 1):
            button = PageButton(record, number, themes)
            self.buttons[record.key] = button
            self._group.addButton(button)
            self._layout.addWidget(button)
        self._layout.addStretch(1)
        self._group.buttonClicked.connect(self._on_button_clicked)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_current(self, key: str) -> None:
        """Mark a page as the one that is shown."""
        self.buttons[key].setChecked(True)

    def set_narrow(self, narrow: bool) -> None:
        """Hide or show the labels."""
        self._narrow = narrow
        for button in self.buttons.values():
            button.set_narrow(narrow)
        self._on_theme_changed()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colours = self._themes.theme.colours
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.window)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), colours.line)

    def _on_button_clicked(self, button: QToolButton) -> None:
        key = next(key for key, each in self.buttons.items() if each is button)
        self.page_chosen.emit(key)

    def _on_theme_changed(self) -> None:
        metrics = self._themes.theme.metrics
        self._layout.setContentsMargins(0, metrics.gap_small, 1, 0)
        self.setFixedWidth(metrics.page_bar_narrow if self._narrow else metrics.page_bar)
        self.update()
