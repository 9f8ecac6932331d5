"""The Hosts page: evidence from the name system that two hosts are one, asked only when the user says so."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from urlinspector.gui.actions import Action
from urlinspector.gui.dialogs.ask import tell
from urlinspector.gui.models.host_rows import GroupKey
from urlinspector.gui.models.hosts import ALIAS, PREFERRED, HostsModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.hosts_actions import host_actions
from urlinspector.gui.pages.hosts_consent import ConsentPanel
from urlinspector.gui.pages.hosts_detail import HostsDetail
from urlinspector.gui.pages.hosts_empty import HostsEmpty
from urlinspector.gui.pages.hosts_files import HostsFiles
from urlinspector.gui.pages.hosts_head import HostsHead
from urlinspector.gui.pages.hosts_scenes import host_scenes
from urlinspector.gui.pages.hosts_side import HostsSide
from urlinspector.gui.pages.hosts_status import hosts_status, row_commands
from urlinspector.gui.pages.hosts_table import HostsTable
from urlinspector.gui.pages.page import FilterAsked, Page, PageStatus, Scene, Services
from urlinspector.gui.state.hosts_jobs import MOST_ASKED, Arrangement, Written
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.state.profile_state import Refusal
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.hosts.candidates import is_loopback_name
from urlinspector.hosts.record import example_path, load_answers
from urlinspector.hosts.service import State
from urlinspector.normalize.options import option_values
from urlinspector.normalize.profile import Profile
from urlinspector.url.components import Url


class HostsPage(Page):
    """Hosts, what the name system says of them, and groups."""

    uses_docks = False

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.setAcceptDrops(False)
        self.state = HostsState(services.runner, services.settings.folder / "answers.json", self)
        self.chosen: tuple[str, ...] = ()
        """One host, or the two of a pair."""
        self.said, self.said_warning = "", False
        self._is_asking = self._is_showing = False
        self._then: Callable[[], None] | None = None
        self._has_kept = False
        self._sorted = (-1, False)
        self.head = HostsHead(services)
        self.empty = HostsEmpty(services)
        self.consent = ConsentPanel(services)
        self.model = HostsModel(self)
        self.table = HostsTable(services, self.model)
        self.table.commands = partial(row_commands, self)
        self.files = HostsFiles(self, services.runner, self.state, self.model)
        self.detail = HostsDetail(services)
        self.side = HostsSide(services)
        self._filter = Throttle(self._on_filter_due, 150, self)
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        self.panes = QSplitter(Qt.Orientation.Vertical)
        self.panes.setHandleWidth(1)
        self.panes.setChildrenCollapsible(False)
        self.panes.addWidget(self.table)
        self.panes.addWidget(self.detail)
        self.panes.setSizes([360, 280])
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.consent)
        column.addWidget(self.panes, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(body)
        main = QWidget()
        column = QVBoxLayout(main)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.stack, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(main)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        px = self.services.themes.theme.metrics.px
        self.splitter.setSizes([px(1000), px(350)])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)

    def _connect(self) -> None:
        head, state, side, detail = self.head, self.state, self.side, self.detail
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
        self.consent.agreed.connect(self._on_agreed)
        self.consent.cancelled.connect(self.cancel)
        self.consent.put_off.connect(self._on_put_off)
        self.consent.settings_asked.connect(side.kind.setFocus)
        state.hosts_changed.connect(self._on_hosts_changed)
        state.planned.connect(self._on_planned)
        state.viewed.connect(self._on_viewed)
        state.progress_changed.connect(self._on_progress)
        state.failed.connect(self._on_failed)
        state.refused.connect(partial(self._say, warning=True))
        state.ended.connect(self._on_ended)
        self.table.row_selected.connect(self._on_row_selected)
        self.table.chosen_changed.connect(self._on_chosen_changed)
        self.table.sort_asked.connect(self._on_sort_asked)
        self.table.opened.connect(self._on_opened)
        self.table.copied.connect(self._on_copied)
        detail.confirmed.connect(self.confirm)
        detail.refuted.connect(self.refute)
        detail.forgotten.connect(self.forget)
        side.settings_changed.connect(self._on_settings_changed)
        side.pair_chosen.connect(self.choose_pair)
        side.checked.connect(self._on_group_checked)
        side.preferred.connect(state.prefer)
        side.applied.connect(self.apply_groups)
        side.show_asked.connect(self._on_show_asked)
        self.services.list.changed.connect(self._show)
        side.remember_changed.connect(state.set_remembers)
        state.kept_changed.connect(self._on_kept_changed)
        state.restored.connect(self._on_restored)
        self.services.list.restored.connect(self._restore_kept)
        self._restore_kept()

    # Hosts come in

    def has_list(self) -> bool:
        """Whether the Clusters page has a list open."""
        return self.services.list.clustering is not None

    def has_hosts(self) -> bool:
        """Whether there are hosts."""
        return not self.state.is_empty

    def has_answers(self) -> bool:
        """Whether anything is known of them."""
        return self.state.known > 0

    def take_list(self) -> None:
        """The hosts of the open list, counted in a worker."""
        clustering = self.services.list.clustering
        if clustering is None:
            self._say(self.tr("There is no list: open one on the Clusters page"), warning=True)
            return
        self.state.take_hosts_of(clustering, self.services.list.words)

    def add_names(self, text: str) -> None:
        """Names or URLs, separated by spaces, commas or lines."""
        hosts = Counter(host for part in text.replace(",", " ").split() if (host := _host_of(part)))
        if not hosts:
            self._say(self.tr("There is no host name in it"), warning=True)
            return
        self.state.add_hosts(hosts)

    def paste_names(self) -> None:
        """The names in the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self.add_names(text[: 1 << 22])

    def load_example(self) -> None:
        """The seed's names, recorded: nothing is asked."""
        self.state.clear()
        found = load_answers(example_path())
        self.state.take_recording(found, self.tr("the example"))

    def accept_drop(self, mime: QMimeData) -> bool:
        paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
        if paths and paths[0].suffix.lower() == ".json":
            self.state.open_answers(paths[0])
            return True
        if mime.hasText() and not paths:
            self.add_names(mime.text())
            return True
        return False

    def open_payload(self, payload: Any) -> None:
        if isinstance(payload, str):
            self.add_names(payload)

    def when_viewed(self, then: Callable[[], None]) -> None:
        """Call once, when the next report is shown."""
        self._then = then

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
        self.side.show_choices(state.asked, state.options, state.remembers)

    def _on_settings_changed(self) -> None:
        self.state.set_grouping(*self.side.grouping())
        self.state.set_asked(self.side.asked(), self.side.options())

    # What is shown

    def _on_hosts_changed(self) -> None:
        self.chosen = ()
        self.table.set_empty_text(self.tr("Hosts are being counted"))
        self.consent.bring_back()
        self.consent.set_unanswered(False)
        self._say(self._left_out_words(), warning=bool(self.state.left_out))
        self._show()

    def _left_out_words(self) -> str:
        """Which of the hosts nobody is asked for, and why."""
        own = [each for each in self.state.left_out if is_loopback_name(each)]
        no_names = [each for each in self.state.left_out if not is_loopback_name(each)]
        said = []
        for words, names in (
            (self.tr("Left out, no name to ask for: {0}"), no_names),
            (self.tr("Left out, always this machine's own address (RFC 6761): {0}"), own),
        ):
            if names:
                shown = ", ".join(f"“{each}”" for each in names[:3])
                more = len(names) - 3
                shown += self.tr(" and {0} more").format(counted(more)) if more > 0 else ""
                said.append(words.format(shown))
        return "; ".join(said)

    def _show(self) -> None:
        state, head = self.state, self.head
        is_empty = state.is_empty
        self.stack.setCurrentIndex(0 if is_empty else 1)
        self.empty.set_has_list(self.has_list())
        head.list_button.setEnabled(self.has_list())
        head.filter.setEnabled(not is_empty)
        head.export_button.setEnabled(self.has_answers())
        head.save_answers.setEnabled(self.has_answers())
        total = len(state.counts)
        words = self.tr("1 host") if total == 1 else self.tr("{0} hosts").format(counted(total))
        head.count.setText("" if is_empty else self.tr("{0}, {1} known").format(words, counted(state.known)))
        self.consent.show_state(state)
        self._show_side()
        self.status_changed.emit()

    def _show_side(self) -> None:
        self.side.show_state(self.state, len(self._aliases_in_profile()))
        self.side.remember.setEnabled(self.has_list())

    def _on_viewed(self) -> None:
        view = self.state.view
        self.table.set_empty_text(self.tr("No host fits the filter"))
        self._is_showing = True
        self.table.set_rows(view.rows if view is not None else ())
        arrangement = self.state.arrangement
        if (arrangement.column, arrangement.descending) != self._sorted:
            self._sorted = (arrangement.column, arrangement.descending)
            self.table.show_sorted(*self._sorted)
        if self.chosen and self.model.place(self.chosen[0]) is not None and not self.table.chosen_count():
            self.table.selectRow(self.model.place(self.chosen[0]) or 0)
        self._is_showing = False
        self.detail.show_pair(self.state, self.chosen)
        self._show()
        if view is not None and self._then is not None:
            then, self._then = self._then, None
            then()

    def _on_progress(self) -> None:
        self.consent.show_state(self.state)
        self.status_changed.emit()

    def _on_ended(self, state: str) -> None:
        said = {
            "done": self._owed_words(),
            "cancelled": self.tr("Cancelled: what is known stays, the rest can be asked later"),
            "no answer": self.tr(
                "The resolver does not answer: what it did not answer is a time-out, and can be asked again"
            ),
        }.get(state, "")
        self.consent.set_unanswered(state == State.NO_ANSWER.value)
        self._say(said, warning=bool(said))
        self._show()

    def _owed_words(self) -> str:
        """What a look-up that ran to its end did not bring."""
        old = self.state.unrenewed
        if not old:
            return ""
        one = self.tr("1 question got no new answer; its old one stays")
        many = self.tr("{0} questions got no new answer; their old ones stay")
        return one if old == 1 else many.format(counted(old))

    def _on_failed(self, message: str) -> None:
        self._say(message, warning=True)
        tell(self, self.tr("Hosts"), message)

    def _say(self, words: str, *, warning: bool = False) -> None:
        self.said, self.said_warning = words, warning
        self.status_changed.emit()

    def _on_copied(self, count: int, left: int) -> None:
        del left
        one = self.tr("1 row copied")
        self._say(one if count == 1 else self.tr("{0} rows copied").format(counted(count)))

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

    def _aliases_in_profile(self) -> tuple[str, ...]:
        bound = self.services.profile.profile.bound("host-alias")
        return () if bound is None else tuple(bound.options.aliases)

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
        return self.state.is_settled and not self._filter.is_pending

    def set_narrow(self, narrow: bool) -> None:
        self.head.set_narrow(narrow)
        px = self.services.themes.theme.metrics.px
        self.splitter.setSizes([px(700), px(270)] if narrow else [px(1000), px(350)])
        self.table.set_hidden((ALIAS, PREFERRED), narrow)

    def scenes(self) -> Sequence[Scene]:
        return host_scenes(self)

    def save_session(self) -> dict[str, Any]:
        return {"sizes": self.panes.sizes()}

    def restore_session(self, session: Mapping[str, Any]) -> None:
        sizes = session.get("sizes")
        if (
            isinstance(sizes, list)
            and len(sizes) == 2
            and all(isinstance(each, int) and each > 0 for each in sizes)
        ):
            self.panes.setSizes(sizes)

    def close_page(self) -> None:
        self._filter.cancel()
        self.state.close()


def _host_of(text: str) -> str:
    """The host of a URL, or of a text that begins with its host."""
    return Url.parse(text if "//" in text else f"//{text}").host or ""
