"""The command line: one module for each command, imported when it is called (definitions §5, §9).

Add a command by writing its module and one line in `commands.COMMANDS`.
"""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from urlinspector.url.wording import plain_reason


class WindowRequest(NamedTuple):
    """What the window is to show; with `screenshot` it is drawn into that file and closed again.

    The others are for pictures: a page's key, `light` or `dark`, a factor, pixels before the pixel ratio
    `scale`.
    """

    text: str | None = None
    screenshot: Path | None = None
    page: str = ""
    theme: str = ""
    zoom: float = 0.0
    size: tuple[int, int] | None = None
    scale: float = 1.0
    offscreen: bool = False


OpenWindow = Callable[[WindowRequest], int]
"""Opens the app and gives the exit code."""

# What the shell sets when it asks for completions; click answers then.
_COMPLETION = "_URLINSPECTOR_COMPLETE"

INTERRUPTED = 130
BROKEN_PIPE = 141
"""128 + SIGPIPE: what a shell sees of other programs when the reader of a pipe goes away."""

_NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)


def run(arguments: list[str], open_window: OpenWindow) -> int:
    """Run a command and give its exit code; without arguments, open the window."""
    if not arguments and _COMPLETION not in os.environ:
        return open_window(WindowRequest())
    try:
        return _run_command(arguments, open_window)
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        _drop_output()
        print(f"urlinspector: cannot write: {plain_reason(error)}", file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED


def _drop_output() -> None:
    """Python flushes standard output once more when it exits, and would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_command(arguments: list[str], open_window: OpenWindow) -> int:
    import click

    from urlinspector.cli.root import root, with_command

    if _COMPLETION in os.environ:
        root.main(arguments, "urlinspector", _COMPLETION)
    try:
        # Not `root.main`, which has its own ideas of broken pipes and interrupts.
        with root.make_context("urlinspector", with_command(arguments), obj=open_window) as context:
            answer = root.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return INTERRUPTED
    return answer if isinstance(answer, int) else 0
