"""Exports: clusters, members and redirect maps as CSV, JSON Lines, Parquet or XLSX; the report as HTML."""

from dataclasses import dataclass
from pathlib import Path

from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.task import Task
from urlinspector.url.wording import plain_reason

from .atomic import replaced
from .formats import WRITERS
from .report import write_report
from .rows import WHAT, ExportOptions, frames

__all__ = ["SUFFIXES", "WHAT", "ExportError", "ExportOptions", "Exported", "export"]

SUFFIXES = (*WRITERS, ".html")


class ExportError(Exception):
    """A file that could not be written; the message is for the user. Nothing was changed on disk."""


@dataclass(frozen=True)
class Exported:
    """What was written."""

    path: Path
    rows: int
    notes: tuple[str, ...]
    """What a person should know: cells guarded or cut, sheets split, …"""


def export(
    clustering: Clustering, path: Path, options: ExportOptions | None = None, task: Task | None = None
) -> Exported:
    """Write a file in the format of its suffix, whole or not at all. Raises ExportError and Cancelled."""
    options, task = options or ExportOptions(), task or Task()
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ExportError(f"“{path.name}” does not end in one of {', '.join(SUFFIXES)}")
    notes: list[str] = []
    try:
        with replaced(path) as temporary:
            if suffix == ".html":
                rows = write_report(temporary, clustering, options, task)
            else:
                rows = WRITERS[suffix](temporary, frames(clustering, options, task), options, notes, task)
    except OSError as error:
        raise ExportError(f"“{path}” cannot be written: {plain_reason(error)}") from None
    return Exported(path, rows, tuple(notes))
