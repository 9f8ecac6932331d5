"""The bar of the Rules page: learning, its label and its support, imports and exports."""

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QSpinBox, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.status_bar import ElidedLabel
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.widgets import label, looks, push_button


class RulesHead(QWidget):
    """What its buttons do is connected by the page."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "bar")
        themes, icons = services.themes, services.icons
        self.learn_button = push_button(self.tr("Learn from the list"), icons, "play")
        self.cancel_button = push_button(self.tr("Stop"), icons, "stop")
        self.cancel_button.setToolTip(self.tr("End the search; what was found until now is shown"))
        self.cancel_button.hide()
        self.label_caption = label(self.tr("Label"), "note")
        self.label_box = QComboBox()
        self.label_box.setAccessibleName(self.tr("Column that tells whether two pages are one"))
        self.label_box.setToolTip(
            self.tr(
                "Content hash, digest, canonical link, redirect or body size; the best there is comes first"
            )
        )
        self.support_caption = label(self.tr("Support at least"), "note")
        self.support = QSpinBox()
        self.support.setRange(2, 10_000)
        self.support.setValue(5)
        self.support.setAccessibleName(self.tr("Groups of URLs that must speak for a rule"))
        self.sources = ElidedLabel("note")
        self.import_menu, self.export_menu = QMenu(self), QMenu(self)
        self.import_button = MenuButton(themes, icons, "import", self.tr("Import"), self.import_menu)
        self.export_button = MenuButton(themes, icons, "export", self.tr("Export"), self.export_menu)
        row = self._row = QHBoxLayout(self)
        for widget in (
            self.learn_button,
            self.cancel_button,
            self.label_caption,
            self.label_box,
            self.support_caption,
            self.support,
        ):
            row.addWidget(widget)
        row.addWidget(self.sources, 1)
        row.addWidget(self.import_button)
        row.addWidget(self.export_button)
        self.set_columns(())
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def set_columns(self, columns: tuple[str, ...]) -> None:
        """Offer the columns of a list; the chosen one stays chosen where it is still there."""
        chosen = self.label_box.currentData()
        self.label_box.clear()
        self.label_box.addItem(self.tr("Best there is"), "")
        for name in columns:
            self.label_box.addItem(name, name)
        self.label_box.setCurrentIndex(max(self.label_box.findData(chosen), 0))

    @property
    def label_column(self) -> str | None:
        """The chosen column; None for the best there is."""
        return self.label_box.currentData() or None

    def set_narrow(self, narrow: bool) -> None:
        """Without captions where there is little room."""
        for widget in (self.label_caption, self.support_caption, self.sources):
            widget.setVisible(not narrow)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self._row.setContentsMargins(metrics.edge, metrics.px(7), metrics.edge, metrics.px(7))
        self._row.setSpacing(metrics.gap)
        self.support.setFixedWidth(metrics.px(62))
        self.label_box.setMinimumWidth(metrics.px(150))
