"""The shell's actions, as records: everything that does not belong to one page."""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence

from urlinspector.gui.actions import Action, Group, Menu
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
    end, role = Group(Menu.FILE, 9), QAction.MenuRole.QuitRole
    return [
        end.action("file.quit", _tr("&Quit"), shell.quit, Key.Quit, more_shortcuts=("Ctrl+Q",), role=role)
    ]


def _edit(shell: Shell, services: Services) -> list[Action]:
    state, preferences = services.profile, QAction.MenuRole.PreferencesRole
    undo = Group(Menu.EDIT, 0, partial(getattr, state, "can_undo"))
    redo = Group(Menu.EDIT, 0, partial(getattr, state, "can_redo"))
    page, end = Group(Menu.EDIT, 5), Group(Menu.EDIT, 9)
    return [
        undo.action("edit.undo-steps", _tr("U&ndo change of steps"), state.undo, Key.Undo, "undo"),
        redo.action(
            "edit.redo-steps",
            _tr("&Redo change of steps"),
            state.redo,
            "Ctrl+Shift+Z",
            "redo",
            more_shortcuts=("Ctrl+Y",),
        ),
        page.action("edit.find", _tr("&Find"), shell.find_on_page, Key.Find, "search"),
        page.action("edit.cancel", _tr("Cancel what runs"), shell.cancel, "Ctrl+."),
        end.action(
            "edit.settings", _tr("&Settings…"), shell.show_settings, "Ctrl+,", "gear", role=preferences
        ),
    ]


def _view(shell: Shell, services: Services) -> list[Action]:
    words = _tr("Command &palette…")
    return [
        Group(Menu.VIEW, 0).action("view.palette", words, shell.show_palette, "Ctrl+Shift+P", "command"),
        *_docks(shell),
        *_themes(services),
        *_zooms(services),
        Group(Menu.VIEW, 5).action(
            "view.full-screen",
            _tr("&Full screen"),
            shell.toggle_full_screen,
            "F11",
            is_checked=shell.is_full_screen,
        ),
    ]


def _docks(shell: Shell) -> list[Action]:
    docks = Group(Menu.VIEW, 1)
    return [
        docks.action(
            f"view.{name}-dock",
            words,
            partial(shell.toggle_dock, name),
            keys,
            is_checked=partial(shell.dock_is_shown, name),
        )
        for name, words, keys in (
            ("steps", _tr("&Steps"), "Ctrl+Alt+S"),
            ("explain", _tr("&Explain"), "Ctrl+Alt+E"),
        )
    ]


def _themes(services: Services) -> list[Action]:
    themes = Group(Menu.VIEW, 3, submenu=_tr("&Theme"))
    return [
        themes.action(
            f"view.theme-{scheme.value}",
            words,
            partial(services.settings.set, "scheme", scheme.value),
            is_checked=partial(_is_set, services, "scheme", scheme.value),
        )
        for scheme, words in (
            (Scheme.SYSTEM, _tr("As the &system")),
            (Scheme.LIGHT, _tr("&Light")),
            (Scheme.DARK, _tr("&Dark")),
        )
    ]


def _zooms(services: Services) -> list[Action]:
    zoom, plus, normal = Group(Menu.VIEW, 4), ("Ctrl+=",), partial(services.settings.set, "zoom", 1.0)
    larger, smaller = partial(_zoom, services, 1), partial(_zoom, services, -1)
    return [
        zoom.action("view.zoom-in", _tr("Zoom &in"), larger, Key.ZoomIn, "zoom-in", more_shortcuts=plus),
        zoom.action("view.zoom-out", _tr("Zoom &out"), smaller, Key.ZoomOut, "zoom-out"),
        zoom.action("view.zoom-reset", _tr("&Normal size"), normal, "Ctrl+0"),
    ]


def _steps(shell: Shell, services: Services, commands: ProfileCommands) -> list[Action]:
    words = _tr("Choose a profile")
    return [
        *_profile(services, commands),
        *_one_step(commands),
        *_shown_steps(shell.steps_dock),
        Action("steps.choose-profile", words, commands.choose_in_dock, None, 0, "Ctrl+Shift+K"),
    ]


def _profile(services: Services, commands: ProfileCommands) -> list[Action]:
    file = Group(Menu.STEPS, 1)
    return [
        file.action(
            "steps.open-profile", _tr("&Open a profile…"), commands.open_profile, "Ctrl+Shift+O", "open"
        ),
        file.action("steps.save-as", _tr("&Save the profile as…"), commands.save_as, "Ctrl+Shift+S", "save"),
        file.action("steps.export", _tr("&Export the profile…"), commands.export, icon="export"),
        file.action(
            "steps.reset",
            _tr("&Reset to the profile"),
            services.profile.reset,
            icon="reset",
            is_enabled=commands.can_reset,
        ),
    ]


def _one_step(commands: ProfileCommands) -> list[Action]:
    chosen, movable = Group(Menu.STEPS, 3, commands.has_step), Group(Menu.STEPS, 3, commands.can_move)
    return [
        chosen.action(
            "steps.toggle",
            _tr("Switch the selected step on or off"),
            commands.toggle_step,
            "Ctrl+Shift+Space",
        ),
        chosen.action(
            "steps.options",
            _tr("O&ptions of the selected step…"),
            commands.step_options,
            "Ctrl+Shift+,",
            "gear",
            is_enabled=commands.step_has_options,
        ),
        movable.action("steps.move-up", _tr("Move the selected step &up"), commands.move_up, icon="arrow-up"),
        movable.action(
            "steps.move-down", _tr("Move the selected step &down"), commands.move_down, icon="arrow-down"
        ),
    ]


def _shown_steps(dock: StepsDock) -> list[Action]:
    find, shown, order = (Group(Menu.STEPS, number) for number in (4, 5, 6))
    return [
        find.action("steps.find", _tr("&Find a step"), dock.focus_filter, "Ctrl+Shift+F", "search"),
        *(
            shown.action(
                f"steps.show-{show.value}",
                words,
                partial(dock.set_show, show),
                is_checked=partial(_shows, dock, show),
            )
            for show, words in (
                (Show.ALL, _tr("Show &all")),
                (Show.ON, _tr("Show those that are &on")),
                (Show.ACTS_HERE, _tr("Show those that act &here")),
            )
        ),
        *(
            order.action(
                key,
                words,
                partial(dock.set_by_order, by_order),
                is_checked=partial(_by_order, dock, by_order),
            )
            for key, words, by_order in (
                ("steps.by-safety", _tr("By sa&fety"), False),
                ("steps.by-order", _tr("By o&rder"), True),
            )
        ),
    ]


def _pages(shell: Shell) -> list[Action]:
    pages, turn = Group(Menu.PAGES, 0), Group(Menu.PAGES, 1)
    made = [
        pages.action(
            f"pages.{record.key}",
            record.shown_title,
            partial(shell.show_page, record.key),
            f"Ctrl+{number}",
            record.icon,
            tip=record.shown_tip,
            is_checked=partial(_is_current, shell, record.key),
        )
        for number, record in enumerate(shell.records, 1)
    ]
    if len(shell.records) > 1:
        on, back = partial(shell.turn_page, 1), partial(shell.turn_page, -1)
        made.append(turn.action("pages.next", _tr("&Next page"), on, "Ctrl+PgDown"))
        made.append(turn.action("pages.previous", _tr("&Previous page"), back, "Ctrl+PgUp"))
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
