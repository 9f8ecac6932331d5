"""The shell: page bar, pages, docks, menus, status bar. It knows what a page is, and nothing that any page
does.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget

from urlinspector.gui.actions import ActionSet, Menu
from urlinspector.gui.dialogs.ask import ask_to_browse
from urlinspector.gui.docks.arrangement import DockArrangement
from urlinspector.gui.docks.explain_dock import ExplainDock
from urlinspector.gui.docks.steps_dock import StepsDock
from urlinspector.gui.drops import can_drop, dropped_files, dropped_text
from urlinspector.gui.menus import MenuBar
from urlinspector.gui.page_bar import PageBar
from urlinspector.gui.page_stack import PageStack
from urlinspector.gui.pages import PageRecord
from urlinspector.gui.pages.page import Page, PageStatus, Services
from urlinspector.gui.profile_commands import ProfileCommands
from urlinspector.gui.recent_menus import RecentMenus
from urlinspector.gui.shell_actions import shell_actions
from urlinspector.gui.status_bar import StatusBar

NARROW = 1200
"""Below this width, divided by the zoom, the page bar loses its labels and the docks become tabs."""


class MainWindow(QMainWindow):
    """Emits `closed()` once it was closed and no page objected."""

    closed = Signal()

    def __init__(self, services: Services, records: Sequence[PageRecord]) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.services = services
        self._narrow: bool | None = None
        self._build(tuple(records))
        self._connect()
        self.setMinimumSize(720, 480)
        self.resize(1440, 900)

    def _build(self, records: tuple[PageRecord, ...]) -> None:
        services = self.services
        self.page_bar = PageBar(records, services.themes)
        self.stack = PageStack(records, services)
        centre = QWidget()
        layout = QHBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.page_bar)
        layout.addWidget(self.stack, 1)
        self.setCentralWidget(centre)
        self.steps_dock = StepsDock(services)
        self.explain_dock = ExplainDock(services)
        self.docks = {"steps": self.steps_dock, "explain": self.explain_dock}
        self.arrangement = DockArrangement(self, self.steps_dock, self.explain_dock, services.themes)
        self.status_bar = StatusBar(services.themes, services.icons)
        self.setStatusBar(self.status_bar)
        self.commands = ProfileCommands(services, self.steps_dock, self)
        self.recent_menus = RecentMenus(services, self)
        self.recent_menus.chosen.connect(self.open)
        self.shell_set = ActionSet(shell_actions(self, services, self.commands), self, services.icons)
        self.commands.fill_dock_menu(self.shell_set.by_key)
        self.menu_bar = MenuBar()
        self.setMenuBar(self.menu_bar)

    def _connect(self) -> None:
        stack, services = self.stack, self.services
        self.page_bar.page_chosen.connect(self.show_page)
        stack.page_shown.connect(self._on_page_shown)
        stack.status_changed.connect(self._on_status_changed)
        stack.effects_changed.connect(self._on_effects_changed)
        stack.step_chosen.connect(self._on_step_chosen_on_page)
        stack.close_confirmed.connect(self.close)
        self.status_bar.cancelled.connect(self.cancel)
        self.steps_dock.step_chosen.connect(self._on_step_chosen_in_dock)
        self.explain_dock.step_asked.connect(self._on_step_asked)
        self.explain_dock.profile_asked.connect(self.explain_profile)
        self.steps_dock.profile_bar.about_asked.connect(self.explain_profile)
        self.explain_dock.address_asked.connect(partial(ask_to_browse, self))
        services.profile.profile_changed.connect(self._on_profile_changed)
        services.themes.theme_changed.connect(self._on_theme_changed)

    # Pages

    @property
    def records(self) -> tuple[PageRecord, ...]:
        """All pages that there are."""
        return self.stack.records

    @property
    def current_key(self) -> str:
        """Key of the visible page."""
        return self.stack.current_key

    @property
    def page(self) -> Page | None:
        """The visible page."""
        return self.stack.page

    @property
    def action_sets(self) -> list[ActionSet]:
        """The actions of the moment: the shell's and the visible page's."""
        return [each for each in (self.shell_set, self.stack.action_set) if each is not None]

    def show_page(self, key: str) -> None:
        """Show a page."""
        self.stack.show_page(key)
        self.page_bar.set_current(self.current_key)

    def turn_page(self, by: int) -> None:
        """The next or the previous page."""
        self.stack.turn(by)

    def open(self, key: str, payload: Any) -> None:
        """Show a page with something on it."""
        self.stack.open(key, payload)

    # What the actions do; dialogs are imported when they are opened, so that the start does not pay for them

    def show_palette(self) -> None:
        """Every command, found by a few letters."""
        from urlinspector.gui.dialogs.palette import Palette
        from urlinspector.gui.palette_commands import palette_commands

        found = palette_commands(self.action_sets, self.services, self.steps_dock.profile_menu)
        Palette(found, self.services.themes, self).show()

    def show_settings(self) -> None:
        """The settings."""
        from urlinspector.gui.dialogs.settings_dialog import SettingsDialog

        SettingsDialog(self.services, self).open()

    def show_about(self) -> None:
        """Versions and licences."""
        from urlinspector.gui.dialogs.about_dialog import AboutDialog

        AboutDialog(self.services, self).open()

    def toggle_dock(self, name: str) -> None:
        """Show or hide a dock."""
        dock = self.docks[name]
        dock.setVisible(not dock.isVisible())
        dock.raise_()

    def dock_is_shown(self, name: str) -> bool:
        """Whether a dock is not hidden."""
        return not self.docks[name].isHidden()

    def toggle_full_screen(self) -> None:
        """Take the whole screen, or give it back."""
        self.setWindowState(self.windowState() ^ self.windowState().WindowFullScreen)

    def is_full_screen(self) -> bool:
        """Whether the window takes the whole screen."""
        return self.isFullScreen()

    def find_on_page(self) -> None:
        """Find on the visible page."""
        if self.page is not None:
            self.page.focus_find()

    def cancel(self) -> None:
        """Stop what runs for the visible page."""
        if self.page is not None:
            self.page.cancel()

    def quit(self) -> None:
        """Close the window, which ends the program."""
        self.close()

    # What changes

    def _on_page_shown(self, key: str) -> None:
        self.page_bar.set_current(key)
        self.arrangement.make_room(self.stack.page)
        recents = self.recent_menus
        fillers = {
            (Menu.FILE, 2, self.tr("&Recent URLs")): recents.fill_urls,
            (Menu.FILE, 2, self.tr("Recent &documents")): recents.fill_documents,
            (Menu.STEPS, 0, self.tr("&Profile")): self.commands.fill_profiles,
        }
        self.menu_bar.fill(self.action_sets, fillers)
        self._on_effects_changed()
        self._on_status_changed()
        self.shell_set.refresh()

    def _on_profile_changed(self) -> None:
        self._on_effects_changed()
        self.shell_set.refresh()

    def _on_effects_changed(self) -> None:
        if self.page is not None:
            effects = self.page.step_effects()
            self.steps_dock.set_effects(effects)
            self.arrangement.set_wide(bool(effects.columns))
            self._explain(self.explain_dock.step)

    def _on_status_changed(self) -> None:
        status = self.page.status() if self.page is not None else PageStatus()
        self.explain_dock.set_url(self.page.current_url() if self.page is not None else "")
        self.status_bar.show_status(status)
        parts = (status.title, self.stack.title, "urlinspector")
        self.setWindowTitle(" – ".join(each for each in parts if each))
        # A shortcut of a disabled action is dead, whether a menu was opened or not.
        for actions in self.action_sets:
            actions.refresh()

    def _on_step_chosen_in_dock(self, name: str) -> None:
        self._explain(name)
        if self.page is not None:
            self.page.select_step(name)
        self.shell_set.refresh()

    def _on_step_chosen_on_page(self, name: str) -> None:
        self.steps_dock.select_step(name)
        self._explain(name)
        self.shell_set.refresh()

    def _on_step_asked(self, name: str) -> None:
        self.steps_dock.select_step(name)
        self._on_step_chosen_in_dock(name)

    def explain_profile(self) -> None:
        """Say in the explain dock what the profile is; no step is chosen then."""
        self.steps_dock.select_step("")
        self._on_step_chosen_in_dock("")
        self.explain_dock.show()
        self.explain_dock.raise_()

    def _explain(self, name: str) -> None:
        rows = self.page.explain(name) if self.page is not None and name else ()
        self.explain_dock.show_step(name, rows)

    def _on_theme_changed(self) -> None:
        self._arrange()

    # Size, drops, the end

    def myself(self) -> QWidget:
        """This window, as the parent of dialogs that come from elsewhere."""
        return self

    def fit_to_screen(self) -> None:
        """The usual size, or what the screen has of it."""
        room = self.screen().availableSize()
        self.resize(min(1440, room.width()), min(900, room.height()))

    def is_settled(self) -> bool:
        """Whether nothing runs and the page shows all that it has."""
        return not self.services.runner.is_busy and (self.page is None or self.page.is_settled())

    def _arrange(self) -> None:
        narrow = self.width() / self.services.themes.zoom < NARROW
        if narrow == self._narrow:
            return
        first, self._narrow = self._narrow is None, narrow
        self.page_bar.set_narrow(narrow)
        self.arrangement.set_narrow(narrow)
        if first:
            self.arrangement.set_first_sizes()
        self.steps_dock.set_narrow(narrow)
        self.stack.set_narrow(narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if can_drop(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        mime = event.mimeData()
        if self.page is not None and self.page.accept_drop(mime):
            event.acceptProposedAction()
            return
        paths, text = dropped_files(mime), dropped_text(mime)
        if paths and any(each.key == "clusters" for each in self.records):
            event.acceptProposedAction()
            self.open("clusters", paths)
        elif text:
            event.acceptProposedAction()
            self.open("inspect", text)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.stack.may_close():
            event.ignore()
            return
        event.accept()
        self.closed.emit()
