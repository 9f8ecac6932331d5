"""How Java takes a URL apart: java.net.URL and java.net.URI (JDK 17), as programs on top of them do.

Described by their documentation, and by what they answer. Each function gives the reason why Java refuses a
text, or None.
"""

import re

from urlinspector.url.components import Url
from urlinspector.url.host import ipv6_groups

PROTOCOLS = frozenset({"http", "https", "ftp", "file", "jar", "mailto", "jmod", "jrt"})
"""The schemes that java.net.URL knows."""

_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")
_ASCII_URIC = r"A-Za-z0-9\-_.!~*'();/?:@&=+$,\[\]"
_TRIPLET = "%[0-9A-Fa-f]{2}"
_URIC = re.compile(rf"(?:[{_ASCII_URIC}\u0080-\U0010ffff]|{_TRIPLET})*")
_PATH = re.compile(rf"(?:[A-Za-z0-9\-_.!~*'();/:@&=+$,\u0080-\U0010ffff]|{_TRIPLET})*")
_REGISTRY = re.compile(rf"(?:[A-Za-z0-9\-_.!~*'()$,;:@&=+\u0080-\U0010ffff]|{_TRIPLET})*")
_USERINFO = re.compile(rf"(?:[A-Za-z0-9\-_.!~*'();:&=+$,\u0080-\U0010ffff]|{_TRIPLET})*")
_BLANK = re.compile("[\x80-\x9f\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_LITERAL = re.compile(r"(?:(.*?)@)?\[([^\]%]*)(?:%([A-Za-z0-9_.]+))?\](?::([0-9]*))?", re.DOTALL)
_LARGEST = 2**31 - 1


def why_not_uri(text: str) -> str | None:
    """Why `new URI(text)` throws (RFC 2396, with what Java documents as deviations)."""
    url = Url.parse(text)
    if text.startswith(":") or (url.scheme is not None and _SCHEME.fullmatch(url.scheme) is None):
        return "what stands before the first colon is no scheme"
    if _BLANK.search(text):
        return "it holds a space or a control"
    rest = text if url.scheme is None else text[len(url.scheme) + 1 :]
    if url.scheme is not None and not rest.startswith("/"):
        opaque, _, fragment = rest.partition("#")
        if opaque == "":
            return "nothing follows the scheme"
        is_uric = _URIC.fullmatch(opaque) and _URIC.fullmatch(fragment)
        return None if is_uric else "a character has no place in a URI"
    if url.authority == "" and url.path == "" and url.query is None and url.fragment is None:
        return "there is no authority after //"
    if url.authority:
        why = _why_not_authority(url.authority)
        if why is not None:
            return why
    parts = ((_PATH, url.path), (_URIC, url.query or ""), (_URIC, url.fragment or ""))
    if not all(pattern.fullmatch(part) for pattern, part in parts):
        return "a character has no place in a URI"
    return None


def _why_not_authority(authority: str) -> str | None:
    if "[" not in authority and "]" not in authority:
        return None if _REGISTRY.fullmatch(authority) else "a character has no place in the authority"
    found = _LITERAL.fullmatch(authority)
    if found is None or _USERINFO.fullmatch(found[1] or "") is None or ipv6_groups(found[2]) is None:
        return "what stands in brackets is no IPv6 address"
    return None


def why_not_url(text: str) -> str | None:
    """Why `new URL(text)` throws: no protocol, one that it does not know, a bad port, bad brackets."""
    protocol = protocol_of(text)
    if protocol is None:
        return "there is no protocol"
    if protocol not in PROTOCOLS:
        return f"unknown protocol “{protocol}”"
    if protocol == "mailto":
        return None if text[7:].partition("#")[0].strip() else "no email address"
    if protocol == "jar":
        inner, entry, _ = text[4:].rpartition("!/")
        return why_not_url(inner) if entry else "no !/ in a jar URL"
    authority = authority_of(text)
    if not authority:
        return None
    return _why_not_host(authority)


def _why_not_host(authority: str) -> str | None:
    host = authority
    if "@" in authority:
        if authority.count("@") > 1:
            return None
        host = authority.partition("@")[2]
    if host.startswith("["):
        inside, bracket, after = host[1:].partition("]")
        if not bracket or ipv6_groups(inside.partition("%")[0]) is None:
            return "what stands in brackets is no IPv6 address"
        if after and not after.startswith(":"):
            return "something stands behind the brackets"
        return None if len(after) < 2 else _why_not_port(after[1:])
    port = host.partition(":")[2]
    return None if not port else _why_not_port(port)


def _why_not_port(port: str) -> str | None:
    number = port_number(port)
    return "the port is not a number" if number is None or number < -1 else None


def port_number(text: str) -> int | None:
    """What Integer.parseInt reads: any Unicode digits, with a sign; None where it throws."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isdecimal() and len(digits.lstrip("0")) < 11):
        return None
    number = int(digits)
    number = -number if text.startswith("-") else number
    return number if -_LARGEST - 1 <= number <= _LARGEST else None


def protocol_of(text: str) -> str | None:
    """The protocol that java.net.URL finds, in lower case."""
    before, colon, _ = text.partition(":")
    is_protocol = colon and "/" not in before and _SCHEME.fullmatch(before)
    return before.lower() if is_protocol else None


def authority_of(text: str) -> str | None:
    """The authority that java.net.URL finds: none before four slashes."""
    rest = text.partition("#")[0].partition(":")[2].partition("?")[0]
    if not rest.startswith("//") or rest.startswith("////"):
        return None
    return rest[2:].partition("/")[0]
