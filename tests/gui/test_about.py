"""About: versions, and the licence of everything that comes along."""

import re
import tomllib
from importlib import metadata

from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from tests.conftest import ROOT
from urlinspector import app
from urlinspector.gui import about
from urlinspector.gui.dialogs.about_dialog import AboutDialog
from urlinspector.normalize.library import builtin_names


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed() -> set[str]:
    """The project's run-time dependencies, and theirs in turn, that are installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    todo = list(project["dependencies"])
    found: set[str] = set()
    while todo:
        requirement = todo.pop()
        if "extra ==" in requirement:
            continue
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        assert name is not None
        if plain(name[0]) in found:
            continue
        try:
            wanted = metadata.requires(name[0]) or []
        except metadata.PackageNotFoundError:
            continue
        found.add(plain(name[0]))
        todo += [each for each in wanted if "extra" not in each and "python_version" not in each]
    return found


def test_every_dependency_has_its_licence() -> None:
    told = {plain(each.name) for each in about.licences()}
    assert needed() - told == set()


def test_every_licence_has_a_text() -> None:
    for each in about.licences():
        assert len(each.text()) > 400, each.name
        assert each.licence


def test_the_wheels_that_carry_no_text_get_one() -> None:
    by_name = {each.name: each for each in about.licences()}
    qt = by_name["PySide6_Essentials" if "PySide6_Essentials" in by_name else "PySide6-Essentials"].text()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in qt
    assert "GNU GENERAL PUBLIC LICENSE" in qt
    assert "Mozilla Public License Version 2.0" in by_name["publicsuffixlist"].text()


def test_our_own_licence_is_the_projects() -> None:
    assert about.licences()[0].text() == (ROOT / "LICENSE").read_text("utf-8").strip()


def test_versions_tell_the_date_of_the_suffix_list() -> None:
    found = dict(about.versions())
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["Public Suffix List"])
    assert found["Qt"].startswith("6.")


def test_every_profile_is_told_with_its_version() -> None:
    found = about.profiles()
    assert [name for name, _version, _what in found] == list(builtin_names())
    assert all(version for _name, version, _what in found)


def test_the_dialog_shows_the_text_of_the_chosen_licence(shell: app.Parts, qtbot: QtBot) -> None:
    shell.window.show_about()
    dialog = shell.window.findChild(QDialog, "aboutDialog")
    assert isinstance(dialog, AboutDialog)
    rows = dialog.licences_table.rowCount()
    assert rows == len(about.licences())
    names = [str(dialog.licences_table.model().index(row, 0).data()) for row in range(rows)]
    dialog.licences_table.setCurrentCell(names.index("publicsuffixlist"), 0)
    assert "Mozilla Public License" in dialog.licence_edit.toPlainText()
    dialog.copy_button.click()
