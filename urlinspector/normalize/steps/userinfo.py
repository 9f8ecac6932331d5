"""Steps on the userinfo (RFC 3986 §3.2.1): the empty one, and the removal of credentials."""

from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.url.components import Component


@dataclass(frozen=True, slots=True)
class RemoveEmptyUserinfo:
    """What else than the bare `@` is empty."""

    empty_password: bool = option(
        False, "Also drop the colon of an empty password, as browsers do: user:@ → user@."
    )


def _remove_empty(userinfo: str, _needed: Needed, options: RemoveEmptyUserinfo) -> str | None:
    if userinfo in ("", ":"):
        return None
    if options.empty_password and userinfo.endswith(":") and userinfo.count(":") == 1:
        return userinfo[:-1]
    return userinfo


REMOVE_EMPTY_USERINFO = Step(
    name="remove-empty-userinfo",
    title="No empty userinfo",
    on=(Component.USERINFO,),
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §4.5; RFC 3986 §3.2.1",
    summary=(
        "Drops an @ before which no name and no password stand. Browsers send nothing for it, so the "
        "request is the same with and without."
    ),
    example=Example("http://@example.com/", "http://example.com/"),
    apply=_remove_empty,
    options=RemoveEmptyUserinfo,
    assumes="that no name and no password are sent for an empty userinfo",
)


@dataclass(frozen=True, slots=True)
class RemoveUserinfo:
    """What is removed, and where it stays."""

    part: Literal["all", "password"] = option("all", "Everything before the @, or only the password.")
    except_schemes: tuple[str, ...] = option((), "Schemes whose URLs keep it, as in: ftp.")
    schemes: tuple[str, ...] = option((), "Only URLs of these schemes; empty for all.")


def _remove(userinfo: str, needed: Needed, options: RemoveUserinfo) -> str | None:
    scheme = lower(needed[0] or "")
    if scheme in options.except_schemes or (options.schemes and scheme not in options.schemes):
        return userinfo
    return None if options.part == "all" else userinfo.partition(":")[0]


REMOVE_USERINFO = Step(
    name="remove-userinfo",
    title="No user and password",
    on=(Component.USERINFO,),
    needs=(Component.SCHEME,),
    safety=Safety.CHANGES,
    source="RFC 3986 §3.2.1, §7.5",
    summary=(
        "Removes the user name and password before the host. Credentials do not name a page, and they "
        "should not be kept in lists; but a server may show another page to another user."
    ),
    example=Example("http://user:secret@example.com/", "http://example.com/"),
    apply=_remove,
    may_change=lambda options: None if options.part == "all" else ":",
    options=RemoveUserinfo,
    assumes="that the server shows the same page to everybody",
)

STEPS: tuple[Step, ...] = (REMOVE_EMPTY_USERINFO, REMOVE_USERINFO)
"""Steps of the userinfo layer."""
