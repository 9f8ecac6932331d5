"""The bar of the Clusters page: open, paste, the list's sources, the rule for representatives, export."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QWidget

from urlinspector.bulk.representative import RULES, Rule
from urlinspector.gui.pages.page import Services
from urlinspector.gui.status_bar import ElidedLabel
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.widgets import label, looks, push_button

RULE_WORDS = {
    "first-seen": str(QT_TRANSLATE_NOOP("Rules", "First seen")),
    "shortest": str(QT_TRANSLATE_NOOP("Rules", "Shortest")),
    "https-first": str(QT_TRANSLATE_NOOP("Rules", "https first")),
    "most-frequent": str(QT_TRANSLATE_NOOP("Rules", "Most frequent")),
}


def rule_words(rule: Rule) -> str:
    """A rule in the user's language."""
    if rule.name in RULE_WORDS:
        return QCoreApplication.translate("Rules", RULE_WORDS[rule.name])
    return QCoreApplication.translate("Rules", "Most {0}").format(rule.column)


class ClustersHead(QWidget):
    """Signals: `rule_chosen(Rule)`; the buttons are connected by the page."""

    rule_chosen = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "bar")
        themes, icons = services.themes, services.icons
        self.open_button: QPushButton = push_button(self.tr("Open"), icons, "open")
        self.paste_button: QPushButton = push_button(self.tr("Paste"), icons, "paste")
        self.sources = ElidedLabel("note")
        self.rule_label = label(self.tr("Representative"), "note")
        self.rule_box = QComboBox()
        self.rule_box.setAccessibleName(self.tr("Rule for representatives"))
        self.rule_label.setBuddy(self.rule_box)
        self.versus_button: QPushButton = push_button(self.tr("Versus…"), icons, "swap")
        self.versus_button.setToolTip(self.tr("What changes if another profile takes the place of this one"))
        self.versus_button.setEnabled(False)
        self.export_menu = QMenu(self)
        self.export_button = MenuButton(themes, icons, "export", self.tr("Export"), self.export_menu)
        row = self._row = QHBoxLayout(self)
        row.addWidget(self.open_button)
        row.addWidget(self.paste_button)
        row.addSpacing(8)
        row.addWidget(self.sources, 1)
        row.addWidget(self.rule_label)
        row.addWidget(self.rule_box)
        row.addWidget(self.versus_button)
        row.addWidget(self.export_button)
        self.set_columns((), Rule())
        self.rule_box.activated.connect(self._on_rule_activated)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)
        self.export_button.setEnabled(False)

    def set_columns(self, columns: tuple[str, ...], rule: Rule) -> None:
        """Offer the rules that the list allows, one of them chosen."""
        rules = [Rule.parse(name) for name in RULES] + [Rule("max", column) for column in columns]
        self.rule_box.clear()
        for each in rules:
            self.rule_box.addItem(rule_words(each), str(each))
        found = self.rule_box.findData(str(rule))
        self.rule_box.setCurrentIndex(max(found, 0))

    def _on_rule_activated(self, number: int) -> None:
        self.rule_chosen.emit(Rule.parse(str(self.rule_box.itemData(number))))

    def set_narrow(self, narrow: bool) -> None:
        """Fewer words."""
        self.rule_label.setVisible(not narrow)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self.setFixedHeight(metrics.px(42))
        self._row.setContentsMargins(metrics.edge, 0, metrics.edge, 0)
        self._row.setSpacing(metrics.gap)
