"""Files that are whole or not there: written beside their place, then renamed."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A temporary file in the same folder, which takes the place of `path` when the block ends well.

    Raises OSError where the folder cannot be written; the old file stays in every case of failure.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        _like(path, temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _like(path: Path, temporary: Path) -> None:
    """The permissions of the file that is replaced, or of any new file."""
    try:
        temporary.chmod(path.stat().st_mode & 0o7777)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
