"""What the status bar says for the Compare page."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.models.parser_rows import parser_headline
from urlinspector.gui.numbers import told
from urlinspector.gui.pages.page import Finding, PageStatus
from urlinspector.gui.state.compare_state import CompareState
from urlinspector.gui.text import printable
from urlinspector.url.masking import masked

_LONGEST_TITLE = 40


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareStatus", text)


def compare_status(
    state: CompareState, letters: tuple[str, str], notice: str, show_parsers: Callable[[], None]
) -> PageStatus:
    """Where parsers disagree at the left, the number of sets at the right."""
    if notice:
        return PageStatus((Finding(notice, warning=True),))
    there = sum(1 for text in state.texts if text)
    if there < 2:
        return PageStatus((Finding(_tr("No URL") if not there else _tr("One URL; two are compared")),))
    items = []
    if state.details is not None:
        for letter, found in zip(letters, state.details.readings, strict=True):
            said = parser_headline(letter, found)
            if said:
                items.append(Finding(said, warning=True, action=show_parsers))
        if not items:
            items.append(Finding(_tr("parsers agree")))
    return PageStatus(tuple(items), selection=_sets(state), title=_title(state))


def _sets(state: CompareState) -> str:
    sets = state.sets
    if sets is None or not state.has_pair:
        return ""
    count = len(sets.found)
    if not sets.complete:
        return told(count, _tr("{0} set so far"), _tr("{0} sets so far"))
    said = {0: _tr("no set of up to 4 steps"), 1: _tr("1 minimal set of up to 4 steps")}
    return said.get(count, _tr("{0} minimal sets of up to 4 steps").format(count))


def _title(state: CompareState) -> str:
    return " ⇄ ".join(_short(text) for text in state.pair_texts)


def _short(text: str) -> str:
    shown = printable(masked(text)).strip()
    return shown if len(shown) <= _LONGEST_TITLE else shown[: _LONGEST_TITLE - 1] + "…"
