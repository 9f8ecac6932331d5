"""What a drop on the window holds: files, or one URL as text, as exactly as the other program gave it."""

from pathlib import Path

from PySide6.QtCore import QMimeData

# Qt keeps a uri-list as its own URLs, which rewrites them: the plain text comes first.
_LINK_TYPES = ("text/x-moz-url", "text/plain", "text/uri-list")


def can_drop(mime: QMimeData) -> bool:
    """Whether there is a text or a link in it."""
    return mime.hasText() or mime.hasUrls()


def dropped_files(mime: QMimeData) -> list[Path]:
    """The files that were dropped, where there is nothing else and all of them are here; else none."""
    paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return paths if len(paths) == len(mime.urls()) and all(path.is_file() for path in paths) else []


def dropped_text(mime: QMimeData) -> str:
    """The link or text that was dropped, empty for none.

    The bytes are read as they came: Qt's own URL would rewrite some of what one wants to look at.
    """
    for kind in _LINK_TYPES:
        if mime.hasFormat(kind):
            text = _decode(bytes(mime.data(kind).data()), kind)
            if text:
                return text
    return mime.text().strip("\r\n")


def _decode(raw: bytes, kind: str) -> str:
    if kind == "text/x-moz-url":
        # UTF-16 with the link first and its title on the next line.
        text = raw.decode("utf-16-le" if raw[1:2] == b"\0" else "utf-8", "surrogateescape")
    else:
        text = raw.decode("utf-8", "surrogateescape")
    lines = [each for each in text.replace("\r\n", "\n").split("\n") if each]
    if kind == "text/uri-list":
        lines = [each for each in lines if not each.startswith("#")]
    if kind == "text/plain":
        return text.strip("\r\n")
    return lines[0] if lines else ""
