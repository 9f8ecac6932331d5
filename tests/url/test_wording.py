"""Words of sentences: counts, and why a file cannot be read or written."""

import errno

import pytest

from urlinspector.url.wording import counted, plain_reason


@pytest.mark.parametrize(
    ("count", "words", "said"),
    [
        (0, ("row",), "0 rows"),
        (1, ("row",), "1 row"),
        (1234567, ("row",), "1,234,567 rows"),
        (2, ("row is", "rows are"), "2 rows are"),
        (1, ("row is", "rows are"), "1 row is"),
        (3, ("alias", "aliases"), "3 aliases"),
    ],
)
def test_counted(count: int, words: tuple[str, ...], said: str) -> None:
    assert counted(count, *words) == said


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "you have no permission"),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EILSEQ, "It holds U+D800"), "it holds U+D800"),
        (OSError("Odd"), "odd"),
        (
            UnicodeDecodeError("utf-8", b"a\xe9", 1, 2, "invalid"),
            "it is not in UTF-8: the byte 0xE9 stands for no character there",
        ),
    ],
)
def test_why_a_file_cannot_be_used(error: OSError | UnicodeDecodeError, words: str) -> None:
    assert plain_reason(error) == words
