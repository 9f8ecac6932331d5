"""Find on the Inspect page: in the URL and in every pane that is shown, one hit after the other."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.finding import Hit, Place, hits
from urlinspector.gui.views.url_field import UrlField
from urlinspector.gui.widgets import flat_button, label, looks
from urlinspector.url.components import Span


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
        self.field.setPlaceholderText(self.tr("Find"))
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

    def set_place(self, number: int, total: int, where: str = "") -> None:
        """`2 of 7`, and in which pane; or that there is nothing."""
        if not self.field.text():
            self.count.setText("")
        elif not total:
            self.count.setText(self.tr("not found"))
        else:
            words = self.tr("{0} of {1}").format(number + 1, total)
            self.count.setText(f"{words} · {where}" if where else words)

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
    """Looks for what the bar asks for in the field and in the panes; `hit_shown(int)` tells where a hit in
    the field begins.
    """

    hit_shown = Signal(int)

    def __init__(self, bar: FindBar, field: UrlField, places: Sequence[Place], parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._field, self._places = bar, field, tuple(places)
        self._in_field: tuple[Span, ...] = ()
        self._hits: tuple[Hit, ...] = ()
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
        self._hits = self._in_field = ()
        self._field.set_found()
        self._mark("")
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def search(self) -> None:
        """Look anew, and show the first hit."""
        self._look()
        self._at = 0
        self._show()

    def search_again(self) -> None:
        """What is shown changed: look anew without going anywhere."""
        if self._bar.isVisible():
            self._look()
            self._at = min(self._at, max(len(self._hits) - 1, 0))
            self._tell()

    def next(self) -> None:
        """The next hit, round and round."""
        self._turn(1)

    def previous(self) -> None:
        """The hit before."""
        self._turn(-1)

    def _look(self) -> None:
        wanted = self._bar.field.text()
        self._in_field = hits(self._field.text, wanted)
        found = [Hit("", partial(self._show_in_field, span)) for span in self._in_field]
        if wanted:
            for place in self._places:
                found += place.find(wanted)
        self._hits = tuple(found)
        self._mark(wanted)

    def _mark(self, wanted: str) -> None:
        for place in self._places:
            place.mark(wanted)

    def _show_in_field(self, span: Span) -> None:
        self._field.select_span(span)
        self.hit_shown.emit(span.start)

    def _turn(self, by: int) -> None:
        if self._hits:
            self._at = (self._at + by) % len(self._hits)
            self._show()

    def _tell(self) -> None:
        where = self._hits[self._at].where if self._hits else ""
        self._bar.set_place(self._at, len(self._hits), where)
        self._field.set_found(*self._in_field)

    def _show(self) -> None:
        self._tell()
        if self._hits:
            self._hits[self._at].show()
            self._field.set_found(*self._in_field)
