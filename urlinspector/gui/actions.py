"""Every command of the window as a record; menus, palette and shortcuts are made from one list.

The shell has its list (`shell_actions.py`), each page adds its own by `page_actions()`. A record's `trigger`
is a bound method; nothing here knows a widget.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from urlinspector.gui.icons import Icons


class Menu(Enum):
    """The menus in their order; the value is the English title with its mnemonic."""

    FILE = str(QT_TRANSLATE_NOOP("Menu", "&File"))
    EDIT = str(QT_TRANSLATE_NOOP("Menu", "&Edit"))
    VIEW = str(QT_TRANSLATE_NOOP("Menu", "&View"))
    STEPS = str(QT_TRANSLATE_NOOP("Menu", "&Steps"))
    PAGES = str(QT_TRANSLATE_NOOP("Menu", "&Pages"))
    HELP = str(QT_TRANSLATE_NOOP("Menu", "&Help"))

    @property
    def shown_title(self) -> str:
        """The title in the user's language."""
        return QCoreApplication.translate("Menu", self.value)

    @property
    def plain_title(self) -> str:
        """The title without its mnemonic."""
        return self.shown_title.replace("&", "")


@dataclass(frozen=True)
class Action:
    """One command.

    `text` is already in the user's language, with a mnemonic where it helps. `group` keeps neighbours
    together: a separator stands between two groups of a menu. `order` sorts within the menu; records of equal
    order keep theirs. `is_enabled` and `is_checked` are asked when a menu or the palette opens and after
    every `refresh`.
    """

    key: str
    """`file.open-profile`; the QAction's object name."""
    text: str
    trigger: Callable[[], None]
    menu: Menu | None
    """None: palette and shortcut only."""
    group: int = 0
    shortcut: str | QKeySequence.StandardKey = ""
    more_shortcuts: tuple[str, ...] = ()
    icon: str = ""
    is_enabled: Callable[[], bool] | None = None
    is_checked: Callable[[], bool] | None = None
    tip: str = ""
    role: QAction.MenuRole = QAction.MenuRole.NoRole
    submenu: str = ""
    """Title of a submenu that the action stands in."""

    @property
    def plain_text(self) -> str:
        """The text without mnemonic and dots, for the palette and screen readers."""
        return self.text.replace("&", "").rstrip("…").strip()


@dataclass(frozen=True)
class Group:
    """Neighbours in a menu: what their records have in common, so that each is written in a line or two."""

    menu: Menu
    number: int
    is_enabled: Callable[[], bool] | None = None
    submenu: str = ""

    def action(
        self,
        key: str,
        text: str,
        trigger: Callable[[], None],
        shortcut: str | QKeySequence.StandardKey = "",
        icon: str = "",
        **more: Any,
    ) -> Action:
        """The record of one of them; `more` are other fields of `Action`, which win over the group's."""
        shared = {"is_enabled": self.is_enabled, "submenu": self.submenu}
        return Action(key, text, trigger, self.menu, self.number, shortcut, icon=icon, **{**shared, **more})


class ActionSet(QObject):
    """The QActions of a list of records, owned by one widget so that their shortcuts work there."""

    def __init__(self, records: Iterable[Action], owner: QWidget, icons: Icons) -> None:
        super().__init__(owner)
        self.records: tuple[Action, ...] = tuple(records)
        self._owner = owner
        self.by_key: dict[str, QAction] = {}
        for record in self.records:
            if record.key in self.by_key:
                raise ValueError(f"two actions are called {record.key}")
            action = self._make(record, icons)
            self.by_key[record.key] = action
            owner.addAction(action)
        self.refresh()

    def _make(self, record: Action, icons: Icons) -> QAction:
        action = QAction(record.text, self)
        action.setObjectName(record.key)
        action.setMenuRole(record.role)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        keys = [QKeySequence(record.shortcut)] if record.shortcut else []
        keys += [QKeySequence(each) for each in record.more_shortcuts]
        if keys:
            action.setShortcuts(keys)
        if record.icon:
            action.setIcon(icons.get(record.icon))
            action.setIconVisibleInMenu(True)
        if record.tip:
            action.setToolTip(record.tip)
            action.setStatusTip(record.tip)
        action.setCheckable(record.is_checked is not None)
        # `triggered` passes a bool that no record's trigger takes.
        action.triggered.connect(_Call(record.trigger, action).run)
        return action

    def refresh(self) -> None:
        """Ask every record whether it is enabled and checked."""
        for record in self.records:
            action = self.by_key[record.key]
            if record.is_enabled is not None:
                action.setEnabled(record.is_enabled())
            if record.is_checked is not None:
                action.setChecked(record.is_checked())

    def remove(self) -> None:
        """Take the actions off their owner; for a page that is left."""
        for action in self.by_key.values():
            self._owner.removeAction(action)
            action.deleteLater()
        self.by_key.clear()
        self.records = ()


class _Call(QObject):
    """A slot that drops the arguments of a signal."""

    def __init__(self, target: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._target = target

    def run(self) -> None:
        """Call the target."""
        self._target()
