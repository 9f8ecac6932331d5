"""What the Hosts page writes to files: answers, aliases, the table, everything. Written in a worker."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from urlinspector.gui.dialogs.ask import ask_open_files, ask_save_file
from urlinspector.gui.models.hosts import HostsModel
from urlinspector.gui.state.hosts_jobs import HostRow, Written
from urlinspector.gui.state.hosts_state import HostsState
from urlinspector.gui.state.text_file import write_text
from urlinspector.gui.tasks.runner import Lane, Task, TaskRunner
from urlinspector.hosts.record import write_json
from urlinspector.hosts.report import report_data
from urlinspector.url.wording import plain_reason

_EXPORT = "hosts-export"


class HostsFiles(QObject):
    """Signals: `written(str)` with a file's name, `failed(str)`."""

    written = Signal(str)
    failed = Signal(str)

    def __init__(self, page: QWidget, runner: TaskRunner, state: HostsState, model: HostsModel) -> None:
        super().__init__(page)
        self._page, self._runner, self._state, self._model = page, runner, state, model
        state.saved.connect(self.written)

    def open_answers(self) -> None:
        """Let the user choose recorded answers."""
        filters = [self.tr("Recorded answers (*.json)"), self.tr("All files (*)")]
        ask_open_files(self._page, self.tr("Open recorded answers"), filters, self._on_answers_chosen)

    def _on_answers_chosen(self, paths: list[Path]) -> None:
        self._state.open_answers(paths[0])

    def save_answers(self) -> None:
        """Let the user choose where the answers are written."""
        filters = [self.tr("Recorded answers (*.json)")]
        ask_save_file(self._page, self.tr("Save the answers"), "answers.json", filters, self._on_save_chosen)

    def _on_save_chosen(self, paths: list[Path]) -> None:
        self._state.save_answers(paths[0])

    def save_aliases(self) -> None:
        """Let the user choose where the aliases are written."""
        filters = [self.tr("Host aliases (*.json)")]
        title = self.tr("Export host aliases")
        ask_save_file(self._page, title, "aliases.json", filters, self._on_aliases_chosen)

    def _on_aliases_chosen(self, paths: list[Path]) -> None:
        self._state.write_aliases(partial(self._on_aliases_made, paths[0]))

    def _on_aliases_made(self, path: Path, made: Written) -> None:
        self._write(partial(_write_data, path, made.aliases.data), path)

    def save_table(self) -> None:
        """Let the user choose where the table is written."""
        filters = [self.tr("CSV (*.csv)")]
        ask_save_file(self._page, self.tr("Export the table"), "hosts.csv", filters, self._on_table_chosen)

    def _on_table_chosen(self, paths: list[Path]) -> None:
        job = partial(_write_table, paths[0], titles(self._model), self._model.rows)
        self._write(job, paths[0])

    def save_report(self) -> None:
        """Let the user choose where hosts, pairs and groups are written."""
        filters = [self.tr("JSON (*.json)")]
        ask_save_file(self._page, self.tr("Export everything"), "hosts.json", filters, self._on_report_chosen)

    def _on_report_chosen(self, paths: list[Path]) -> None:
        if self._state.view is not None:
            job = partial(_write_report, paths[0], self._state.view.report, self._state.resolver)
            self._write(job, paths[0])

    def _write(self, job: Callable[[Task], None], path: Path) -> None:
        done = partial(self._on_written, path)
        self._runner.start(_EXPORT, job, done=done, failed=self._on_write_failed, lane=Lane.HOSTS)

    def _on_written(self, path: Path, result: None) -> None:
        del result
        self.written.emit(path.name)

    def _on_write_failed(self, error: BaseException) -> None:
        if not isinstance(error, OSError):
            raise error
        self.failed.emit(self.tr("It cannot be written: {0}").format(plain_reason(error)))


def titles(model: HostsModel) -> tuple[str, ...]:
    """The titles of the columns."""
    horizontal = Qt.Orientation.Horizontal
    return tuple(str(model.headerData(at, horizontal)) for at in range(model.columnCount()))


def table_csv(columns: Sequence[str], rows: Sequence[HostRow]) -> str:
    """Rows of the table, as CSV."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        verdict = "" if row.verdict is None else row.verdict.value
        writer.writerow(
            (
                row.host,
                row.urls,
                " ".join(row.addresses),
                row.alias,
                row.reverse,
                verdict,
                row.preferred or row.host,
                ", ".join((row.outcome, *row.flags)),
                row.domain,
                row.suffix,
            )
        )
    return buffer.getvalue()


def _write_text(path: Path, text: str, task: Task) -> None:
    task.check()
    write_text(path, text)


def _write_table(path: Path, columns: Sequence[str], rows: Sequence[HostRow], task: Task) -> None:
    _write_text(path, table_csv(columns, rows), task)


def _write_data(path: Path, data: object, task: Task) -> None:
    task.check()
    write_json(path, data)


def _write_report(path: Path, report: Any, resolver: str, task: Task) -> None:
    _write_text(path, json.dumps(report_data(report, resolver), indent=1) + "\n", task)
