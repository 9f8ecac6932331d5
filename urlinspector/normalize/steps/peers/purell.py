"""Oddities of purell, a package for Go, and of Go's net/url under it (1.19)."""

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.url.charsets import UNRESERVED
from urlinspector.url.components import Component, Url
from urlinspector.url.percent import STRAY_PERCENT, decode, encode

PEER = "purell"
_GO = "Go's net/url"
_RULE = "net/url, Parse"

_CONTROL = re.compile("[\x00-\x1f\x7f]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_USERINFO = re.compile(r"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
_PORT = re.compile("(?::[0-9]*)?")
# A host holds all but these as they are, and triplets of what lies beyond ASCII and of %.
_HOST_TEXT = r"[^\x00-\x20#%/?@\\^`{|}\x7f]"
_HOST = re.compile(rf"(?:{_HOST_TEXT}|%25|%[89A-Fa-f][0-9A-Fa-f])*")
_ZONE = re.compile(rf"(?:{_HOST_TEXT}|%25|%20|%[89A-Fa-f][0-9A-Fa-f])*")


def _parse(text: str, _needed: Needed, _options: object) -> str | Refused:
    why = _why_not(text)
    if why is not None:
        return Refused(why, _RULE)
    scheme = _SCHEME.match(text)
    return text if scheme is None else scheme[0].lower() + text[scheme.end() :]


def _why_not(text: str) -> str | None:
    before, _, fragment = text.partition("#")
    if STRAY_PERCENT.search(fragment):
        return "a percent sign in the fragment starts no triplet"
    if _CONTROL.search(before):
        return "a control character"
    hierarchy = before.partition("?")[0]
    scheme = _SCHEME.match(before)
    rest = hierarchy if scheme is None else hierarchy[scheme.end() :]
    if not rest.startswith("/"):
        no_scheme = scheme is None and ":" in rest.partition("/")[0]
        if no_scheme:
            return "the first path segment holds a colon"
        # After a scheme the rest is opaque and not looked at.
        return "a percent sign starts no triplet" if scheme is None and STRAY_PERCENT.search(rest) else None
    if rest.startswith("//") and (scheme is not None or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        why = _why_not_authority(authority)
        if why is not None:
            return why
        rest = slash + path
    return "a percent sign in the path starts no triplet" if STRAY_PERCENT.search(rest) else None


def _why_not_authority(authority: str) -> str | None:
    userinfo, _, host = authority.rpartition("@")
    if host.startswith("["):
        inside, bracket, port = host.rpartition("]")
        if not bracket:
            return "the bracket of the host is not closed"
        address, percent, zone = inside.partition("%25")
        if _HOST.fullmatch(address) is None or (percent and _ZONE.fullmatch(zone) is None):
            return "a character that the host may not hold"
    else:
        port = host[host.rfind(":") :] if ":" in host else ""
        if _HOST.fullmatch(host) is None:
            return "a character that the host may not hold"
    if _PORT.fullmatch(port) is None:
        return "the port is not a number"
    if _USERINFO.fullmatch(userinfo) is None or STRAY_PERCENT.search(userinfo):
        return "a character that the userinfo may not hold"
    return None


GO_URL_PARSE = Step(
    name="go-url-parse",
    title="Read by Go",
    on=(Component.TEXT,),
    safety=Safety.USUALLY_PRESERVES,
    source="Go 1.19, net/url.Parse",
    summary=(
        "Refuses what Go refuses: control characters, percent signs that start no triplet, ports that are no "
        "numbers, triplets of ASCII in the host. Writes the scheme in lower case."
    ),
    example=Example("HTTP://example.com/", "http://example.com/"),
    apply=_parse,
    assumes="that the reader takes URLs apart as Go does",
    peer=_GO,
)


def _string(text: str, _needed: Needed, _options: object) -> str:
    url = Url.parse(text)
    url = url._replace(query=url.query or None, fragment=url.fragment or None)
    if url.scheme is not None:
        opaque = url.host is None and url.path[:1] not in ("", "/")
        return str(url if opaque or url.host is not None else url._replace(host=""))
    return str(url._replace(host=None) if url.authority == "" and url.path == "" else url)


GO_URL_STRING = Step(
    name="go-url-string",
    title="Written by Go",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="Go, net/url.URL.String, as purell has it",
    summary=(
        "Writes two slashes after every scheme whose path begins with one or is empty, and drops an empty "
        "query and fragment. Other rootless paths after a scheme are opaque to Go and stay as they are."
    ),
    example=Example("http:/example.com/?#", "http:///example.com/"),
    apply=_string,
    assumes="that nobody tells an empty query, fragment or host from an absent one",
    warning="`mailto:` becomes `mailto://`.",
    loses_data=True,
    peer=_GO,
)


@dataclass(frozen=True, slots=True)
class PurellHost:
    """What is removed."""

    remove_www: bool = option(False, "Remove www. once, whatever is left.")


_DECODED = re.compile("%25|(?:%[89A-Fa-f][0-9A-Fa-f])+")
_UNDECODABLE = re.compile("[\udc80-\udcff]")
_WIDTH = ("<wide>", "<narrow>")
_LONGEST_NAME = 1024  # Punycode takes quadratic time


def _on_host(text: str, _needed: Needed, options: PurellHost) -> str | Refused:
    url = Url.parse(text)
    if not url.host:
        return text
    # The port belongs to the last label here.
    host = _host(url.host if url.port is None else f"{url.host}:{url.port}", options)
    if isinstance(host, Refused):
        return host
    scheme = "" if url.scheme is None else f"{url.scheme}:"
    userinfo = "" if url.userinfo is None else f"{url.userinfo}@"
    return f"{scheme}//{userinfo}{host}{Url(path=url.path, query=url.query, fragment=url.fragment)}"


def _host(host: str, options: PurellHost) -> str | Refused:
    if "%" in host or not host.isascii():
        host = _unescaped(host)
    if host.isascii():
        host = host.lower()
    else:
        # Letter by letter, as Go does, and undecodable bytes as U+FFFD.
        lower = (char.lower()[0] for char in _UNDECODABLE.sub("\ufffd", host))
        host = unicodedata.normalize("NFC", "".join(map(_folded, lower)))
    if not host.isascii() or "xn--" in host:
        labels = [_ascii_label(label) for label in host.split(".")] if len(host) <= _LONGEST_NAME else [None]
        if None in labels:
            return Refused("a host label begins with xn-- and stands for no letters", "RFC 3492")
        host = ".".join(label for label in labels if label is not None)
    return host[4:] if options.remove_www and host.startswith("www.") else host


def _unescaped(host: str) -> str:
    return _DECODED.sub(lambda found: decode(found[0]), host)


def _folded(char: str) -> str:
    """Full-width and half-width forms as the ordinary ones (UAX #11)."""
    decomposition = unicodedata.decomposition(char)
    if not decomposition.startswith(_WIDTH):
        return char
    folded = chr(int(decomposition.partition(" ")[2], 16))
    return char if folded in _NOT_FROM_FOLDING else folded


_NOT_FROM_FOLDING = frozenset("/?#@:[]")


def _ascii_label(label: str) -> str | None:
    """The ASCII form of a label by Punycode alone; None for an xn-- label that has no letters."""
    if label.startswith("xn--"):
        try:
            label = _decode_punycode(label[4:])
        except UnicodeError:
            return None
    if label.isascii():
        return label
    try:
        return "xn--" + label.encode("punycode").decode()
    except UnicodeError:
        return None


def _decode_punycode(text: str) -> str:
    if text.startswith("-") and text.count("-") == 1:
        raise UnicodeError("no letters")
    return text.encode("ascii").decode("punycode")


PURELL_HOST = Step(
    name="purell-host",
    title="Host as purell writes it",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="purell.NormalizeURLString; RFC 3492; UAX #11",
    summary=(
        "Writes the host in lower case and full-width letters as ordinary ones, then each label with letters "
        "beyond ASCII by Punycode alone, the port with the last: no mappings and checks of IDNA. On demand "
        "without www."
    ),
    example=Example("http://Straße.de/", "http://xn--strae-oqa.de/"),
    apply=_on_host,
    options=PurellHost,
    assumes="that the reader looks names up by their bare Punycode",
    warning="`http://www.com/` without www is `http://com/`; `http://a%25b/` becomes `http://a%b/`.",
    loses_data=True,
    idempotent=False,
    peer=PEER,
)


@dataclass(frozen=True, slots=True)
class PurellPath:
    """purell's flags for paths, which it applies in this order."""

    directory_index: bool = option(False, "Remove default.* and index.* at the end, once.")
    dot_segments: bool = option(False, "Resolve . and .. segments.")
    duplicate_slashes: bool = option(False, "Write one slash for several.")
    trailing_slash: bool = option(False, "Remove one slash from the end, that of the root too.")


_INDEX = re.compile(r"(?:\A|(?<=/))(?:default|index)\.[A-Za-z0-9_]{1,4}\Z")
_SLASHES = re.compile("/{2,}")


def _path(path: str, needed: Needed, options: PurellPath) -> str:
    scheme, host = needed
    if path == "" or (scheme is not None and host is None):  # opaque
        return path
    before = path
    if options.directory_index:
        path = _INDEX.sub("", path)
    if options.dot_segments and path:
        path = _without_dots(path, host)
    if options.duplicate_slashes:
        path = _SLASHES.sub("/", path)
    if options.trailing_slash:
        path = path.removesuffix("/")
    if host and path[:1] not in ("", "/"):
        return f"/{path}"
    # So that the text is still read as this path (RFC 3986 §3.3, §4.2).
    if host is None and (path.startswith("//") or ":" in path.partition("/")[0]):
        return before
    return path if host is None or path[:1] in ("", "/") else before


def _without_dots(path: str, host: str | None) -> str:
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    resolved = "/".join(kept)
    if host and not resolved.startswith("/"):
        resolved = f"/{resolved}"
    return resolved if segments[-1] not in (".", "..") or resolved.endswith("/") else f"{resolved}/"


PURELL_PATH = Step(
    name="purell-path",
    title="Path as purell writes it",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.HOST),
    safety=Safety.CHANGES,
    source="purell, NormalizationFlags",
    summary=(
        "What purell's flags do to a path, each of them once and in its order: what one leaves for an "
        "earlier one stays, and a second run may change more."
    ),
    example=Example(
        "http://example.com/a/../b/index.html",
        "http://example.com/b",
        {"directory_index": True, "dot_segments": True, "trailing_slash": True},
    ),
    apply=_path,
    options=PurellPath,
    assumes="that the server sends the same for the shorter path",
    warning="`/index.html/` becomes `/index.html`, and that nothing.",
    idempotent=False,
    loses_data=True,
    peer=PEER,
)


_NO_BYTE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


class _Field(NamedTuple):
    name: bytes
    value: bytes


def _sort(text: str, _needed: Needed, _options: object) -> str:
    url = Url.parse(text)
    if not url.query:
        return text
    if _NO_BYTE.search(url.query):
        return text
    fields = [_field(part) for part in url.query.split("&") if part and ";" not in part]
    known = sorted(field for field in fields if field is not None)
    return str(url._replace(query="&".join(map(_written, known)))) if known else text


def _field(part: str) -> _Field | None:
    if STRAY_PERCENT.search(part):
        return None
    name, _, value = part.partition("=")
    return _Field(_bytes(name), _bytes(value))


def _bytes(text: str) -> bytes:
    return decode(text, plus_is_space=True).encode(errors="surrogateescape")


_ENCODED = re.compile(f"[^{re.escape(''.join(sorted(UNRESERVED)))}]")


def _written(field: _Field) -> str:
    name = field.name.decode(errors="surrogateescape")
    value = field.value.decode(errors="surrogateescape")
    return f"{name}={_ENCODED.sub(lambda found: '+' if found[0] == ' ' else encode(found[0]), value)}"


PURELL_SORT_QUERY = Step(
    name="purell-sort-query",
    title="Query as purell sorts it",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="purell, FlagSortQuery; Go 1.17 and later, net/url.ParseQuery",
    summary=(
        "Sorts fields by name and value, with an equals sign in each. Names are written decoded, whatever "
        "characters they hold, and fields with a ; or a stray percent sign are dropped without a word."
    ),
    example=Example("http://example.com/?b=2&a", "http://example.com/?a=&b=2"),
    apply=_sort,
    assumes="that the order of fields means nothing, and no name holds a delimiter",
    warning="`?b=1;c=2&a` becomes `?a=`: two values are lost; `?a%26b=1` becomes `?a&b=1`, two fields.",
    idempotent=False,
    loses_data=True,
    peer=PEER,
)

STEPS: tuple[Step, ...] = (GO_URL_PARSE, PURELL_PATH, GO_URL_STRING, PURELL_HOST, PURELL_SORT_QUERY)
"""On the text, on the path, and on the whole URL."""
