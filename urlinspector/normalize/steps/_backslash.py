"""URLs that their readers take apart differently because of a backslash (WHATWG URL §4.4)."""

from collections.abc import Iterable

from urlinspector.normalize.steps._letters import lower
from urlinspector.url.charsets import SPECIAL_SCHEMES

BACKSLASH = r"\x5c"
"""A pattern, as in `may_change`, for the parts that matter to `readers_disagree`."""


def readers_disagree(scheme: str | None, parts: Iterable[str | None]) -> bool:
    """Whether one of `parts`, components before the query, holds a `\\` in a web, ftp or file URL.

    Browsers read it as `/` there, readers that follow RFC 3986 do not: authority and path differ for them.
    In the query and the fragment it divides nothing for either.
    """
    return lower(scheme or "") in SPECIAL_SCHEMES and any(part is not None and "\\" in part for part in parts)
