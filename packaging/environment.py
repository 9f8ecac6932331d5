"""The virtual environment `.venv`: made once, filled from the hash-checked lock, remembered by a stamp."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import system

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "packaging" / "lock.txt"
STAMP = "urlinspector-stamp"

_DOWNLOAD_FAILED = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ConnectionError|ProxyError|SSLError"
    r"|connection broken|No matching distribution|HTTP error|timed out",
    re.IGNORECASE,
)


class StopError(Exception):
    """A reason to stop that the person at the terminal can act upon; never shown with a traceback."""


def python_of(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure(venv: Path = VENV, lock: Path = LOCK) -> Path:
    """Makes the environment what the lock and the project file say; its Python's path. Raises StopError.

    Does nothing, at the price of two hashes, where the stamp tells that it is so already.
    """
    python, stamp, wanted = python_of(venv), venv / STAMP, fingerprint(lock)
    usable = python.exists() and _version_of(venv) == sys.version_info[:2]
    found = stamp.read_text("utf-8").split() if usable and stamp.exists() else []
    if found == wanted:
        return python
    if not (usable and _has_pip(python)):
        found = []
        _create(venv)
    stamp.unlink(missing_ok=True)
    if found[:1] != wanted[:1]:
        _install_lock(python, lock)
    _install_project(python)
    stamp.write_text("\n".join(wanted), "utf-8")
    return python


def fingerprint(lock: Path = LOCK) -> list[str]:
    """What the environment was made from: the lock, and the project (its file and its place)."""
    project = (ROOT / "pyproject.toml").read_bytes() + os.fsencode(ROOT)
    return [hashlib.sha256(text).hexdigest() for text in (lock.read_bytes(), project)]


def _version_of(venv: Path) -> tuple[int, ...] | None:
    """The Python version, such as (3, 11), that the environment was made for."""
    try:
        found = re.search(
            r"^version\s*=\s*(\d+)\.(\d+)", (venv / "pyvenv.cfg").read_text("utf-8"), re.MULTILINE
        )
    except OSError:
        return None
    return tuple(map(int, found.groups())) if found else None


def _has_pip(python: Path) -> bool:
    """False for an environment whose making was interrupted."""
    return subprocess.run([str(python), "-c", "import pip"], capture_output=True, check=False).returncode == 0


def _create(venv: Path) -> None:
    require_venv_module()
    print(f"Making {venv.name} with Python {sys.version.split()[0]} …", flush=True)
    shutil.rmtree(venv, ignore_errors=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", str(venv)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if made.returncode:
        shutil.rmtree(venv, ignore_errors=True)
        raise StopError(f"python3-venv could not make {venv}:\n{(made.stdout + made.stderr).strip()}")


def require_venv_module() -> None:
    """Debian ships Python without it. Raises StopError that names the package."""
    if _can_make_venv():
        return
    if system.may_install():
        system.install(["python3-venv"])
        importlib.invalidate_caches()
    if not _can_make_venv():
        raise StopError(
            "This Python cannot make virtual environments: the package python3-venv is missing.\n"
            "On Debian or Ubuntu: sudo apt-get install python3-venv"
        )


def _can_make_venv() -> bool:
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def _install_lock(python: Path, lock: Path) -> None:
    count = len(re.findall(r"^[A-Za-z0-9]", lock.read_text("utf-8"), re.MULTILINE))
    print(f"Installing up to {count} packages from {lock.name} (once; a minute or two) …", flush=True)
    arguments = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(lock))
    _pip(python, *arguments, seen=Progress(sys.stdout.isatty()).see)


def _install_project(python: Path) -> None:
    print("Installing urlinspector itself …", flush=True)
    _pip(python, "--no-deps", "--no-build-isolation", "--no-index", "-e", str(ROOT))


class Progress:
    """What pip does, in few words: each package on one line that is written over, or, where nobody watches, a
    line now and then.
    """

    _EVERY = 10

    def __init__(self, is_watched: bool) -> None:
        self._is_watched = is_watched
        self._count = 0

    def see(self, line: str) -> None:
        """Take a line of pip's output."""
        if line.startswith("Installing collected packages"):
            self._say(f"  {self._count} are here; unpacking them …", ends=True)
            return
        found = re.match(r"Collecting ([A-Za-z0-9._-]+)", line)
        if found is None:
            return
        self._count += 1
        if self._is_watched or self._count % self._EVERY == 0:
            self._say(f"  {self._count}: {found[1]}", ends=not self._is_watched)

    def _say(self, words: str, *, ends: bool) -> None:
        start = "\r" if self._is_watched else ""
        print(f"{start}{words:<60}".rstrip(" " if ends else ""), end="\n" if ends else "", flush=True)


def _pip(python: Path, *arguments: str, seen: Callable[[str], None] | None = None) -> None:
    plain = ("--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    said: list[str] = []
    with subprocess.Popen(
        [str(python), "-m", "pip", "install", *plain, *arguments],
        env=os.environ | {"PIP_USER": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if seen is not None:
                seen(line)
    if process.returncode:
        raise StopError(_why_pip_failed("".join(said)))


def _why_pip_failed(said: str) -> str:
    """pip's last lines under a sentence that says what they mean."""
    if "DO NOT MATCH THE HASHES" in said:
        meaning = "A downloaded package is not the one the lock file names; nothing of it was installed."
    elif _DOWNLOAD_FAILED.search(said):
        meaning = (
            "The packages could not be downloaded. Is there a network? (A mirror is set in pip's settings.)"
        )
    else:
        meaning = "The packages could not be installed."
    return meaning + "\n" + "\n".join("  pip: " + line for line in said.strip().splitlines()[-8:])
