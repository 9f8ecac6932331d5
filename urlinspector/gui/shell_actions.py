"""The shell's actions, as records: everything that does not belong to one page."""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence

from urlinspector.gui.actions import Action, Menu
from urlinspector.gui.docks.step_rows import Show
from urlinspector.gui.docks.steps_dock import StepsDock
from urlinspector.gui.pages import PageRecord
from urlinspector.gui.pages.page import Services
from urlinspector.gui.profile_commands import ProfileCommands
from urlinspector.gui.state.theme_state import Scheme
from urlinspector.gui.theme import ZOOMS

Key = QKeySequence.StandardKey


class Shell(Protocol):
    """What the actions need of the window."""

    steps_dock: StepsDock

    @property
    def records(self) -> tuple[PageRecord, ...]: ...
    @property
    def current_key(self) -> str: ...
    def show_page(self, key: str) -> None: ...
    def turn_page(self, by: int) -> None: ...
    def show_palette(self) -> None: ...
    def show_settings(self) -> None: ...
    def show_about(self) -> None: ...
    def toggle_dock(self, name: str) -> None: ...
    def dock_is_shown(self, name: str) -> bool: ...
    def toggle_full_screen(self) -> None: ...
    def is_full_screen(self) -> bool: ...
    def find_on_page(self) -> None: ...
    def cancel(self) -> None: ...
    def quit(self) -> None: ...


def shell_actions(shell: Shell, services: Services, commands: ProfileCommands) -> list[Action]:
    """All of them, menu by menu."""
    return [
        *_file(shell),
        *_edit(shell, services),
        *_view(shell, services),
        *_steps(shell, services, commands),
        *_pages(shell),
        Action(
            "help.about",
            _tr("&About urlinspector"),
            shell.show_about,
            Menu.HELP,
            9,
            role=QAction.MenuRole.AboutRole,
        ),
    ]


def _file(shell: Shell) -> list[Action]:
    return [
        Action(
            "file.quit",
            _tr("&Quit"),
            shell.quit,
            Menu.FILE,
            9,
            Key.Quit,
            ("Ctrl+Q",),
            role=QAction.MenuRole.QuitRole,
        )
    ]


def _edit(shell: Shell, services: Services) -> list[Action]:
    state = services.profile
    settings = QAction.MenuRole.PreferencesRole
    return [
        Action(
            "edit.undo-steps",
            _tr("U&ndo change of steps"),
            state.undo,
            Menu.EDIT,
            0,
            Key.Undo,
            icon="undo",
            is_enabled=partial(getattr, state, "can_undo"),
        ),
        Action(
            "edit.redo-steps",
            _tr("&Redo change of steps"),
            state.redo,
            Menu.EDIT,
            0,
            "Ctrl+Shift+Z",
            ("Ctrl+Y",),
            icon="redo",
            is_enabled=partial(getattr, state, "can_redo"),
        ),
        Action("edit.find", _tr("&Find"), shell.find_on_page, Menu.EDIT, 5, Key.Find, icon="search"),
        Action("edit.cancel", _tr("Cancel what runs"), shell.cancel, Menu.EDIT, 5, "Ctrl+."),
        Action(
            "edit.settings",
            _tr("&Settings…"),
            shell.show_settings,
            Menu.EDIT,
            9,
            "Ctrl+,",
            icon="gear",
            role=settings,
        ),
    ]


def _view(shell: Shell, services: Services) -> list[Action]:
    settings = services.settings
    themes = [
        Action(
            f"view.theme-{scheme.value}",
            words,
            partial(settings.set, "scheme", scheme.value),
            Menu.VIEW,
            3,
            submenu=_tr("&Theme"),
            is_checked=partial(_is_set, services, "scheme", scheme.value),
        )
        for scheme, words in (
            (Scheme.SYSTEM, _tr("As the &system")),
            (Scheme.LIGHT, _tr("&Light")),
            (Scheme.DARK, _tr("&Dark")),
        )
    ]
    return [
        Action(
            "view.palette",
            _tr("Command &palette…"),
            shell.show_palette,
            Menu.VIEW,
            0,
            "Ctrl+Shift+P",
            icon="command",
        ),
        Action(
            "view.steps-dock",
            _tr("&Steps"),
            partial(shell.toggle_dock, "steps"),
            Menu.VIEW,
            1,
            "Ctrl+Alt+S",
            is_checked=partial(shell.dock_is_shown, "steps"),
        ),
        Action(
            "view.explain-dock",
            _tr("&Explain"),
            partial(shell.toggle_dock, "explain"),
            Menu.VIEW,
            1,
            "Ctrl+Alt+E",
            is_checked=partial(shell.dock_is_shown, "explain"),
        ),
        *themes,
        Action(
            "view.zoom-in",
            _tr("Zoom &in"),
            partial(_zoom, services, 1),
            Menu.VIEW,
            4,
            Key.ZoomIn,
            ("Ctrl+=",),
            icon="zoom-in",
        ),
        Action(
            "view.zoom-out",
            _tr("Zoom &out"),
            partial(_zoom, services, -1),
            Menu.VIEW,
            4,
            Key.ZoomOut,
            icon="zoom-out",
        ),
        Action(
            "view.zoom-reset", _tr("&Normal size"), partial(settings.set, "zoom", 1.0), Menu.VIEW, 4, "Ctrl+0"
        ),
        Action(
            "view.full-screen",
            _tr("&Full screen"),
            shell.toggle_full_screen,
            Menu.VIEW,
            5,
            "F11",
            is_checked=shell.is_full_screen,
        ),
    ]


def _steps(shell: Shell, services: Services, commands: ProfileCommands) -> list[Action]:
    dock = shell.steps_dock
    steps = Menu.STEPS
    shows = [
        Action(
            f"steps.show-{show.value}",
            words,
            partial(dock.set_show, show),
            steps,
            5,
            is_checked=partial(_shows, dock, show),
        )
        for show, words in (
            (Show.ALL, _tr("Show &all")),
            (Show.ON, _tr("Show those that are &on")),
            (Show.ACTS_HERE, _tr("Show those that act &here")),
        )
    ]
    return [
        Action(
            "steps.open-profile",
            _tr("&Open a profile…"),
            commands.open_profile,
            steps,
            1,
            "Ctrl+Shift+O",
            icon="open",
        ),
        Action(
            "steps.save-as",
            _tr("&Save the profile as…"),
            commands.save_as,
            steps,
            1,
            "Ctrl+Shift+S",
            icon="save",
        ),
        Action("steps.export", _tr("&Export the profile…"), commands.export, steps, 1, icon="export"),
        Action(
            "steps.reset",
            _tr("&Reset to the profile"),
            services.profile.reset,
            steps,
            1,
            icon="reset",
            is_enabled=commands.can_reset,
        ),
        Action(
            "steps.toggle",
            _tr("Switch the selected step on or off"),
            commands.toggle_step,
            steps,
            3,
            "Ctrl+Shift+Space",
            is_enabled=commands.has_step,
        ),
        Action(
            "steps.options",
            _tr("O&ptions of the selected step…"),
            commands.step_options,
            steps,
            3,
            "Ctrl+Shift+,",
            icon="gear",
            is_enabled=commands.step_has_options,
        ),
        Action(
            "steps.move-up",
            _tr("Move the selected step &up"),
            commands.move_up,
            steps,
            3,
            icon="arrow-up",
            is_enabled=commands.can_move,
        ),
        Action(
            "steps.move-down",
            _tr("Move the selected step &down"),
            commands.move_down,
            steps,
            3,
            icon="arrow-down",
            is_enabled=commands.can_move,
        ),
        Action("steps.find", _tr("&Find a step"), dock.focus_filter, steps, 4, "Ctrl+Shift+F", icon="search"),
        *shows,
        Action(
            "steps.by-safety",
            _tr("By sa&fety"),
            partial(dock.set_by_order, False),
            steps,
            6,
            is_checked=partial(_by_order, dock, False),
        ),
        Action(
            "steps.by-order",
            _tr("By o&rder"),
            partial(dock.set_by_order, True),
            steps,
            6,
            is_checked=partial(_by_order, dock, True),
        ),
        Action(
            "steps.choose-profile", _tr("Choose a profile"), commands.choose_in_dock, None, 0, "Ctrl+Shift+K"
        ),
    ]


def _pages(shell: Shell) -> list[Action]:
    made = [
        Action(
            f"pages.{record.key}",
            record.shown_title,
            partial(shell.show_page, record.key),
            Menu.PAGES,
            0,
            f"Ctrl+{number}",
            icon=record.icon,
            tip=record.shown_tip,
            is_checked=partial(_is_current, shell, record.key),
        )
        for number, record in enumerate(shell.records, 1)
    ]
    if len(shell.records) > 1:
        made.append(
            Action("pages.next", _tr("&Next page"), partial(shell.turn_page, 1), Menu.PAGES, 1, "Ctrl+PgDown")
        )
        made.append(
            Action(
                "pages.previous",
                _tr("&Previous page"),
                partial(shell.turn_page, -1),
                Menu.PAGES,
                1,
                "Ctrl+PgUp",
            )
        )
    return made


def _zoom(services: Services, by: int) -> None:
    zoom = services.settings.get("zoom")
    steps = [each for each in ZOOMS if (each > zoom + 0.001 if by > 0 else each < zoom - 0.001)]
    if steps:
        services.settings.set("zoom", steps[0] if by > 0 else steps[-1])


def _is_set(services: Services, key: str, value: str) -> bool:
    return bool(services.settings.get(key) == value)


def _shows(dock: StepsDock, show: Show) -> bool:
    return dock.show_choice is show


def _by_order(dock: StepsDock, by_order: bool) -> bool:
    return dock.by_order is by_order


def _is_current(shell: Shell, key: str) -> bool:
    return shell.current_key == key


def _tr(text: str) -> str:
    return QCoreApplication.translate("Shell", text)
