"""The URL field: a text of any content, coloured by component as it is typed, with a ribbon of the
components' names.

An own scroll area over a Python str, because Qt's text widgets turn U+00A0, CR, U+2028 and others into
something else and lose lone surrogates (definitions §8). Positions are code points. Credentials are masked
while the field has no focus (definitions §6). `text` is the model's own string: Copy takes it from here,
never from what is drawn.
"""

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import printable
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.edit_buffer import EditBuffer
from urlinspector.gui.views.url_access import announce_change, announce_cursor, install_accessibility
from urlinspector.gui.views.url_field_input import UrlFieldInput
from urlinspector.gui.views.url_layout import FieldContent, UrlLayout
from urlinspector.gui.views.url_painter import Overlay, paint_rows
from urlinspector.url.components import Span, Url
from urlinspector.url.masking import secret_span

LONGEST = 1 << 20
"""Characters that the field takes; a longer text is a list, and refused with `refused`."""

_MAX_HEIGHT = 190
_TOP, _BOTTOM = 4, 2


class UrlField(UrlFieldInput, QAbstractScrollArea):
    """Edits one URL.

    Signals: `text_changed()` after every change of the text; `cursor_moved(int)` when the user moved the
    cursor; `submitted()` on Enter; `left()` when the focus went elsewhere; `refused(int)` for a text of
    that many characters, too long to be one URL; `marks_toggled(bool)` when the context menu switched
    invisible characters.
    """

    text_changed = Signal()
    cursor_moved = Signal(int)
    submitted = Signal()
    left = Signal()
    refused = Signal(int)
    marks_toggled = Signal(bool)

    def __init__(
        self,
        themes: ThemeState,
        name: str,
        *,
        ribbon: bool = True,
        max_height: int = _MAX_HEIGHT,
        parent: QWidget | None = None,
    ) -> None:
        """`name` is the accessible name; `max_height` in pixels at zoom 1, beyond which the field scrolls."""
        super().__init__(parent)
        install_accessibility()
        self._themes = themes
        self._ribbon = ribbon
        self._max_height = max_height
        self._placeholder = ""
        self._buffer = EditBuffer()
        self._url = Url()
        self._domain_in_host: tuple[str | None, Span | None] = (None, None)
        self._overlay = Overlay()
        self._marks = False
        self._composed = ""
        self._layout: UrlLayout | None = None
        self._cursor_on = False
        self._blink = QTimer(self)
        self._blink.timeout.connect(self._on_blink)
        self.setAccessibleName(name)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setAcceptDrops(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    # What it holds

    @property
    def text(self) -> str:
        """The text as it is, surrogates and all."""
        return self._buffer.text

    @property
    def url(self) -> Url:
        """The text's components."""
        return self._url

    @property
    def cursor_position(self) -> int:
        return self._buffer.cursor

    @property
    def selection(self) -> Span:
        """The selected range; empty at the cursor when nothing is selected."""
        return self._buffer.selection

    def set_text(self, text: str, *, keep_undo: bool = True) -> None:
        """Show another text, cursor at its end; undo brings the old one back unless `keep_undo` is False."""
        if len(text) > LONGEST:
            self.refused.emit(len(text))
            return
        if keep_undo:
            self._buffer.replace(Span(0, len(self.text)), text)
        else:
            self._buffer.reset(text)
        self._text_edited()
        self.show_index(0)

    def select_span(self, span: Span) -> None:
        """Select a range as the user would, and bring it into view."""
        self._buffer.select(span.start, span.end)
        self._cursor_changed(by_user=False)

    # What is painted over it

    def set_domain(self, span: Span | None) -> None:
        """Set the registrable domain bold; it stays while the host stays as it is."""
        host = self._host_span()
        inside = None
        if span is not None and host is not None:
            inside = Span(span.start - host.start, span.end - host.start)
        if self._domain_in_host != (self._url.host, inside):
            self._domain_in_host = (self._url.host, inside)
            self._relayout()

    def set_marked(self, *spans: Span) -> None:
        """Mark what a selected row, step or finding is about."""
        self._set_overlay(marked=spans)
        if spans:
            self.show_index(spans[0].start)

    def set_found(self, *spans: Span) -> None:
        """Mark what Find found."""
        self._set_overlay(found=spans)

    def set_squiggles(self, *spans: Span) -> None:
        """Underline violations with a wavy line."""
        self._set_overlay(squiggles=spans)

    @property
    def marked(self) -> tuple[Span, ...]:
        return self._overlay.marked

    @property
    def squiggles(self) -> tuple[Span, ...]:
        return self._overlay.squiggles

    def set_marks_shown(self, shown: bool) -> None:
        """Show or hide the visible forms of invisible characters."""
        if self._marks != shown:
            self._marks = shown
            self._relayout()

    @property
    def marks_shown(self) -> bool:
        return self._marks

    @property
    def is_masked(self) -> bool:
        """Whether credentials are hidden now."""
        return not self.hasFocus() and secret_span(self._url) is not None

    def set_placeholder(self, text: str) -> None:
        """A hint that an empty field shows."""
        self._placeholder = text
        self.viewport().update()

    @property
    def placeholder(self) -> str:
        return self._placeholder

    # Layout

    @property
    def url_layout(self) -> UrlLayout:
        """The rows as they are drawn now."""
        if self._layout is None:
            self._relayout()
        assert self._layout is not None
        return self._layout

    @property
    def theme(self) -> Theme:
        return self._themes.theme

    def content_origin(self) -> QPointF:
        """Where the layout's corner stands in the viewport."""
        px = self.theme.metrics.px
        return QPointF(px(7), self._margins()[0] - self.verticalScrollBar().value())

    def _margins(self) -> tuple[int, int]:
        """Above and below the text; a field without a ribbon is as high as any other control."""
        px = self.theme.metrics.px
        return (px(_TOP), px(_BOTTOM)) if self._ribbon else (1, 1)

    def _content(self) -> FieldContent:
        text, url, cursor = self.text, self._url, self._buffer.cursor
        if not self._composed:
            mask = secret_span(url) if self.is_masked else None
            return FieldContent(text, url, self._domain_span(), mask, self._marks, self._ribbon)
        shown = text[:cursor] + self._composed + text[cursor:]
        span = Span(cursor, cursor + len(self._composed))
        return FieldContent(shown, Url.parse(shown), None, None, self._marks, self._ribbon, span)

    def _domain_span(self) -> Span | None:
        host, (known, inside) = self._host_span(), self._domain_in_host
        if host is None or inside is None or known != self._url.host:
            return None
        return Span(host.start + inside.start, host.start + inside.end)

    def _host_span(self) -> Span | None:
        return next((span for kind, span in self._url.spans().items() if kind.value == "host"), None)

    def _relayout(self) -> None:
        """Lay out anew for the present text and width, and take the height that this needs."""
        px = self.theme.metrics.px
        frame = 2 * self.frameWidth()
        room = self.width() - frame - 2 * px(7)
        limit = px(self._max_height)
        content = self._content()
        layout, scrolls = self._fitting(content, room, limit)
        height = round(layout.height) + sum(self._margins())
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._layout = layout
        if self.verticalScrollBarPolicy() != policy:
            self.setVerticalScrollBarPolicy(policy)
        shown = min(height, limit)
        if self.height() != shown + frame:
            self.setFixedHeight(max(shown + frame, self.theme.metrics.control))
        bar_widget = self.verticalScrollBar()
        bar_widget.setRange(0, max(0, height - shown))
        bar_widget.setPageStep(shown)
        bar_widget.setSingleStep(round(layout.text_height))
        self.viewport().update()

    def _fitting(self, content: FieldContent, room: float, limit: int) -> tuple[UrlLayout, bool]:
        """The layout, and whether it scrolls; what scrolled before is tried with the scroll bar first."""
        margins = sum(self._margins())
        bar = self.verticalScrollBar().sizeHint().width()
        if self.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOn:
            narrow = UrlLayout(content, self.theme, room - bar)
            # Without the bar it is at most a little lower.
            if round(narrow.height * (1 - 2 * bar / max(room, 1))) + margins > limit:
                return narrow, True
        wide = UrlLayout(content, self.theme, room)
        if round(wide.height) + margins <= limit:
            return wide, False
        return UrlLayout(content, self.theme, room - bar), True

    def show_index(self, index: int) -> None:
        """Scroll so that a position can be seen."""
        layout = self.url_layout
        row = layout.rows[layout.row_of(min(index, len(layout.content.text)))]
        bar, room = self.verticalScrollBar(), self.viewport().height()
        top, bottom = row.top, row.top + row.height + sum(self._margins())
        if top < bar.value():
            bar.setValue(round(top))
        elif bottom > bar.value() + room:
            bar.setValue(round(bottom - room))

    # What changes

    def _text_edited(self) -> None:
        """After every change of the text."""
        self._url = Url.parse(self.text)
        self._overlay = replace(self._overlay, marked=(), found=(), squiggles=self._squiggles_within())
        self._restart_blink()
        self._relayout()
        self.show_index(self._buffer.cursor)
        announce_change(self)
        self._update_input_method()
        self.text_changed.emit()

    def _squiggles_within(self) -> tuple[Span, ...]:
        length, squiggles = len(self.text), self._overlay.squiggles
        if all(end <= length for _, end in squiggles):
            return squiggles
        return tuple(span for span in squiggles if span.end <= length)

    def _cursor_changed(self, *, by_user: bool = True) -> None:
        """After every move of the cursor that changed no text."""
        self._restart_blink()
        self.show_index(self._buffer.cursor)
        self.viewport().update()
        announce_cursor(self)
        self._update_input_method()
        if by_user:
            self.cursor_moved.emit(self._buffer.cursor)

    def _set_overlay(self, **changes: tuple[Span, ...]) -> None:
        made = replace(self._overlay, **changes)  # type: ignore[arg-type]
        if made != self._overlay:
            self._overlay = made
            self.viewport().update()

    def _update_input_method(self) -> None:
        if self.hasFocus():
            QGuiApplication.inputMethod().update(Qt.InputMethodQuery.ImQueryInput)

    def _on_theme_changed(self, theme: Theme) -> None:
        self.setLineWidth(theme.metrics.px(1) + 1)
        self._relayout()

    def _restart_blink(self) -> None:
        self._cursor_on = self.hasFocus()
        flash = QGuiApplication.styleHints().cursorFlashTime()
        if self.hasFocus() and flash > 0:
            self._blink.start(flash // 2)
        else:
            self._blink.stop()

    def _on_blink(self) -> None:
        self._cursor_on = not self._cursor_on
        self.viewport().update(self._cursor_pixels())

    def _cursor_pixels(self) -> QRect:
        origin = self.content_origin()
        rect = self.url_layout.cursor_rect(self._drawn_cursor()).translated(origin)
        return rect.adjusted(-2, -1, 4, 1).toAlignedRect()

    def _drawn_cursor(self) -> int:
        return self._buffer.cursor + len(self._composed)

    # Events

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._paint_frame()
            return True
        return bool(super().event(event))

    def _paint_frame(self) -> None:
        colours, metrics = self.theme.colours, self.theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(colours.accent if self.hasFocus() else colours.line, width))
        painter.setBrush(colours.base)
        rect = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(rect, metrics.radius, metrics.radius)
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self.theme.colours.base)
        origin = self.content_origin()
        painter.translate(origin)
        layout = self.url_layout
        if not self.text and not self._composed and self._placeholder:
            painter.setPen(self.theme.colours.secondary)
            painter.setFont(self.theme.type.ui)
            room = QRectF(0, 0, layout.width, layout.text_height)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, printable(self._placeholder))
        cursor = self._drawn_cursor() if self._cursor_on and self.hasFocus() else None
        selection = self._buffer.selection if self._buffer.has_selection and not self._composed else None
        overlay = replace(self._overlay, selection=selection, cursor=cursor)
        if self._composed:
            overlay = Overlay(cursor=cursor)
        paint_rows(painter, layout, overlay, QRectF(event.rect()).translated(-origin))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._relayout()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        del dx, dy
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._buffer.select(0, len(self.text))
        self._focus_changed()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._composed = ""
        self._focus_changed()
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def _focus_changed(self) -> None:
        self._restart_blink()
        self._relayout()
        self.update()
