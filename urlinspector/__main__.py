"""The entry: the command line, or the window where no command is named.

The only module that knows both `cli` and `app`: the command line is handed the way to open the window.
"""

import os
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from urlinspector.cli import WindowRequest


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with the arguments after its name (the process's own when None); the exit code."""
    from urlinspector.cli import run

    return run(sys.argv[1:] if arguments is None else list(arguments), open_window)


def open_window(request: "WindowRequest") -> int:
    """Open the app as asked; gives the exit code when its window is closed."""
    from urlinspector import app

    return app.run(
        request.text,
        screenshot=request.screenshot,
        page=request.page,
        theme=request.theme,
        zoom=request.zoom,
        size=request.size,
        scale=request.scale,
        offscreen=request.offscreen,
    )


def script() -> NoReturn:
    """The entry of the process: as `main`, then leaves.

    A process that only ends has nothing to put away: taking a million texts apart would take a twentieth of
    the time of a run. With a window, or where a thread still works, Python does it as ever.
    """
    code = main()
    others = (thread for thread in threading.enumerate() if thread is not threading.main_thread())
    if "PySide6" in sys.modules or not all(thread.daemon for thread in others):
        sys.exit(code)
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        sys.exit(code)  # which tells it
    os._exit(code)


if __name__ == "__main__":
    script()
