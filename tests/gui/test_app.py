"""The window as a process: it starts, draws a picture, leaves with a code and without a word."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.conftest import ROOT

CALL = "import sys; from pathlib import Path; from urlinspector import app; sys.exit(app.run({arguments}))"


def run(arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONWARNINGS": "error", "QT_LOGGING_RULES": ""} | variables
    return subprocess.run(
        [sys.executable, "-X", "dev", "-c", CALL.format(arguments=arguments)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def without_display() -> dict[str, str]:
    return {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}


@pytest.mark.parametrize(
    ("more", "size"),
    [
        ("size=(1024, 700), theme='dark'", (1024, 700)),
        ("size=(800, 600), scale=1.5, theme='light'", (1200, 900)),
        ("size=(1440, 900), zoom=1.5", (1440, 900)),
    ],
)
def test_a_picture_is_drawn_without_display_and_settings(
    tmp_path: Path, more: str, size: tuple[int, int]
) -> None:
    path = tmp_path / "shot.png"
    done = run(
        f"'HTTP://Example.COM/a/../b', screenshot=Path({str(path)!r}), {more}",
        **without_display(),
        XDG_CONFIG_HOME=str(tmp_path / "config"),
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    image = QImage(str(path))
    assert image.size().toTuple() == size
    colours = {image.pixelColor(x, y).name() for x in range(0, size[0], 7) for y in range(0, size[1], 7)}
    assert len(colours) > 10
    assert not (tmp_path / "config").exists()


def test_a_picture_shows_no_credentials(tmp_path: Path) -> None:
    drawn = []
    for secret in ("abcdef", "uvwxyz"):
        path = tmp_path / f"{secret}.png"
        done = run(f"'http://u:{secret}@example.com/', screenshot=Path({str(path)!r})", **without_display())
        assert done.returncode == 0, done.stderr
        drawn.append(QImage(str(path)))
    assert drawn[0] == drawn[1]


def test_it_starts_and_ends_without_a_word(tmp_path: Path) -> None:
    done = run(
        "'http://user:secret@example.com/', offscreen=True, quit_after_paint=True",
        XDG_CONFIG_HOME=str(tmp_path / "config"),
        XDG_STATE_HOME=str(tmp_path / "state"),
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    kept = "".join(path.read_text("utf-8") for path in (tmp_path / "config").rglob("*.ini"))
    assert "geometry" in kept
    assert "secret" not in kept


def test_without_a_display_it_says_so() -> None:
    if sys.platform in ("win32", "darwin"):
        pytest.skip("there is always a display")
    done = run("", **without_display())
    assert done.returncode == 2
    assert "no display" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_page_that_does_not_exist_is_told() -> None:
    done = run("page='nowhere', offscreen=True")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert "inspect" in done.stderr
