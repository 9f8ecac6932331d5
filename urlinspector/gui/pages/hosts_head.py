"""The bar of the Hosts page: where hosts come from, a filter, recorded answers, exports."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.widgets import label, looks, push_button


class HostsHead(QWidget):
    """Signals: `names_added(str)`; the rest is connected by the page."""

    names_added = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "bar")
        themes, icons = services.themes, services.icons
        self.list_button = push_button(self.tr("From the list"), icons, "list")
        self.list_button.setToolTip(self.tr("Take the hosts of the list that the Clusters page has open"))
        self.names = QLineEdit()
        self.names.setPlaceholderText(self.tr("Add host names"))
        self.names.setAccessibleName(self.tr("Add host names"))
        self.names.setToolTip(
            self.tr("Names or URLs, separated by spaces; Enter adds them, nothing is asked")
        )
        self.names.returnPressed.connect(self._on_returned)
        self.filter = QLineEdit()
        self.filter.setObjectName("hostsFilter")
        self.filter.setPlaceholderText(self.tr("Filter hosts"))
        self.filter.setAccessibleName(self.tr("Filter hosts"))
        self.filter.setClearButtonEnabled(True)
        self.count = label("", "note")
        self.answers_menu, self.export_menu = QMenu(self), QMenu(self)
        self.answers_button = MenuButton(themes, icons, "file", self.tr("Answers"), self.answers_menu)
        self.export_button = MenuButton(themes, icons, "export", self.tr("Export"), self.export_menu)
        self.open_answers = self._action(self.answers_menu, self.tr("Open recorded answers…"))
        self.save_answers = self._action(self.answers_menu, self.tr("Save the answers…"))
        self.answers_menu.addSeparator()
        self.example = self._action(self.answers_menu, self.tr("Load the example"))
        self.save_aliases = self._action(self.export_menu, self.tr("Host aliases (JSON)…"))
        self.save_table = self._action(self.export_menu, self.tr("Table of hosts (CSV)…"))
        self.save_report = self._action(self.export_menu, self.tr("Everything (JSON)…"))
        row = self._row = QHBoxLayout(self)
        row.addWidget(self.list_button)
        row.addWidget(self.names, 1)
        row.addWidget(self.filter, 1)
        row.addWidget(self.count)
        row.addWidget(self.answers_button)
        row.addWidget(self.export_button)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    @staticmethod
    def _action(menu: QMenu, text: str) -> QAction:
        action = QAction(text, menu)
        menu.addAction(action)
        return action

    def set_narrow(self, narrow: bool) -> None:
        """Without the count where there is little room."""
        self.count.setVisible(not narrow)

    def _on_returned(self) -> None:
        text = self.names.text().strip()
        if text:
            self.names.clear()
            self.names_added.emit(text)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self._row.setContentsMargins(metrics.edge, metrics.px(7), metrics.edge, metrics.px(7))
        self._row.setSpacing(metrics.gap)
