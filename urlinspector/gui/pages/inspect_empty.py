"""What the Inspect page shows before there is a URL: what to do next, and examples to click."""

from functools import partial

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.example_button import ExampleButton
from urlinspector.gui.widgets import IconLabel, label, looks, push_button

CARELESS = (
    "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php?title=Reverse%5fURLs&utm_source=rss#bottom "
)
EXAMPLES: tuple[tuple[str, str], ...] = (
    (
        CARELESS,
        str(QT_TRANSLATE_NOOP("Examples", "one page, written carelessly")),
    ),
    (
        "https://www.example.org/out?to=https%3A%2F%2Fexample.com%2Fa%2F%3Fb%3D1&ref=newsletter",
        str(QT_TRANSLATE_NOOP("Examples", "a URL inside a URL")),
    ),
    (
        "https://bücher.example/straße/%C3%BCber?q=größe",
        str(QT_TRANSLATE_NOOP("Examples", "letters outside ASCII")),
    ),
    ("http://0x7f.1:080/%7Euser/../a//b", str(QT_TRANSLATE_NOOP("Examples", "an address in disguise"))),
    ("../images/./logo.png?v=2", str(QT_TRANSLATE_NOOP("Examples", "a relative reference; fill in a base"))),
)


class EmptyState(QWidget):
    """Signals: `paste_asked()`; `example_chosen(object)` with the text."""

    paste_asked = Signal()
    example_chosen = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "pane")
        themes, icons = services.themes, services.icons
        self._themes = themes
        centre = Qt.AlignmentFlag.AlignHCenter
        self._words = label(
            self.tr(
                "Type, paste or drop one above. It is taken apart as you type,\n"
                "and every step shows what it does."
            ),
            "note",
        )
        self._words.setAlignment(centre)
        self.paste_button = push_button(self.tr("Paste"), icons, "paste")
        looks(self.paste_button, "default")
        self.paste_button.clicked.connect(self.paste_asked)
        column = self._column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(IconLabel(themes, icons, "inspect", size=32), 0, centre)
        column.addWidget(label(self.tr("No URL yet"), "title"), 0, centre)
        column.addWidget(self._words, 0, centre)
        column.addWidget(self.paste_button, 0, centre)
        column.addSpacing(themes.theme.metrics.edge)
        self.examples = ExampleList(services)
        self.examples.chosen.connect(self.example_chosen)
        column.addWidget(self.examples, 0, centre)
        column.addWidget(label(self.tr("Nothing leaves this computer."), "caption"), 0, centre)
        column.addStretch(3)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        px = theme.metrics.px
        self._column.setSpacing(theme.metrics.gap)
        self.examples.setMaximumWidth(px(680))
        self.examples.setMinimumWidth(px(420))


class ExampleList(QWidget):
    """A framed list of buttons, a hairline between them."""

    chosen = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(label(self.tr("Examples"), "caption"))
        column.addSpacing(services.themes.theme.metrics.gap_small)
        self.buttons: list[ExampleButton] = []
        for text, about in EXAMPLES:
            words = QCoreApplication.translate("Examples", about)
            row = ExampleButton(services.themes, (text,), words, is_first=not self.buttons)
            row.clicked.connect(partial(self.chosen.emit, text))
            self.buttons.append(row)
            column.addWidget(row)
