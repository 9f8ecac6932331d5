"""The names that a host may also go by, as the robot of 1997 tried them (definitions §10, seed 1).

"Lookup up www.<domain>, and if no results come back, take the given domain as is": for a longer name the
first label is stripped, then `www.` put before what is left, again and again, down to the registrable domain.
"""

from enum import Enum

from urlinspector.url.suffix import suffix_of


class Rule(Enum):
    """When the trail of candidates ends."""

    FIRST_ANSWER = "first-answer"
    """At the first candidate that has an address."""
    ADDRESSES_MATCH = "addresses-match"
    """At the first candidate that shares an address with the host."""


def name_of(host: str) -> str:
    """A host name as it is asked: lower case, without the final dot."""
    return host.rstrip(".").lower()


def candidates(host: str, *, try_full_name: bool = False) -> tuple[str, ...]:
    """The candidate names of a host, in the order in which they are tried.

    None for a host that begins with `www.`, for an address, for a bare public suffix. With `try_full_name`,
    `www.` + the whole name comes first.
    """
    name = name_of(host)
    suffix = suffix_of(name)
    if suffix is None or suffix.registrable_domain is None or name.startswith("www."):
        return ()
    domain = suffix.registrable_domain
    if name == domain:
        return (f"www.{domain}",)
    above = name.removesuffix(domain).rstrip(".").split(".")
    rests = [".".join([*above[at:], domain]) for at in range(1, len(above) + 1)]
    full = [f"www.{name}"] if try_full_name else []
    return tuple(dict.fromkeys([*full, *(f"www.{rest}" for rest in rests)]))


def registrable_domain(host: str) -> str | None:
    """The registrable domain of a host, private suffixes counted; None where it has none."""
    suffix = suffix_of(name_of(host))
    return None if suffix is None else suffix.registrable_domain
