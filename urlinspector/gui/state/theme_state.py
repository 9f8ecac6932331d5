"""Which theme the window has now: light, dark or the system's, at what zoom."""

from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from urlinspector.gui.theme import ZOOMS, Theme, apply_theme, make_theme, system_is_dark


class Scheme(Enum):
    """What the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class ThemeState(QObject):
    """The present theme; widgets that paint by themselves listen to `theme_changed(Theme)` and repaint."""

    theme_changed = Signal(object)

    def __init__(
        self,
        app: QApplication,
        scheme: Scheme = Scheme.SYSTEM,
        zoom: float = 1.0,
        mono_family: str = "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._scheme = scheme
        self._zoom = zoom
        self._mono_family = mono_family
        self._theme = self._make()
        apply_theme(app, self._theme)
        app.styleHints().colorSchemeChanged.connect(self._on_system_scheme_changed)

    @property
    def theme(self) -> Theme:
        """The theme to paint with."""
        return self._theme

    @property
    def scheme(self) -> Scheme:
        return self._scheme

    @property
    def zoom(self) -> float:
        return self._zoom

    def set_scheme(self, scheme: Scheme) -> None:
        """Light, dark, or what the system says."""
        self._scheme = scheme
        self._refresh()

    def set_zoom(self, zoom: float) -> None:
        """Scale type and rows; held within the steps of `ZOOMS`."""
        self._zoom = min(max(zoom, ZOOMS[0]), ZOOMS[-1])
        self._refresh()

    def zoom_in(self) -> None:
        """The next step up."""
        self.set_zoom(next((each for each in ZOOMS if each > self._zoom + 0.001), ZOOMS[-1]))

    def zoom_out(self) -> None:
        """The next step down."""
        self.set_zoom(next((each for each in reversed(ZOOMS) if each < self._zoom - 0.001), ZOOMS[0]))

    def set_mono_family(self, family: str) -> None:
        """The font of URLs; empty for the usual one."""
        self._mono_family = family
        self._refresh()

    def apply_setting(self, key: str, value: object) -> None:
        """Follow a setting: `scheme`, `zoom` or `mono_family`; others are not meant for here."""
        if key == "scheme":
            self.set_scheme(Scheme(value))
        elif key == "zoom" and isinstance(value, float):
            self.set_zoom(value)
        elif key == "mono_family":
            self.set_mono_family(str(value))

    def _make(self) -> Theme:
        dark = self._scheme is Scheme.DARK or (self._scheme is Scheme.SYSTEM and system_is_dark(self._app))
        return make_theme(dark=dark, zoom=self._zoom, mono_family=self._mono_family)

    def _refresh(self) -> None:
        made = self._make()
        if made == self._theme:
            return
        self._theme = made
        apply_theme(self._app, made, windows=True)
        self.theme_changed.emit(made)

    def _on_system_scheme_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._scheme is Scheme.SYSTEM:
            self._refresh()
