"""What the Steps menu does with the profile, with the dialogs that it needs."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from urlinspector.gui.dialogs.ask import ask_open_files, ask_save_file, tell
from urlinspector.gui.docks.profile_menu import ProfileMenu
from urlinspector.gui.docks.steps_dock import StepsDock
from urlinspector.gui.pages.page import Services
from urlinspector.url.wording import plain_reason

if TYPE_CHECKING:
    from urlinspector.gui.dialogs.options_form import OptionsForm


class ProfileCommands(QObject):
    """Open, save, export, reset; options of the selected step. Failures are told in a message."""

    def __init__(self, services: Services, dock: StepsDock, window: QWidget) -> None:
        super().__init__(window)
        self._services, self._dock, self._window = services, dock, window
        self._menu: ProfileMenu = dock.profile_menu
        self._menu.failed.connect(self._on_failed)
        dock.options_asked.connect(self.show_options)

    def fill_dock_menu(self, actions: Mapping[str, QAction]) -> None:
        """Give the dock's save button and its menu of dots the window's actions."""
        keys = ("open-profile", "save-as", "export", "", "reset", "", "by-safety", "by-order")
        more = [actions[f"steps.{key}"] if key else None for key in keys]
        self._dock.profile_bar.use_actions(actions["steps.save-as"], more)

    # The whole profile

    def open_profile(self) -> None:
        """Choose a profile file and use it."""
        filters = [self.tr("Profiles (*.toml)"), self.tr("All files (*)")]
        ask_open_files(self._window, self.tr("Open a profile"), filters, self._on_file_chosen)

    def save_as(self) -> None:
        """Keep the profile under a name among the user's own."""
        from urlinspector.gui.dialogs.name_dialog import NameDialog

        state = self._services.profile
        proposal = state.base.name if state.path is not None else f"my-{state.base.name}"
        if state.path is None and state.is_modified:
            proposal = state.proposed_name
        dialog = NameDialog(self._services.settings.profiles_folder, proposal, self._window)
        dialog.chosen.connect(self._on_name_chosen)
        dialog.open()

    def export(self) -> None:
        """Write the profile to any file."""
        filters = [self.tr("Profiles (*.toml)")]
        name = f"{self._services.profile.proposed_name}.toml"
        ask_save_file(self._window, self.tr("Export the profile"), name, filters, self._on_export_chosen)

    def can_reset(self) -> bool:
        """Whether there is something to take back."""
        return self._services.profile.is_modified

    def fill_profiles(self, menu: QMenu) -> None:
        """All profiles, for the Steps menu."""
        self._menu.fill(menu)

    def choose_in_dock(self) -> None:
        """Drop the chooser's list down."""
        self._dock.show()
        self._dock.raise_()
        self._dock.profile_bar.open_choices()

    # The selected step

    def has_step(self) -> bool:
        """Whether a step is selected."""
        return bool(self._dock.current_step())

    def step_has_options(self) -> bool:
        """Whether the selected step has any options."""
        name = self._dock.current_step()
        return bool(name and self._services.profile.bound(name).step.options.__dataclass_fields__)

    def toggle_step(self) -> None:
        """Switch the selected step on or off."""
        if self.has_step():
            self._services.profile.toggle(self._dock.current_step())

    def step_options(self) -> None:
        """The options of the selected step."""
        if self.step_has_options():
            self.show_options(self._dock.current_step())

    def show_options(self, name: str) -> "OptionsForm":
        """The form with a step's options."""
        from urlinspector.gui.dialogs.options_form import OptionsForm

        form = OptionsForm(self._services.profile.bound(name), self._services.themes, self._window)
        form.chosen.connect(self._services.profile.set_options)
        form.open()
        return form

    def can_move(self) -> bool:
        """Whether the view by order is shown with a step selected."""
        return self._dock.by_order and self.has_step()

    def move_up(self) -> None:
        """Move the selected step one place up."""
        self._dock.list.move_current(-1)

    def move_down(self) -> None:
        """Move the selected step one place down."""
        self._dock.list.move_current(1)

    # Answers of dialogs

    def _on_file_chosen(self, paths: list[Path]) -> None:
        self._menu.open_file(paths[0])

    def _on_name_chosen(self, name: str, path: Path) -> None:
        try:
            self._services.profile.save_as(path, name)
        except OSError as error:
            self._on_failed(self._unwritten(path, error))

    def _on_export_chosen(self, paths: list[Path]) -> None:
        try:
            self._services.profile.export(paths[0])
        except OSError as error:
            self._on_failed(self._unwritten(paths[0], error))

    def _unwritten(self, path: Path, error: OSError) -> str:
        return self.tr("“{path}” cannot be written: {why}.").format(path=path, why=plain_reason(error))

    def _on_failed(self, message: str) -> None:
        tell(self._window, self.tr("Profile"), message)
