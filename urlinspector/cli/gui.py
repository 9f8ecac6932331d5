"""`urlinspector gui`: opens the window, through the callable that the entry handed over."""

from pathlib import Path

import click

from urlinspector.cli import OpenWindow, WindowRequest
from urlinspector.cli.lines import as_utf8

EPILOG = """\b
Examples:
  urlinspector https://example.com/
  urlinspector gui normalize
  urlinspector gui --offscreen --screenshot window.png --theme dark --size 1440x900 https://example.com/"""


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    width, _, height = value.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise click.BadParameter(f"“{value}” is not WIDTHxHEIGHT", ctx, param)
    return int(width), int(height)


@click.command(epilog=EPILOG)
@click.argument("url", required=False)
@click.option(
    "--page",
    default="",
    metavar="NAME",
    help="Begin on this page: inspect, compare, clusters, hosts or rules.",
)
@click.option(
    "--screenshot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the window into a PNG file and leave; settings are neither read nor written.",
)
@click.option("--theme", type=click.Choice(["light", "dark"]), default=None, help="Instead of the system's.")
@click.option(
    "--zoom", type=click.FloatRange(0.5, 3), metavar="FACTOR", default=None, help="Size of the letters."
)
@click.option("--size", callback=_size, metavar="WIDTHxHEIGHT", help="Of the window, in pixels.")
@click.option("--scale", type=click.FloatRange(0.5, 4), metavar="FACTOR", default=1.0, help="Pixel ratio.")
@click.option("--offscreen", is_flag=True, help="Without a display; for pictures.")
@click.pass_obj
def gui(
    open_window: OpenWindow,
    url: str | None,
    page: str,
    screenshot: Path | None,
    theme: str | None,
    zoom: float | None,
    size: tuple[int, int] | None,
    scale: float,
    offscreen: bool,
) -> int:
    """Open the window, on a URL where one is given.

    `urlinspector URL` does the same; this form also takes a text that looks like a command.
    """
    text = None if url is None else as_utf8(url)
    code = open_window(
        WindowRequest(text, screenshot, page, theme or "", zoom or 0.0, size, scale, offscreen)
    )
    if screenshot is not None and code == 0:
        click.echo(f"{screenshot}: written", err=True)
    return code
