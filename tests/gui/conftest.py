"""What GUI tests share: services without a window, and the whole window as `app` builds it."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from urlinspector import app
from urlinspector.gui.icons import Icons
from urlinspector.gui.pages.page import Services
from urlinspector.gui.settings import Settings
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.gui.state.recents import Recents
from urlinspector.gui.state.theme_state import Scheme, ThemeState
from urlinspector.gui.tasks.runner import TaskRunner
from urlinspector.normalize.library import builtin


@pytest.fixture(autouse=True)
def _no_collection_in_workers() -> Iterator[None]:
    """As in the program: no cyclic garbage is collected in a worker's thread, where widgets must not die."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def themes(qapp: QApplication) -> ThemeState:
    """A light theme at zoom 1."""
    return ThemeState(qapp, Scheme.LIGHT)


@pytest.fixture
def services(qapp: QApplication, themes: ThemeState, tmp_path: Path) -> Iterator[Services]:
    """All services over an empty settings folder, with the profile `safe`."""
    made = Services(
        ProfileState(builtin("safe")),
        themes,
        Icons(themes),
        Settings(tmp_path / "urlinspector.ini"),
        TaskRunner(),
        Recents(),
    )
    yield made
    assert made.runner.close(), "a job did not stop"


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    """A plain window for dialogs to stand over."""
    made = QWidget()
    made.resize(1000, 700)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def make_shell(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., app.Parts]]:
    """`make_shell(theme=…, zoom=…, folder=…)` builds the window; it is closed the way a user closes it."""
    made: list[app.Parts] = []

    def make(*, theme: str = "light", zoom: float = 1.0, folder: Path | None = None) -> app.Parts:
        parts = app.build(qapp, app.Folders(folder or tmp_path, None), theme=theme, zoom=zoom)
        made.append(parts)
        return parts

    yield make
    for parts in made:
        close(parts, qtbot)


@pytest.fixture
def shell(make_shell: Callable[..., app.Parts], qtbot: QtBot) -> app.Parts:
    """The window on the Inspect page, 1440 by 900, light."""
    parts = make_shell()
    parts.window.resize(1440, 900)
    parts.window.show_page("inspect")
    with qtbot.waitActive(parts.window):
        parts.window.show()
        parts.window.activateWindow()
    return parts


def close(parts: app.Parts, qtbot: QtBot) -> None:
    """Close the window, wait for the last stage of the end, and delete it; a second time does nothing."""
    if not isValid(parts.window):
        return
    if not parts.shutdown.is_under_way:
        with qtbot.waitSignal(parts.shutdown.finished, timeout=5000):
            parts.window.close()
    parts.window.deleteLater()
    parts.shutdown.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
