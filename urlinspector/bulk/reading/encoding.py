"""From bytes to texts, as definitions §6 has it: BOM, else UTF-8, else what detection says.

Where fewer than one line in a hundred fails, the file stays UTF-8 and its bytes survive through `codec`.
"""

import codecs
from typing import NamedTuple

from urlinspector.bulk import codec

from .part import ReadError, Report

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PIECE = 1 << 14  # small enough that most pieces of a list of URLs are ASCII
_LARGE = 4 << 20
_SAMPLE = 1 << 18
_MARK = codec.MARK.encode()
_COMMON = "cp1252"


class Decoded(NamedTuple):
    """A text as UTF-8 bytes in the columns' codec, and the encoding that it was in."""

    data: bytes
    encoding: str
    holds_marked: bool | None = None
    """Whether it holds the codec's mark; None where nobody looked."""


def decode(data: bytes, wanted: str, report: Report) -> Decoded:
    """The text of a source; `wanted` is the user's choice of encoding or empty. Raises ReadError."""
    bom, data = _without_bom(data)
    name = wanted or bom or _utf16_without_bom(data) or "utf-8"
    try:
        name = codecs.lookup(name).name
    except LookupError:
        raise ReadError(f"there is no encoding “{name}”") from None
    if name == "utf-8":
        return _utf8(data, report, certain=bool(wanted or bom))
    return Decoded(_recoded(data, name, report), name)


def text_of(decoded: Decoded) -> str:
    """A decoded source as a `str`, lone surrogates where bytes fit no encoding."""
    return codec.decode(decoded.data.decode("utf-8"))


def _without_bom(data: bytes) -> tuple[str, bytes]:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return name, data[len(bom) :]
    return "", data


def _utf16_without_bom(data: bytes) -> str:
    """UTF-16 of mostly Latin text has a NUL in every other byte."""
    sample = data[:4096]
    half = len(sample) // 2
    if half < 4:
        return ""
    even, odd = sample[0 : half * 2 : 2].count(0), sample[1 : half * 2 : 2].count(0)
    if odd * 10 >= half * 7 and even * 10 < half:
        return "utf-16-le"
    if even * 10 >= half * 7 and odd * 10 < half:
        return "utf-16-be"
    return ""


def _utf8(data: bytes, report: Report, *, certain: bool) -> Decoded:
    if _is_utf8(data) and not _holds_mark(data):
        return Decoded(data, "utf-8", holds_marked=False)
    lines = data.split(b"\n")
    bad = [number for number, line in enumerate(lines, 1) if not _is_utf8(line)]
    if not certain and len(bad) * 100 >= len(lines) and bad:
        name = _detected(data, lines, bad)
        if name:
            report.notes.append(f"not UTF-8 ({len(bad)} of {len(lines)} lines fail); read as {name}")
            return Decoded(_recoded(data, name, report), name)
    if bad:
        many = f"{len(bad)} line{'s' if len(bad) > 1 else ''}"
        report.notes.append(
            f"{many} held bytes that are not UTF-8, the first line {bad[0]}; the bytes are kept"
        )
    text = data.decode("utf-8", "surrogateescape")
    return Decoded(codec.encode(text).encode("utf-8"), "utf-8")


def _is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8.

    Looked at in pieces: a `str` of a big file would take up to four times its size, and other threads get
    their turn.
    """
    check = codecs.getincrementaldecoder("utf-8")()
    pending = False
    try:
        for start in range(0, len(data), _PIECE):
            piece = data[start : start + _PIECE]
            if piece.isascii() and not pending:
                continue
            check.decode(piece)
            pending = bool(check.getstate()[0])
        check.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _holds_mark(data: bytes) -> bool:
    """Whether UTF-8 holds the character that the columns' codec marks with."""
    # Its first byte, which hardly occurs, is found many times faster than the whole of it.
    for start in range(0, len(data), _LARGE):
        at = data.find(_MARK[0], start, start + _LARGE)
        if at >= 0 and data.find(_MARK, at, start + _LARGE + len(_MARK)) >= 0:
            return True
    return False


def _detected(data: bytes, lines: list[bytes], bad: list[int]) -> str:
    """The name of the encoding that charset-normalizer takes the text for, or empty."""
    from charset_normalizer import from_bytes

    failing = b"\n".join(lines[number - 1] for number in bad[:2000])[:_SAMPLE]
    matches = from_bytes(failing or data[:_SAMPLE])
    best = matches.best()
    if best is None or best.encoding in ("ascii", "utf_8"):
        return ""
    # A few accented letters say little; of readings that are equally good the most common one is taken.
    for match in matches:
        if match.chaos <= best.chaos and _COMMON in (match.encoding, *match.could_be_from_charset):
            return _COMMON
    return str(best.encoding).replace("_", "-")


def _recoded(data: bytes, name: str, report: Report) -> bytes:
    """From another encoding to UTF-8 in the columns' codec."""
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        if name.startswith(("utf-16", "utf-32")):
            # No byte can be kept as such in these; what cannot be read becomes U+FFFD, and that is said.
            report.notes.append(
                f"not {name} throughout (byte {error.start}); U+FFFD stands for what could not be read"
            )
            text = data.decode(name, "replace")
        else:
            report.notes.append(
                f"some bytes are not {name}, the first at byte {error.start}; the bytes are kept"
            )
            text = data.decode(name, "surrogateescape")
    return codec.encode(text).encode("utf-8")
