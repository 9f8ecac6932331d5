"""What the status bar says for the Clusters page."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.numbers import counted, reading_locale, told
from urlinspector.gui.pages.clusters_choices import SPECIFICITY
from urlinspector.gui.pages.page import Finding, PageStatus, Progress

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters import ClustersPage


def clusters_status(page: "ClustersPage") -> PageStatus:
    """Progress, or what was read; the selection at the right."""
    state = page.state
    title = _title(page)
    if page.shows_versus and (state.running is None or page.versus.state.report is not None):
        return page.versus.status(title)
    if state.running is not None:
        running = state.running
        words = running.text or _tr("Working")
        return PageStatus(progress=Progress(words, running.fraction, running.detail), title=title)
    if state.is_empty:
        return PageStatus((Finding(page.said or _tr("No list"), warning=page.said_warning),), title=title)
    selection = _selection(page)
    if state.measuring == "impact":
        done, total = state.measures_done
        detail = _tr("{0} of {1}").format(done, total)
        progress = Progress(_tr("Measuring the steps"), done / max(total, 1), detail)
        return PageStatus(progress=progress, selection=selection, title=title)
    if state.measuring == "parameters" and state.parameters is not None:
        done, total = len(state.parameter_impacts), min(len(state.parameters), 200)
        progress = Progress(
            _tr("Measuring the parameters"), done / max(total, 1), _tr("{0} of {1}").format(done, total)
        )
        return PageStatus(progress=progress, selection=selection, title=title)
    findings = []
    if page.said:
        findings.append(Finding(page.said, warning=page.said_warning))
    summary = state.summary
    if summary is not None:
        findings.append(
            Finding(
                _tr("{0} grouped in {1} s").format(
                    told(summary.rows, _tr("{0} row"), _tr("{0} rows")),
                    reading_locale().toString(state.seconds, "f", 2),
                )
            )
        )
    if state.arrangement.key == SPECIFICITY:
        special = state.arrangement.descending
        words = _tr("the most special URLs first") if special else _tr("the most general URLs first")
        findings.append(Finding(words))
    return PageStatus(tuple(findings), selection=selection, title=title)


def _selection(page: "ClustersPage") -> str:
    clusters, rows = page.body.clusters.chosen_count(), page.body.members.chosen_count()
    parts = []
    if clusters:
        parts.append(_tr("1 cluster") if clusters == 1 else _tr("{0} clusters").format(counted(clusters)))
    if rows:
        parts.append(_tr("1 row") if rows == 1 else _tr("{0} rows").format(counted(rows)))
    return _tr("{0} selected").format(", ".join(parts)) if parts else ""


def _title(page: "ClustersPage") -> str:
    state = page.state
    if state.is_empty:
        return ""
    name = state.path.name if state.path is not None else _tr("Untitled list")
    return f"{name} *" if state.is_modified else name


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClustersStatus", text)
