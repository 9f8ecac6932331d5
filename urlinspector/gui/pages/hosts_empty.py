"""What the Hosts page shows before there are hosts: what it does, what it never does, what to do next."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.widgets import IconLabel, label, looks, push_button


class HostsEmpty(QWidget):
    """Signals: `list_asked()`, `names_asked()`, `example_asked()`, `answers_asked()`."""

    list_asked = Signal()
    names_asked = Signal()
    example_asked = Signal()
    answers_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "pane")
        centre = Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(IconLabel(services.themes, services.icons, "hosts", size=32), 0, centre)
        column.addWidget(label(self.tr("No hosts yet"), "title"), 0, centre)
        self.words = label(
            self.tr(
                "Whether two names are one host is not written in a URL. The name system can tell, "
                "by aliases, addresses and reverse names. Nothing is asked until you press Look up "
                "and have seen which names will be asked of whom."
            ),
            "note",
        )
        self.words.setWordWrap(True)
        self.words.setAlignment(centre)
        column.addWidget(self.words, 0, centre)
        column.addSpacing(8)
        self.list_button = push_button(self.tr("From the list"), services.icons, "list")
        looks(self.list_button, "default")
        self.names_button = push_button(self.tr("Type names"), services.icons, "edit")
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.list_button)
        row.addWidget(self.names_button)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(8)
        self.example_button = push_button(
            self.tr("See an example: the robot of 1997 and its names, recorded, nothing is asked")
        )
        self.answers_button = push_button(self.tr("Open recorded answers…"))
        for button in (self.example_button, self.answers_button):
            looks(button, "link")
            column.addWidget(button, 0, centre)
        column.addSpacing(4)
        foot = label(
            self.tr("Offline, everything else works: Inspect, Compare and Clusters ask nobody."), "caption"
        )
        column.addWidget(foot, 0, centre)
        column.addStretch(3)
        self._themes = services.themes
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.list_button.clicked.connect(self.list_asked)
        self.names_button.clicked.connect(self.names_asked)
        self.example_button.clicked.connect(self.example_asked)
        self.answers_button.clicked.connect(self.answers_asked)

    def _on_theme_changed(self) -> None:
        width = self._themes.theme.metrics.px(480)
        self.words.setFixedWidth(width)
        self.words.setMinimumHeight(self.words.heightForWidth(width))

    def set_has_list(self, has_list: bool) -> None:
        """Whether there is a list to take hosts from."""
        self.list_button.setEnabled(has_list)
        self.list_button.setToolTip("" if has_list else self.tr("Open a list on the Clusters page first"))
