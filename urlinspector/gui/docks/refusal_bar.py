"""An inline message when an edit of the profile was refused: why, and a button that makes room for it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.profile_state import Refusal
from urlinspector.gui.widgets import IconLabel, flat_button, label, looks, push_button


class RefusalBar(QWidget):
    """Hidden until `show_refusal`; emits `switch_over_asked(Refusal)`."""

    switch_over_asked = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "warning")
        self._refusal: Refusal | None = None
        self.setAccessibleName(self.tr("A change of steps was refused"))
        self.message_label = label("", "warning")
        self.message_label.setWordWrap(True)
        self.message_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.switch_button = push_button("")
        looks(self.switch_button, "small")
        # A long name must not widen the dock.
        self.switch_button.setMinimumWidth(80)
        self.switch_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.switch_button.clicked.connect(self._on_switch_clicked)
        self.close_button = flat_button(services.icons, "close", self.tr("Close this message"), self.hide)
        icon = IconLabel(services.themes, services.icons, "warning", "warning")
        body = QVBoxLayout()
        body.setSpacing(6)
        body.addWidget(self.message_label)
        body.addWidget(self.switch_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 6, 8)
        layout.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(body, 1)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_refusal(self, refusal: Refusal) -> None:
        """Explain a refusal; the button is there when switching other steps off would help."""
        self._refusal = refusal
        message = refusal.message[:1].upper() + refusal.message[1:]
        self.message_label.setText(message if message.endswith(".") else message + ".")
        can = bool(refusal.others and refusal.bound)
        if can:
            others = ", ".join(dict.fromkeys(refusal.others))
            self.switch_button.setText(self.tr("Switch {others} off").format(others=others))
            if refusal.step in refusal.others:
                self.switch_button.setText(self.tr("Keep one"))
        self.switch_button.setVisible(can)
        self.show()

    def _on_switch_clicked(self) -> None:
        refusal, self._refusal = self._refusal, None
        self.hide()
        if refusal is not None:
            self.switch_over_asked.emit(refusal)
