"""The top of the Inspect page: URL field, base, invisible characters, Compare, Copy as."""

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QToolTip, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.copy_formats import FORMATS, CopyFormat
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.views.url_field import UrlField
from urlinspector.gui.widgets import label, looks


class InspectHead(QWidget):
    """Signals: `copy_asked(CopyFormat, bool)` (of the text as typed, or else of the canonical form);
    `compare_asked()`; `marks_toggled(bool)`.
    """

    copy_asked = Signal(object, bool)
    compare_asked = Signal()
    marks_toggled = Signal(bool)

    def __init__(self, services: Services, *, with_compare: bool) -> None:
        super().__init__()
        looks(self, "bar")
        self._services = services
        themes, icons = services.themes, services.icons
        self.url_field = UrlField(themes, self.tr("URL"))
        self.url_field.setObjectName("urlField")
        self.url_field.set_placeholder(self.tr("Type, paste or drop a URL"))
        self.base_field = UrlField(themes, self.tr("Base"), ribbon=False, max_height=72)
        self.base_field.setObjectName("baseField")
        self.base_field.set_placeholder(self.tr("None. Fill in to resolve a relative reference"))
        self.marks_button = MenuButton(themes, icons, "pilcrow", self.tr("Show invisible characters"))
        self.marks_button.setObjectName("marksButton")
        self.marks_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.marks_button.setCheckable(True)
        self.compare_button = MenuButton(themes, icons, "compare", self.tr("Compare"))
        self.compare_button.setObjectName("compareButton")
        self.compare_button.setToolTip(self.tr("Compare this URL with another one"))
        self.compare_button.setVisible(with_compare)
        self._with_compare = with_compare
        self._copies: dict[str, QAction] = {}
        self.copy_button = MenuButton(themes, icons, "copy", self.tr("Copy as"), self._copy_menu())
        self.copy_button.setObjectName("copyAsButton")
        self._lay_out()
        self.marks_button.toggled.connect(self.marks_toggled)
        self.url_field.marks_toggled.connect(self.marks_button.setChecked)
        self.base_field.marks_toggled.connect(self.marks_button.setChecked)
        self.compare_button.clicked.connect(self.compare_asked)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def _lay_out(self) -> None:
        grid = self._grid = QGridLayout(self)
        top = Qt.AlignmentFlag.AlignTop
        self._captions = (label(self.tr("URL"), "note"), label(self.tr("Base"), "note"))
        self._captions[0].setBuddy(self.url_field)
        self._captions[1].setBuddy(self.base_field)
        row = self._row = QHBoxLayout()
        row.addWidget(self.base_field, 1, top)
        row.addWidget(self.marks_button, 0, top)
        row.addWidget(self.compare_button, 0, top)
        row.addWidget(self.copy_button, 0, top)
        grid.addWidget(self._captions[0], 0, 0, top)
        grid.addWidget(self.url_field, 0, 1)
        grid.addWidget(self._captions[1], 1, 0, top)
        grid.addLayout(row, 1, 1)

    def _copy_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.aboutToShow.connect(self._on_copies_shown)
        for form in FORMATS:
            action = QAction(format_title(form), menu)
            action.setObjectName(f"copyAs.{form.key}")
            action.triggered.connect(partial(self._on_copy, form))
            menu.addAction(action)
            self._copies[form.key] = action
        menu.addSeparator()
        self.as_typed = QAction(self.tr("Of the URL as typed"), menu)
        self.as_typed.setCheckable(True)
        self.as_typed.setToolTip(self.tr("Otherwise the canonical form is copied"))
        menu.addAction(self.as_typed)
        return menu

    def _on_copy(self, form: CopyFormat) -> None:
        self.copy_asked.emit(form, self.as_typed.isChecked())
        self.tell_unlinked(form)

    def _on_copies_shown(self) -> None:
        for form in FORMATS:
            title = format_title(form)
            if self._is_unlinked(form):
                title = self.tr("{0}: as text, a link would run code").format(title)
            self._copies[form.key].setText(title)

    def _is_unlinked(self, form: CopyFormat) -> bool:
        return form.links and not form.is_linked(self.url_field.text)

    def tell_unlinked(self, form: CopyFormat) -> None:
        """Say beside the button that what was copied is no link, where that is so."""
        if self._is_unlinked(form):
            words = self.tr("Copied as text: a link of this scheme would run code in the page that holds it")
            place = self.copy_button.mapToGlobal(self.copy_button.rect().bottomLeft())
            QToolTip.showText(place, words, self.copy_button)

    def set_narrow(self, narrow: bool) -> None:
        """Compare without its text."""
        style = (
            Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        self.compare_button.setToolButtonStyle(style)

    def set_can_copy(self, can_copy: bool) -> None:
        """Whether there is anything to copy or compare."""
        self.copy_button.setEnabled(can_copy)
        self.compare_button.setEnabled(can_copy)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._grid.setContentsMargins(metrics.edge, px(9), metrics.edge, px(9))
        self._grid.setHorizontalSpacing(metrics.edge)
        self._grid.setVerticalSpacing(metrics.gap)
        self._row.setSpacing(metrics.gap)
        self._grid.setColumnMinimumWidth(0, px(36))
        self._captions[0].setContentsMargins(0, px(7), 0, 0)
        self._captions[1].setContentsMargins(0, px(5), 0, 0)


def format_title(form: CopyFormat) -> str:
    """A format's name in the user's language."""
    return QCoreApplication.translate("CopyAs", form.title)
