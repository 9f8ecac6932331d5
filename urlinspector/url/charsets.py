"""Character sets of RFC 3986 and of the WHATWG URL standard, built by union, the section beside each."""

ALPHA = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")  # RFC 5234 B.1
DIGIT = frozenset("0123456789")  # RFC 5234 B.1
HEXDIG = DIGIT | frozenset("ABCDEFabcdef")  # RFC 5234 B.1, either case as RFC 3986 §2.1 allows

GEN_DELIMS = frozenset(":/?#[]@")  # RFC 3986 §2.2
SUB_DELIMS = frozenset("!$&'()*+,;=")  # RFC 3986 §2.2
RESERVED = GEN_DELIMS | SUB_DELIMS  # RFC 3986 §2.2
UNRESERVED = ALPHA | DIGIT | frozenset("-._~")  # RFC 3986 §2.3

# Triplets are left out: they are looked for by themselves.
SCHEME = ALPHA | DIGIT | frozenset("+-.")  # RFC 3986 §3.1
USERINFO = UNRESERVED | SUB_DELIMS | frozenset(":")  # RFC 3986 §3.2.1
REG_NAME = UNRESERVED | SUB_DELIMS  # RFC 3986 §3.2.2
PCHAR = UNRESERVED | SUB_DELIMS | frozenset(":@")  # RFC 3986 §3.3
PATH = PCHAR | frozenset("/")  # RFC 3986 §3.3
QUERY = PCHAR | frozenset("/?")  # RFC 3986 §3.4
FRAGMENT = QUERY  # RFC 3986 §3.5

C0_CONTROL = frozenset(map(chr, range(0x20)))  # WHATWG Infra, C0 control
CONTROL = C0_CONTROL | frozenset("\x7f")

# WHATWG URL §1.3, the ASCII part of each set; everything above U+007E is in all of them.
WHATWG_FRAGMENT = CONTROL | frozenset(' "<>`')
WHATWG_QUERY = CONTROL | frozenset(' "#<>')
WHATWG_SPECIAL_QUERY = WHATWG_QUERY | frozenset("'")
WHATWG_PATH = WHATWG_QUERY | frozenset("?^`{}")
WHATWG_USERINFO = WHATWG_PATH | frozenset("/:;=@[\\]|")
WHATWG_COMPONENT = WHATWG_USERINFO | frozenset("$%&+,")

# WHATWG URL §3.5, forbidden host code point and forbidden domain code point.
FORBIDDEN_HOST = frozenset("\x00\t\n\r #/:<>?@[\\]^|")
FORBIDDEN_DOMAIN = FORBIDDEN_HOST | C0_CONTROL | frozenset("%\x7f")

SPECIAL_SCHEMES = frozenset({"http", "https", "ws", "wss", "ftp", "file"})  # WHATWG URL §3.1
HIERARCHICAL_SCHEMES = SPECIAL_SCHEMES - {"file"}

# WHATWG URL §3.1, and IANA's service names for the others.
DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}


def lower(text: str) -> str:
    """`text` with its ASCII letters in lower case, all else as it is; the length stays (RFC 4343)."""
    if text.isascii():
        return text.lower()
    # As bytes, of which only those of ASCII letters change: many times faster than a table of characters.
    return text.encode(errors="surrogatepass").lower().decode(errors="surrogatepass")
