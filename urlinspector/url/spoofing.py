"""Warnings for people: what makes a URL look like something that it is not, or gives a secret away.

Nothing here breaks a standard; that is `violations`. Scripts are judged as UTS 39 §5.2 does (highly
restrictive).
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from urlinspector.url.charsets import SPECIAL_SCHEMES
from urlinspector.url.components import Component, Span, Url
from urlinspector.url.confusables import ascii_twin, scripts_mix, scripts_of
from urlinspector.url.host import HostKind, Label, looks_numeric, parse_host, to_ascii, to_unicode
from urlinspector.url.masking import secret_span, user_like_a_host
from urlinspector.url.nested import layered_places, nested_urls
from urlinspector.url.percent import decode
from urlinspector.url.query import Parameter, parameters
from urlinspector.url.suffix import is_listed_top_label


class WarningCode(Enum):
    """What a person should look at; the value is its code, as in JSON."""

    BIDI_CONTROL = "bidi-control"
    INVISIBLE = "invisible"
    MIXED_SCRIPTS = "mixed-scripts"
    CONFUSABLE = "confusable"
    CREDENTIALS = "credentials"
    USERINFO_LIKE_HOST = "userinfo-looks-like-a-host"
    LOOKS_LIKE_IP = "looks-like-an-ip"
    DISGUISED_IP = "disguised-ip"
    LOOKS_LIKE_A_HOST = "looks-like-a-host"
    TOKEN = "token"
    SEVERAL_LAYERS = "several-layers"


class UrlWarning(NamedTuple):
    """One warning, where it stands in `str(url)`, and a sentence."""

    code: WarningCode
    span: Span
    message: str


def url_warnings(url: Url, text: str | None = None) -> tuple[UrlWarning, ...]:
    """Everything a person should look at, ordered by where it stands. Never raises.

    `text` is `str(url)`, if the caller has it. No message repeats a credential or a token.
    """
    if text is None:
        text = str(url)
    spans = url.spans()
    found = [*_characters(text), *_host_in_path(url), *_tokens(url, spans), *_layers(url)]
    found.extend(_credentials_inside(url, text))
    userinfo, host = spans[Component.USERINFO], spans[Component.HOST]
    if userinfo is not None and url.userinfo:
        found.extend(_userinfo(url.userinfo, userinfo))
    if host is not None and url.host:
        found.extend(_host(url, url.host, host.start))
    found.sort(key=lambda warning: (warning.span, warning.code.value))
    return tuple(found)


# UAX 9 §2; the marks too, which are invisible but do reorder.
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# Default_Ignorable_Code_Point, and spaces and letters that have no ink.
_INVISIBLE = (
    "\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u2028\u2029\u202f\u205f-\u2064\u206a-\u206f"
    "\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SUSPECTS = re.compile(
    f"(?P<bidi>[{_BIDI}]+)|(?P<invisible>[{_INVISIBLE}]+)|(?P<triplets>(?:%[0-9A-Fa-f]{{2}})+)"
)
_BIDI_CHARACTER = re.compile(f"[{_BIDI}]")
_INVISIBLE_CHARACTER = re.compile(f"[{_INVISIBLE}]")
_BIDI_MESSAGE = "Controls of writing direction change the order in which the URL is shown."
_INVISIBLE_MESSAGE = "Characters that cannot be seen."


_SUSPECT = re.compile(f"[{_BIDI}{_INVISIBLE}]")


def _characters(text: str) -> Iterator[UrlWarning]:
    if not _SUSPECT.search(text) and not _SUSPECT.search(decode(text)):
        return
    for found in _SUSPECTS.finditer(text):
        bidi, invisible = found["bidi"], found["invisible"]
        encoded = ""
        if found["triplets"]:
            decoded = decode(found["triplets"])
            bidi, invisible = _BIDI_CHARACTER.search(decoded), _INVISIBLE_CHARACTER.search(decoded)
            encoded = " They are percent-encoded; some programs show them decoded."
        if bidi:
            yield UrlWarning(WarningCode.BIDI_CONTROL, Span(*found.span()), _BIDI_MESSAGE + encoded)
        if invisible:
            yield UrlWarning(WarningCode.INVISIBLE, Span(*found.span()), _INVISIBLE_MESSAGE + encoded)


def _userinfo(userinfo: str, span: Span) -> Iterator[UrlWarning]:
    yield UrlWarning(
        WarningCode.CREDENTIALS,
        span,
        "The URL carries credentials: whoever sees it has them, logs and histories too.",
    )
    user = user_like_a_host(userinfo)
    if user:
        where = Span(span.start, span.start + len(user))
        message = f"What looks like the host, “{user}”, is a user name; the host begins after the @."
        yield UrlWarning(WarningCode.USERINFO_LIKE_HOST, where, message)


_AT_SIGN = re.compile(r"@|%(?:25)*40")


def _credentials_inside(url: Url, text: str) -> Iterator[UrlWarning]:
    """Userinfo of a URL in a parameter: nothing masks it (definitions §6), so it is told."""
    if not _AT_SIGN.search(text):
        return
    for nested in nested_urls(url):
        if "@" in nested.url and secret_span(Url.parse(nested.url)) is not None:
            message = "The URL inside carries credentials: whoever sees the whole has them."
            yield UrlWarning(WarningCode.CREDENTIALS, nested.place.span, message)


def _host(url: Url, host: str, at: int) -> Iterator[UrlWarning]:
    parsed = parse_host(host)
    whole = Span(at, at + len(host))
    is_domain = url.scheme is None or url.scheme.lower() in SPECIAL_SCHEMES
    if parsed.kind is HostKind.IPV4_LEGACY and is_domain:
        yield _disguised(whole, parsed.canonical or "")
    if parsed.kind is not HostKind.REG_NAME:
        return
    name = to_ascii(decode(host))
    if name is not None and is_domain:
        address = parse_host(name)
        if address.ipv4 is not None:
            yield _disguised(whole, address.canonical or "")
            return
    if _looks_like_ip(name or host):
        message = "The host looks like an IP address but is none."
        yield UrlWarning(WarningCode.LOOKS_LIKE_IP, whole, message)
    yield from _labels(parsed.labels, at)


def _disguised(span: Span, address: str) -> UrlWarning:
    return UrlWarning(
        WarningCode.DISGUISED_IP, span, f"The host is the IP address {address}, written so that it hides."
    )


_NUMBERS_IN_FRONT = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:\.|\Z)", re.ASCII)
_LETTERS_FOR_DIGITS = str.maketrans("lIoO", "1100")


def _looks_like_ip(name: str) -> bool:
    """Four numbers in front (`1.2.3.4.example`), a number at the end, or digits replaced by letters
    (`l92.168.0.1`).
    """
    if looks_numeric(name) or _NUMBERS_IN_FRONT.match(name):
        return True
    replaced = name.translate(_LETTERS_FOR_DIGITS)
    return replaced != name and parse_host(replaced).kind is HostKind.IPV4


_MOST_LABELS = 128  # a name of 253 octets has no more


def _labels(labels: tuple[Label, ...], at: int) -> Iterator[UrlWarning]:
    names = [_shown(label.text) for label in labels[:_MOST_LABELS]]
    top = next((scripts_of(name) for name in reversed(names) if name), frozenset())
    for label, name in zip(labels, names, strict=False):
        if name.isascii():
            continue
        span = Span(at + label.span.start, at + label.span.end)
        scripts = scripts_of(name)
        if scripts_mix(scripts):
            message = f"One label mixes the scripts {', '.join(sorted(scripts))}."
            yield UrlWarning(WarningCode.MIXED_SCRIPTS, span, message)
        twin = ascii_twin(name)
        # A Cyrillic word below a Cyrillic top label is where it belongs.
        if twin is not None and (scripts != top or scripts == {"Latin"}):
            message = f"The label can be taken for “{twin}” but has other letters."
            yield UrlWarning(WarningCode.CONFUSABLE, span, message)


def _shown(label: str) -> str:
    """A label as browsers would write it in Unicode, or as near as can be where IDNA refuses it."""
    decoded = decode(label)
    if decoded.isascii() and "xn--" not in decoded.lower():
        return decoded.lower()
    shown = to_unicode(decoded[:256])
    return unicodedata.normalize("NFKC", shown).lower()


_PORT = re.compile(r"[0-9]{1,5}(?:/|\Z)")
_FIRST_SEGMENT = re.compile(r"[^/:?#\\]+")


def _host_in_path(url: Url) -> Iterator[UrlWarning]:
    """`example.com/a` and `example.com:8080/a`, which have no host by any standard."""
    if url.host is not None:
        return
    if url.scheme is None:
        found = _FIRST_SEGMENT.match(url.path)
        candidate = found[0] if found is not None else ""
    else:
        candidate = url.scheme if _PORT.match(url.path) else ""
    if is_host_like(candidate):
        message = "It looks like a host, but without // before it no standard reads it as one."
        yield UrlWarning(WarningCode.LOOKS_LIKE_A_HOST, Span(0, len(candidate)), message)


def is_host_like(text: str) -> bool:
    """Whether a text without delimiters is a host by its looks: an IPv4 address, localhost, or a name whose
    top label is listed or whose first label is www.
    """
    if len(text) > 253:
        return False
    host = parse_host(text)
    if host.kind is HostKind.IPV4:
        return True
    name = to_ascii(text)
    if host.kind is not HostKind.REG_NAME or not name or not re.fullmatch(r"[a-z0-9\-_.]+", name):
        return False
    labels = name.removesuffix(".").split(".")
    if "" in labels:
        return False
    return name == "localhost" or (
        len(labels) > 1 and (labels[0] == "www" or is_listed_top_label(labels[-1]))
    )


_NAMES = """
    token accesstoken refreshtoken idtoken authtoken usertoken apitoken csrftoken xsrftoken securitytoken
    resettoken auth authkey authorization bearer assertion samlresponse jwt ticket credential credentials otp
    pin key apikey appkey accesskey privatekey secret clientsecret appsecret sharedsecret awsaccesskeyid
    password passwd passphrase pwd pass signature sig sign hmac xamzsignature xamzsecuritytoken xamzcredential
    xgoogsignature xgoogcredential session sessionid sessid sid phpsessid jsessionid aspsessionid
"""
_SECRET_NAMES = frozenset(_NAMES.split())
"""Names of parameters that hold a secret, in lower case, without `-`, `_`, `.` and brackets."""
_NOT_IN_NAMES = "-_.[] +"
_JWT = re.compile(r"eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]*")


def _tokens(url: Url, spans: dict[Component, Span | None]) -> Iterator[UrlWarning]:
    for component in (Component.QUERY, Component.FRAGMENT):
        span, value = spans[component], url.get(component)
        if span is None or not value:
            continue
        if not _may_hold_tokens(value):
            continue
        start = value.find("?") + 1 if component is Component.FRAGMENT else 0
        for field in parameters(value[start:], span.start + start):
            if field.value_span is not None and _is_token(field):
                message = "The value looks like a secret: whoever has the URL has it."
                yield UrlWarning(WarningCode.TOKEN, field.value_span, message)


def _may_hold_tokens(value: str) -> bool:
    """Whether a field can be one: a long query is not cut into fields for nothing."""
    if "eyJ" in value:
        return True
    names = _bare(decode(value))
    return any(name in names for name in _SECRET_NAMES)


def _bare(name: str) -> str:
    """A name without what programs put between its words."""
    for char in _NOT_IN_NAMES:
        name = name.replace(char, "")
    return name.lower()


def _is_token(field: Parameter) -> bool:
    if not field.value:
        return False
    if "eyJ" in field.value and _JWT.fullmatch(decode(field.value)):
        return True
    return _bare(decode(field.name[:64])) in _SECRET_NAMES


def _layers(url: Url) -> Iterator[UrlWarning]:
    for layered in layered_places(url):
        message = f"The text is percent-encoded {layered.layers} times."
        yield UrlWarning(WarningCode.SEVERAL_LAYERS, layered.place.span, message)
