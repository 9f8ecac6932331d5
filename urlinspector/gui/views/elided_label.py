"""A label whose text is cut with an ellipsis where it has no room."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy


class ElidedLabel(QLabel):
    """A label that ends in an ellipsis, and says all in its tooltip, where it has no room."""

    def __init__(self, look: str = "") -> None:
        super().__init__()
        self._whole = self._tip = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(0)
        if look:
            self.setProperty("look", look)

    @property
    def whole(self) -> str:
        """The text that it shows, or a part of."""
        return self._whole

    def set_whole(self, text: str) -> None:
        """Show a text, whole if it fits."""
        if text != self._whole:
            self._whole = text
            self.setAccessibleName(text)
            self._elide()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        hint.setWidth(self.fontMetrics().horizontalAdvance(self._whole) + 2)
        return hint

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        hint.setWidth(min(hint.width(), 40))
        return hint

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(self.width(), 1))
        self.setText(shown)
        self._show_tip()

    def setToolTip(self, text: str) -> None:
        """What the tooltip says besides."""
        self._tip = text
        self._show_tip()

    def _show_tip(self) -> None:
        whole = self._whole if self.text() != self._whole else ""
        super().setToolTip("\n".join(filter(None, (whole, self._tip))))
