"""A small chooser that is only as wide as what is chosen: a button with a menu of exclusive entries."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from urlinspector.gui.icons import Icons
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.menu_button import MenuButton


class ChoiceButton(MenuButton):
    """Emits `chosen(str)` when the user chose another value."""

    chosen = Signal(str)

    def __init__(
        self, themes: ThemeState, icons: Icons, name: str, choices: Sequence[tuple[str, str]], value: str
    ) -> None:
        """`choices` are values and their words; `name` is what the button is for."""
        menu = QMenu()
        super().__init__(themes, icons, "", name, menu)
        menu.setParent(self, menu.windowFlags())
        self._name, self._words = name, dict(choices)
        self._group = QActionGroup(self)
        for key, words in choices:
            action = QAction(words, menu)
            action.setCheckable(True)
            action.setData(key)
            action.triggered.connect(partial(self._on_triggered, key))
            self._group.addAction(action)
            menu.addAction(action)
        self._value = ""
        self.set_value(value if value in self._words else choices[0][0])

    @property
    def value(self) -> str:
        return self._value

    def set_value(self, value: str) -> None:
        """Choose, without telling; an unknown value is ignored."""
        if value == self._value or value not in self._words:
            return
        self._value = value
        for action in self._group.actions():
            action.setChecked(action.data() == value)
        self.setText(self._words[value])
        self.setToolTip(self._name)
        self.setAccessibleName(f"{self._name}: {self._words[value]}")
        self.updateGeometry()
        self.update()

    def _on_triggered(self, key: str) -> None:
        if key != self._value:
            self.set_value(key)
            self.chosen.emit(key)
