"""The evidence on a pair of hosts, and the trail of the heuristic; with the user's word on it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QSplitter, QTextBrowser, QVBoxLayout, QWidget

from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.models.host_rows import evidence_rows, sum_words, trail_html
from urlinspector.gui.models.hosts import verdict_words
from urlinspector.gui.pages.hosts_raw import raw_text, show_text
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.widgets import label, looks, push_button

_SHARES = ((76, 0.0), (110, 0.7), (130, 1.3), (66, 0.0))
_ANY_HEIGHT = 16777215
"""Qt's own bound of a widget's height."""


class HostsDetail(QWidget):
    """Signals: `confirmed()`, `refuted()`, `forgotten()`: the user's word on the pair that is shown."""

    confirmed = Signal()
    refuted = Signal()
    forgotten = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        themes, icons = services.themes, services.icons
        self.pair: tuple[str, str] | None = None
        self._state: HostsState | None = None
        self._shown: tuple[str, ...] = ()
        self.bar = SectionBar(themes, self.tr("Evidence"))
        self.raw_button = push_button(self.tr("Raw answers…"))
        self.raw_button.clicked.connect(self.show_raw)
        self.forget_button = push_button(self.tr("Leave to the evidence"))
        self.refute_button = push_button(self.tr("Refute"), icons, "close")
        self.confirm_button = push_button(self.tr("Confirm"), icons, "check")
        for button, tip in (
            (self.raw_button, self.tr("Every answer as it came: of whom, when, for how long, which records")),
            (self.forget_button, self.tr("Take your word back")),
            (self.refute_button, self.tr("They are two, and no third host joins them")),
            (self.confirm_button, self.tr("They are one, on your word")),
        ):
            looks(button, "small")
            button.setToolTip(tip)
            self.bar.add_tool(button)
        self.forget_button.clicked.connect(self.forgotten)
        self.refute_button.clicked.connect(self.refuted)
        self.confirm_button.clicked.connect(self.confirmed)
        titles = (self.tr("Evidence"), self.tr("Asked"), self.tr("Answered"), self.tr("Weight"))
        self.model = CellsModel(titles, self)
        self.table = HouseTable(themes, self.tr("Evidence"), _SHARES)
        self.table.setObjectName("evidenceTable")
        self.table.setModel(self.model)
        self.sum = label("")
        self.sum.setWordWrap(True)
        self.sum.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        left = QWidget()
        looks(left, "pane")
        column = self._column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1000)
        column.addWidget(self.sum)
        column.addStretch(1)
        self.trail = QTextBrowser()
        self.trail.setObjectName("hostTrail")
        self.trail.setAccessibleName(self.tr("How the names were found"))
        self.trail.setOpenLinks(False)
        self.trail.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.trail)
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 3)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.bar)
        whole.addWidget(self.splitter, 1)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)
        self.show_pair(None, None)

    def show_pair(self, state: HostsState | None, chosen: tuple[str, ...] | None) -> None:
        """Show two names, or a name with the one that most speaks for; nothing for none."""
        view = state.view if state is not None else None
        self._state, self._shown = state, chosen or ()
        self.raw_button.setEnabled(view is not None and bool(chosen))
        if state is None or view is None or not chosen:
            self._show_nothing(self.tr("Choose a host, or two"))
            return
        theme = self._services.themes.theme
        found = next((each for each in view.report.hosts if each.host == chosen[0]), None)
        self.trail.setHtml("" if found is None else trail_html(found, theme, state.options.rule))
        if len(chosen) < 2:
            self._show_nothing(
                self.tr("{0}: no other host of the list is near it").format(chosen[0]), keep=True
            )
            return
        a, b = chosen[:2]
        self.pair = (a, b)
        report = view.report
        self.model.set_rows(evidence_rows(a, b, report))
        self.sum.setText(sum_words(a, b, report))
        self._fit_table()
        judged = report.pair(a, b)
        self.bar.title.setText(self.tr("{0} and {1}").format(a, b))
        word = (a, b) if a <= b else (b, a)
        is_confirmed, is_refuted = word in state.decisions.confirmed, word in state.decisions.refuted
        said = self.tr("{0}, {1}").format(verdict_words(judged.verdict), f"{judged.p:.2f}".lstrip("0"))
        if is_confirmed or is_refuted:
            said += "; " + (self.tr("confirmed by you") if is_confirmed else self.tr("refuted by you"))
        self.bar.set_note(said)
        self.confirm_button.setEnabled(not is_confirmed)
        self.refute_button.setEnabled(not is_refuted)
        self.forget_button.setVisible(is_confirmed or is_refuted)

    def show_raw(self) -> QDialog | None:
        """What was asked for the names that are shown, and every answer as it came, in a dialog."""
        if self._state is None or not self._shown:
            return None
        text = raw_text(self._shown, self._state.answers, self._state.options)
        title = self.tr("Raw answers: {0}").format(", ".join(self._shown))
        return show_text(self, self._services.themes.theme, title, text)

    def _show_nothing(self, words: str, *, keep: bool = False) -> None:
        self.pair = None
        self.model.set_rows(())
        self.sum.setText("")
        self._fit_table()
        self.bar.title.setText(self.tr("Evidence"))
        self.bar.set_note(words)
        self.confirm_button.setEnabled(False)
        self.refute_button.setEnabled(False)
        self.forget_button.hide()
        if not keep:
            self.trail.clear()

    def _fit_table(self) -> None:
        """No higher than its rows, so that the sum stands right beneath."""
        metrics, rows = self._services.themes.theme.metrics, len(self.model.rows)
        self.table.setMaximumHeight(metrics.header + rows * metrics.row + 2 if rows else _ANY_HEIGHT)
        self.sum.setVisible(bool(rows))

    def _on_theme_changed(self, theme: Theme) -> None:
        self._fit_table()
        px, edge = theme.metrics.px, theme.metrics.edge
        self.sum.setContentsMargins(edge, px(6), edge, px(6))
        self.trail.document().setDocumentMargin(px(10))
        self.trail.document().setDefaultFont(theme.type.ui)
