"""The parts of the Hosts page, the hosts that come in, and how what is known of them is shown."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from urlinspector.gui.dialogs.ask import tell
from urlinspector.gui.models.hosts import ALIAS, PREFERRED, HostsModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.hosts_consent import ConsentPanel
from urlinspector.gui.pages.hosts_detail import HostsDetail
from urlinspector.gui.pages.hosts_empty import HostsEmpty
from urlinspector.gui.pages.hosts_files import HostsFiles
from urlinspector.gui.pages.hosts_head import HostsHead
from urlinspector.gui.pages.hosts_side import HostsSide
from urlinspector.gui.pages.hosts_table import HostsTable
from urlinspector.gui.pages.page import Page, Services
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.widgets import bare_column, bare_row, restore_sizes
from urlinspector.hosts.candidates import is_loopback_name
from urlinspector.hosts.record import example_path, load_answers
from urlinspector.hosts.service import State
from urlinspector.url.components import Url

_SIDE_MS = 40
"""After the table, which is drawn a moment after a report."""


class HostsBase(Page):
    """Everything but what the user asks for, chooses and decides."""

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
        self.files = HostsFiles(self, services.runner, self.state, self.model)
        self.detail = HostsDetail(services)
        self.side = HostsSide(services)
        self._side_later = QTimer(self)
        self._side_later.setSingleShot(True)
        self._side_later.setInterval(_SIDE_MS)
        self._side_later.timeout.connect(self._show_side)
        self._lay_out()

    def _lay_out(self) -> None:
        self.panes = QSplitter(Qt.Orientation.Vertical)
        self.panes.setHandleWidth(1)
        self.panes.setChildrenCollapsible(False)
        self.panes.addWidget(self.table)
        self.panes.addWidget(self.detail)
        self.panes.setSizes([360, 280])
        body = QWidget()
        column = bare_column(body)
        column.addWidget(self.consent)
        column.addWidget(self.panes, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(body)
        main = QWidget()
        column = bare_column(main)
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
        bare_row(self).addWidget(self.splitter)

    # Hosts come in

    def has_list(self) -> bool:
        """Whether the Clusters page has a list open."""
        return self.services.list.clustering is not None

    def has_hosts(self) -> bool:
        """Whether there are hosts."""
        return not self.state.is_empty

    def has_answers(self) -> bool:
        """Whether anything is known of them."""
        return self.state.known + self.state.failures > 0

    def all_is_known(self) -> bool:
        """Whether nothing is left to be asked, not even what no server answered."""
        plan = self.state.plan
        return plan is not None and not plan.hosts and not self.state.failures

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
        if not self._side_later.isActive():
            self._show_side()
        # Where what would be asked is shown, there is a button for it.
        can_ask = not is_empty and not state.is_running and self.consent.isHidden()
        self.side.show_ask(can_ask=can_ask, anew=self.all_is_known())
        self.status_changed.emit()

    def _show_side(self) -> None:
        self.side.show_state(self.state, len(self._aliases_in_profile()))
        self.side.form.remember.setEnabled(self.has_list())

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
        # The groups in a turn of their own: both tables at once take too long.
        self._side_later.start()
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

    def _aliases_in_profile(self) -> tuple[str, ...]:
        bound = self.services.profile.profile.bound("host-alias")
        return () if bound is None else tuple(bound.options.aliases)

    # What the shell keeps

    def set_narrow(self, narrow: bool) -> None:
        self.head.set_narrow(narrow)
        px = self.services.themes.theme.metrics.px
        self.splitter.setSizes([px(700), px(270)] if narrow else [px(1000), px(350)])
        self.table.set_hidden((ALIAS, PREFERRED), narrow)

    def save_session(self) -> dict[str, Any]:
        return {"sizes": self.panes.sizes()}

    def restore_session(self, session: Mapping[str, Any]) -> None:
        restore_sizes(self.panes, session.get("sizes"))


def _host_of(text: str) -> str:
    """The host of a URL, or of a text that begins with its host."""
    return Url.parse(text if "//" in text else f"//{text}").host or ""
