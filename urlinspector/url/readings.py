"""The same text as three parsers read it: RFC 3986, browsers, Python's urllib; and where they disagree.

A disagreement about the host or the path is how one program checks a URL and another fetches something else.
"""

import re
from enum import Enum
from typing import NamedTuple
from urllib.parse import urlsplit

from urlinspector.url.browser import browser_reading
from urlinspector.url.components import Url, why_not_a_url
from urlinspector.url.host import HostKind, ipv4_number, ipv4_text, ipv6_canonical, parse_host, to_ascii
from urlinspector.url.percent import decode
from urlinspector.url.resolve import remove_dot_segments


class Parser(Enum):
    """Who reads."""

    RFC_3986 = "RFC 3986"
    WHATWG = "WHATWG"
    PYTHON_URLLIB = "Python urllib"


class Reading(NamedTuple):
    """One parser's answer; a component that it does not see is None. With an `error` it refuses the text.

    RFC 3986's parser splits what it refuses, too: then there are both.
    """

    parser: Parser
    scheme: str | None = None
    host: str | None = None
    port: str | None = None
    path: str | None = None
    error: str | None = None


class Readings(NamedTuple):
    """All answers, one row a parser, and in what those that do not refuse differ in substance.

    Hosts are compared in ASCII, addresses in one form; paths without dot segments and decoded.
    """

    rows: tuple[Reading, ...]
    host_differs: bool
    path_differs: bool

    @property
    def host_hides(self) -> bool:
        """Whether the host is one for all, but a browser reads an IPv4 address in it that the text does not
        show.
        """
        rfc, browser = self.rows[0], self.rows[1]
        if browser.error is not None or self.host_differs or not rfc.host:
            return False
        return parse_host(rfc.host).kind is HostKind.IPV4_LEGACY

    @property
    def path_hides(self) -> bool:
        """Whether the path is one for all, but a browser finds dot segments that the text shows as
        triplets.
        """
        rfc, browser = self.rows[0], self.rows[1]
        if browser.error is not None or self.path_differs or browser.path == rfc.path:
            return False
        return _ENCODED_DOTS.search(rfc.path or "") is not None

    @property
    def warning(self) -> str | None:
        """A sentence when parsers disagree about what would be fetched, else None."""
        differing = [
            word for word, differs in (("host", self.host_differs), ("path", self.path_differs)) if differs
        ]
        return f"parsers disagree about the {' and the '.join(differing)}" if differing else None


def readings(text: str) -> Readings:
    """What each parser makes of `text`. Never raises."""
    rows = (rfc_reading(text), whatwg_reading(text), python_reading(text))
    accepted = [row for row in rows if row.error is None]
    return Readings(
        rows,
        len({_host_key(row.host) for row in accepted}) > 1,
        len({_path_key(row.path) for row in accepted}) > 1,
    )


def rfc_reading(text: str) -> Reading:
    """Our own parser (RFC 3986 appendix B): components as they stand, or why the text is no URL."""
    url = Url.parse(text)
    why = why_not_a_url(url)
    return Reading(Parser.RFC_3986, url.scheme, url.host, url.port, url.path, None if why is None else why[0])


def whatwg_reading(text: str) -> Reading:
    """A browser, through ada (WHATWG URL §4.4): components as it writes them, or that it refuses the text."""
    seen = browser_reading(text)
    if seen.url is None:
        return Reading(Parser.WHATWG, error=seen.error)
    return Reading(Parser.WHATWG, seen.url.scheme, seen.url.host, seen.url.port, seen.url.path)


def python_reading(text: str) -> Reading:
    """`urllib.parse.urlsplit` of the running Python; it puts hosts in lower case and drops brackets."""
    try:
        split = urlsplit(text)
        port = split.port
    except ValueError as error:
        return Reading(Parser.PYTHON_URLLIB, error=str(error))
    return Reading(
        Parser.PYTHON_URLLIB,
        split.scheme or None,
        split.hostname,
        None if port is None else str(port),
        split.path,
    )


def _host_key(host: str | None) -> str:
    if not host:
        return ""
    bracketed = host if host[0] == "[" else f"[{host}]"
    literal = ipv6_canonical(bracketed)
    if literal is not None:
        return literal
    name = to_ascii(decode(host)) or host.lower()
    number = ipv4_number(name)
    return name if number is None else ipv4_text(number)


_ENCODED_DOTS = re.compile(r"(?:^|[/\\])(?:\.?%2[Ee]|%2[Ee]\.|%2[Ee]%2[Ee])(?=[/\\]|$)")
_ENCODED_DOT = re.compile("%2[Ee]")


def _path_key(path: str | None) -> str:
    decoded = decode(remove_dot_segments(_ENCODED_DOT.sub(".", path or "")))
    return decoded or "/"
