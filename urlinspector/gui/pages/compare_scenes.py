"""States of the Compare page for screenshots and review."""

from functools import partial
from typing import TYPE_CHECKING

from urlinspector.gui.pages.compare_empty import MOCK
from urlinspector.gui.pages.page import Scene

if TYPE_CHECKING:
    from urlinspector.gui.pages.compare import ComparePage

TEN = (
    "http://example.com/data",
    "HTTP://example.com/data",
    "http://EXAMPLE.com:80/data",
    "http://example.com./data",
    "http://www.example.com/data",
    "http://example.com/%64ata",
    "http://example.com/data#top",
    "https://example.com/data/",
    "http://example.com/data?utm_source=mail",
    "mailto:someone@example.com",
)
LONG = (
    "https://user:secret@shop.example.com/c/bedroom/"
    + "/".join(f"a-rather-long-segment-{number}" for number in range(8))
    + "/index.html?"
    + "&".join(f"filter%5b{number}%5d=value%20{number}" for number in range(20))
    + "&utm_source=news#top",
    "https://www.shop.example.com/c/./bedroom/"
    + "/".join(f"a-rather-long-segment-{number}" for number in range(8))
    + "/?"
    + "&".join(f"filter%5B{19 - number}%5D=value+{19 - number}" for number in range(20)),
)
EQUAL = ("HTTP://Example.com:80/%7euser/?b=2&a=1", "http://example.com/./~user/?b=2&a=1")
NOT_COMPARABLE = ("http://example.com/a", "not a url")
DISAGREE = ("http://example.com\\@evil.example/a", "http://evil.example/a")


def compare_scenes(page: "ComparePage") -> list[Scene]:
    """Empty, different, equal, not comparable, ten URLs, long URLs, parsers that disagree."""
    shown = {
        "empty": (),
        "typical": MOCK,
        "equal": EQUAL,
        "identical": (EQUAL[1], EQUAL[1]),
        "not-comparable": NOT_COMPARABLE,
        "parsers": DISAGREE,
        "overfull": TEN,
        "long": LONG,
    }
    scenes = [Scene(name, partial(_show, page, texts), page.is_settled) for name, texts in shown.items()]
    return [*scenes, Scene("lists", partial(_show_lists, page), page.is_settled)]


def _show_lists(page: "ComparePage") -> None:
    from urlinspector.bulk.reading import Source

    page.services.profile.choose("safe")
    page.show_lists()
    old = "\n".join(
        f"http://shop.example:80/p/{n}" if n % 3 else f"http://shop.example/p/{n}" for n in range(40)
    )
    new = "\n".join(f"http://shop.example/p/{n}" for n in range(6, 46))
    for number, (name, text) in enumerate((("old-site.txt", old), ("new-site.txt", new))):
        page.lists.state.set_source(number, Source(name, data=text.encode()))


def _show(page: "ComparePage", texts: tuple[str, ...]) -> None:
    page.services.profile.choose("safe")
    page.show_urls()
    page.show_texts(texts)
    page.head.rows[0].field.setFocus()
    if texts == MOCK:
        page.select_step("remove-trailing-dot")
        page.step_chosen.emit("remove-trailing-dot")
