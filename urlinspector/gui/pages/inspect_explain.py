"""What the explain dock says of a step on the Inspect page: what it did to this URL, and where."""

from html import escape

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.models.component_notes import position_text
from urlinspector.gui.pages.page import ExplainRow
from urlinspector.gui.state.inspect_state import InspectState
from urlinspector.gui.state.rungs import Rung
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.diff_html import diff_html
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.url_layout import component_name
from urlinspector.normalize.steps import step_named
from urlinspector.url.components import Component, Span, Url
from urlinspector.url.masking import secret_span, secret_within

_MOST_CHANGES = 3
_LONGEST = 40


def _tr(text: str) -> str:
    return QCoreApplication.translate("InspectExplain", text)


def explain_rows(step: str, state: InspectState, theme: Theme) -> list[ExplainRow]:
    """`Here: query, %5F → _ at 71–73`, one row for each component that the step changed."""
    if not state.text:
        return []
    rungs = [rung for rung in state.result.rungs if rung.name == step]
    acted = [rung for rung in rungs if rung.acted]
    if acted:
        rows = [_row(rung, theme, first=number == 0) for number, rung in enumerate(acted)]
        told = dict.fromkeys(each for rung in acted for each in rung.told)
        return [*rows, *(ExplainRow(_tr("Because"), escape(each)) for each in told)]
    if rungs:
        return [ExplainRow(_tr("Here"), _tr("nothing to do"))]
    if state.would_change is None:
        return [ExplainRow(_tr("Here"), "…")]
    # A step of another program is not among those that were tried; it is tried when it is asked for.
    known = step_named(step)
    is_peers = known is not None and bool(known.peer)
    acts = step in state.would_change or (is_peers and state.would_change_by(step))
    said = _tr("would change this URL") if acts else _tr("off; it would change nothing")
    return [ExplainRow(_tr("Here"), said)]


def _row(rung: Rung, theme: Theme, *, first: bool) -> ExplainRow:
    caption = _tr("Here") if first else ""
    if rung.refused is not None:
        return ExplainRow(caption, escape(rung.refused.reason), warning=True)
    assert rung.component is not None
    where = escape(component_name(rung.component))
    at = ""
    if rung.places:
        at = " " + escape(
            _tr("at {0}").format(", ".join(position_text(each) for each in rung.places[:_MOST_CHANGES]))
        )
        if len(rung.places) > _MOST_CHANGES:
            at += "…"
    changes = _changes(rung, theme)
    return ExplainRow(caption, f"{where}, {changes}{at}")


def _changes(rung: Rung, theme: Theme) -> str:
    """The replaced pieces, the first few of them."""
    before, after = rung.before or "", rung.after or ""
    if rung.diff is None or _is_secret(rung):
        return escape(_tr("changed"))
    pieces = [piece for piece in rung.diff.pieces if not piece.kept]
    family, size = theme.type.mono.family(), theme.type.small.pixelSize()
    arrow = f'<span style="color:{theme.colours.secondary.name()}"> → </span>'
    shown = []
    for piece in pieces[:_MOST_CHANGES]:
        gone, new = before[slice(*piece.before)], after[slice(*piece.after)]
        sides = [
            diff_html(_cut(gone, is_gone=True), theme.colours) if gone else "",
            diff_html(_cut(new, is_gone=False), theme.colours) if new else "",
        ]
        both = arrow.join(side for side in sides if side)
        shown.append(f"<span style=\"font-family:'{family}';font-size:{size}px\">{both}</span>")
    return ", ".join(shown) + ("…" if len(pieces) > _MOST_CHANGES else "")


def _cut(text: str, *, is_gone: bool) -> UrlText:
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    span = (Span(0, len(shown)),)
    return UrlText(shown, gone=span) if is_gone else UrlText(shown, new=span)


def _is_secret(rung: Rung) -> bool:
    """Whether what changed may hold credentials."""
    component = rung.component
    if component is None:
        return False
    urls = (Url.parse(rung.before_text), Url.parse(rung.after_text))
    if component in (Component.TEXT, Component.WHOLE):
        return any(secret_span(url) is not None for url in urls)
    return any(secret_within(url, component) is not None for url in urls)
