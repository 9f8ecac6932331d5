"""What the Components table says beside a component or a part of one, in a few words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.models.short_words import short_violation, short_warning
from urlinspector.gui.numbers import counted
from urlinspector.gui.state.reading import Facts
from urlinspector.gui.text import is_invisible, printable, visible_form
from urlinspector.normalize.tables import Entry, session_parameters, tracking_parameters
from urlinspector.url.charsets import DEFAULT_PORTS, UNRESERVED
from urlinspector.url.components import Component, Span
from urlinspector.url.host import HostKind, idna2008_verdict, parse_host, to_ascii, to_unicode
from urlinspector.url.masking import masked
from urlinspector.url.nested import Nested, encoding_layers
from urlinspector.url.query import Parameter, Segment
from urlinspector.url.spoofing import UrlWarning
from urlinspector.url.suffix import Section, Suffix, list_date
from urlinspector.url.violation_codes import Violation

_MOST_PLACES = 3
_DOTS = frozenset(
    (".", "..", "%2e", "%2E", ".%2e", ".%2E", "%2e.", "%2E.", "%2e%2e", "%2E%2E", "%2e%2E", "%2E%2e")
)
"""Dot segments as they may be written (RFC 3986 §6.2.2)."""
_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")


@dataclass(frozen=True)
class Note:
    """A remark; `url` is what a click on it opens."""

    text: str
    warning: bool = False
    url: str = ""
    more: str = ""
    """The whole sentence, for the tooltip."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Notes", text)


def _count(one: str, many: str, count: int) -> str:
    """A phrase with a number; languages with more forms translate `many` by its number's own word."""
    return QCoreApplication.translate("Notes", one if count == 1 else many).format(counted(count))


def of_violation(violation: Violation, text: str, *others: Span) -> Note:
    """`space at 100, illegal in a URI`: what, where, and the rule in a few words.

    `others` are further places of the same fault.
    """
    start, end = violation.span
    places = ", ".join(position_text(each) for each in (violation.span, *others[: _MOST_PLACES - 1]))
    places += "…" if len(others) >= _MOST_PLACES else ""
    if end - start == 1 and not others:
        place = _tr("{0} at {1}").format(visible_name(text[start]), places)
    else:
        place = _tr("at {0}").format(places)
    said = _tr("{0}, {1}").format(place, short_violation(violation.code))
    return Note(said, warning=True, more=violation.message)


def visible_name(character: str) -> str:
    """A character as a note names it: itself in quotes, or its label where it cannot be seen."""
    if character == " ":
        return _tr("space")
    label = printable(character)
    if label != character:
        return label.strip("‹›")
    return visible_form(character) if is_invisible(character) else f"“{character}”"


def position_text(span: Span) -> str:
    """A span as people count: from 1, the last included."""
    if span.end - span.start <= 1:
        return str(span.start + 1)
    return f"{span.start + 1}–{span.end}"


def of_warning(warning: UrlWarning) -> Note:
    """A warning in a few words."""
    return Note(short_warning(warning.code, warning.message), warning=True, more=warning.message)


def of_nested(nested: Nested) -> Note:
    """A URL found inside; a click opens it."""
    layers = _count("", ", encoded {0} times", nested.layers) if nested.layers > 1 else ""
    return Note(_tr("holds a URL{0}: open {1}").format(layers, printable(masked(nested.url))), url=nested.url)


def of_component(component: Component, facts: Facts) -> tuple[Note, ...]:
    """What is worth knowing of a component as a whole."""
    made = _ABOUT[component](facts)
    return tuple(Note(each) for each in made if each)


def _scheme(facts: Facts) -> list[str]:
    port = DEFAULT_PORTS.get((facts.url.scheme or "").lower())
    return [_tr("default port {0}").format(port)] if port else []


def _userinfo(facts: Facts) -> list[str]:
    user = (facts.url.userinfo or "").partition(":")
    return [_tr("user and password") if user[1] else _tr("user, or an access token")]


def _host(facts: Facts) -> list[str]:
    host = facts.url.host or ""
    if not host:
        return [_tr("empty")]
    parsed = parse_host(host)
    if parsed.kind is not HostKind.REG_NAME:
        words = {
            HostKind.IPV4: _tr("IPv4 address"),
            HostKind.IPV4_LEGACY: _tr("an IPv4 address in an old form"),
            HostKind.IPV6: _tr("IPv6 address"),
            HostKind.IPVFUTURE: _tr("address of a future version"),
        }.get(parsed.kind, "")
        if parsed.canonical and parsed.canonical != host:
            words = _tr("{0}: {1}").format(words, parsed.canonical)
        return [words, parsed.error or ""]
    found = facts.suffix
    said: list[str] = []
    if found is not None and found.registrable_domain:
        said.append(_tr("registrable domain {0}").format(printable(found.registrable_domain.lower())))
    elif found is not None:
        said.append(_tr("a public suffix by itself"))
    if found is not None and not found.listed:
        said.append(_tr("not listed"))
    return [*said, *_idna(host)]


def _idna(host: str) -> list[str]:
    """The other form of a name as browsers have it, and what strict IDNA 2008 says of the name."""
    if "xn--" in host.lower():
        said = [_tr("in Unicode {0}").format(printable(to_unicode(host)))]
    elif not host.isascii():
        ascii_form = to_ascii(host)
        said = [_tr("in ASCII {0}").format(ascii_form) if ascii_form else _tr("no form in ASCII")]
    else:
        return []
    verdict = idna2008_verdict(host)
    if not verdict.ok:
        said.append(_tr("not a name under strict IDNA 2008: {0}").format(printable(verdict.reason or "")))
    elif verdict.ascii != to_ascii(host):
        said.append(_tr("under strict IDNA 2008 {0}").format(verdict.ascii))
    else:
        said.append(_tr("the same under strict IDNA 2008"))
    return said


def _port(facts: Facts) -> list[str]:
    scheme, port = (facts.url.scheme or "").lower(), facts.url.port or ""
    default = DEFAULT_PORTS.get(scheme)
    if not port:
        return [_tr("empty: the default of {0}, {1}").format(scheme, default) if default else _tr("empty")]
    if default is None:
        return []
    if port.lstrip("0") == default:
        return [_tr("default of {0}").format(scheme)]
    return [_tr("not the default of {0}, {1}").format(scheme, default)]


def _path(facts: Facts) -> list[str]:
    if not facts.url.path:
        return [_tr("empty")]
    segments = facts.url.path.removeprefix("/").split("/")
    dots = sum(map(_DOTS.__contains__, segments))
    empty = segments[:-1].count("")
    count = len(segments) - (1 if not segments[-1] and len(segments) > 1 else 0)
    said = [_count("{0} segment", "{0} segments", count) if facts.url.path != "/" else _tr("the root")]
    if dots:
        said.append(_count("one a dot segment", "{0} of them dot segments", dots))
    if empty:
        said.append(_count("one empty", "{0} of them empty", empty))
    if not facts.url.path.startswith("/") and facts.url.host is None and facts.url.scheme is not None:
        said.append(_tr("no hierarchy"))
    return [", ".join(said)]


def _query(facts: Facts) -> list[str]:
    if not facts.url.query:
        return [_tr("present but empty")]
    return [_count("{0} parameter", "{0} parameters", facts.url.query.count("&") + 1)]


def _fragment(facts: Facts) -> list[str]:
    fragment = facts.url.fragment or ""
    if not fragment:
        return [_tr("present but empty")]
    if ":~:" in fragment:
        return [_tr("holds a text directive")]
    if fragment.startswith("!"):
        return [_tr("#! names a page of a script")]
    if fragment.startswith("/"):
        return [_tr("#/ names a page of a script")]
    return [_tr("stays in the browser")]


_ABOUT = {
    Component.SCHEME: _scheme,
    Component.USERINFO: _userinfo,
    Component.HOST: _host,
    Component.PORT: _port,
    Component.PATH: _path,
    Component.QUERY: _query,
    Component.FRAGMENT: _fragment,
}


def registrable() -> Note:
    """About the registrable domain."""
    return Note(_tr("what one owner registers"))


def of_suffix(suffix: Suffix) -> Note:
    """Where a suffix is listed."""
    if not suffix.listed:
        return Note(_tr("not listed; the list's rule for such is one label"))
    dated = list_date()
    listed = dated.isoformat() if dated else ""
    section = _tr("private section") if suffix.section is Section.PRIVATE else _tr("ICANN section")
    return Note(_tr("{0} of the list of {1}").format(section, listed))


def of_segment(segment: Segment, *, is_last: bool) -> tuple[Note, ...]:
    """About one segment of a path."""
    if segment.decoded == ".":
        return (Note(_tr("dot segment: this directory")),)
    if segment.decoded == "..":
        return (Note(_tr("dot segment: the directory above")),)
    if not segment.text:
        return (Note(_tr("final slash") if is_last else _tr("empty segment")),)
    return (*_layers(segment.text), *_triplets(segment.text))


def of_parameter(field: Parameter, count: int) -> tuple[Note, ...]:
    """About one parameter: a tracker, a session, repeated, encoded."""
    said: list[Note] = []
    tracker = _listed(field.name, "tracking")
    if tracker is not None:
        family = _tr("{0} family").format(tracker.name) if tracker.is_prefix else tracker.platform
        said.append(Note(_tr("tracking parameter ({0})").format(family)))
    elif (session := _listed(field.name, "session")) is not None:
        said.append(Note(_tr("session parameter ({0})").format(session.platform)))
    if count > 1:
        said.append(Note(_count("given once", "given {0} times", count)))
    said += [*_layers(field.value or field.name), *_triplets(field.raw)]
    if field.value and "+" in field.value:
        said.append(Note(_tr("“+” is a space in forms")))
    return tuple(said)


def _layers(text: str) -> tuple[Note, ...]:
    """A text that is encoded more than once, decoded layer by layer."""
    if "%25" not in text:
        return ()
    texts = encoding_layers(text)
    if len(texts) < 3:
        return ()
    shown = " → ".join(printable(each if len(each) <= 60 else each[:59] + "…") for each in texts[1:])
    return (Note(_tr("decoded {0} times: {1}").format(len(texts) - 1, shown)),)


def _triplets(text: str) -> tuple[Note, ...]:
    """Triplets that need not be: `%5f is “_”, unreserved`."""
    found = dict.fromkeys(each for each in _TRIPLET.findall(text) if chr(int(each[1:], 16)) in UNRESERVED)
    if not found:
        return ()
    shown = ", ".join(_tr("{0} is “{1}”").format(each, chr(int(each[1:], 16))) for each in list(found)[:3])
    return (Note(_tr("{0}, unreserved").format(shown)),)


@cache
def _tables() -> Mapping[str, tuple[Mapping[str, Entry], tuple[Entry, ...]]]:
    made = {}
    for key, entries in (("tracking", tracking_parameters()), ("session", session_parameters())):
        exact = {each.name.lower(): each for each in entries if not each.is_prefix and not each.token_only}
        made[key] = (exact, tuple(each for each in entries if each.is_prefix))
    return made


def _listed(name: str, table: str) -> Entry | None:
    exact, prefixes = _tables()[table]
    lower = name.lower()
    found = exact.get(lower)
    if found is not None:
        return found
    return next((each for each in prefixes if lower.startswith(each.name.lower())), None)
