"""What makes answers worthless as evidence: lies, wildcards, private and shared addresses, generic names.

research C3, rules 1, 5, 6, 7 and 8. The networks stand in a small dated table, `data/networks.toml`.
"""

import hashlib
import ipaddress
import re
import tomllib
from functools import lru_cache
from typing import NamedTuple

from urlinspector import resources
from urlinspector.hosts.answers import Answers, Outcome, Question
from urlinspector.hosts.candidates import registrable_domain
from urlinspector.hosts.resolution import Resolution

PROBES = 3
"""Random labels asked for below each parent."""


def _random_label(nonce: str, parent: str, number: int) -> str:
    """A label nobody has registered; letters only, so that no pattern of digits answers for it."""
    digest = hashlib.sha256(f"{nonce}/{parent}/{number}".encode()).digest()
    return "".join(chr(ord("a") + byte % 26) for byte in digest[:16])


# A resolver that lies


def lie_probe(nonce: str) -> Question:
    """A name that does not exist: an honest resolver says so, or nothing."""
    return Question(f"www.{_random_label(nonce, 'lies', 0)}.com", "A")


def lies(answers: Answers) -> bool | None:
    """Whether the resolver answers for the name that does not exist; None where it was not asked."""
    answer = answers.get(lie_probe(answers.nonce))
    return None if answer is None else bool(answer.data("A"))


# Wildcards


def parent_zone(name: str) -> str | None:
    """The parent whose wildcard could answer for a name; None above the registrable domain."""
    domain = registrable_domain(name)
    return None if domain is None or name == domain else name.partition(".")[2]


@lru_cache(maxsize=1 << 16)
def wildcard_probes(parent: str, nonce: str) -> tuple[Question, ...]:
    """Questions for random names below a parent, the same for one nonce: who answers them has a wildcard."""
    return tuple(Question(f"{_random_label(nonce, parent, n)}.{parent}", "A") for n in range(PROBES))


class Pool(NamedTuple):
    """What a parent answers for names that nobody made: addresses, alias targets; empty without wildcard."""

    data: frozenset[str]
    missing: tuple[Question, ...]


def wildcard_pool(parent: str, answers: Answers) -> Pool:
    """The pool of a parent, as far as its probes are answered."""
    data: set[str] = set()
    missing: list[Question] = []
    for probe in wildcard_probes(parent, answers.nonce):
        answer = answers.get(probe)
        if answer is None:
            missing.append(probe)
        elif answer.outcome in (Outcome.ANSWERED, Outcome.NO_DATA):
            data.update(answer.data("A"), answer.data("CNAME"))
    return Pool(frozenset(data), tuple(missing))


def is_wild(found: Resolution, pool: Pool) -> bool:
    """Whether a name says nothing of its own: all it answers lies in its parent's pool."""
    if not pool.data:
        return False
    own = {*found.a, *found.chain}
    return bool(own) and own <= pool.data


# Addresses


class Network(NamedTuple):
    """A range of addresses that serves many sites at once, and who runs it."""

    range: ipaddress.IPv4Network | ipaddress.IPv6Network
    provider: str


class Networks(NamedTuple):
    """The table: ranges, and the suffixes of alias targets with whether a name below is one customer's."""

    ranges: tuple[Network, ...]
    targets: dict[str, bool]


@lru_cache(maxsize=1)
def networks() -> Networks:
    """The table of networks of servers, from the package data."""
    ranges: list[Network] = []
    targets: dict[str, bool] = {}
    for entry in tomllib.loads(resources.read_text("data/networks.toml"))["provider"]:
        ranges += [Network(ipaddress.ip_network(each), entry["name"]) for each in entry.get("ranges", ())]
        targets.update(dict.fromkeys(entry.get("tenant_targets", ()), True))
        targets.update(dict.fromkeys(entry.get("common_targets", ()), False))
    return Networks(tuple(ranges), targets)


@lru_cache(maxsize=1 << 16)
def provider_of(address: str) -> str | None:
    """Who runs the network of servers that an address lies in; None for an address of its own."""
    value = ipaddress.ip_address(address)
    found = (
        each.provider
        for each in networks().ranges
        if value.version == each.range.version and value in each.range
    )
    return next(found, None)


def is_one_customers(target: str) -> bool | None:
    """Whether an alias target in a provider's domain belongs to one customer; None outside the table."""
    table = networks().targets
    labels = target.split(".")
    return next((table[end] for n in range(len(labels)) if (end := ".".join(labels[n:])) in table), None)


_SPECIAL = tuple(
    map(ipaddress.ip_network, ("100.64.0.0/10", "0.0.0.0/8", "fc00::/7", "fe80::/10", "64:ff9b:1::/48"))
)
"""RFC 6598, RFC 1122, RFC 4193, RFC 4291, RFC 8215; the rest ipaddress knows itself."""

_DOCUMENTATION = tuple(
    map(
        ipaddress.ip_network,
        ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
    )
)
"""RFC 5737, 3849, 9637: not on the public network either, but inside nobody's; examples use them."""


@lru_cache(maxsize=1 << 16)
def is_private(address: str) -> bool:
    """Whether an address is private, loopback, link-local, unspecified or shared by a provider's customers.

    For a public name it means a split horizon, a rebinding or a block list: a flag, never equality.
    """
    value = ipaddress.ip_address(address)
    if isinstance(value, ipaddress.IPv6Address) and value.ipv4_mapped is not None:
        value = value.ipv4_mapped
    if any(value in each for each in _DOCUMENTATION):
        return False
    special = any(value in each for each in _SPECIAL)
    return special or value.is_private or value.is_loopback or value.is_link_local or value.is_multicast


# Reverse names

_GENERIC = re.compile(
    r"(?:^|[.-])(?:dyn|dynamic|dhcp|pool|ppp|dsl|adsl|cable|dialup|client|customer|cust|broadband|static|rev|ip|unassigned)"
    r"(?:[0-9.-]|$)|amazonaws\.com$|googleusercontent\.com$|compute\.internal$|\.in-addr\.arpa$|\.ip6\.arpa$"
)


def is_generic(name: str, address: str) -> bool:
    """Whether a reverse name is made of the address, or names a pool: it then says nothing of a site."""
    if _GENERIC.search(name):
        return True
    value = ipaddress.ip_address(address)
    if value.version == 6:
        return value.exploded.replace(":", "")[-8:] in name.replace("-", "").replace(".", "")
    parts = str(value).split(".")
    numbers = re.findall(r"\d+", name)
    joined = "".join(f"{int(part):03d}" for part in parts)
    return sum(part in numbers for part in set(parts)) >= min(3, len(set(parts))) or joined in name
