"""Oddities of BasicURLNormalizer of crawler-commons, which reads URLs by java.net.URI and java.net.URL."""

import re

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step
from urlinspector.normalize.steps._patterns import none_of, triplet_of
from urlinspector.normalize.steps.peers.java import (
    WEB,
    as_java_has_it,
    authority_of,
    normalized,
    why_not_uri,
    why_not_url,
    without_dots_above,
)
from urlinspector.url.charsets import UNRESERVED
from urlinspector.url.components import Component, Url
from urlinspector.url.percent import decode, encode

_PEER = "crawler-commons"
_SOURCE = "crawler-commons, BasicURLNormalizer"
_HAS_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:/")
_KEPT = {chr(code) for code in range(33, 127)} - set('"<>^`{|}%')
_ESCAPED = re.compile(f"%(?![0-9A-Fa-f]{{2}})|(?!%){none_of(_KEPT)}")
_BRACKET = re.compile(r"[\[\]]")
_WORK = re.compile(rf"/[./]|\./|%(?:[a-f].|.[a-f])|{triplet_of(UNRESERVED)}|\?\Z")


_LONGEST_NAME = 1024  # the codec takes quadratic time
_UNDECODABLE = re.compile("[\udc80-\udcff]+")


def _refused(why: str) -> Refused:
    return Refused(why, _SOURCE)


def _escape(text: str) -> str:
    """Illegal characters as triplets, brackets of an address left alone."""
    text = _ESCAPED.sub(lambda found: encode(found[0]), text)
    authority = Url.parse(text).authority
    start = 0 if authority is None else text.index("//") + 2 + len(authority)
    return text[:start] + _BRACKET.sub(lambda found: encode(found[0]), text[start:])


def _read(text: str, _needed: Needed, _options: object) -> str | Refused:
    if text == "":
        return text
    text = _escape(text.partition("#")[0])
    why = why_not_uri(text) or why_not_url(text)
    if why is not None and _HAS_SCHEME.match(text) is None:
        text = _escape(f"http://{text}")
        why = why_not_uri(text) or why_not_url(text)
    if why is not None:
        return _refused(why)
    scheme, _, rest = text.partition(":")
    if scheme.lower() == "file" and not rest.startswith("/"):
        return _refused("a file URL without a slash")
    changes = _WORK.search(rest, 2) is not None
    return f"{scheme}:{as_java_has_it(scheme, rest, authority_of(text) or '', changes=changes)}"


CRAWLER_COMMONS_READ = Step(
    name="crawler-commons-read",
    title="Read by crawler-commons",
    on=(Component.TEXT,),
    safety=Safety.USUALLY_PRESERVES,
    source=f"{_SOURCE}; java.net.URI, java.net.URL",
    summary=(
        "Encodes illegal characters, adds http:// where Java finds no scheme that it knows, and refuses "
        "what Java still cannot read. A user name with an @ in it makes Java lose the host."
    ),
    example=Example("example.com/a b", "http://example.com/a%20b"),
    apply=_read,
    assumes="that a text without a known scheme begins with a host, and that nobody needs the fragment",
    warning="`http://u@v@example.com/x` becomes `http:/x`: the host is lost.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


def _host(text: str, _needed: Needed, _options: object) -> str | Refused:
    url = Url.parse(text)
    if not url.host or url.scheme not in WEB:
        return text
    host = url.host
    if "%" in host:
        host = _UNDECODABLE.sub("\ufffd", decode(host, plus_is_space=True))
    host = host.lower()
    if not host.isascii():
        if len(host) > _LONGEST_NAME:
            return _refused("the host is too long")
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            return _refused("the host has no ASCII form")
    host = host.removesuffix(".")
    if host == url.host:
        return text
    before = f"{url.scheme}://{'' if url.userinfo is None else url.userinfo + '@'}{host}"
    port = "" if url.port is None else f":{url.port}"
    after = str(Url(path=url.path or "/", query=url.query))
    why = why_not_uri(before + port + after) or why_not_url(before + port + after)
    if why is not None:
        return _refused(why)
    if "/" in host or "?" in host:
        # What follows the delimiter is now read as path, and is written behind the host once more.
        again = Url.parse(before + port + after)
        after = str(Url(path=again.path or "/", query=again.query))
    return before + port + after


CRAWLER_COMMONS_HOST = Step(
    name="crawler-commons-host",
    title="Host as crawler-commons writes it",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source=f"{_SOURCE}; RFC 3490",
    summary=(
        "Decodes all triplets of the host, writes it in lower case and in its ASCII form by IDNA 2003, "
        "and drops one dot at its end. What is no host then is refused, but a delimiter divides the "
        "host."
    ),
    example=Example("http://Ex%61mple.com./", "http://example.com/"),
    apply=_host,
    assumes="that the reader looks names up by IDNA 2003, as no browser does any more",
    warning="`http://ho%2Fst/` becomes `http://ho/st/st/`: another host, another path.",
    idempotent=False,
    loses_data=True,
    peer=_PEER,
)


def _dots(text: str, _needed: Needed, _options: object) -> str:
    if "/.." not in text:
        return text
    url = Url.parse(text)
    if url.scheme not in (*WEB, "file") or not url.path.startswith("/"):
        return text
    above, rest = normalized(url.path)
    if not (above and rest.startswith("..")):
        return text
    before = str(url._replace(path="", query=None))
    return before + without_dots_above(above, rest) + str(Url(query=url.query))


CRAWLER_COMMONS_DOTS = Step(
    name="crawler-commons-dots",
    title="Dots above the root as crawler-commons takes them",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "After segments .. that lead above the root, a segment that only begins with two dots loses "
        "them, and the slash before them too: it then goes on with the host."
    ),
    example=Example("http://example.com/../..a", "http://example.coma"),
    apply=_dots,
    may_change=lambda options: r"/\x2e\x2e",
    assumes="that no name begins with two dots",
    warning="`http://example.com/../..net/` becomes `http://example.comnet/`: another host.",
    idempotent=False,
    loses_data=True,
    peer=_PEER,
)

STEPS: tuple[Step, ...] = (CRAWLER_COMMONS_READ, CRAWLER_COMMONS_HOST, CRAWLER_COMMONS_DOTS)
"""All else of crawler-commons are ordinary steps."""
