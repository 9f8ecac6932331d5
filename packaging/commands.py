"""The commands of dev.py: a table of names, what each does, and nothing that a command line needs besides."""

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import system
from environment import LOCK, ROOT, StopError, ensure, python_of, require_venv_module

NO_DISPLAY = """\
There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can be opened.
To draw it into a picture instead:
    python3 packaging/dev.py run --offscreen --screenshot FILE.png [URL]
The command line needs none: python3 packaging/dev.py run inspect URL"""

CHECKS = (
    ("ruff check", ["-m", "ruff", "check", "--output-format", "concise", "."]),
    ("ruff format", ["-m", "ruff", "format", "--check", "--output-format", "concise", "."]),
    ("mypy", ["-m", "mypy"]),
    ("lint-imports", ["-c", "import importlinter.cli as c; raise SystemExit(c.lint_imports_command())"]),
)
_HOST = re.compile(r"https?://|^\s*(--(extra-)?index-url|--find-links|-[if])\b", re.MULTILINE)


class Command(NamedTuple):
    run: Callable[[list[str]], int]
    usage: str
    what: str


def main(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a Windows code page has no box lines
    name, *rest = arguments or ["--help"]
    if name in {"-h", "--help", "help"}:
        print(usage())
        return 0
    if name not in COMMANDS:
        print(f"dev.py knows no command {name!r}.\n\n{usage()}", file=sys.stderr)
        return 2
    try:
        return COMMANDS[name].run(rest)
    except StopError as reason:
        print(reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def usage() -> str:
    width = max(len(command.usage) for command in COMMANDS.values())
    lines = [f"  {command.usage:<{width}}  {command.what}" for command in COMMANDS.values()]
    return "\n".join(["usage: python3 packaging/dev.py COMMAND [ARGUMENT…]", "", *lines])


def run(arguments: list[str]) -> int:
    """Opens the window, or hands the arguments to the command line."""
    arguments = _without_separator(arguments)
    environment = dict(os.environ)
    if "--offscreen" in arguments:
        environment["QT_QPA_PLATFORM"] = "offscreen"
    elif opens_window(arguments) and not system.has_display():
        raise StopError(NO_DISPLAY)
    python = ensure()
    if opens_window(arguments) and not system.prepare(for_tests=False):
        return 1
    passed = [argument for argument in arguments if argument != "--offscreen"]
    return _call([str(python), "-P", "-m", "urlinspector", *passed], environment)


def opens_window(arguments: list[str]) -> bool:
    """Whether the app would open a window: not for a bare word, which is a command of the command line."""
    if any(argument.split("=")[0] == "--screenshot" for argument in arguments):
        return True
    words = [argument for argument in arguments if argument != "--offscreen"]
    return not words or words[0] == "gui" or not re.fullmatch(r"[a-z][a-z-]*|--help|--version", words[0])


def test(arguments: list[str]) -> int:
    """Everything a change must pass. Arguments go to pytest, whose closing line comes last."""
    python = ensure()
    system.prepare(for_tests=True)
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    failed = [
        title for title, command in CHECKS if _titled(title, [str(python), *command], environment, ROOT)
    ]
    print(f"checks that failed: {', '.join(failed)}" if failed else "all checks passed", flush=True)
    # A file stays with one process, so that what its tests share is made once. Files go out in their own
    # order: by number of tests, long ones of few tests would come last, when one process is left alone.
    pytest = [str(python), "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]
    code = _titled("pytest", [*pytest, *_without_separator(arguments)], environment, ROOT)
    return code or len(failed)


def bench(arguments: list[str]) -> int:
    """Runs the scripts of tests/bench, all or the named; `--make-list FILE` writes the million-line list."""
    scripts = {path.stem: path for path in sorted((ROOT / "tests" / "bench").glob("[a-z]*.py"))}
    if "--make-list" in arguments:
        chosen, passed = ["make_list"], [argument for argument in arguments if argument != "--make-list"]
    else:
        chosen, passed = arguments or [name for name in scripts if name != "make_list"], []
    unknown = [name for name in chosen if name not in scripts]
    if unknown:
        raise StopError(f"no benchmark {', '.join(unknown)}; there are: {', '.join(scripts) or 'none'}")
    python = ensure()
    system.prepare(for_tests=False)
    environment = {"QT_QPA_PLATFORM": "offscreen"} | os.environ
    runs = [_titled(name, [str(python), str(scripts[name]), *passed], environment) for name in chosen]
    return max(runs, default=0)


def screenshots(arguments: list[str]) -> int:
    """Draws the README's pictures."""
    script = ROOT / "packaging" / "screenshots.py"
    python = ensure()
    if not system.prepare(for_tests=False):
        return 1
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    return _call([str(python), str(script), *_without_separator(arguments)], environment)


def package(arguments: list[str]) -> int:
    """Builds wheel and sdist into dist/ (or the folder named)."""
    folder = arguments[0] if arguments else str(ROOT / "dist")
    command = [str(ensure()), "-m", "build", "--no-isolation", "--outdir", folder, str(ROOT)]
    return _call(command, dict(os.environ))


def lock(arguments: list[str]) -> int:
    """Resolves the project file anew, for all systems and Pythons at once; `--upgrade` moves what may move.

    uv does it, from an environment that is thrown away: it is no part of the project's own.
    """
    require_venv_module()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(python_of(Path(folder)))
        fetch = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]
        if _call(fetch, dict(os.environ)):
            raise StopError("uv, which resolves the lock, could not be installed.")
        resolve = [
            python, "-m", "uv", "pip", "compile", "pyproject.toml", "--group", "dev", "--universal",
            "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate", "--quiet",
            "--output-file", str(LOCK), *arguments,
        ]  # fmt: skip
        code = _call(resolve, dict(os.environ), ROOT)
    if not code and _HOST.search(LOCK.read_text("utf-8")):
        raise StopError(f"{LOCK.name} names a host; it must not. Is an index set in uv's own settings?")
    return code


def _without_separator(arguments: list[str]) -> list[str]:
    return arguments[1:] if arguments[:1] == ["--"] else arguments


def _titled(title: str, command: list[str], environment: dict[str, str], folder: Path | None = None) -> int:
    print(f"── {title}", flush=True)
    return _call(command, environment, folder)


def _call(command: list[str], environment: dict[str, str], folder: Path | None = None) -> int:
    """Runs a command in `folder`, else where the person is, whose arguments may name files there."""
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


COMMANDS = {
    "run": Command(run, "run [ARGUMENT…]", "open the app; arguments go to it"),
    "test": Command(test, "test [--slow] [-- PYTEST…]", "ruff, mypy, import-linter, pytest"),
    "bench": Command(bench, "bench [NAME…] [--make-list FILE]", "print the figures"),
    "screenshots": Command(screenshots, "screenshots", "draw the README's pictures"),
    "package": Command(package, "package [FOLDER]", "build wheel and sdist into dist/"),
    "lock": Command(lock, "lock [--upgrade]", "resolve packaging/lock.txt anew"),
}
