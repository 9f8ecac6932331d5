"""Steps on the scheme: its case (RFC 3986 §3.1, §6.2.2.1) and the choice of one protocol for the web."""

from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import any_case, lower
from urlinspector.normalize.steps._patterns import END
from urlinspector.url.components import Component


def _lowercase(scheme: str, _needed: Needed, _options: object) -> str:
    return scheme if scheme.islower() and scheme.isascii() else lower(scheme)


LOWERCASE_SCHEME = Step(
    name="lowercase-scheme",
    title="Scheme in lower case",
    on=(Component.SCHEME,),
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.2.1, §3.1",
    summary=(
        "Writes the scheme in lower case. Schemes are case-insensitive, and the standard calls the "
        "lower-case form the canonical one, so every reader takes both for the same."
    ),
    example=Example("HTTP://example.com/", "http://example.com/"),
    apply=_lowercase,
    may_change=lambda options: "[A-Z]",
    assumes="that schemes are case-insensitive, as the standard has it",
)


@dataclass(frozen=True, slots=True)
class LimitProtocol:
    """Which protocol is written for the other."""

    to: Literal["http", "https"] = option("https", "The protocol that is written for both.")
    with_port: bool = option(False, "Also where a port is written, which then belongs to the other protocol.")


_OTHER = {"http": "https", "https": "http"}


def _limit(scheme: str, needed: Needed, options: LimitProtocol) -> str:
    if scheme == options.to or lower(scheme) != _OTHER[options.to]:
        return scheme
    # A port was chosen for the protocol that is written: https://example.com:80/ is another door than http's.
    return scheme if needed[0] and not options.with_port else options.to


LIMIT_PROTOCOL = Step(
    name="limit-protocol",
    title="One protocol",
    on=(Component.SCHEME,),
    needs=(Component.PORT,),
    tells_apart=lambda options: (f"^{END}",),
    safety=Safety.CHANGES,
    source="Lee, Kim and Hong 2005, On URL Normalization; no standard",
    summary=(
        "Writes https for http, or the other way round. Most sites serve the same pages over both, but "
        "nothing says that they must. Where a port is written it does nothing, since the port belongs to "
        "the protocol."
    ),
    example=Example("http://example.com/", "https://example.com/"),
    apply=_limit,
    may_change=lambda options: f"^{any_case('http')}",
    options=LimitProtocol,
    conflicts=("limit-protocol",),
    assumes="that the site serves the same pages over http and https",
)

STEPS: tuple[Step, ...] = (LOWERCASE_SCHEME,)
"""Steps of the scheme layer; limit-protocol stands behind the port, at which it looks."""
