"""Options and reading that the commands on lists share, and their line of progress."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from urlinspector.cli.lines import InputError, as_utf8

if TYPE_CHECKING:
    from urlinspector.bulk.reading import ReadOptions, ReadResult, Source
    from urlinspector.bulk.task import Progress, Task

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--format",
        "form",
        type=click.Choice(["auto", "lines", "csv", "prose", "log", "warc", "cdx", "cdxj"]),
        default="auto",
        show_default=True,
        help="What it is. `auto` takes all but prose, workbooks, sitemaps, JSON Lines and Parquet too.",
    ),
    click.option(
        "--host",
        default="",
        metavar="HOST",
        help="Whose access log it is (or scheme and host); logs name none.",
    ),
    click.option(
        "--encoding", default="", metavar="NAME", help="The input's encoding, where it is not found out."
    ),
    click.option(
        "--column", default="", metavar="NAME", help="The column of the URLs, where there are several."
    ),
)


def reading_options(command: Command) -> Command:
    """`--format`, `--host`, `--encoding`, `--column`; the command gets `form` and the rest by their names."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_lists(files: tuple[Path, ...], options: "ReadOptions", task: "Task") -> "ReadResult":
    """The rows of files, or of standard input where none is named; what a reader says goes to standard error.

    Raises InputError where nothing could be read.
    """
    from urlinspector.bulk.memory import estimate
    from urlinspector.bulk.reading import Source, read

    sources = [Source(as_utf8(str(path)), path) for path in files] or [_standard_input()]
    needed = estimate(sources)
    if not needed.fits:
        raise InputError(f"the input does not fit: {needed}")
    result = read(sources, options, task)
    for report in result.reports:
        if report.error:
            click.echo(f"{report.source}: {report.error}", err=True)
        for note in report.notes:
            click.echo(f"{report.source}: {note}", err=True)
    if len(result.failed) == len(sources):
        raise InputError("nothing could be read")
    return result


def _standard_input() -> "Source":
    from urlinspector.bulk.reading import Source

    if sys.stdin is None:
        raise InputError("standard input is closed; name a file, or send lines")
    if sys.stdin.isatty():
        click.echo("Reading lines from the terminal; an end of file ends them, --help tells more.", err=True)
    return Source("standard input", data=sys.stdin.buffer.read())


class ProgressBar:
    """One line of progress on standard error, on a terminal only."""

    def __init__(self) -> None:
        from urlinspector.bulk.task import Task

        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._start = time.monotonic()
        self.task = Task(report=self._report if self._shown else None, every=0.1)

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *problem: object) -> None:
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)

    def _report(self, progress: "Progress") -> None:
        part = f" {progress.done * 100 // progress.total} %" if progress.total else ""
        took = time.monotonic() - self._start
        click.echo(f"\r\x1b[K{progress.phase}{part}  {took:.0f} s", nl=False, err=True)
