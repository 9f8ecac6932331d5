"""The Hosts page: evidence from the name system that two hosts are one, asked only when the user says so."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QWidget

from urlinspector.gui.actions import Action
from urlinspector.gui.models.host_rows import GroupKey
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.hosts_actions import host_actions
from urlinspector.gui.pages.hosts_base import HostsBase
from urlinspector.gui.pages.hosts_scenes import host_scenes
from urlinspector.gui.pages.hosts_status import hosts_status, row_commands
from urlinspector.gui.pages.page import FilterAsked, PageStatus, Scene, Services
from urlinspector.gui.state.hosts_jobs import MOST_ASKED, Arrangement, Written
from urlinspector.gui.state.profile_state import Refusal
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.normalize.options import option_values
from urlinspector.normalize.profile import Profile


class HostsPage(HostsBase):
    """Hosts, what the name system says of them, and groups."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._filter = Throttle(self._on_filter_due, 150, self)
        self.table.commands = partial(row_commands, self)
        self._connect()
        self._show()

    def _connect(self) -> None:
        head = self.head
        head.list_button.clicked.connect(self.take_list)
        head.names_added.connect(self.add_names)
        head.filter.textChanged.connect(self._filter.delay)
        head.open_answers.triggered.connect(self.files.open_answers)
        head.save_answers.triggered.connect(self.files.save_answers)
        head.example.triggered.connect(self.load_example)
        head.save_aliases.triggered.connect(self.files.save_aliases)
        head.save_table.triggered.connect(self.files.save_table)
        head.save_report.triggered.connect(self.files.save_report)
        self.files.written.connect(self._on_written)
        self.files.failed.connect(self._on_failed)
        self.empty.list_asked.connect(self.take_list)
        self.empty.names_asked.connect(head.names.setFocus)
        self.empty.example_asked.connect(self.load_example)
        self.empty.answers_asked.connect(self.files.open_answers)
        self._connect_panes()
        self._connect_state()
        self._restore_kept()

    def _connect_panes(self) -> None:
        side, detail = self.side, self.detail
        self.consent.agreed.connect(self._on_agreed)
        self.consent.cancelled.connect(self.cancel)
        self.consent.put_off.connect(self._on_put_off)
        self.consent.settings_asked.connect(side.form.kind.setFocus)
        self.table.row_selected.connect(self._on_row_selected)
        self.table.chosen_changed.connect(self._on_chosen_changed)
        self.table.sort_asked.connect(self._on_sort_asked)
        self.table.opened.connect(self._on_opened)
        self.table.copied.connect(self._on_copied)
        detail.confirmed.connect(self.confirm)
        detail.refuted.connect(self.refute)
        detail.forgotten.connect(self.forget)
        side.form.settings_changed.connect(self._on_settings_changed)
        side.pair_chosen.connect(self.choose_pair)
        side.checked.connect(self._on_group_checked)
        side.preferred.connect(self.state.prefer)
        side.applied.connect(self.apply_groups)
        side.look_up_asked.connect(self._on_look_up_asked)
        side.show_asked.connect(self._on_show_asked)

    def _connect_state(self) -> None:
        state = self.state
        state.hosts_changed.connect(self._on_hosts_changed)
        state.planned.connect(self._on_planned)
        state.viewed.connect(self._on_viewed)
        state.progress_changed.connect(self._on_progress)
        state.failed.connect(self._on_failed)
        state.refused.connect(partial(self._say, warning=True))
        state.ended.connect(self._on_ended)
        self.services.list.changed.connect(self._show)
        self.side.form.remember_changed.connect(state.set_remembers)
        state.kept_changed.connect(self._on_kept_changed)
        state.restored.connect(self._on_restored)
        self.services.list.restored.connect(self._restore_kept)

    # Asking

    def ask_to_look_up(self) -> None:
        """Show what would be asked of whom, ready for a yes; once all was asked, what no server answered."""
        if self._bring_consent():
            return
        if self.state.failures:
            self._is_asking = True
            self.state.ask_again()
        elif self.has_hosts():
            self._say_all_is_known()

    def _on_look_up_asked(self) -> None:
        if self.all_is_known():
            self._is_asking = True
            self.state.set_scope(tuple(self.state.counts), anew=True)
        else:
            self.ask_to_look_up()

    def _bring_consent(self) -> bool:
        self.consent.bring_back()
        self._show()
        if self.consent.isVisible():
            self.consent.look_up_button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return self.consent.isVisible()

    def _say_all_is_known(self) -> None:
        self._say(self.tr("All of these hosts are known; nothing has to be asked"))
        self.state.set_scope(())

    def look_up_chosen(self) -> None:
        """Show what would be asked for the chosen hosts alone."""
        self._ask_for_chosen(anew=False)

    def ask_chosen_again(self) -> None:
        """The same, what is known of them included."""
        self._ask_for_chosen(anew=True)

    def _ask_for_chosen(self, *, anew: bool) -> None:
        rows = [self.model.rows[at] for at in self.table.chosen_numbers(MOST_ASKED)]
        if rows:
            self._is_asking = True
            self.state.set_scope(())
            self.state.set_scope([row.host for row in rows], anew=anew)

    def _on_planned(self) -> None:
        self.table.put_off()
        self._show()
        if self._is_asking:
            self._is_asking = False
            if not self._bring_consent():
                self._say_all_is_known()

    def _on_put_off(self) -> None:
        self.state.set_scope(())
        self._show()

    def _on_agreed(self) -> None:
        if not self.consent.details.isVisible() and not self.state.is_agreed:
            # Nobody is asked before it was shown what.
            self.ask_to_look_up()
            return
        self.state.look_up()

    def _on_kept_changed(self) -> None:
        if self.has_list():
            self._has_kept = True
            self.services.list.keep("hosts", self.state.kept())

    def _restore_kept(self) -> None:
        """What the document of another list kept; where neither has anything, all stays."""
        kept = self.services.list.kept.get("hosts")
        if isinstance(kept, dict) or self._has_kept:
            self._has_kept = isinstance(kept, dict)
            self.state.restore(kept if isinstance(kept, dict) else {})

    def _on_restored(self) -> None:
        state = self.state
        self.side.form.show_choices(state.asked, state.options, state.remembers)

    def _on_settings_changed(self) -> None:
        self.state.set_grouping(*self.side.form.grouping())
        self.state.set_asked(self.side.form.asked(), self.side.form.options())

    # What the user chooses

    def _on_row_selected(self, index: QModelIndex) -> None:
        if index.isValid():
            self._choose_rows()

    def _on_chosen_changed(self) -> None:
        self._choose_rows()

    def _choose_rows(self) -> None:
        if self._is_showing:
            return
        rows = [self.model.rows[at] for at in self.table.chosen_numbers(3) if at < len(self.model.rows)]
        if len(rows) == 2:
            chosen: tuple[str, ...] = (rows[0].host, rows[1].host)
        elif rows:
            chosen = (rows[0].host, rows[0].other) if rows[0].other else (rows[0].host,)
        else:
            return
        if chosen != self.chosen:
            self.chosen = chosen
            self.detail.show_pair(self.state, chosen)
        self.status_changed.emit()

    def choose_pair(self, pair: Sequence[str]) -> None:
        """Show two names; their rows are selected as far as they are shown."""
        self.chosen = tuple(pair)
        at = self.model.place(pair[0])
        if at is not None:
            self.table.selectRow(at)
        self.chosen = tuple(pair)
        self.detail.show_pair(self.state, self.chosen)
        self.status_changed.emit()

    def has_chosen(self) -> bool:
        """Whether rows are selected, and nobody is being asked."""
        return bool(self.table.chosen_count()) and not self.state.is_running

    def has_pair(self) -> bool:
        """Whether two names are shown."""
        return self.detail.pair is not None

    def has_word(self) -> bool:
        """Whether the user said something about them."""
        return self.detail.pair is not None and not self.detail.forget_button.isHidden()

    def confirm(self) -> None:
        """They are one."""
        if self.detail.pair is not None:
            self.state.confirm(*self.detail.pair)

    def refute(self) -> None:
        """They are two."""
        if self.detail.pair is not None:
            self.state.refute(*self.detail.pair)

    def forget(self) -> None:
        """Let the evidence decide."""
        if self.detail.pair is not None:
            self.state.forget(*self.detail.pair)

    def _on_group_checked(self, key: GroupKey, checked: bool) -> None:
        if key.kind == "group":
            self.state.use(key.names[0], checked)
        elif key.kind == "refuted":
            self.state.forget(*key.names)
        else:
            self.state.confirm(*key.names)

    def _on_sort_asked(self, column: int, descending: bool) -> None:
        self.state.arrange(Arrangement(self.state.arrangement.text, column, descending))

    def _on_filter_due(self) -> None:
        before = self.state.arrangement
        self.state.arrange(Arrangement(self.head.filter.text(), before.column, before.descending))

    def _on_opened(self, index: QModelIndex) -> None:
        del index
        self.show_host_in_clusters()

    def show_host_in_clusters(self) -> None:
        """The rows of the chosen host on the Clusters page."""
        if self.chosen and self.has_list():
            self.open_requested.emit("clusters", FilterAsked(f"host:{self.chosen[0]}"))

    def _on_show_asked(self) -> None:
        self.open_requested.emit("clusters", FilterAsked("step:host-alias"))

    def next_pane(self) -> None:
        """Put the focus into the next pane."""
        panes: list[QWidget] = [self.table, self.detail.table, self.detail.trail, self.side.groups]
        at = next((number for number, pane in enumerate(panes) if pane.hasFocus()), -1)
        panes[(at + 1) % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_raw(self) -> None:
        """The answers about the chosen hosts as they came."""
        self.detail.show_raw()

    # Into the profile, and files

    def apply_groups(self) -> None:
        """Write the checked groups into the step host-alias of the profile; undo takes it back."""
        if not self.state.alias_count:
            self._say(self.tr("No group is checked"), warning=True)
            return
        profile = self.services.profile.profile
        bound = profile.bound("host-alias")
        before = {} if bound is None else option_values(bound.step, bound.options)
        self.state.write_aliases(partial(self._on_aliases_made, profile), before)

    def _on_aliases_made(self, meant: Profile, made: Written) -> None:
        profile = self.services.profile
        if profile.profile is not meant:
            # Another one since: what it has must stay.
            self.apply_groups()
            return
        refusals: list[Refusal] = []
        profile.refused.connect(refusals.append)
        done = profile.set_bound(made.bound, on=True)
        profile.refused.disconnect(refusals.append)
        if refusals:
            self._say(refusals[0].message, warning=True)
        elif done:
            count = len(made.aliases.aliases)
            said = (
                self.tr("1 host is written as another in the profile")
                if count == 1
                else self.tr("{0} hosts are written as others in the profile").format(counted(count))
            )
            self._say(said)
        self._show_side()

    def _on_written(self, name: str) -> None:
        self._say(self.tr("{0} is written").format(name))

    # What the shell asks

    def recompute(self) -> None:
        self._show_side()

    def enter(self) -> None:
        super().enter()
        self._show()

    def focus_find(self) -> None:
        self.head.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.head.filter.selectAll()

    def status(self) -> PageStatus:
        return hosts_status(self)

    def page_actions(self) -> Sequence[Action]:
        return host_actions(self)

    def cancel(self) -> None:
        self.state.cancel()

    def is_settled(self) -> bool:
        is_due = self._filter.is_pending or self._side_later.isActive() or self.table.is_put_off
        return self.state.is_settled and not is_due

    def scenes(self) -> Sequence[Scene]:
        return host_scenes(self)

    def close_page(self) -> None:
        self._filter.cancel()
        self._side_later.stop()
        self.state.close()
