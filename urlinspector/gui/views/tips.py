"""Tooltips of texts that may hold anything: shown as they are, in lines that fit on a screen."""

import re
from html import escape

from urlinspector.gui.text import printable

_MOST = 2000
_LINE = 100
_LINES = re.compile(rf".{{1,{_LINE}}}(?:(?<= )|(?!\S))|\S{{{_LINE}}}|\S+")


def tip_text(text: str) -> str:
    """A text for a tooltip: what acts on layout as labels, cut where it is very long, its lines broken, and
    nothing in it taken for markup.
    """
    cut = text[:_MOST] + ("…" if len(text) > _MOST else "")
    lines = [part.rstrip() for line in cut.split("\n") for part in _broken(printable(line))]
    whole = "\n".join(lines).strip()
    if "<" in whole:  # as markup begins
        return "<p style='white-space:pre'>" + escape(whole) + "</p>"
    return whole


def _broken(line: str) -> list[str]:
    return _LINES.findall(line) if len(line) > _LINE else [line]
