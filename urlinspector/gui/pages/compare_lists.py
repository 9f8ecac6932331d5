"""The view of two lists, old and new, as for a site's migration: what was added, is gone, stayed, or stayed
but for its writing; with counts that filter, a search field and an export.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from urlinspector.bulk.reading import Source
from urlinspector.compare.lists import Distinct, Kind
from urlinspector.gui.dialogs.ask import ask_open_files, ask_save_file
from urlinspector.gui.models.compare_lists import ListsModel, kind_words
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Finding, PageStatus, Progress, Services
from urlinspector.gui.state.compare_lists_state import ListsState
from urlinspector.gui.status_bar import ElidedLabel
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.kind_buttons import KindButtons
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.views.url_field_input import text_of
from urlinspector.gui.widgets import bare_column, label, looks, push_button, search_field
from urlinspector.normalize.profile import Profile

_SHARES = ((212, 0.0), (120, 1.0), (120, 1.0))
_ORDER = (Kind.GONE, Kind.ADDED, Kind.SAME_NORMALIZED, Kind.SAME_TEXT)
_FILTER_MS = 250


class ListsPane(QWidget):
    """Signals: `back_asked()`, `status_changed()`, `pair_asked(object)` to compare an old and a new URL."""

    back_asked = Signal()
    status_changed = Signal()
    pair_asked = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.state = ListsState(services.runner, services.profile.profile, self)
        self._notice = ""
        self._is_narrow = False
        self._build()
        self._connect()
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)
        self._show_sources()
        self._show_result()

    # Building

    def _build(self) -> None:
        self.bar = SectionBar(self._services.themes, self.tr("What became of them"))
        self._build_filter()
        self.model = ListsModel(self)
        self.table = _ListsTable(self._services, self.tr("What became of each URL"))
        self.table.pane = self
        self.table.setObjectName("listsTable")
        self.table.setModel(self.model)
        column = bare_column(self)
        column.addWidget(self._build_head())
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_FILTER_MS)

    def _build_head(self) -> QWidget:
        head = QWidget()
        looks(head, "bar")
        self._grid = QGridLayout(head)
        self.names: list[ElidedLabel] = []
        self.file_buttons: list[MenuButton] = []
        self._figures: list[QLabel] = []
        self._add_list(self.tr("Old list"), self.tr("Open the old list"))
        self._add_list(self.tr("New list"), self.tr("Open the new list"))
        self._grid.setColumnStretch(3, 1)
        self._grid.addLayout(self._build_tools(), 0, 5, 2, 1)
        return head

    def _add_list(self, title: str, name: str) -> None:
        """The row of one of the two lists: where it comes from, and what is in it."""
        themes, icons, number = self._services.themes, self._services.icons, len(self.names)
        button = MenuButton(themes, icons, "open", self.tr("Open…"))
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(partial(self.open_list, number))
        paste = MenuButton(themes, icons, "paste", self.tr("Paste"))
        paste.setAccessibleName(self.tr("Paste: {0}").format(title))
        paste.setToolTip(self.tr("Take the lines that were copied"))
        paste.clicked.connect(partial(self.paste_list, number))
        words, figures = ElidedLabel("note"), label("", "note")
        for column, widget in enumerate((label(title, "strong"), button, paste, words, figures)):
            self._grid.addWidget(widget, number, column)
        self.names.append(words)
        self._figures.append(figures)
        self.file_buttons.append(button)

    def _build_tools(self) -> QVBoxLayout:
        themes, icons = self._services.themes, self._services.icons
        self._tools = QVBoxLayout()
        self.back_button = MenuButton(themes, icons, "chevron-left", self.tr("Back to URLs"))
        self.swap_button = MenuButton(themes, icons, "swap", self.tr("Swap"))
        self.swap_button.setToolTip(self.tr("Take the old list for the new one"))
        for tool in (self.back_button, self.swap_button):
            tool.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
            self._tools.addWidget(tool)
        return self._tools

    def _build_filter(self) -> None:
        self._kinds = KindButtons({kind: kind_words(kind) for kind in _ORDER})
        self.kind_buttons = self._kinds.buttons
        self.filter_edit = search_field(self.tr("Find in both lists"))
        self.export_button = push_button(self.tr("Export…"), self._services.icons, "export")
        self.export_button.setToolTip(self.tr("Write what is shown as CSV"))
        looks(self.export_button, "small")
        self.refresh_button = push_button(self.tr("Compare again"))
        looks(self.refresh_button, "small")
        for tool in (self.refresh_button, self._kinds, self.filter_edit, self.export_button):
            self.bar.add_tool(tool, gap=True)

    def _connect(self) -> None:
        state = self.state
        self.back_button.clicked.connect(self.back_asked)
        self.swap_button.clicked.connect(state.swap)
        self.refresh_button.clicked.connect(state.compare)
        self.export_button.clicked.connect(self.export)
        self._kinds.changed.connect(self._on_filter_changed)
        self.filter_edit.textChanged.connect(self._on_typed)
        self._typing.timeout.connect(self._on_filter_changed)
        self.table.doubleClicked.connect(self.compare_row)
        state.sources_changed.connect(self._show_sources)
        state.compared.connect(self._show_result)
        state.filtered.connect(self._show_entries)
        state.progressed.connect(self._on_progressed)
        state.failed.connect(self._on_failed)
        state.exported.connect(self._on_exported)
        self._services.settings.setting_changed.connect(self._on_setting_changed)

    # What the user does

    def open_list(self, number: int) -> None:
        """Choose a file."""
        title = self.tr("Open the old list") if number == 0 else self.tr("Open the new list")
        filters = [
            self.tr("Lists (*.txt *.csv *.tsv *.xlsx *.ods *.xml *.jsonl *.parquet *.gz)"),
            self.tr("All files (*)"),
        ]
        ask_open_files(self, title, filters, partial(self._on_files, number))

    def _on_files(self, number: int, paths: list[Path]) -> None:
        self.state.set_source(number, Source.file(paths[0]))

    def paste_list(self, number: int) -> None:
        """Take the clipboard's lines."""
        text = text_of(QGuiApplication.clipboard().mimeData())
        if text:
            data = text.encode("utf-8", "surrogatepass")
            self.state.set_source(number, Source(self.tr("pasted text"), data=data))

    def set_files(self, paths: Sequence[Path]) -> None:
        """Files that were dropped: both lists, or the one that is missing."""
        if len(paths) > 1:
            self.state.sources = [None, None]
            self.state.set_source(0, Source.file(paths[0]))
            self.state.set_source(1, Source.file(paths[1]))
        elif paths:
            number = 0 if self.state.sources[0] is None else 1
            self.state.set_source(number, Source.file(paths[0]))

    def export(self) -> None:
        """Write what is shown as CSV."""
        if self.has_result:
            ask_save_file(
                self, self.tr("Export"), "compared-lists.csv", [self.tr("CSV (*.csv)")], self._on_export_path
            )

    def _on_export_path(self, paths: list[Path]) -> None:
        self.state.export(paths[0], masks=self._masks)

    def compare_row(self) -> None:
        """Compare the old and the new URL of the current row."""
        entry = self.model.entry(self.table.currentIndex().row())
        if entry is not None:
            self.pair_asked.emit(tuple(text for text in (entry.old, entry.new) if text is not None))

    def cancel(self) -> None:
        """Stop what runs."""
        self.state.cancel()

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        self.file_buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_find(self) -> None:
        """Put the focus into the search field."""
        self.filter_edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_edit.selectAll()

    def set_profile(self, profile: Profile) -> None:
        """Compare under another profile: at once while it is looked at."""
        self.state.set_profile(profile, now=self.isVisible())
        self._tell_stale()

    def _on_typed(self) -> None:
        self._typing.start()

    def _on_filter_changed(self) -> None:
        self.state.set_filter(self._kinds.chosen, self.filter_edit.text())

    # What it shows

    @property
    def has_result(self) -> bool:
        """Whether there is anything to export."""
        return self.state.result is not None

    @property
    def is_busy(self) -> bool:
        return self.state.is_busy or self._typing.isActive()

    @property
    def _masks(self) -> bool:
        return bool(self._services.settings.get("mask_credentials"))

    def _show_sources(self) -> None:
        self._notice = ""
        for words, source in zip(self.names, self.state.sources, strict=True):
            words.set_whole(
                source.name if source is not None else self.tr("Choose a file, drop one, or paste lines")
            )
        self.swap_button.setEnabled(any(each is not None for each in self.state.sources))
        self.status_changed.emit()

    def _show_result(self) -> None:
        result = self.state.result
        counts = result.counts if result is not None else {}
        for kind, button in self.kind_buttons.items():
            count = counts.get(kind.value)
            is_long = kind is Kind.SAME_NORMALIZED
            words = self.tr("normalized") if self._is_narrow and is_long else kind_words(kind)
            figure = "" if count is None else f"  {counted(count)}"
            button.setText(words + figure)
            button.setAccessibleName(kind_words(kind) + figure)
            button.setToolTip(kind_words(kind))
            button.setEnabled(result is not None)
        figures = (result.old, result.new) if result is not None else (None, None)
        for figure_label, each in zip(self._figures, figures, strict=True):
            figure_label.setText(self._figures_of(each) if each is not None else "")
        self.export_button.setEnabled(result is not None)
        self.filter_edit.setEnabled(result is not None)
        self._tell_stale()
        self._show_entries()

    def _figures_of(self, figures: Distinct) -> str:
        rows = (
            self.tr("{rows} row, {texts} distinct")
            if figures.rows == 1
            else self.tr("{rows} rows, {texts} distinct")
        )
        said = rows.format(rows=counted(figures.rows), texts=counted(figures.texts))
        if figures.errors:
            no_url = self.tr(", {0} no URL") if figures.errors == 1 else self.tr(", {0} no URLs")
            said += no_url.format(counted(figures.errors))
        return said

    def _show_entries(self) -> None:
        self.model.show_entries(self.state.result, self.state.shown, masks=self._masks)
        self.status_changed.emit()

    def _tell_stale(self) -> None:
        self.refresh_button.setVisible(self.state.is_stale)
        name = self.state.result.profile.name if self.state.result is not None else self.state.profile.name
        self.bar.set_note(self.tr("under {0}").format(name))

    def _on_progressed(self) -> None:
        self.status_changed.emit()

    def _on_failed(self, message: str) -> None:
        self._notice = message
        self.status_changed.emit()

    def _on_exported(self, path: Path) -> None:
        self._notice = self.tr("Written: {0}").format(path.name)
        self.status_changed.emit()

    def _on_setting_changed(self, key: str) -> None:
        if key == "mask_credentials":
            self._show_entries()

    def status(self) -> PageStatus:
        """What the status bar says."""
        report, result = self.state.report, self.state.result
        title = self.tr("Two lists")
        if report is not None:
            return PageStatus(progress=Progress(report.text, report.fraction, report.detail), title=title)
        if self._notice:
            items: tuple[Finding, ...] = (Finding(self._notice),)
        elif result is None:
            items = (Finding(self.tr("Two lists are compared")),)
        else:
            counts = result.counts
            items = tuple(Finding(f"{counted(counts[kind.value])} {kind_words(kind)}") for kind in _ORDER[:3])
        shown = len(self.state.shown)
        selection = (
            self.tr("{0} of {1} shown").format(counted(shown), counted(len(result)))
            if result is not None
            else ""
        )
        return PageStatus(items, selection=selection, title=title)

    def close_pane(self) -> None:
        """Stop timers and work for good."""
        self._typing.stop()
        self.state.close()

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._grid.setContentsMargins(metrics.edge, px(9), metrics.edge, px(9))
        self._grid.setHorizontalSpacing(metrics.gap)
        self._grid.setVerticalSpacing(metrics.gap)
        self._tools.setSpacing(metrics.gap)
        self.filter_edit.setFixedWidth(px(120 if self._is_narrow else 190))

    def set_narrow(self, narrow: bool) -> None:
        """Shorter words where there is little room."""
        self._is_narrow = narrow
        self.bar.title.setVisible(not narrow)
        self._on_theme_changed(self._services.themes.theme)
        self._show_result()


class _ListsTable(HouseTable):
    """Enter compares the row's two URLs; its menu has that first."""

    def __init__(self, services: Services, name: str) -> None:
        super().__init__(services.themes, name, _SHARES)
        self.pane: ListsPane | None = None

    def _follow_link(self) -> None:
        if self.pane is not None:
            self.pane.compare_row()

    def row_menu(self) -> QMenu:
        menu = super().row_menu()
        if self.pane is not None and self.currentIndex().isValid():
            first = menu.actions()[0]
            action = QAction(self.tr("Compare these two"), menu)
            action.triggered.connect(self.pane.compare_row)
            menu.insertAction(first, action)
            menu.insertSeparator(first)
        return menu
