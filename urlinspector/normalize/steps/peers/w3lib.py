"""Oddities of w3lib's canonicalize_url, by which Scrapy knows its requests."""

import re
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps.recode import RecodePercent, Recoder, compiled, recode
from urlinspector.url.charsets import RESERVED, UNRESERVED
from urlinspector.url.components import Component, Url
from urlinspector.url.percent import encode

_HAVE_PARAMETERS = frozenset(
    (
        *("", "ftp", "hdl", "prospero", "http", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms"),
        *("sftp", "tel"),
    )
)
"""The schemes in whose paths Python's urlparse looks for parameters."""
_KEPT = "".join(sorted(RESERVED - {"#"} | {"|"}))


@dataclass(frozen=True, slots=True)
class W3libPath:
    """What the releases do differently."""

    protect: str = option("%/;?", "Characters whose triplets stay triplets.")
    parameters: Literal["strict", "loose"] = option(
        "strict", "Whether [ ] and | are encoded in the parameters of the last segment."
    )


class _Path(NamedTuple):
    recoder: Recoder
    encoded: re.Pattern[str]


def _prepare(options: W3libPath) -> _Path:
    if not set("/?") <= set(options.protect):
        raise ValueError("triplets of / and ? would change the URL's structure: protect them")
    kept = UNRESERVED | RESERVED | {"%", "|"}
    kept -= set("#[]|") if options.parameters == "strict" else set()
    encoded = re.compile(f"[^{re.escape(''.join(sorted(kept)))}]+")
    return _Path(compiled(RecodePercent(keep=_KEPT, protect=options.protect, stray_percent="keep")), encoded)


def _path(path: str, needed: Needed, options: _Path) -> str:
    scheme, host = needed
    parameters = -1
    if lower(scheme or "") in _HAVE_PARAMETERS:
        parameters = path.find(";", path.rfind("/") + 1)
    if parameters < 0:
        parameters = len(path)
    # RFC 3986 §4.2: a colon in the first segment of a relative reference would end a scheme.
    head = recode(path[:parameters], options.recoder, keep_colons=scheme is None and host is None)
    rest = options.encoded.sub(lambda found: encode(found[0]), path[parameters:])
    return (head or "/") + ("" if rest == ";" else rest)


W3LIB_PATH = Step(
    name="w3lib-path",
    title="Path as w3lib writes it",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.HOST),
    safety=Safety.CHANGES,
    source="w3lib.url.canonicalize_url",
    summary=(
        "Decodes the path and encodes it again, but not the parameters after the first ; of its last "
        "segment. Stray percent signs stay, and an empty path becomes / even where there is no host."
    ),
    example=Example("http://example.com/%7Ea;p=%7E", "http://example.com/~a;p=%7E"),
    apply=_path,
    options=W3libPath,
    prepare=_prepare,
    assumes="that the server decodes the path once, and takes both spellings for the same",
    warning="`/a%%34%31` becomes `/a%41`, which is another path to every reader.",
    idempotent=False,
    loses_data=True,
    peer="w3lib",
)

_ENDS_HOST = frozenset("/?#@:[]")


def _host(host: str, _needed: Needed, _options: object) -> str:
    if host.startswith("["):
        inside = host[1:-1]
        is_future = host.endswith("]") and inside[:1] in ("v", "V") and _ENDS_HOST.isdisjoint(inside)
        return inside if is_future else host
    if host.isascii() or len(host) > _LONGEST_NAME:
        return host
    try:
        name = unicodedata.normalize("NFKC", host).encode("idna").decode()
    except UnicodeError:
        return host
    return name if _ENDS_HOST.isdisjoint(name) else host


_LONGEST_NAME = 1024  # the codec takes quadratic time

W3LIB_HOST = Step(
    name="w3lib-host",
    title="Host as w3lib writes it",
    on=(Component.HOST,),
    safety=Safety.CHANGES,
    source="w3lib.url.canonicalize_url; RFC 3490",
    summary=(
        "Writes a name in its ASCII form by IDNA 2003, whatever the scheme is and whatever characters come "
        "out. The brackets of an address of a future IP version are lost."
    ),
    example=Example("http://straße.de/", "http://strasse.de/"),
    apply=_host,
    may_change=lambda options: r"^\x5b[vV]|[^\x00-\x7f]",
    assumes="that the reader looks names up by IDNA 2003, as no browser does any more",
    warning="`straße.de` becomes `strasse.de`, another name; `http://％４１.com/` becomes `http://%41.com/`.",
    loses_data=True,
    peer="w3lib",
)


def _netloc(text: str, _needed: Needed, _options: object) -> str:
    url = Url.parse(text)
    netloc = url.authority
    if not netloc:
        return text
    if not netloc.isascii() and len(netloc) <= _LONGEST_NAME:
        with suppress(UnicodeError):
            netloc = netloc.encode("idna").decode()
    userinfo, at, host = netloc.rpartition("@")
    before = "" if url.scheme is None else f"{url.scheme}:"
    after = str(Url(path=url.path, query=url.query, fragment=url.fragment))
    return f"{before}//{userinfo}{at}{host.lower().rstrip(':')}{after}"


W3LIB_NETLOC = Step(
    name="w3lib-netloc",
    title="Authority as w3lib 2.4 writes it",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="w3lib.url.canonicalize_url, 2.4.1; RFC 3490",
    summary=(
        "Writes the host in lower case and in its ASCII form by IDNA 2003, but takes user, host and port for "
        "one name: letters beyond ASCII in the user name spoil the host. Colons at the end go."
    ),
    example=Example("http://Straße.de:/", "http://strasse.de/"),
    apply=_netloc,
    assumes="that the reader looks names up by IDNA 2003, as no browser does any more",
    warning="`http://é@example.com/` becomes `http://xn--@example-90a.com/`, which is another host.",
    loses_data=True,
    idempotent=False,
    peer="w3lib",
)

STEPS: tuple[Step, ...] = (W3LIB_HOST, W3LIB_PATH, W3LIB_NETLOC)
"""On the host, the path, and (older releases) the authority; all else of w3lib are ordinary steps."""
