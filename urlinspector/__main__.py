"""The entry: the command line, or the window where no command is named.

The only module that knows both `cli` and `app`: the command line is handed the way to open the window.
"""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

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


if __name__ == "__main__":
    sys.exit(main())
