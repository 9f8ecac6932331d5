"""The Inspect page's commands, for menus, shortcuts and the palette."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.actions import Action, Menu
from urlinspector.gui.state.copy_formats import FORMATS, CopyFormat

if TYPE_CHECKING:
    from urlinspector.gui.pages.inspect import InspectPage


def _tr(text: str) -> str:
    return QCoreApplication.translate("InspectActions", text)


def inspect_actions(page: "InspectPage") -> list[Action]:
    """All of them."""
    return [*_file(page), *_edit(page), *_view(page), *_ladder(page)]


def _file(page: "InspectPage") -> list[Action]:
    ladder = page.body.ladder
    has_text = partial(_has_text, page)
    return [
        Action(
            "inspect.print",
            _tr("&Print the ladder…"),
            ladder.print_ladder,
            Menu.FILE,
            4,
            "Ctrl+P",
            icon="print",
            is_enabled=has_text,
        ),
        Action(
            "inspect.save-html",
            _tr("Save the ladder as &HTML…"),
            ladder.save_html,
            Menu.FILE,
            4,
            is_enabled=has_text,
        ),
        Action(
            "inspect.save-pdf",
            _tr("Save the ladder as P&DF…"),
            ladder.save_pdf,
            Menu.FILE,
            4,
            is_enabled=has_text,
        ),
    ]


def _copy(page: "InspectPage", form: CopyFormat) -> None:
    page.copy_as(form)
    page.head.tell_unlinked(form)


def _edit(page: "InspectPage") -> list[Action]:
    has_text = partial(_has_text, page)
    copies = [
        Action(
            f"inspect.copy-{form.key}",
            QCoreApplication.translate("CopyAs", form.title),
            partial(_copy, page, form),
            Menu.EDIT,
            2,
            is_enabled=has_text,
            submenu=_tr("Cop&y as"),
        )
        for form in FORMATS
    ]
    return [
        Action("inspect.url", _tr("Go to the &URL"), page.focus_url, Menu.EDIT, 1, "Ctrl+L", ("Alt+D", "F6")),
        Action(
            "inspect.paste",
            _tr("Inspect what was c&opied"),
            page.paste_url,
            Menu.EDIT,
            1,
            "Ctrl+Shift+V",
            icon="paste",
        ),
        Action(
            "inspect.copy-canonical",
            _tr("Copy the &canonical form"),
            page.copy_canonical,
            Menu.EDIT,
            2,
            "Ctrl+Shift+C",
            icon="copy",
            is_enabled=has_text,
        ),
        Action(
            "inspect.copy-lru",
            _tr("Copy the &LRU"),
            page.body.result.copy_lru,
            Menu.EDIT,
            2,
            "Ctrl+Shift+L",
            is_enabled=has_text,
        ),
        *copies,
    ]


def _view(page: "InspectPage") -> list[Action]:
    marks = page.head.marks_button
    return [
        Action(
            "inspect.marks",
            _tr("&Invisible characters"),
            marks.toggle,
            Menu.VIEW,
            2,
            "Ctrl+Shift+I",
            icon="pilcrow",
            is_checked=marks.isChecked,
        ),
        Action(
            "inspect.findings",
            _tr("&Violations and warnings"),
            page.toggle_findings,
            Menu.VIEW,
            2,
            "Ctrl+Shift+W",
            icon="warning",
            is_checked=page.findings.isVisible,
        ),
        Action(
            "inspect.parsers",
            _tr("What &parsers read"),
            page.toggle_parsers,
            Menu.VIEW,
            2,
            "Ctrl+Shift+R",
            is_checked=page.parsers.isVisible,
        ),
        Action(
            "inspect.every-step",
            _tr("&Every step in the ladder"),
            partial(_toggle_all, page),
            Menu.VIEW,
            2,
            is_checked=page.body.ladder.all_button.isChecked,
        ),
    ]


def _toggle_all(page: "InspectPage") -> None:
    ladder = page.body.ladder
    (ladder.changed_button if ladder.all_button.isChecked() else ladder.all_button).click()


def _ladder(page: "InspectPage") -> list[Action]:
    ladder, has_text = page.body.ladder, partial(_has_text, page)
    return [
        Action(
            f"inspect.{key}-change",
            words,
            partial(_walk, page, key),
            Menu.STEPS,
            7,
            keys,
            icon=icon,
            is_enabled=has_text,
        )
        for key, words, keys, icon in (
            ("next", _tr("&Next change"), "Alt+Down", "chevron-right"),
            ("previous", _tr("&Previous change"), "Alt+Up", "chevron-left"),
            ("first", _tr("First change"), "Alt+Home", "first"),
            ("last", _tr("Last change"), "Alt+End", "last"),
        )
        if hasattr(ladder, key)
    ]


def _walk(page: "InspectPage", key: str) -> None:
    page.body.show_ladder()
    getattr(page.body.ladder, key)()


def _has_text(page: "InspectPage") -> bool:
    return bool(page.url_field.text)
