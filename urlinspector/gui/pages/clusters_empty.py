"""What the Clusters page shows before there is a list: what to do next, and examples to click."""

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_text
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.examples import CRAWL_ROWS
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.paste_box import PasteBox
from urlinspector.gui.widgets import IconLabel, bare_column, label, looks, push_button


class ClustersEmpty(QWidget):
    """Signals: `open_asked()`, `paste_asked()`, `example_chosen(str)` with `ten` or `crawl`,
    `recent_chosen(str)`, `recover_asked(bool)` with False for throwing it away.
    """

    open_asked = Signal()
    paste_asked = Signal()
    example_chosen = Signal(str)
    recent_chosen = Signal(str)
    recover_asked = Signal(bool)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        looks(self, "bar")
        centre = Qt.AlignmentFlag.AlignHCenter
        self.ground = _Ground(services)
        outer = self._outer = QVBoxLayout(self)
        outer.addWidget(self.ground)
        column = self._column = QVBoxLayout(self.ground)
        self.recover_bar = self._make_recover_bar()
        column.addWidget(self.recover_bar)
        column.addStretch(2)
        self._add_words(column)
        self.paste_box = PasteBox(services.themes)
        self.paste_box.hide()
        column.addWidget(self.paste_box, 0, centre)
        column.addLayout(self._make_buttons())
        column.addSpacing(8)
        self.examples = QWidget()
        self._examples_layout = bare_column(self.examples)
        column.addWidget(self.examples, 0, centre)
        self._fill_examples(())
        column.addSpacing(4)
        self._add_foot(column)
        column.addStretch(3)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def _add_words(self, column: QVBoxLayout) -> None:
        centre = Qt.AlignmentFlag.AlignHCenter
        picture = IconLabel(self._services.themes, self._services.icons, "clusters", size=32)
        column.addWidget(picture, 0, centre)
        self.title = label(self.tr("No list yet"), "title")
        column.addWidget(self.title, 0, centre)
        self.words = label(
            self.tr(
                "Paste, drop or open a list of URLs. It is grouped at once, "
                "and every merge keeps the step that made it."
            ),
            "note",
            wraps=True,
        )
        self.words.setAlignment(centre)
        column.addWidget(self.words, 0, centre)

    def _make_buttons(self) -> QHBoxLayout:
        icons = self._services.icons
        self.open_button = push_button(self.tr("Open"), icons, "open")
        looks(self.open_button, "default")
        self.open_button.clicked.connect(self.open_asked)
        self.paste_button = push_button(self.tr("Paste"), icons, "paste")
        self.paste_button.clicked.connect(self.paste_asked)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.open_button)
        row.addWidget(self.paste_button)
        row.addStretch(1)
        return row

    def _add_foot(self, column: QVBoxLayout) -> None:
        centre = Qt.AlignmentFlag.AlignHCenter
        foot = label(
            self.tr(
                "Plain lists, CSV, TSV, XLSX, sitemaps, JSON Lines, Parquet, .gz; several files at once.\n"
                "Nothing leaves this computer."
            ),
            "caption",
        )
        foot.setAlignment(centre)
        column.addWidget(foot, 0, centre)

    def _make_recover_bar(self) -> QWidget:
        bar = QWidget()
        looks(bar, "warning")
        self.recover_words = label("", "warning")
        keep = push_button(self.tr("Open it"))
        drop = push_button(self.tr("Throw away"))
        keep.clicked.connect(partial(self.recover_asked.emit, True))
        drop.clicked.connect(partial(self.recover_asked.emit, False))
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 6, 12, 6)
        row.addWidget(self.recover_words, 1)
        row.addWidget(keep)
        row.addWidget(drop)
        bar.hide()
        return bar

    def offer_recovery(self, words: str) -> None:
        """Offer what was kept of a session that ended badly; nothing for an empty text."""
        self.recover_words.setText(words)
        self.recover_bar.setVisible(bool(words))

    def show_recents(self, names: tuple[tuple[str, str], ...]) -> None:
        """Documents opened lately: path and what to show."""
        self._fill_examples(names)

    def _fill_examples(self, recents: tuple[tuple[str, str], ...]) -> None:
        layout = self._examples_layout
        while (item := layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        rows = self.tr("{0} rows")
        layout.addWidget(label(self.tr("Examples"), "caption"))
        layout.addSpacing(4)
        self.buttons = [
            _Row(self._services, self.tr("Ten spellings of one page, 1997"), rows.format(10), first=True),
            _Row(
                self._services, self.tr("A crawl with the usual noise"), rows.format(counted(CRAWL_ROWS + 4))
            ),
        ]
        for button, key in zip(self.buttons, ("ten", "crawl"), strict=True):
            button.clicked.connect(partial(self.example_chosen.emit, key))
            layout.addWidget(button)
        if recents:
            layout.addSpacing(8)
            layout.addWidget(label(self.tr("Recent"), "caption"))
            layout.addSpacing(4)
        for number, (path, shown) in enumerate(recents):
            button = _Row(self._services, shown, "", first=number == 0)
            button.setToolTip(path)
            button.clicked.connect(partial(self.recent_chosen.emit, path))
            layout.addWidget(button)

    def show_reading(self, data: bytes | None, words: str = "") -> None:
        """Show what is being read, or nothing of it for None."""
        self.paste_box.setVisible(data is not None)
        if data is not None:
            if data:
                self.paste_box.show_data(data)
            else:
                self.paste_box.show_lines([], words)
        self.title.setText(self.tr("No list yet") if data is None else self.tr("Reading the list"))
        self.words.setVisible(data is None)

    def _on_theme_changed(self, theme: Theme) -> None:
        px = theme.metrics.px
        edge = theme.metrics.edge
        self._outer.setContentsMargins(edge, edge, edge, edge)
        self._column.setSpacing(theme.metrics.gap)
        self.words.setFixedWidth(px(400))
        self.words.setFixedHeight(self.words.heightForWidth(px(400)))
        self.paste_box.setFixedWidth(px(480))
        self.examples.setFixedWidth(px(400))


class _Ground(QWidget):
    """Where a list is dropped: a dashed frame."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._themes = services.themes
        self._themes.theme_changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        colours = self._themes.theme.colours
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.base)
        pen = QPen(colours.line, 1, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()


class _Row(QAbstractButton):
    """A line of the list of examples."""

    def __init__(self, services: Services, text: str, note: str, *, first: bool = False) -> None:
        super().__init__()
        self._themes = services.themes
        self._first = first
        self._words, self._note = text, note
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{text}, {note}" if note else text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(self._themes.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.setFixedHeight(theme.metrics.px(36))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        painter.fillRect(rect, colours.hover if self.underMouse() else colours.base)
        painter.setPen(QPen(colours.accent if self.hasFocus() else colours.line, 1))
        top = 0.5 if self._first or self.hasFocus() else -0.5
        painter.drawRect(rect.adjusted(0.5, top, -0.5, -0.5))
        icon = QRectF(px(12), rect.center().y() - px(8), px(16), px(16))
        paint_icon(painter, icon, "file", colours.secondary)
        room = rect.adjusted(px(38), 0, -px(12), 0)
        taken = draw_text(
            painter, room, self._note, theme.type.small, colours.secondary, Qt.AlignmentFlag.AlignRight
        )
        room.setRight(room.right() - taken - px(8))
        draw_text(
            painter,
            room,
            self._words,
            theme.type.ui,
            colours.text,
            Qt.AlignmentFlag.AlignLeft,
            Qt.TextElideMode.ElideMiddle,
        )
        painter.end()
