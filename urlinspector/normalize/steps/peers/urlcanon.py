"""Oddities of urlcanon (IIPC), which reads URLs as browsers do and canonicalizes them for web archives."""

import re
from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import any_case, lower
from urlinspector.normalize.steps.path_parameters import written
from urlinspector.normalize.steps.peers.google import decoded, escaped, without_port
from urlinspector.url.components import Component, Url
from urlinspector.url.host import ipv4_text, ipv6_canonical
from urlinspector.url.resolve import remove_dot_segments

_PEER = "urlcanon"
_SOURCE = "urlcanon"
SPECIAL = frozenset({"ftp", "gopher", "http", "https", "ws", "wss", "file"})
_SCHEME = re.compile("([A-Za-z][^:]*):")
_END = re.compile("[?#]")
_SPECIAL_PATH = re.compile(r"([/\\]*)([^/\\]*)(.*)", re.DOTALL)
_FILE_PATH = re.compile(r"[/\\]{2}([^/\\]*)(.*)", re.DOTALL)


def _read(text: str, _needed: Needed, _options: object) -> str:
    found = _SCHEME.match(text)
    scheme, rest = ("", text) if found is None else (lower(found[1]), text[found.end() :])
    end = _END.search(rest)
    path, tail = (rest, "") if end is None else (rest[: end.start()], rest[end.start() :])
    if scheme == "":
        scheme = "http"
        if path.startswith("//"):
            # What follows the host is looked at once more, and its first name taken for the host.
            host, slash, after = path[2:].partition("/")
            path = slash + after if slash else path
    if scheme not in SPECIAL:
        return text if found is None else f"{scheme}:{text[found.end() :]}"
    if scheme == "file":
        parts = _FILE_PATH.fullmatch(path)
        host, path = ("", path) if parts is None else (parts[1], parts[2])
        return f"file://{host}{_rooted(path)}{tail}"
    parts = _SPECIAL_PATH.fullmatch(path)
    assert parts is not None  # every part of the pattern is optional and together they match anything
    slashes = "//" if parts[1] or parts[2] else ""
    return f"{scheme}:{slashes}{parts[2]}{_rooted(parts[3])}{tail}"


def _rooted(path: str) -> str:
    path = path.replace("\\", "/")
    return path if path.startswith("/") else f"/{path}"


URLCANON_READ = Step(
    name="urlcanon-read",
    title="Read by urlcanon",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Takes any number of slashes and backslashes after a scheme of the web for two, and adds "
        "http:// where no colon follows a letter. Everything before the first colon is the scheme."
    ),
    example=Example("http:\\\\example.com\\a", "http://example.com/a"),
    apply=_read,
    assumes="that a text without a colon begins with a host",
    warning="`//example.com/a` becomes `http://a/`: the host is lost.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


@dataclass(frozen=True, slots=True)
class UrlcanonPath:
    """How the three canonicalizers differ."""

    backslashes: bool = option(True, "Write / for backslashes, those that came out of triplets too.")


def _path(path: str, needed: Needed, options: UrlcanonPath) -> str:
    scheme, host = needed
    if scheme not in SPECIAL:
        return written(remove_dot_segments(path), host) if path.startswith("/") and "/." in path else path
    path = path if path.startswith("/") else f"/{path}"
    path = remove_dot_segments(path.replace("\\", "/") if options.backslashes else path)
    return re.sub("//+", "/", path)


URLCANON_PATH = Step(
    name="urlcanon-path",
    title="Path as urlcanon writes it",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.HOST),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Resolves dot segments; with a scheme of the web it also writes / for every backslash, one "
        "slash for several, and one before the path. Where this comes after decoding, the encoded ones "
        "count too."
    ),
    example=Example("http://example.com/a\\b//c/../d", "http://example.com/a/b/d"),
    apply=_path,
    options=UrlcanonPath,
    assumes="that empty segments in the path mean nothing to the server",
    warning="`/a%5Cb` becomes `/a/b` when it was decoded before.",
    loses_data=True,
    peer=_PEER,
)


@dataclass(frozen=True, slots=True)
class UrlcanonHost:
    """How the three canonicalizers differ."""

    addresses: Literal["before-dots", "after-dots"] = option(
        "before-dots", "Addresses are looked for before dots are removed, so that . is one; or after."
    )


def _host(host: str, needed: Needed, options: UrlcanonHost) -> str:
    name = decoded(host)
    address = _address(name) if options.addresses == "before-dots" else None
    if address is None:
        name = _DOTS.sub(".", name.strip("."))
        name = _ascii(name) if needed[0] in SPECIAL else name
        if options.addresses == "after-dots":
            address = _address(name)
    if address is not None:
        return address
    return without_port(escaped(name, also="/?@"), host)


_DOTS = re.compile(r"\.{2,}")
_PLAIN = re.compile(r"[A-Za-z0-9\-]{1,63}")


def _address(host: str) -> str | None:
    if host.startswith("["):
        return ipv6_canonical(host.partition("%")[0] + "]" if "%" in host else host)
    number = _number(host)
    return None if number is None else ipv4_text(number)


def _number(host: str) -> int | None:
    """The number of an IPv4 address as the program reads it: an empty part is 0, and a 0x of its own too."""
    parts = host.split(".")
    if parts[-1] == "":
        parts.pop()
    if not 1 <= len(parts) <= 4:
        return None
    numbers = [_part(part) for part in parts]
    if None in numbers:
        return None
    first, *middle = [number for number in numbers if number is not None]
    last = middle.pop() if middle else first
    if not middle and len(parts) == 1:
        return last if last < 1 << 32 else None
    if any(number > 255 for number in middle) or last >= 256 ** (5 - len(parts)):
        return None
    number = (first << 24) + last
    number += sum(each << (16 - 8 * place) for place, each in enumerate(middle))
    return number if number < 1 << 32 else None


def _part(text: str) -> int | None:
    base, digits = 10, text
    if text[:2] in ("0x", "0X"):
        base, digits = 16, text[2:]
    elif len(text) > 1 and text.startswith("0"):
        base, digits = 8, text[1:]
    if digits == "":
        return 0
    if len(digits) > 20 or not _DIGITS[base].fullmatch(digits):
        return None
    return int(digits, base)


_DIGITS = {8: re.compile("[0-7]+"), 10: re.compile("[0-9]+"), 16: re.compile("[0-9A-Fa-f]+")}


def _ascii(name: str) -> str:
    """By IDNA 2008 after the mapping of UTS 46; where that has no form, by IDNA 2003; else as it is."""
    labels = name.split(".")
    if all(_PLAIN.fullmatch(label) for label in labels):
        return name.lower()
    import idna  # by time: few names are asked about

    try:
        return idna.encode(name, uts46=True).decode()
    except UnicodeError:
        pass
    from encodings.idna import ToASCII

    try:
        return ".".join(ToASCII(label).decode() for label in idna.uts46_remap(name).split("."))
    except UnicodeError:
        return name


URLCANON_HOST = Step(
    name="urlcanon-host",
    title="Host as urlcanon writes it",
    on=(Component.HOST,),
    needs=(Component.SCHEME,),
    safety=Safety.CHANGES,
    source=f"{_SOURCE}; UTS 46, RFC 5891, RFC 3490",
    summary=(
        "Decodes the host until no triplet is left, and writes addresses as browsers do, one dot for "
        "several and none at the ends. Names get their ASCII form by IDNA 2008, or by 2003 where there "
        "is none."
    ),
    example=Example("http://Ex%61mple..com./", "http://example.com/"),
    apply=_host,
    options=UrlcanonHost,
    assumes="that the reader takes all these spellings for one host",
    warning="`http://1..2/` becomes `http://1.0.0.2/`.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


_IDENTIFIERS = {
    "jsessionid": r"[0-9a-z$]{10,}",
    "sessionid": "[0-9a-z]{16,}",
    "phpsessid": "[0-9a-z]{16,}",
    "sid": "[0-9a-z]{16,}",
    "aspsessionid[a-z]{8}": "[0-9a-z]{16,}",
    "cfid": "[0-9]+&cftoken=[0-9a-z-]+",
}
_SESSION = re.compile(
    "(&|^)(?:" + "|".join(f"{name}={value}" for name, value in _IDENTIFIERS.items()) + r")(&|\Z)",
    re.IGNORECASE | re.ASCII,
)


def _session_query(query: str, _needed: Needed, _options: object) -> str:
    return _SESSION.sub(r"\1\2", query)


URLCANON_SESSION_QUERY = Step(
    name="urlcanon-session-query",
    title="No session in the query, as urlcanon sees it",
    on=(Component.QUERY,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes jsessionid with ten letters or digits and more, sessionid, phpsessid, sid and "
        "ASPSESSIONID with 16 and more, and cfid with cftoken. The & around them stay, and of two such "
        "fields in a row the second stays."
    ),
    example=Example("http://example.com/?a=1&sid=0123456789abcdef&b=2", "http://example.com/?a=1&&b=2"),
    apply=_session_query,
    may_change=lambda options: any_case("id"),
    assumes="that the page does not depend on the visitor's session",
    warning="Of several sessions every second stays.",
    idempotent=False,
    peer=_PEER,
)

_ASP_NET = re.compile(r"(?<=/)\((?:[0-9a-z]{24}|(?:[a-z]\([0-9a-z]{24}\))+)\)/")
_JAVA = re.compile(r";jsessionid=[0-9a-z]{32}\Z")


def _session_path(path: str, needed: Needed, _options: object) -> str:
    answer = _ASP_NET.sub("", path) if path.endswith(".aspx") else path
    answer = _JAVA.sub("", answer)
    return path if answer == path else written(answer, needed[0])


URLCANON_SESSION_PATH = Step(
    name="urlcanon-session-path",
    title="No session in the path, as urlcanon sees it",
    on=(Component.PATH,),
    needs=(Component.HOST,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes ;jsessionid= with 32 letters or digits from the end of the path, and where the path "
        "ends in .aspx the segments (S(24 of them)). Only small letters count."
    ),
    example=Example(
        "http://example.com/a;jsessionid=0123456789abcdef0123456789abcdef", "http://example.com/a"
    ),
    apply=_session_path,
    may_change=lambda options: r";jsessionid=|[.]aspx",
    assumes="that the page does not depend on the visitor's session",
    warning="Of two at the end of the path only the last is removed.",
    idempotent=False,
    peer=_PEER,
)


def _write(text: str, _needed: Needed, _options: object) -> str:
    url = Url.parse(text)
    return str(url._replace(path=url.path[2:])) if url.host is None and url.path.startswith("/.//") else text


URLCANON_WRITE = Step(
    name="urlcanon-write",
    title="Written by urlcanon",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Writes a path that begins with two slashes as it is, where there is no host. To every other "
        "reader a host stands there then."
    ),
    example=Example("foo:/.//a", "foo://a"),
    apply=_write,
    may_change=lambda options: r"/\x2e//",
    assumes="that nobody reads the URL again",
    warning="`foo:/.//a` becomes `foo://a`.",
    loses_data=True,
    peer=_PEER,
)

STEPS: tuple[Step, ...] = (
    URLCANON_READ,
    URLCANON_HOST,
    URLCANON_PATH,
    URLCANON_SESSION_PATH,
    URLCANON_SESSION_QUERY,
    URLCANON_WRITE,
)
"""All else of urlcanon is Safe Browsing, Internet Archive, and ordinary steps."""
