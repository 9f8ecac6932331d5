"""Plain widgets with the house's looks, in one line each; the looks themselves are in `style_sheet`."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.icons import Icons
from urlinspector.gui.state.theme_state import ThemeState


def looks(widget: QWidget, look: str, **more: str) -> None:
    """Give a widget one of the style sheet's looks; `part` and `density` go with `segment`."""
    widget.setProperty("look", look)
    for key, value in more.items():
        widget.setProperty(key, value)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


class FlatButton(QToolButton):
    """A tool button without frame whose icon grows with the zoom."""

    def __init__(self, icons: Icons, icon: str, name: str) -> None:
        super().__init__()
        self._themes = icons.themes
        looks(self, "flat")
        self.setIcon(icons.get(icon, "secondary"))
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        side = self._themes.theme.metrics.icon
        self.setIconSize(QSize(side, side))


def flat_button(
    icons: Icons, icon: str, name: str, on_click: Callable[[], object] | None = None
) -> FlatButton:
    """A tool button without frame; `name` is its tooltip and accessible name."""
    button = FlatButton(icons, icon, name)
    if on_click is not None:
        button.clicked.connect(on_click)
    return button


def segment_button(text: str, part: str, name: str = "") -> QToolButton:
    """One button of an exclusive row; `part` is first, middle, last or only."""
    button = QToolButton()
    looks(button, "segment", part=part)
    button.setText(text)
    button.setCheckable(True)
    button.setAccessibleName(name or text)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def push_button(text: str, icons: Icons | None = None, icon: str = "") -> QPushButton:
    """A push button that never becomes a dialog's default by chance."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    if icons is not None and icon:
        button.setIcon(icons.get(icon))
    return button


def search_field(name: str, placeholder: str = "") -> QLineEdit:
    """A line to find or filter by; `name` stands in it while it is empty, where nothing else is given."""
    field = QLineEdit()
    field.setPlaceholderText(placeholder or name)
    field.setAccessibleName(name)
    field.setClearButtonEnabled(True)
    return field


def without_default(box: QDialogButtonBox) -> None:
    """No button of a dialog that only shows something is run by Return."""
    for button in box.buttons():
        if isinstance(button, QPushButton):
            button.setAutoDefault(False)
            button.setDefault(False)


def name_tabs(tabs: QTabWidget, name: str) -> None:
    """Tell screen readers what the tabs are of."""
    tabs.setAccessibleName(name)
    tabs.tabBar().setAccessibleName(name)


def bare_column(widget: QWidget) -> QVBoxLayout:
    """What a widget has one below the other, without margins and gaps."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column


def bare_row(widget: QWidget) -> QHBoxLayout:
    """What a widget has side by side, without margins and gaps."""
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    return row


def restore_sizes(splitter: QSplitter, kept: object) -> None:
    """Give a splitter's panes the sizes that a session kept; what no session can have kept is passed over."""
    if (
        isinstance(kept, list)
        and len(kept) == splitter.count()
        and all(isinstance(each, int) and each > 0 for each in kept)
    ):
        splitter.setSizes(kept)


def set_progress(bar: QProgressBar, value: int) -> None:
    """How far a bar is. Qt paints at once whatever waits to be painted, all of the window, when a bar moves;
    here it waits with the rest.
    """
    bar.setUpdatesEnabled(False)
    bar.setValue(value)
    bar.setUpdatesEnabled(True)


def label(text: str, look: str = "", *, wraps: bool = False) -> QLabel:
    """A label of one of the looks; its text is never taken for HTML."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wraps)
    if look:
        made.setProperty("look", look)
    return made


def line(upright: bool = False) -> QFrame:
    """A hairline between two panes."""
    frame = QFrame()
    frame.setProperty("look", "upright" if upright else "line")
    return frame


class IconLabel(QLabel):
    """An icon that is no control: sharp at every pixel ratio, recoloured with the theme."""

    def __init__(
        self, themes: ThemeState, icons: Icons, icon: str, role: str = "secondary", size: int = 16
    ) -> None:
        super().__init__()
        self._icons, self._icon, self._role, self._size = icons, icon, role, size
        self._themes = themes
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_icon(self, icon: str, role: str) -> None:
        """Another picture or colour."""
        self._icon, self._role = icon, role
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        side = self._themes.theme.metrics.px(self._size)
        ratio = self.devicePixelRatioF()
        self.setPixmap(self._icons.pixmap(self._icon, side, self._role, ratio))
        self.setFixedSize(QSize(side, side))
