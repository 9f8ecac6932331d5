"""Userinfo hidden wherever a URL is shown or kept by the program itself (definitions §6, *Masked*)."""

import re

from urlinspector.url.components import Component, Span, Url

DOTS = "•••"

_HOST_LIKE = re.compile(r"(?:[A-Za-z0-9\-]+(?:\.|%2[Ee]))+[A-Za-z]{2,}")
_USER_ENDS = re.compile(r"[:/\\]|%3[Aa]|%2[Ff]")
_COLON = re.compile(r":|%3[Aa]")

_BREAKS = r"[\t\n\r]*+"
_SPECIAL = "|".join(_BREAKS.join(scheme) for scheme in ("https", "http", "wss", "ws", "ftp"))
_SLASH = rf"{_BREAKS}[/\\]"
_BROWSERS_USERINFO = re.compile(
    rf"[\x00-\x20]*+(?:(?:(?:{_SPECIAL}){_BREAKS}(?::|\[:\])(?:{_SLASH})*|(?:{_SLASH}){{2,}}){_BREAKS}([^/\\?#]*)@"
    rf"|[A-Z][A-Z0-9+.\-\t\n\r]*+:{_BREAKS}/{_BREAKS}/{_BREAKS}([^/?#]*)@)",
    re.IGNORECASE,
)
"""Where browsers find a userinfo, whatever slashes and backslashes stand before it and whatever tabs and line
ends among them (WHATWG URL §4.4), a base of such a scheme supposed; also behind the `[:]` of a defanged URL.
"""


def user_like_a_host(userinfo: str) -> str:
    """The beginning of a userinfo that a reader takes for the host, as in `https://bank.example@evil.example/`;
    empty where it has none.
    """
    user = _USER_ENDS.split(userinfo, maxsplit=1)[0]
    return user if _HOST_LIKE.fullmatch(user) else ""


def secret_span(url: Url) -> Span | None:
    """Where the secret stands in `str(url)`: the password, or the whole userinfo where it has no colon (an
    access token) or a percent-encoded one. The userinfo is that of RFC 3986; where it finds none, the one
    that browsers find.

    None where there is no userinfo, an empty password, or nothing but a name that looks like a host: that is
    no secret, and the reader has to see it.
    """
    userinfo = url.userinfo
    if userinfo is not None:
        span = url.spans()[Component.USERINFO]
        assert span is not None
        return _secret(userinfo, span.start)
    if "@" not in url.path and "@" not in (url.host or ""):
        return None
    found = _BROWSERS_USERINFO.match(str(url))
    return None if found is None else _secret(found[found.lastindex or 0], found.start(found.lastindex or 0))


def _secret(userinfo: str, at: int) -> Span | None:
    if not userinfo or user_like_a_host(userinfo) == userinfo:
        return None
    colon = _COLON.search(userinfo)
    start = colon.end() if colon is not None and colon[0] == ":" else 0
    return Span(at + start, at + len(userinfo)) if start < len(userinfo) else None


def secret_within(url: Url, component: Component) -> Span | None:
    """The part of the secret that stands in a component, counted from the start of its value: nearly always
    in the userinfo; in the path where browsers alone find the userinfo.
    """
    secret, span = secret_span(url), url.spans()[component]
    if secret is None or span is None:
        return None
    start, end = max(secret.start, span.start), min(secret.end, span.end)
    return Span(start - span.start, end - span.start) if start < end else None


def masked(text: str) -> str:
    """`user:•••@`: the userinfo's secret replaced. Only userinfo counts; other texts come back unchanged."""
    if "@" not in text:
        return text
    span = secret_span(Url.parse(text))
    return text if span is None else text[: span.start] + DOTS + text[span.end :]
