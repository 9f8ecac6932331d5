"""Find on the Inspect page: in the URL, one hit after the other."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.url_field import UrlField
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
        self.field.setPlaceholderText(self.tr("Find in the URL"))
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


class Finder(QObject):
    """Looks for what the bar asks for in the field's text; `hit_shown(int)` tells where a hit begins."""

    hit_shown = Signal(int)

    def __init__(self, bar: FindBar, field: UrlField, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._field = bar, field
        self._hits: tuple[Span, ...] = ()
        self._at = 0
        bar.wanted_changed.connect(self.search)
        bar.next_asked.connect(self.next)
        bar.previous_asked.connect(self.previous)
        bar.closed.connect(self.stop)

    def start(self) -> None:
        """Show the bar and what was looked for last."""
        self._bar.start()
        self.search()

    def stop(self) -> None:
        """Hide the bar and give the focus back to the field."""
        self._bar.hide()
        self._hits = ()
        self._field.set_found()
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def search(self) -> None:
        """Look anew, and show the first hit."""
        self._hits = hits(self._field.text, self._bar.field.text())
        self._at = 0
        self._show()

    def search_again(self) -> None:
        """The text changed: look anew without moving the cursor."""
        if self._bar.isVisible():
            self._hits = hits(self._field.text, self._bar.field.text())
            self._at = min(self._at, max(len(self._hits) - 1, 0))
            self._bar.set_place(self._at, len(self._hits))
            self._field.set_found(*self._hits)

    def next(self) -> None:
        """The next hit, round and round."""
        self._turn(1)

    def previous(self) -> None:
        """The hit before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        if self._hits:
            self._at = (self._at + by) % len(self._hits)
            self._show()

    def _show(self) -> None:
        self._bar.set_place(self._at, len(self._hits))
        self._field.set_found(*self._hits)
        if self._hits:
            span = self._hits[self._at]
            self._field.select_span(span)
            self.hit_shown.emit(span.start)
