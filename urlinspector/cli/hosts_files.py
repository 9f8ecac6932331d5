"""The files of `urlinspector hosts`: recorded answers, kept answers, aliases."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urlinspector.cli.lines import InputError
from urlinspector.url.wording import counted, plain_reason

if TYPE_CHECKING:
    from urlinspector.hosts.answers import Answers
    from urlinspector.hosts.cache import Cache
    from urlinspector.hosts.report import Report

Save = tuple[Path, Callable[[], None]]
"""A file, and what writes it."""


def replayed(path: Path) -> "tuple[Answers, str, tuple[str, ...]]":
    """Saved answers, who gave them, and the hosts that were asked for. Raises InputError."""
    from urlinspector.hosts.record import RecordError, example_path, load_answers

    try:
        found = load_answers(example_path() if path == Path("example") and not path.exists() else path)
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {plain_reason(error)}") from None
    click.echo(f"Replayed from {path}, saved {found.saved}; nobody is asked.", err=True)
    return found.answers, found.resolver, found.hosts


def kept_answers(path: Path) -> "Cache":
    """The answers kept in a file, or that will be. Raises InputError."""
    from urlinspector.hosts.cache import Cache
    from urlinspector.hosts.record import RecordError

    try:
        return Cache.of_file(path)
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {plain_reason(error)}") from None


def unsaved(files: list[Save]) -> Iterator[str]:
    """Writes each file, and tells of those that could not be."""
    for path, save in files:
        try:
            save()
        except OSError as error:
            yield f"{path}: {plain_reason(error)}"


def record_answers(path: Path, answers: "Answers", given: list[str], asked: str) -> None:
    """Writes the answers, to be replayed. Raises OSError."""
    from urlinspector.hosts.record import save_answers

    save_answers(path, answers, given, asked)


def save_aliases(path: Path, report: "Report", asked: str, rule: str, accept: str) -> None:
    """Writes the aliases and says how many. Raises OSError."""
    from urlinspector.hosts.alias_map import make_alias_map, save_alias_map

    made = datetime.now(UTC).isoformat(timespec="seconds")
    found = make_alias_map(report, resolver=asked, rule=rule, accept=accept, made=made)
    save_alias_map(path, found)
    click.echo(f"{path}: {counted(len(found.aliases), 'alias', 'aliases')} written", err=True)
