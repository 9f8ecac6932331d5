"""The steps dock: the profile of all pages, what each step did on the current page, and every way to change
it.
"""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDockWidget,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.docks.dock_title import DockTitle
from urlinspector.gui.docks.profile_bar import ProfileBar
from urlinspector.gui.docks.profile_menu import ProfileMenu
from urlinspector.gui.docks.refusal_bar import RefusalBar
from urlinspector.gui.docks.step_rows import Show, groups_by_safety, rows_by_order
from urlinspector.gui.docks.step_views import StepList, StepTree
from urlinspector.gui.marks import draw_dot, draw_text
from urlinspector.gui.pages.page import Effect, Services, StepEffects
from urlinspector.gui.state.profile_state import Refusal
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.widgets import bare_column, flat_button, looks, search_field, segment_button

SETTLE_MS = 400
"""How long a dot stays as it was while its step is measured anew, so that nothing flickers as one types."""


class StepsDock(QDockWidget):
    """Signals: `step_chosen(step)` when a row is selected, `options_asked(step)` when its options are
    wanted.
    """

    step_chosen = Signal(str)
    options_asked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Steps"))
        self.setObjectName("stepsDock")
        self._services = services
        self._effects = self._newest = StepEffects()
        self._settle_timer = QTimer(self)
        self._settle_timer.setSingleShot(True)
        self._settle_timer.setInterval(SETTLE_MS)
        self._settle_timer.timeout.connect(self._on_settle_timer_timeout)
        self._build()
        self._connect()
        self.refresh()

    # Building

    def _build(self) -> None:
        services = self._services
        self.title_bar = DockTitle(self, services.themes, services.icons)
        self.setTitleBarWidget(self.title_bar)
        self.profile_menu = ProfileMenu(services)
        self.profile_bar = ProfileBar(services, self.profile_menu.fill)
        self.refusal_bar = RefusalBar(services)
        self.tree = StepTree(services.themes)
        self.list = StepList(services.themes)
        self.views = QStackedWidget()
        self.views.addWidget(self.tree)
        self.views.addWidget(self.list)
        self.head = QWidget()
        looks(self.head, "bar")
        self._head_layout = QVBoxLayout(self.head)
        self._head_layout.addWidget(self.profile_bar)
        self._head_layout.addLayout(self._build_filter())
        body = QWidget()
        layout = bare_column(body)
        layout.addWidget(self.head)
        layout.addWidget(self.refusal_bar)
        layout.addWidget(self.views, 1)
        layout.addWidget(self._build_foot())
        self.setWidget(body)
        self._apply_metrics()

    def _build_filter(self) -> QHBoxLayout:
        self.filter_edit = search_field(self.tr("Find a step"))
        self.filter_edit.addAction(
            self._services.icons.get("search", "secondary"), QLineEdit.ActionPosition.LeadingPosition
        )
        self.show_group = QButtonGroup(self)
        self.show_group.setExclusive(True)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.filter_edit, 1)
        row.addSpacing(8)
        self.show_buttons = {}
        for show, text, name, part in (
            (Show.ALL, self.tr("All"), self.tr("Show all steps"), "first"),
            (Show.ON, self.tr("On"), self.tr("Show the steps that are on"), "middle"),
            (
                Show.ACTS_HERE,
                self.tr("Acts here"),
                self.tr("Show the steps that act or would act here"),
                "last",
            ),
        ):
            button = segment_button(text, part, name)
            button.setToolTip(name)
            self.show_buttons[show] = button
            self.show_group.addButton(button)
            row.addWidget(button)
        self.show_buttons[Show.ACTS_HERE].setChecked(True)
        return row

    def _build_foot(self) -> QWidget:
        self.foot = QWidget()
        looks(self.foot, "foot")
        self.legend = Legend(self._services.themes)
        icons = self._services.icons
        self.safety_button = flat_button(icons, "rules", self.tr("Steps by safety"))
        self.order_button = flat_button(icons, "order", self.tr("Steps by order: move them here"))
        self.view_group = QButtonGroup(self)
        for at, button in enumerate((self.safety_button, self.order_button)):
            button.setCheckable(True)
            self.view_group.addButton(button, at)
        self.safety_button.setChecked(True)
        self._foot_layout = QHBoxLayout(self.foot)
        self._foot_layout.setSpacing(2)
        self._foot_layout.addWidget(self.legend, 1)
        self._foot_layout.addWidget(self.safety_button)
        self._foot_layout.addWidget(self.order_button)
        return self.foot

    def _connect(self) -> None:
        state = self._services.profile
        state.profile_changed.connect(self._on_profile_changed)
        state.refused.connect(self._on_profile_refused)
        self._services.themes.theme_changed.connect(self._on_theme_changed)
        self.refusal_bar.switch_over_asked.connect(self._on_switch_over_asked)
        self.filter_edit.textChanged.connect(self.refresh)
        self.show_group.buttonClicked.connect(self.refresh)
        self.view_group.idClicked.connect(self._on_view_clicked)
        for view in (self.tree, self.list):
            view.step_model.toggled.connect(state.set_on)
            view.step_chosen.connect(self.step_chosen)
            view.options_asked.connect(self.options_asked)
            view.menu_asked.connect(self._on_menu_asked)
        self.list.step_model.moved.connect(self._on_moved)

    # What it shows

    @property
    def show_choice(self) -> Show:
        """Which of the three buttons is down."""
        return next(show for show, button in self.show_buttons.items() if button.isChecked())

    @property
    def by_order(self) -> bool:
        """Whether the view by order is shown."""
        return self.views.currentWidget() is self.list

    def set_show(self, show: Show) -> None:
        """Press one of the three buttons."""
        self.show_buttons[show].setChecked(True)
        self.refresh()

    def set_by_order(self, by_order: bool) -> None:
        """Show the view by order, or the one by safety."""
        chosen = self.current_step()
        (self.order_button if by_order else self.safety_button).setChecked(True)
        self.views.setCurrentWidget(self.list if by_order else self.tree)
        self.refresh()
        if chosen:
            self.select_step(chosen)

    def set_effects(self, effects: StepEffects) -> None:
        """What each step does on the current page."""
        self._settle_timer.stop()
        self._newest = effects
        kept = still_measured(effects, self._effects)
        if kept != effects:
            self._settle_timer.start()
        self._apply(kept)

    def _apply(self, effects: StepEffects) -> None:
        if effects != self._effects:
            self._effects = effects
            self.legend.set_effects(effects)
            self.refresh()

    def _on_settle_timer_timeout(self) -> None:
        self._apply(self._newest)

    def current_step(self) -> str:
        """The selected step, empty for none."""
        return self.list.current_step() if self.by_order else self.tree.current_step()

    def select_step(self, name: str) -> None:
        """Mark a step chosen elsewhere, without saying so."""
        view = self.list if self.by_order else self.tree
        view.select_step(name)

    def focus_filter(self) -> None:
        """Put the focus into the filter field."""
        self.show()
        self.raise_()
        self.filter_edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_edit.selectAll()

    def set_narrow(self, narrow: bool) -> None:
        """Shorter words and fewer buttons where there is little room."""
        self.profile_bar.set_narrow(narrow)
        self.show_buttons[Show.ACTS_HERE].setText(self.tr("Acts") if narrow else self.tr("Acts here"))

    def refresh(self) -> None:
        """Show the rows of the moment; the selected step stays selected."""
        state, chosen = self._services.profile, self.current_step()
        needle, show = self.filter_edit.text(), self.show_choice
        if self.by_order:
            reset = self.list.step_model.set_rows(
                rows_by_order(state, self._effects, show, needle), self._effects
            )
        else:
            reset = self.tree.step_model.set_rows(
                groups_by_safety(state, self._effects, show, needle), self._effects
            )
            if reset:
                self.tree.show_rows()
        if reset and chosen:
            self.select_step(chosen)

    # What happens

    def _on_profile_changed(self) -> None:
        self.refusal_bar.hide()
        self.refresh()

    def _on_profile_refused(self, refusal: Refusal) -> None:
        self.refusal_bar.show_refusal(refusal)
        self.refresh()

    def _on_switch_over_asked(self, refusal: Refusal) -> None:
        self._services.profile.switch_over(refusal)

    def _on_view_clicked(self, number: int) -> None:
        self.set_by_order(number == 1)

    def _on_moved(self, start: int, end: int) -> None:
        self._services.profile.move(start, end)

    def _on_menu_asked(self, name: str, place: QPoint) -> None:
        menu = self.step_menu(name)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def step_menu(self, name: str) -> QMenu:
        """What can be done with one step."""
        state = self._services.profile
        menu = QMenu(self)
        on = state.is_on(name)
        menu.addAction(self.tr("Switch off") if on else self.tr("Switch on"), partial(state.toggle, name))
        options = menu.addAction(self.tr("Options…"), partial(self.options_asked.emit, name))
        options.setEnabled(bool(state.bound(name).step.options.__dataclass_fields__))
        menu.addSeparator()
        if self.by_order:
            up = menu.addAction(self.tr("Move up\tAlt+Up"), partial(self.list.move_current, -1))
            down = menu.addAction(self.tr("Move down\tAlt+Down"), partial(self.list.move_current, 1))
            up.setEnabled(on and state.position(name) != 1)
            down.setEnabled(on and state.position(name) != len(state.profile.steps))
        else:
            move = menu.addAction(self.tr("Show in the order of steps"), partial(self._show_in_order, name))
            move.setEnabled(on)
        return menu

    def _show_in_order(self, name: str) -> None:
        self.set_by_order(True)
        self.list.select_step(name)
        self.list.setFocus()

    def _on_theme_changed(self) -> None:
        self._apply_metrics()
        self.tree.show_rows()
        self.tree.doItemsLayout()
        self.list.doItemsLayout()

    def _apply_metrics(self) -> None:
        metrics = self._services.themes.theme.metrics
        self._head_layout.setContentsMargins(metrics.edge, metrics.gap, metrics.gap, metrics.gap)
        self._head_layout.setSpacing(metrics.px(6))
        self._foot_layout.setContentsMargins(metrics.edge, 0, metrics.px(6), 0)
        self.foot.setFixedHeight(metrics.bar)
        self.setMinimumWidth(metrics.px(268))


def still_measured(effects: StepEffects, before: StepEffects) -> StepEffects:
    """The effects, with those that are still being measured as they were before."""
    if effects.columns or before.columns:
        return effects
    known = {
        name: before.of(name) if effect is Effect.UNKNOWN else effect
        for name, effect in effects.effects.items()
    }
    return replace(effects, effects=known)


class Legend(QWidget):
    """`● changed this URL  ○ would change it`, or a page's own line."""

    def __init__(self, themes: ThemeState) -> None:
        super().__init__()
        self._themes = themes
        self._effects = StepEffects()
        self.set_effects(self._effects)

    def set_effects(self, effects: StepEffects) -> None:
        """Take the words of a page."""
        self._effects = effects
        filled, hollow = self.words()
        self.setAccessibleName(
            effects.legend
            or self.tr("Filled dot: {filled}. Hollow dot: {hollow}.").format(filled=filled, hollow=hollow)
        )
        self.setToolTip(effects.legend)
        self.update()

    def words(self) -> tuple[str, str]:
        """What the filled and the hollow dot mean."""
        return (
            self._effects.changed_legend or self.tr("changed it"),
            self._effects.would_legend or self.tr("would change it"),
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._themes.theme
        px, colour, font = theme.metrics.px, theme.colours.secondary, theme.type.small
        rect = self.rect().toRectF()
        if self._effects.legend:
            draw_text(painter, rect, self._effects.legend, font, colour)
            return
        at = rect.left() + px(4)
        for filled, words in zip((True, False), self.words(), strict=True):
            centre = rect.center()
            centre.setX(at)
            draw_dot(painter, centre, filled, theme)
            room = rect.adjusted(at - rect.left() + px(9), 0, 0, 0)
            at += px(9) + draw_text(painter, room, words, font, colour) + px(16)
