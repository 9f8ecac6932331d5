"""What changes on the list if another profile takes the place of the one in use: figures, steps, rows."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QToolButton,
    QWidget,
)

from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.export import Exported, ExportOptions
from urlinspector.bulk.versus import KINDS, Kind
from urlinspector.gui.dialogs.ask import ask_save_file
from urlinspector.gui.docks.profile_menu import ProfileMenu
from urlinspector.gui.models.versus import (
    ORDERS,
    ROWS,
    VersusModel,
    difference_tip,
    difference_words,
    kind_words,
)
from urlinspector.gui.numbers import counted, told
from urlinspector.gui.pages.page import Finding, PageStatus, Progress, Services
from urlinspector.gui.state.versus_state import VersusState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.big_table import BigTable
from urlinspector.gui.views.flow_layout import FlowLayout
from urlinspector.gui.views.kind_buttons import KindButtons
from urlinspector.gui.views.menu_button import MenuButton
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import bare_column, label, looks, search_field, segment_button
from urlinspector.normalize.profile import Profile

_SHARES = ((260, 1.0), (190, 0.3), (130, 0.0), (60, 0.0))
_FILTER_MS = 250


class VersusPane(QWidget):
    """Signals: `back_asked()`, `status_changed()`, `inspect_asked(str)` with a row's text."""

    back_asked = Signal()
    status_changed = Signal()
    inspect_asked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.state = VersusState(services.runner, self)
        self.other: Profile | None = None
        """Profile B."""
        self._clustering: Clustering | None = None
        self._notice, self._notice_warns = "", False
        self._build()
        self._connect()
        self._on_theme_changed(services.themes.theme)
        self._show_result()

    # Building

    def _build(self) -> None:
        services = self._services
        column = bare_column(self)
        column.addWidget(self._build_head())
        column.addWidget(self._build_figures())
        self.bar = SectionBar(services.themes, self.tr("What changes"))
        self._build_tools()
        column.addWidget(self.bar)
        self.model = VersusModel(self)
        self.table = BigTable(services.themes, self.tr("Rows on which the profiles differ"), _SHARES)
        self.table.setObjectName("versusTable")
        self.table.setModel(self.model)
        self.table.set_numeric((ROWS,))
        column.addWidget(self.table, 1)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_FILTER_MS)

    def _build_head(self) -> QWidget:
        themes, icons = self._services.themes, self._services.icons
        head = QWidget()
        looks(head, "bar")
        self.back_button = MenuButton(themes, icons, "chevron-left", self.tr("Back to the clusters"))
        self.a_label = label("", "strong")
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.other_button = MenuButton(themes, icons, "swap", self.tr("Choose profile B"), self.menu)
        self._profiles = ProfileMenu(self._services)
        row = self._head_row = QHBoxLayout(head)
        row.addWidget(self.back_button)
        row.addSpacing(8)
        row.addWidget(self.a_label)
        row.addWidget(label(self.tr("is replaced by"), "note"))
        row.addWidget(self.other_button)
        row.addStretch(1)
        return head

    def _build_figures(self) -> QWidget:
        box = QWidget()
        looks(box, "pane")
        self._grid = QGridLayout(box)
        self.figures: dict[str, QLabel] = {}
        for at, (key, words) in enumerate(
            (
                ("changed", self.tr("Rows with another form")),
                ("refused", self.tr("Rows refused by A only, by B only")),
                ("clusters", self.tr("Clusters under A, under B")),
                ("regrouped", self.tr("Clusters that split, that join")),
                ("pairs", self.tr("Pairs merged by A only, by B only")),
            )
        ):
            value = self.figures[key] = label("", "strong")
            value.setAccessibleName(words)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(label(words), at % 3, at // 3 * 2)
            self._grid.addWidget(value, at % 3, at // 3 * 2 + 1)
        self.steps_box = QWidget()
        self.steps_box.setAccessibleName(self.tr("Steps that explain it"))
        self._flow = FlowLayout(self.steps_box)
        self.step_buttons: dict[int, QToolButton] = {}
        self._grid.addWidget(self.steps_box, 3, 0, 1, 5)
        self._grid.setColumnStretch(4, 1)
        return box

    def _build_tools(self) -> None:
        themes, icons = self._services.themes, self._services.icons
        self._kinds = KindButtons({kind: kind_words(kind) for kind in KINDS})
        self.kind_buttons = self._kinds.buttons
        self.filter_edit = search_field(self.tr("Find in these rows"))
        export = QMenu(self)
        export.addAction(self.tr("Old keys and new keys…")).triggered.connect(partial(self.export, "keys"))
        export.addAction(self.tr("Rows…")).triggered.connect(partial(self.export, "rows"))
        self.export_button = MenuButton(themes, icons, "export", self.tr("Export"), export)
        self.export_button.setToolTip(self.tr("Write what is shown"))
        looks(self.export_button, "button", density="small")
        for tool in (self._kinds, self.filter_edit, self.export_button):
            self.bar.add_tool(tool, gap=True)

    def _connect(self) -> None:
        state = self.state
        self.back_button.clicked.connect(self.back_asked)
        self.menu.aboutToShow.connect(self._on_menu_about_to_show)
        self._kinds.changed.connect(self._on_filter_changed)
        self.filter_edit.textChanged.connect(self._on_typed)
        self._typing.timeout.connect(self._on_filter_changed)
        self.table.opened.connect(self._on_opened)
        self.table.sort_asked.connect(self._on_sort_asked)
        state.compared.connect(self._show_result)
        state.filtered.connect(self._show_rows)
        state.progressed.connect(self.status_changed)
        state.failed.connect(self._on_failed)
        state.exported.connect(self._on_exported)
        self._services.themes.theme_changed.connect(self._on_theme_changed)
        self._services.settings.setting_changed.connect(self._on_setting_changed)

    # What the user does

    def choose(self, profile: Profile) -> None:
        """Take a profile as B, and compare."""
        self.other = profile
        self.compare()

    def choose_builtin(self, name: str) -> None:
        """Take a built-in profile as B."""
        from urlinspector.normalize.library import builtin

        self.choose(builtin(name))

    def choose_file(self, path: Path) -> None:
        """Take a profile of the user's as B."""
        from urlinspector.normalize.profile import ProfileError
        from urlinspector.rules.profile_files import read_profile

        try:
            self.choose(read_profile(path))
        except ProfileError as error:
            self._on_failed(self.tr("“{path}” cannot be read: {why}.").format(path=path, why=error))

    def set_list(self, clustering: Clustering | None) -> None:
        """The page has another list, or the list another profile."""
        before, self._clustering = self._clustering, clustering
        if clustering is None or before is None or before.engine is not clustering.engine:
            self.state.clear()
        if clustering is not None and self.isVisible() and self._is_stale:
            self.compare()
        self._show_names()

    @property
    def _is_stale(self) -> bool:
        result, clustering = self.state.result, self._clustering
        if self.other is None or clustering is None:
            return False
        a, b = clustering.profile, self.other
        return result is None or result.profiles[0].steps != a.steps or result.profiles[1].steps != b.steps

    def compare(self) -> None:
        """Compare the profile of the list with B."""
        self._notice = ""
        self._show_names()
        if self._clustering is not None and self.other is not None:
            self.state.compare(self._clustering.engine, self._clustering.profile, self.other)

    def export(self, what: str) -> None:
        """Ask where, and write what is shown."""
        if self.state.result is not None:
            formats = ["CSV (*.csv)", "XLSX (*.xlsx)", "JSON Lines (*.jsonl)", "Parquet (*.parquet)"]
            ask_save_file(
                self, self.tr("Export"), f"versus-{what}.csv", formats, partial(self._on_export_path, what)
            )

    def _on_export_path(self, what: str, paths: list[Path]) -> None:
        shows = not self._masks
        self.state.export(paths[0], ExportOptions(what, guard=what == "rows", show_credentials=shows))

    def cancel(self) -> None:
        """Stop what runs."""
        self.state.cancel()

    def focus_find(self) -> None:
        """Put the focus into the search field."""
        self.filter_edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_edit.selectAll()

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        self.other_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_menu_about_to_show(self) -> None:
        self.menu.clear()
        name = "" if self.other is None else self.other.name
        self._profiles.fill_with(self.menu, self.choose_builtin, self.choose_file, name)

    def _on_typed(self) -> None:
        self._typing.start()

    def _on_filter_changed(self) -> None:
        self._typing.stop()
        step = next((number for number, each in self.step_buttons.items() if each.isChecked()), None)
        self.state.set_filter(self._kinds.chosen, self.filter_edit.text(), step)

    def _on_step_clicked(self, number: int) -> None:
        # One step at a time; a second click shows all again.
        for other, button in self.step_buttons.items():
            button.setChecked(button.isChecked() and other == number)
        self._on_filter_changed()

    def _on_sort_asked(self, column: int, descending: bool) -> None:
        self.state.set_order(ORDERS[column], descending=descending)

    def _on_opened(self, index: QModelIndex) -> None:
        text = self.model.text(index.row())
        if text is not None:
            self.inspect_asked.emit(text)

    # What it shows

    @property
    def _masks(self) -> bool:
        return bool(self._services.settings.get("mask_credentials"))

    @property
    def is_busy(self) -> bool:
        return self.state.is_busy or self._typing.isActive()

    def _show_names(self) -> None:
        profile = self._clustering.profile if self._clustering is not None else self._services.profile.profile
        self.a_label.setText(self.tr("A: {0}").format(profile.name))
        words = (
            self.tr("Choose profile B") if self.other is None else self.tr("B: {0}").format(self.other.name)
        )
        self.other_button.setText(words)
        self.other_button.setAccessibleName(words)
        self.status_changed.emit()

    def _show_result(self) -> None:
        result = self.state.result
        summary = None if result is None else result.summary
        both = self.tr("{0}, {1}")
        values = {} if summary is None else {
            "changed": counted(summary.changed_rows),
            "refused": both.format(counted(summary.refused_by_a), counted(summary.refused_by_b)),
            "clusters": both.format(counted(summary.clusters_a), counted(summary.clusters_b)),
            "regrouped": both.format(counted(summary.split), counted(summary.joined)),
            "pairs": both.format(counted(summary.pairs_a_only), counted(summary.pairs_b_only)),
        }  # fmt: skip
        for key, value in self.figures.items():
            value.setText(values.get(key, "–"))
        for kind, button in self.kind_buttons.items():
            words = (
                kind_words(kind) if result is None else f"{kind_words(kind)}  {counted(result.count(kind))}"
            )
            button.setText(words)
            button.setAccessibleName(words)
            # What nothing is of would only take the room of the others.
            button.setVisible(result is None or kind is Kind.CHANGED or result.count(kind) > 0)
            button.setEnabled(result is not None and result.count(kind) > 0)
        self.export_button.setEnabled(result is not None and len(result) > 0)
        self.filter_edit.setEnabled(result is not None)
        self._show_steps()
        self._show_names()
        self._show_rows()

    def _show_steps(self) -> None:
        for button in self.step_buttons.values():
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.step_buttons = {}
        result = self.state.result
        shares = [] if result is None else [each for each in result.shares() if each.texts]
        for share in sorted(shares, key=_rows_first):
            assert result is not None
            difference = result.differences.items[share.number]
            button = segment_button(f"{difference_words(difference)}  {counted(share.rows)}", "only")
            button.setProperty("density", "small")
            button.setToolTip(difference_tip(difference))
            button.clicked.connect(partial(self._on_step_clicked, share.number))
            self.step_buttons[share.number] = button
            self._flow.addWidget(button)
        self.steps_box.setVisible(bool(self.step_buttons))
        self._flow.invalidate()

    def _show_rows(self) -> None:
        result, shown = self.state.result, self.state.shown
        self.model.show_rows(result, shown, masks=self._masks)
        order = next((at for at, each in ORDERS.items() if each == self.state.order), -1)
        self.table.show_sorted(order, self.state.descending)
        if result is None:
            note = self.tr("choose the profile that is to take the place of A")
        elif not len(result):
            note = self.tr("nothing: both profiles give the same on this list")
        else:
            note = self.tr("{0} of {1} texts").format(counted(len(shown)), counted(len(result)))
        self.bar.set_note(note)
        self.status_changed.emit()

    def _on_exported(self, written: Exported) -> None:
        rows = told(written.rows, self.tr("{0} row"), self.tr("{0} rows"))
        said = self.tr("{0} written to {1}").format(rows, written.path.name)
        self._notice, self._notice_warns = "; ".join((said, *written.notes)), False
        self.status_changed.emit()

    def _on_failed(self, message: str) -> None:
        self._notice, self._notice_warns = message, True
        self.status_changed.emit()

    def _on_setting_changed(self, key: str) -> None:
        if key == "mask_credentials":
            self._show_rows()

    def status(self, title: str) -> PageStatus:
        """What the status bar says."""
        report, result = self.state.report, self.state.result
        if report is not None:
            return PageStatus(progress=Progress(report.text, report.fraction, report.detail), title=title)
        if self._notice:
            findings = (Finding(self._notice, warning=self._notice_warns),)
        elif result is not None:
            rows = told(result.summary.differing_rows, self.tr("{0} row differs"), self.tr("{0} rows differ"))
            findings = (Finding(rows),)
        else:
            findings = (Finding(self.tr("Two profiles are compared on this list")),)
        return PageStatus(findings, title=title)

    def close_pane(self) -> None:
        """Stop timers and work for good."""
        self._typing.stop()
        self.state.cancel()

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._head_row.setContentsMargins(metrics.edge, px(8), metrics.edge, px(8))
        self._head_row.setSpacing(metrics.gap)
        self._grid.setContentsMargins(metrics.edge, px(8), metrics.edge, px(8))
        self._grid.setHorizontalSpacing(px(16))
        self._grid.setVerticalSpacing(px(4))
        self.filter_edit.setFixedWidth(px(170))


def _rows_first(share: object) -> int:
    return -share.rows  # type: ignore[attr-defined]
