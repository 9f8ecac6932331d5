"""States of the Inspect page for screenshots and review."""

from functools import partial
from typing import TYPE_CHECKING

from urlinspector.gui.pages.inspect_empty import EXAMPLES
from urlinspector.gui.pages.page import Scene

if TYPE_CHECKING:
    from urlinspector.gui.pages.inspect import InspectPage

OVERFULL = (
    "https://shop.example.com/c/bedroom/frames/"
    + "/".join(f"a-rather-long-segment-{number}" for number in range(12))
    + "?"
    + "&".join(f"filter%5B{number}%5D=value%20number%20{number}" for number in range(70))
    + "&to=https%3A%2F%2Fexample.org%2Fnext%3Fu%3D1"
    + "&name=\u202egpj.exe\u202c&kanji=漢字&smile=😀&nbsp=\xa0&byte=\udce9"
    + "#a fragment with spaces"
)
WRITINGS = (
    "https://user:secret@例え.テスト:8443/مرحبا/בדיקה/パス?ключ=значение&emoji=👩\u200d🔬&zero=\u200b#ﬁn"
)


def inspect_scenes(page: "InspectPage") -> list[Scene]:
    """Empty, typical, overfull, and several writings in one URL."""
    return [
        Scene("empty", partial(_show, page, "", None)),
        Scene("typical", partial(_show, page, EXAMPLES[0][0], "decode-unreserved"), page.is_settled),
        Scene("overfull", partial(_show, page, OVERFULL, "encode-illegal"), page.is_settled),
        Scene("writings", partial(_show, page, WRITINGS, None), page.is_settled),
    ]


def _show(page: "InspectPage", text: str, step: str | None) -> None:
    profile = page.services.profile
    profile.choose("safe")
    profile.set_on("remove-tracking-parameters", True)
    page.url_field.set_text(text, keep_undo=False)
    page.url_field.setFocus()
    if step is not None:
        page.select_step(step)
        page.step_chosen.emit(step)
        rows = page.body.components
        rows.expand(rows.components.index(5, 0))
