"""What a page is: the shell knows this and nothing else about Inspect, Compare, Clusters, Hosts or Rules.

A page is one QWidget in the middle of the window. It gets `Services` by its constructor, and the shell calls
it:

- `profile_changed(profile)` when the shared profile changed. The base class does the rule of definitions §8:
  the visible page recomputes at once, a hidden one is only marked stale and recomputes when it is shown. A
  page therefore overrides `recompute()` and nothing else.
- `enter()` / `leave()` when it becomes the visible page or stops being it.
- `focus_find()` for Ctrl+F, `open_payload(text)` for a link dropped on the window, `select_step(name)` when a
  step is chosen in the dock, `cancel()` for Esc and the status bar's Cancel, `close_page()` before the window
  goes.
- `step_effects()` for the steps dock (what each step did *here*), `explain(step)` for the explain dock's
  extra rows.

It tells the shell, by signals in the past tense, that its status changed, that its effects changed, that a
step was chosen on it, or that another page should open something. Long work goes to `services.runner`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtWidgets import QWidget

from urlinspector.gui.icons import Icons
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.gui.state.shared_list import SharedList
from urlinspector.gui.state.theme_state import ThemeState

if TYPE_CHECKING:
    from urlinspector.gui.actions import Action
    from urlinspector.gui.settings import Settings
    from urlinspector.gui.state.recents import Recents
    from urlinspector.gui.tasks.runner import TaskRunner
    from urlinspector.normalize.profile import Profile


@dataclass(frozen=True)
class Services:
    """Everything that a page may use and does not own; made once, in `app`."""

    profile: ProfileState
    themes: ThemeState
    icons: Icons
    settings: "Settings"
    runner: "TaskRunner"
    recents: "Recents"
    list: SharedList = field(default_factory=SharedList)
    """The list that the Clusters page has open."""


@dataclass(frozen=True, slots=True)
class FilterAsked:
    """What the Clusters page is asked to narrow its list to, as one types it there."""

    text: str
    note: str = ""
    """What is to be said of it there."""


@dataclass(frozen=True, slots=True)
class ExampleAsked:
    """One of the Clusters page's examples, by its key, is to be opened there."""

    key: str


class Effect(Enum):
    """What a step does to what the page shows."""

    CHANGED = "changed"
    """It is on and changed something: a filled dot."""
    WOULD_CHANGE = "would-change"
    """It is off and would change something: a hollow dot."""
    NOTHING = "nothing"
    UNKNOWN = "unknown"
    """Still being measured: `…`."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of an extra column of the steps dock: a text (already in the locale's form) or an effect's
    dot."""

    text: str = ""
    effect: Effect | None = None
    warning: bool = False
    faded: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class EffectColumn:
    """An extra column: a short title or an icon, and its full name for tooltips and screen readers."""

    title: str
    name: str
    width: int = 56
    """In pixels at zoom 1."""
    icon: str = ""


@dataclass(frozen=True)
class StepEffects:
    """What every step did here, for the steps dock.

    Without `columns` the dock shows each step's `effects` as a dot; with them it shows `cells[step]` instead,
    one for each column. `where` ends the grey line "6 more are on, nothing to do …": `here`, `on this list`.
    """

    effects: Mapping[str, Effect] = field(default_factory=dict)
    columns: tuple[EffectColumn, ...] = ()
    cells: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    where: str = ""
    unseen: str = ""
    """Why nothing can be said yet, in place of "nothing to do …": `fill in A and B to see them act`."""
    legend: str = ""
    """A line at the foot of the dock instead of the two dots' meaning."""
    changed_legend: str = ""
    """What a filled dot means here: `changed this URL`; the hollow one: `would change it`."""
    would_legend: str = ""
    """Empty stands for the usual words."""

    def of(self, name: str) -> Effect:
        """The effect of a step, `NOTHING` where the page did not say."""
        return self.effects.get(name, Effect.NOTHING)


@dataclass(frozen=True, slots=True)
class ExplainRow:
    """A row of the explain dock: a caption and rich text (escape what comes from a URL)."""

    caption: str
    html: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """An item at the left of the status bar; with `warning` it gets the sign, with `action` it can be
    clicked."""

    text: str
    warning: bool = False
    action: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """Work under way; `fraction` is None where the end is not known."""

    text: str
    fraction: float | None = None
    detail: str = ""
    """`11 of 29, about 6 s left`."""


@dataclass(frozen=True)
class PageStatus:
    """What the status bar says for a page: findings, or progress in their place; the selection at the right.

    `network` says what the page does with the network when it is not simply off.
    """

    findings: tuple[Finding, ...] = ()
    progress: Progress | None = None
    selection: str = ""
    network: str = ""
    title: str = ""
    """For the window's title, credentials masked."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A state of the page for screenshots and review: `empty`, `typical`, `overfull`; `prepare` brings it
    about.

    It must be complete when `prepare` returns, or when `ready` (polled while events run) says so.
    """

    name: str
    prepare: Callable[[], None]
    ready: Callable[[], bool] = lambda: True


class Page(QWidget):
    """Base class of all pages."""

    status_changed = Signal()
    effects_changed = Signal()
    step_chosen = Signal(str)
    """A step was selected on the page (a row of the ladder): the docks follow."""
    open_requested = Signal(str, object)
    """Another page should open something: its key and what (`("inspect", "http://…")`)."""

    close_confirmed = Signal()
    """The question that `may_close` asked was answered: the window tries to close again."""

    uses_docks = True
    """Whether steps and their explanation belong beside it; where not, the docks make room."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.services = services
        self.is_current = False
        self.is_stale = True

    # To be overridden

    def recompute(self) -> None:
        """Bring what is shown up to date with the profile. Called only while the page is visible."""

    def focus_find(self) -> None:
        """Ctrl+F: put the focus into the page's filter or search field."""

    def open_payload(self, payload: Any) -> None:
        """Show what another page, a drop or the command line asks for; a str is a URL."""

    def select_step(self, name: str) -> None:
        """A step was chosen in the dock; mark it here, without emitting `step_chosen` back."""

    def step_effects(self) -> StepEffects:
        """What each step did here, for the dock. Cheap: the page keeps the answer."""
        return StepEffects()

    def explain(self, step: str) -> Sequence[ExplainRow]:
        """Rows about this page's data for the explain dock (`Here`, `On this list`, …)."""
        del step
        return ()

    def current_url(self) -> str:
        """The URL that the page is about at the moment, for the explain dock; empty for none."""
        return ""

    def status(self) -> PageStatus:
        """What the status bar shows."""
        return PageStatus()

    def page_actions(self) -> Sequence["Action"]:
        """The page's own actions; they join the menus, the palette and the shortcuts while the page is
        shown."""
        return ()

    def cancel(self) -> None:
        """Stop the work that `status().progress` shows."""

    def is_settled(self) -> bool:
        """Whether nothing is due or under way, so that a picture shows the page as it will stay."""
        return True

    def set_narrow(self, narrow: bool) -> None:
        """The window became narrower than 1200 px, or wide again."""

    def scenes(self) -> Sequence[Scene]:
        """States for screenshots: at least empty, typical and overfull."""
        return ()

    def save_session(self) -> dict[str, Any]:
        """What to restore next time, as plain values of JSON; userinfo masked by the page."""
        return {}

    def restore_session(self, session: Mapping[str, Any]) -> None:
        """The opposite. Unknown or missing keys are ignored."""

    def accept_drop(self, mime: QMimeData) -> bool:
        """Take what was dropped on the window (files, say); False leaves a link or text to Inspect."""
        del mime
        return False

    def may_close(self) -> bool:
        """Whether the window may go. With unsaved work: ask, return False, and emit `close_confirmed`
        later.
        """
        return True

    def close_page(self) -> None:
        """Stop timers and work for good."""

    # The rule of one visible page

    def profile_changed(self, profile: "Profile") -> None:
        """The shared profile changed: recompute if visible, else become stale."""
        del profile
        self.is_stale = True
        self._refresh()

    def enter(self) -> None:
        """Become the visible page; recompute if stale."""
        self.is_current = True
        self._refresh()

    def take_focus(self) -> None:
        """Put the focus where one would begin: the page's focus proxy, else its first control."""
        target = self.focusProxy()
        widget = self.nextInFocusChain()
        while target is None and widget is not None and self.isAncestorOf(widget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(self):
                target = widget if widget.isEnabled() else None
            widget = widget.nextInFocusChain()
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Stop being the visible page."""
        self.is_current = False

    def _refresh(self) -> None:
        if self.is_current and self.is_stale:
            self.is_stale = False
            self.recompute()
