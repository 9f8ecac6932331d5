"""Rules of the house that a reader of `gui` can count on, checked in its source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

GUI = ROOT / "urlinspector" / "gui"
FILES = sorted(GUI.rglob("*.py"))
EACH = pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(GUI)) for path in FILES])


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


@EACH
def test_no_lambda_is_a_slot(path: Path) -> None:
    bad = [
        node.lineno
        for node in calls(path)
        if called(node) in ("connect", "singleShot")
        and any(isinstance(each, ast.Lambda) for each in node.args)
    ]
    assert bad == []


@EACH
def test_events_are_pumped_nowhere_and_no_dialog_has_a_loop(path: Path) -> None:
    # The program's own loop, and a drag, which Qt has in no other form.
    allowed = {"application.py": {"exec", "processEvents"}, "url_field_input.py": {"exec"}}
    bad = [
        (called(node), node.lineno)
        for node in calls(path)
        if called(node) in {"processEvents", "exec", "exec_", "sleep"} - allowed.get(path.name, set())
    ]
    assert bad == []


@EACH
def test_the_network_and_the_systems_resolver_are_not_used(path: Path) -> None:
    text = path.read_text("utf-8")
    for name in ("QtNetwork", "QHostInfo", "getaddrinfo", "urlopen", "QUrl.fromUserInput"):
        assert name not in text


def test_the_main_window_stays_a_shell() -> None:
    assert len((GUI / "main_window.py").read_text("utf-8").splitlines()) <= 300


@EACH
def test_colours_are_named_in_the_theme_only(path: Path) -> None:
    if path.name == "theme.py":
        return
    bad = [
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and len(node.value) == 7
        and node.value[0] == "#"
        and all(each in "0123456789abcdefABCDEF" for each in node.value[1:])
    ]
    assert bad == []
