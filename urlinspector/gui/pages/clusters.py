"""The Clusters page: a list of URLs, grouped, each merge with its reason.

It wires `ListState` to the panes. What the engine has to work for runs in the background; the tables look up
the rows that they paint.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget

from urlinspector.bulk import view
from urlinspector.gui.actions import Action
from urlinspector.gui.dialogs.ask import tell
from urlinspector.gui.models.clusters import SORT_KEYS
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.clusters_actions import cluster_actions
from urlinspector.gui.pages.clusters_body import ClustersBody
from urlinspector.gui.pages.clusters_decisions import DecisionCommands
from urlinspector.gui.pages.clusters_effects import because_rows, effects_of, explain_rows
from urlinspector.gui.pages.clusters_empty import ClustersEmpty
from urlinspector.gui.pages.clusters_files import ClusterFiles
from urlinspector.gui.pages.clusters_head import ClustersHead
from urlinspector.gui.pages.clusters_lower import LowerPage
from urlinspector.gui.pages.clusters_scenes import cluster_scenes
from urlinspector.gui.pages.clusters_status import clusters_status
from urlinspector.gui.pages.clusters_versus import VersusPane
from urlinspector.gui.pages.page import (
    ExplainRow,
    PageStatus,
    Scene,
    Services,
    StepEffects,
)
from urlinspector.gui.state.list_state import ListState
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.gui.widgets import bare_column, restore_sizes

_DETAILS_MS = 60


class ClustersPage(LowerPage):
    """A list."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.setAcceptDrops(False)  # the window takes drops and asks `accept_drop`
        self.state = ListState(services.runner, self)
        self.chosen_step = ""
        self.said = ""
        """The last message about reading or writing, for the status bar."""
        self.said_warning = False
        self._cluster: int | None = None
        self._shows_set_aside = False
        self._shown: tuple[object, ...] = (None,) * 4
        """What the summary shows."""
        self._then: Callable[[], None] | None = None
        self._keep_text: int | None = None
        """The position of a text whose cluster stays chosen through a regrouping."""
        self.head = ClustersHead(services)
        self.empty = ClustersEmpty(services)
        self.body = ClustersBody(services)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.body)
        self.versus = VersusPane(services)
        self.stack.addWidget(self.versus)
        column = bare_column(self)
        column.addWidget(self.head)
        column.addWidget(self.stack, 1)
        self._details = Throttle(self._want_details, _DETAILS_MS, self)
        self._effects = Throttle(self._tell_effects, 500, self)
        self.decisions = DecisionCommands(self)
        self.files = ClusterFiles(self)
        self._connect()
        self._show_emptiness()

    def _connect(self) -> None:
        head, state, body, empty = self.head, self.state, self.body, self.empty
        head.open_button.clicked.connect(self.open_list)
        head.paste_button.clicked.connect(self.paste_list)
        head.rule_chosen.connect(state.set_rule)
        head.versus_button.clicked.connect(self.show_versus)
        self.versus.back_asked.connect(self.show_clusters)
        self.versus.status_changed.connect(self._tell_status)
        self.versus.inspect_asked.connect(partial(self.open_requested.emit, "inspect"))
        empty.open_asked.connect(self.open_list)
        empty.paste_asked.connect(self.paste_list)
        empty.example_chosen.connect(self.load_example)
        state.grouped.connect(self._on_grouped)
        state.arranged.connect(self._on_arranged)
        state.details_found.connect(self._on_details_found)
        state.measured.connect(self._on_measured)
        state.progress_changed.connect(self._on_progress_changed)
        state.failed.connect(self._on_failed)
        state.filter_refused.connect(body.filter.show_refusal)
        state.decisions_changed.connect(self._tell_status)
        state.document_changed.connect(self._tell_status)
        state.document_opened.connect(services_profile(self))
        self.services.list.kept_changed.connect(self._on_kept_changed)
        self.services.list.kept_changed.connect(self._follow_weights)
        body.filter.changed.connect(self._on_filter_changed)
        body.summary.bar_chosen.connect(self._on_bar_chosen)
        body.summary.set_aside_asked.connect(self.show_set_aside)
        body.clusters.row_selected.connect(self._on_cluster_selected)
        body.clusters.chosen_changed.connect(self._tell_status)
        body.clusters.sort_asked.connect(self._on_sort_asked)
        body.clusters.opened.connect(self._on_cluster_opened)
        body.clusters.verticalScrollBar().valueChanged.connect(self._details.call)
        body.members.verticalScrollBar().valueChanged.connect(self._details.call)
        body.members.opened.connect(self._on_member_opened)
        body.members.sort_asked.connect(self._on_members_sort_asked)
        body.members.chosen_changed.connect(self._on_members_chosen)
        body.members.check_asked.connect(self.decisions.toggle_row)
        for table in (body.clusters, body.members, body.parameters, self.versus.table):
            table.copied.connect(self._on_copied)
        body.splitter.splitterMoved.connect(self._details.call)
        body.choice.idClicked.connect(self.show_lower)
        body.parameters.sort_asked.connect(self._on_parameters_sort_asked)
        body.parameters.link_activated.connect(self._on_parameter_link)
        body.buttons["inspect"].clicked.connect(self.inspect_row)
        body.buttons["compare"].clicked.connect(self.compare_rows)
        body.buttons["split"].clicked.connect(self.decisions.split_off)
        body.buttons["represent"].clicked.connect(self.decisions.make_representative)
        self.services.settings.setting_changed.connect(self._on_setting_changed)

    def next_pane(self) -> None:
        """Put the focus into the next pane."""
        body = self.body
        panes = [
            body.filter.field,
            body.clusters,
            body.panes.currentWidget(),
            body.summary.stack.currentWidget(),
        ]
        present = [pane for pane in panes if pane is not None]
        at = next((number for number, pane in enumerate(present) if pane.hasFocus()), -1)
        present[(at + 1) % len(present)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    # What is shown

    def _show_emptiness(self) -> None:
        is_empty = self.state.is_empty
        if is_empty or not self.shows_versus:
            self.stack.setCurrentWidget(self.empty if is_empty else self.body)
        self.head.versus_button.setEnabled(not is_empty)
        self.head.export_button.setEnabled(not is_empty)
        self.head.rule_box.setEnabled(not is_empty)
        self.empty.show_reading(None)
        if is_empty:
            self.empty.show_recents(self.files.recent_rows())

    def _on_grouped(self, cause: str) -> None:
        state, body = self.state, self.body
        self._shows_set_aside = False
        if cause == "opened":
            self.stack.setCurrentWidget(body)
        self._show_emptiness()
        clustering = state.clustering
        self.versus.set_list(clustering)
        if cause in ("opened", "closed"):
            self.services.list.restore(state.pages)
        self.services.list.set(clustering, state.source_words)
        if clustering is None:
            body.clusters_model.set_rows(None, None, {})
            self._show_members(None)
            self._tell_status()
            self._tell_effects()
            return
        if cause == "opened":
            # The number of a cluster says nothing of another list.
            self._keep_text = self._cluster = None
            body.filter.set_text("", tell=False)
            body.filter.stop()
            numeric = tuple(name for name in clustering.table.column_names)
            self.head.set_columns(numeric[:12], state.rule)
            self._say_reports()
            body.choice.button(0).setChecked(True)
            self.show_lower(0)
        self.head.set_columns(tuple(clustering.table.column_names)[:12], state.rule)
        self.head.sources.set_whole(state.source_words)
        self._show_order()
        # The dock follows in a turn of its own, after the tables are painted.
        self._effects.delay()
        self._on_measured()
        then, self._then = self._then, None
        if then is not None and cause == "opened":
            then()

    def _on_kept_changed(self) -> None:
        self.state.keep_pages(self.services.list.kept)

    def _on_arranged(self) -> None:
        self._show_order()

    def _show_order(self) -> None:
        """Put the engine's order into the table; the chosen cluster stays chosen where it is still shown."""
        state, body = self.state, self.body
        clustering, order = state.clustering, state.order
        if clustering is None or order is None:
            return
        body.clusters_model.masks = bool(self.services.settings.get("mask_credentials"))
        kept = None if self._keep_text is None else view.cluster_at(clustering, self._keep_text)
        body.clusters_model.set_rows(clustering, order, state.cluster_details)
        column = next((each for each, key in SORT_KEYS.items() if key == state.arrangement.key), -1)
        body.clusters.show_sorted(column, state.arrangement.descending)
        body.filter.show_count(len(order), clustering.count)
        row = order.position(kept) if kept is not None else None
        if row is None and len(order):
            row = 0
        if row is None:
            self._show_members(None)
        else:
            body.clusters.selectRow(row)
            body.clusters.scrollTo(body.clusters_model.index(row, 0))
            self._choose_cluster(row)
        body.summary.set_marked(self._marked_terms())
        self._details.delay()
        self._tell_status()

    # Profile against profile

    @property
    def shows_versus(self) -> bool:
        """Whether the view of two profiles is shown."""
        return self.stack.currentWidget() is self.versus

    def show_versus(self) -> None:
        """What changes if another profile takes the place of the one in use."""
        if not self.state.is_empty:
            self.stack.setCurrentWidget(self.versus)
            self.versus.set_list(self.state.clustering)
            self.versus.focus_first()
            self._tell_status()

    def show_clusters(self) -> None:
        """Back from there."""
        self.stack.setCurrentWidget(self.empty if self.state.is_empty else self.body)
        self._details.delay()
        self._tell_status()

    # What is visible

    def _want_details(self) -> None:
        if self.state.is_empty or not self.isVisible():
            return
        clusters = self.body.clusters_model.clusters(self.body.clusters.visible_rows())
        members = self.body.members
        shown = members.visible_rows() if self._cluster is not None and members.isVisible() else range(0)
        rows = self.body.members_model.selection.ids(shown.start, shown.stop) if len(shown) else []
        self.state.want_details(clusters, rows)

    def _on_details_found(self) -> None:
        self.body.clusters_model.refresh(self.body.clusters.visible_rows())
        self.body.members_model.refresh(self.body.members.visible_rows())

    def _on_measured(self) -> None:
        state = self.state
        shown = (state.clustering, state.falls, state.sizes, state.narrow)
        # Impact arrives every moment and is shown in the dock alone.
        if any(now is not before for now, before in zip(shown, self._shown, strict=True)):
            self.body.summary.show_state(state)
            if state.narrow is not self._shown[3]:
                self.body.filter.show_narrowings(state.narrow or ())
            self.body.summary.set_marked(self._marked_terms())
            self._shown = shown
        if self.body.panes.currentIndex() == 1:
            self._show_parameters()
        if not self._effects.is_pending:
            self._effects.call()

    def _tell_effects(self) -> None:
        self.effects_changed.emit()

    def _tell_status(self) -> None:
        self.status_changed.emit()

    def _on_progress_changed(self) -> None:
        if self.state.running is None and self.state.is_empty:
            self.empty.show_reading(None)
        self.status_changed.emit()

    # What is said

    def say(self, words: str, *, warning: bool = False) -> None:
        """A message in the status bar, until the next."""
        self.said, self.said_warning = words, warning
        self.status_changed.emit()

    def _on_copied(self, count: int, left: int) -> None:
        words = self.tr("1 row copied") if count == 1 else self.tr("{0} rows copied").format(counted(count))
        if left:
            more = self.tr("{0} more are too many for the clipboard: use Export").format(counted(left))
            words = f"{words}; {more}"
        self.say(words, warning=bool(left))

    def _say_reports(self) -> None:
        found = [each for each in self.state.reports if each.error or each.notes]
        from urlinspector.gui.state.list_jobs import report_words

        self.say("; ".join(report_words(each) for each in found), warning=any(each.error for each in found))

    def _on_failed(self, message: str) -> None:
        self.say(message.splitlines()[0] if message else "", warning=True)
        tell(self, self.tr("Clusters"), message)

    # What the shell asks

    def recompute(self) -> None:
        self.state.set_profile(self.services.profile.profile)
        if self.body.panes.currentIndex() == 1:
            self._show_parameters()

    def enter(self) -> None:
        super().enter()
        self.files.offer_recovery()
        if self.state.is_empty:
            self.empty.show_recents(self.files.recent_rows())
        self._on_members_chosen()
        self._details.delay()

    def focus_find(self) -> None:
        if self.shows_versus:
            self.versus.focus_find()
            return
        if self.state.is_empty:
            self.empty.open_button.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        self.body.filter.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.body.filter.field.selectAll()

    def select_step(self, name: str) -> None:
        self.chosen_step = name
        self.body.summary.set_marked(self._marked_terms())

    def step_effects(self) -> StepEffects:
        return effects_of(self.state, self.services.profile)

    def explain(self, step: str) -> Sequence[ExplainRow]:
        return (*explain_rows(step, self.state), *because_rows(step, self.state, self._cluster))

    def current_url(self) -> str:
        clustering = self.state.clustering
        if clustering is None or self._cluster is None:
            return ""
        return view.text_of(clustering, self._cluster)

    def status(self) -> PageStatus:
        return clusters_status(self)

    def page_actions(self) -> Sequence[Action]:
        return cluster_actions(self)

    def cancel(self) -> None:
        if self.versus.state.report is not None:
            self.versus.cancel()
        else:
            self.state.cancel()

    def is_settled(self) -> bool:
        return (
            self.state.is_settled
            and not self.versus.is_busy
            and not self._details.is_pending
            and not self._effects.is_pending
            and not self.body.filter.is_due
        )

    def set_narrow(self, narrow: bool) -> None:
        self.head.set_narrow(narrow)
        self.body.set_narrow(narrow)

    def scenes(self) -> Sequence[Scene]:
        return cluster_scenes(self)

    def save_session(self) -> dict[str, Any]:
        return {"sizes": self.body.splitter.sizes()}

    def restore_session(self, session: Mapping[str, Any]) -> None:
        restore_sizes(self.body.splitter, session.get("sizes"))

    def may_close(self) -> bool:
        return self.files.may_close()

    def close_page(self) -> None:
        self.files.close()
        self.versus.close_pane()
        self.body.filter.stop()
        self._details.cancel()
        self._effects.cancel()
        self.state.cancel_all()

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        self._details.delay()

    def _on_setting_changed(self, key: str, value: object) -> None:
        del value
        if key in ("mask_credentials", "show_invisible") and not self.state.is_empty:
            self._show_order()


def services_profile(page: ClustersPage):  # type: ignore[no-untyped-def]
    """The slot that takes a document's profile."""
    return page.services.profile.set_profile
