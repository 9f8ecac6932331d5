"""What is left of a session that was killed, and what of one that ended well."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.bulk.document import Document
from urlinspector.bulk.table import UrlTable
from urlinspector.gui.pages.clusters import ClustersPage
from urlinspector.gui.state.autosave import _keep, recovered
from urlinspector.gui.tasks.runner import Task
from urlinspector.normalize.library import builtin

SCRIPT = Path(__file__).with_name("crashing_session.py")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 on this system")
def test_a_killed_session_is_offered_and_opens_with_its_decisions(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    command = [sys.executable, str(SCRIPT), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "kept\n"
        process.kill()
    parts = make_shell(folder=tmp_path)
    parts.window.show_page("clusters")
    parts.window.show()
    page = parts.window.page
    assert isinstance(page, ClustersPage)
    assert page.empty.recover_bar.isVisible()
    with qtbot.waitSignal(page.state.grouped, timeout=20_000):
        page.empty.recover_asked.emit(True)
    assert page.state.summary is not None
    assert page.state.summary.excluded == 1
    assert parts.services.profile.profile.name == "seo"
    assert page.state.is_modified
    page.state.is_modified = False
    page.files.close()
    assert not list((tmp_path / "recovery").glob("*"))


def test_nothing_is_left_of_a_session_that_ended_well(
    make_shell: Callable[..., app.Parts], qtbot: QtBot, tmp_path: Path
) -> None:
    parts = make_shell(folder=tmp_path)
    parts.window.show_page("clusters")
    page = parts.window.page
    assert isinstance(page, ClustersPage)
    with qtbot.waitSignal(page.state.grouped, timeout=20_000):
        page.load_example("ten")
    page.files.autosave.keep()
    qtbot.waitUntil(lambda: not parts.services.runner.is_busy, timeout=20_000)
    assert list((tmp_path / "recovery").glob("*.urlinspector"))
    page.files.close()
    assert not list((tmp_path / "recovery").glob("*"))


def test_texts_with_halves_of_characters_come_back_as_they_were(tmp_path: Path) -> None:
    pages = {"entities": {"name": "a\ud83d\udc00b\udcff"}}
    assert len(pages["entities"]["name"]) == 5
    document = Document(UrlTable.of(["http://a/"]), builtin("safe"), pages=pages)
    base = tmp_path / "one"
    _keep(base, document, True, "list.txt", Task(1, "keep", lambda *_: None))
    back, path = recovered(next(tmp_path.glob("one.u*")))
    assert (back.pages, path) == (pages, "list.txt")
