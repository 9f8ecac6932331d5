"""The names that a host may also go by, as the robot of 1997 tried them (definitions §10, seed 1).

"Lookup up www.<domain>, and if no results come back, take the given domain as is": for a longer name the
first label is stripped, then `www.` put before what is left, again and again, down to the registrable domain.
"""

import re
from enum import Enum
from functools import lru_cache

from urlinspector.url.host import HostKind, parse_host, to_ascii
from urlinspector.url.suffix import suffix_of

# RFC 1035 §2.3.4: labels of 63 octets, names of 253 as they are written. Underscores occur and are asked for.
_NAME = re.compile(r"(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}", re.ASCII)


class Rule(Enum):
    """When the trail of candidates ends."""

    FIRST_ANSWER = "first-answer"
    """At the first candidate that has an address."""
    ADDRESSES_MATCH = "addresses-match"
    """At the first candidate that shares an address with the host."""


@lru_cache(maxsize=1 << 16)
def name_of(host: str) -> str:
    """A host name as it is asked: lower case, IDNs as A-labels (UTS 46), without the final dot."""
    return (to_ascii(host) or host.lower()).removesuffix(".")


def is_loopback_name(host: str) -> bool:
    """Whether a host is `localhost`, or below it: always the machine's own address, and never to be asked for
    (RFC 6761 §6.3).
    """
    name = name_of(host)
    return name == "localhost" or name.endswith(".localhost")


@lru_cache(maxsize=1 << 16)
def can_be_asked(host: str) -> bool:
    """Whether the name system can be asked for a host: no address, a name by RFC 1035's lengths, and none
    that is never asked for.
    """
    kinds = {parse_host(host).kind, parse_host(name_of(host)).kind}
    if is_loopback_name(host):
        return False
    return kinds == {HostKind.REG_NAME} and _NAME.fullmatch(name_of(host)) is not None


@lru_cache(maxsize=1 << 16)
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


@lru_cache(maxsize=1 << 16)
def registrable_domain(host: str) -> str | None:
    """The registrable domain of a host, private suffixes counted; None where it has none."""
    suffix = suffix_of(name_of(host))
    return None if suffix is None else suffix.registrable_domain
