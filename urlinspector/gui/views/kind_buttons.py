"""Small buttons in a row, one for each kind of what a table holds: what is pressed is shown."""

from collections.abc import Mapping
from enum import Enum
from typing import Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from urlinspector.gui.widgets import bare_row, segment_button

Kind = TypeVar("Kind", bound=Enum)


class KindButtons(QWidget, Generic[Kind]):
    """`changed()` when a button was pressed or let go; all are pressed at first."""

    changed = Signal()

    def __init__(self, kinds: Mapping[Kind, str]) -> None:
        """The kinds in their order, with the words of their buttons."""
        super().__init__()
        self.buttons: dict[Kind, QToolButton] = {}
        row = bare_row(self)
        last = len(kinds) - 1
        for number, (kind, words) in enumerate(kinds.items()):
            part = "first" if number == 0 else "last" if number == last else "middle"
            button = self.buttons[kind] = segment_button(words, part)
            button.setProperty("density", "small")
            button.setChecked(True)
            button.toggled.connect(self.changed)
            row.addWidget(button)

    @property
    def chosen(self) -> list[Kind]:
        """The kinds whose buttons are pressed."""
        return [kind for kind, button in self.buttons.items() if button.isChecked()]
