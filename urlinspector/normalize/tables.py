"""Names that trackers and sessions put into URLs: `resources/data/tracking.toml` and `session.toml`.

Each entry says which platform writes the name, where its vendor documents it, and when the row was written.
"""

import tomllib
from functools import cache
from typing import Any, NamedTuple

from urlinspector.resources import read_text


class Entry(NamedTuple):
    """A name, or the beginning of names, of a query parameter."""

    name: str
    is_prefix: bool
    platform: str
    source: str
    """Title of the vendor's page, and its address where there is one."""
    date: str
    """When the row was written, ISO 8601."""
    token_only: bool = False
    """The name is in general use too, so that only a value that looks like an identifier tells a session."""
    in_path: bool = False
    """It also stands in the path, as in `/a;jsessionid=…`."""


@cache
def tracking_parameters() -> tuple[Entry, ...]:
    """The table of tracking parameters, in the order of the file."""
    return _read("data/tracking.toml")


@cache
def session_parameters() -> tuple[Entry, ...]:
    """The table of session parameters, in the order of the file."""
    return _read("data/session.toml")


def _read(name: str) -> tuple[Entry, ...]:
    return tuple(entry for page in tomllib.loads(read_text(name))["page"] for entry in _entries(page))


def _entries(page: dict[str, Any]) -> list[Entry]:
    source = f"{page['title']}, {page['url']}" if "url" in page else page["title"]
    blank = Entry("", False, page["platform"], source, page["date"].isoformat())
    blank = blank._replace(token_only=page.get("token_only", False), in_path=page.get("in_path", False))
    whole = [blank._replace(name=name) for name in page.get("names", ())]
    return whole + [blank._replace(name=name, is_prefix=True) for name in page.get("prefixes", ())]
