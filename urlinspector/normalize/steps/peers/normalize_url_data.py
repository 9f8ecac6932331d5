"""How normalize-url writes data: URLs (RFC 2397; WHATWG Fetch §6, data: URL processor)."""

import re
from typing import NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step
from urlinspector.normalize.steps.percent import UPPERCASE_PERCENT
from urlinspector.normalize.steps.text import TRIMMED
from urlinspector.url.charsets import ALPHA, DIGIT
from urlinspector.url.components import Component
from urlinspector.url.percent import decode, encode

_DATA = re.compile("data:([^#]*)(?:#(.*))?", re.IGNORECASE | re.ASCII | re.DOTALL)
_MARKER = re.compile("; *base64\\Z", re.IGNORECASE | re.ASCII)
_TOKEN = re.compile(r"[A-Za-z0-9_!#$%&'*+\-.^`|~]+")
_PART = re.compile(r'(?:[^;="]|"|=(?:"(?:[^"\\]|\\.)*(?:"|\Z))?)*', re.DOTALL)
_BASE64_SPACE = "\t\n\x0c\r "
_SPACE = "".join(sorted({*TRIMMED} - {"\x85"}))
_NOT_ENCODED = ALPHA | DIGIT | frozenset("-_.!~*'()")  # ECMA-262 §19.2.6.5, encodeURIComponent
_DIRECTIVE = ":~:text="


class _Parameter(NamedTuple):
    name: str
    value: str | None


def _data(text: str, _needed: Needed, _options: object) -> str:
    found = _DATA.fullmatch(text)
    if found is None:
        return text
    head, comma, data = found[1].partition(",")
    fragment = _ended(_upper((found[2] or "").partition(_DIRECTIVE)[0]))
    head = head.strip(" ")
    is_base64 = _MARKER.search(head) is not None
    media_type = _media_type(_MARKER.sub("", head) if is_base64 else head, is_base64=is_base64)
    if not comma:
        media_type = _ended(media_type)
    if not is_base64 and _MARKER.search(media_type):
        media_type += ";"
    comma = comma or ("" if media_type else ",")
    if is_base64:
        data = _ended(data.strip(_BASE64_SPACE))
    elif not fragment:
        data = _ended(data)
    return f"data:{media_type}{comma}{_upper(_decoded(data))}" + (f"#{fragment}" if fragment else "")


def _media_type(text: str, *, is_base64: bool) -> str:
    first, *rest = (part.strip(" ") for part in _parts(text))
    kind = first.lower()
    parameters = [each for each in map(_parameter, rest) if each.name != ""]
    kept = [each for each in parameters if not _is_dropped(each, kind, parameters, is_base64)]
    words = [each.name if each.value is None else f"{each.name}={each.value}" for each in kept]
    if is_base64:
        words.append("base64")
    return ";".join([kind, *words] if words or kind not in ("", "text/plain") else words)


def _parts(text: str) -> list[str]:
    """Split at semicolons outside of quoted values."""
    parts, at = [], 0
    while True:
        found = _PART.match(text, at)
        assert found is not None  # it matches nothing at least
        parts.append(found[0])
        at = found.end() + 1
        if at > len(text):
            return parts


def _parameter(text: str) -> _Parameter:
    name, equals, value = text.partition("=")
    name = name.lstrip(" ").lower()
    if not equals:
        return _Parameter(name, None)
    if len(value) > 1 and value[0] == value[-1] == '"':
        plain = re.sub(r"\\(.)", r"\1", value[1:-1])
        value = plain if _TOKEN.fullmatch(plain) else value
    return _Parameter(name, value.lower() if name == "charset" else value)


_DEFAULT = _Parameter("charset", "us-ascii")


def _is_dropped(each: _Parameter, kind: str, parameters: list[_Parameter], is_base64: bool) -> bool:
    """The charset that texts have anyway, where no other takes its place and no marker comes to the end."""
    if each != _DEFAULT or kind not in ("", "text/plain"):
        return False
    if sum(other.name == "charset" for other in parameters) > 1:
        return False
    uncovers = parameters[-1] == _DEFAULT and parameters[-2:-1] == [_Parameter("base64", None)]
    return is_base64 or not uncovers


def _ended(text: str) -> str:
    """With white space at the end as triplets, so that it is not trimmed by the next run."""
    kept = text.rstrip(_SPACE)
    return kept + "".join(char if char in _NOT_ENCODED else encode(char) for char in text[len(kept) :])


_UNRESERVED_OR_STRAY = re.compile(
    "%(?:2[DdEe]|5[Ff]|7[Ee]|3[0-9]|4[1-9A-Fa-f]|5[0-9Aa]|6[1-9A-Fa-f]|7[0-9Aa])"
    "|%(?![0-9A-Fa-f]{2})(?=[0-9A-Fa-f]|%(?:3[0-9]|4[1-6]|6[1-6]))"
)


def _decoded(text: str) -> str:
    return _UNRESERVED_OR_STRAY.sub(lambda found: decode(found[0]) if len(found[0]) == 3 else "%25", text)


def _upper(text: str) -> str:
    return UPPERCASE_PERCENT.apply(text, (), None)  # type: ignore[return-value]  # it never refuses


NORMALIZE_URL_DATA = Step(
    name="normalize-url-data",
    title="data: URL as normalize-url writes it",
    on=(Component.WHOLE,),
    safety=Safety.USUALLY_PRESERVES,
    source="normalize-url 10; RFC 2397; WHATWG Fetch §6",
    summary=(
        "Writes the media type of a data: URL in lower case and leaves out what every reader takes for "
        "granted: text/plain, us-ascii, quotes around a token. Unreserved triplets of the data are decoded."
    ),
    example=Example("data:TEXT/plain;charset=US-ASCII,%7Ea", "data:,~a"),
    apply=_data,
    assumes="that the reader knows the defaults of RFC 2397",
    peer="normalize-url",
)
