"""The title of a dock: its name, and buttons to float and to close it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QWidget

from urlinspector.gui.icons import Icons
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.widgets import flat_button, label, looks


class DockTitle(QWidget):
    """A title bar of 28 px; dragging it moves the dock, as the dock itself handles the mouse."""

    def __init__(self, dock: QDockWidget, themes: ThemeState, icons: Icons) -> None:
        super().__init__(dock)
        self._dock, self._themes = dock, themes
        looks(self, "dock-title")
        self.title_label = label(dock.windowTitle(), "strong")
        # A label would take the press that starts a drag.
        self.title_label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        name = dock.windowTitle()
        self.float_button = flat_button(
            icons, "float", self.tr("Float {dock}").format(dock=name), self._on_float_clicked
        )
        self.close_button = flat_button(icons, "close", self.tr("Close {dock}").format(dock=name), dock.close)
        for button in (self.float_button, self.close_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._layout = layout = QHBoxLayout(self)
        layout.setSpacing(2)
        layout.addWidget(self.title_label, 1)
        layout.addWidget(self.float_button)
        layout.addWidget(self.close_button)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._themes.theme.metrics.dock_title)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._themes.theme.colours.line)

    def _on_float_clicked(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())

    def _on_theme_changed(self) -> None:
        metrics = self._themes.theme.metrics
        self._layout.setContentsMargins(metrics.edge, 0, metrics.px(6), 0)
        self.setFixedHeight(metrics.dock_title)
