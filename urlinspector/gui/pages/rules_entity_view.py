"""What the pane of web entities is made of: buttons, what makes an entity, the table."""

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QWidget

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.pages.page import Services
from urlinspector.gui.views.menu_table import MenuTable
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import bare_column, flat_button, label, looks, push_button

_SHARES = ((150, 1.0), (160, 1.3), (80, 0.0), (80, 0.0), (90, 0.0), (70, 0.0), (92, 0.0))
_RULES = ("domain", "subdomain", "subdomain-2", "path-1", "path-2", "page")
NAME, PREFIXES, URLS, PAGES, DUPLICATES, SHARE, SPECIFICITY = range(7)


class EntitiesView(QWidget):
    """Widgets alone; whoever inherits connects and fills them."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._build_bar(services)
        self.model = CellsModel(self._titles(), self, figures=range(2, 7))
        self.table = MenuTable(services.themes, self.tr("Web entities"), _SHARES)
        self.table.setObjectName("entitiesTable")
        self.table.setModel(self.model)
        self.table.set_numeric((URLS, PAGES, DUPLICATES, SHARE))
        column = bare_column(self)
        column.addWidget(self.bar)
        column.addWidget(self._rule_strip())
        column.addWidget(self.table, 1)

    def _build_bar(self, services: Services) -> None:
        themes, icons = services.themes, services.icons
        self.bar = SectionBar(themes, self.tr("Web entities"))
        self.undo_button = flat_button(icons, "undo", self.tr("Undo"))
        self.redo_button = flat_button(icons, "redo", self.tr("Redo"))
        self.merge_button = push_button(self.tr("Merge"), icons, "merge")
        self.split_button = push_button(self.tr("Split"), icons, "split")
        self.split_button.setToolTip(self.tr("The rarest prefix becomes an entity of its own"))
        self.move_button = push_button(self.tr("Move"))
        self.move_button.setToolTip(self.tr("A prefix to another entity, or to one of its own"))
        self.move_menu = QMenu(self)
        self.move_button.setMenu(self.move_menu)
        self.rename_button = push_button(self.tr("Rename"), icons, "edit")
        self.show_button = push_button(self.tr("Show in Clusters"), icons, "clusters")
        self.files_button = push_button(self.tr("Files"))
        for tool in (self.undo_button, self.redo_button):
            self.bar.add_tool(tool)
        for button in (
            self.merge_button,
            self.split_button,
            self.move_button,
            self.rename_button,
            self.show_button,
            self.files_button,
        ):
            looks(button, "small")
            self.bar.add_tool(button)

    def _titles(self) -> tuple[str, ...]:
        return (
            self.tr("Entity"),
            self.tr("Prefixes, without scheme"),
            self.tr("URLs"),
            self.tr("Pages"),
            self.tr("Duplicates"),
            self.tr("Share"),
            self.tr("Specificity"),
        )

    def _rule_strip(self) -> QWidget:
        """What makes an entity."""
        self.rule_box = QComboBox()
        self.rule_box.setAccessibleName(self.tr("What makes an entity"))
        self.rule_box.setEditable(True)
        self.rule_box.addItems(_RULES)
        self.rule_box.setToolTip(
            self.tr("domain, subdomain, subdomain-N, path-N, prefix+N, page, or /pattern/")
        )
        self.platforms_button = push_button(self.tr("Platforms"))
        self.platforms_button.setCheckable(True)
        self.platforms_button.setToolTip(self.tr("Ready rules for blog hosts, code hosts and social sites"))
        self.rules_button = push_button(self.tr("Rules for prefixes…"))
        self.weights_button = push_button(self.tr("Weights…"))
        self.weights_button.setToolTip(self.tr("What a stem counts for the specificity"))
        strip = QWidget()
        looks(strip, "bar")
        row = QHBoxLayout(strip)
        row.setContentsMargins(12, 4, 8, 4)
        caption = label(self.tr("An entity is made by"), "note")
        caption.setBuddy(self.rule_box)
        row.addWidget(caption)
        row.addWidget(self.rule_box)
        for button in (self.platforms_button, self.rules_button):
            looks(button, "small")
            row.addWidget(button)
        row.addStretch(1)
        looks(self.weights_button, "small")
        row.addWidget(self.weights_button)
        return strip
