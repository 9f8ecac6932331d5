"""Words of sentences: counts (`1 row`, `12,345 rows`), and why a file cannot be read or written."""

import errno

_PLAIN = {
    errno.ENOENT: "there is no such file or folder",
    errno.EEXIST: "a file stands where its folder is to be",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.EISDIR: "it is a folder",
    errno.EACCES: "you have no permission",
    errno.EPERM: "you have no permission",
    errno.EROFS: "the disk can only be read",
    errno.EFBIG: "the file would be too large",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links lead to each other",
    errno.EIO: "the disk does not answer",
}


def plain_reason(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read or written, to follow its name and a colon: without number and path."""
    if isinstance(error, UnicodeDecodeError):
        return f"it is not in UTF-8: the byte 0x{error.object[error.start]:02X} stands for no character there"
    if error.errno in _PLAIN:
        return _PLAIN[error.errno]
    said = error.strerror or str(error)
    return said[:1].lower() + said[1:]


def counted(count: int, one: str, many: str = "") -> str:
    """A count with its noun; `many` where the plural is not `one` with an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
