"""What the Hosts page tells the status bar, and what it offers for the chosen rows."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.hosts_table import Command
from urlinspector.gui.pages.page import Finding, PageStatus, Progress
from urlinspector.gui.state.hosts_jobs import MOST_ASKED

if TYPE_CHECKING:
    from urlinspector.gui.pages.hosts import HostsPage


def hosts_status(page: "HostsPage") -> PageStatus:
    """Findings or progress, the selection, and whether anybody is asked."""
    state = page.state
    network = _tr("Network off until you press Look up")
    if state.is_running and state.progress is not None:
        progress = state.progress
        fraction = progress.hosts_done / max(progress.hosts, 1)
        detail = _tr("{0} of {1}").format(counted(progress.hosts_done), counted(progress.hosts))
        network = _tr("Asking {0}").format(state.resolver)
        return PageStatus(progress=Progress(_tr("Looking up"), fraction, detail), network=network)
    findings = [Finding(page.said, warning=page.said_warning)] if page.said else []
    if not state.is_empty:
        words = _tr("{0} of {1} hosts known").format(counted(state.known), counted(len(state.counts)))
        findings.append(Finding(words))
    if state.failures:
        one = _tr("1 host got no answer; Look up asks it again")
        many = _tr("{0} hosts got no answer; Look up asks them again").format(counted(state.failures))
        words = one if state.failures == 1 else many
        findings.append(Finding(words, action=page.ask_to_look_up))
    if state.unkept:
        words = _tr("The answers cannot be kept on disk: {0}").format(state.unkept)
        findings.append(Finding(words, warning=True))
    if state.recording:
        findings.append(Finding(_tr("replayed from {0}; nothing asked since").format(state.recording)))
    count = page.table.chosen_count()
    selection = (
        ""
        if not count
        else _tr("1 host selected")
        if count == 1
        else _tr("{0} hosts selected").format(counted(count))
    )
    return PageStatus(tuple(findings), selection=selection, network=network, title=state.source)


def row_commands(page: "HostsPage") -> list[Command]:
    """What the menu of the chosen rows offers."""
    count = page.table.chosen_count()
    one = _tr("Look up this host…")
    many = _tr("Look up these {0} hosts…").format(counted(count))
    ready = not page.state.is_running
    again = _tr("Ask again for all that is known of this host…")
    if count > 1:
        again = _tr("Ask again for all that is known of these {0} hosts…").format(counted(count))
    known = any(page.model.rows[at].is_asked for at in page.table.chosen_numbers(MOST_ASKED))
    found: list[Command] = [
        (one if count == 1 else many, page.look_up_chosen, ready),
        (again, page.ask_chosen_again, ready and known),
        (_tr("Raw answers…"), page.show_raw, known),
    ]
    if page.detail.pair is not None:
        a, b = page.detail.pair
        found += [
            (_tr("Confirm {0} and {1}").format(a, b), page.confirm, True),
            (_tr("Refute {0} and {1}").format(a, b), page.refute, True),
        ]
        if page.has_word():
            found.append((_tr("Leave them to the evidence"), page.forget, True))
    if page.chosen and _group_of(page, page.chosen[0]):
        words = _tr("Write its group as {0}").format(page.chosen[0])
        found.append((words, partial(page.state.prefer, page.chosen[0], page.chosen[0]), True))
    found.append((_tr("Show the host in Clusters"), page.show_host_in_clusters, page.has_list()))
    return found


def _group_of(page: "HostsPage", host: str) -> tuple[str, ...]:
    view = page.state.view
    groups = view.report.groups if view is not None else ()
    return next((group for group in groups if host in group), ())


def _tr(text: str) -> str:
    return QCoreApplication.translate("HostsPage", text)
