"""Oddities of Heritrix, the Internet Archive's crawler: the fix-up of URLs, and its default rules."""

import re
from functools import cache
from typing import Any

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step
from urlinspector.normalize.steps.percent import ENCODE_ILLEGAL
from urlinspector.url.components import Component

_PEER = "Heritrix"
_SOURCE = "webarchive-commons, UsableURIFactory"
_LONGEST = 2083
_SPACE_AND_CONTROLS = "".join(map(chr, range(0x21)))
_TAB_NEWLINE = str.maketrans("", "", "\t\n\r")
# Java's Character.isWhitespace; the no-break space is a space by then.
_WHITE_SPACE = {
    code: f"%{code:02x}"
    for code in (
        *(0x0B, 0x0C, *range(0x1C, 0x21), 0x1680, *range(0x2000, 0x2007), *range(0x2008, 0x200B)),
        *(0x2028, 0x2029, 0x205F, 0x3000),
    )
}
_PARTS = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+\-.]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#.*)?", re.DOTALL
)
_AUTHORITY = re.compile(r"([^@]*@)?([^:]*)(?::(.*))?", re.DOTALL)
_TOO_MANY_SLASHES = re.compile("(https?://)/+")
_DOTS_ABOVE = re.compile(r"(?:/\.\./)+")
_TRAILING_SPACES = re.compile("(?:%20)+\\Z")
_ACCEPTABLE = re.compile(r"[A-Za-z0-9_\-]+(?:\.[A-Za-z0-9_\-]+)*\.?")
_LDH = re.compile("[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*")
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_WEB_PORTS = {"http": "80", "https": "443"}


def _refused(why: str) -> Refused:
    return Refused(why, _SOURCE)


def _read(text: str, _needed: Needed, _options: object) -> str | Refused:
    if text == "" or len(text) > _LONGEST:
        return _refused(f"a URL has at least one character, and {_LONGEST} at most")
    text = text.replace("\xa0", " ").strip(_SPACE_AND_CONTROLS)
    before, mark, after = text.partition("?")
    text = (before.replace("\\", "/") + mark + after).translate(_TAB_NEWLINE)
    text = _TOO_MANY_SLASHES.sub(r"\1", text, count=1) if _TOO_MANY_SLASHES.match(text) else text
    text = text.translate(_WHITE_SPACE)
    found = _PARTS.fullmatch(text)
    assert found is not None  # every part of the pattern is optional and together they match anything
    scheme, authority, path, query = found.groups()
    if scheme is None:
        return _refused("there is no scheme, and nothing to resolve the reference against")
    scheme = scheme.lower()
    if scheme in _WEB_PORTS and (authority is None or not (authority or path or query is not None)):
        return _refused("a web URL has // and a host")
    if authority:
        fixed = _authority(authority, scheme)
        if isinstance(fixed, Refused):
            return fixed
        authority = f"//{fixed}"
    if authority is not None or path.startswith("/"):
        path = _DOTS_ABOVE.sub("/", path, count=1) if _DOTS_ABOVE.match(path) else path
        path = path or "/"
    if not authority and path.startswith("//"):
        path = f"/.{path}"  # RFC 3986 §3.3: so that it is read as a path
    return f"{scheme}:{authority or ''}{path}{'?' + query if query else ''}"


def _authority(authority: str, scheme: str) -> str | Refused:
    """User, host and port as the fix-up leaves them. The first @ ends the user, the next colon the host."""
    found = _AUTHORITY.fullmatch(_TRAILING_SPACES.sub("", authority))
    assert found is not None
    userinfo, host, port = found[1] or "", found[2], found[3]
    name = _name(host)
    if name is None:
        return _refused("the host is no name that IDNA 2003 allows")
    if port:
        if not (port.isascii() and port.isdigit()):
            return _refused("the port is not a number")
        if scheme in _WEB_PORTS:
            port = port.lstrip("0")
            if not port or len(port) > 5 or int(port) > 65535:
                return _refused("the port is out of range")
            port = "" if port == _WEB_PORTS[scheme] else port
    if not port:
        name = name.removesuffix(".")
    name = name if userinfo else name.removeprefix(".")
    if name == "" or ".." in name or name.endswith("."):
        return _refused("a label of the host is empty")
    return f"{_encoded(userinfo) if userinfo else ''}{name}{':' + port if port else ''}"


def _name(host: str) -> str | None:
    """The ASCII form of a name by IDNA 2003 with the rules for host names, in lower case; None for none."""
    labels = _DOTS.split(host)
    try:
        ascii_labels = [_label(label) for label in labels]
    except UnicodeError:
        ascii_labels = []
    if ascii_labels:
        return ".".join(ascii_labels).lower()
    return host.lower() if _ACCEPTABLE.fullmatch(host) else None


def _label(label: str) -> str:
    """Raises UnicodeError for a label that has no ASCII form, or is none of a host."""
    if label == "":
        return label
    answer = label if label.isascii() else _prepared(label)
    if _LDH.fullmatch(answer) is None or len(answer) > 63:
        raise UnicodeError("no label of a host")
    return answer


def _prepared(label: str) -> str:
    """By IDNA 2003 for storing names: without characters that Unicode 3.2 did not have."""
    from encodings.idna import ToASCII, nameprep  # by time: few names are asked about
    from stringprep import in_table_a1

    if any(map(in_table_a1, nameprep(label))):
        raise UnicodeError("unassigned")
    return ToASCII(label).decode()


@cache
def _encoder() -> Any:
    """Prepared by time: few URLs have a user."""
    return ENCODE_ILLEGAL.prepare(
        ENCODE_ILLEGAL.options(also="[]\\", keep="|", stray_percent="keep", skip_backslash=False)
    )


def _encoded(userinfo: str) -> str:
    answer = ENCODE_ILLEGAL.apply(userinfo, (None, None, None, None, None), _encoder())
    assert isinstance(answer, str)
    return answer


HERITRIX_READ = Step(
    name="heritrix-read",
    title="Read by Heritrix",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source=f"{_SOURCE}; RFC 3490",
    summary=(
        "Repairs white space, backslashes and slashes, writes the host in its ASCII form by IDNA 2003 "
        "with a dot less at either end, and drops the port of the scheme and the fragment. A relative "
        "reference, an IPv6 address, a triplet in the host, and a URL of more than 2083 characters are "
        "refused."
    ),
    example=Example("http:\\\\Example.com.\\a#b", "http://example.com/a"),
    apply=_read,
    assumes="that nobody needs hosts that are no names",
    warning="`http://straße.de/` becomes `http://strasse.de/`, and an em space `%2003`.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)

_RULES = (
    (re.compile(r"((?:https?|ftps?)://)[^/]+@", re.IGNORECASE), r"\1"),
    (re.compile(r"(https?://)www[0-9]*\.(?=[^/]*/.)", re.DOTALL), r"\1"),
    *(
        (re.compile(rf"(.+){field}(?:&(.*))?\Z", re.DOTALL), r"\1\2")
        for field in (
            "(?:jsessionid|phpsessid)=[0-9a-z]{32}",
            "sid=[0-9a-z]{32}",
            "aspsessionid[a-z]{8}=[a-z]{24}",
            "cfid=[^&]+&cftoken=[^&]+(?:&jsession=[^&]+)?",
        )
    ),
)
"""The default rules on whole URLs in lower case, in their order."""


def _rules(text: str, _needed: Needed, _options: object) -> str | Refused:
    if len(text) > _LONGEST:
        return _refused(f"it is longer than {_LONGEST} characters")
    text = text.lower()
    scheme, colon, rest = text.partition(":")
    if rest.startswith("/.//"):
        text = scheme + colon + rest[2:]
    for pattern, replacement in _RULES:
        found = pattern.match(text)
        if found is not None:
            text = found.expand(replacement) + text[found.end() :]
    return _query(text)


def _query(text: str) -> str:
    """Without an empty query, or one & less at its beginning, or else at its end."""
    before, mark, query = text.rpartition("?")
    if not mark:
        return text
    if query in ("", "&"):
        return before
    if query.startswith("&"):
        return f"{before}?{query[1:]}"
    return text.removesuffix("&")


HERITRIX_RULES = Step(
    name="heritrix-rules",
    title="Heritrix's default rules",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="Heritrix 3, canonicalization rules in their default order",
    summary=(
        "Writes the whole URL in lower case, removes the user, www with any number (unless the URL is "
        "that of a root), sessions of old servers, an empty query and one & at its beginning or end. "
        "The rules know no components, only text."
    ),
    example=Example("http://WWW2.Example.com/A?&b=1", "http://example.com/a?b=1"),
    apply=_rules,
    assumes="that the server ignores case and sessions, and answers alike with www and without",
    warning="`http://www1234.com/a` becomes `http://com/a`, and `/Watch?v=aB` the same as `/watch?v=Ab`.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)

STEPS: tuple[Step, ...] = (HERITRIX_READ, HERITRIX_RULES)
"""Between them stand ordinary steps: what is encoded, and dot segments."""
