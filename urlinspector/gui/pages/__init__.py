"""The pages that work, in the order of the page bar; a new page is one record here.

A page's module is imported, and its widget made, when it is first shown: start-up pays for Inspect alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from urlinspector.gui.pages.page import Page, Services


@dataclass(frozen=True, slots=True)
class PageRecord:
    """How the page bar and the menus know a page before it is made."""

    key: str
    """Its name on the command line, in settings and in `open_requested`."""
    title: str
    icon: str
    module: str
    class_name: str
    tip: str

    def make(self, services: Services) -> Page:
        """Import the page's module and make its widget."""
        made = getattr(import_module(self.module), self.class_name)(services)
        assert isinstance(made, Page)
        return made

    @property
    def shown_title(self) -> str:
        """The title in the user's language."""
        return QCoreApplication.translate("Pages", self.title)

    @property
    def shown_tip(self) -> str:
        """What the page is for, in the user's language."""
        return QCoreApplication.translate("Pages", self.tip)


PAGES: Sequence[PageRecord] = (
    PageRecord(
        "inspect",
        str(QT_TRANSLATE_NOOP("Pages", "Inspect")),
        "inspect",
        "urlinspector.gui.pages.inspect",
        "InspectPage",
        str(QT_TRANSLATE_NOOP("Pages", "One URL: its components, and what each step does to it")),
    ),
    PageRecord(
        "compare",
        str(QT_TRANSLATE_NOOP("Pages", "Compare")),
        "compare",
        "urlinspector.gui.pages.compare",
        "ComparePage",
        str(QT_TRANSLATE_NOOP("Pages", "Whether two URLs are the same page, and what decides it")),
    ),
    PageRecord(
        "clusters",
        str(QT_TRANSLATE_NOOP("Pages", "Clusters")),
        "clusters",
        "urlinspector.gui.pages.clusters",
        "ClustersPage",
        str(QT_TRANSLATE_NOOP("Pages", "A list of URLs grouped, each merge with its reason")),
    ),
    PageRecord(
        "hosts",
        str(QT_TRANSLATE_NOOP("Pages", "Hosts")),
        "hosts",
        "urlinspector.gui.pages.hosts",
        "HostsPage",
        str(QT_TRANSLATE_NOOP("Pages", "Whether two hosts are one, by evidence asked when you say so")),
    ),
    PageRecord(
        "rules",
        str(QT_TRANSLATE_NOOP("Pages", "Rules")),
        "rules",
        "urlinspector.gui.pages.rules",
        "RulesPage",
        str(QT_TRANSLATE_NOOP("Pages", "What a site's own URLs teach, and rules for one site")),
    ),
)
