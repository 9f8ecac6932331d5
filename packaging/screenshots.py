"""Draws pictures of every page in every state, for the README and for review.

    python3 packaging/dev.py screenshots [FOLDER] [--only TEXT] [--review]

Each page brings its own scenes (empty, typical, overfull …). Without `--review` only the README's few are
drawn, into `packaging/pictures`: each page's typical state, wide, light, and Inspect dark besides. With it,
all of them: light and dark, wide (1440 by 900) and narrow (1024 by 700), at 100 and 150 %, into a folder of
one's own.

Qt takes the pixel ratio when it starts, so each ratio is drawn by a process of its own.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "packaging" / "pictures"

WIDE, NARROW = (1440, 900), (1024, 700)
PATIENCE = 20.0
"""Seconds that a scene may take to be ready."""


class View(NamedTuple):
    """A way to look at a scene."""

    theme: str
    size: tuple[int, int]
    scale: float

    @property
    def name(self) -> str:
        width = "wide" if self.size == WIDE else "narrow"
        return f"{self.theme}-{width}-{round(self.scale * 100)}"


REVIEW = tuple(
    View(theme, size, scale) for scale in (1.0, 1.5) for theme in ("light", "dark") for size in (WIDE, NARROW)
)
README = (View("light", WIDE, 1.0), View("dark", WIDE, 1.0))


def main(arguments: list[str]) -> int:
    """Draw the pictures; 1 where a scene was not ready in time or a page failed."""
    parser = argparse.ArgumentParser(prog="dev.py screenshots", description="Draw pictures of the window.")
    parser.add_argument("folder", nargs="?", type=Path, help="where to (packaging/pictures)")
    parser.add_argument("--only", default="", help="only pictures whose name holds this text")
    parser.add_argument("--review", action="store_true", help="all states, themes, sizes and ratios")
    parser.add_argument("--scale", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    folder = options.folder or (PICTURES if not options.review else None)
    if folder is None:
        parser.error("--review needs a folder")
    views = REVIEW if options.review else README
    if options.scale is not None:
        chosen = [view for view in views if view.scale == options.scale]
        return draw_all(folder.resolve(), chosen, options.only, review=options.review)
    codes = [_in_own_process(arguments, scale) for scale in sorted({view.scale for view in views})]
    return max(codes)


def _in_own_process(arguments: list[str], scale: float) -> int:
    command = [sys.executable, __file__, *arguments, "--scale", str(scale)]
    return subprocess.run(command, check=False).returncode


def draw_all(folder: Path, views: list[View], only: str, *, review: bool) -> int:
    """Draw what is asked in this process; all views have one pixel ratio."""
    sys.path.insert(0, str(ROOT))
    from urlinspector import app
    from urlinspector.gui.application import make_application

    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(offscreen=True, scale=views[0].scale)
    failed = 0
    with TemporaryDirectory() as settings:
        parts = app.build(application, app.Folders(Path(settings), None))
        for view in views:
            failed += _draw_view(parts, view, folder, only, review=review)
        parts.window.close()
        _turn_events(0.2)
    return 1 if failed else 0


def _draw_view(parts: object, view: View, folder: Path, only: str, *, review: bool) -> int:
    """Every page's scenes in one view; how many were not ready."""
    from urlinspector.app import Parts

    assert isinstance(parts, Parts)
    window = parts.window
    parts.services.settings.set("scheme", view.theme)
    window.resize(*view.size)
    window.show()
    failed = 0
    for page, scene_name in _scenes(parts):
        if not review and (scene_name != "typical" or (view.theme == "dark" and page != "inspect")):
            continue
        name = f"{page}-{view.theme}" if not review else f"{page}-{scene_name}-{view.name}"
        if only not in name:
            continue
        window.show_page(page)
        window.explain_dock.show_step("", ())
        scene = next(each for each in window.stack.pages[page].scenes() if each.name == scene_name)
        scene.prepare()
        _turn_events(0.15)
        until = time.monotonic() + PATIENCE
        while not (scene.ready() and window.is_settled()) and time.monotonic() < until:
            _turn_events(0.05)
        failed += not scene.ready()
        _turn_events(0.15)
        window.grab().save(str(folder / f"{name}.png"), "PNG")
        print(f"{name}.png" + ("" if scene.ready() else "  (not ready)"), flush=True)
    return failed


def _scenes(parts: object) -> Iterator[tuple[str, str]]:
    from urlinspector.app import Parts

    assert isinstance(parts, Parts)
    for record in parts.window.records:
        parts.window.show_page(record.key)
        for scene in parts.window.stack.pages[record.key].scenes():
            yield record.key, scene.name


def _turn_events(seconds: float) -> None:
    """Let the window work for a while, as its own loop would."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
