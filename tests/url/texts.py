"""Texts for property tests: anything a `str` can hold, and texts made of pieces that matter in URLs."""

from hypothesis import strategies as st

ANY_TEXT = st.text(st.characters(exclude_categories=()))
"""Every code point, lone surrogates too."""

_PIECES = (
    "http:", "https:", "HTTP:", "ws:", "ftp:", "file:", "foo:", "mailto:", "1x:", "//", "/", "\\", "@",
    ":", ":80", ":65536", ":x", "[", "]", "[::1]", "[1::2:3.4.5.6]", "[fe80::1%25en0]", "[v1.a:b]", "%",
    "%2e", "%2E", "%2f", "%25", "%2541", "%E9", "%C3%A9", "%00", "é", "ß", "xn--", "xn--bcher-kva",
    "xn--a", "a", "B", "example", ".", "..", ".com", ".co.uk", "www.", "?", "#", "&", "=", "+", ";",
    "1.2.3.4", "0x7f", "08", "256", "\t", "\n", " ", "\xa0", "\x00", "\x7f", "<", "|", "^", "`", "{",
    "\u202e", "\u200b", "\ufffe", "\udc80", "\udcc3\udca9", "\ud800", "。", "１", "℀", "\u0338", "\u00ad",
    "о", "😀", "a" * 64, "token=x", "http%3A%2F%2Fb", "~", "-", "_", "!",
)  # fmt: skip

URL_LIKE = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=2)), max_size=12).map("".join)
"""Texts that reach the corners of parsers."""

HOST_LIKE = st.lists(st.sampled_from(_PIECES[18:]), max_size=8).map("".join)

TEXTS = st.one_of(ANY_TEXT, URL_LIKE)
