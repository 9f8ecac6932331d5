"""The top of the Compare page: two URL fields and more, with the matrix beside them where there are more."""

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.compare_reading import LETTERS, MOST_URLS, PairCell
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.matrix_strip import MatrixHeader, MatrixStrip
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.views.url_field import UrlField
from urlinspector.gui.widgets import flat_button, label, looks

_ROOMY = 3
"""Up to so many fields have a ribbon."""


class FieldRow(QWidget):
    """One URL: its letter, its field, its row of the matrix."""

    def __init__(self, services: Services, number: int, *, ribbon: bool) -> None:
        super().__init__()
        self._services, self.number, self.ribbon = services, number, ribbon
        letter = LETTERS[number]
        self.letter = label(letter, "strong")
        name = self.tr("URL {0}").format(letter)
        self.field = (
            UrlField(services.themes, name, max_height=116)
            if ribbon
            else UrlField(services.themes, name, ribbon=False, max_height=72)
        )
        self.field.setObjectName(f"compareField{letter}")
        self.field.set_placeholder(self.tr("Type, paste or drop a URL"))
        self.letter.setBuddy(self.field)
        self.strip = MatrixStrip(services.themes, number)
        self.remove_button = flat_button(
            services.icons, "close", self.tr("Take {0} out").format(self.tr("URL {0}").format(letter))
        )
        self._row = QHBoxLayout(self)
        top = Qt.AlignmentFlag.AlignTop
        self._row.addWidget(self.letter, 0, top)
        self._row.addWidget(self.field, 1, top)
        self._row.addWidget(self.strip)
        self._row.addWidget(self.remove_button, 0, top)
        self.set_many(False)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def set_many(self, many: bool) -> None:
        """Whether there are more than two URLs."""
        self.strip.setVisible(many)
        self.remove_button.setVisible(many)

    def set_chosen(self, chosen: bool) -> None:
        """Whether this URL is one of the pair that is looked at."""
        self.letter.setProperty("look", "strong" if chosen else "note")
        self.letter.style().unpolish(self.letter)
        self.letter.style().polish(self.letter)

    def _on_theme_changed(self, theme: Theme) -> None:
        px = theme.metrics.px
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.metrics.gap)
        self.letter.setContentsMargins(0, px(7 if self.ribbon else 4), 0, 0)
        self.letter.setFixedWidth(px(20))
        self.field.setMinimumWidth(px(120))


class FieldsArea(QScrollArea):
    """As high as the fields in it, up to a limit; then it scrolls."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._themes = services.themes
        self._limit = 420
        looks(self, "plain")
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)

    def set_limit(self, limit: int) -> None:
        """The most height, in pixels of the screen."""
        if limit != self._limit:
            self._limit = limit
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        inside = self.widget()
        layout = inside.layout() if inside is not None else None
        height = layout.sizeHint().height() if layout is not None else 0
        return QSize(200, min(height, max(self._limit, 80)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, min(self.sizeHint().height(), 60))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class CompareHead(QWidget):
    """Signals: `edited(int)` a field's text changed; `entered(int)` it got the focus; `left()`,
    `submitted()`, `refused(int)` as of a field; `swap_asked()`, `add_asked()`, `remove_asked(int)`,
    `pair_chosen(int, int)`.
    """

    edited = Signal(int)
    entered = Signal(int)
    left = Signal()
    submitted = Signal()
    refused = Signal(int)
    marks_toggled = Signal(bool)
    swap_asked = Signal()
    add_asked = Signal()
    remove_asked = Signal(int)
    pair_chosen = Signal(int, int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "bar")
        self._services = services
        self.rows: list[FieldRow] = []
        self._marks = self._narrow = False
        themes, icons = services.themes, services.icons
        self.matrix_header = MatrixHeader(themes)
        self._header_row = QHBoxLayout()
        self._header_note = label("", "caption")
        self._header_row.addWidget(self._header_note, 1)
        self._header_row.addWidget(self.matrix_header)
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._header_row)
        self._fields = QVBoxLayout()
        self._column.addLayout(self._fields)
        self.area = FieldsArea(services)
        self.area.setWidget(self._inside)
        self._inside.installEventFilter(self.area)
        self._inside.setAutoFillBackground(False)
        self.swap_button = MenuButton(themes, icons, "swap", self.tr("Swap"))
        self.swap_button.setToolTip(self.tr("Exchange the two URLs"))
        self.swap_button.clicked.connect(self.swap_asked)
        self.add_button = MenuButton(themes, icons, "plus", self.tr("Add URL"))
        self.add_button.setToolTip(self.tr("Compare up to {0} URLs").format(MOST_URLS))
        self.add_button.clicked.connect(self.add_asked)
        self.history_menu = QMenu(self)
        self.history_button = MenuButton(themes, icons, "history", self.tr("History"), self.history_menu)
        self.history_button.setToolTip(self.tr("Earlier comparisons"))
        self._buttons = QVBoxLayout()
        for button in (self.swap_button, self.add_button, self.history_button):
            button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.area, 1)
        self._row.addLayout(self._buttons)
        self.set_count(2)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    # Fields

    def fields(self) -> list[UrlField]:
        """All fields in order."""
        return [row.field for row in self.rows]

    def set_count(self, count: int) -> None:
        """So many fields; texts of those that stay are kept."""
        ribbon = count <= _ROOMY
        if self.rows and self.rows[0].ribbon != ribbon:
            texts = [row.field.text for row in self.rows]
            focused = next((row.number for row in self.rows if row.field.hasFocus()), None)
            while self.rows:
                self._drop_row()
            for number in range(count):
                self._make_row(number, ribbon)
            for row, text in zip(self.rows, texts, strict=False):
                row.field.blockSignals(True)
                row.field.set_text(text, keep_undo=False)
                row.field.blockSignals(False)
            if focused is not None and focused < count:
                self.rows[focused].field.setFocus(Qt.FocusReason.OtherFocusReason)
        while len(self.rows) > count:
            self._drop_row()
        while len(self.rows) < count:
            self._make_row(len(self.rows), ribbon)
        many = count > 2
        for row in self.rows:
            row.set_many(many)
        self.matrix_header.setVisible(many)
        self._header_note.setVisible(many)
        self.matrix_header.set_count(count)
        self._header_note.setText(self.tr("Everything against everything; choose a pair to see why"))
        self.add_button.setEnabled(count < MOST_URLS)
        self._chain_tabs()
        self._on_theme_changed(self._services.themes.theme)

    def _chain_tabs(self) -> None:
        """Tab goes from row to row, then to the buttons."""
        chain: list[QWidget] = []
        for row in self.rows:
            chain += [row.field, row.strip, row.remove_button]
        chain += [self.swap_button, self.add_button, self.history_button]
        for one, other in pairwise(chain):
            QWidget.setTabOrder(one, other)

    def _make_row(self, number: int, ribbon: bool) -> None:
        row = FieldRow(self._services, number, ribbon=ribbon)
        row.field.text_changed.connect(partial(self.edited.emit, number))
        row.field.submitted.connect(self.submitted)
        row.field.left.connect(self.left)
        row.field.refused.connect(self.refused)
        row.field.marks_toggled.connect(self.marks_toggled)
        row.field.set_marks_shown(self._marks)
        row.field.installEventFilter(self)
        row.strip.chosen.connect(partial(self.pair_chosen.emit, number))
        row.strip.set_narrow(self._narrow)
        row.remove_button.clicked.connect(partial(self._on_remove, number))
        self.rows.append(row)
        self._fields.addWidget(row)

    def _drop_row(self) -> None:
        row = self.rows.pop()
        row.field.removeEventFilter(self)
        row.hide()
        self._fields.removeWidget(row)
        row.deleteLater()

    def _on_remove(self, number: int) -> None:
        self.remove_asked.emit(number)

    def set_marks_shown(self, shown: bool) -> None:
        """Invisible characters in every field."""
        self._marks = shown
        for field in self.fields():
            field.set_marks_shown(shown)

    def show_matrix(self, cells: list[list[PairCell | None]], pair: tuple[int, int]) -> None:
        """The cells of every row; which pair is looked at."""
        for row, mine in zip(self.rows, cells, strict=False):
            row.strip.set_cells(mine, pair)
            row.set_chosen(len(self.rows) <= 2 or row.number in pair)

    def set_limit(self, height: int) -> None:
        """The most height that the fields may take."""
        self.area.set_limit(height)

    def set_narrow(self, narrow: bool) -> None:
        """Buttons without their texts, narrower cells."""
        self._narrow = narrow
        self.matrix_header.set_narrow(narrow)
        for row in self.rows:
            row.strip.set_narrow(narrow)
        style = (
            Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        for button in (self.swap_button, self.add_button, self.history_button):
            button.setToolButtonStyle(style)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            for row in self.rows:
                if row.field is watched:
                    self.entered.emit(row.number)
                    self.area.ensureWidgetVisible(row, 0, 4)
        return super().eventFilter(watched, event)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._row.setContentsMargins(metrics.edge, px(9), metrics.edge, px(9))
        self._row.setSpacing(metrics.edge)
        self._fields.setSpacing(metrics.gap if len(self.rows) <= _ROOMY else metrics.gap_small)
        self._column.setSpacing(px(2))
        self._buttons.setSpacing(metrics.gap)
        self._header_row.setContentsMargins(px(28), 0, px(22) + metrics.gap, 0)
