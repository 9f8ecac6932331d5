"""What would make two URLs equal, as three columns of cards, safest first: one column for each class.

A card is a set of steps; sets that differ in one interchangeable step are one card with a chooser. Each says
what the profile has already, and can be added to the profile, or tried on its own. Below stands what the
sets assume about the server.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from urlinspector.compare.report import step_words
from urlinspector.gui.docks.option_summary import option_summary
from urlinspector.gui.icons import Icons
from urlinspector.gui.marks import draw_sign, draw_text
from urlinspector.gui.state.compare_reading import CardOffer, Offer, Way
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import SIGNS, Theme, safety_title
from urlinspector.gui.views.choice_button import ChoiceButton
from urlinspector.gui.views.flow_layout import FlowLayout
from urlinspector.gui.views.step_chip import StepChip
from urlinspector.gui.widgets import IconLabel, label, looks, push_button
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Safety

_MOST = 4
"""Cards of a column before the rest is asked for."""


class FlowBox(QWidget):
    """Children in rows, as high as its width asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.flow = FlowLayout(self, gap=6)
        self.flow.setContentsMargins(0, 0, 0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.flow.heightForWidth(width)

    def sizeHint(self) -> QSize:
        return QSize(self.flow.minimumSize().width(), self.heightForWidth(max(self.width(), 160)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.flow.minimumSize().width(), self.flow.minimumSize().height())


class SetCard(QWidget):
    """One card. Signals: `taken(Offer)` for Add and Try, `step_chosen(str)`."""

    taken = Signal(object)
    step_chosen = Signal(str)
    choice_changed = Signal()

    def __init__(self, themes: ThemeState, icons: Icons, offer: CardOffer, profile: str) -> None:
        super().__init__()
        self._themes, self._icons, self._card, self._profile = themes, icons, offer, profile
        self._number = min(range(len(offer.offers)), key=self._worth)
        self._steps = FlowBox()
        self._note = label("", "caption")
        self._note.setWordWrap(True)
        self.button = push_button("")
        self.button.clicked.connect(self._on_clicked)
        looks(self.button, "small")
        foot = QHBoxLayout()
        foot.addWidget(self._note, 1)
        foot.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.addWidget(self._steps)
        column.addLayout(foot)
        self._chooser: ChoiceButton | None = None
        self._fill()
        px = themes.theme.metrics.px
        column.setContentsMargins(px(12), px(7), px(8), px(6))
        column.setSpacing(px(2))
        foot.setSpacing(px(8))

    def _worth(self, number: int) -> tuple[int, int]:
        """Choices that the profile made already come first."""
        offer = self._card.offers[number]
        return list(Way).index(offer.way), len(offer.missing)

    @property
    def offer(self) -> Offer:
        """The set that is chosen."""
        return self._card.offers[self._number]

    def _fill(self) -> None:
        flow = self._steps.flow
        common = self._card.card.common
        if not self._card.card.choices:
            common = self.offer.equalizer.steps
        for bound in common:
            if self.offer.way is not Way.ADD or bound in self.offer.missing:
                flow.addWidget(self._chip(bound))
        if self._card.card.choices and not self._is_settled_choice():
            self._chooser = self._make_chooser()
            flow.addWidget(self._chooser)
        self._tell()

    def _is_settled_choice(self) -> bool:
        """Whether the profile made the choice already."""
        choice = self._card.card.choices[self._number]
        return self.offer.way is not Way.TRY and choice in self.offer.present

    def _chip(self, bound: BoundStep) -> StepChip:
        chip = StepChip(self._themes, bound, is_on=bound in self.offer.present)
        chip.clicked.connect(partial(self.step_chosen.emit, bound.step.name))
        return chip

    def _make_chooser(self) -> ChoiceButton:
        choices = [
            (str(number), _choice_words(bound)) for number, bound in enumerate(self._card.card.choices)
        ]
        button = ChoiceButton(self._themes, self._icons, self.tr("One of these steps"), choices, "0")
        button.setObjectName("stepChooser")
        button.set_value(str(self._number))
        button.setToolTip(self.tr("Any one of {0} steps does it").format(len(choices)))
        button.chosen.connect(self._on_choice)
        return button

    def _on_choice(self, value: str) -> None:
        self._number = int(value)
        self._tell()
        self.step_chosen.emit(self._card.card.choices[self._number].step.name)
        self.choice_changed.emit()

    def _tell(self) -> None:
        offer = self.offer
        self._note.setText(self._note_of(offer))
        self.button.setVisible(offer.way is not Way.HAS and offer.profile is not None)
        names = ", ".join(step_words(each) for each in (offer.missing or offer.equalizer.steps))
        if offer.way is Way.ADD:
            self.button.setText(self.tr("Add"))
            self.button.setIcon(self._icons.get("plus"))
            self.button.setToolTip(self.tr("Switch on {0}").format(names))
        else:
            self.button.setText(self.tr("Try"))
            self.button.setIcon(self._icons.get("play"))
            self.button.setToolTip(self.tr("Use a profile of these steps alone; undo brings yours back"))
        self.button.setAccessibleName(f"{self.button.text()}: {names}")

    def _note_of(self, offer: Offer) -> str:
        parts = []
        if self._chooser is not None:
            parts.append(self.tr("any one of {0}").format(len(self._card.card.choices)))
        if offer.way is Way.HAS:
            parts.append(self.tr("{0} has all of it").format(self._profile))
        elif offer.way is Way.TRY:
            parts.append(self.tr("on its own, without the steps of {0}").format(self._profile))
        elif offer.present:
            count = len(offer.present)
            said = (
                self.tr("with 1 that {1} has already")
                if count == 1
                else self.tr("with {0} that {1} has already")
            )
            parts.append(said.format(count, self._profile))
        else:
            parts.append(self.tr("to be added to {0}").format(self._profile))
        return "; ".join(parts)

    def _on_clicked(self) -> None:
        self.taken.emit(self.offer)


def _choice_words(bound: BoundStep) -> str:
    """The sign of its class, the step, what matters of its options."""
    return f"{SIGNS[bound.safety]} {bound.step.name} {option_summary(bound.step, bound.options)}".strip()


class SafetyColumn(QWidget):
    """A column of cards under the name of a class; signals as of `SetCard`."""

    taken = Signal(object)
    step_chosen = Signal(str)

    def __init__(self, themes: ThemeState, icons: Icons, safety: Safety) -> None:
        super().__init__()
        self._themes, self._icons, self._safety = themes, icons, safety
        self._count = ""
        self._is_open = False
        self._shown: tuple[tuple[CardOffer, ...], str, str] | None = None
        self.cards: list[SetCard] = []
        self._column = QVBoxLayout(self)
        self._words = label("", "note")
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._body = QVBoxLayout()
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(0)
        self.more_button = push_button("")
        looks(self.more_button, "link")
        self.more_button.clicked.connect(self.toggle_open)
        self._foot = QWidget()
        self._foot_row = QHBoxLayout(self._foot)
        self._assumes = label("", "caption")
        self._assumes.setWordWrap(True)
        self._foot_row.addWidget(IconLabel(themes, icons, "info", size=14), 0, Qt.AlignmentFlag.AlignTop)
        self._foot_row.addWidget(self._assumes, 1)
        self._column.addWidget(self._words)
        self._column.addLayout(self._body)
        self._column.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self._column.addWidget(self._foot)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def show_offers(self, offers: tuple[CardOffer, ...], profile: str, nothing: str) -> None:
        """Show other cards; `nothing` is said where there are none."""
        key = (offers, profile, nothing)
        if key == self._shown:
            return
        if self._shown is None or self._shown[0] != offers:
            self._is_open = self._is_open and len(offers) > _MOST
        self._shown = key
        self._rebuild()

    def toggle_open(self) -> None:
        """Show all cards, or the first ones."""
        self._is_open = not self._is_open
        self._rebuild()

    def _rebuild(self) -> None:
        assert self._shown is not None
        offers, profile, nothing = self._shown
        while (item := self._body.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.cards = []
        listed = offers if self._is_open else offers[:_MOST]
        for offer in listed:
            card = SetCard(self._themes, self._icons, offer, profile)
            card.taken.connect(self.taken)
            card.step_chosen.connect(self.step_chosen)
            card.choice_changed.connect(self._tell_assumptions)
            self.cards.append(card)
            self._body.addWidget(card)
        count = sum(len(each.offers) for each in offers)
        none, one, many = self.tr("none"), self.tr("1 set"), self.tr("{0} sets")
        self._count = none if not count else (one if count == 1 else many).format(count)
        self._words.setText(nothing)
        self._words.setVisible(not offers)
        left = len(offers) - _MOST
        self.more_button.setVisible(left > 0)
        self.more_button.setText(self.tr("Fewer") if self._is_open else self.tr("{0} more").format(left))
        self._tell_assumptions()
        self.setAccessibleName(f"{safety_title(self._safety)}, {self._count}")
        self.updateGeometry()
        self.update()

    def _tell_assumptions(self) -> None:
        said: dict[str, None] = {}
        for card in self.cards:
            for bound in card.offer.equalizer.steps:
                if bound.step.assumes:
                    said[bound.step.assumes] = None
        shown = list(said)[:3]
        self._assumes.setText(self.tr("Assumes {0}.").format("; ".join(shown)) if shown else "")
        self._assumes.setToolTip("\n".join(said) if len(said) > len(shown) else "")
        self._foot.setVisible(bool(shown))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        colours, px = theme.colours, theme.metrics.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.base)
        painter.drawRoundedRect(box, theme.metrics.radius, theme.metrics.radius)
        head = QRectF(0, 0, self.width(), px(26))
        painter.fillRect(head.adjusted(1, 1, -1, 0), colours.header)
        painter.fillRect(QRectF(1, head.bottom(), self.width() - 2, 1), colours.hairline)
        draw_sign(painter, QRectF(px(10), 0, px(18), head.height()), self._safety, theme)
        room = head.adjusted(px(36), 0, -px(12), 0)
        right = Qt.AlignmentFlag.AlignRight
        took = draw_text(painter, room, self._count, theme.type.small, colours.secondary, right)
        room = room.adjusted(0, 0, -took - px(8), 0)
        draw_text(painter, room, safety_title(self._safety), theme.type.bold, colours.text)
        for card in self.cards[:-1]:
            painter.fillRect(QRectF(1, card.geometry().bottom(), self.width() - 2, 1), colours.hairline)
        if self._foot.isVisible():
            foot = QRectF(self._foot.geometry()).adjusted(0, 0, 0, 0)
            painter.fillRect(foot, colours.header)
            painter.fillRect(QRectF(1, foot.top(), self.width() - 2, 1), colours.hairline)
        painter.end()

    def _on_theme_changed(self, theme: Theme) -> None:
        px = theme.metrics.px
        self.setMinimumWidth(px(140))
        self._column.setContentsMargins(1, px(27), 1, 1)
        self._column.setSpacing(0)
        self._words.setContentsMargins(px(12), px(8), px(12), px(8))
        self.more_button.setContentsMargins(px(12), 0, 0, 0)
        self._foot_row.setContentsMargins(px(11), px(5), px(8), px(5))
        self._foot_row.setSpacing(px(8))
        if self._shown is not None:
            self._rebuild()


class EqualizerCards(QWidget):
    """The three columns side by side; signals as of `SetCard`."""

    taken = Signal(object)
    step_chosen = Signal(str)

    def __init__(self, themes: ThemeState, icons: Icons) -> None:
        super().__init__()
        self._themes = themes
        self._row = QHBoxLayout(self)
        self.columns = {safety: SafetyColumn(themes, icons, safety) for safety in Safety}
        for column in self.columns.values():
            column.taken.connect(self.taken)
            column.step_chosen.connect(self.step_chosen)
            self._row.addWidget(column)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def show_offers(
        self, offers: Sequence[CardOffer], profile: str, nothing: Callable[[Safety], str]
    ) -> None:
        """Show all cards in their columns."""
        for number, (safety, column) in enumerate(self.columns.items()):
            mine = tuple(each for each in offers if each.safety is safety)
            column.show_offers(mine, profile, nothing(safety))
            self._row.setStretch(number, 5 if mine else 3)

    def set_fresh(self, fresh: bool) -> None:
        """Whether the cards are those of the present texts; what is old cannot be taken."""
        for column in self.columns.values():
            for card in column.cards:
                card.button.setEnabled(fresh)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self._row.setContentsMargins(metrics.edge, metrics.gap, metrics.edge, metrics.gap)
        self._row.setSpacing(metrics.gap)
