"""What the status bar says for the Rules page."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Finding, PageStatus, Progress

if TYPE_CHECKING:
    from urlinspector.gui.pages.rules import RulesPage


def _tr(text: str) -> str:
    return QCoreApplication.translate("RulesStatus", text)


def rules_status(page: "RulesPage") -> PageStatus:
    """How far a search is, else what was said last and what the rules do to the list."""
    state = page.state
    if state.is_mining:
        progress = state.progress
        fraction = progress.done / progress.total if progress is not None and progress.total else None
        detail = progress.phase if progress is not None else ""
        return PageStatus(progress=Progress(_tr("Learning from the list"), fraction, detail))
    findings = [Finding(page.said, warning=page.said_warning)] if page.said else []
    if state.result is not None:
        before, after = state.result.reduction
        words = _tr("{0} clusters, {1} with all safe rules")
        findings.append(Finding(words.format(counted(before), counted(after))))
    elif not findings:
        rules = len(state.rules)
        words = _tr("1 rule in the profile") if rules == 1 else _tr("{0} rules in the profile")
        findings.append(Finding(words.format(counted(rules))))
    return PageStatus(tuple(findings))
