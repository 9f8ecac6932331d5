"""States of the Hosts page for screenshots and review."""

from functools import partial
from typing import TYPE_CHECKING

from urlinspector.gui.pages.page import Scene

if TYPE_CHECKING:
    from urlinspector.gui.pages.hosts import HostsPage


def host_scenes(page: "HostsPage") -> list[Scene]:
    """Empty, before anything is asked, the recorded example, and many hosts."""
    return [
        Scene("empty", page.state.clear),
        Scene("consent", partial(_consent, page), page.is_settled),
        Scene("typical", partial(_example, page), page.is_settled),
        Scene("overfull", partial(_many, page), page.is_settled),
    ]


def _consent(page: "HostsPage") -> None:
    page.state.clear()
    names = (
        "sunrise.cse.fau.edu www.cse.fau.edu snafu.lab34.r-n-d.bigcompany.com mgal.com attache.armigeron.com"
    )
    page.add_names(names)


def _example(page: "HostsPage") -> None:
    page.state.clear()
    page.when_viewed(partial(page.choose_pair, ("mgal.com", "www.mgal.com")))
    page.load_example()


def _many(page: "HostsPage") -> None:
    page.state.clear()
    names = {f"a-rather-long-label-{n}.department-{n % 7}.example{n % 40}.com": 4000 - n for n in range(3000)}
    page.state.set_hosts(names, "crawl.csv")
