"""A profile's file from disk, and in plain words why it cannot be read or written."""

import stat
from pathlib import Path

from urlinspector.normalize.profile import Profile, ProfileError
from urlinspector.url.wording import plain_reason

LIMIT = 8 << 20
"""Bytes that a profile may have: rules by the ten thousand. What is larger is some other file."""


def read_profile(path: Path, *, waits: bool = False) -> Profile:
    """The profile in a file, named after it where it names none. Raises ProfileError, whatever is wrong.

    With `waits` a pipe is read too, until its writer ends.
    """
    if "\0" in str(path):
        raise ProfileError("no file can have such a name")
    try:
        data = _read(path, waits=waits)
    except OSError as error:
        raise ProfileError(plain_reason(error)) from None
    if len(data) > LIMIT:
        raise ProfileError(f"it has more than {LIMIT >> 20} MiB, too much for a profile")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        said = _NO_TEXT if 0 in data else plain_reason(error)
        raise ProfileError(said, line=_line(data, error.start)) from None
    if "\0" in text:
        raise ProfileError(_NO_TEXT, line=_line(data, data.index(0)))
    return Profile.parse(text, name=path.stem)


_NO_TEXT = "it is no text; a profile is a text in UTF-8"


def _read(path: Path, *, waits: bool) -> bytes:
    mode = path.stat().st_mode
    if not (waits or stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ProfileError("it is a device or a pipe, not a file")
    with path.open("rb") as file:
        return file.read(LIMIT + 1)


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1
