"""The verdict's bar: what the two are under the profile, in a few words and a sentence; and the ticket."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from urlinspector.compare.report import step_words
from urlinspector.compare.verdict import Comparison, Verdict
from urlinspector.gui.marks import draw_sign, draw_text
from urlinspector.gui.numbers import told
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.compare_reading import Explained
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import Theme, safety_title
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.views.two_lines import TwoLines
from urlinspector.gui.views.url_layout import component_name
from urlinspector.gui.widgets import flat_button, label, looks
from urlinspector.normalize.step import Safety
from urlinspector.url.components import Component

_MOST_STEPS = 4


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareVerdict", text)


def headline(comparison: Comparison, letters: tuple[str, str]) -> str:
    """The verdict in a few words."""
    words = {
        Verdict.IDENTICAL: _tr("Identical text"),
        Verdict.EQUAL: _tr("Equal under {profile}"),
        Verdict.DIFFERENT: _tr("Different under {profile}"),
        Verdict.NOT_COMPARABLE: _tr("Not comparable"),
    }[comparison.verdict]
    said = words.format(profile=comparison.profile.name)
    return said if letters == ("A", "B") else f"{letters[0]}, {letters[1]}: {said}"


def sentence(comparison: Comparison, explained: Explained | None, letters: tuple[str, str]) -> str:
    """What the verdict rests on."""
    if comparison.verdict is Verdict.IDENTICAL:
        return _tr("The two texts are the same, character by character.")
    if comparison.verdict is Verdict.NOT_COMPARABLE:
        parts = [
            _tr("{side} is refused: {reason}").format(side=side, reason=each.refused.reason)
            for side, each in zip(letters, comparison.outcomes, strict=True)
            if each.refused is not None
        ]
        return "; ".join(parts)
    if comparison.verdict is Verdict.EQUAL and not comparison.needed:
        return _tr("The profile writes the same key for both, without any of its steps.")
    if comparison.verdict is Verdict.EQUAL:
        names = [step_words(bound) for bound in comparison.needed]
        shown = ", ".join(names[:_MOST_STEPS])
        if len(names) > _MOST_STEPS:
            shown += _tr(" and {0} more").format(len(names) - _MOST_STEPS)
        return _tr("It takes {steps}.").format(steps=shown)
    return _different(comparison, explained)


def _different(comparison: Comparison, explained: Explained | None) -> str:
    count = len(comparison.profile.steps)
    names = _joined([component_name(each) for each in comparison.differs])
    one = len(comparison.differs) == 1
    pattern = (
        _tr("{names} still differs after its {steps}")
        if one
        else _tr("{names} still differ after its {steps}")
    )
    steps = told(count, _tr("{0} step"), _tr("{0} steps"))
    said = pattern.format(names=names[:1].upper() + names[1:], steps=steps)
    if explained is None:
        return said + "."
    words = [_with_name(each.component, each.message, one) for each in explained.of_canonical if each.message]
    return f"{said}: {'; '.join(words)}." if words else said + "."


def _with_name(component: Component, message: str, alone: bool) -> str:
    return message if alone else f"{component_name(component)}: {message}"


def _joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _tr("{0} and {1}").format(", ".join(names[:-1]), names[-1])


class VerdictMark(QWidget):
    """Two circles: apart, one over the other, or one alone; dotted where there is no verdict."""

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes = themes
        self._verdict: Verdict | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_verdict(self, verdict: Verdict | None) -> None:
        """Show a verdict."""
        self._verdict = verdict
        self.update()

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(32), px(18))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        px = theme.metrics.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.colours.warning.text if self._verdict is Verdict.NOT_COMPARABLE else theme.colours.text
        pen = QPen(colour, 1.5)
        if self._verdict in (None, Verdict.NOT_COMPARABLE):
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        radius, middle = px(6), self.height() / 2
        apart = {Verdict.IDENTICAL: 0.0, Verdict.EQUAL: px(4)}.get(
            self._verdict if self._verdict is not None else Verdict.DIFFERENT, px(8)
        )
        centre = self.width() / 2
        painter.drawEllipse(QPointF(centre - apart, middle), radius, radius)
        painter.drawEllipse(QPointF(centre + apart, middle), radius, radius)
        painter.end()


class SafetyBadge(QWidget):
    """The sign and the name of a class."""

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes = themes
        self._safety = Safety.PRESERVES
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_safety(self, safety: Safety) -> None:
        """Show a class."""
        self._safety = safety
        self.setAccessibleName(safety_title(safety))
        self.setToolTip(
            self.tr("The riskiest step that was needed: {0}").format(safety_title(safety).lower())
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        from PySide6.QtGui import QFontMetricsF

        theme = self._themes.theme
        width = QFontMetricsF(theme.type.ui).horizontalAdvance(safety_title(self._safety))
        return QSize(round(width) + theme.metrics.px(38), theme.metrics.px(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        px, mark = theme.metrics.px, theme.colours.safety[self._safety]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mark.tint)
        painter.drawRoundedRect(rect, theme.metrics.radius, theme.metrics.radius)
        draw_sign(painter, QRectF(px(4), 0, px(18), rect.height()), self._safety, theme)
        room = rect.adjusted(px(26), 0, -px(6), 0)
        draw_text(painter, room, safety_title(self._safety), theme.type.ui, mark.text)
        painter.end()


class VerdictBar(QWidget):
    """Signals: `copy_asked(bool)` for Markdown or plain text; `inspect_asked(int)` for the first, the second,
    or both (-1); `lists_asked()`.
    """

    copy_asked = Signal(bool)
    inspect_asked = Signal(int)
    lists_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "pane")
        themes, icons = services.themes, services.icons
        self.mark = VerdictMark(themes)
        self.title = label("", "title")
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.badge = SafetyBadge(themes)
        self.words = TwoLines(themes)
        self.copy_button = MenuButton(themes, icons, "copy", self.tr("Copy for a ticket"), self._copy_menu())
        self.copy_button.setToolTip(self.tr("Passwords are hidden in what is copied"))
        self.inspect_button = MenuButton(themes, icons, "inspect", self.tr("Inspect"), self._inspect_menu())
        self.lists_button = flat_button(icons, "list", self.tr("Compare two lists"), self.lists_asked.emit)
        self._row = QHBoxLayout(self)
        for each in (self.mark, self.title, self.badge):
            self._row.addWidget(each)
        self._row.addWidget(self.words, 1)
        for tool in (self.inspect_button, self.copy_button, self.lists_button):
            self._row.addWidget(tool)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def _copy_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, markdown in ((self.tr("As text"), False), (self.tr("As Markdown"), True)):
            action = QAction(text, menu)
            action.triggered.connect(partial(self._on_copy, markdown))
            menu.addAction(action)
        return menu

    def _inspect_menu(self) -> QMenu:
        menu = QMenu(self)
        self.inspect_actions = []
        for number, text in (
            (0, self.tr("A")),
            (1, self.tr("B")),
            (-1, self.tr("Both, the second one undo away")),
        ):
            action = QAction(text, menu)
            action.triggered.connect(partial(self._on_inspect, number))
            menu.addAction(action)
            self.inspect_actions.append(action)
        return menu

    def _on_copy(self, markdown: bool) -> None:
        self.copy_asked.emit(markdown)

    def _on_inspect(self, number: int) -> None:
        self.inspect_asked.emit(number)

    def show_verdict(
        self,
        comparison: Comparison | None,
        explained: Explained | None,
        letters: tuple[str, str],
        waiting: str,
    ) -> None:
        """Show a comparison, or what is waited for."""
        for action, letter in zip(self.inspect_actions, letters, strict=False):
            action.setText(letter)
        there = comparison is not None
        self.copy_button.setEnabled(there)
        self.inspect_button.setEnabled(there)
        self.badge.setVisible(there and comparison is not None and comparison.safety is not None)
        if comparison is None:
            self.mark.set_verdict(None)
            self.title.setText(waiting)
            self.words.set_text("")
        else:
            self.mark.set_verdict(comparison.verdict)
            self.title.setText(headline(comparison, letters))
            self.words.set_text(sentence(comparison, explained, letters))
            if comparison.safety is not None:
                self.badge.set_safety(comparison.safety)
        self.setAccessibleName(f"{self.title.text()}. {self.words.text}")

    def set_narrow(self, narrow: bool) -> None:
        """Buttons without their texts."""
        style = (
            Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        self.copy_button.setToolButtonStyle(style)
        self.inspect_button.setToolButtonStyle(style)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._row.setContentsMargins(metrics.edge, 0, metrics.edge, 0)
        self._row.setSpacing(px(10))
        self.setFixedHeight(px(46))
