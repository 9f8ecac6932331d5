"""Userinfo hidden wherever a URL is shown or kept by the program itself (definitions §6, *Masked*)."""

from urlinspector.url.components import Component, Span, Url

DOTS = "•••"


def secret_span(url: Url) -> Span | None:
    """Where the secret stands in `str(url)`: the password, or the whole userinfo where it has no colon.

    None where there is no userinfo, or an empty password.
    """
    if not url.userinfo:
        return None
    span = url.spans()[Component.USERINFO]
    assert span is not None
    start = span.start + url.userinfo.find(":") + 1
    return Span(start, span.end) if start < span.end else None


def masked(text: str) -> str:
    """`user:•••@`: the userinfo's secret replaced. Only userinfo counts; other texts come back unchanged."""
    span = secret_span(Url.parse(text)) if "@" in text else None
    return text if span is None else text[: span.start] + DOTS + text[span.end :]
