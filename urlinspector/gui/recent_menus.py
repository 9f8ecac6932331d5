"""The submenus of File with what was inspected and opened last; each can be forgotten there."""

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from urlinspector.gui.pages.page import Services
from urlinspector.gui.recent_documents import forget_documents, recent_documents

_LONGEST = 80


class RecentMenus(QObject):
    """Emits `chosen(page, payload)`: a URL for Inspect, a path for Clusters."""

    chosen = Signal(str, object)

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services

    def fill_urls(self, menu: QMenu) -> None:
        """The recent URLs, credentials masked."""
        recents = self._services.recents
        for text in recents.texts:
            shown = text if len(text) <= _LONGEST else text[: _LONGEST - 2] + "…"
            menu.addAction(shown.replace("&", "&&"), partial(self.chosen.emit, "inspect", text))
        self._add_clear(menu, recents.clear, bool(recents.texts))

    def fill_documents(self, menu: QMenu) -> None:
        """The recent documents; those that are gone cannot be chosen."""
        settings = self._services.settings
        paths = recent_documents(settings)
        menu.setToolTipsVisible(True)
        for path in paths:
            action = menu.addAction(path.name.replace("&", "&&"), partial(self.chosen.emit, "clusters", path))
            action.setToolTip(str(path))
            action.setEnabled(path.exists())
        self._add_clear(menu, partial(forget_documents, settings), bool(paths))

    def _add_clear(self, menu: QMenu, forget: object, possible: bool) -> None:
        menu.addSeparator()
        menu.addAction(self.tr("Forget these"), forget).setEnabled(possible)  # type: ignore[call-overload]
