"""What the programs of the Internet Archive remove from URLs: www with any number, sessions of old servers.

Shared by surt, webarchive-commons and Heritrix.
"""

import re
from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import any_case, lower
from urlinspector.normalize.steps._patterns import END
from urlinspector.normalize.steps.path_parameters import written
from urlinspector.url.components import Component

PEER = "Internet Archive"
_SOURCE = "webarchive-commons, IAURLCanonicalizer"
WWW = re.compile(r"www[0-9]*\.")


@dataclass(frozen=True, slots=True)
class ArchiveWww:
    """How often."""

    times: Literal["all", "once"] = option("all", "www.www.a.com: remove all, or the first only.")


def _www(host: str, _needed: Needed, options: ArchiveWww) -> str:
    found = WWW.match(host)
    while found is not None:
        host = host[found.end() :]
        found = WWW.match(host) if options.times == "all" else None
    return host


ARCHIVE_WWW = Step(
    name="archive-www",
    title="No www with any number",
    on=(Component.HOST,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes www., www1., www2. and so on before a host, whatever is left then: a public suffix, or "
        "nothing at all."
    ),
    example=Example("http://www2.example.com/", "http://example.com/"),
    apply=_www,
    may_change=lambda options: "^www[0-9.]",
    options=ArchiveWww,
    assumes="that no name of a site begins with www and a number",
    warning="`www1234.com` becomes `com`.",
    loses_data=True,
    idempotent=False,
    peer=PEER,
)


_PATH_SESSIONS = (
    re.compile(r".*/(\((?:[a-z]\([0-9a-z]{24}\))+\)/)[^?]+\.aspx.*", re.IGNORECASE | re.ASCII),
    re.compile(r".*/(\([0-9a-z]{24}\)/)[^?]+\.aspx.*", re.IGNORECASE | re.ASCII),
)


def _session_path(path: str, _needed: Needed, _options: object) -> str:
    if ".aspx" not in lower(path):
        return path
    for pattern in _PATH_SESSIONS:
        found = pattern.fullmatch(path)
        if found is not None:
            path = path[: found.start(1)] + path[found.end(1) :]
    return path


ARCHIVE_SESSION_PATH = Step(
    name="archive-session-path",
    title="No ASP.NET session in the path",
    on=(Component.PATH,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes the last segment (S(24 letters or digits)), or one of the 24 alone, from a path in "
        "which .aspx follows. Sessions that other servers write into the path stay."
    ),
    example=Example("http://example.com/(S(0123456789abcdefghijklmn))/a.aspx", "http://example.com/a.aspx"),
    apply=_session_path,
    may_change=lambda options: "[.]" + any_case("aspx"),
    assumes="that the page does not depend on the visitor's session",
    warning="Only the last of several is removed.",
    idempotent=False,
    peer=PEER,
)


def _slash(path: str, needed: Needed, _options: object) -> str:
    if len(path) < 2 or not path.endswith("/"):
        return path
    is_guarded = needed[0] is None and path.startswith("/.//")
    return written(path[2 if is_guarded else 0 : -1], needed[0])


ARCHIVE_SLASH = Step(
    name="archive-trailing-slash",
    title="One slash less at the end",
    on=(Component.PATH,),
    needs=(Component.HOST,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes one slash from the end of the path, also where the path has no directories, as in "
        "mailto:a/. The root keeps its own."
    ),
    example=Example("http://example.com/a/", "http://example.com/a"),
    apply=_slash,
    may_change=lambda options: f"(?s)./{END}",
    assumes="that the path with and without a final slash answers the same",
    warning="`/a//` becomes `/a/`, and a second run makes `/a` of it.",
    idempotent=False,
    peer=PEER,
)

_FIELDS = (
    "jsessionid=[0-9a-z]{32}",
    "phpsessid=[0-9a-z]{32}",
    "sid=[0-9a-z]{32}",
    "aspsessionid[a-z]{8}=[a-z]{24}",
)
# Looked for only in a field that cftoken follows, or a long one would be searched again and again.
_CFID = "((?:.*&)?(?=[^&]*&cftoken=[^&])[^&]*)cfid=[^&]+&cftoken=[^&]+(?:&(.*))?"
_SESSION_FIELDS = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (*(rf"(.*){field}(?:&(.*))?" for field in _FIELDS), _CFID)
)
_PROBES = ("jsessionid=", "phpsessid=", "sid=", "aspsessionid", "cftoken=")


def _session_query(query: str, _needed: Needed, _options: object) -> str:
    text = lower(query)
    for probe, pattern in zip(_PROBES, _SESSION_FIELDS, strict=True):
        found = pattern.fullmatch(query) if probe in text else None
        if found is not None:
            query = found[1] + (found[2] or "")
    return query


ARCHIVE_SESSION_QUERY = Step(
    name="archive-session-query",
    title="No session of old servers in the query",
    on=(Component.QUERY,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Removes jsessionid, phpsessid and sid with exactly 32 letters or digits, ASPSESSIONID with "
        "eight letters and a value of 24, and cfid with cftoken, wherever a field ends like that. The & "
        "before the last field stays."
    ),
    example=Example(
        "http://example.com/?sid=0123456789abcdef0123456789abcdef&a=1", "http://example.com/?a=1"
    ),
    apply=_session_query,
    may_change=lambda options: (
        "(?:" + "|".join(map(any_case, ("sid=", "aspsessionid", "cftoken=", "sessionid="))) + ")"
    ),
    assumes="that the page does not depend on the visitor's session",
    warning="`?x=1&sid=…` becomes `?x=1&`, and `?basid=…` becomes `?ba`.",
    loses_data=True,
    idempotent=False,
    peer=PEER,
)

STEPS: tuple[Step, ...] = (ARCHIVE_WWW, ARCHIVE_SESSION_PATH, ARCHIVE_SLASH, ARCHIVE_SESSION_QUERY)
"""The order in which they follow each other."""
