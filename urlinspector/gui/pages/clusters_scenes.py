"""States of the Clusters page for screenshots and review."""

from functools import partial
from typing import TYPE_CHECKING

from urlinspector.gui.pages.page import Scene

if TYPE_CHECKING:
    from urlinspector.gui.pages.clusters import ClustersPage


def cluster_scenes(page: "ClustersPage") -> list[Scene]:
    """Empty, the ten URLs, a crawl, filtered, the parameters."""
    return [
        Scene("empty", partial(_empty, page)),
        Scene("ten", partial(_example, page, "ten", "", ""), page.is_settled),
        Scene("typical", partial(_example, page, "crawl", "", ""), page.is_settled),
        Scene(
            "filtered",
            partial(
                _example, page, "crawl", "step:remove-directory-index size<=12", "remove-directory-index"
            ),
            page.is_settled,
        ),
        Scene("parameters", partial(_parameters, page), page.is_settled),
    ]


def _empty(page: "ClustersPage") -> None:
    page.state.close_list()


def _example(page: "ClustersPage", key: str, text: str, step: str) -> None:
    page.services.profile.choose("seo")
    page.state.is_modified = False
    page.when_grouped(partial(_narrow, page, text, step))
    page.load_example(key)


def _narrow(page: "ClustersPage", text: str, step: str) -> None:
    if text:
        page.body.filter.set_text(text)
    if step:
        page.select_step(step)
        page.step_chosen.emit(step)


def _parameters(page: "ClustersPage") -> None:
    page.services.profile.choose("safe")
    page.state.is_modified = False
    page.when_grouped(partial(page.show_lower, 1))
    page.load_example("crawl")
