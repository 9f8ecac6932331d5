"""Where the docks stand: one over the other at the right of a wide window, as tabs in a narrow one."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow, QTabBar, QTabWidget, QWidget

from urlinspector.gui.docks.explain_dock import ExplainDock
from urlinspector.gui.docks.steps_dock import StepsDock
from urlinspector.gui.pages.page import Page
from urlinspector.gui.state.theme_state import ThemeState

_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class DockArrangement(QObject):
    """Puts two docks in their places, and changes over when the window becomes narrow or wide."""

    def __init__(
        self, window: QMainWindow, steps: StepsDock, explain: ExplainDock, themes: ThemeState
    ) -> None:
        super().__init__(window)
        self._window, self._steps, self._explain, self._themes = window, steps, explain, themes
        self._tabbed = False
        self._sized = False
        self._wide = False
        self._gone: list[StepsDock | ExplainDock] | None = None
        """The docks that made room for a page."""
        window.setDockNestingEnabled(False)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setDocumentMode(True)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        window.addDockWidget(_RIGHT, steps)
        window.addDockWidget(_RIGHT, explain)
        for dock in (steps, explain):
            dock.setAllowedAreas(_RIGHT | Qt.DockWidgetArea.LeftDockWidgetArea)

    def set_narrow(self, narrow: bool) -> None:
        """Tabs, or one over the other; docks that the user moved elsewhere or took out stay there."""
        if narrow == self._tabbed or not self._both_at_home():
            return
        self._tabbed = narrow
        if narrow:
            self._window.tabifyDockWidget(self._steps, self._explain)
            self._steps.raise_()
            self._name_tabs()
        else:
            # A dock that is a tab cannot be split off; it has to leave and come back.
            was = not self._explain.isHidden()
            self._window.removeDockWidget(self._explain)
            self._window.addDockWidget(_RIGHT, self._explain)
            self._explain.setVisible(was)
        self.set_sizes()
        self._show_titles()

    def _show_titles(self) -> None:
        """Title bars, but for tabs, which say what the title would."""
        for dock in (self._steps, self._explain):
            # A widget of no height hides it.
            dock.setTitleBarWidget(QWidget(dock) if self._tabbed else dock.title_bar)
            dock.title_bar.setVisible(not self._tabbed)

    def make_room(self, page: Page | None) -> None:
        """Hide the docks for a page that has no use for them, and bring back those that were shown."""
        room = page is not None and not page.uses_docks
        docks = (self._steps, self._explain)
        if room and self._gone is None:
            self._gone = [dock for dock in docks if not dock.isHidden() and not dock.isFloating()]
            for dock in self._gone:
                dock.hide()
        elif not room and self._gone is not None:
            for dock in self._gone:
                dock.show()
            self._gone = None
            if self._tabbed:
                self._steps.raise_()

    def set_sizes(self) -> None:
        """The sizes of the mock-ups."""
        px = self._themes.theme.metrics.px
        docks = [self._steps, self._explain]
        width = self._width()
        self._window.resizeDocks(docks, [width, width], Qt.Orientation.Horizontal)
        if not self._tabbed:
            height = max(self._window.height() - px(54), px(300))
            self._window.resizeDocks(docks, [height - px(272), px(272)], Qt.Orientation.Vertical)

    def set_wide(self, wide: bool) -> None:
        """Make room for a page's columns in the steps dock, or take it back; a width of the user's own
        stays.
        """
        if wide == self._wide:
            return
        is_ours = abs(self._steps.width() - self._width()) <= 2
        self._wide = wide
        if is_ours and self._both_at_home():
            docks = [self._steps, self._explain]
            self._window.resizeDocks(docks, [self._width()] * 2, Qt.Orientation.Horizontal)

    def _width(self) -> int:
        px = self._themes.theme.metrics.px
        if self._tabbed:
            return px(320) if self._wide else px(268)
        return px(384) if self._wide else px(312)

    def after_restore(self) -> None:
        """Learn from a restored state whether the docks are tabs now; its sizes stay."""
        self._sized = True
        self._tabbed = self._explain in self._window.tabifiedDockWidgets(self._steps)
        self._show_titles()
        self._name_tabs()

    def set_first_sizes(self) -> None:
        """The usual sizes, unless a state was restored."""
        if not self._sized:
            self._sized = True
            self.set_sizes()

    def _both_at_home(self) -> bool:
        return all(
            not dock.isFloating() and self._window.dockWidgetArea(dock) == _RIGHT
            for dock in (self._steps, self._explain)
        )

    def _name_tabs(self) -> None:
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setAccessibleName(self.tr("Docks"))
            bar.setExpanding(False)
            # Qt lays the bar of docks that become tabs in a visible window out, but leaves it hidden.
            bar.setVisible(bar.count() > 0)
