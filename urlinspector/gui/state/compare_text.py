"""Several URLs in one pasted text, and a comparison as a ticket (credentials masked, definitions §6)."""

import re

from urlinspector.compare.equalizers import Equalizer
from urlinspector.compare.report import as_text
from urlinspector.compare.verdict import Comparison
from urlinspector.gui.text import without_surrogates
from urlinspector.normalize.output import write_output
from urlinspector.url.masking import masked

_BETWEEN = re.compile(r"[\r\n\t]+")
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://")
_LIKE_A_HOST = re.compile(r"[\w\-]+(\.[\w\-]+)+([/:?#]|$)")


def urls_in(text: str) -> list[str]:
    """The URLs of a text that holds several, one a line or a cell; empty where it is to be taken as one.

    A line end inside a URL is a thing to compare, so a text is taken apart only where all its parts begin
    with a scheme, or all of them with a host.
    """
    parts = [each.strip(" ") for each in _BETWEEN.split(text)]
    parts = [each for each in parts if each]
    for pattern in (_ABSOLUTE, _LIKE_A_HOST):
        if len(parts) > 1 and all(pattern.match(each) for each in parts):
            return parts
    return []


def ticket(comparison: Comparison, found: tuple[Equalizer, ...] | None, *, markdown: bool) -> str:
    """The comparison as text or Markdown, passwords hidden."""
    said = as_text(comparison, markdown=markdown, found=found)
    hidden = {text: masked(text) for text in (comparison.a, comparison.b)}
    for canonical, key in zip(comparison.canonical, comparison.written, strict=True):
        if canonical is not None and key is not None:
            hidden[key] = write_output(masked(canonical), comparison.profile.output)
    for text in sorted(hidden, key=len, reverse=True):
        if hidden[text] != text:
            said = said.replace(text, hidden[text])
    return without_surrogates(said)
