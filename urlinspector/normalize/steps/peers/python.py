"""How Python's urllib.parse takes a URL apart and puts it together (3.11.7), as programs on top of it do.

Described by its documentation and by what these programs answer.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.url.components import Component, Url

PEER = "Python's urllib.parse"
_RULE = "urllib.parse.urlsplit"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_AUTHORITY = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//([^/?#]*)")
_BEFORE_COLON = re.compile("[^:/?#]+:")
_FUTURE = re.compile(r"v[A-Fa-f0-9]+\..+", re.DOTALL)
_ENDS_AUTHORITY = frozenset("/?#@:")
_NO_DELIMITERS = str.maketrans("", "", "@:#?")


@dataclass(frozen=True, slots=True)
class PythonUrlsplit:
    """How closely brackets and ports are looked at."""

    brackets: Literal["paired", "around-host"] = option(
        "paired", "Brackets anywhere in the authority hold an address; or nothing but a port is beside them."
    )
    port: Literal["any", "number"] = option(
        "any", "What follows the first colon of the host: anything, or a number up to 65535."
    )


def _urlsplit(text: str, _needed: Needed, options: PythonUrlsplit) -> str | Refused:
    found = _AUTHORITY.match(text)
    if found is not None:
        why = _why_not(found[1], options)
        if why is not None:
            return Refused(why, _RULE)
        return text
    if _BEFORE_COLON.match(text) is not None and _SCHEME.match(text) is None:
        return f"./{text}"  # RFC 3986 §4.2: so that what follows is read as a path
    return text


def _why_not(authority: str, options: PythonUrlsplit) -> str | None:
    """Why an authority is refused; None where it is not."""
    opened, closed = "[" in authority, "]" in authority
    if opened != closed:
        return "a bracket in the authority has no partner"
    host = authority.rpartition("@")[2]
    if opened:
        before, _, inside = authority.partition("[")
        if options.brackets == "around-host":
            before, _, inside = host.partition("[")
            after = inside.partition("]")[2]
            if "[" in host and (before or (after and not after.startswith(":"))):
                return "something stands beside the brackets"
            inside = inside if "[" in host else host.partition(":")[0]
        if not _is_address(inside.partition("]")[0]):
            return "what stands in brackets is no IPv6 address"
    if not authority.isascii() and _changes_meaning(authority, options):
        return "a letter of the host stands for a delimiter (NFKC)"
    return _why_not_port(host, opened) if options.port == "number" else None


def _is_address(text: str) -> bool:
    if text[:1] in ("v", "V"):
        return _FUTURE.fullmatch(text) is not None
    import ipaddress  # by time: hardly a URL has brackets

    try:
        return ipaddress.ip_address(text).version == 6
    except ValueError:
        return False


def _changes_meaning(authority: str, options: PythonUrlsplit) -> bool:
    plain = authority.translate(_NO_DELIMITERS)
    normal = unicodedata.normalize("NFKC", plain)
    ends = _ENDS_AUTHORITY | {"\\"} if options.brackets == "around-host" else _ENDS_AUTHORITY
    return plain != normal and not ends.isdisjoint(normal)


def _why_not_port(host: str, in_brackets: bool) -> str | None:
    port = host.partition("]")[2].partition(":")[2] if in_brackets else host.partition(":")[2]
    if port == "":
        return None
    if not (port.isascii() and port.isdigit()):
        return "the port is not a number"
    return "the port is out of range" if len(port.lstrip("0")) > 5 or int(port) > 65535 else None


PYTHON_URLSPLIT = Step(
    name="python-urlsplit",
    title="Read by Python",
    on=(Component.TEXT,),
    safety=Safety.USUALLY_PRESERVES,
    source="Python 3.11, urllib.parse.urlsplit",
    summary=(
        "Refuses what Python refuses: brackets without an address in them, and letters that stand for "
        "delimiters. What begins with a colon but no scheme is a path to it and gets ./ before it."
    ),
    example=Example("1a:b", "./1a:b"),
    apply=_urlsplit,
    may_change=lambda options: None,
    options=PythonUrlsplit,
    assumes="that the reader takes URLs apart as Python does",
    peer=PEER,
)


_USES_NETLOC = frozenset(
    (
        *("ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp"),
        *("snews", "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git"),
        *("git+ssh", "ws", "wss"),
    )
)
"""The schemes to which Python always writes //."""


@dataclass(frozen=True, slots=True)
class PythonUrlunsplit:
    """Where // is written before an empty authority."""

    slashes: Literal["known-schemes", "before-slash"] = option(
        "known-schemes", "For all URLs of the schemes it knows; or, as w3lib 2.5, only where a / follows."
    )


def _urlunsplit(text: str, _needed: Needed, options: PythonUrlunsplit) -> str:
    if text.startswith("./") and _BEFORE_COLON.match(text, 2) and _SCHEME.match(text, 2) is None:
        text, path_only = text[2:], True
    else:
        path_only = False
    url = Url.parse(f"/{text}" if path_only else text)
    # To Python a query or a fragment that is empty is none.
    url = url._replace(query=url.query or None, fragment=url.fragment or None)
    if path_only:
        return str(url)[1:]
    if options.slashes == "before-slash" and url.host is None and url.path.startswith("/.//"):
        url = url._replace(path=url.path[2:])  # the dot only kept the path from being read as a host
    if url.authority:
        return str(url._replace(path=url.path if url.path[:1] in ("", "/") else f"/{url.path}"))
    tail = str(Url(path="", query=url.query, fragment=url.fragment))
    scheme = "" if url.scheme is None else f"{url.scheme}:"
    return scheme + ("//" if _gets_slashes(url, options) else "") + _rooted(url, options) + tail


def _gets_slashes(url: Url, options: PythonUrlunsplit) -> bool:
    known = url.scheme in _USES_NETLOC
    if options.slashes == "known-schemes":
        return known and not url.path.startswith("//")
    return url.path.startswith("//") or (known and url.path[:1] in ("", "/"))


def _rooted(url: Url, options: PythonUrlunsplit) -> str:
    if not _gets_slashes(url, options) or url.path[:1] in ("", "/"):
        return url.path
    return f"/{url.path}"


PYTHON_URLUNSPLIT = Step(
    name="python-urlunsplit",
    title="Written by Python",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="Python 3.11, urllib.parse.urlunsplit",
    summary=(
        "Writes the URL as Python puts it together: without an empty query or fragment, and with // before "
        "an empty host where the scheme is one that Python knows, without it elsewhere."
    ),
    example=Example("http:/example.com/a?", "http:///example.com/a"),
    apply=_urlunsplit,
    options=PythonUrlunsplit,
    assumes="that nobody tells an empty query, fragment or host from an absent one",
    warning="`file:a` becomes `file:///a`, and `http:////a` becomes `http://a`: another host, another path.",
    idempotent=False,
    loses_data=True,
    peer=PEER,
)

STEPS: tuple[Step, ...] = (PYTHON_URLSPLIT, PYTHON_URLUNSPLIT)
"""One on the text, one on the whole URL."""
