"""`urlinspector gui`: opens the window, through the callable that the entry handed over."""

from pathlib import Path

import click

from urlinspector.cli import OpenWindow
from urlinspector.cli.lines import as_utf8


@click.command()
@click.argument("url", required=False)
@click.option(
    "--screenshot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a picture of the window to a PNG file and leave.",
)
@click.pass_obj
def gui(open_window: OpenWindow, url: str | None, screenshot: Path | None) -> int:
    """Open the window, on a URL where one is given.

    `urlinspector URL` does the same; this form also takes a URL that looks like a command.
    """
    return open_window(None if url is None else as_utf8(url), screenshot)
