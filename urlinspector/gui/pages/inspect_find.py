"""Find on the Inspect page: in the URL and in the ladder, one hit after the other."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.widgets import flat_button, label, looks
from urlinspector.url.components import Span

MOST_HITS = 10_000


def hits(text: str, wanted: str) -> tuple[Span, ...]:
    """Where a text holds another one, without regard to case, not overlapping."""
    if not wanted:
        return ()
    # Lower case may change the length (İ): then the search is by case, so that positions stay true.
    lower, key = text.lower(), wanted.lower()
    if len(lower) != len(text) or len(key) != len(wanted):
        lower, key = text, wanted
    found: list[Span] = []
    at = lower.find(key)
    while at >= 0 and len(found) < MOST_HITS:
        found.append(Span(at, at + len(key)))
        at = lower.find(key, at + len(key))
    return tuple(found)


class FindBar(QWidget):
    """Signals: `wanted_changed(str)`; `next_asked()`, `previous_asked()`; `closed()`."""

    wanted_changed = Signal(str)
    next_asked = Signal()
    previous_asked = Signal()
    closed = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "bar")
        self.field = QLineEdit()
        self.field.setObjectName("findField")
        self.field.setPlaceholderText(self.tr("Find in the URL and in the ladder"))
        self.field.setAccessibleName(self.tr("Find"))
        self.count = label("", "caption")
        icons = services.icons
        self.buttons = (
            flat_button(icons, "chevron-up", self.tr("Previous hit"), self.previous_asked.emit),
            flat_button(icons, "chevron-down", self.tr("Next hit"), self.next_asked.emit),
            flat_button(icons, "close", self.tr("Close Find"), self.closed.emit),
        )
        row = self._row = QHBoxLayout(self)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for button in self.buttons:
            row.addWidget(button)
        self.field.textChanged.connect(self.wanted_changed)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def start(self) -> None:
        """Show it with the field ready for typing."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def set_place(self, number: int, total: int) -> None:
        """`2 of 7`, or that there is nothing."""
        if not self.field.text():
            self.count.setText("")
        elif not total:
            self.count.setText(self.tr("not found"))
        else:
            self.count.setText(self.tr("{0} of {1}").format(number + 1, total))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.previous_asked if back else self.next_asked).emit()
        else:
            super().keyPressEvent(event)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self._row.setContentsMargins(metrics.edge, metrics.gap_small, metrics.gap, metrics.gap_small)
        self._row.setSpacing(metrics.gap_small)
