"""Lines in, lines out: standard input in blocks as they arrive, one output line for each input line.

Lines end at LF or CRLF and nowhere else. Bytes that are not UTF-8 stay what they are (surrogateescape). A
byte order mark at the very start is no part of the first line.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO

import click

BLOCK = 1 << 18
_BOM = b"\xef\xbb\xbf"


class LineRefused(Exception):  # noqa: N818  # not an error of the program
    """One input line has no answer: why, and what is printed in its place (the line itself when None)."""

    def __init__(self, reason: str, instead: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.instead = instead


class InputError(click.ClickException):
    """Unreadable input or a profile that cannot be used: told on standard error, exit code 2."""

    exit_code = 2


def as_utf8(argument: str) -> str:
    """An argument of the command line as its bytes say in UTF-8, whatever the locale's encoding is."""
    if os.name == "nt" or sys.getfilesystemencoding() == "utf-8":
        return argument
    return os.fsencode(argument).decode("utf-8", "surrogateescape")


def read_blocks(stream: BinaryIO) -> Iterator[list[str]]:
    """The lines of a stream, without their ends, in lists of what has arrived so far.

    A last line needs no end. A slow writer's lines come as soon as they are whole.
    """
    read = getattr(stream, "read1", stream.read)
    chunk = _after_mark(read)
    unfinished: list[bytes] = []
    while chunk:
        end = chunk.rfind(b"\n") + 1
        if end:
            whole = b"".join((*unfinished, chunk[: end - 1]))
            unfinished = [chunk[end:]] if end < len(chunk) else []
            yield (
                whole.replace(b"\r\n", b"\n")
                .removesuffix(b"\r")
                .decode("utf-8", "surrogateescape")
                .split("\n")
            )
        else:
            unfinished.append(chunk)
        chunk = read(BLOCK)
    if unfinished:
        yield [b"".join(unfinished).decode("utf-8", "surrogateescape")]


def _after_mark(read: Callable[[int], bytes]) -> bytes:
    """The first chunk without a byte order mark, which may come in pieces."""
    chunk = read(BLOCK)
    while chunk and len(chunk) < len(_BOM) and _BOM.startswith(chunk):
        more = read(BLOCK)
        if not more:
            return chunk
        chunk += more
    return chunk.removeprefix(_BOM) or read(BLOCK) if chunk else chunk


def to_bytes(text: str) -> bytes:
    """UTF-8, undecodable bytes as they were; other lone surrogates (Windows has them) as three bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return b"".join(_char_to_bytes(char) for char in text)


def _char_to_bytes(char: str) -> bytes:
    return char.encode("utf-8", "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass")


def standard_output() -> BinaryIO:
    """Standard output for bytes. Raises InputError where the caller closed it."""
    if _is_closed(sys.stdout):
        raise InputError("standard output is closed")
    return sys.stdout.buffer


def _is_closed(stream: object) -> bool:
    """Python has None for a stream that was closed before it started."""
    return stream is None


def write(text: str) -> None:
    """Write a text and a line end to standard output as bytes, and pass it on."""
    out = standard_output()
    out.write(to_bytes(text + "\n"))
    out.flush()


def write_columns(cells: Sequence[tuple[str, ...]], right: int) -> None:
    """A table with aligned columns, the first `right` ones to the right; the last one is not padded."""
    count = len(cells[0])
    widths = [min(60, max(len(row[at]) for row in cells)) for at in range(count)]
    for row in cells:
        made = [
            cell.rjust(width) if at < right else cell.ljust(width) if at < count - 1 else cell
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        write("  ".join(made).rstrip())


def each_line(
    arguments: tuple[str, ...],
    convert: Callable[[str], str],
    rank: Callable[[str], tuple[int, ...]] | None = None,
) -> int:
    """Print `convert` of each argument, or of each line of standard input where there is none.

    A refused line is printed as it is, or as its refusal says; standard error names line and reason. Gives
    the number of refused lines. With `rank` all lines are read first and printed in its order, refused ones
    last; lines of one rank stay in their order.
    """
    out = standard_output()
    ranked: list[tuple[bool, tuple[int, ...], str]] = []
    number = refused = 0
    word = "argument" if arguments else "line"
    for block in _blocks(arguments):
        answers: list[str] = []
        ranks: list[tuple[int, ...] | None] = []
        complaints: list[str] = []
        append = answers.append
        for text in block:
            number += 1
            try:
                append(convert(text))
                ranks.append(rank(text) if rank is not None else None)
            except LineRefused as refusal:
                refused += 1
                ranks.append(None)
                append(text if refusal.instead is None else refusal.instead)
                if refusal.instead is None:
                    complaints.append(f"{word} {number}: {refusal.reason}")
        if rank is None:
            _put(out, answers)
        else:
            ranked += [(at is None, at or (), text) for at, text in zip(ranks, answers, strict=True)]
        if complaints:
            click.echo("\n".join(complaints), err=True)
    if ranked:
        _put(out, [text for *_, text in sorted(ranked, key=lambda each: each[:2])])
    if refused and number > 1:
        click.echo(f"{refused} of {number} {word}s refused", err=True)
    return refused


def _put(out: BinaryIO, lines: list[str]) -> None:
    out.write(to_bytes("\n".join([*lines, ""])))
    out.flush()


def _blocks(arguments: tuple[str, ...]) -> Iterable[list[str]]:
    if arguments:
        return [[as_utf8(each) for each in arguments]]
    if _is_closed(sys.stdin):
        raise InputError("standard input is closed; name a URL, or send lines")
    if sys.stdin.isatty():
        end = "Ctrl+Z, Enter" if os.name == "nt" else "Ctrl+D"
        click.echo(f"Reading lines from the terminal; {end} ends them, --help tells more.", err=True)
    return read_blocks(sys.stdin.buffer)
