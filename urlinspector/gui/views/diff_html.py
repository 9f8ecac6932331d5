"""The diff grammar as HTML of the kind that Qt's rich text and browsers both read; for explanations and
printing.
"""

from html import escape

from urlinspector.gui.text import CHANGED_SPACE, printable
from urlinspector.gui.theme import Palette
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.url.components import Span
from urlinspector.url.masking import DOTS


def diff_html(content: UrlText, colours: Palette, *, longest: int = 0) -> str:
    """A text with its changes struck out or underlined on their tints; cut around the first change where
    asked.
    """
    text = content.text
    spans = [(span, True) for span in content.gone] + [(span, False) for span in content.new]
    spans.sort(key=_start)
    start, end = _window(text, spans[0][0] if spans else None, longest)
    parts = ["…"] if start > 0 else []
    at = start
    for span, is_gone in spans:
        first, last = max(span.start, start), min(span.end, end)
        if first >= last or first < at:
            continue
        parts.append(_piece(content, at, first))
        mark = colours.gone if is_gone else colours.new
        line = "line-through" if is_gone else "underline"
        style = f"color:{mark.text.name()};background-color:{mark.tint.name()};text-decoration:{line}"
        parts.append(f'<span style="{style}">{_piece(content, first, last, spaces=True)}</span>')
        at = last
    parts.append(_piece(content, at, end))
    if end < len(text):
        parts.append("…")
    return "".join(parts)


def _start(item: tuple[Span, bool]) -> int:
    return item[0].start


def _window(text: str, focus: Span | None, longest: int) -> tuple[int, int]:
    if not longest or len(text) <= longest:
        return 0, len(text)
    start = 0 if focus is None else max(0, min(focus.start - longest // 4, len(text) - longest))
    return start, start + longest


def _piece(content: UrlText, start: int, end: int, *, spaces: bool = False) -> str:
    mask = content.mask
    if mask is None or end <= mask.start or start >= mask.end:
        text = printable(content.text[start:end])
    else:
        dots = DOTS if start <= mask.start else ""
        text = content.text[start : max(start, mask.start)] + dots + content.text[min(mask.end, end) : end]
        text = printable(text)
    if spaces:
        text = text.replace(" ", CHANGED_SPACE)
    return escape(text)
