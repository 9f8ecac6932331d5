"""The entry: the command line, or the window where no command is named.

The only module that knows both `cli` and `app`: the command line is handed the way to open the window.
"""

import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with the arguments after its name (the process's own when None); the exit code."""
    from urlinspector.cli import run

    return run(sys.argv[1:] if arguments is None else list(arguments), open_window)


def open_window(text: str | None, screenshot: Path | None) -> int:
    """Open the app, on a URL where there is one; gives the exit code when its window is closed.

    With `screenshot`, write a picture of the window to that file and leave.
    """
    from urlinspector import app

    return app.run(text, screenshot=screenshot)


if __name__ == "__main__":
    sys.exit(main())
