"""Logging of the window: a file in the state folder, Qt's own messages as log records."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

qt_log = logging.getLogger("qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

KNOWN = (
    # The offscreen platform has no window manager to tell about sizes.
    "This plugin does not support",
    # Desktops differ in what their portal offers.
    "qt.qpa.theme",
    "Failed to register with host portal",
)
"""Starts of messages that say nothing about this program; they go to the log as debug."""


def start_log(path: Path | None) -> None:
    """Write warnings and worse to a file of at most three times 200 kB; None only takes Qt's messages over.

    A folder that cannot be written costs the file and nothing else.
    """
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handler = RotatingFileHandler(path, maxBytes=200_000, backupCount=2, encoding="utf-8", delay=True)
        except OSError:
            qt_log.info("no log file at %s", path)
        else:
            handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
            handler.setLevel(logging.WARNING)
            root.addHandler(handler)
    qInstallMessageHandler(_on_message)


def stop_log() -> None:
    """Close the file and give Qt its own handler back."""
    qInstallMessageHandler(None)
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, RotatingFileHandler)]:
        root.removeHandler(handler)
        handler.close()


def _on_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    level = _LEVELS.get(kind, logging.WARNING)
    category = context.category or "default"
    if message.startswith(KNOWN) or category.startswith(KNOWN):
        level = logging.DEBUG
    qt_log.log(level, "%s: %s", category, message)
