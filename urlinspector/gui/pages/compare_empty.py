"""What the Compare page shows before there are two URLs: what to do next, and pairs to click."""

from functools import partial

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QVBoxLayout, QWidget

from urlinspector.gui.marks import draw_text
from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.diff_text import TextBlock, UrlText
from urlinspector.gui.widgets import IconLabel, label, looks, push_button

MOCK = ("https://www.mygov.in/covid-19/?lang=hi", "https://www.mygov.in./home/%2E%2E/covid-19?lang=hi")
PAIRS: tuple[tuple[tuple[str, str], str], ...] = (
    (MOCK, str(QT_TRANSLATE_NOOP("ComparePairs", "one page, or two"))),
    (
        ("HTTP://Example.com:80/%7euser/", "http://example.com/~user/"),
        str(QT_TRANSLATE_NOOP("ComparePairs", "two writings of one URL")),
    ),
    (
        ("https://shop.example/p?id=7&ref=mail", "http://www.shop.example/p?id=7"),
        str(QT_TRANSLATE_NOOP("ComparePairs", "protocol, www, a parameter")),
    ),
    (
        ("http://example.com\\@example.org/", "http://example.com/@example.org/"),
        str(QT_TRANSLATE_NOOP("ComparePairs", "parsers disagree")),
    ),
)


class CompareEmpty(QWidget):
    """Signals: `paste_asked()`; `pair_chosen(object)` with two texts; `lists_asked()`."""

    paste_asked = Signal()
    pair_chosen = Signal(object)
    lists_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "pane")
        themes, icons = services.themes, services.icons
        centre = Qt.AlignmentFlag.AlignHCenter
        self.title = label("", "title")
        words = label(
            self.tr(
                "Type or paste two above, or two lines at once. The verdict follows as you type,\n"
                "with the steps that would make them equal, and what those assume."
            ),
            "note",
        )
        words.setAlignment(centre)
        self.paste_button = push_button(self.tr("Paste"), icons, "paste")
        looks(self.paste_button, "default")
        self.paste_button.clicked.connect(self.paste_asked)
        self.lists_button = push_button(self.tr("Compare two lists…"), icons, "list")
        self.lists_button.clicked.connect(self.lists_asked)
        buttons = QHBoxLayout()
        buttons.addWidget(self.paste_button)
        buttons.addWidget(self.lists_button)
        self._column = QVBoxLayout(self)
        self._column.addStretch(2)
        self._column.addWidget(IconLabel(themes, icons, "compare", size=32), 0, centre)
        self._column.addWidget(self.title, 0, centre)
        self._column.addWidget(words, 0, centre)
        row = QWidget()
        row.setLayout(buttons)
        self._column.addWidget(row, 0, centre)
        self._column.addSpacing(themes.theme.metrics.edge)
        self._column.addWidget(label(self.tr("Examples"), "caption"), 0, centre)
        self.buttons: list[QAbstractButton] = []
        for texts, about in PAIRS:
            said = QCoreApplication.translate("ComparePairs", about)
            button = _PairButton(services, texts, said, is_first=not self.buttons)
            button.clicked.connect(partial(self.pair_chosen.emit, texts))
            self.buttons.append(button)
            self._column.addWidget(button, 0, centre)
        self._column.addWidget(label(self.tr("Nothing leaves this computer."), "caption"), 0, centre)
        self._column.addStretch(3)
        self.set_count(0)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def set_count(self, count: int) -> None:
        """How many URLs there are already."""
        self.title.setText(self.tr("No URLs yet") if not count else self.tr("One more URL"))

    def _on_theme_changed(self, theme: Theme) -> None:
        self._column.setSpacing(0)
        for number in range(self._column.count()):
            item = self._column.itemAt(number)
            widget = item.widget() if item is not None else None
            if widget is not None and not isinstance(widget, _PairButton):
                widget.setContentsMargins(0, theme.metrics.px(4), 0, theme.metrics.px(4))


class _PairButton(QAbstractButton):
    """Two URLs, one over the other, and what they show."""

    def __init__(self, services: Services, texts: tuple[str, str], about: str, *, is_first: bool) -> None:
        super().__init__()
        self._themes, self._texts, self._about, self._is_first = services.themes, texts, about, is_first
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Example: {0}").format(about))
        self.setAccessibleDescription("\n".join(texts))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(self._themes.theme)

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(640), px(44))

    def _on_theme_changed(self, theme: Theme) -> None:
        self.setFixedHeight(theme.metrics.px(44))
        self.setFixedWidth(theme.metrics.px(640))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        painter = QPainter(self)
        rect = QRectF(self.rect())
        painter.fillRect(rect, colours.hover if self.underMouse() else colours.base)
        painter.setPen(QPen(colours.line, 1))
        painter.drawRect(rect.adjusted(0.5, 0.5 if self._is_first else -0.5, -0.5, -0.5))
        room = rect.adjusted(px(12), 0, -px(12), 0)
        right = Qt.AlignmentFlag.AlignRight
        taken = draw_text(painter, room, self._about, theme.type.small, colours.secondary, right)
        for number, text in enumerate(self._texts):
            block = TextBlock(UrlText(text), theme, room.width() - taken - px(16))
            block.paint(painter, room.left(), px(4) + number * px(18))
        if self.hasFocus():
            painter.setPen(QPen(colours.accent, 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.end()
