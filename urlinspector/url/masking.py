"""Userinfo hidden wherever a URL is shown or kept by the program itself (definitions §6, *Masked*)."""

import re

from urlinspector.url.components import Component, Span, Url

DOTS = "•••"

_HOST_LIKE = re.compile(r"(?:[A-Za-z0-9\-]+(?:\.|%2[Ee]))+[A-Za-z]{2,}")
_BACKSLASHED = re.compile(r"[\x00-\x20]*(?:https?|wss?|ftp):(?:\\[\\/]|/\\)", re.IGNORECASE)
"""Where browsers find an authority, and RFC 3986 a path (WHATWG URL §4.4)."""
_USER_ENDS = re.compile(r"[:/\\]|%3[Aa]|%2[Ff]")


def user_like_a_host(userinfo: str) -> str:
    """The beginning of a userinfo that a reader takes for the host, as in `https://bank.example@evil.example/`;
    empty where it has none.
    """
    user = _USER_ENDS.split(userinfo, maxsplit=1)[0]
    return user if _HOST_LIKE.fullmatch(user) else ""


def secret_span(url: Url) -> Span | None:
    """Where the secret stands in `str(url)`: the password, or the whole userinfo where it has no colon (an
    access token).

    None where there is no userinfo, an empty password, or nothing but a name that looks like a host: that is
    no secret, and the reader has to see it.
    """
    if not url.userinfo or user_like_a_host(url.userinfo) == url.userinfo:
        return None
    span = url.spans()[Component.USERINFO]
    assert span is not None
    start = span.start + url.userinfo.find(":") + 1
    return Span(start, span.end) if start < span.end else None


def masked(text: str) -> str:
    """`user:•••@`: the userinfo's secret replaced. Only userinfo counts, also one that browsers alone find
    because the slashes before it are backslashes; other texts come back unchanged.
    """
    if "@" not in text:
        return text
    span = secret_span(Url.parse(text))
    if span is None and _BACKSLASHED.match(text):
        span = secret_span(Url.parse(text.replace("\\", "/")))
    return text if span is None else text[: span.start] + DOTS + text[span.end :]
