"""The Inspect page: one URL, its components, what each step does to it, and what becomes of it.

It wires the panes to `InspectState`: the field tells the state, the state tells the panes. What is selected
anywhere (a component, a rung, a finding) is marked in the field.
"""

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from urlinspector.gui.actions import Action
from urlinspector.gui.models.component_rows import component_rows
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.compare_parsers import ParsersSection
from urlinspector.gui.pages.inspect_actions import inspect_actions
from urlinspector.gui.pages.inspect_body import InspectBody
from urlinspector.gui.pages.inspect_empty import EmptyState
from urlinspector.gui.pages.inspect_explain import explain_rows
from urlinspector.gui.pages.inspect_find import FindBar, Finder
from urlinspector.gui.pages.inspect_findings import FindingsPane
from urlinspector.gui.pages.inspect_head import InspectHead
from urlinspector.gui.pages.inspect_lru import LruChoice
from urlinspector.gui.pages.inspect_scenes import inspect_scenes
from urlinspector.gui.pages.inspect_status import inspect_status
from urlinspector.gui.pages.page import Effect, ExplainRow, Page, PageStatus, Scene, Services, StepEffects
from urlinspector.gui.state.copy_formats import CopyFormat, Source
from urlinspector.gui.state.inspect_state import InspectState
from urlinspector.gui.state.rungs import Rung
from urlinspector.gui.views.clipboard import mime_of, text_of
from urlinspector.gui.views.finding import Place, RowsPlace, TextPlace
from urlinspector.gui.views.url_field import UrlField
from urlinspector.normalize.steps import COMMON
from urlinspector.url.components import Span
from urlinspector.url.masking import masked

_UNSEEN_MS = 1000
"""When the lists are loaded on a page that nobody has seen yet."""


class InspectPage(Page):
    """One URL."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.state = InspectState(services.profile, services.runner, self)
        self._places: tuple[Span, ...] = ()
        """What the chosen rung or finding is about, in the text."""
        self._refused = ""
        self._panes_due = QTimer(self)
        self._panes_due.setSingleShot(True)
        self._panes_due.setInterval(0)
        self._panes_due.timeout.connect(self._show_panes)
        self._warmth_due = QTimer(self)
        self._warmth_due.setSingleShot(True)
        self._warmth_due.timeout.connect(self.state.warm_up)
        self._told_status: PageStatus | None = None
        self._told_effects: StepEffects | None = None
        self._told_components: tuple[Any, ...] | None = None
        self.head = InspectHead(services, with_compare=_there_is("compare"))
        self.find_bar = FindBar(services)
        self.findings = FindingsPane(services)
        self.parsers = ParsersSection(services)
        self.empty = EmptyState(services)
        self.body = InspectBody(services)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self.find_bar, self.findings, self.parsers):
            column.addWidget(widget)
        column.addWidget(self.stack, 1)
        self.finder = Finder(self.find_bar, self.head.url_field, self._places_to_find(), self)
        self.find_bar.hide()
        self.findings.hide()
        self.parsers.hide()
        self.setFocusProxy(self.url_field)
        self._connect()
        self.head.marks_button.setChecked(bool(services.settings.get("show_invisible")))
        self._show_emptiness()

    def _places_to_find(self) -> list[Place]:
        body, result = self.body, self.body.result
        return [
            RowsPlace(body.components),
            RowsPlace(body.ladder.table),
            *(
                TextPlace(row.caption.text(), row.content, result.area.ensureWidgetVisible)
                for row in result.rows.values()
            ),
            RowsPlace(self.findings.table),
            RowsPlace(self.parsers.pane.table),
        ]

    def _connect(self) -> None:
        head, state, body = self.head, self.state, self.body
        self.url_field.text_changed.connect(self._on_text_changed)
        self.url_field.cursor_moved.connect(self._on_cursor_moved)
        self.url_field.submitted.connect(self._remember)
        self.url_field.left.connect(self._remember)
        self.url_field.refused.connect(self._on_refused)
        head.base_field.text_changed.connect(self._on_base_changed)
        head.base_field.refused.connect(self._on_refused)
        head.marks_toggled.connect(self._on_marks_toggled)
        head.copy_asked.connect(self.copy_as)
        head.compare_asked.connect(self._on_compare_asked)
        state.read.connect(self._on_read)
        state.found.connect(self._on_found)
        state.effects_measured.connect(self._on_effects_measured)
        body.components.span_chosen.connect(self._on_component_chosen)
        body.components.url_opened.connect(self.open_nested)
        body.ladder.rung_chosen.connect(self._on_rung_chosen)
        body.result.original_clicked.connect(self._on_original_clicked)
        body.result.stem_chosen.connect(self._on_stem_chosen)
        body.findings_button.clicked.connect(self.toggle_findings)
        self.findings.span_chosen.connect(self._on_finding_chosen)
        self.findings.url_opened.connect(self.open_nested)
        self.findings.closed.connect(self.findings.hide)
        self.parsers.closed.connect(self.parsers.hide)
        self.empty.paste_asked.connect(self.paste_url)
        self.empty.example_chosen.connect(self._on_example_chosen)
        self.finder.hit_shown.connect(self._on_hit_shown)
        self.services.settings.setting_changed.connect(self._on_setting_changed)

    @property
    def url_field(self) -> UrlField:
        """The field with the URL."""
        return self.head.url_field

    # What the user types

    def _on_text_changed(self) -> None:
        self._refused = ""
        self._places = ()
        self.state.set_text(self.url_field.text)
        self._show_emptiness()
        self.finder.search_again()

    def _on_base_changed(self) -> None:
        self._places = ()
        self.state.set_base(self.head.base_field.text)

    def _on_cursor_moved(self, position: int) -> None:
        self._flush_panes()
        if not self.state.is_behind:
            self.body.components.follow(position)

    def _on_refused(self, length: int) -> None:
        self._refused = self.tr("{0} characters are too long for one URL; open them as a list").format(
            counted(length)
        )
        self.status_changed.emit()

    def _on_marks_toggled(self, shown: bool) -> None:
        self.url_field.set_marks_shown(shown)
        self.head.base_field.set_marks_shown(shown)
        self.services.settings.set("show_invisible", shown)
        self._show_reading()

    # What the state found out

    def _on_read(self) -> None:
        self.url_field.set_domain(
            self.state.facts.domain if self.state.facts.text == self.url_field.text else None
        )
        if self.is_current:
            # A timer is handled after the paints that are due: the keystroke is seen before the panes follow.
            self._panes_due.start()

    def _show_panes(self) -> None:
        """Everything under the field, and the status bar."""
        self._panes_due.stop()
        self._show_reading()
        self._tell_status()
        self.finder.search_again()

    def panes_are_due(self) -> bool:
        """Whether the panes are still those of an earlier text."""
        return self._panes_due.isActive() or self.state.is_behind

    def _flush_panes(self) -> None:
        """Bring the panes up to date if that is due, before something is asked of them."""
        if self._panes_due.isActive():
            self._show_panes()

    def _on_found(self) -> None:
        self._flush_panes()
        findings = self.state.findings
        self.url_field.set_squiggles(*findings.faults.all)
        self.findings.set_findings(findings)
        self.body.set_findings(findings)
        if not (findings.violations or findings.warnings or findings.nested):
            self.findings.hide()
        self._show_components()
        self._tell_status()

    def _on_effects_measured(self) -> None:
        effects = self.step_effects()
        if effects != self._told_effects:
            self._told_effects = effects
            self.effects_changed.emit()

    def _tell_status(self) -> None:
        status = self.status()
        if status != self._told_status:
            self._told_status = status
            self.status_changed.emit()

    def _show_reading(self) -> None:
        """Bring every pane up to date with the state."""
        result = self.state.result
        marks, masks = self.url_field.marks_shown, bool(self.services.settings.get("mask_credentials"))
        self.body.ladder.set_result(result, marks=marks)
        rung = self.body.ladder.rung
        if rung is not None and not self._places:
            self._mark(rung.places)
        self._show_components()
        self.body.result.set_result(result, masks=masks, marks=marks)
        self.parsers.show_text(result.text)

    def _show_components(self) -> None:
        state, marks = self.state, self.url_field.marks_shown
        told = (state.facts, state.result, state.findings, self._places, marks)
        if self._told_components is not None and all(map(is_, told, self._told_components)):
            return
        self._told_components = told
        rows = component_rows(state.facts, state.result, state.findings, places=self._places, marks=marks)
        self.body.components.set_rows(rows)

    def _show_emptiness(self) -> None:
        is_empty = not self.url_field.text
        self.stack.setCurrentWidget(self.empty if is_empty else self.body)
        self.head.set_can_copy(not is_empty)

    # What the user chooses

    def _mark(self, places: Sequence[Span]) -> None:
        """Mark what a rung or a finding is about, in the field and in the raw texts."""
        self._places = tuple(places)
        self.url_field.set_marked(*places)

    def _follow_places(self) -> None:
        """Choose the component that the marked places are in."""
        self._show_components()
        if self._places:
            self.body.components.follow(self._places[0].start, among_parts=False)

    def _on_component_chosen(self, span: Span | None) -> None:
        self._mark(())
        if span is not None:
            self.url_field.set_marked(span)
        self._show_components()

    def _on_rung_chosen(self, rung: Rung | None) -> None:
        self._mark(rung.places if rung is not None else ())
        self._follow_places()
        if rung is not None and rung.name:
            self.step_chosen.emit(rung.name)
        self.status_changed.emit()

    def _on_finding_chosen(self, span: Span) -> None:
        self.go_to(span)

    def go_to(self, span: Span) -> None:
        """Select a span in the field, mark it, and choose its row."""
        self.body.ladder.clear_choice()
        self._mark((span,))
        self.url_field.select_span(span)
        self.body.components.follow(span.start)
        self._show_components()

    def _on_hit_shown(self, position: int) -> None:
        self._flush_panes()
        self.body.components.follow(position)

    def _on_original_clicked(self, position: int) -> None:
        self.url_field.select_span(Span(position, position))
        self.body.components.follow(position)

    def _on_stem_chosen(self, number: int) -> None:
        lru = self.body.result.lru
        if lru is not None:
            component = lru.stems[number].kind.component
            span = self.state.facts.spans.get(component)
            if span is not None:
                self.body.components.choose_span(span)
                self._on_component_chosen(span)

    def _on_example_chosen(self, text: str) -> None:
        self.url_field.set_text(text)
        self.url_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_compare_asked(self) -> None:
        self.open_requested.emit("compare", self.url_field.text)

    def open_nested(self, text: str) -> None:
        """Inspect a URL that was found inside; undo in the field goes back."""
        self._remember()
        self.url_field.set_text(text)
        self.url_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle_parsers(self) -> None:
        """Show or hide what three parsers read."""
        self.parsers.setVisible(self.parsers.isHidden())
        self.parsers.show_text(self.url_field.text)

    def toggle_findings(self) -> None:
        """Show or hide the list of violations and warnings."""
        self.findings.setVisible(self.findings.isHidden())

    def show_findings(self) -> None:
        """Show the list, the first finding chosen."""
        self.findings.show()
        self.findings.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remember(self) -> None:
        """Note the URL among the recent ones."""
        if not self.state.is_closed and self.url_field.text and self.services.settings.get("keep_recents"):
            self.services.recents.add(self.url_field.text)

    # Copy and paste

    def copy_as(self, form: CopyFormat, as_typed: bool = False) -> None:
        """Copy the canonical form, or the text as typed, in one of the formats."""
        state = self.state
        canonical = state.result.canonical
        url = state.text if as_typed or canonical is None else canonical
        text = form.write(Source(url, state.text, state.base or None, state.result.profile))
        QGuiApplication.clipboard().setMimeData(mime_of(text))
        self._remember()

    def copy_canonical(self) -> None:
        """Copy the canonical form as it is."""
        self._flush_panes()
        self.body.result.canonical.copy()
        self._remember()

    def paste_url(self) -> None:
        """Inspect what the clipboard holds."""
        mime = QGuiApplication.clipboard().mimeData()
        text = text_of(mime)
        if text:
            self.url_field.set_text(text)
        self.url_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_url(self) -> None:
        """Put the cursor into the field, all selected."""
        self.url_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.url_field.select_all()

    def focus_find(self) -> None:
        self.finder.start()

    # What the shell asks

    def enter(self) -> None:
        # The list is loaded once the page can be seen: the first picture does not wait for it.
        self.state.expect_warmth()
        self._warmth_due.start(0 if self.isVisible() else _UNSEEN_MS)
        super().enter()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._warmth_due.isActive():
            self._warmth_due.start(0)

    def recompute(self) -> None:
        self._places = ()
        self.state.set_profile(self.services.profile.profile)

    def open_payload(self, payload: Any) -> None:
        if isinstance(payload, str):
            self.url_field.set_text(payload)
            self._remember()
            self.url_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def select_step(self, name: str) -> None:
        self._flush_panes()
        rung = self.body.ladder.select_step(name)
        self._mark(rung.places if rung is not None else ())
        self._follow_places()
        self.status_changed.emit()

    def current_url(self) -> str:
        return self.state.text

    def step_effects(self) -> StepEffects:
        if not self.state.text:
            return StepEffects(where=self.tr("here"))
        changed, would = self.state.changed, self.state.would_change
        effects: dict[str, Effect] = dict.fromkeys(changed, Effect.CHANGED)
        for step in COMMON:
            if step.name in changed or self.services.profile.is_on(step.name):
                continue
            if would is None:
                effects[step.name] = Effect.UNKNOWN
            elif step.name in would:
                effects[step.name] = Effect.WOULD_CHANGE
        return StepEffects(effects, where=self.tr("here"))

    def explain(self, step: str) -> Sequence[ExplainRow]:
        return explain_rows(step, self.state, self.services.themes.theme)

    def status(self) -> PageStatus:
        return inspect_status(self.state, self._refused, self.show_findings)

    def page_actions(self) -> Sequence[Action]:
        return inspect_actions(self)

    def is_settled(self) -> bool:
        return self.state.is_settled and not self._panes_due.isActive()

    def set_narrow(self, narrow: bool) -> None:
        self.head.set_narrow(narrow)
        self.body.set_narrow(narrow)

    def scenes(self) -> Sequence[Scene]:
        return inspect_scenes(self)

    def save_session(self) -> dict[str, Any]:
        return {
            "text": masked(self.url_field.text),
            "base": masked(self.head.base_field.text),
            "lru": self.body.result.choice.to_plain(),
            "sizes": self.body.sizes(),
        }

    def restore_session(self, session: Mapping[str, Any]) -> None:
        text, base = session.get("text"), session.get("base")
        if isinstance(text, str):
            self.url_field.set_text(text, keep_undo=False)
        if isinstance(base, str):
            self.head.base_field.set_text(base, keep_undo=False)
        self.body.result.set_choice(LruChoice.from_plain(session.get("lru")))
        self.body.set_sizes(session.get("sizes"))

    def close_page(self) -> None:
        self._panes_due.stop()
        self._warmth_due.stop()
        self.state.close()

    def _on_setting_changed(self, key: str, value: object) -> None:
        if key == "show_invisible":
            self.head.marks_button.setChecked(bool(value))
        elif key == "mask_credentials":
            self._show_reading()


def _there_is(key: str) -> bool:
    """Whether the window has a page of that name; a page that is not there yet has no button."""
    from urlinspector.gui.pages import PAGES

    return any(record.key == key for record in PAGES)
