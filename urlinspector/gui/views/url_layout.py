"""A URL laid out for the URL field: rows, the ribbon with the components' names, and the way between pixels
and text.

Everything a field paints comes from here; it holds no widget and keeps no state but the last layout. Only
rows that are asked for are shaped, so a text of 64 KiB costs about as much as what is visible of it.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from urlinspector.gui.text import Shown, is_drawn_as_is, shown, visible_form
from urlinspector.gui.theme import LETTERS, Theme
from urlinspector.gui.views.label_tags import tag_formats, tag_gap, tags_of
from urlinspector.gui.views.url_rows import Piece, Widths, break_rows, pieces
from urlinspector.url.components import Component, Span, Url
from urlinspector.url.masking import DOTS

_LABEL_GAP = 5.0


@dataclass(frozen=True)
class FieldContent:
    """What a field shows: the text, what is to stand out in it, and how."""

    text: str
    url: Url
    domain: Span | None = None
    """The registrable domain, set bold."""
    mask: Span | None = None
    marks: bool = False
    """Whether invisible characters are shown."""
    ribbon: bool = True
    composed: Span | None = None
    """What an input method is composing."""


class Label(NamedTuple):
    """A name in the ribbon: its left edge, and the component."""

    x: float
    text: str
    component: Component


@dataclass
class Row:
    """A row: what it holds, where it stands, and its shaped text once that is asked for."""

    span: Span
    top: float
    height: float
    shaper: "RowShaper" = field(repr=False)
    has_labels: bool = True

    @cached_property
    def shown(self) -> Shown:
        content = self.shaper.content
        start, end = self.span
        mask = content.mask
        inside = None
        if mask is not None and mask.start < end and mask.end > start:
            inside = Span(max(mask.start, start) - start, min(mask.end, end) - start)
        return shown(content.text[start:end], marks=content.marks, mask=inside)

    @cached_property
    def shaped(self) -> QTextLayout:
        return self.shaper.shape(self)

    @cached_property
    def parts(self) -> tuple[Piece, ...]:
        """The components and delimiters in this row, cut to it."""
        start, end = self.span
        return tuple(
            Piece(component, Span(max(span.start, start), min(span.end, end)))
            for component, span in self.shaper.parts
            if span.start < end and span.end > start
        )

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        return self.shaper.labels(self) if self.has_labels else ()

    def unit(self, index: int) -> int:
        """The position of a code point in the row's drawn text."""
        return self.shown.to_drawn(min(max(index, self.span.start), self.span.end) - self.span.start)

    def x(self, index: int) -> float:
        """The left edge of a code point, from the row's left edge."""
        return _first(self.shaped.lineAt(0).cursorToX(self.unit(index)))

    def index_at(self, x: float) -> int:
        """The position between two code points nearest to an x."""
        return self.span.start + self.shown.to_source(self.shaped.lineAt(0).xToCursor(x))

    def edges(self, span: Span) -> tuple[float, float]:
        """Left and right of a span, cut to this row."""
        left, right = self.x(span.start), self.x(span.end)
        return (left, right) if left <= right else (right, left)


def _first(found: object) -> float:
    # The binding returns the position, or a pair of it and the cursor that was asked for.
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


class RowShaper:
    """Shapes rows and names their components; what all rows of a layout have in common."""

    def __init__(self, content: FieldContent, theme: Theme, width: float) -> None:
        self.content, self.theme, self.width = content, theme, width
        is_whole = str(content.url) == content.text
        self.parts = pieces(content.url) if is_whole else (Piece(None, Span(0, len(content.text))),)
        self.metrics = QFontMetricsF(theme.type.mono_large)
        self.tiny = QFontMetricsF(theme.type.tiny)
        self.text_height = max(float(theme.metrics.px(20)), self.metrics.height())

    def widths(self) -> Widths:
        """The widths of the content's characters."""
        text, cell = self.content.text, self.metrics.horizontalAdvance("0")
        plain = text.isascii() and is_drawn_as_is(text, marks=self.content.marks)
        return Widths(text, cell, None if plain else self._advance)

    def _advance(self, character: str) -> float:
        drawn = shown(character, marks=self.content.marks)
        if not drawn.labels:
            return self.metrics.horizontalAdvance(drawn.text)
        form = visible_form(character)
        return self._label_metrics.horizontalAdvance(form) + (tag_gap(self.theme) if len(form) > 1 else 0)

    @cached_property
    def _label_font(self) -> QFont:
        font = QFont(self.theme.type.mono)
        font.setPixelSize(max(6, round(self.theme.type.mono_large.pixelSize() * 0.72)))
        return font

    @cached_property
    def _label_metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self._label_font)

    def shape(self, row: Row) -> QTextLayout:
        """The row's text as Qt draws it, in the components' colours."""
        layout = QTextLayout(row.shown.text, self.theme.type.mono_large)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        layout.setFormats(self._formats(row))
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(1e7)
        line.setPosition(QPointF(0, (self.text_height - line.height()) / 2))
        layout.endLayout()
        return layout

    def _formats(self, row: Row) -> list[QTextLayout.FormatRange]:
        colours = self.theme.colours
        formats: list[QTextLayout.FormatRange] = []
        for component, span in row.parts:
            style = QTextCharFormat()
            style.setForeground(colours.secondary if component is None else colours.kinds[component])
            formats.append(_range(row, span, style))
        for extra, style in ((self.content.domain, _bold()), (self.content.composed, _underlined())):
            if extra is not None and extra.start < row.span.end and extra.end > row.span.start:
                formats.append(_range(row, extra, style))
        for unit_span, form in zip(row.shown.labels, row.shown.forms, strict=True):
            if form == DOTS or len(form) > 1:
                continue
            style = QTextCharFormat()
            style.setForeground(colours.secondary)
            made = QTextLayout.FormatRange()
            made.start, made.length, made.format = unit_span.start, unit_span.end - unit_span.start, style
            formats.append(made)
        for tag in tags_of(row.shown):
            formats += tag_formats(tag, self._label_font, self.theme)
        return formats

    # The ribbon

    def labels(self, row: Row) -> tuple[Label, ...]:
        """The components' names under a row: the full name where there is room, else the kind's letter."""
        found: list[Label] = []
        free = -float(self.theme.metrics.px(8))
        wanted = [
            part for part in row.parts if part.component is not None and part.span.start < part.span.end
        ]
        centres = [sum(row.edges(part.span)) / 2 for part in wanted]
        for number, (component, _) in enumerate(wanted):
            assert component is not None
            limit = self._label_limit(wanted, centres, number)
            for text in (component_name(component), LETTERS[component]):
                width = self.tiny.horizontalAdvance(text)
                wish = centres[number] - width / 2
                gap = _LABEL_GAP if len(text) > 1 else 1.0
                x = max(free + gap, wish)
                if x - wish <= width / 2 and x + width + gap <= limit:
                    found.append(Label(x, text, component))
                    free = x + width
                    break
        return tuple(found)

    def _label_limit(self, wanted: list[Piece], centres: list[float], number: int) -> float:
        """How far right a label may reach so that the next component's letter still has its place."""
        if number + 1 == len(wanted):
            return self.width + _LABEL_GAP
        following = wanted[number + 1].component
        assert following is not None
        return centres[number + 1] - self.tiny.horizontalAdvance(LETTERS[following]) / 2


class UrlLayout:
    """The rows of a field's content at a width."""

    def __init__(self, content: FieldContent, theme: Theme, width: float) -> None:
        self.content, self.theme, self.width = content, theme, width
        self.shaper = RowShaper(content, theme, width)
        self.text_height = self.shaper.text_height
        self.underline = self.text_height + theme.metrics.px(1)
        """Where the ribbon's line begins, from a row's top."""
        self.label_top = self.underline + theme.metrics.px(3)
        self.rows = self._make_rows()
        self.height = self.rows[-1].top + self.rows[-1].height

    def _make_rows(self) -> list[Row]:
        shaper, content = self.shaper, self.content
        spans = break_rows(content.text, shaper.parts, shaper.widths(), self.width)
        gap = self.theme.metrics.px(4)
        labelled_height = self.label_top + shaper.tiny.height()
        bare_height = self.underline + gap if content.ribbon else self.text_height
        past_end = len(content.text) + 1
        starts = {
            bisect_right(spans, (part.span.start, past_end)) - 1
            for part in shaper.parts
            if part.component is not None
        }
        rows: list[Row] = []
        top = 0.0
        for number, span in enumerate(spans):
            labelled = content.ribbon and (number == 0 or number in starts)
            height = labelled_height if labelled else bare_height
            rows.append(Row(span, top, height, shaper, labelled))
            top += height + gap
        return rows

    # Between pixels and text

    def row_of(self, index: int, *, at_end: bool = False) -> int:
        """The number of the row that holds a position; with `at_end` a row's end counts to it."""
        low, high = 0, len(self.rows) - 1
        while low < high:
            half = (low + high) // 2
            end = self.rows[half].span.end
            if index < end or (at_end and index == end):
                high = half
            else:
                low = half + 1
        return low

    def row_at(self, y: float) -> int:
        """The number of the row at a height."""
        low, high = 0, len(self.rows) - 1
        while low < high:
            half = (low + high) // 2
            if y < self.rows[half].top + self.rows[half].height:
                high = half
            else:
                low = half + 1
        return low

    def index_at(self, x: float, y: float) -> int:
        """The position between two code points nearest to a point."""
        return self.rows[self.row_at(y)].index_at(x)

    def cursor_rect(self, index: int) -> QRectF:
        """Where the cursor stands before a code point."""
        row = self.rows[self.row_of(index)]
        return QRectF(row.x(index), row.top, 1, self.text_height)


def component_name(component: Component) -> str:
    """A component's name as the reader is shown it."""
    names = {
        Component.TEXT: QCoreApplication.translate("Component", "text"),
        Component.SCHEME: QCoreApplication.translate("Component", "scheme"),
        Component.USERINFO: QCoreApplication.translate("Component", "userinfo"),
        Component.HOST: QCoreApplication.translate("Component", "host"),
        Component.PORT: QCoreApplication.translate("Component", "port"),
        Component.PATH: QCoreApplication.translate("Component", "path"),
        Component.QUERY: QCoreApplication.translate("Component", "query"),
        Component.FRAGMENT: QCoreApplication.translate("Component", "fragment"),
        Component.WHOLE: QCoreApplication.translate("Component", "whole URL"),
    }
    return names[component]


def _range(row: Row, span: Span, style: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = row.unit(span.start)
    made.length = row.unit(span.end) - row.unit(span.start)
    made.format = style
    return made


def _bold() -> QTextCharFormat:
    style = QTextCharFormat()
    style.setFontWeight(QFont.Weight.Bold)
    return style


def _underlined() -> QTextCharFormat:
    style = QTextCharFormat()
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    return style
