"""Steps on URLs as people write them: defanged, with backslashes, with wrong slashes, without a scheme."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._reduce import reduce
from urlinspector.url.charsets import SPECIAL_SCHEMES
from urlinspector.url.components import Component

_TEXT = (Component.TEXT,)

_BRACKETS = (("[", "]"), ("(", ")"), ("{", "}"))
_IN_ANY_BRACKETS = {".": ".", "dot": "."}
_IN_SQUARE_BRACKETS = {":": ":", "/": "/", "://": "://", "@": "@", "at": "@"}
_DEFANGED = {
    **{
        opener + word + closer: plain
        for opener, closer in _BRACKETS
        for word, plain in _IN_ANY_BRACKETS.items()
    },
    **{f"[{word}]": plain for word, plain in _IN_SQUARE_BRACKETS.items()},
}
_DEFANGED_TOKEN = re.compile("|".join(map(re.escape, _DEFANGED)), re.ASCII | re.IGNORECASE)
_LONGEST_TOKEN = max(map(len, _DEFANGED))
_DEFANGED_SCHEME = re.compile(r"(?:h(?:xx|tx|xt|\*\*|__)p|(fxp))(s?)(?=:)", re.ASCII | re.IGNORECASE)


def _refang(text: str, _needed: Needed, _options: object) -> str:
    if _DEFANGED_TOKEN.search(text) is not None:
        text = reduce(text, "])}", _LONGEST_TOKEN, _plain)
    found = _DEFANGED_SCHEME.match(text)
    if found is None:
        return text
    return ("ftp" if found[1] else "http") + lower(found[2]) + text[found.end() :]


def _plain(tail: str) -> tuple[int, str] | None:
    written = lower(tail)
    for token, plain in _DEFANGED.items():
        if written.endswith(token):
            return len(token), plain
    return None


REFANG = Step(
    name="refang",
    title="Defanged URL made whole",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="a custom of security reports; no standard",
    summary=(
        "Turns hxxp://example[.]com back into http://example.com. Reports on malware write URLs so, that "
        "nobody opens them by accident. Brackets that hold something else stay."
    ),
    example=Example("hxxps[://]example[.]com/a", "https://example.com/a"),
    apply=_refang,
    may_change=lambda options: r"(?:\x5b|\x28|\x7b)(?:[.:/@]|[Dd]|[Aa])|^(?:[Hh][XxTt*_]|[Ff][Xx])",
    assumes="that nobody but the author of a report writes [.] or hxxp",
)


@dataclass(frozen=True, slots=True)
class BackslashToSlash:
    """Which texts, and how far into them."""

    schemes: Literal["web", "any"] = option(
        "web", "Only http, https, ws, wss, ftp and file, as browsers; or any text."
    )
    where: Literal["before-query", "everywhere"] = option(
        "before-query", "Before the query and fragment, as browsers; or everywhere."
    )


_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_QUERY_OR_FRAGMENT = re.compile("[?#]")


def _backslash(text: str, _needed: Needed, options: BackslashToSlash) -> str:
    if "\\" not in text:
        return text
    if options.schemes == "web":
        scheme = _SCHEME.match(text)
        if scheme is None or scheme[1].lower() not in SPECIAL_SCHEMES:
            return text
    if options.where == "everywhere":
        return text.replace("\\", "/")
    end = _QUERY_OR_FRAGMENT.search(text)
    cut = len(text) if end is None else end.start()
    return text[:cut].replace("\\", "/") + text[cut:]


BACKSLASH_TO_SLASH = Step(
    name="backslash-to-slash",
    title="Backslashes as slashes",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §4.4",
    summary=(
        "Writes / for \\ before the query. Browsers take the two for the same in web URLs; readers that "
        "follow RFC 3986 do not, and may see another host in http://a\\@b/."
    ),
    example=Example("http:\\\\example.com\\a", "http://example.com/a"),
    apply=_backslash,
    may_change=lambda options: r"\x5c",
    options=BackslashToSlash,
    assumes="that the URL was meant for a browser",
)


@dataclass(frozen=True, slots=True)
class FixSchemeSlashes:
    """Which schemes, and which numbers of slashes."""

    schemes: tuple[str, ...] = option(
        ("http", "https", "ws", "wss", "ftp"), "Schemes that are always followed by // and a host."
    )
    slashes: Literal["any", "too-many"] = option(
        "any", "Any number but two, none too; or only three and more."
    )


def _slashes(text: str, _needed: Needed, schemes: re.Pattern[str]) -> str:
    found = schemes.match(text)
    return text if found is None else f"{found[1]}://{text[found.end() :]}"


def _prepare_slashes(options: FixSchemeSlashes) -> re.Pattern[str]:
    for scheme in options.schemes:
        _check_scheme(scheme)
    names = "|".join(map(re.escape, options.schemes)) or "(?!)"
    count = "/{3,}" if options.slashes == "too-many" else "(?!//(?!/))/*"
    return re.compile(f"({names}):{count}(?=[^/?#])", re.ASCII | re.IGNORECASE)


def _check_scheme(scheme: str) -> None:
    if _SCHEME.fullmatch(scheme + ":") is None:
        raise ValueError(f"“{scheme}” is not a scheme (RFC 3986 §3.1)")


FIX_SCHEME_SLASHES = Step(
    name="fix-scheme-slashes",
    title="Two slashes after the scheme",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §4.4, special authority slashes state",
    summary=(
        "Writes exactly two slashes between the scheme and the host. Browsers take any number for two in "
        "web URLs; readers that follow RFC 3986 find no host in http:/example.com/."
    ),
    example=Example("http:/example.com/", "http://example.com/"),
    apply=_slashes,
    may_change=lambda schemes: r"^[A-Za-z][A-Za-z0-9+.\x2d]*:(?:///|/?[^/])",
    options=FixSchemeSlashes,
    prepare=_prepare_slashes,
    assumes="that the URL was meant for a browser",
)


@dataclass(frozen=True, slots=True)
class AddScheme:
    """Which scheme, and for which texts."""

    scheme: str = option("https", "The scheme that is added.")
    to: Literal["hosts", "dotted", "anything"] = option(
        "hosts",
        "Texts that begin with a name below a listed top label, www., localhost or an address; with any name "
        "that has a dot; all texts without a scheme.",
    )
    host_and_port: bool = option(True, "Take example.com:80 for a host and its port, not for a scheme.")
    known: tuple[str, ...] = option((), "When given, only these count as schemes.")


# A name with a dot, localhost, or an IPv6 address in brackets; a port; the end of the authority.
_LABEL = r"[^\x00-\x20\x7f<>\"{}|\\^`/?#@:\[\].]+"
_HOST = re.compile(
    rf"(localhost|\[[0-9A-F:.]+\]|{_LABEL}(?:\.{_LABEL})+\.?)(?::([0-9]*))?(?=[/?#]|\Z)",
    re.ASCII | re.IGNORECASE,
)


def _add_scheme(text: str, _needed: Needed, options: AddScheme) -> str:
    if text.startswith(("http://", "https://")):
        return text
    found = _HOST.match(text)
    if found is not None and options.to == "hosts" and not found[1].startswith("["):
        # Imported here: few texts get so far, and the import costs start-up time.
        from urlinspector.url.spoofing import is_host_like

        found = found if is_host_like(found[1]) else None
    if _has_scheme(text, options, found):
        return text
    if text.startswith("//"):
        return f"{options.scheme}:{text}"
    return f"{options.scheme}://{text}" if found is not None or options.to == "anything" else text


def _has_scheme(text: str, options: AddScheme, host: re.Match[str] | None) -> bool:
    found = _SCHEME.match(text)
    if found is None:
        return False
    if options.known:
        return lower(found[1]) in (*options.known, lower(options.scheme))
    return not (options.host_and_port and host is not None and host[2])


def _prepare_scheme(options: AddScheme) -> AddScheme:
    _check_scheme(options.scheme)
    return replace(options, known=tuple(map(lower, options.known)))


ADD_SCHEME = Step(
    name="add-scheme",
    title="Scheme added",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="RFC 3986 §4.5, suffix reference",
    summary=(
        "Writes a scheme before a text that begins with a host, as people write addresses. What looks like "
        "a relative path stays, since nothing tells where it belongs."
    ),
    example=Example("www.example.com/a", "https://www.example.com/a"),
    apply=_add_scheme,
    options=AddScheme,
    prepare=_prepare_scheme,
    assumes="that the text begins with a host and that the host speaks this protocol",
)

STEPS: tuple[Step, ...] = (REFANG, BACKSLASH_TO_SLASH, FIX_SCHEME_SLASHES, ADD_SCHEME)
"""Steps on the text, in the order in which each makes the next one's work possible."""
