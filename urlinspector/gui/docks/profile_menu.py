"""The menu of profiles: the built-in ones, the user's own, and those that work as other programs do."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget, QWidgetAction

from urlinspector.gui.pages.page import Services
from urlinspector.gui.widgets import search_field
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
        state = self._services.profile
        self.fill_with(menu, state.choose, self.open_file, state.base.name, state.path)

    def fill_with(
        self,
        menu: QMenu,
        choose: Callable[[str], object],
        open_file: Callable[[Path], object],
        name: str = "",
        path: Path | None = None,
    ) -> None:
        """Add an action for every profile, which calls `choose` with its name or `open_file` with its file.

        The one of that name and file is checked.
        """
        menu.setToolTipsVisible(True)
        for each in self.general():
            self._add(menu, each, partial(choose, each), checked=each == name and path is None)
        own = self.own_files()
        if own:
            menu.addSection(self.tr("Saved"))
        for file in own:
            self._add(menu, file.stem, partial(open_file, file), checked=file == path, built_in=False)
        peers = self.peers()
        if peers:
            menu.addSeparator()
            submenu = SearchMenu(self.tr("As other programs do it"), menu)
            menu.addMenu(submenu)
            for each in peers:
                submenu.add_entry(
                    self._add(submenu, each, partial(choose, each), checked=each == name and path is None),
                    peer_words(each),
                )

    def open_file(self, path: Path) -> bool:
        """Read a profile file; a reason goes to `failed`. Whether it was read."""
        try:
            self._services.profile.open(path)
        except ProfileError as error:
            self.failed.emit(self.tr("“{path}” cannot be read: {why}.").format(path=path, why=error))
        else:
            return True
        return False

    def _add(
        self, menu: QMenu, name: str, choose: Callable[[], object], *, checked: bool, built_in: bool = True
    ) -> QAction:
        action = menu.addAction(name, choose)
        action.setCheckable(True)
        action.setChecked(checked)
        if built_in:
            action.setToolTip(_describe(name))
        return action


class SearchMenu(QMenu):
    """A menu that scrolls where it is long, with a field at its top that leaves what holds its words."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setToolTipsVisible(True)
        self.setStyleSheet("QMenu { menu-scrollable: 1; }")
        self._entries: list[tuple[QAction, str]] = []
        self.field = search_field(self.tr("Find a program"))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.returnPressed.connect(self._on_return_pressed)
        holder = QWidgetAction(self)
        holder.setDefaultWidget(self.field)
        self.addAction(holder)
        self.aboutToShow.connect(self._on_about_to_show)

    def add_entry(self, action: QAction, words: str) -> None:
        """Make an action findable; `words` are shown beside its name."""
        name = action.text()
        action.setText(f"{name}\t{words}" if words else name)
        self._entries.append((action, f"{name} {words}".lower()))

    @property
    def shown(self) -> list[QAction]:
        """The actions that the field leaves."""
        return [action for action, _ in self._entries if action.isVisible()]

    def _on_about_to_show(self) -> None:
        self.field.clear()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_text_changed(self, text: str) -> None:
        wanted = text.lower().split()
        for action, words in self._entries:
            action.setVisible(all(each in words for each in wanted))

    def _on_return_pressed(self) -> None:
        if len(self.shown) == 1:
            self.shown[0].trigger()
            top = self.parentWidget()
            if isinstance(top, QMenu):
                top.close()


def peer_words(name: str) -> str:
    """The short names of a program's profile."""
    try:
        return ", ".join(builtin(name).aliases)
    except ProfileError:
        return ""


def _describe(name: str) -> str:
    try:
        found = builtin(name)
    except ProfileError as error:
        return str(error)
    return found.description or found.title
