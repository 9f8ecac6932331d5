"""A section's bar: 32 px, bold name, grey note, tools at the right; and the panes that stand beneath."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.elided_label import ElidedLabel
from urlinspector.gui.widgets import bare_column, label, looks


class SectionBar(QWidget):
    """Name, note, and whatever tools are added."""

    def __init__(self, themes: ThemeState, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        looks(self, "section")
        self._themes = themes
        self.title = label(title, "strong")
        self.note = ElidedLabel("note")
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.title)
        self._row.addWidget(self.note, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(themes.theme)

    def set_note(self, text: str) -> None:
        """The grey note beside the name."""
        self.note.set_whole(text)

    def add_tool(self, tool: QWidget, *, gap: bool = False) -> None:
        """Another control at the right; with `gap` apart from the one before."""
        if gap:
            self._row.addSpacing(self._themes.theme.metrics.gap)
        self._row.addWidget(tool, 0, Qt.AlignmentFlag.AlignVCenter)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self._row.setContentsMargins(metrics.edge, 0, metrics.gap, 0)
        self._row.setSpacing(metrics.gap_small)
        self.setFixedHeight(metrics.section_bar)


class Section(QWidget):
    """A bar and the pane beneath it."""

    def __init__(
        self,
        themes: ThemeState,
        title: str,
        pane: QWidget,
        *,
        bar: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.bar = SectionBar(themes, title)
        self.pane = pane
        column = bare_column(self)
        column.addWidget(self.bar)
        column.addWidget(pane, 1)
        self.bar.setVisible(bar)
