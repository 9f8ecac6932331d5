"""Percent-encoded triplets (RFC 3986 §2.1, §2.4, §6.2.2): find, read, write.

Bytes stand for themselves where they are not UTF-8: U+DC80 to U+DCFF are one undecodable byte each
(surrogateescape).
"""

import re

TRIPLET = re.compile("%[0-9A-Fa-f]{2}")
STRAY_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
ENCODED: tuple[str, ...] = tuple(f"%{byte:02X}" for byte in range(256))


def encode(text: str) -> str:
    """Every character of `text` as triplets of its UTF-8 bytes, in upper-case hexadecimal (§2.1, §6.2.2.1).

    A surrogate that stands for an undecodable byte gives that byte. Any other lone surrogate has no encoding
    and stays as it is (definitions §1).
    """
    if len(text) == 1 and text.isascii():
        return ENCODED[ord(text)]
    try:
        data = text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return _encode_with_surrogates(text)
    return "%" + data.hex("%").upper() if data else ""


def _encode_with_surrogates(text: str) -> str:
    out: list[str] = []
    for char in text:
        code = ord(char)
        if 0xD800 <= code <= 0xDFFF:
            out.append(ENCODED[code - 0xDC00] if 0xDC80 <= code <= 0xDCFF else char)
        else:
            out.extend(ENCODED[byte] for byte in char.encode())
    return "".join(out)


def decode(text: str, *, plus_is_space: bool = False) -> str:
    """`text` with every triplet decoded, as UTF-8; bytes that are not UTF-8 become U+DC80 to U+DCFF.

    With `plus_is_space`, `+` is read as a space first (application/x-www-form-urlencoded, WHATWG URL §5.1).
    """
    if plus_is_space:
        text = text.replace("+", " ")
    if "%" not in text:
        return text
    if len(text) > _LONG:
        # In UTF-8 a byte of ASCII is a character wherever it stands: those first, then runs of others.
        few = set(TRIPLET.findall(text))
        plain = few & _ASCII
        if plain <= _PLAIN or STRAY_PERCENT.search(text) is None:
            for triplet in plain - {"%25"}:
                text = text.replace(triplet, _ALONE[triplet])
            if len(plain) < len(few):
                text = _HIGH_RUN.sub(_decode_run, text)
            # The last one: what follows a decoded % is no part of a triplet.
            return text.replace("%25", "%")
    return _RUN.sub(_decode_run, text)


_RUN = re.compile("(?:%[0-9A-Fa-f]{2})+")
_HIGH_RUN = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")
_HEX = "0123456789abcdefABCDEF"
_ALONE = {
    f"%{high}{low}": bytes([int(high + low, 16)]).decode(errors="surrogateescape")
    for high in _HEX
    for low in _HEX
}
"""What a triplet that stands alone decodes to: most do."""

_ASCII = frozenset(triplet for triplet, char in _ALONE.items() if char.isascii())
_PLAIN = frozenset(triplet for triplet in _ASCII if _ALONE[triplet] not in _HEX)
"""Triplets that can be replaced one kind after the other even where some `%` starts none: what they become
cannot make it one.
"""
_LONG = 256
"""Characters from which on looking for the kinds first is the faster way."""


def _decode_run(run: re.Match[str]) -> str:
    triplets = run[0]
    if len(triplets) == 3:
        return _ALONE[triplets]
    return bytes.fromhex(triplets.replace("%", "")).decode(errors="surrogateescape")
