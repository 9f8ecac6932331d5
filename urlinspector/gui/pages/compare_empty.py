"""What the Compare page shows before there are two URLs: what to do next, and pairs to click."""

from functools import partial

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.example_button import ExampleButton
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
        self.buttons: list[ExampleButton] = []
        for texts, about in PAIRS:
            said = QCoreApplication.translate("ComparePairs", about)
            button = ExampleButton(themes, texts, said, is_first=not self.buttons)
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
            if widget is not None and not isinstance(widget, ExampleButton):
                widget.setContentsMargins(0, theme.metrics.px(4), 0, theme.metrics.px(4))
