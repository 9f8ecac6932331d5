"""A table whose rows have a menu of the page's besides the one of every table."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from urlinspector.gui.views.big_table import BigTable


class MenuTable(BigTable):
    """`menu_asked(QMenu)`: the page puts its actions into an empty menu, which come first."""

    menu_asked = Signal(QMenu)

    def row_menu(self) -> QMenu:
        menu = super().row_menu()
        own = QMenu(menu)
        self.menu_asked.emit(own)
        first = menu.actions()[0]
        actions: list[QAction] = own.actions()
        menu.insertActions(first, actions)
        if actions:
            menu.insertSeparator(first)
        return menu
