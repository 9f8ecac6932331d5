"""Find on the Compare page: hits in all fields, one after the other."""

from functools import partial

from PySide6.QtCore import QObject, Qt

from urlinspector.gui.pages.compare_head import CompareHead
from urlinspector.gui.pages.inspect_find import FindBar
from urlinspector.gui.views.finding import hits
from urlinspector.url.components import Span


class FieldsFinder(QObject):
    """Connects the bar with the fields."""

    def __init__(self, bar: FindBar, head: CompareHead, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._head = bar, head
        self._hits: tuple[tuple[int, Span], ...] = ()
        self._hit = 0
        bar.wanted_changed.connect(self._on_wanted_changed)
        bar.next_asked.connect(partial(self._turn, 1))
        bar.previous_asked.connect(partial(self._turn, -1))
        bar.closed.connect(self._on_closed)

    def start(self) -> None:
        """Show the bar and look for what is in it."""
        self._bar.start()
        self._on_wanted_changed(self._bar.field.text())

    def refresh(self) -> None:
        """A text changed: look again, where the bar is open."""
        if self._bar.isVisible():
            self._hits = self._found(self._bar.field.text())
            self._hit = 0
            self._mark()

    def _found(self, wanted: str) -> tuple[tuple[int, Span], ...]:
        return tuple((row.number, span) for row in self._head.rows for span in hits(row.field.text, wanted))

    def _on_wanted_changed(self, wanted: str) -> None:
        self._hits = self._found(wanted)
        self._hit = 0
        self._show()

    def _turn(self, by: int) -> None:
        if self._hits:
            self._hit = (self._hit + by) % len(self._hits)
            self._show()

    def _mark(self) -> None:
        self._bar.set_place(self._hit, len(self._hits))
        for row in self._head.rows:
            row.field.set_found(*(span for number, span in self._hits if number == row.number))

    def _show(self) -> None:
        self._mark()
        if self._hits:
            number, span = self._hits[self._hit]
            self._head.rows[number].field.select_span(span)

    def _on_closed(self) -> None:
        self._bar.hide()
        self._hits = ()
        for row in self._head.rows:
            row.field.set_found()
        self._head.rows[0].field.setFocus(Qt.FocusReason.OtherFocusReason)
