"""How a browser reads a text: the basic URL parser of the WHATWG URL standard (§4.4), through ada.

ada only says that it fails; the reason is found here, by the standard's own names of its validation errors
(§1.1).
"""

import re
from typing import NamedTuple

from urlinspector.url.charsets import FORBIDDEN_DOMAIN, FORBIDDEN_HOST, SPECIAL_SCHEMES
from urlinspector.url.components import Url
from urlinspector.url.host import ipv4_number, ipv6_canonical, looks_numeric, to_ascii
from urlinspector.url.percent import decode


class BrowserReading(NamedTuple):
    """A browser's answer: `href`, its components and origin, or the failure.

    `origin` is `null` (the word) for opaque origins. `error` is a sentence, `error_name` the standard's name
    of the validation error, empty where there is none.
    """

    href: str | None
    url: Url | None
    origin: str | None
    error: str | None = None
    error_name: str = ""


NOT_UNICODE = BrowserReading(None, None, None, "the text is not Unicode: it holds bytes that are not UTF-8")


def browser_reading(text: str, base: str | None = None) -> BrowserReading:
    """Parse `text` as a browser does, against `base` where there is one. Never raises."""
    if _SURROGATE.search(text) or (base is not None and _SURROGATE.search(base)):
        return NOT_UNICODE
    from ada_url import URL

    try:
        parsed = URL(text, base)
    except ValueError:
        name, sentence = _failure(text, base)
        return BrowserReading(None, None, None, sentence, name)
    href: str = parsed.href
    return BrowserReading(href, Url.parse(href), parsed.origin)


_SURROGATE = re.compile("[\ud800-\udfff]")
_ENDS = "".join(map(chr, range(0x21)))  # C0 control or space
_TAB_OR_NEWLINE = re.compile("[\t\n\r]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_SPECIAL_AUTHORITY = re.compile(r"[/\\]*([^/\\?#]*)")
_AUTHORITY = re.compile(r"//([^/?#]*)")
_PORT = re.compile("[0-9]*")

_Failure = tuple[str, str]
_UNKNOWN: _Failure = ("", "the text is not a URL")


def _failure(text: str, base: str | None) -> _Failure:
    """Which rule of §4.4 a text that ada refuses breaks first: the error's name and a sentence."""
    text = _TAB_OR_NEWLINE.sub("", text.strip(_ENDS))
    found = _SCHEME.match(text)
    if found is None:
        if base is None:
            return "missing-scheme-non-relative-URL", "there is no scheme, and no base to take one from"
        seen = browser_reading(base)
        if seen.url is None:
            return seen.error_name, f"the base is not a URL: {seen.error}"
        scheme, rest = seen.url.scheme or "", text
        if seen.url.host is None and not seen.url.path.startswith("/") and not text.startswith("#"):
            return "missing-scheme-non-relative-URL", "the base has an opaque path; only #… can follow it"
    else:
        scheme, rest = found[1].lower(), text[found.end() :]
    special = scheme in SPECIAL_SCHEMES
    authority = (_SPECIAL_AUTHORITY if special else _AUTHORITY).match(rest)
    failure = _UNKNOWN if authority is None else _authority_failure(authority[1], scheme, special)
    if failure == _UNKNOWN and base is not None and (seen := browser_reading(base)).url is None:
        # Nothing is wrong with the text: a browser reads the base first, and refuses for its sake alone.
        return seen.error_name, f"the base is not a URL: {seen.error}"
    return failure


def _authority_failure(authority: str, scheme: str, special: bool) -> _Failure:
    userinfo, at, rest = authority.rpartition("@")
    host, port = rest, ""
    colon = rest.find(":", rest.find("]") + 1) if rest.startswith("[") else rest.find(":")
    if colon >= 0 and scheme != "file":
        host, port = rest[:colon], rest[colon + 1 :]
    if host == "" and (special or userinfo or at or colon >= 0):
        return "host-missing", "the host is missing"
    why = _host_failure(host, special)
    if why is not None:
        return why
    if _PORT.fullmatch(port) is None:
        return "port-invalid", "the port is not a number"
    if len(port.lstrip("0")) > 5 or (port and int(port) > 65535):
        return "port-out-of-range", "the port is greater than 65535"
    return _UNKNOWN


def _host_failure(host: str, special: bool) -> _Failure | None:
    if host.startswith("["):
        if not host.endswith("]"):
            return "IPv6-unclosed", "the bracket of the IPv6 address is not closed"
        if "%" in host or ipv6_canonical(host) is None:
            return "IPv6-invalid", "what stands in brackets is not an IPv6 address (browsers take no zone)"
        return None
    if not special:
        return _forbidden("host-invalid-code-point", host, FORBIDDEN_HOST)
    decoded = decode(host)
    if _SURROGATE.search(decoded):
        # Browsers put U+FFFD for the bytes, which no domain may hold.
        return "domain-to-ASCII", "the host's triplets are not UTF-8"
    if decoded.isascii():
        why = _forbidden("domain-invalid-code-point", decoded, FORBIDDEN_DOMAIN)
        if why is not None:
            return why
    name = to_ascii(decoded)
    if not name:
        return "domain-to-ASCII", "the host has no ASCII form (IDNA, UTS 46)"
    if looks_numeric(name) and ipv4_number(name) is None:
        return "IPv4-invalid", "the host ends in a number but is not an IPv4 address"
    return None


def _forbidden(name: str, host: str, forbidden: frozenset[str]) -> _Failure | None:
    for char in host:
        if char in forbidden:
            shown = char if char.isprintable() and char != " " else f"U+{ord(char):04X}"
            return name, f"a host may not hold {shown}"
    return None
