"""The Inspect page's commands, for menus, shortcuts and the palette."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.actions import Action, Group, Menu
from urlinspector.gui.state.copy_formats import FORMATS, CopyFormat

if TYPE_CHECKING:
    from urlinspector.gui.pages.inspect import InspectPage


def _tr(text: str) -> str:
    return QCoreApplication.translate("InspectActions", text)


def inspect_actions(page: "InspectPage") -> list[Action]:
    """All of them."""
    return [*_file(page), *_edit(page), *_view(page), *_ladder(page)]


def _file(page: "InspectPage") -> list[Action]:
    ladder, write = page.body.ladder, Group(Menu.FILE, 4, partial(_has_text, page))
    return [
        write.action("inspect.print", _tr("&Print the ladder…"), ladder.print_ladder, "Ctrl+P", "print"),
        write.action("inspect.save-html", _tr("Save the ladder as &HTML…"), ladder.save_html),
        write.action("inspect.save-pdf", _tr("Save the ladder as P&DF…"), ladder.save_pdf),
    ]


def _copy(page: "InspectPage", form: CopyFormat) -> None:
    page.copy_as(form)
    page.head.tell_unlinked(form)


def _edit(page: "InspectPage") -> list[Action]:
    edit, keys, has_text = Group(Menu.EDIT, 1), ("Alt+D", "F6"), partial(_has_text, page)
    copy, formats = Group(Menu.EDIT, 2, has_text), Group(Menu.EDIT, 2, has_text, _tr("Cop&y as"))
    paste, canonical, lru = (
        _tr("Inspect what was c&opied"),
        _tr("Copy the &canonical form"),
        _tr("Copy the &LRU"),
    )
    return [
        edit.action("inspect.url", _tr("Go to the &URL"), page.focus_url, "Ctrl+L", more_shortcuts=keys),
        edit.action("inspect.paste", paste, page.paste_url, "Ctrl+Shift+V", "paste"),
        copy.action("inspect.copy-canonical", canonical, page.copy_canonical, "Ctrl+Shift+C", "copy"),
        copy.action("inspect.copy-lru", lru, page.body.result.copy_lru, "Ctrl+Shift+L"),
        *(
            formats.action(
                f"inspect.copy-{form.key}",
                QCoreApplication.translate("CopyAs", form.title),
                partial(_copy, page, form),
            )
            for form in FORMATS
        ),
    ]


def _view(page: "InspectPage") -> list[Action]:
    view, marks, findings = Group(Menu.VIEW, 2), page.head.marks_button, page.findings
    return [
        view.action(
            "inspect.marks",
            _tr("&Invisible characters"),
            marks.toggle,
            "Ctrl+Shift+I",
            "pilcrow",
            is_checked=marks.isChecked,
        ),
        view.action(
            "inspect.findings",
            _tr("&Violations and warnings"),
            page.toggle_findings,
            "Ctrl+Shift+W",
            "warning",
            is_checked=findings.isVisible,
        ),
        view.action(
            "inspect.parsers",
            _tr("What &parsers read"),
            page.toggle_parsers,
            "Ctrl+Shift+R",
            is_checked=page.parsers.isVisible,
        ),
        view.action(
            "inspect.every-step",
            _tr("&Every step in the ladder"),
            partial(_toggle_all, page),
            is_checked=page.body.ladder.all_button.isChecked,
        ),
    ]


def _toggle_all(page: "InspectPage") -> None:
    ladder = page.body.ladder
    (ladder.changed_button if ladder.all_button.isChecked() else ladder.all_button).click()


def _ladder(page: "InspectPage") -> list[Action]:
    steps = Group(Menu.STEPS, 7, partial(_has_text, page))
    return [
        steps.action(f"inspect.{key}-change", words, partial(_walk, page, key), keys, icon)
        for key, words, keys, icon in (
            ("next", _tr("&Next change"), "Alt+Down", "chevron-right"),
            ("previous", _tr("&Previous change"), "Alt+Up", "chevron-left"),
            ("first", _tr("First change"), "Alt+Home", "first"),
            ("last", _tr("Last change"), "Alt+End", "last"),
        )
    ]


def _walk(page: "InspectPage", key: str) -> None:
    page.body.show_ladder()
    getattr(page.body.ladder, key)()


def _has_text(page: "InspectPage") -> bool:
    return bool(page.url_field.text)
