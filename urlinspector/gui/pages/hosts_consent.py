"""What will be asked of whom, before anything is; and how far it is, while it is asked."""

from collections.abc import Callable
from html import escape
from itertools import takewhile

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.hosts_raw import show_text
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.theme import Theme
from urlinspector.gui.widgets import IconLabel, label, looks, push_button, set_progress
from urlinspector.hosts.plan import Plan

_NAMES = 16
_LETTERS = 360
"""Names are written out as long as they have no more letters together; the rest is counted."""
_LINES = 4
_MOST_LISTED = 5000
_JOINED = "-\u2060"
"""A hyphen after which no line is broken: a name stays in one piece."""


class ConsentPanel(QWidget):
    """Signals: `agreed()` when the user pressed Look up under what is written here; `cancelled()`;
    `settings_asked()`; `put_off()`.
    """

    agreed = Signal()
    cancelled = Signal()
    settings_asked = Signal()
    put_off = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._plan: Plan | None = None
        self._letters = _LETTERS
        self._is_put_off = False
        self._is_unanswered = False
        looks(self, "consent")
        themes, icons = services.themes, services.icons
        self.sign = IconLabel(themes, icons, "shield", "accent", 18)
        self.title = label("", "strong")
        self.note = label("", "note")
        self.captions: list[QLabel] = []
        self.names, self.resolver, self.questions = label(""), label(""), label("")
        self.names.setWordWrap(True)
        self.names.setTextFormat(Qt.TextFormat.RichText)
        self.note.setWordWrap(True)
        for each in (self.resolver, self.questions):
            each.setWordWrap(True)
        for each in (self.names, self.resolver, self.questions, self.note):
            each.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.change_button = push_button(self.tr("Change"))
        self.list_button = push_button(self.tr("Show every question"))
        for button in (self.change_button, self.list_button):
            looks(button, "link")
        self.look_up_button = push_button(self.tr("Look up"), icons, "search")
        looks(self.look_up_button, "default")
        self.later_button = push_button(self.tr("Not now"))
        self.cancel_button = push_button(self.tr("Cancel"), icons, "stop")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the look-up"))
        self._lay_out()
        self.change_button.clicked.connect(self.settings_asked)
        self.list_button.clicked.connect(self.show_questions)
        self.look_up_button.clicked.connect(self.agreed)
        self.later_button.clicked.connect(self._on_put_off)
        self.cancel_button.clicked.connect(self.cancelled)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def _lay_out(self) -> None:
        self.details = QWidget()
        grid = self._grid = QGridLayout(self.details)
        grid.setContentsMargins(0, 0, 0, 0)
        rows = (
            (self.tr("Names"), self.names, None),
            (self.tr("Resolver"), self.resolver, self.change_button),
            (self.tr("Questions"), self.questions, self.list_button),
        )
        for number, (words, value, button) in enumerate(rows):
            caption = label(words, "note")
            if button is None:
                caption.setAlignment(Qt.AlignmentFlag.AlignTop)
            self.captions.append(caption)
            grid.addWidget(caption, number, 0)
            line = QHBoxLayout()
            line.addWidget(value, 1)
            if button is not None:
                line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
            grid.addLayout(line, number, 1)
        grid.setColumnStretch(1, 1)
        head = QHBoxLayout()
        head.addWidget(self.title, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.note, 1)
        column = QVBoxLayout()
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addWidget(self.details)
        column.addStretch(1)
        buttons = QVBoxLayout()
        for button in (self.look_up_button, self.later_button, self.cancel_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        row = self._row = QHBoxLayout(self)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        row.addLayout(buttons)

    def show_state(self, state: HostsState) -> None:
        """What stands between the hosts and what is known of them."""
        plan, self._plan = state.plan, state.plan
        running = state.is_running
        self.cancel_button.setEnabled(running)
        if state.is_planning and not self.bar.isHidden():
            # What is left to ask comes in a moment; until then everything keeps its place.
            self.title.setText(self.tr("Working out what is left to ask"))
            return
        self.bar.setVisible(running)
        self.cancel_button.setVisible(running)
        self.look_up_button.setVisible(not running)
        self.later_button.setVisible(not running and not self._is_put_off)
        self.details.setVisible(not running and not self._is_put_off)
        if running:
            self._show_progress(state)
            self.show()
        elif state.plan_error:
            self.title.setText(self.tr("Nobody can be asked."))
            self.note.setText(state.plan_error)
            self.look_up_button.setText(self.tr("Look up"))
            self.look_up_button.setEnabled(False)
            self.later_button.hide()
            self.details.hide()
            self.show()
        elif plan is None or not plan.hosts:
            self.hide()
        else:
            self._show_plan(plan, state)
            self.show()

    def _show_plan(self, plan: Plan, state: HostsState) -> None:
        count = len(plan.hosts)
        words = (
            self.tr("Look up 1 host?") if count == 1 else self.tr("Look up {0} hosts?").format(counted(count))
        )
        if state.can_resume:
            words = (
                self.tr("Go on with 1 host?")
                if count == 1
                else self.tr("Go on with {0} hosts?").format(counted(count))
            )
        self.title.setText(words)
        self.look_up_button.setText(self.tr("Resume") if state.can_resume else self.tr("Look up"))
        self.look_up_button.setEnabled(True)
        known = self.tr("Nothing about them has been asked yet.")
        if state.can_resume:
            known = self.tr("What is known stays; only the rest is asked.")
        elif state.asks_anew:
            known = self.tr("What is known of them is asked once more; it stays until an answer comes.")
        elif state.known:
            known = self.tr("These are not known yet.")
        if self._is_unanswered:
            known = self.tr("The resolver does not answer; perhaps there is no network.") + " " + known
        self.note.setText(f"{known} " + self.tr("The resolver's operator will see these names."))
        self._show_names(plan)
        resolver = plan.resolver
        if plan.bootstrap:
            resolver += "; " + self.tr("its address is first asked of the system's resolver: {0}").format(
                plan.bootstrap
            )
        self.resolver.setText(resolver)
        self.questions.setText(
            self.tr("at most {0}, then 2 for each address found").format(counted(plan.at_most))
        )
        self.questions.setToolTip(self.questions.text())

    def _show_names(self, plan: Plan) -> None:
        self._letters = self._room()
        first = tuple(takewhile(_within(self._letters), plan.names[:_NAMES]))
        more = len(plan.names) - len(first)
        rest = [self.tr("and {0} more").format(counted(more))] if more > 0 else []
        domain = [self.tr("1 random domain")] if plan.random_domains else []
        labels = [self.tr("{0} random labels").format(counted(plan.random_labels))]
        if probes := [*(labels if plan.random_labels else []), *domain]:
            rest.append(self.tr("and {0}").format(", ".join(probes)))
        theme = self._services.themes.theme
        mono, grey = theme.type.mono.family(), theme.colours.secondary.name()
        shown = "&nbsp;&nbsp; ".join(escape(name).replace("-", _JOINED) for name in first)
        said = escape(", ".join(rest))
        self.names.setText(
            f"<span style=\"font-family:'{mono}'\">{shown}</span>&nbsp;&nbsp; "
            f'<span style="color:{grey}">{said}</span>'
        )
        self.names.setAccessibleName(", ".join((*first, *rest)))

    def _room(self) -> int:
        """Letters of names that some lines hold; a name at the end of a line leaves half of it empty."""
        theme = self._services.themes.theme
        letter = max(QFontMetricsF(theme.type.mono).horizontalAdvance("x"), 1)
        width = max(self.width() - theme.metrics.px(230), 0)
        return min(_LETTERS, int(_LINES * width / letter / 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._plan is not None and self._letters != self._room() and not self.details.isHidden():
            self._show_names(self._plan)

    def _show_progress(self, state: HostsState) -> None:
        progress = state.progress
        if progress is None:
            return
        self.title.setText(self.tr("Asking {0}").format(state.resolver))
        parts = [
            self.tr("{0} of {1} hosts").format(counted(progress.hosts_done), counted(progress.hosts)),
            self.tr("{0} questions").format(counted(progress.asked)),
        ]
        if progress.seconds > 0.5:
            parts.append(self.tr("{0} a second").format(round(progress.per_second)))
        if progress.hosts_done and progress.seconds > 2:
            left = progress.seconds / progress.hosts_done * (progress.hosts - progress.hosts_done)
            parts.append(self.tr("about {0} s left").format(round(left)))
        self.note.setText(", ".join(parts))
        self.bar.setRange(0, max(progress.hosts, 1))
        set_progress(self.bar, progress.hosts_done)

    def bring_back(self) -> None:
        """Show all of it again, after Not now."""
        self._is_put_off = False

    def set_unanswered(self, unanswered: bool) -> None:
        """Whether the resolver did not answer the last time."""
        self._is_unanswered = unanswered

    def _on_put_off(self) -> None:
        self._is_put_off = True
        self.put_off.emit()

    def show_questions(self) -> QDialog | None:
        """Every question that can follow from the names, in a dialog."""
        if self._plan is None:
            return None
        lines = [str(each) for each in self._plan.questions[:_MOST_LISTED]]
        if self._plan.at_most > _MOST_LISTED:
            lines.append(self.tr("and {0} more").format(counted(self._plan.at_most - _MOST_LISTED)))
        return show_text(self, self._services.themes.theme, self.tr("Questions"), "\n".join(lines))

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._row.setContentsMargins(metrics.edge, px(10), metrics.edge, px(10))
        self._row.setSpacing(metrics.edge)
        self._grid.setHorizontalSpacing(metrics.edge)
        self._grid.setVerticalSpacing(px(4))
        if self._plan is not None:
            self._show_names(self._plan)
        self.bar.setFixedHeight(px(6))


def _within(letters: int) -> Callable[[str], bool]:
    """Whether names, one after the other, have no more letters than this; the first always passes."""
    taken = 0

    def fits(name: str) -> bool:
        nonlocal taken
        before, taken = taken, taken + len(name)
        return not before or taken <= letters

    return fits
