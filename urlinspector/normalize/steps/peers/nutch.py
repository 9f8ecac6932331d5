"""Oddities of Apache Nutch: urlnormalizer-basic, on top of java.net.URL, and urlnormalizer-regex."""

import re

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step
from urlinspector.normalize.steps._patterns import triplet_of
from urlinspector.normalize.steps.peers.java import (
    WEB,
    as_java_has_it,
    authority_of,
    port_number,
    why_not_host,
    why_not_url,
)
from urlinspector.url.charsets import UNRESERVED
from urlinspector.url.components import Component, Url
from urlinspector.url.percent import STRAY_PERCENT, decode

_PEER = "Nutch"
_SOURCE = "Apache Nutch, urlnormalizer-basic"
_URL_PREFIX = re.compile("url:", re.IGNORECASE)
_WORK = re.compile(
    rf"/[./]|\./|%(?:[a-f].|.[a-f])|{triplet_of(UNRESERVED)}|#|[^!$&'()*+,\-./0-9:;=?@A-Z\\_a-z~%]"
)


def _read(text: str, _needed: Needed, _options: object) -> str | Refused:
    if text == "":
        return text
    text = _URL_PREFIX.sub("", text, count=1) if _URL_PREFIX.match(text) else text
    why = why_not_url(text)
    if why is not None:
        return Refused(why, f"{_SOURCE}; java.net.URL")
    scheme, _, rest = text.partition(":")
    authority = authority_of(text) or ""
    changes = _WORK.search(rest, 2) is not None
    text = f"{scheme}:{as_java_has_it(scheme, rest, authority, changes=changes)}"
    url = Url.parse(text)
    if url.port:
        number = port_number(url.port)
        url = url._replace(port=None if number in (None, -1) else str(number))
    if scheme.lower() == "file" and not url.path.startswith("/"):
        url = url._replace(path=f"/{url.path}")
    return str(url)


NUTCH_READ = Step(
    name="nutch-read",
    title="Read by Nutch",
    on=(Component.TEXT,),
    safety=Safety.USUALLY_PRESERVES,
    source=f"{_SOURCE}; java.net.URL",
    summary=(
        "Refuses what Java does not take for a URL: no protocol, an unknown one, a bad port or host. A "
        "user name with an @ in it makes Java lose the host."
    ),
    example=Example("http://example.com:0080/", "http://example.com:80/"),
    apply=_read,
    assumes="that nobody needs URLs that Java cannot read",
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
        if STRAY_PERCENT.search(host):
            return Refused("a % in the host starts no triplet", _SOURCE)
        host = _UNDECODABLE.sub("\ufffd", decode(host, plus_is_space=True))
    host = host.lower()
    why = why_not_host(host)
    if why is not None:
        return Refused(why, _SOURCE)
    if ":" in host and not host.startswith("["):
        host = f"[{host}]"
    port = "" if url.port is None else f":{url.port}"
    before = "" if url.userinfo is None else f"{url.userinfo}@"
    after = str(Url(path=url.path, query=url.query, fragment=url.fragment))
    return f"{url.scheme}://{before}{host}{port}{after}"


_UNDECODABLE = re.compile("[\udc80-\udcff]+")

NUTCH_HOST = Step(
    name="nutch-host",
    title="Host as Nutch writes it",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Decodes all triplets of the host and writes it in lower case, letters beyond ASCII as they "
        "are. Bytes that are not UTF-8 become U+FFFD, and a slash or a control is refused."
    ),
    example=Example("http://Ex%61mple.com/", "http://example.com/"),
    apply=_host,
    assumes="that the reader decodes the host",
    warning="`http://ho%3Fst/` becomes `http://ho?st/`, and bytes that are not UTF-8 are lost.",
    idempotent=False,
    loses_data=True,
    peer=_PEER,
)


_FLAGS = re.IGNORECASE | re.ASCII | re.DOTALL
_RULES = (
    (re.compile(r";?\b_?(?:l|j|bv_)?(?:phpsessid|sessionid|sid)=.*?([?&#]|\Z)", _FLAGS), r"\1"),
    (re.compile(r"#.*?([?&]|\Z)", re.DOTALL), r"\1"),
    (re.compile(r"\?&"), "?"),
    (re.compile("&&+"), "&"),
    (re.compile(r"[?&.]\Z"), ""),
    (re.compile("^file://+"), "file:/"),
    (re.compile("(?<!:)//+"), "/"),
)
"""The rules of the file that Nutch comes with, in their order."""


def _regex(text: str, _needed: Needed, _options: object) -> str:
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


NUTCH_REGEX = Step(
    name="nutch-regex",
    title="Nutch's rules for whole URLs",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="Apache Nutch, urlnormalizer-regex, its own rule file",
    summary=(
        "Removes sessions (sid, sessionid, phpsessid, with some letters before them) and the fragment, "
        "an & after ? or &, one ? & or full stop at the end, and repeated slashes. The rules know no "
        "components: what follows a ? or & within the fragment is moved into the URL."
    ),
    example=Example("http://example.com/a?sid=123&x=1", "http://example.com/a?x=1"),
    apply=_regex,
    assumes="that sessions, fragments, final dots and empty fields mean nothing to the server",
    warning="`/a.` becomes `/a`, and `/a#b?c=d` becomes `/a?c=d`.",
    idempotent=False,
    loses_data=True,
    peer=_PEER,
)

STEPS: tuple[Step, ...] = (NUTCH_READ, NUTCH_HOST, NUTCH_REGEX)
"""All else of Nutch are ordinary steps."""
