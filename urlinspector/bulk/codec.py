"""The reversible codec by which columns hold any `str`, lone surrogates included (definitions §1).

polars keeps valid UTF-8 only. A lone surrogate becomes the noncharacter U+10FFFE and its four hexadecimal
digits, and a U+10FFFE that a text really holds becomes U+10FFFE and `m`. No delimiter of RFC 3986 is made or
lost, so splitting a coded text and coding the parts are the same thing; the codec is injective, so coded
texts are equal exactly when the texts are.
"""

import contextlib
import re
from collections.abc import Sequence

import polars as pl

MARK = "\U0010fffe"
"""What every coded value holds, and no other value does."""

_NEEDS_CODING = re.compile(f"[\ud800-\udfff{MARK}]")
_CODED = re.compile(f"{MARK}(m|[0-9a-f]{{4}})")


def encode(text: str) -> str:
    """The text as a column holds it: lone surrogates, which UTF-8 cannot hold, and the mark
    itself are written behind marks; every other text stays.
    """
    if text.isascii():
        return text
    return _NEEDS_CODING.sub(_code, text)


def column(texts: Sequence[str | None]) -> pl.Series:
    """Texts, lone surrogates among them, as a column of coded texts; None stays null."""
    made = None
    with contextlib.suppress(UnicodeEncodeError):  # a lone surrogate
        made = pl.Series(texts, dtype=pl.String)
    if made is None or made.str.contains(MARK, literal=True).any():
        coded = [text if text is None or text.isascii() else encode(text) for text in texts]
        made = pl.Series(coded, dtype=pl.String)
    return made


def decode(text: str) -> str:
    """A column's text as it was before `encode`: the two are inverse for every text."""
    return _CODED.sub(_plain, text) if MARK in text else text


def visible(text: str) -> str:
    """A column's text for formats that hold Unicode only: `\\xHH` for an undecodable byte, `\\uHHHH` for the
    rest.
    """
    return _CODED.sub(_escape, text) if MARK in text else text


def raw_bytes(text: str) -> bytes:
    """A column's text as the bytes that it was read from: UTF-8, undecodable bytes as they were."""
    plain = decode(text)
    try:
        return plain.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return plain.encode("utf-8", "surrogatepass")


def _code(found: re.Match[str]) -> str:
    return MARK + ("m" if found[0] == MARK else f"{ord(found[0]):04x}")


def _plain(found: re.Match[str]) -> str:
    return MARK if found[1] == "m" else chr(int(found[1], 16))


def _escape(found: re.Match[str]) -> str:
    if found[1] == "m":
        return MARK
    number = int(found[1], 16)
    return f"\\x{number - 0xDC00:02X}" if 0xDC80 <= number <= 0xDCFF else f"\\u{number:04X}"
