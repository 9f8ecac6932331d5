"""The Compare page: are these two URLs the same page, and what decides it.

It wires the panes to `CompareState`. A link from Inspect, a pair of rows from Clusters or a paste of several
lines lands here (`open_payload`: a text, or up to ten of them). Two lists are compared in a view of their
own.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from urlinspector.gui.actions import Action
from urlinspector.gui.pages.compare_actions import compare_actions
from urlinspector.gui.pages.compare_body import CompareBody
from urlinspector.gui.pages.compare_empty import CompareEmpty
from urlinspector.gui.pages.compare_explain import compare_effects, compare_explain
from urlinspector.gui.pages.compare_find import FieldsFinder
from urlinspector.gui.pages.compare_head import CompareHead
from urlinspector.gui.pages.compare_scenes import compare_scenes
from urlinspector.gui.pages.compare_status import compare_status
from urlinspector.gui.pages.compare_texts import TextsPage
from urlinspector.gui.pages.compare_verdict import VerdictBar
from urlinspector.gui.pages.inspect_find import FindBar
from urlinspector.gui.pages.page import ExplainRow, PageStatus, Scene, Services, StepEffects
from urlinspector.gui.state.compare_history import CompareHistory
from urlinspector.gui.state.compare_reading import LETTERS, Offer
from urlinspector.gui.state.compare_state import CompareState
from urlinspector.gui.state.compare_text import ticket
from urlinspector.gui.views.url_field_input import mime_of, text_of
from urlinspector.gui.widgets import bare_column
from urlinspector.url.components import Component
from urlinspector.url.masking import masked

if TYPE_CHECKING:
    from urlinspector.gui.pages.compare_lists import ListsPane


class ComparePage(TextsPage):
    """Two URLs, or up to ten, or two lists."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.state = CompareState(services.profile, services.runner, self)
        self.history = CompareHistory(services.settings, self)
        self.head = CompareHead(services)
        self.find_bar = FindBar(services)
        self.finder = FieldsFinder(self.find_bar, self.head, self)
        self.verdict = VerdictBar(services)
        self.empty = CompareEmpty(services)
        self.body = CompareBody(services)
        self._lists: ListsPane | None = None
        self._is_narrow = False
        self.urls = QStackedWidget()
        self.urls.addWidget(self.empty)
        self.urls.addWidget(self.body)
        self._pair_view = QWidget()
        rows = bare_column(self._pair_view)
        for widget in (self.head, self.find_bar, self.verdict):
            rows.addWidget(widget)
        rows.addWidget(self.urls, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self._pair_view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.find_bar.hide()
        self._connect()
        self.head.set_marks_shown(bool(services.settings.get("show_invisible")))
        self._fill_history()
        self._show_verdict()

    def _connect(self) -> None:
        head, state, body = self.head, self.state, self.body
        head.edited.connect(self._on_edited)
        head.entered.connect(self._on_entered)
        head.left.connect(self._remember)
        head.submitted.connect(self._remember)
        head.refused.connect(self._on_refused)
        head.marks_toggled.connect(self._on_marks_toggled)
        head.swap_asked.connect(self.swap)
        head.add_asked.connect(self.add_url)
        head.remove_asked.connect(state.remove)
        head.pair_chosen.connect(self.choose_pair)
        state.texts_changed.connect(self._on_texts_changed)
        state.pair_changed.connect(self._on_pair_changed)
        state.compared.connect(self._on_compared)
        state.detailed.connect(self._on_detailed)
        state.explained_changed.connect(self._on_explained)
        state.sets_changed.connect(self._on_sets_changed)
        state.effects_measured.connect(self.effects_changed)
        state.matrix_changed.connect(self._show_matrix)
        self.verdict.copy_asked.connect(self.copy_ticket)
        self.verdict.inspect_asked.connect(self.inspect)
        self.verdict.lists_asked.connect(self.show_lists)
        body.component_chosen.connect(self._on_component_chosen)
        body.step_chosen.connect(self._on_step_chosen)
        body.taken.connect(self._on_taken)
        body.profiles.adopted.connect(self.adopt)
        body.profiles.ladder_asked.connect(self.show_ladder)
        self.empty.paste_asked.connect(self.paste)
        self.empty.pair_chosen.connect(self.show_texts)
        self.empty.lists_asked.connect(self.show_lists)
        self.history.history_changed.connect(self._fill_history)
        self.services.settings.setting_changed.connect(self._on_setting_changed)

    @property
    def letters(self) -> tuple[str, str]:
        """Of the pair that is looked at."""
        one, other = self.state.pair
        return LETTERS[one], LETTERS[other]

    @property
    def is_on_lists(self) -> bool:
        """Whether the view of two lists is shown."""
        return self._lists is not None and self.stack.currentWidget() is self._lists

    @property
    def lists(self) -> "ListsPane":
        """The view of two lists, made when it is first asked for: the bulk engine is costly to import."""
        if self._lists is None:
            from urlinspector.gui.pages.compare_lists import ListsPane

            self._lists = ListsPane(self.services)
            self._lists.set_narrow(self._is_narrow)
            self._lists.back_asked.connect(self.show_urls)
            self._lists.status_changed.connect(self.status_changed)
            self._lists.pair_asked.connect(self._on_pair_asked)
            self.stack.addWidget(self._lists)
        return self._lists

    # What the state found out

    def _on_texts_changed(self) -> None:
        texts = self.state.texts
        self.head.set_count(len(texts))
        for row, text in zip(self.head.rows, texts, strict=True):
            if row.field.text != text:
                row.field.blockSignals(True)
                row.field.set_text(text)
                row.field.blockSignals(False)
        self._show_matrix()
        self._show_emptiness()

    def _on_pair_changed(self) -> None:
        self.body.set_letters(*self.letters)
        self._show_matrix()

    def _on_compared(self) -> None:
        self._show_emptiness()
        self._show_verdict()
        if self.is_current:
            # Of longer texts the worker finds the differences out first.
            if self.state.is_short:
                self._show_components()
            self._show_sets()
        self.effects_changed.emit()
        self.status_changed.emit()

    def _on_detailed(self) -> None:
        details = self.state.details
        if details is None:
            return
        for number, result in zip(self.state.pair, details.results, strict=True):
            self._show_domain(number, result.text)
        self._show_components()
        self._show_details()
        self.status_changed.emit()

    def _show_domain(self, number: int, text: str) -> None:
        from urlinspector.gui.state.reading import Facts

        field = self.head.rows[number].field
        if field.text == text:
            field.set_domain(Facts(text).domain)

    def _on_explained(self) -> None:
        self._show_verdict()
        self._show_components()

    def _on_sets_changed(self) -> None:
        self._show_sets()
        self.status_changed.emit()

    def _show_verdict(self) -> None:
        there = sum(1 for text in self.state.texts if text)
        waiting = self.tr("Comparing…") if self.state.has_pair else self.tr("One more URL")
        self.verdict.show_verdict(self.state.comparison, self.state.explained, self.letters, waiting)
        self.verdict.setVisible(self.state.has_pair or there >= 2)

    def _show_components(self) -> None:
        comparison = self.state.comparison
        if comparison is not None:
            self.body.show_components(comparison, self.state.explained, marks=self._marks, masks=self._masks)

    def _show_sets(self) -> None:
        comparison, sets = self.state.comparison, self.state.sets
        if comparison is not None:
            fresh = sets is not None and sets.texts == (comparison.a, comparison.b)
            self.body.show_sets(comparison, sets, fresh=fresh)

    def _show_details(self) -> None:
        details = self.state.details
        if details is not None:
            name = self.services.profile.profile.name
            self.body.show_details(details, marks=self._marks, masks=self._masks, present=name)

    @property
    def _marks(self) -> bool:
        return bool(self.services.settings.get("show_invisible"))

    @property
    def _masks(self) -> bool:
        return bool(self.services.settings.get("mask_credentials"))

    def _show_matrix(self) -> None:
        count = len(self.state.texts)
        cells = [
            [None if one == other else self.state.cell(one, other) for other in range(count)]
            for one in range(count)
        ]
        self.head.show_matrix(cells, self.state.pair)

    def _show_emptiness(self) -> None:
        there = sum(1 for text in self.state.texts if text)
        self.empty.set_count(there)
        self.urls.setCurrentWidget(self.body if self.state.has_pair else self.empty)
        self.head.swap_button.setEnabled(there > 0)
        if not self.state.has_pair:
            self.verdict.hide()

    # What the user chooses

    def _on_component_chosen(self, component: Component | None) -> None:
        for number in self.state.pair:
            field = self.head.rows[number].field
            span = field.url.spans().get(component) if component is not None else None
            field.set_marked(*((span,) if span is not None else ()))

    def _on_step_chosen(self, name: str) -> None:
        self.step_chosen.emit(name)
        self.select_step(name)

    def _on_taken(self, offer: Offer) -> None:
        state = self.services.profile
        if offer.profile is not None:
            self._remember()
            if offer.profile.name == state.profile.name:
                state.set_profile(offer.profile, base=state.base, path=state.path)
            else:
                state.set_profile(offer.profile)

    def adopt(self, name: str) -> None:
        """Use a built-in profile."""
        self.services.profile.choose(name)

    def show_ladder(self, name: str) -> None:
        """See in Inspect what a profile does to the first URL."""
        self.services.profile.choose(name)
        self.inspect(0)

    def inspect(self, number: int) -> None:
        """Open the first or the second URL in Inspect; -1 for both, the second one undo away."""
        one, other = self.state.pair_texts
        self._remember()
        if number == -1:
            self.open_requested.emit("inspect", other)
        self.open_requested.emit("inspect", other if number == 1 else one)

    def choose_pair(self, one: int, other: int) -> None:
        """Look at two of the URLs."""
        self.state.set_pair(min(one, other), max(one, other))

    def copy_ticket(self, markdown: bool) -> None:
        """Copy the comparison for a ticket, passwords hidden."""
        comparison, sets = self.state.comparison, self.state.sets
        if comparison is not None:
            found = sets.found if sets is not None and sets.complete else None
            said = ticket(comparison, found, markdown=markdown)
            QGuiApplication.clipboard().setMimeData(mime_of(said))
            self._remember()

    # Two lists

    def show_lists(self) -> None:
        """The view of two lists."""
        lists = self.lists
        self.stack.setCurrentWidget(lists)
        lists.set_profile(self.services.profile.profile)
        lists.focus_first()
        self._tell_all()

    def show_urls(self) -> None:
        """Back to the URLs."""
        self.stack.setCurrentWidget(self._pair_view)
        self._tell_all()

    def _tell_all(self) -> None:
        self.effects_changed.emit()
        self.status_changed.emit()

    def export_lists(self) -> None:
        """Write the compared lists that are shown as CSV."""
        self.lists.export()

    def has_lists(self) -> bool:
        """Whether there are compared lists to export."""
        return self._lists is not None and self._lists.has_result

    def _on_pair_asked(self, texts: Sequence[str]) -> None:
        self.show_texts(texts)

    # Find

    def take_focus(self) -> None:
        if self.stack.currentWidget() is self._pair_view:
            self.head.fields()[0].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().take_focus()

    def focus_find(self) -> None:
        if self.is_on_lists:
            self.lists.focus_find()
            return
        self.finder.start()

    # What the shell asks

    def recompute(self) -> None:
        profile = self.services.profile.profile
        self.state.set_profile(profile)
        if self._lists is not None:
            self._lists.set_profile(profile)

    def enter(self) -> None:
        super().enter()
        self._show_components()
        self._show_sets()

    def select_step(self, name: str) -> None:
        """Mark the component that the step works on."""
        from urlinspector.normalize.steps import STEPS

        step = STEPS.get(name)
        component = step.on[0] if step is not None and len(step.on) == 1 else None
        self.body.choose_component(component)
        self._on_component_chosen(component)

    def step_effects(self) -> StepEffects:
        if self.is_on_lists:
            return StepEffects(unseen=self.tr("Clusters counts what each does"))
        return compare_effects(self.state, self.services.profile, self.letters)

    def explain(self, step: str) -> Sequence[ExplainRow]:
        return compare_explain(step, self.state, self.letters, self.services.themes.theme)

    def status(self) -> PageStatus:
        if self.is_on_lists:
            return self.lists.status()
        return compare_status(self.state, self.letters, self._notice, self.show_parsers)

    def show_parsers(self) -> None:
        """Bring the parsers' table to the front."""
        self.body.show_parsers()
        self.body.parsers.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def page_actions(self) -> Sequence[Action]:
        return compare_actions(self)

    def cancel(self) -> None:
        if self._lists is not None:
            self._lists.cancel()

    def is_settled(self) -> bool:
        return self.state.is_settled and (self._lists is None or not self._lists.is_busy)

    def set_narrow(self, narrow: bool) -> None:
        self.head.set_narrow(narrow)
        self.verdict.set_narrow(narrow)
        self.body.set_narrow(narrow)
        self._is_narrow = narrow
        if self._lists is not None:
            self._lists.set_narrow(narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.head.set_limit(round(self.height() * 0.42))

    def scenes(self) -> Sequence[Scene]:
        return compare_scenes(self)

    def save_session(self) -> dict[str, Any]:
        return {
            "texts": [masked(text) for text in self.state.texts],
            "sizes": self.body.sizes(),
            "tab": self.body.tabs.currentIndex(),
        }

    def restore_session(self, session: Mapping[str, Any]) -> None:
        texts = session.get("texts")
        if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
            self.state.set_texts(texts)
        self.body.set_sizes(session.get("sizes"))
        tab = session.get("tab")
        if isinstance(tab, int):
            self.body.show_tab(tab)

    def accept_drop(self, mime: QMimeData) -> bool:
        """Two files are two lists, one file one of them; a link goes into the empty field."""
        files = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
        if files:
            self.show_lists()
            self.lists.set_files(files[:2])
            return True
        text = text_of(mime)
        if text and not self.is_on_lists:
            self.open_payload(text)
            return True
        return False

    def close_page(self) -> None:
        self.state.close()
        if self._lists is not None:
            self._lists.close_pane()

    def _on_marks_toggled(self, shown: bool) -> None:
        self.services.settings.set("show_invisible", shown)

    def _on_setting_changed(self, key: str, value: object) -> None:
        if key == "show_invisible":
            self.head.set_marks_shown(bool(value))
        if key in ("show_invisible", "mask_credentials"):
            self._show_components()
            self._show_details()
