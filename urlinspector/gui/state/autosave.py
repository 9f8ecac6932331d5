"""Keeps unsaved work in the background, and finds what a session left that ended badly.

The list is written once, as a document; what changes afterwards (decisions, profile, rule) goes into a small
file beside it, written whole or not at all. A lock tells files of a living session from those of a dead one.
"""

import json
import logging
import os
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLockFile, QObject, QTimer

from urlinspector.bulk.document import SUFFIX, Document, DocumentError
from urlinspector.gui.state.list_jobs import save_document
from urlinspector.gui.state.list_state import ListState
from urlinspector.gui.tasks.runner import Lane, Task, TaskRunner

log = logging.getLogger(__name__)

DELAY_MS = 1500
"""From a change until it is kept; what a crash can cost."""
_CHANNEL = "clusters-autosave"


class Autosave(QObject):
    """Listens to a list's state. Nothing is written until there is a list."""

    def __init__(
        self, folder: Path, state: ListState, runner: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._folder, self._state, self._runner = folder, state, runner
        self._table: object = None
        """The table that is on disk."""
        self._lock: QLockFile | None = None
        self._closed = False
        self._adopted: Path | None = None
        """What was found and opened: it goes when this session has kept it itself."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.keep)
        state.document_changed.connect(self._on_document_changed)

    @property
    def _base(self) -> Path:
        return self._folder / f"session-{os.getpid()}"

    @property
    def is_due(self) -> bool:
        """Whether something is about to be kept."""
        return self._timer.isActive()

    def _on_document_changed(self) -> None:
        if self._closed:
            return
        if self._state.is_empty:
            self._timer.stop()
            self._remove()
        else:
            self._timer.start()

    def keep(self) -> None:
        """Write what is not on disk yet, in the background."""
        document = self._state.document()
        if document is None or self._closed:
            return
        if not self._take_lock():
            return
        whole = document.table is not self._table
        path = self._state.path
        job = partial(_keep, self._base, document, whole, "" if path is None else str(path))
        done = partial(self._on_kept, document.table)
        self._runner.start(_CHANNEL, job, done=done, failed=self._on_failed, lane=Lane.KEEP)

    def _take_lock(self) -> bool:
        if self._lock is not None:
            return True
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.info("unsaved work is not kept: %s", error)
            return False
        lock = QLockFile(f"{self._base}.lock")
        lock.setStaleLockTime(0)
        if not lock.tryLock(0):
            return False
        self._lock = lock
        return True

    def _on_kept(self, table: object, kept: None) -> None:
        del kept
        self._table = table
        self._drop_adopted()

    def _on_failed(self, error: BaseException) -> None:
        # A full disk must not stop anybody's work.
        log.info("unsaved work could not be kept: %s", error)

    # What an earlier session left

    def found(self) -> Path | None:
        """The newest document of a session that is not alive any more."""
        if not self._folder.is_dir():
            return None
        documents = sorted(self._folder.glob(f"session-*{SUFFIX}"), key=_changed, reverse=True)
        for path in documents:
            if path.with_suffix("") == self._base:
                continue
            lock = QLockFile(str(path.with_suffix(".lock")))
            lock.setStaleLockTime(0)
            if lock.tryLock(0):
                lock.unlock()
                return path
        return None

    def found_words(self) -> str:
        """What there is, for the question; empty where there is nothing."""
        path = self.found()
        if path is None:
            return ""
        from PySide6.QtCore import QDateTime, QLocale

        when = QDateTime.fromSecsSinceEpoch(int(_changed(path)))
        shown = QLocale().toString(when, QLocale.FormatType.ShortFormat)
        return QCoreApplication.translate(
            "Autosave", "A list from {0} was not saved when the program ended."
        ).format(shown)

    def adopt(self, path: Path) -> None:
        """What was found is opened: it is this session's from now on."""
        self._adopted = path.with_suffix("")

    def _drop_adopted(self) -> None:
        if self._adopted is not None:
            remove(self._adopted)
            self._adopted = None

    def forget_found(self) -> None:
        """Throw away what was found."""
        path = self.found()
        if path is not None:
            remove(path.with_suffix(""))

    def close(self) -> None:
        """The end: what was kept is not needed any more."""
        self._closed = True
        self._timer.stop()
        self._runner.cancel(_CHANNEL)
        self._drop_adopted()
        self._remove()

    def _remove(self) -> None:
        self._table = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
            remove(self._base)


def _keep(base: Path, document: Document, whole: bool, path: str, task: Task) -> None:
    if whole:
        whole_path = base.with_name(base.name + SUFFIX)
        save_document(document, whole_path, "", task)
        if task.is_cancelled:
            # The list was closed meanwhile, or the next job writes the whole again.
            whole_path.unlink(missing_ok=True)
        task.check()
    kept: dict[str, Any] = {
        "decisions": document.decisions.to_json(),
        "profile": document.profile.to_toml(),
        "rule": str(document.rule),
        "pages": dict(document.pages),
        "path": path,
    }
    part = base.with_name(base.name + ".part")
    # Without escapes: of two escaped surrogates JSON makes one character.
    part.write_bytes(json.dumps(kept, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    part.replace(base.with_name(base.name + ".json"))


def recovered(path: Path) -> tuple[Document, str]:
    """The document with what was decided since, and the file that it came from. Raises DocumentError."""
    from dataclasses import replace

    from urlinspector.bulk.decisions import Decisions
    from urlinspector.bulk.representative import Rule
    from urlinspector.normalize.profile import Profile

    document = Document.open(path)
    try:
        kept = json.loads(path.with_suffix(".json").read_text("utf-8", "surrogatepass"))
        document = replace(
            document,
            decisions=Decisions.from_json(kept["decisions"]),
            profile=Profile.parse(kept["profile"]),
            rule=Rule.parse(kept["rule"]),
            pages=dict(kept.get("pages", {})),
        )
        return document, str(kept.get("path", ""))
    except OSError:
        return document, ""
    except (KeyError, TypeError, ValueError) as error:
        raise DocumentError(f"“{path}” is damaged ({error})") from None


def remove(base: Path) -> None:
    """Remove the files of a session."""
    for suffix in (SUFFIX, ".json", ".part", ".lock"):
        base.with_name(base.name + suffix).unlink(missing_ok=True)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
