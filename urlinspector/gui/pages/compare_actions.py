"""The Compare page's commands, for menus, shortcuts and the palette."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.actions import Action, Menu

if TYPE_CHECKING:
    from urlinspector.gui.pages.compare import ComparePage


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareActions", text)


def compare_actions(page: "ComparePage") -> list[Action]:
    """All of them."""
    has_pair = partial(_has_pair, page)
    edit, view, file = Menu.EDIT, Menu.VIEW, Menu.FILE
    return [
        Action(
            "compare.export-lists",
            _tr("&Export the compared lists…"),
            page.export_lists,
            file,
            4,
            "Ctrl+Shift+E",
            icon="export",
            is_enabled=page.has_lists,
        ),
        Action(
            "compare.url", _tr("Go to the first &URL"), page.focus_url, edit, 1, "Ctrl+L", ("Alt+D", "F6")
        ),
        Action(
            "compare.paste",
            _tr("Compare what was c&opied"),
            page.paste,
            edit,
            1,
            "Ctrl+Shift+V",
            icon="paste",
        ),
        Action("compare.swap", _tr("S&wap the two URLs"), page.swap, edit, 1, "Ctrl+Shift+X", icon="swap"),
        Action("compare.add", _tr("&Add a URL"), page.add_url, edit, 1, "Ctrl+Shift+A", icon="plus"),
        Action("compare.clear", _tr("Start a new co&mparison"), page.clear, edit, 1, "Ctrl+Shift+N"),
        Action(
            "compare.copy-markdown",
            _tr("Copy for a ticket, as &Markdown"),
            partial(page.copy_ticket, True),
            edit,
            2,
            "Ctrl+Shift+C",
            icon="copy",
            is_enabled=has_pair,
        ),
        Action(
            "compare.copy-text",
            _tr("Copy for a ticket, as &text"),
            partial(page.copy_ticket, False),
            edit,
            2,
            is_enabled=has_pair,
        ),
        *(
            Action(
                f"compare.inspect-{key}",
                words,
                partial(page.inspect, number),
                view,
                2,
                keys,
                icon="inspect",
                is_enabled=has_pair,
            )
            for key, number, words, keys in (
                ("first", 0, _tr("&Inspect the first URL"), "Ctrl+Shift+I"),
                ("second", 1, _tr("Inspect the secon&d URL"), ""),
                ("both", -1, _tr("Inspect &both, the second one undo away"), ""),
            )
        ),
        Action(
            "compare.lists",
            _tr("Two &lists"),
            partial(_toggle_lists, page),
            view,
            2,
            "Ctrl+Shift+L",
            icon="list",
            is_checked=partial(getattr, page, "is_on_lists"),
        ),
        Action("compare.parsers", _tr("What &parsers read"), page.show_parsers, view, 2, is_enabled=has_pair),
    ]


def _toggle_lists(page: "ComparePage") -> None:
    if page.is_on_lists:
        page.show_urls()
    else:
        page.show_lists()


def _has_pair(page: "ComparePage") -> bool:
    return page.state.comparison is not None
