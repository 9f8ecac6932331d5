"""Oddities of surt, the Python program that makes the keys of Wayback indexes."""

import re

from urlinspector.normalize.step import Example, Needed, Safety, Step
from urlinspector.url.components import Component, Url

_PEER = "surt"
_SOURCE = "surt.surt"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_WEB_PREFIXES = re.compile(r"(?:https?://)*(https?:)/*", re.IGNORECASE)
_ENDS_HOST = re.compile("[/?#]")
_WHITE_SPACE = "\t\n\x0b\x0c\r "
_DELETED = str.maketrans("", "", "\r\n\t")


def _read(text: str, _needed: Needed, _options: object) -> str:
    text = text.strip(_WHITE_SPACE).translate(_DELETED)
    if text in ("", "-"):
        return "-"
    if _SCHEME.match(text) is None:
        text = f"http://{text}"
    found = _WEB_PREFIXES.match(text)
    if found is None:
        return text
    rest = text[found.end() :]
    if not found[0].endswith("//"):
        # Without both slashes no user name and no port is looked for.
        end = _ENDS_HOST.search(rest)
        host = rest if end is None else rest[: end.start()]
        rest = host.replace("@", "%40").replace(":", "%3A") + rest[len(host) :]
    return f"{found[1]}//{rest}"


SURT_READ = Step(
    name="surt-read",
    title="Read by surt",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes white space around and line ends within, adds http:// where no scheme stands, and "
        "takes the last of several http:// for the beginning. An empty text becomes a hyphen."
    ),
    example=Example("http://https://example.com/", "https://example.com/"),
    apply=_read,
    assumes="that a text without a scheme begins with a host",
    warning="`example.com:8080/a` is taken for a URL of the scheme `example.com`.",
    idempotent=False,
    peer=_PEER,
)


def _write(text: str, _needed: Needed, _options: object) -> str:
    url = Url.parse(text)
    if url.port in ("", "0"):
        url = url._replace(port=None)
    if url.host is None:
        return text if url.path or not url.query else str(url._replace(path="/"))
    if "[" in url.host:
        inside = url.host.partition("[")[2].partition("]")[0]
        return str(url._replace(host=f"[{inside}]", userinfo=None))
    if url.host:
        return str(url)
    path = url.path.lstrip("/")
    return str(Url(url.scheme, path=f"/{path}" if url.path else "", query=url.query))


SURT_WRITE = Step(
    name="surt-write",
    title="Written by surt",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Takes what stands between brackets for the whole host, and drops an empty port and port 0. A "
        "URL with an empty host is written without slashes before the path."
    ),
    example=Example("http://a[b]c/", "http://[b]/"),
    apply=_write,
    assumes="that brackets stand around an address",
    warning="`http://a[b]c/` becomes `http://[b]/`, and `file:///a` becomes `file:/a`.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)

STEPS: tuple[Step, ...] = (SURT_READ, SURT_WRITE)
"""All else of surt is Safe Browsing, Internet Archive, and ordinary steps."""
