"""The table of the Hosts page: its menu has what can be done with the chosen hosts first."""

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from urlinspector.gui.models.hosts import DOMAIN, NUMERIC, SUFFIX, HostsModel
from urlinspector.gui.pages.page import Services
from urlinspector.gui.views.big_table import BigTable

Command = tuple[str, Callable[[], None], bool]
"""Words, what is done, whether it can be."""
_SHARES = (
    *((150, 1.0), (58, 0.0), (106, 0.1), (84, 0.4), (112, 0.6), (108, 0.0), (92, 0.5), (92, 0.1)),
    *((96, 0.3), (70, 0.1)),
)


class HostsTable(BigTable):
    """Hosts; domain and suffix are offered in the header's menu."""

    def __init__(self, services: Services, model: HostsModel) -> None:
        super().__init__(services.themes, "", _SHARES)
        self.setAccessibleName(self.tr("Hosts"))
        self.setObjectName("hostsTable")
        self.setModel(model)
        self.set_numeric(NUMERIC)
        for column in (DOMAIN, SUFFIX):
            self.setColumnHidden(column, True)
        self.commands: Callable[[], Sequence[Command]] = tuple
        """What can be done with the chosen rows."""

    def set_hidden(self, columns: Sequence[int], hidden: bool) -> None:
        """Leave columns out, or show them again, and share the width anew."""
        for column in columns:
            self.setColumnHidden(column, hidden)
        self.set_shares(_SHARES)

    def row_menu(self) -> QMenu:
        menu = super().row_menu()
        if not self.chosen_count():
            return menu
        first = menu.actions()[0]
        for words, slot, can in self.commands():
            action = QAction(words, menu)
            action.setEnabled(can)
            action.triggered.connect(slot)
            menu.insertAction(first, action)
        menu.insertSeparator(first)
        return menu
