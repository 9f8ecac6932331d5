"""The bar of the Rules page: learning, its label and its support, imports and exports."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QMenu, QSizePolicy, QSpinBox, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.status_bar import ElidedLabel
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.widgets import bare_row, label, looks, push_button, segment_button


class RulesHead(QWidget):
    """What its buttons do is connected by the page; `pane_chosen(int)`: rules, entities or the tree."""

    pane_chosen = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "bar")
        self._narrow = self._is_mining = False
        self._build_learning(services)
        self._build_files(services)
        self._lay_out(self._build_panes())
        self.set_columns(())
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def _build_learning(self, services: Services) -> None:
        self.learn_button = push_button(self.tr("Learn from the list"), services.icons, "play")
        self.learn_button.setAccessibleName(self.tr("Learn from the list"))
        self.cancel_button = push_button(self.tr("Stop"), services.icons, "stop")
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

    def _build_files(self, services: Services) -> None:
        themes, icons = services.themes, services.icons
        self.sources = ElidedLabel("note")
        self.import_menu, self.export_menu = QMenu(self), QMenu(self)
        self.import_button = MenuButton(themes, icons, "import", self.tr("Import"), self.import_menu)
        self.export_button = MenuButton(themes, icons, "export", self.tr("Export"), self.export_menu)

    def _build_panes(self) -> QWidget:
        self.panes = QButtonGroup(self)
        segments = QWidget()
        choice = bare_row(segments)
        for number, (words, part, tip) in enumerate(
            (
                (self.tr("Rules"), "first", self.tr("What the list teaches, and the rules of the profile")),
                (self.tr("Entities"), "middle", self.tr("Whose the URLs of the list are")),
                (self.tr("Tree"), "last", self.tr("The list as a tree of stems")),
            )
        ):
            button = segment_button(words, part)
            button.setToolTip(tip)
            self.panes.addButton(button, number)
            choice.addWidget(button)
        self.panes.button(0).setChecked(True)
        self.panes.idClicked.connect(self.pane_chosen)
        segments.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        return segments

    def _lay_out(self, panes: QWidget) -> None:
        row = self._row = QHBoxLayout(self)
        row.addWidget(panes)
        row.addSpacing(8)
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
        row.addStretch(0)  # takes the room where the sources are hidden
        row.addWidget(self.import_button)
        row.addWidget(self.export_button)

    def show_pane(self, number: int) -> None:
        """The tools of a pane."""
        self.panes.button(number).setChecked(True)
        self._follow()

    def show_mining(self, is_mining: bool) -> None:
        """Stop in the place of Learn while the list is searched."""
        self._is_mining = is_mining
        self._follow()

    @property
    def shows_rules(self) -> bool:
        """Whether the rules are shown."""
        return self.panes.checkedId() == 0

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
        self._narrow = narrow
        self._follow()

    def _follow(self) -> None:
        """Show the tools of the pane, and of them and their words as much as there is room for."""
        rules = self.shows_rules
        self.learn_button.setVisible(rules and not self._is_mining)
        self.cancel_button.setVisible(self._is_mining)
        for widget in (self.label_box, self.support, self.import_button, self.export_button):
            widget.setVisible(rules)
        wide = rules and not self._narrow
        for words in (self.label_caption, self.support_caption, self.sources):
            words.setVisible(wide)
        self._shorten(False, Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for step in (
            partial(self._shorten, True, Qt.ToolButtonStyle.ToolButtonTextBesideIcon),
            partial(self._shorten, True, Qt.ToolButtonStyle.ToolButtonIconOnly),
            self.support.hide,
            self.label_box.hide,
        ):
            if wide or self._wanted() <= self.width():
                break
            step()

    def _shorten(self, short: bool, style: Qt.ToolButtonStyle) -> None:
        self.learn_button.setText(self.tr("Learn") if short else self.tr("Learn from the list"))
        for button in (self.import_button, self.export_button):
            button.setToolButtonStyle(style)

    def _wanted(self) -> int:
        """The width that everything shown would like to have."""
        items = [self._row.itemAt(at) for at in range(self._row.count())]
        shown = [item for item in items if item is not None and not item.isEmpty()]
        widths = sum(item.sizeHint().width() for item in shown)
        margins = self._row.contentsMargins()
        return widths + self._row.spacing() * len(shown) + margins.left() + margins.right()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self._row.setContentsMargins(metrics.edge, metrics.px(7), metrics.edge, metrics.px(7))
        self._row.setSpacing(metrics.gap)
        self.support.setFixedWidth(metrics.px(62))
        self.label_box.setMinimumWidth(metrics.px(150))
        self._follow()
