"""What the status bar says for the Inspect page."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.models.component_notes import of_violation
from urlinspector.gui.pages.page import Finding, PageStatus
from urlinspector.gui.state.inspect_state import InspectState
from urlinspector.gui.text import printable
from urlinspector.url.masking import masked

_LONGEST_TITLE = 60
_LONGEST_FINDING = 90


def _tr(text: str) -> str:
    return QCoreApplication.translate("InspectStatus", text)


def _count(none: str, one: str, many: str, count: int) -> str:
    return none if not count else (one if count == 1 else many).format(count)


def inspect_status(state: InspectState, refused: str, show_findings: Callable[[], None]) -> PageStatus:
    """Violations, warnings and the first of them; how many steps changed the URL at the right."""
    if refused:
        return PageStatus((Finding(refused, warning=True),))
    if not state.text:
        return PageStatus((Finding(_tr("No URL")),))
    found = state.findings
    violations, warnings = len(found.violations), len(found.warnings)
    items = [
        Finding(
            _count(_tr("no violation"), _tr("{0} violation"), _tr("{0} violations"), violations),
            warning=bool(violations),
            action=show_findings if violations else None,
        ),
        Finding(
            _count(_tr("no warnings"), _tr("{0} warning"), _tr("{0} warnings"), warnings),
            warning=bool(warnings),
            action=show_findings if warnings else None,
        ),
    ]
    first = _first(state)
    if first:
        items.append(Finding(first))
    return PageStatus(tuple(items), selection=_steps(state), title=_title(state.text))


def _first(state: InspectState) -> str:
    found = state.findings
    if found.violations:
        said = of_violation(found.violations[0], state.facts.text).text
    elif found.warnings:
        said = found.warnings[0].message
    else:
        return ""
    return said if len(said) <= _LONGEST_FINDING else said[: _LONGEST_FINDING - 1] + "…"


def _steps(state: InspectState) -> str:
    result = state.result
    if result.refused is not None:
        return _tr("refused by {0}").format(result.profile.name)
    count = len(result.profile.steps)
    one, many = _tr("{0} of {1} step changed this URL"), _tr("{0} of {1} steps changed this URL")
    return (one if count == 1 else many).format(result.changed_steps, count)


def _title(text: str) -> str:
    shown = printable(masked(text)).strip()
    return shown if len(shown) <= _LONGEST_TITLE else shown[: _LONGEST_TITLE - 1] + "…"
