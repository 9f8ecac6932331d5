"""What the operating system must bring: Qt's libraries, fonts, and the servers that tests start.

A library is looked for by loading it, so that any distribution may have put it anywhere. On Debian and its
children, as root, what is missing is installed; elsewhere it is named.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Requirement(NamedTuple):
    """One thing, the Debian package that brings it, and whether Qt cannot even be imported without it."""

    thing: str
    package: str
    vital: bool = False


LIBRARIES = (
    Requirement("libEGL.so.1", "libegl1", vital=True),
    Requirement("libGL.so.1", "libgl1", vital=True),
    Requirement("libglib-2.0.so.0", "libglib2.0-0", vital=True),
    Requirement("libdbus-1.so.3", "libdbus-1-3", vital=True),
    Requirement("libfontconfig.so.1", "libfontconfig1", vital=True),
    Requirement("libfreetype.so.6", "libfreetype6", vital=True),
    Requirement("libxkbcommon.so.0", "libxkbcommon0", vital=True),
    Requirement("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    Requirement("libX11-xcb.so.1", "libx11-xcb1"),
    Requirement("libxcb-cursor.so.0", "libxcb-cursor0"),
    Requirement("libxcb-icccm.so.4", "libxcb-icccm4"),
    Requirement("libxcb-image.so.0", "libxcb-image0"),
    Requirement("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    Requirement("libxcb-randr.so.0", "libxcb-randr0"),
    Requirement("libxcb-render-util.so.0", "libxcb-render-util0"),
    Requirement("libxcb-shape.so.0", "libxcb-shape0"),
    Requirement("libxcb-sync.so.1", "libxcb-sync1"),
    Requirement("libxcb-util.so.1", "libxcb-util1"),
    Requirement("libxcb-xfixes.so.0", "libxcb-xfixes0"),
    Requirement("libxcb-xkb.so.1", "libxcb-xkb1"),
)
"""What PySide6-Essentials loads and does not carry: first the windowing core, then the X11 platform."""

FONTS = (
    Requirement("truetype/dejavu/DejaVuSansMono.ttf", "fonts-dejavu-core"),
    Requirement("truetype/noto/NotoSans-Regular.ttf", "fonts-noto-core"),
    Requirement("opentype/noto/NotoSansCJK-Regular.ttc", "fonts-noto-cjk"),
)
PROGRAMS = (Requirement("Xvfb", "xvfb"), Requirement("nsd", "nsd"))
"""For tests: a display for a real window, and a name server to ask."""

_FONT_FOLDER = Path("/usr/share/fonts")
_SYSTEM_PATHS = "/usr/local/sbin:/usr/sbin:/sbin"


def missing(libraries: Iterable[Requirement] = LIBRARIES) -> list[Requirement]:
    """The libraries that cannot be loaded. Windows and macOS bring all that Qt needs."""
    return _absent(libraries, _loads) if sys.platform.startswith("linux") else []


def _missing_programs() -> list[Requirement]:
    return _absent(PROGRAMS, _on_path) if sys.platform.startswith("linux") else []


def _missing_fonts() -> list[Requirement]:
    """Fonts of Debian's packages that are not there; elsewhere a desktop has its own under other names."""
    return _absent(FONTS, lambda name: (_FONT_FOLDER / name).exists()) if is_debian() else []


def _absent(requirements: Iterable[Requirement], present: Callable[[str], bool]) -> list[Requirement]:
    return [requirement for requirement in requirements if not present(requirement.thing)]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _on_path(program: str) -> bool:
    return shutil.which(program, path=os.environ.get("PATH", "") + os.pathsep + _SYSTEM_PATHS) is not None


def is_debian() -> bool:
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def may_install() -> bool:
    return is_debian() and os.geteuid() == 0


def install(packages: list[str]) -> bool:
    """Installs Debian packages; False, with what apt-get said on standard error, where that failed."""
    print("Installing Debian packages: " + " ".join(packages), flush=True)
    if not (_refresh_lists() and _apt_get("install", "-y", "--no-install-recommends", *packages)):
        return False
    if "nsd" in packages:
        _stop_service("nsd")
    return True


@cache
def _refresh_lists() -> bool:
    """Once in a run is enough."""
    return _apt_get("update")


def _apt_get(*arguments: str) -> bool:
    done = subprocess.run(
        ["apt-get", *arguments],
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        print(f"apt-get {arguments[0]} failed:\n{done.stdout[-2000:]}", file=sys.stderr)
    return done.returncode == 0


def _stop_service(name: str) -> None:
    """Debian starts a server once it is installed; the tests start their own, and port 53 is not theirs."""
    if shutil.which("systemctl") and Path("/run/systemd/system").exists():
        subprocess.run(["systemctl", "disable", "--now", name], stdin=subprocess.DEVNULL, check=False)


def prepare(*, for_tests: bool) -> bool:
    """Installs or names what is missing; False where Qt cannot be imported."""
    lacking = _lacking(for_tests=for_tests)
    if lacking and may_install():
        install(list(dict.fromkeys(requirement.package for requirement in lacking)))
        lacking = _lacking(for_tests=for_tests)
    if lacking:
        print(complaint(lacking), file=sys.stderr)
    return not any(requirement.vital for requirement in lacking)


def _lacking(*, for_tests: bool) -> list[Requirement]:
    """A person who may not install is not told about fonts; the tests' pictures need them."""
    fonts = _missing_fonts() if for_tests or may_install() else []
    return missing() + fonts + (_missing_programs() if for_tests else [])


def complaint(lacking: list[Requirement]) -> str:
    """Which things are missing, and the command that brings them where that is known."""
    lines = ["Missing on this system: " + ", ".join(requirement.thing for requirement in lacking)]
    packages = " ".join(dict.fromkeys(requirement.package for requirement in lacking))
    if is_debian():
        lines.append(f"Install with: sudo apt-get install {packages}")
    else:
        lines.append(f"(Debian's names of the packages that hold them: {packages})")
    return "\n".join(lines)


def has_display() -> bool:
    """Whether a window can be opened: always on Windows and macOS, by the session's variables elsewhere."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
