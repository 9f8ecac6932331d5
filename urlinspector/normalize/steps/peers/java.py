"""How Java takes a URL apart: java.net.URL and java.net.URI (JDK 17), as programs on top of them do.

Described by their documentation, and by what they answer. Each function gives the reason why Java refuses a
text, or None.
"""

import re
import unicodedata
from string import ascii_letters, digits

from urlinspector.normalize.step import Example, Needed, Safety, Step
from urlinspector.url.components import Component, Url
from urlinspector.url.host import ipv6_groups

PROTOCOLS = frozenset({"http", "https", "ftp", "file", "jar", "mailto", "jmod", "jrt"})
"""The schemes that java.net.URL knows."""

_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")
_TRIPLET = "%[0-9A-Fa-f]{2}"


def _allowed(punctuation: str) -> re.Pattern[str]:
    """Texts of letters, digits, this punctuation, triplets, and anything beyond ASCII (RFC 2396 §2)."""
    # The class is turned round, because ranges up to U+10FFFF would take long to compile.
    others = {chr(code) for code in range(0x80)} - {*ascii_letters, *digits, *punctuation}
    return re.compile(f"(?:[^{re.escape(''.join(sorted(others)))}]|{_TRIPLET})*")


_MARK = "-_.!~*'()"
_URIC = _allowed(_MARK + ";/?:@&=+$,[]")
_PATH = _allowed(_MARK + ";/:@&=+$,")
_REGISTRY = _allowed(_MARK + "$,;:@&=+")
_USERINFO = _allowed(_MARK + ";:&=+$,")
_BLANKS = frozenset(map(chr, (*range(0x80, 0xA1), 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F)))
_BLANKS |= frozenset("\u205f\u3000")
_LITERAL = re.compile(r"(?:(.*?)@)?\[([^\]%]*)(?:%([A-Za-z0-9_.]+))?\](?::([0-9]*))?", re.DOTALL)
_LARGEST = 2**31 - 1


def why_not_uri(text: str) -> str | None:
    """Why `new URI(text)` throws (RFC 2396, with what Java documents as deviations)."""
    url = Url.parse(text)
    if text.startswith(":") or (url.scheme is not None and _SCHEME.fullmatch(url.scheme) is None):
        return "what stands before the first colon is no scheme"
    if not text.isascii() and not _BLANKS.isdisjoint(text):
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
    return _why_not_authority_of_url(authority)


_CONTROL = re.compile("[\x00-\x1f\x7f]")
_ENDS_HOST = re.compile("[/?#@:]")


def why_not_host(host: str) -> str | None:
    """Why Java refuses a host: controls, a slash, and letters that stand for a delimiter (NFKC)."""
    if _CONTROL.search(host):
        return "there is a control in the host"
    if "/" in host:
        return "there is a slash in the host"
    if not host.isascii() and any(
        _ENDS_HOST.search(unicodedata.normalize("NFKC", char)) for char in host if char > "\x7f"
    ):
        return "a letter of the host stands for a delimiter (NFKC)"
    return None


def _why_not_authority_of_url(authority: str) -> str | None:
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
    host, _, port = host.partition(":")
    why = None if not port else _why_not_port(port)
    return why or why_not_host(host)


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


WEB = ("http", "https", "ftp")
"""The protocols whose URLs the crawlers on top of Java rewrite."""


def as_java_has_it(scheme: str, rest: str, authority: str, *, changes: bool) -> str:
    """What follows the scheme, with the host and the slashes that Java sees, for a URL of a known protocol.

    Two `@` lose the host. `changes` says whether something else makes the crawler write the URL anew: then
    no // is written before an empty host.
    """
    loses_host = authority.count("@") > 1
    if authority and scheme.lower() in (*WEB, "file"):
        after = rest[2 + len(authority) :]
        slash = "" if after.startswith("/") else "/"
        rest = f"//{'' if loses_host else authority}{slash}{after}"
    if scheme.lower() in WEB:
        if not rest.startswith("/"):
            return f"/{rest}"
        if rest.startswith("//") and rest[2:3] in ("", "?"):
            return f"/{rest[2:]}"
    changes = changes or loses_host or scheme != scheme.lower()
    return "/" + rest.lstrip("/") if rest.startswith("///") and changes else rest


def normalized(path: str) -> tuple[int, str]:
    """What `URI.normalize` makes of a path that begins with `/`: segments `..` above the root, and the rest.

    Empty segments go first, then dot segments; the rest does not begin with a slash.
    """
    kept: list[str] = []
    above = 0
    segments = path[1:].split("/")
    for segment in segments:
        if segment == "..":
            above += not kept
            del kept[-1:]
        elif segment not in ("", "."):
            kept.append(segment)
    ends = segments[-1] in ("", ".", "..") and bool(kept)
    return above, "/".join(kept) + ("/" if ends else "")


def without_dots_above(above: int, rest: str) -> str:
    """What crawlers leave of `/..` above the root: a name that begins with two dots loses them too."""
    return rest[2:] if above and rest.startswith("..") else f"/{rest}"


def _path(path: str, needed: Needed, _options: object) -> str:
    scheme, query = needed
    if scheme not in (*WEB, "file"):
        return path
    if not path.startswith("/"):
        return path
    if ("/." not in path and "//" not in path) or "\\" in path or "\\" in (query or ""):
        return path
    answer = without_dots_above(*normalized(path))
    return answer if answer.startswith("/") else f"/{answer}"


JAVA_PATH = Step(
    name="java-path",
    title="Path as Java normalizes it",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.QUERY),
    safety=Safety.CHANGES,
    source="java.net.URI.normalize; Apache Nutch, urlnormalizer-basic",
    summary=(
        "Writes one slash for several, then resolves dot segments, in http, https, ftp and file URLs "
        "and not where a backslash stands in the path or the query. After segments .. above the root a "
        "name that begins with two dots loses them, in the crawlers that use it."
    ),
    example=Example("http://example.com/a//../b", "http://example.com/b"),
    apply=_path,
    may_change=lambda options: r"//|/\x2e",
    assumes="that empty segments in the path mean nothing to the server, and no name begins with two dots",
    warning="`/../..a` becomes `/a`.",
    idempotent=False,
    loses_data=True,
    peer="java.net.URI",
)

STEPS: tuple[Step, ...] = (JAVA_PATH,)
"""What the crawlers on top of Java share."""
