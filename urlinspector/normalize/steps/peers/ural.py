"""Oddities of ural, as its recorded answers show them."""

import re
from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.normalize.steps.peers.java import normalized
from urlinspector.normalize.steps.recode import RECODE_PERCENT, RecodePercent, Recoder, chosen
from urlinspector.url.components import Component, Url
from urlinspector.url.percent import decode
from urlinspector.url.resolve import resolve

_PEER = "ural"
_SOURCE = "ural"
_SCHEME = re.compile(r"[A-Za-z0-9]+://", re.ASCII)


@dataclass(frozen=True, slots=True)
class UralScheme:
    """Which scheme."""

    scheme: Literal["http", "https"] = option("https", "The scheme that is added.")


def _scheme(text: str, _needed: Needed, options: UralScheme) -> str:
    if text.startswith("//"):
        return f"{options.scheme}:{text}"
    return text if _SCHEME.match(text) else f"{options.scheme}://{text}"


URAL_SCHEME = Step(
    name="ural-scheme",
    title="Scheme added as ural does it",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Adds a scheme unless the text begins with letters or digits and ://. All other schemes are "
        "taken for hosts."
    ),
    example=Example("example.com/a", "https://example.com/a"),
    apply=_scheme,
    options=UralScheme,
    assumes="that a text without :// after its scheme begins with a host",
    warning="`mailto:a@example.com` becomes `https://mailto:a@example.com`, with mailto as the user.",
    peer=_PEER,
)


def _authority(text: str, _needed: Needed, _options: object) -> str:
    url = Url.parse(text)
    if url.host is None or ":" not in url.host:
        return text
    return str(url._replace(host=url.host.partition(":")[0], port=None))


URAL_AUTHORITY = Step(
    name="ural-authority",
    title="Host up to the first colon",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="ural.lru",
    summary=(
        "Takes the host to end at its first colon, whatever brackets there are. Where more colons "
        "follow there is no port."
    ),
    example=Example("http://[2001:db8::1]:80/", "http://[2001/"),
    apply=_authority,
    assumes="that no host is an IPv6 address",
    warning="`http://[2001:db8::1]/` becomes `http://[2001/`: nothing is left of the address.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


@dataclass(frozen=True, slots=True)
class UralUnquote:
    """Which triplets stay, and where."""

    keep: str = option(" ?#", "Characters whose triplets stay.")
    components: tuple[str, ...] = option(("path",), "Only in these components.")


_PRINTABLE = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) != "%")


def _recoding(options: UralUnquote) -> RecodePercent:
    return RecodePercent(
        keep=_PRINTABLE,
        protect=options.keep,
        stray_percent="keep",
        undecodable="replace",
        non_ascii="plain",
        components=options.components,
    )


def _unquote(value: str, needed: Needed, recoder: Recoder) -> str | Refused | None:
    return RECODE_PERCENT.apply(value, needed, recoder) if "%" in value else value


URAL_UNQUOTE = Step(
    name="ural-unquote",
    title="Readable, as ural writes it",
    on=RECODE_PERCENT.on,
    needs=RECODE_PERCENT.needs,
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Decodes triplets of all that can be printed, but not of spaces and delimiters. Where there is "
        "a percent sign, spaces are encoded too; bytes that are not UTF-8 become U+FFFD."
    ),
    example=Example("http://example.com/%C3%A9%2Fa%20b", "http://example.com/é/a%20b"),
    apply=_unquote,
    may_change=lambda recoder: "%",
    options=UralUnquote,
    on_with=lambda options: chosen(_recoding(options)),
    prepare=lambda options: RECODE_PERCENT.prepare(_recoding(options)),
    assumes="that a reader encodes again what the author had encoded",
    warning="`/a%2541` becomes `/a%41`, and a second run makes `/aA` of it; `/%2F` becomes `//`.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


@dataclass(frozen=True, slots=True)
class UralPath:
    """What happens to the root."""

    root: Literal["before-query", "drop"] = option(
        "before-query", "The root is written before a query or a fragment only; or never."
    )


def _path(path: str, needed: Needed, options: UralPath) -> str:
    host, query, fragment = needed
    if host is None or not path.startswith("/"):
        wants_root = host is not None and path == "" and options.root != "drop" and (query or fragment)
        return "/" if wants_root else path
    _, rest = normalized(path)
    if rest == "" and (options.root == "drop" or not (query or fragment)):
        return ""
    return f"/{rest.removesuffix('/')}"


URAL_PATH = Step(
    name="ural-path",
    title="Path as ural writes it",
    on=(Component.PATH,),
    needs=(Component.HOST, Component.QUERY, Component.FRAGMENT),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Writes one slash for several, resolves dot segments, and removes the slash at the end. The "
        "root is written before a query or a fragment only."
    ),
    example=Example("http://example.com/a//b/../c/", "http://example.com/a/c"),
    apply=_path,
    options=UralPath,
    assumes="that empty segments in the path and a slash at its end mean nothing to the server",
    peer=_PEER,
)


def _netloc(text: str, _needed: Needed, _options: object) -> str | Refused:
    url = Url.parse(text)
    if url.host is None:
        return text
    host = url.host
    if "[" in host:
        host = host.partition("[")[2].partition("]")[0].lower()
    if host == "" and url.userinfo:
        return Refused("there is a user, but no host", _SOURCE)
    port = url.port if url.port and url.port.strip("0") and url.port not in ("80", "443") else None
    port = port if host else None
    return str(url._replace(userinfo=url.userinfo or None, host=host, port=port))


URAL_NETLOC = Step(
    name="ural-netloc",
    title="Authority as ural writes it",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Drops the ports 0, 80 and 443 whatever the scheme is, and an empty user. The brackets of an "
        "IPv6 address are lost."
    ),
    example=Example("http://[2001:db8::1]/", "http://2001:db8::1/"),
    apply=_netloc,
    assumes="that no host is an IPv6 address",
    warning="`http://[2001:db8::1]/` becomes `http://2001:db8::1/`, with a host 2001:db8: and a port 1.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


def _subdomains(host: str, _needed: Needed, _options: object) -> str:
    return _IRRELEVANT.sub("", host).removeprefix("amp-")


_IRRELEVANT = re.compile(r"\b(?:www[0-9]?|mobile|amp|m)\.", re.IGNORECASE)

URAL_SUBDOMAINS = Step(
    name="ural-subdomains",
    title="No www, mobile, m, amp anywhere",
    on=(Component.HOST,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes www., www0. to www9., mobile., m. and amp. wherever they begin behind a dot or a "
        "hyphen, and amp- at the beginning. Whatever is left is the host."
    ),
    example=Example("http://www.m.example.com/", "http://example.com/"),
    apply=_subdomains,
    assumes="that these labels never belong to the name of a site",
    warning="`t-mobile.com` becomes `t-com`.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


def _ampersands(query: str, _needed: Needed, _options: object) -> str:
    return query.replace("&amp;", "&")


URAL_AMPERSANDS = Step(
    name="ural-ampersands",
    title="& for &amp; in the query",
    on=(Component.QUERY,),
    safety=Safety.USUALLY_PRESERVES,
    source=_SOURCE,
    summary="Writes & for the HTML reference &amp; in the query, not in the path. It is done once.",
    example=Example("http://example.com/?a=1&amp;b=2", "http://example.com/?a=1&b=2"),
    apply=_ampersands,
    may_change=lambda options: "&amp;",
    assumes="that the URL was copied from the source of a page",
    idempotent=False,
    peer=_PEER,
)


_AMP = re.compile(r"/amp/?\Z|\.amp(?=(?:\.html)?\Z)")


def _amp(path: str, _needed: Needed, _options: object) -> str:
    return _AMP.sub("", path)


URAL_AMP = Step(
    name="ural-amp",
    title="No AMP edition",
    on=(Component.PATH,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes /amp and .amp from the end of the path, where they mark the AMP edition of a page. A "
        "final .html stays."
    ),
    example=Example("http://example.com/a/amp/", "http://example.com/a"),
    apply=_amp,
    may_change=lambda options: "[/.]amp",
    assumes="that the AMP edition is the same page",
    idempotent=False,
    peer=_PEER,
)


_TARGETS = frozenset(
    {"url", "u", "l", "next", "target", "goto", "link", "orig", "redir", "redirect", "redirect_to"}
    | {"redirect_uri", "redirect_url", "redirection", "redirecturl", "redirecturi"}
)
_MOST_REDIRECTIONS = 10


def _redirection(text: str, _needed: Needed, _options: object) -> str:
    for _ in range(_MOST_REDIRECTIONS):
        if "=" not in text:
            break
        target = _target(text)
        if target is None:
            break
        text = target
    return text


def _target(text: str) -> str | None:
    """The URL in a parameter that looks as if it led there; None where there is none."""
    url = Url.parse(text)
    for field in (url.query or "").replace("&amp;", "&").split("&"):
        name, _, value = field.partition("=")
        is_search = name.lower() == "q" and url.path.endswith(("/url", "/redirect"))
        if name.lower() not in _TARGETS and not is_search:
            continue
        value = decode(value)
        if value.lower().startswith(("http://", "https://")):
            return value
        if value.startswith("/") and url.host:
            return str(resolve(url, Url.parse(value)))
    return None


URAL_REDIRECTION = Step(
    name="ural-redirection",
    title="What a parameter redirects to",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Takes a URL in a parameter such as url, next, target or redirect for the one that is meant; an "
        "absolute path too. It is done again with what comes out."
    ),
    example=Example("http://example.com/login?next=%2Fhome", "http://example.com/home"),
    apply=_redirection,
    assumes="that parameters of these names hold where a visitor is led at last",
    warning="`/share?url=https%3A%2F%2Fexample.org%2F` becomes `https://example.org/`: another page.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


def _host_needed(text: str, _needed: Needed, _options: object) -> str | Refused:
    url = Url.parse(text)
    if not url.host:
        return Refused("there is no host", _SOURCE)
    return str(url._replace(query=url.query or None, fragment=url.fragment or None))


URAL_HOST_NEEDED = Step(
    name="ural-host-needed",
    title="No URL without a host",
    on=(Component.WHOLE,),
    safety=Safety.USUALLY_PRESERVES,
    source=_SOURCE,
    summary="Refuses a URL without a host. An empty query and an empty fragment are dropped.",
    example=Example("http://example.com/a?#", "http://example.com/a"),
    apply=_host_needed,
    assumes="that an empty query or fragment means the same as none",
    peer=_PEER,
)

STEPS: tuple[Step, ...] = (
    URAL_REDIRECTION,
    URAL_SCHEME,
    URAL_UNQUOTE,
    URAL_SUBDOMAINS,
    URAL_AMP,
    URAL_PATH,
    URAL_AMPERSANDS,
    URAL_NETLOC,
    URAL_HOST_NEEDED,
    URAL_AUTHORITY,
)
"""All else are ordinary steps, and the dialect of LRU."""
