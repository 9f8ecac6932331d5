"""The Result pane: original and canonical form, LRU, SURT, and how a browser reads the text; each can be
copied.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.pages.inspect_lru import LruChoice, LruPopup
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.reading import Result
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.choice_button import ChoiceButton
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.stem_chips import Chip, StemChips
from urlinspector.gui.views.url_label import UrlLabel
from urlinspector.gui.views.url_layout import component_name
from urlinspector.gui.widgets import flat_button, label
from urlinspector.url.components import COMPONENTS, Span, Url
from urlinspector.url.lru import DIALECTS, Lru, lru_of, write
from urlinspector.url.masking import masked, secret_span
from urlinspector.url.surt import FORMS, surt


class ResultRow(QWidget):
    """A caption, the text, a remark, a chooser, and Copy."""

    def __init__(
        self, services: Services, caption: str, content: QWidget, *tools: QWidget, lines: bool = True
    ) -> None:
        super().__init__()
        self._services = services
        self.content = content
        self.caption = label(caption, "note")
        self.remark = label("", "caption")
        self.copy_button = flat_button(services.icons, "copy", self.tr("Copy: {0}").format(caption))
        self._tools = tools
        row = self._row = QHBoxLayout()
        row.addWidget(self.caption)
        row.addWidget(content, 1)
        for widget in (self.remark, *tools, self.copy_button):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        self._line = QFrame()
        self._line.setProperty("look", "hairline")
        self._line.setFixedHeight(1)
        if lines:
            column.addWidget(self._line)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def set_narrow(self, narrow: bool) -> None:
        """Give the text the room of the remark and the choosers."""
        for tool in self._tools:
            tool.setHidden(narrow)
        self.remark.setHidden(narrow and bool(self._tools))

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._row.setContentsMargins(metrics.edge, px(3), metrics.gap, px(3))
        self._row.setSpacing(metrics.gap)
        self.caption.setFixedWidth(px(72))
        self.setMinimumHeight(metrics.result_row)
        self._line.setStyleSheet(f"background: {theme.colours.hairline.name()};")


class ResultPane(QWidget):
    """Signals: `original_clicked(int)` with the position in the text; `stem_chosen(int)`."""

    original_clicked = Signal(int)
    stem_chosen = Signal(int)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._result: Result | None = None
        self._masks, self._marks = True, False
        self.choice = LruChoice()
        self.lru: Lru | None = None
        self.bar = SectionBar(services.themes, self.tr("Result"))
        self._build_rows()
        self._build_tools()
        self._lay_out()
        self._connect()

    def _build_rows(self) -> None:
        themes, settings = self._services.themes, self._services.settings
        self.original = UrlLabel(themes, self.tr("Original"))
        self.resolved = UrlLabel(themes, self.tr("Resolved against the base"))
        self.canonical = UrlLabel(themes, self.tr("Canonical form"))
        self.key = UrlLabel(themes, self.tr("What the profile writes"))
        self.stems = StemChips(themes, self.tr("Stems of the LRU"))
        self.surt = UrlLabel(themes, self.tr("SURT"))
        self.browser = UrlLabel(themes, self.tr("How a browser reads it"))
        dialects = [(name, _dialect(name)) for name in DIALECTS]
        forms = [(name, form.title) for name, form in FORMS.items()]
        icons = self._services.icons
        self.dialects = ChoiceButton(
            themes, icons, self.tr("Dialect of the LRU"), dialects, settings.get("lru_dialect")
        )
        self.forms = ChoiceButton(
            themes, icons, self.tr("Form of the SURT"), forms, settings.get("surt_form")
        )
        rows = (
            ("original", self.tr("Original"), self.original, ()),
            ("resolved", self.tr("Resolved"), self.resolved, ()),
            ("canonical", self.tr("Canonical"), self.canonical, ()),
            ("key", self.tr("Key"), self.key, ()),
            ("lru", self.tr("LRU"), self.stems, (self.dialects,)),
            ("surt", self.tr("SURT"), self.surt, (self.forms,)),
            ("browser", self.tr("Browser"), self.browser, ()),
        )
        self.rows = {
            name: ResultRow(self._services, caption, content, *tools)
            for name, caption, content, tools in rows
        }

    def _build_tools(self) -> None:
        self.gear = flat_button(
            self._services.icons, "gear", self.tr("Options of the LRU"), self.show_options
        )
        self.gear.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.bar.add_tool(self.gear)

    def _lay_out(self) -> None:
        inside = _Rows()
        inside.setProperty("look", "pane")
        inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for row in self.rows.values():
            column.addWidget(row)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.bar)
        whole.addWidget(self.area, 1)
        self.rows["resolved"].hide()
        self.rows["key"].hide()

    def _connect(self) -> None:
        labels = (
            ("original", self.original),
            ("resolved", self.resolved),
            ("canonical", self.canonical),
            ("key", self.key),
            ("surt", self.surt),
            ("browser", self.browser),
        )
        for name, shown in labels:
            self.rows[name].copy_button.clicked.connect(shown.copy)
        self.rows["lru"].copy_button.clicked.connect(self.copy_lru)
        self.original.position_clicked.connect(self.original_clicked)
        self.stems.chip_activated.connect(self.stem_chosen)
        self.dialects.chosen.connect(self._on_dialect_chosen)
        self.forms.chosen.connect(self._on_form_chosen)
        self._services.settings.setting_changed.connect(self._on_setting_changed)

    # What it shows

    def set_result(self, result: Result, *, masks: bool = True, marks: bool = False) -> None:
        """Show another result."""
        self._result, self._masks, self._marks = result, masks, marks
        self._show_diff(result, marks)
        self._show_lru(result)
        self._show_surt(result)
        self._show_browser(result, marks)

    def _show_diff(self, result: Result, marks: bool) -> None:
        diff = result.diff
        gone, new = (diff.gone, diff.new) if diff is not None else ((), ())
        original = UrlText(result.text, gone=gone, mask=self._mask(result.text), marks=marks)
        self.original.set_content(original, copied=result.text)
        self._show_row("resolved", result.trace.resolved is not None)
        if result.trace.resolved is not None:
            resolved = result.trace.resolved
            self.resolved.set_content(
                UrlText(resolved, mask=self._mask(resolved), marks=marks), copied=resolved
            )
        canonical = result.canonical
        if canonical is None:
            refused = result.refused
            self.canonical.set_words(f"{refused.reason} ({refused.rule})" if refused else "", warning=True)
        else:
            shown = UrlText(canonical, new=new, mask=self._mask(canonical), marks=marks)
            self.canonical.set_content(shown, copied=canonical)
        has_key = result.key is not None and result.profile.output != "url"
        self._show_row("key", has_key)
        if has_key and result.key is not None:
            self.key.set_content(UrlText(result.key))

    def _show_row(self, name: str, shown: bool) -> None:
        if self.rows[name].isHidden() == shown:
            self.rows[name].setVisible(shown)

    def _mask(self, text: str) -> Span | None:
        return secret_span(Url.parse(text)) if self._masks else None

    def _show_lru(self, result: Result) -> None:
        url = result.canonical_url
        if url is None:
            self.lru = None
            self.stems.set_chips((), "")
            self.rows["lru"].remark.setText("")
            return
        dialect = DIALECTS[self.dialects.value]
        self.lru = lru_of(url, self.choice.options, dialect)
        shown = self.lru
        if self._masks:
            shown = lru_of(Url.parse(masked(str(url))), self.choice.options, dialect)
        chips = tuple(Chip(stem.kind.value, stem.value, stem.kind.component) for stem in shown.stems)
        self.stems.set_chips(chips, write(shown, dialect))
        found = self.lru.specificity(self.choice.weights)
        remark = self.rows["lru"].remark
        said = self.tr("{0} stem · {1}") if found.stems == 1 else self.tr("{0} stems · {1}")
        remark.setText(said.format(found.stems, found.weighted))
        whole = self.tr("Specificity: {0} stems, {1} with their weights; the gear changes the weights")
        remark.setToolTip(whole.format(found.stems, found.weighted))

    def _show_surt(self, result: Result) -> None:
        if result.canonical_url is None:
            self.surt.set_words("")
            return
        form = FORMS[self.forms.value]
        text = surt(result.canonical_url, form)
        shown = surt(Url.parse(masked(result.canonical or "")), form) if self._masks else text
        self.surt.set_content(UrlText(shown, marks=self._marks), copied=text)

    def _show_browser(self, result: Result, marks: bool) -> None:
        reading, remark = result.browser, self.rows["browser"].remark
        if reading.href is None:
            self.browser.set_words(self.tr("fails: {0}").format(reading.error or ""), warning=True)
            remark.setText("")
            return
        diff = result.browser_diff
        new = diff.new if diff is not None else ()
        shown = UrlText(reading.href, new=new, mask=self._mask(reading.href), marks=marks)
        self.browser.set_content(shown, copied=reading.href)
        remark.setText(self._difference(result))

    def _difference(self, result: Result) -> str:
        """Where a browser's reading and the canonical form differ, in words."""
        ours, theirs = result.canonical_url, result.browser.url
        if ours is None or theirs is None:
            return ""
        differing = [component_name(each) for each in COMPONENTS if ours.get(each) != theirs.get(each)]
        if not differing:
            return self.tr("the same")
        return self.tr("differs in {0}").format(", ".join(differing))

    # What the user does

    def copy_lru(self) -> None:
        """Copy the stems as one text."""
        from PySide6.QtGui import QGuiApplication

        from urlinspector.gui.views.clipboard import mime_of

        if self.lru is not None:
            text = write(self.lru, DIALECTS[self.dialects.value])
            QGuiApplication.clipboard().setMimeData(mime_of(text))

    def show_options(self) -> None:
        """What the LRU leaves out, and the weights of its stems."""
        popup = LruPopup(self.choice, self._services.themes, self)
        popup.changed.connect(self._on_choice_changed)
        popup.open_below(self.gear)

    def set_choice(self, choice: LruChoice) -> None:
        """Other options of the LRU."""
        self.choice = choice
        if self._result is not None:
            self._show_lru(self._result)

    def set_narrow(self, narrow: bool) -> None:
        """Remarks and choosers fold away."""
        for row in self.rows.values():
            row.set_narrow(narrow)

    def _on_choice_changed(self, choice: LruChoice) -> None:
        self.set_choice(choice)

    def _on_dialect_chosen(self, name: str) -> None:
        self._services.settings.set("lru_dialect", name)
        if self._result is not None:
            self._show_lru(self._result)

    def _on_form_chosen(self, name: str) -> None:
        self._services.settings.set("surt_form", name)
        if self._result is not None:
            self._show_surt(self._result)

    def _on_setting_changed(self, key: str, value: object) -> None:
        chooser = {"lru_dialect": self.dialects, "surt_form": self.forms}.get(key)
        if chooser is not None and value != chooser.value:
            chooser.set_value(str(value))
            if self._result is not None:
                self._show_lru(self._result)
                self._show_surt(self._result)


class _Rows(QWidget):
    """Rows whose heights follow from their width.

    A scroll area asks for that height before its own bar comes or goes, so the rows insist on what they need.
    """

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._insist()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._insist()
        return done

    def _insist(self) -> None:
        layout = self.layout()
        if layout is not None:
            needed = layout.heightForWidth(self.width())
            if needed != self.minimumHeight():
                self.setMinimumHeight(needed)


def _dialect(name: str) -> str:
    return {"wiki": "Wiki", "hyphe": "Hyphe", "ural": "ural", "escaped": "Escaped"}.get(name, name)
