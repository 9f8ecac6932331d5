"""What the Rules page shows before there is a list or a rule: what it is for, and what to do next."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.widgets import IconLabel, label, looks, push_button


class RulesEmpty(QWidget):
    """Signals: `list_asked()`, `paste_asked()`, `example_asked()`, `new_asked()`, `import_asked()`,
    `open_asked()`.
    """

    list_asked = Signal()
    paste_asked = Signal()
    example_asked = Signal()
    new_asked = Signal()
    import_asked = Signal()
    open_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "pane")
        icons, centre = services.icons, Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(IconLabel(services.themes, icons, "rules", size=32), 0, centre)
        column.addWidget(label(self.tr("No list and no rules yet"), "title"), 0, centre)
        self.words = label(
            self.tr(
                "Which URLs of a site are one page is often the site's own habit: a session in the query, "
                "an old spelling of the path, a copy for phones. A list of its URLs teaches such rules, best "
                "with a column that tells equal pages: a content hash, digest or canonical link. Nothing "
                "is applied before you accept it."
            ),
            "note",
        )
        self.words.setWordWrap(True)
        self.words.setAlignment(centre)
        column.addWidget(self.words, 0, centre)
        column.addSpacing(8)
        self.list_button = push_button(self.tr("Open a list"), icons, "open")
        looks(self.list_button, "default")
        self.paste_button = push_button(self.tr("Paste"), icons, "paste")
        self.paste_button.setToolTip(self.tr("Paste a list of URLs, one a line"))
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.list_button)
        row.addWidget(self.paste_button)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(8)
        self.example_button = push_button(self.tr("See what an example teaches: a made list of three sites"))
        self.new_button = push_button(self.tr("Write a rule by hand"))
        self.import_button = push_button(self.tr("Import rules of ClearURLs or Brave…"))
        self.open_button = push_button(self.tr("Open rules that were saved…"))
        self.links = (self.example_button, self.new_button, self.import_button, self.open_button)
        for button, asked in zip(
            (self.list_button, self.paste_button, *self.links),
            (
                self.list_asked,
                self.paste_asked,
                self.example_asked,
                self.new_asked,
                self.import_asked,
                self.open_asked,
            ),
            strict=True,
        ):
            button.clicked.connect(asked)
        for button in self.links:
            looks(button, "link")
            column.addWidget(button, 0, centre)
        column.addSpacing(4)
        column.addWidget(label(self.tr("Nothing leaves this computer."), "caption"), 0, centre)
        column.addStretch(3)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def _on_theme_changed(self, theme: Theme) -> None:
        width = theme.metrics.px(500)
        self.words.setFixedWidth(width)
        self.words.setMinimumHeight(self.words.heightForWidth(width))
