"""Files that are whole or not there; texts in UTF-8 with LF on every system."""

import errno
from pathlib import Path

from PySide6.QtCore import QCoreApplication


def write_text(path: Path, text: str, errors: str = "strict") -> None:
    """Write a file in the place of another. Raises OSError, also for a text that UTF-8 cannot hold; the old
    file stays in every case of failure. With `surrogateescape` as `errors` bytes of a list that were not
    UTF-8 are written as they were.
    """
    try:
        data = text.encode("utf-8", errors)
    except UnicodeEncodeError as error:
        words = QCoreApplication.translate("TextFile", "it holds {0}, which is half a character")
        raise OSError(errno.EILSEQ, words.format(f"U+{ord(text[error.start]):04X}")) from None
    write_bytes(path, data)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file in the place of another. Raises OSError; the old file stays in every case of failure."""
    # Whoever only starts the window has no need of what else is there.
    from urlinspector.bulk.export.atomic import replaced

    with replaced(path) as part:
        part.write_bytes(data)
