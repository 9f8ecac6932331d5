"""The command itself: the window, help, version, misspelt commands, and what is imported when."""

import subprocess
import sys
from pathlib import Path

import pytest

import urlinspector
from urlinspector.cli import WindowRequest
from urlinspector.cli.commands import COMMANDS


def test_without_arguments_the_window_opens(cli, window):
    assert cli().code == 0
    assert window.opened == [WindowRequest()]


@pytest.mark.parametrize(
    "url",
    ["http://a/", "example.com", "//a", "?q", "#f", "mailto:a@b", "a b.c", "list.urlinspector", "/a\nb"],
)
def test_a_url_opens_the_window(cli, window, url):
    assert cli(url).code == 0
    assert window.opened == [WindowRequest(url)]


@pytest.mark.parametrize("url", ["http://a/", "-a.example", "normalize"])
def test_two_dashes_end_the_options_of_the_window_too(cli, window, url):
    assert cli("--", url).code == 0
    assert window.opened == [WindowRequest(url)]


def test_screenshot(cli, window):
    cli("--screenshot", "a.png")
    cli("--screenshot=a.png", "http://a/")
    cli("http://a/", "--screenshot", "a.png")
    picture = Path("a.png")
    assert window.opened == [WindowRequest(each, picture) for each in (None, "http://a/", "http://a/")]


def test_gui_takes_what_looks_like_a_command(cli, window):
    cli("gui", "normalize")
    cli("gui")
    assert window.opened == [WindowRequest("normalize"), WindowRequest()]


def test_options_for_pictures(cli, window):
    options = [
        "--theme",
        "dark",
        "--size",
        "1440x900",
        "--scale",
        "1.5",
        "--zoom",
        "1.2",
        "--page",
        "inspect",
    ]
    cli("--offscreen", *options, "http://a/")
    assert window.opened == [
        WindowRequest("http://a/", None, "inspect", "dark", 1.2, (1440, 900), 1.5, offscreen=True)
    ]
    for wrong in (["--size", "big"], ["--size", "0x9"], ["--theme", "blue"], ["--scale", "9"]):
        assert cli(*wrong).code == 2
    assert len(window.opened) == 1


def test_the_windows_exit_code(cli, window):
    window.code = 3
    assert cli("http://a/").code == 3
    assert cli().code == 3


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(cli, option):
    answer = cli(option)
    assert answer.code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in answer.text
    assert "_URLINSPECTOR_COMPLETE" in answer.text


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_of_each_command(cli, command):
    answer = cli(command, "--help")
    assert answer.code == 0
    assert answer.text.startswith(f"Usage: urlinspector {command}")
    assert max(map(len, answer.lines)) <= 110


def test_version(cli):
    assert cli("--version").text == f"urlinspector {urlinspector.__version__}\n"


@pytest.mark.parametrize(("name", "near"), [("normalise", "normalize"), ("zzz", "inspect")])
def test_a_misspelt_command(cli, window, name, near):
    answer = cli(name)
    assert answer.code == 2
    assert near in answer.err
    assert window.opened == []


def test_an_unknown_option(cli):
    assert cli("--nosuch").code == 2


HEAVY = (
    "PySide6",
    "polars",
    "dns",
    "tldextract",
    "ada_url",
    "idna",
    "tomlkit",
    "difflib",
    "json",
    "asyncio",
    "ssl",
)


@pytest.mark.parametrize(
    "arguments", [["normalize", "http://A.com/?b#c"], ["--help"], ["lru", "http://a.co.uk/"]]
)
def test_only_what_is_used_is_imported(arguments):
    program = (
        "import sys; from urlinspector.cli import run; code = run(sys.argv[1:], None); "
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, timeout=60, check=True
    )
    assert done.stderr.decode().strip() == "[]"


def test_one_command_does_not_import_the_others():
    program = (
        "import sys; from urlinspector.cli import run; run(['normalize', 'a'], None); "
        "print(sorted(name for name in sys.modules if name.startswith('urlinspector.')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=True)
    for package in (
        "cli.inspect",
        "cli.lru",
        "cli.compare",
        "compare",
        "bulk",
        "hosts",
        "rules",
        "gui",
        "app",
    ):
        assert f"'urlinspector.{package}" not in done.stderr.decode()
