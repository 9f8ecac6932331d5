"""How URLs come to the Compare page: typed, pasted, taken from the history, sent by another page."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.compare_find import FieldsFinder
from urlinspector.gui.pages.compare_head import CompareHead
from urlinspector.gui.pages.page import Page
from urlinspector.gui.state.compare_history import CompareHistory
from urlinspector.gui.state.compare_reading import MOST_URLS
from urlinspector.gui.state.compare_state import CompareState
from urlinspector.gui.state.compare_text import urls_in
from urlinspector.gui.views.url_field_input import text_of


class TextsPage(Page):
    """The part of the page that takes texts in; the panes are made by the page itself."""

    state: CompareState
    history: CompareHistory
    head: CompareHead
    finder: FieldsFinder
    _notice = ""
    """What the status bar says of the last text."""

    def show_urls(self) -> None:
        """Back to the URLs, where another view is shown."""

    def _show_emptiness(self) -> None: ...

    # What the user types

    def _on_edited(self, number: int) -> None:
        self._notice = ""
        field = self.head.rows[number].field
        several = urls_in(field.text)
        if several:
            self._spread(number, several)
            return
        self.state.set_text(number, field.text)
        self._show_emptiness()
        self.finder.refresh()

    def _spread(self, number: int, found: list[str]) -> None:
        """Several URLs were pasted into one field: that one takes the first, the next ones the rest."""
        texts = list(self.state.texts)
        texts[number : number + len(found)] = found
        if len(texts) > MOST_URLS:
            self._notice = self.tr("{0} URLs are too many here; the first {1} are compared").format(
                len(texts), MOST_URLS
            )
        self.state.set_texts(texts)

    def _on_entered(self, number: int) -> None:
        one, other = self.state.pair
        if number not in (one, other):
            self.state.set_pair(0, number)

    def _on_refused(self, length: int) -> None:
        self._notice = self.tr("{0} characters are too long for one URL; compare them as lists").format(
            counted(length)
        )
        self.status_changed.emit()

    def _remember(self) -> None:
        """Note the comparison in the history."""
        if not self.state.is_closed and self.state.has_pair:
            self.history.add(self.state.texts)

    # What the user chooses

    def swap(self) -> None:
        """Exchange the two URLs."""
        self.state.swap()

    def add_url(self) -> None:
        """One more field."""
        number = self.state.add()
        if number is not None:
            self.head.rows[number].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Start anew with two empty fields."""
        self._remember()
        self.state.set_texts(())
        self.head.rows[0].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def paste(self) -> None:
        """Compare what the clipboard holds: several lines at once, or one URL into the first empty field."""
        text = text_of(QGuiApplication.clipboard().mimeData())
        if text:
            self._take_in(text)
            self._remember()

    def _take_in(self, text: str) -> None:
        several = urls_in(text)
        if several:
            self._notice = ""
            self._spread(0, several)
            return
        texts = list(self.state.texts)
        number = next((n for n, each in enumerate(texts) if not each), 0)
        texts[number] = text
        self.show_texts(texts)
        following = next((n for n, each in enumerate(texts) if not each), number)
        self.head.rows[following].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_texts(self, texts: Iterable[str]) -> None:
        """Compare these; credentials as they are."""
        self.state.set_texts(texts)
        self.show_urls()

    def focus_url(self) -> None:
        """Put the cursor into the first field."""
        field = self.head.rows[0].field
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.select_all()

    def open_payload(self, payload: Any) -> None:
        """A text goes into the first empty field, else in place of the first; several texts replace all."""
        self.show_urls()
        if isinstance(payload, str):
            if urls_in(payload) or not all(self.state.texts):
                self._take_in(payload)
            else:
                self.show_texts((payload, *self.state.texts[1:]))
        elif isinstance(payload, Sequence) and all(isinstance(each, str) for each in payload):
            self.show_texts(payload)
            self._remember()

    # History

    def _fill_history(self) -> None:
        menu = self.head.history_menu
        menu.clear()
        for texts in self.history.entries:
            shown = "  ⇄  ".join(_short(text) for text in texts[:2])
            if len(texts) > 2:
                shown += self.tr("  and {0} more").format(len(texts) - 2)
            menu.addAction(shown.replace("&", "&&"), partial(self.show_texts, texts))
        menu.addSeparator()
        menu.addAction(self.tr("Forget these"), self.history.clear).setEnabled(bool(self.history.entries))


def _short(text: str) -> str:
    return text if len(text) <= 48 else text[:47] + "…"
