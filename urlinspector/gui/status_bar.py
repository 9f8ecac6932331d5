"""The status bar: findings, or progress with Cancel, at the left; the selection middle right; the network
last.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QStatusBar,
    QWidget,
)

from urlinspector.gui.icons import Icons
from urlinspector.gui.pages.page import Finding, PageStatus, Progress
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.elided_label import ElidedLabel
from urlinspector.gui.widgets import IconLabel, label, looks, push_button, set_progress

__all__ = ["MOST_FINDINGS", "ElidedLabel", "StatusBar"]

MOST_FINDINGS = 3


_STAYS_WHOLE = 240


class FindingItem(QWidget):
    """One finding: a sign where it warns, and a link where it can be gone to."""

    def __init__(self, themes: ThemeState, icons: Icons) -> None:
        super().__init__()
        self._finding = Finding("")
        self.rule = _rule()
        self.icon = IconLabel(themes, icons, "warning", "warning")
        self.words = ElidedLabel()
        self.button = QPushButton()
        looks(self.button, "finding")
        self.button.setAccessibleName(self.tr("Finding"))
        self.button.clicked.connect(self._on_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.rule, self.icon, self.words, self.button):
            layout.addWidget(widget)

    def show_finding(self, finding: Finding, first: bool) -> None:
        """Show a finding; all but the first have a rule before them."""
        self._finding = finding
        self.rule.setVisible(not first)
        self.icon.setVisible(finding.warning)
        look = "" if first else "note"
        if self.words.property("look") != look:
            looks(self.words, look)
            # A style sheet is asked once only, when a widget is first shown.
            self.words.style().unpolish(self.words)
            self.words.style().polish(self.words)
        self.words.set_whole(finding.text)
        # A short one that comes first stays whole; those that follow make room.
        wanted = self.words.sizeHint().width() if first else 0
        self.words.setMinimumWidth(wanted if wanted <= _STAYS_WHOLE else 0)
        self.words.setVisible(finding.action is None)
        self.button.setVisible(finding.action is not None)
        self.button.setText(finding.text)
        self.button.setAccessibleName(finding.text)

    def _on_clicked(self) -> None:
        if self._finding.action is not None:
            self._finding.action()


class StatusBar(QStatusBar):
    """Shows a page's `PageStatus`; `cancelled()` when Cancel is pressed."""

    cancelled = Signal()

    def __init__(self, themes: ThemeState, icons: Icons) -> None:
        super().__init__()
        self._themes = themes
        self.setSizeGripEnabled(False)
        self.findings = [FindingItem(themes, icons) for _ in range(MOST_FINDINGS)]
        self.findings_box = QWidget()
        row = _row(self.findings_box, 10)
        for item in self.findings:
            row.addWidget(item)
        row.addStretch(1)
        self._build_progress()
        self.selection_label = ElidedLabel()
        self.network_icon = IconLabel(themes, icons, "network-off")
        self.network_label = label("", "note")
        self.network_box = QWidget()
        network = _row(self.network_box, 6)
        network.addWidget(_rule())
        network.addWidget(self.network_icon)
        network.addWidget(self.network_label)
        # The findings take what room there is and are cut first; the network state is never cut.
        self.addWidget(self.findings_box, 1)
        self.addWidget(self.progress_box, 1)
        self.addPermanentWidget(self.selection_label)
        self.addPermanentWidget(self.network_box)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.show_status(PageStatus())

    def _build_progress(self) -> None:
        self.progress_label = label("")
        self.progress_bar = QProgressBar()
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setFixedWidth(160)
        self.progress_bar.setAccessibleName(self.tr("Progress"))
        self.progress_detail = label("", "note")
        self.cancel_button = push_button(self.tr("Cancel"))
        looks(self.cancel_button, "small")
        self.cancel_button.clicked.connect(self.cancelled)
        self.progress_box = QWidget()
        row = _row(self.progress_box, 10)
        for widget in (self.progress_label, self.progress_bar, self.progress_detail, self.cancel_button):
            row.addWidget(widget)
        row.addStretch(1)

    def show_status(self, status: PageStatus) -> None:
        """Show what a page says."""
        self.findings_box.setVisible(status.progress is None)
        self.progress_box.setVisible(status.progress is not None)
        if status.progress is None:
            self._show_findings(status.findings)
        else:
            self._show_progress(status.progress)
        self.selection_label.set_whole(status.selection)
        network = status.network or self.tr("Network off")
        self.network_label.setText(network)
        self.network_box.setAccessibleName(network)

    def _show_findings(self, findings: tuple[Finding, ...]) -> None:
        for at, item in enumerate(self.findings):
            item.setVisible(at < len(findings))
            if at < len(findings):
                item.show_finding(findings[at], first=at == 0)

    def _show_progress(self, progress: Progress) -> None:
        self.progress_label.setText(progress.text)
        self.progress_detail.setText(progress.detail)
        if progress.fraction is None:
            self.progress_bar.setRange(0, 0)
        else:
            self.progress_bar.setRange(0, 1000)
            set_progress(self.progress_bar, round(progress.fraction * 1000))

    def _on_theme_changed(self) -> None:
        metrics = self._themes.theme.metrics
        self.setFixedHeight(metrics.bar)
        self.setContentsMargins(metrics.px(8), 0, metrics.px(6), 0)


def _row(box: QWidget, spacing: int) -> QHBoxLayout:
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    return row


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("look", "upright")
    rule.setFixedHeight(14)
    return rule
