"""Texts on their way to and from clipboard and drag and drop, lone surrogates included (definitions §1)."""

import re

from PySide6.QtCore import QMimeData, QUrl

_LONE = re.compile("[\ud800-\udfff]")


def mime_of(text: str) -> QMimeData:
    """A text for the clipboard; with a form of our own beside it where the usual one would lose something."""
    mime = QMimeData()
    mime.setText(shown_units(text))
    if not text.isascii() and _LONE.search(text):
        mime.setData(OWN_TYPE, text.encode("utf-8", "surrogatepass"))
    return mime


OWN_TYPE = "application/x-urlinspector-text"
"""Our own form of a text, for what the usual one cannot hold: lone surrogates."""


def text_of(mime: QMimeData | None) -> str:
    """The text of a paste or a drop; of a list of links the first. Empty for an empty clipboard."""
    if mime is None:
        return ""
    if mime.hasFormat(OWN_TYPE):
        return bytes(mime.data(OWN_TYPE).data()).decode("utf-8", "surrogatepass")
    if mime.hasUrls() and not mime.text():
        return mime.urls()[0].toString(QUrl.ComponentFormattingOption.FullyEncoded)
    if mime.hasUrls() and len(mime.urls()) == 1:
        return mime.text().rstrip("\r\n")
    return mime.text()


def shown_units(text: str) -> str:
    """The text with each lone surrogate replaced, unit for unit, so that positions stay true."""
    if text.isascii():
        return text
    return _LONE.sub("\ufffd", text)
