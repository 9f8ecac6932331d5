"""Oddities of webarchive-commons, the Java library with which Wayback indexes are made and looked up."""

import re
from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.normalize.steps.peers.java import port_number
from urlinspector.url.components import Component

_PEER = "webarchive-commons"
_SOURCE = "webarchive-commons, URLParser"
_TRIMMED = "".join(map(chr, range(0x21)))
_DELETED = dict.fromkeys(map(ord, "\n\r\t\u2028\u2029\u0085"))
_KNOWN = re.compile("(?:https?|ftp|mms|rtsp|wais)://", re.IGNORECASE | re.ASCII)
_TOO_MANY_SLASHES = re.compile("(https?://)/+")
_AUTHORITY = re.compile(r"([A-Za-z]+://)(?:([^@/?#]*)@)?(\[[^\]/?#]*\]|[^:/?#]*)(?::([^/?#]*))?(?=[/?#]|\Z)")


@dataclass(frozen=True, slots=True)
class WebarchiveRead:
    """What an empty text becomes."""

    empty: Literal["refuse", "hyphen"] = option("refuse", "An empty text: refuse it, or write a hyphen.")


def _refused(why: str) -> Refused:
    return Refused(why, _SOURCE)


def _read(text: str, _needed: Needed, options: WebarchiveRead) -> str | Refused:
    if options.empty == "hyphen" and text in ("", "-"):
        return "-"
    text = text.strip(_TRIMMED).translate(_DELETED)
    if _KNOWN.match(text) is None:
        text = f"http://{text}"
    text = _TOO_MANY_SLASHES.sub(r"\1", text, count=1) if _TOO_MANY_SLASHES.match(text) else text
    found = _AUTHORITY.match(text)
    if found is None:
        return _refused("something stands behind the brackets")
    scheme, userinfo, host, port = found.groups()
    if port:
        number = port_number(port)
        if number is None:
            return _refused("the port is not a number")
        port = "" if number == -1 else str(number)
    rest = text[found.end() :]
    if host == "" and userinfo is None and not rest.startswith("/"):
        return _refused("there is no host")
    before = "" if userinfo is None else f"{userinfo}@"
    return scheme + before + host.replace("@", "%40") + (f":{port}" if port else "") + rest


WEBARCHIVE_READ = Step(
    name="webarchive-read",
    title="Read by webarchive-commons",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes white space around and line ends within, and adds http:// unless the text begins with "
        "one of six schemes. The first @ ends the user name, and the first colon after it begins the "
        "port."
    ),
    example=Example("example.com:080/a", "http://example.com:80/a"),
    apply=_read,
    options=WebarchiveRead,
    assumes="that a text without a known scheme begins with a host",
    warning="`mailto:a@example.com` becomes `http://mailto:a@example.com`, and then the page of example.com.",
    idempotent=False,
    peer=_PEER,
)


STEPS: tuple[Step, ...] = (WEBARCHIVE_READ,)
"""All else of webarchive-commons is Safe Browsing, Internet Archive, and ordinary steps."""
