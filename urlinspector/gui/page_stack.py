"""The pages that were shown so far, of which one is visible; each is made when it is first asked for."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from urlinspector.gui.actions import ActionSet
from urlinspector.gui.pages import PageRecord
from urlinspector.gui.pages.page import Page, Services
from urlinspector.normalize.profile import Profile


class PageStack(QStackedWidget):
    """Signals of any page are passed on; `page_shown(key)` after another one became visible."""

    page_shown = Signal(str)
    status_changed = Signal()
    effects_changed = Signal()
    step_chosen = Signal(str)
    close_confirmed = Signal()

    def __init__(self, records: Sequence[PageRecord], services: Services) -> None:
        super().__init__()
        self.records = tuple(records)
        self.pages: dict[str, Page] = {}
        self.action_sets: dict[str, ActionSet] = {}
        self.current_key = ""
        self._services = services
        self._narrow = False
        services.profile.profile_changed.connect(self._on_profile_changed)

    @property
    def page(self) -> Page | None:
        """The visible page."""
        return self.pages.get(self.current_key)

    @property
    def record(self) -> PageRecord | None:
        """The visible page's record."""
        return next((each for each in self.records if each.key == self.current_key), None)

    @property
    def title(self) -> str:
        """The visible page's title; empty for none."""
        return "" if self.record is None else self.record.shown_title

    @property
    def action_set(self) -> ActionSet | None:
        """The visible page's actions."""
        return self.action_sets.get(self.current_key)

    def show_page(self, key: str) -> None:
        """Make a page visible. Raises KeyError for one that does not exist."""
        made = self.pages.get(key) or self._make(key)
        if key == self.current_key:
            return
        if self.page is not None:
            self.page.leave()
        self.current_key = key
        self.setCurrentWidget(made)
        made.enter()
        made.take_focus()
        self.page_shown.emit(key)

    def turn(self, by: int) -> None:
        """The next or the previous page, round and round."""
        keys = [each.key for each in self.records]
        self.show_page(keys[(keys.index(self.current_key) + by) % len(keys)])

    def open(self, key: str, payload: Any) -> None:
        """Make a page visible with something on it."""
        self.show_page(key)
        self.pages[key].open_payload(payload)

    def set_narrow(self, narrow: bool) -> None:
        """Tell every page, now and when it is made."""
        self._narrow = narrow
        for page in self.pages.values():
            page.set_narrow(narrow)

    def may_close(self) -> bool:
        """Whether every page lets the window go."""
        return all(page.may_close() for page in self.pages.values())

    def close_pages(self) -> None:
        """Stop their timers and work for good."""
        for page in self.pages.values():
            page.close_page()

    def _make(self, key: str) -> Page:
        record = {each.key: each for each in self.records}[key]
        made = record.make(self._services)
        made.setObjectName(f"{key}Page")
        made.set_narrow(self._narrow)
        self.pages[key] = made
        self.addWidget(made)
        self.action_sets[key] = ActionSet(made.page_actions(), made, self._services.icons)
        made.status_changed.connect(self.status_changed)
        made.effects_changed.connect(self.effects_changed)
        made.step_chosen.connect(self.step_chosen)
        made.open_requested.connect(self.open)
        made.close_confirmed.connect(self.close_confirmed)
        return made

    def _on_profile_changed(self, profile: Profile) -> None:
        for page in self.pages.values():
            page.profile_changed(profile)
