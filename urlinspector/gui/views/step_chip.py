"""A step as a chip: the sign of its class, its name, what matters of its options; a click chooses it."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from urlinspector.gui.docks.option_summary import option_summary
from urlinspector.gui.icons import paint_icon
from urlinspector.gui.marks import draw_sign, draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import safety_title
from urlinspector.normalize.pipeline import BoundStep


class StepChip(QAbstractButton):
    """Shows one step of a set; `clicked` chooses it."""

    def __init__(self, themes: ThemeState, bound: BoundStep, *, is_on: bool = False) -> None:
        """`is_on` marks a step that the profile has already."""
        super().__init__()
        self._themes, self.bound, self._is_on = themes, bound, is_on
        self._summary = option_summary(bound.step, bound.options)
        self.setText(bound.step.name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        name = f"{bound.step.name} {self._summary}".strip()
        said = [name, safety_title(bound.safety)]
        if is_on:
            said.append(self.tr("on already"))
        self.setAccessibleName(", ".join(said))
        tip = [bound.step.title]
        if bound.step.assumes:
            tip.append(self.tr("Assumes {0}").format(bound.step.assumes))
        if is_on:
            tip.append(self.tr("The profile has it already."))
        self.setToolTip("\n".join(tip))

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        px = theme.metrics.px
        width = px(24) + QFontMetricsF(theme.type.ui).horizontalAdvance(self.text())
        if self._summary:
            width += px(6) + QFontMetricsF(theme.type.small).horizontalAdvance(self._summary)
        if self._is_on:
            width += px(16)
        return QSize(round(width) + px(4), px(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        draw_sign(painter, QRectF(0, 0, px(18), rect.height()), self.bound.safety, theme)
        room = rect.adjusted(px(24), 0, 0, 0)
        ink = colours.accent if self.underMouse() else colours.text
        if self._is_on and not self.underMouse():
            ink = colours.secondary
        took = draw_text(painter, room, self.text(), theme.type.ui, ink)
        left = room.left() + took
        if self._summary:
            rest = QRectF(left + px(6), 0, rect.right() - left - px(6), rect.height())
            left += px(6) + draw_text(painter, rest, self._summary, theme.type.small, colours.secondary)
        if self._is_on:
            side = px(12)
            mark = QRectF(left + px(4), (rect.height() - side) / 2, side, side)
            paint_icon(painter, mark, "check", colours.secondary)
        if self.hasFocus():
            painter.setPen(QPen(colours.accent, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), px(2), px(2))
        painter.end()
