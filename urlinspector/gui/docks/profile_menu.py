"""The menu of profiles: the built-in ones, the user's own, and those that work as other programs do."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from urlinspector.gui.pages.page import Services
from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.normalize.profile import ProfileError

FIRST = ("rfc3986", "safe", "browser", "seo", "robots-1997", "similar", "everything-2005")
"""The general profiles in the order of their reach; the others are named after the programs they follow."""


class ProfileMenu(QObject):
    """Fills a menu with all profiles; `failed(message)` when a file of the user's cannot be read."""

    failed = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services

    def own_files(self) -> list[Path]:
        """The user's saved profiles by name."""
        folder = self._services.settings.profiles_folder
        return sorted(folder.glob("*.toml")) if folder.is_dir() else []

    def general(self) -> list[str]:
        """The built-in profiles that follow no single program."""
        there = builtin_names()
        return [name for name in FIRST if name in there]

    def peers(self) -> list[str]:
        """The built-in profiles that follow a program."""
        return [name for name in builtin_names() if name not in FIRST]

    def fill(self, menu: QMenu) -> None:
        """Add an action for every profile; the one in use is checked."""
        for name in self.general():
            self._add(menu, name, partial(self._services.profile.choose, name))
        own = self.own_files()
        if own:
            menu.addSection(self.tr("Saved"))
        for path in own:
            self._add(menu, path.stem, partial(self.open_file, path), path)
        peers = self.peers()
        if peers:
            menu.addSeparator()
            submenu = menu.addMenu(self.tr("As other programs do it"))
            for name in peers:
                self._add(submenu, name, partial(self._services.profile.choose, name))

    def open_file(self, path: Path) -> bool:
        """Read a profile file; a reason goes to `failed`. Whether it was read."""
        try:
            self._services.profile.open(path)
        except (OSError, UnicodeDecodeError) as error:
            self.failed.emit(self.tr("{name} cannot be read: {why}").format(name=path.name, why=error))
        except ProfileError as error:
            self.failed.emit(f"{path.name}: {error}")
        else:
            return True
        return False

    def _add(self, menu: QMenu, name: str, choose: Callable[[], object], path: Path | None = None) -> None:
        action = menu.addAction(name, choose)
        action.setCheckable(True)
        state = self._services.profile
        action.setChecked(state.base.name == name and state.path == path)
        if path is None:
            action.setToolTip(_describe(name))


def _describe(name: str) -> str:
    try:
        found = builtin(name)
    except ProfileError as error:
        return str(error)
    return found.description or found.title
