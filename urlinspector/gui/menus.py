"""The menu bar, filled from the records of the shell and of the page that is shown."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from urlinspector.gui.actions import Action, ActionSet, Menu

Filler = Callable[[QMenu], None]


class MenuBar(QMenuBar):
    """Holds one QMenu for each `Menu`; `fill` makes them anew, and nothing else does."""

    def __init__(self) -> None:
        super().__init__()
        self.setNativeMenuBar(True)
        self._sets: Sequence[ActionSet] = ()
        self.menus: dict[Menu, QMenu] = {}
        for menu in Menu:
            made = self.addMenu(menu.shown_title)
            made.setObjectName(menu.name.lower() + "Menu")
            made.aboutToShow.connect(self._on_about_to_show)
            self.menus[menu] = made

    def fill(self, sets: Sequence[ActionSet], fillers: Mapping[tuple[Menu, int, str], Filler]) -> None:
        """Put the actions of all sets into their menus, in groups.

        A filler adds a submenu of a title to a menu's group, and is called each time that submenu opens.
        """
        self._sets = sets
        for menu, made in self.menus.items():
            made.clear()
            entries: list[tuple[int, int, Action | str, QAction | Filler]] = [
                (record.group, 1, record, actions.by_key[record.key])
                for actions in sets
                for record in actions.records
                if record.menu is menu
            ]
            entries += [
                (group, 2, title, filler)
                for (where, group, title), filler in fillers.items()
                if where is menu
            ]
            entries.sort(key=_place)
            self._fill_menu(made, entries)
            made.menuAction().setVisible(bool(entries))

    def _fill_menu(
        self, menu: QMenu, entries: Sequence[tuple[int, int, Action | str, QAction | Filler]]
    ) -> None:
        last: int | None = None
        submenus: dict[str, QMenu] = {}
        taken: dict[str, set[str]] = {}
        for group, _kind, what, how in entries:
            if last is not None and group != last:
                menu.addSeparator()
            last = group
            if isinstance(what, Action) and isinstance(how, QAction):
                target = menu
                if what.submenu:
                    if what.submenu not in submenus:
                        title = _with_free_mnemonic(what.submenu, taken.setdefault("", set()))
                        submenus[what.submenu] = menu.addMenu(title)
                    target = submenus[what.submenu]
                target.addAction(how)
                how.setText(_with_free_mnemonic(what.text, taken.setdefault(what.submenu, set())))
            elif isinstance(what, str) and not isinstance(how, QAction):
                made = menu.addMenu(_with_free_mnemonic(what, taken.setdefault("", set())))
                made.aboutToShow.connect(partial(_refill, made, how))

    def _on_about_to_show(self) -> None:
        for actions in self._sets:
            actions.refresh()


def _refill(menu: QMenu, filler: Filler) -> None:
    menu.clear()
    filler(menu)


def _with_free_mnemonic(text: str, taken: set[str]) -> str:
    """The text, without its mnemonic where another entry of the menu has the letter: pages know nothing of
    each other.
    """
    letter = QKeySequence.mnemonic(text).toString()
    if letter in taken:
        return text.replace("&", "")
    if letter:
        taken.add(letter)
    return text


def _place(entry: tuple[int, int, Action | str, QAction | Filler]) -> tuple[int, int]:
    return entry[:2]
