"""What the command palette offers: the actions of the moment, then every profile, then every step."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from urlinspector.gui.actions import ActionSet
from urlinspector.gui.dialogs.palette import Command
from urlinspector.gui.docks.profile_menu import ProfileMenu
from urlinspector.gui.pages.page import Services
from urlinspector.normalize.steps import CATALOGUE


def palette_commands(sets: Sequence[ActionSet], services: Services, profiles: ProfileMenu) -> list[Command]:
    """All commands that can be run now."""
    return [*_actions(sets), *_profiles(services, profiles), *_steps(services)]


def _actions(sets: Sequence[ActionSet]) -> list[Command]:
    made: list[Command] = []
    # The page's own come first: what one opens the palette for, and nothing that a hasty Enter would regret.
    for actions in reversed(sets):
        actions.refresh()
        for record in actions.records:
            action = actions.by_key[record.key]
            if not action.isEnabled():
                continue
            place = record.menu.plain_title if record.menu is not None else ""
            if record.submenu:
                place = record.submenu.replace("&", "")
            shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            made.append(Command(record.plain_text, place, shortcut, action.trigger))
    return made


def _profiles(services: Services, profiles: ProfileMenu) -> list[Command]:
    place = _tr("Profile")
    made = [
        Command(name, place, "", partial(services.profile.choose, name))
        for name in (*profiles.general(), *profiles.peers())
    ]
    made += [
        Command(path.stem, place, "", partial(profiles.open_file, path)) for path in profiles.own_files()
    ]
    return made


def _steps(services: Services) -> list[Command]:
    state = services.profile
    made = []
    for step in CATALOGUE:
        if step.peer and not state.is_on(step.name):
            continue
        place = _tr("Switch off") if state.is_on(step.name) else _tr("Switch on")
        made.append(Command(step.name, place, "", partial(state.toggle, step.name)))
    return made


def _tr(text: str) -> str:
    return QCoreApplication.translate("Palette", text)
