"""The composition root of the window: builds settings, services and shell, runs them, gives an exit code.

Only this module puts the parts together; all others get what they need by their constructors. Everything of
Qt is imported when a window is asked for, so that the command line pays nothing for it.
"""

import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urlinspector.gui.application import Application
    from urlinspector.gui.errors import ErrorCatcher
    from urlinspector.gui.main_window import MainWindow
    from urlinspector.gui.pages.page import Services
    from urlinspector.gui.shutdown import Shutdown


@dataclass(frozen=True, slots=True)
class Folders:
    """Where settings and the log are kept; no log where `state` is None."""

    config: Path
    state: Path | None

    @classmethod
    def of_user(cls) -> "Folders":
        """The platform's usual places."""
        from platformdirs import PlatformDirs

        dirs = PlatformDirs("urlinspector", appauthor=False)
        return cls(Path(dirs.user_config_dir), Path(dirs.user_log_dir))


@dataclass(frozen=True)
class Parts:
    """What `build` made, for the loop, tests and screenshots."""

    window: "MainWindow"
    services: "Services"
    shutdown: "Shutdown"
    catcher: "ErrorCatcher"


def run(
    text: str | None = None,
    *,
    screenshot: Path | None = None,
    page: str = "",
    theme: str = "",
    zoom: float = 0.0,
    size: tuple[int, int] | None = None,
    scale: float = 1.0,
    offscreen: bool = False,
    quit_after_paint: bool = False,
    folders: Folders | None = None,
) -> int:
    """Open the window, on a URL where there is one, and give the exit code when it is closed.

    With `screenshot`, the window is drawn into that file and closed again; then nothing of the user's
    settings is read or written, and no display is needed. `page` is a page's key, `theme` `light` or `dark`,
    `size` in pixels before `scale`, the pixel ratio; these are meant for pictures and for trying things out.
    `quit_after_paint` is for the measurement of the start.
    """
    from urlinspector.gui.application import FirstPaint, has_display, make_application, run_loop
    from urlinspector.gui.logs import start_log, stop_log
    from urlinspector.gui.tasks.collection import Collector, set_aside
    from urlinspector.gui.translations import install_translations

    if not has_display() and not offscreen and screenshot is None:
        _complain("there is no display to open a window on")
        return 2
    offscreen = offscreen or (screenshot is not None and not has_display())
    with tempfile.TemporaryDirectory() as scratch:
        if folders is None:
            folders = Folders.of_user() if screenshot is None else Folders(Path(scratch), None)
        app = make_application(offscreen=offscreen, scale=scale)
        install_translations(app)
        start_log(folders.state / "urlinspector.log" if folders.state is not None else None)
        collector = Collector()
        collector.start()
        try:
            parts = build(app, folders, theme=theme, zoom=zoom)
            if not _show(parts, text, page, size, screenshot):
                return 2
            set_aside()
            parts.shutdown.finished.connect(app.exit)
            parts.shutdown.on_save(collector.stop)
            if quit_after_paint:
                FirstPaint(parts.window, parts.window.close)
            return run_loop(app)
        finally:
            collector.stop()
            stop_log()


def build(app: "Application", folders: Folders, *, theme: str = "", zoom: float = 0.0) -> Parts:
    """Settings, services and window over an application; nothing is shown yet."""
    from urlinspector.gui.errors import ErrorCatcher
    from urlinspector.gui.icons import Icons
    from urlinspector.gui.main_window import MainWindow
    from urlinspector.gui.pages import PAGES
    from urlinspector.gui.pages.page import Services
    from urlinspector.gui.session import last_profile, last_recents
    from urlinspector.gui.settings import Settings
    from urlinspector.gui.shutdown import Shutdown
    from urlinspector.gui.state.profile_state import ProfileState
    from urlinspector.gui.state.recents import Recents
    from urlinspector.gui.state.theme_state import Scheme, ThemeState
    from urlinspector.gui.tasks.runner import TaskRunner

    settings = Settings(folders.config / "urlinspector.ini")
    themes = ThemeState(
        app,
        Scheme(theme or settings.get("scheme")),
        zoom or settings.get("zoom"),
        settings.get("mono_family"),
    )
    profile, base = last_profile(settings)
    services = Services(
        ProfileState(profile, base=base),
        themes,
        Icons(themes),
        settings,
        TaskRunner(),
        Recents(last_recents(settings)),
    )
    settings.setting_changed.connect(themes.apply_setting)
    window = MainWindow(services, PAGES)
    log_path = folders.state / "urlinspector.log" if folders.state is not None else None
    catcher = ErrorCatcher(log_path)
    services.runner.crashed.connect(catcher.show)
    return Parts(window, services, _shutdown(app, window, services, catcher, Shutdown), catcher)


def _shutdown(
    app: "Application",
    window: "MainWindow",
    services: "Services",
    catcher: "ErrorCatcher",
    make: "type[Shutdown]",
) -> "Shutdown":
    """The order of the end: pages and runner stop, then the session is saved, then Python's hooks go back."""
    from urlinspector.gui.session import save_session

    shutdown = make(app)
    shutdown.on_stop(partial(save_session, window))
    shutdown.on_stop(window.stack.close_pages)
    shutdown.on_stop(services.runner.cancel_all)
    shutdown.on_save(services.runner.close)
    shutdown.on_save(catcher.uninstall)
    window.closed.connect(shutdown.begin)
    return shutdown


def _show(
    parts: Parts, text: str | None, page: str, size: tuple[int, int] | None, screenshot: Path | None
) -> bool:
    """Show the window as asked; False, with a message, for a page that does not exist."""
    from urlinspector.gui.application import Picture
    from urlinspector.gui.session import restore_page, restore_window

    window, keys = parts.window, [each.key for each in parts.window.records]
    if page and page not in keys:
        _complain(f"there is no page “{page}”; there are {', '.join(keys)}")
        return False
    restored = restore_window(window)
    if size is not None:
        window.resize(*size)
    elif not restored and screenshot is None:
        window.fit_to_screen()
    if text is None and not page and restore_page(window):
        pass
    else:
        window.show_page(page or keys[0])
    if text is not None:
        window.open(page or keys[0], text)
    parts.catcher.install(window.myself)
    window.show()
    if screenshot is not None:
        Picture(window, screenshot, window.is_settled, partial(_leave, parts))
    return True


def _leave(parts: Parts, written: bool) -> None:
    parts.shutdown.begin(0 if written else 2)


def _complain(message: str) -> None:
    sys.stderr.write(f"urlinspector: {message}\n")
