"""The explain dock: what the selected step does and why it may, what it did here, and the rule it follows.

A click on the source shows the section in our own words; the address on the web is a link inside that, and it
is opened only after a question that shows it.
"""

from collections.abc import Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QDockWidget, QTextBrowser

from urlinspector.gui.docks.citations import Citation, cited, explained
from urlinspector.gui.docks.dock_title import DockTitle
from urlinspector.gui.docks.profile_text import (
    ALL,
    OFF,
    OWN,
    Live,
    ask_live,
    asked_libraries,
    head_html,
    live_lines,
    profile_lines,
)
from urlinspector.gui.pages.page import ExplainRow, Services
from urlinspector.gui.tasks.runner import Lane, Task
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.gui.theme import SIGNS, Theme, safety_title
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.steps import step_named
from urlinspector.url.components import Component, Url

if TYPE_CHECKING:
    from urlinspector.normalize.live_peers import Library

_CHANNEL, _LIVE_MS = "explain-live", 200


class ExplainDock(QDockWidget):
    """Signals: `address_asked(address)` when a link to the web was clicked, `step_asked(step)` for another
    step, `profile_asked()` for the profile. Without a step the profile is explained.
    """

    address_asked = Signal(str)
    step_asked = Signal(str)
    profile_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Explain"))
        self.setObjectName("explainDock")
        self._services = services
        self._step = ""
        self._rows: Sequence[ExplainRow] = ()
        self._open_citation = ""
        self._url = ""
        self._which = OFF
        """Which libraries are asked about the URL."""
        self._live: Live | None = None
        self._asking = Throttle(self._ask, _LIVE_MS, self)
        self.title_bar = DockTitle(self, services.themes, services.icons)
        self.setTitleBarWidget(self.title_bar)
        self.browser = QTextBrowser()
        self.browser.setOpenLinks(False)
        self.browser.setAccessibleName(self.tr("Explanation of the selected step"))
        self.browser.setUndoRedoEnabled(False)
        self.browser.document().setDocumentMargin(0)
        self.browser.anchorClicked.connect(self._on_anchor_clicked)
        self.setWidget(self.browser)
        services.themes.theme_changed.connect(self._on_theme_changed)
        services.profile.profile_changed.connect(self._on_profile_changed)
        self._on_theme_changed()

    @property
    def step(self) -> str:
        """The step that is explained, empty for none."""
        return self._step

    def show_step(self, name: str, rows: Sequence[ExplainRow]) -> None:
        """Explain a step, with the page's rows about it."""
        if name != self._step:
            self._open_citation = ""
        elif tuple(rows) == tuple(self._rows):
            return
        self._step, self._rows = name, tuple(rows)
        self._render()

    def show_profile(self) -> None:
        """Explain the profile in use."""
        self.show_step("", ())

    def set_url(self, text: str) -> None:
        """The URL that the page is about, empty for none; libraries are asked when that is wanted."""
        if text != self._url:
            self._url = text
            self._live_is_due()

    @property
    def is_asking(self) -> bool:
        """Whether an answer of a library is still to come."""
        return self._which != OFF and bool(self._url) and self._live is None

    def html(self) -> str:
        """The page that is shown."""
        theme = self._services.themes.theme
        if not self._step or step_named(self._step) is None:
            return self._profile_html(theme)
        return "".join(self._parts(self._services.profile.bound(self._step), theme))

    def _profile_html(self, theme: Theme) -> str:
        profile, gap = self._services.profile.profile, theme.metrics.px(6)
        masks = bool(self._services.settings.get("mask_credentials"))
        lines = [
            *profile_lines(profile),
            *live_lines(profile, self._which, self._live, self._url, theme, masks=masks),
        ]
        rows = "".join(self._row(theme, *line) for line in lines)
        hint = escape(self.tr("Choose a step to read what it does, and what allows it."))
        return (
            f'{head_html(profile, gap)}<table cellspacing="0" cellpadding="0" style="margin-top:{gap}px">'
            f'{rows}</table><p style="color:{theme.colours.secondary.name()};margin-top:{gap}px">{hint}</p>'
        )

    # Making the page

    def _parts(self, bound: BoundStep, theme: Theme) -> list[str]:
        step = bound.step
        safety = step.safety_of(bound.options)
        mark = theme.colours.safety[safety]
        badge = (
            f'<span style="color:{mark.text.name()};background-color:{mark.tint.name()}">'
            f"&nbsp;{SIGNS[safety]}&nbsp;&nbsp;{escape(safety_title(safety))}&nbsp;</span>"
        )
        gap = theme.metrics.px(6)
        parts = [
            f'<p style="margin:0"><b>{escape(step.name)}</b>&nbsp;&nbsp; {badge}</p>',
            f'<p style="margin:{gap}px 0 {gap}px 0">{escape(step.summary)}</p>',
            f'<table cellspacing="0" cellpadding="0" style="margin-top:{gap // 2}px">',
        ]
        parts.extend(self._row(theme, row.caption, row.html, row.warning) for row in self._rows)
        where = ", ".join(_component_words(each) for each in step.on)
        parts.append(self._row(theme, self.tr("Works on"), escape(where)))
        arrow = f'<span style="color:{theme.colours.secondary.name()}"> → </span>'
        before, after = without_common_start(step.example.before, step.example.after)
        parts.append(
            self._row(
                theme,
                self.tr("Example"),
                f"{_mono(theme, before)}{arrow}{_mono(theme, after)}",
            )
        )
        if step.assumes:
            parts.append(self._row(theme, self.tr("Assumes"), escape(step.assumes)))
        if step.conflicts:
            others = ", ".join(f'<a href="step:{name}">{escape(name)}</a>' for name in step.conflicts)
            parts.append(self._row(theme, self.tr("Not with"), others))
        if step.warning:
            parts.append(self._row(theme, self.tr("Caution"), escape(step.warning), warning=True))
        if step.peer:
            parts.append(self._row(theme, self.tr("As in"), escape(step.peer)))
        parts.append(self._row(theme, self.tr("Source"), self._source(theme, step.source)))
        parts.append("</table>")
        about = escape(self.tr("About the profile {name}").format(name=self._services.profile.base.name))
        parts.append(f'<p style="margin:{gap}px 0 0 0"><a href="profile:">{about}</a></p>')
        return parts

    def _row(self, theme: Theme, caption: str, html: str, warning: bool = False) -> str:
        colours, px = theme.colours, theme.metrics.px
        colour = f"color:{colours.warning.text.name()};" if warning else ""
        size = theme.type.small.pixelSize()
        return (
            f'<tr><td width="{px(62)}" style="color:{colours.secondary.name()};padding:1px 0;'
            f'font-size:{size}px;white-space:nowrap">{escape(caption)}</td>'
            f'<td style="padding:1px 0;font-size:{size}px;{colour}">{html}</td></tr>'
        )

    def _source(self, theme: Theme, source: str) -> str:
        html = []
        for piece in cited(source):
            if isinstance(piece, Citation):
                html.append(f'<a href="cite:{quote(piece.key)}">{escape(piece.shown)}</a>')
            else:
                html.append(escape(piece))
        found = explained(self._open_citation) if self._open_citation else None
        if found is not None:
            colour = theme.colours.secondary.name()
            web = escape(self.tr("Open {site}…").format(site=QUrl(found.address).host()))
            html.append(
                f'<br><span style="color:{colour}">{escape(found.heading)}.</span> {escape(found.words)} '
                f'<a href="{escape(found.address)}">{web}</a>'
            )
        return "".join(html)

    # What happens

    def _render(self) -> None:
        bar = self.browser.verticalScrollBar()
        at = bar.value()
        self.browser.setHtml(self.html())
        bar.setValue(at)

    def _on_profile_changed(self) -> None:
        self._live_is_due()
        self._render()

    def _live_is_due(self) -> None:
        """Forget what was answered, and ask anew where that is wanted."""
        self._live = None
        if self._which != OFF:
            self._asking.call()
            self._render()

    def _ask(self) -> None:
        """Imports may take a while, so they happen in the background."""
        if self._which == OFF or not self._url:
            return
        profile = self._services.profile.profile
        job = partial(_ask_live, profile, asked_libraries(profile, self._which), self._url)
        self._services.runner.start(_CHANNEL, job, done=self._on_answered, lane=Lane.URL)

    def _on_answered(self, live: Live) -> None:
        self._live = live
        if not self._step:
            self._render()

    def _on_anchor_clicked(self, link: QUrl) -> None:
        kind, _, rest = unquote(link.toString()).partition(":")
        if kind == "live" and rest in (OFF, OWN, ALL):
            self._which = rest
            self._live_is_due()
            self._render()
        elif kind == "profile":
            self.profile_asked.emit()
        self._follow(kind, rest, link)

    def _follow(self, kind: str, rest: str, link: QUrl) -> None:
        if kind == "cite":
            self._open_citation = "" if self._open_citation == rest else rest
            self._render()
        elif kind == "step":
            self.step_asked.emit(rest)
        elif kind == "https":
            self.address_asked.emit(link.toString())

    def _on_theme_changed(self) -> None:
        theme = self._services.themes.theme
        document = self.browser.document()
        document.setDefaultFont(theme.type.ui)
        document.setDefaultStyleSheet(f"a {{ color: {theme.colours.accent.name()}; text-decoration: none; }}")
        self.browser.setViewportMargins(theme.metrics.edge, theme.metrics.gap, theme.metrics.gap, 0)
        self.setMinimumWidth(theme.metrics.px(268))
        self._render()


def _ask_live(profile: Profile, libraries: "Sequence[Library]", url: str, task: Task) -> Live:
    task.check()
    return ask_live(profile, libraries, url)


def without_common_start(before: str, after: str) -> tuple[str, str]:
    """An example without scheme and host where both have the same and something follows: `/%7Efoo`,
    `/~foo`.
    """
    one, other = Url.parse(before), Url.parse(after)
    if one.host is None or one[:4] != other[:4] or not (one.path and other.path):
        return before, after
    start = len(before) - len(str(Url(None, None, None, None, *one[4:])))
    return before[start:], after[start:]


def _mono(theme: Theme, text: str) -> str:
    return f"<span style=\"font-family:'{theme.type.mono.family()}'\">{escape(text)}</span>"


def _component_words(component: Component) -> str:
    if component is Component.TEXT:
        return "text, before it is read"
    return "the whole URL" if component is Component.WHOLE else component.value
