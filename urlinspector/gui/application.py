"""Qt's application object, and a picture of a window. `app` builds everything else."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from urlinspector import __version__
from urlinspector.url.components import Url
from urlinspector.url.masking import secret_span

Application = QApplication

APP_ID = "urlinspector"
"""Name of the desktop file: Wayland finds the window's icon by it."""


def has_display() -> bool:
    """Whether a window can be shown: always but on Unix without X11 and Wayland."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_application(*, offscreen: bool = False, scale: float = 1.0) -> QApplication:
    """The one QApplication, named; `scale` is the pixel ratio that a high-density screen would have.

    Raises RuntimeError when there is one already.
    """
    if QApplication.instance() is not None:
        raise RuntimeError("there is a QApplication already")
    if offscreen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if scale != 1.0:
        os.environ["QT_SCALE_FACTOR"] = str(scale)
    QGuiApplication.setDesktopFileName(APP_ID)
    app = QApplication([APP_ID])
    app.setApplicationName(APP_ID)
    app.setApplicationDisplayName("")
    app.setApplicationVersion(__version__)
    app.setQuitOnLastWindowClosed(False)
    return app


class Picture(QObject):
    """Takes a picture of a window as soon as it has been laid out and is `ready`, then calls `then`."""

    TRIES = 400

    def __init__(
        self, window: QWidget, path: Path, ready: Callable[[], bool], then: Callable[[bool], None]
    ) -> None:
        super().__init__(window)
        self._window, self._path, self._ready, self._then = window, path, ready, then
        self._tries = 0
        self._timer = QTimer(self)
        self._timer.setInterval(25)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._timer.start()

    def _on_timer_timeout(self) -> None:
        self._tries += 1
        # The first turns belong to layout, polishing and throttled updates.
        if self._tries < 8 or (not self._ready() and self._tries < self.TRIES):
            return
        self._timer.stop()
        self._hide_credentials()
        self._lay_out()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._then(self._window.grab().save(str(self._path), "PNG"))

    def _lay_out(self) -> None:
        """A layout may have asked for room before the style sheet gave a font, and is not told of it."""
        found = [each.layout() for each in self._window.findChildren(QWidget) if each.isVisible()]
        layouts = [each for each in found if each is not None]
        for order in (reversed(layouts), layouts):
            for each in order:
                each.invalidate()
                each.activate()

    def _hide_credentials(self) -> None:
        """A field shows them while it has the focus; a picture must not (definitions §6)."""
        from urlinspector.gui.views.url_field import UrlField

        focused = self._window.focusWidget()
        if isinstance(focused, UrlField) and secret_span(Url.parse(focused.text)) is not None:
            focused.clearFocus()


class FirstPaint(QObject):
    """Calls `then` once a window has been painted for the first time."""

    def __init__(self, window: QWidget, then: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._then = window, then
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.UpdateRequest:
            # The window paints itself and its children in this event; the next turn is the first one
            # afterwards.
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self, self._then)
        return super().eventFilter(watched, event)


def run_loop(app: QApplication) -> int:
    """Run until `app.exit(code)`; the code."""
    code = app.exec()
    # Deferred deletes of the last turn are still due.
    QEventLoop().processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    return code
