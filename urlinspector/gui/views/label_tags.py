"""Tags: how the visible form of a character (`TAB`, `LF`, `ZWSP`) stands in a line of text.

A tag is set small on a tinted box, and a gap keeps it from the next one, so that a tab before a line end is
not read as one word. The gap is letter spacing after the tag's last letter: the drawn text stays as it is.
"""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout

from urlinspector.gui.text import Shown
from urlinspector.gui.theme import Theme
from urlinspector.url.components import Span
from urlinspector.url.masking import DOTS


def tags_of(drawn: Shown, offset: int = 0) -> Iterator[Span]:
    """The spans of a drawn text, in UTF-16 units, that are tags; a mark such as `␣` and a mask are none."""
    for label, form in zip(drawn.labels, drawn.forms, strict=True):
        if len(form) > 1 and form != DOTS:
            yield Span(label.start + offset, label.end + offset)


def tag_gap(theme: Theme) -> int:
    """The space behind a tag, in pixels."""
    return theme.metrics.px(3)


def tag_formats(tag: Span, font: QFont, theme: Theme) -> list[QTextLayout.FormatRange]:
    """The letters of a tag, the last of them with the gap behind it."""
    last = QFont(font)
    last.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, tag_gap(theme))
    return [
        _range(Span(tag.start, tag.end - 1), font, theme),
        _range(Span(tag.end - 1, tag.end), last, theme),
    ]


def paint_tags(
    painter: QPainter, layout: QTextLayout, tags: Iterable[Span], origin: QPointF, theme: Theme
) -> None:
    """The boxes under the tags of a laid out line."""
    line, gap = layout.lineAt(0), tag_gap(theme)
    for start, end in tags:
        left, right = (line.cursorToX(unit)[0] for unit in (start, end))  # type: ignore[index]
        box = QRectF(origin.x() + left, origin.y() + line.y(), right - gap - left, line.height())
        painter.fillRect(box.adjusted(-1, 0, 1, 0), theme.colours.hairline)


def _range(span: Span, font: QFont, theme: Theme) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setFont(font)
    style.setForeground(theme.colours.secondary)
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = span.start, span.end - span.start, style
    return made
