"""Steps on what stands after a semicolon in the path, and on sessions in the path (RFC 3986 §3.3)."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._patterns import END, NEVER, either, word
from urlinspector.normalize.tables import session_parameters
from urlinspector.url.components import Component


def written(path: str, host: str | None) -> str:
    """`path` so that its text is read as a path: `//` would begin an authority where there is none (§3.3)."""
    return "/." + path if host is None and path.startswith("//") else path


@dataclass(frozen=True, slots=True)
class RemovePathParameters:
    """Which parameters go."""

    names: tuple[str, ...] = option((), "Only parameters of these names; all when the list is empty.")


class _Found(NamedTuple):
    """What goes, and the pattern for `may_change`."""

    find: re.Pattern[str]
    may_change: str


def _prepare_path_parameters(options: RemovePathParameters) -> _Found:
    for name in options.names:
        if not name or set(";/=") & set(name):
            raise ValueError(f"“{name}” cannot be the name of a path parameter")
    if not options.names:
        return _Found(re.compile(r";[^/\\]*"), ";")
    names = either(map(word, options.names))
    return _Found(re.compile(rf";{names}(?:=[^;/\\]*)?(?![^;/\\])"), f";{names}")


def _remove_path_parameters(path: str, needed: Needed, options: _Found) -> str:
    if ";" not in path or not path.startswith("/"):
        return path
    return written(options.find.sub("", path), needed[0])


REMOVE_PATH_PARAMETERS = Step(
    name="remove-path-parameters",
    title="No path parameters",
    on=(Component.PATH,),
    needs=(Component.HOST,),
    tells_apart=lambda options: (NEVER,),
    safety=Safety.CHANGES,
    source="RFC 3986 §3.3; RFC 2396 §3.3",
    summary=(
        "Removes what follows a semicolon in each segment of the path, as in /a;lang=en/b. An older standard "
        "called these the parameters of a segment. Some servers choose the page by them."
    ),
    example=Example("http://example.com/a;v=1/b;w=2", "http://example.com/a/b"),
    apply=_remove_path_parameters,
    may_change=lambda options: options.may_change,
    options=RemovePathParameters,
    prepare=_prepare_path_parameters,
    assumes="that parameters after a semicolon do not choose the page",
)


# Microsoft, ASP.NET cookieless sessions: `/(S(24 characters))/`, with tickets A, F and the marker X beside S;
# ASP.NET 1.x wrote the 24 characters alone.
_ASP_NET = r"/\x28(?:(?:[AFSXafsx]\x28[0-9A-Za-z_\x2d]+\x29)+|[0-9A-Za-z]{24})\x29"


class _Sessions(NamedTuple):
    parameter: re.Pattern[str]
    segment: re.Pattern[str]
    may_change: str


def _prepare_session_path(_options: object) -> _Sessions:
    names = either(word(each.name, ignore_case=True) for each in session_parameters() if each.in_path)
    parameter = f";{names}="
    return _Sessions(
        re.compile(rf"{parameter}[^;/\\]*"),
        re.compile(rf"{_ASP_NET}(?=/|\Z)"),
        f"{parameter}|{_ASP_NET}(?:/|{END})",
    )


def _remove_session_path(path: str, needed: Needed, options: _Sessions) -> str:
    if (";" not in path and "/(" not in path) or not path.startswith("/"):
        return path
    after = options.segment.sub("", options.parameter.sub("", path))
    return path if after == path else written(after, needed[0]) or "/"


REMOVE_SESSION_PATH = Step(
    name="remove-session-path",
    title="No session in the path",
    on=(Component.PATH,),
    needs=(Component.HOST,),
    tells_apart=lambda options: (NEVER,),
    safety=Safety.CHANGES,
    source="Java Servlet Specification 3.1 §7.1.3; Microsoft, ASP.NET session state overview (cookieless)",
    summary=(
        "Removes identifiers of a visitor's session from the path: ;jsessionid=… as Java servers write it, "
        "and the segment (S(…)) of ASP.NET. Servers write them for visitors without cookies; the page is the "
        "same."
    ),
    example=Example("http://example.com/cart;jsessionid=1A530637?x=1", "http://example.com/cart?x=1"),
    apply=_remove_session_path,
    may_change=lambda options: options.may_change,
    prepare=_prepare_session_path,
    assumes="that the page does not depend on the visitor's session",
)

STEPS: tuple[Step, ...] = (REMOVE_PATH_PARAMETERS, REMOVE_SESSION_PATH)
"""Steps on parameters in the path, in the order in which they follow each other."""
