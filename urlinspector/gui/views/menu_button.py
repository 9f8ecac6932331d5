"""A button with a menu: icon, text, and a chevron that says so."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton

from urlinspector.gui.icons import Icons, paint_icon
from urlinspector.gui.marks import draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import mix
from urlinspector.gui.widgets import looks


class MenuButton(QToolButton):
    """Looks like a push button; a click opens its menu if it has one. Without an icon it is a small one."""

    def __init__(
        self, themes: ThemeState, icons: Icons, icon: str, text: str, menu: QMenu | None = None
    ) -> None:
        super().__init__()
        looks(self, "button")
        self._themes, self._icon_name = themes, icon
        if icon:
            self.setIcon(icons.get(icon))
        self.setText(text)
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if menu is not None:
            self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            self.setMenu(menu)

    def _has_text(self) -> bool:
        return self.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        width = 2 * px(9) + (px(16) if self._icon_name else 0)
        if self._has_text():
            width += (px(7) if self._icon_name else 0) + self.fontMetrics().horizontalAdvance(self.text())
        if self.menu() is not None:
            width += px(16)
        metrics = self._themes.theme.metrics
        return QSize(width, metrics.control if self._icon_name else metrics.control_small)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text, option.arrowType = "", Qt.ArrowType.NoArrow
        option.icon = type(self.icon())()
        option.features = QStyleOptionToolButton.ToolButtonFeature.None_
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._themes.theme
        px, colours = theme.metrics.px, theme.colours
        ink = colours.text if self.isEnabled() else mix(colours.secondary, colours.window, 0.5)
        rect = QRectF(self.rect())
        box = QRectF(px(9), rect.center().y() - px(8), px(16), px(16))
        if self._icon_name:
            paint_icon(painter, box, self._icon_name, ink)
        if self._has_text():
            left = box.right() + px(7) if self._icon_name else box.left()
            room = QRectF(left, 0, rect.width() - left, rect.height())
            draw_text(painter, room, self.text(), self.font(), ink)
        if self.menu() is not None:
            side = px(12)
            mark = QRectF(rect.right() - px(8) - side, rect.center().y() - side / 2, side, side)
            paint_icon(painter, mark, "chevron-down", ink)
        painter.end()
