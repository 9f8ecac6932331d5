"""The Compare page's commands, for menus, shortcuts and the palette."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.actions import Action, Group, Menu

if TYPE_CHECKING:
    from urlinspector.gui.pages.compare import ComparePage


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareActions", text)


def compare_actions(page: "ComparePage") -> list[Action]:
    """All of them."""
    return [*_lists(page), *_edit(page), *_copy(page), *_view(page)]


def _lists(page: "ComparePage") -> list[Action]:
    export = Group(Menu.FILE, 4, page.has_lists)
    words = _tr("&Export the compared lists…")
    return [export.action("compare.export-lists", words, page.export_lists, "Ctrl+Shift+E", "export")]


def _edit(page: "ComparePage") -> list[Action]:
    edit, keys = Group(Menu.EDIT, 1), ("Alt+D", "F6")
    return [
        edit.action(
            "compare.url", _tr("Go to the first &URL"), page.focus_url, "Ctrl+L", more_shortcuts=keys
        ),
        edit.action("compare.paste", _tr("Compare what was c&opied"), page.paste, "Ctrl+Shift+V", "paste"),
        edit.action("compare.swap", _tr("S&wap the two URLs"), page.swap, "Ctrl+Shift+X", "swap"),
        edit.action("compare.add", _tr("&Add a URL"), page.add_url, "Ctrl+Shift+A", "plus"),
        edit.action("compare.clear", _tr("Start a new co&mparison"), page.clear, "Ctrl+Shift+N"),
    ]


def _copy(page: "ComparePage") -> list[Action]:
    copy = Group(Menu.EDIT, 2, partial(_has_pair, page))
    markdown, text = partial(page.copy_ticket, True), partial(page.copy_ticket, False)
    return [
        copy.action(
            "compare.copy-markdown", _tr("Copy for a ticket, as &Markdown"), markdown, "Ctrl+Shift+C", "copy"
        ),
        copy.action("compare.copy-text", _tr("Copy for a ticket, as &text"), text),
    ]


def _view(page: "ComparePage") -> list[Action]:
    pair, view = Group(Menu.VIEW, 2, partial(_has_pair, page)), Group(Menu.VIEW, 2)
    inspect = (
        ("first", 0, _tr("&Inspect the first URL"), "Ctrl+Shift+I"),
        ("second", 1, _tr("Inspect the secon&d URL"), ""),
        ("both", -1, _tr("Inspect &both, the second one undo away"), ""),
    )
    return [
        *(
            pair.action(f"compare.inspect-{key}", words, partial(page.inspect, number), keys, "inspect")
            for key, number, words, keys in inspect
        ),
        view.action(
            "compare.lists",
            _tr("Two &lists"),
            partial(_toggle_lists, page),
            "Ctrl+Shift+L",
            "list",
            is_checked=partial(getattr, page, "is_on_lists"),
        ),
        pair.action("compare.parsers", _tr("What &parsers read"), page.show_parsers),
    ]


def _toggle_lists(page: "ComparePage") -> None:
    if page.is_on_lists:
        page.show_urls()
    else:
        page.show_lists()


def _has_pair(page: "ComparePage") -> bool:
    return page.state.comparison is not None
