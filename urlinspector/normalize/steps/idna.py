"""Steps on internationalized names: IDNA both ways (UTS 46, RFC 5891, RFC 3490)."""

from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._patterns import word
from urlinspector.url.charsets import HIERARCHICAL_SCHEMES
from urlinspector.url.components import Component
from urlinspector.url.host import to_ascii, to_unicode

_HOST = (Component.HOST,)


def is_web(scheme: str | None) -> bool:
    """Whether hosts of a scheme are domain names to a browser: http, https, ws, wss, ftp (definitions §2)."""
    return scheme in HIERARCHICAL_SCHEMES or (scheme is not None and lower(scheme) in HIERARCHICAL_SCHEMES)


@dataclass(frozen=True, slots=True)
class IdnaToAscii:
    """Which IDNA, where, and what happens to names that have no ASCII form."""

    flavour: Literal["uts46", "2003", "2008"] = option(
        "uts46",
        "UTS 46, as browsers; IDNA 2003, which writes ss for ß and so changes names; strict IDNA 2008.",
    )
    failure: Literal["keep", "2003", "refuse"] = option(
        "keep", "A name without an ASCII form: keep it, try IDNA 2003, or refuse the URL."
    )
    any_scheme: bool = option(False, "Also outside of http, https, ws, wss and ftp.")


def _to_ascii(host: str, needed: Needed, options: IdnaToAscii) -> str | Refused:
    if host.isascii() or host.startswith("[") or not (options.any_scheme or is_web(needed[0])):
        return host
    answer = to_ascii(host, options.flavour)
    if answer is None and options.failure == "2003":
        answer = to_ascii(host, "2003")
    if answer is None and options.failure == "refuse":
        return Refused("the host has no ASCII form", "WHATWG URL §3.3, domain to ASCII")
    return answer or host


def _class(options: IdnaToAscii) -> Safety:
    only_2008 = options.flavour != "2003" and options.failure != "2003"
    return Safety.PRESERVES if only_2008 else Safety.CHANGES


IDNA_TO_ASCII = Step(
    name="idna-to-ascii",
    title="Host in ASCII",
    on=_HOST,
    needs=(Component.SCHEME,),
    safety=Safety.PRESERVES,
    safety_with=_class,
    source="UTS 46 §4.2; WHATWG URL §3.3; RFC 5891 §5",
    summary=(
        "Writes a name with letters beyond ASCII in the form in which it is looked up: bücher.example "
        "becomes xn--bcher-kva.example. A name for which there is no such form stays as it is."
    ),
    example=Example("http://bücher.example/", "http://xn--bcher-kva.example/"),
    apply=_to_ascii,
    may_change=lambda options: r"[^\x00-\x7f]",
    options=IdnaToAscii,
    conflicts=("idna-to-unicode",),
    assumes="that the reader looks the name up by the same IDNA, as all browsers do",
)


@dataclass(frozen=True, slots=True)
class IdnaToUnicode:
    """Where."""

    any_scheme: bool = option(False, "Also outside of http, https, ws, wss and ftp.")


def _to_unicode(host: str, needed: Needed, options: IdnaToUnicode) -> str:
    if "xn--" not in lower(host) or host.startswith("["):
        return host
    return to_unicode(host) if options.any_scheme or is_web(needed[0]) else host


IDNA_TO_UNICODE = Step(
    name="idna-to-unicode",
    title="Host in Unicode",
    on=_HOST,
    needs=(Component.SCHEME,),
    safety=Safety.USUALLY_PRESERVES,
    source="UTS 46 §4.3; WHATWG URL §3.3",
    summary=(
        "Writes an xn-- name with the letters it stands for. That is good to read, but two names may look "
        "alike, and programs that know no IDNA cannot look it up."
    ),
    example=Example("http://xn--bcher-kva.example/", "http://bücher.example/"),
    apply=_to_unicode,
    may_change=lambda options: word("xn--", ignore_case=True),
    options=IdnaToUnicode,
    conflicts=("idna-to-ascii",),
    assumes="that the reader turns the letters back into the same xn-- name",
)

STEPS: tuple[Step, ...] = (IDNA_TO_ASCII, IDNA_TO_UNICODE)
"""Steps of the host layer on internationalized names."""
