"""The first line of the steps dock: which profile is used, how it was changed, undo, redo, save, more."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_text
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.widgets import flat_button, looks


class ProfileChooser(QToolButton):
    """A button like a combo box: the profile's name, what was changed in grey, and a menu of profiles."""

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes = themes
        self._name = ""
        self._changes = ""
        looks(self, "button")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(self.tr("Choose a profile"))

    def set_words(self, name: str, changes: str) -> None:
        """Show a profile's name and how it differs from what was chosen."""
        self._name, self._changes = name, changes
        whole = f"{name} – {changes}" if changes else name
        self.setAccessibleName(self.tr("Profile: {name}").format(name=whole))
        self.setToolTip(whole)
        self.update()

    @property
    def shown_text(self) -> str:
        """What the button says."""
        return f"{self._name} – {self._changes}" if self._changes else self._name

    def sizeHint(self) -> QSize:
        metrics = self._themes.theme.metrics
        width = QFontMetrics(self._themes.theme.type.ui).horizontalAdvance(self.shown_text)
        return QSize(min(width + metrics.px(40), metrics.px(220)), metrics.control)

    def minimumSizeHint(self) -> QSize:
        metrics = self._themes.theme.metrics
        return QSize(metrics.px(90), metrics.control)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._themes.theme
        px = theme.metrics.px
        side = px(12)
        arrow = QRectF(self.width() - px(8) - side, (self.height() - side) / 2, side, side)
        room = QRectF(px(9), 0, arrow.left() - px(13), self.height())
        took = draw_text(painter, room, self._name, theme.type.ui, theme.colours.text)
        if self._changes:
            rest = room.adjusted(took, 0, 0, 0)
            draw_text(painter, rest, f" – {self._changes}", theme.type.ui, theme.colours.secondary)
        paint_icon(painter, arrow, "chevron-down", theme.colours.text)


class ProfileBar(QWidget):
    """Chooser and buttons; the menus are filled when they open, by functions given from outside."""

    chosen = Signal(str)
    about_asked = Signal()

    def __init__(self, services: Services, fill_choices: Callable[[QMenu], None]) -> None:
        super().__init__()
        self._services = services
        state, icons = services.profile, services.icons
        self.chooser = ProfileChooser(services.themes)
        self.choices_menu = QMenu(self.chooser)
        self.choices_menu.aboutToShow.connect(self._on_choices_about_to_show)
        self._fill_choices = fill_choices
        self.chooser.setMenu(self.choices_menu)
        self.about_button = flat_button(icons, "info", self.tr("About the profile"), self.about_asked.emit)
        self.undo_button = flat_button(icons, "undo", self.tr("Undo the last change of steps"), state.undo)
        self.redo_button = flat_button(icons, "redo", self.tr("Redo the change of steps"), state.redo)
        self.save_button = flat_button(icons, "save", self.tr("Save the profile as…"))
        self.more_button = flat_button(icons, "more", self.tr("More about the profile"))
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_menu = QMenu(self.more_button)
        self.more_button.setMenu(self.more_menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.chooser, 1)
        layout.addSpacing(4)
        for button in (
            self.about_button,
            self.undo_button,
            self.redo_button,
            self.save_button,
            self.more_button,
        ):
            layout.addWidget(button)
        state.profile_changed.connect(self._on_profile_changed)
        state.history_changed.connect(self._on_history_changed)
        self._on_profile_changed()
        self._on_history_changed()

    def use_actions(self, save: QAction, more: Sequence[QAction | None]) -> None:
        """Take the window's actions for the save button and the menu of dots; None is a separator."""
        self.save_button.clicked.connect(save.trigger)
        self.more_menu.clear()
        for action in more:
            if action is None:
                self.more_menu.addSeparator()
            else:
                self.more_menu.addAction(action)

    def set_narrow(self, narrow: bool) -> None:
        """Leave the room to the profile's name; undo and redo are in the Edit menu."""
        self.undo_button.setVisible(not narrow)
        self.redo_button.setVisible(not narrow)

    def open_choices(self) -> None:
        """Drop the list of profiles down."""
        self.choices_menu.popup(self.chooser.mapToGlobal(QPoint(0, self.chooser.height())))

    def _on_choices_about_to_show(self) -> None:
        self.choices_menu.clear()
        self._fill_choices(self.choices_menu)

    def _on_profile_changed(self) -> None:
        state = self._services.profile
        self.chooser.set_words(state.base.name, state.changes.words())

    def _on_history_changed(self) -> None:
        state = self._services.profile
        self.undo_button.setEnabled(state.can_undo)
        self.redo_button.setEnabled(state.can_redo)
