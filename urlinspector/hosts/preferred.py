"""Which name of a group is written: the user's; else the seed's `www.`, the majority, or the reverse name."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from urlinspector.hosts.findings import Findings


class Preference(Enum):
    """What a preferred name goes by."""

    WWW = "www"
    MAJORITY = "majority"
    REVERSE = "reverse"


class Preferred(NamedTuple):
    """A name, and why it is the one."""

    name: str
    reason: str


def preferred_name(
    group: Sequence[str],
    findings: Findings,
    *,
    counts: Mapping[str, int] | None = None,
    preference: Preference = Preference.WWW,
    chosen: str | None = None,
) -> Preferred:
    """The name of a group that the others are written as; `chosen`, the user's word, wins.

    The three ways are tried with `preference` first; the shortest name is the last resort.
    """
    if chosen is not None and chosen in group:
        return Preferred(chosen, "chosen by you")
    ways = {
        Preference.WWW: lambda: _www(group, findings),
        Preference.MAJORITY: lambda: _majority(group, counts or {}),
        Preference.REVERSE: lambda: _reverse(group, findings),
    }
    for way in (preference, *(each for each in Preference if each is not preference)):
        found = ways[way]()
        if found is not None:
            return found
    return Preferred(min(group, key=lambda name: (len(name), name)), "the shortest name")


def _www(group: Sequence[str], findings: Findings) -> Preferred | None:
    """Of several `www.` names the one that most hosts reach, then the shortest."""
    names = [name for name in group if name.startswith("www.")]
    if not names:
        return None
    reached = [trail.reached for host in group if (trail := findings.trails.get(host)) is not None]
    best = min(names, key=lambda name: (-reached.count(name), len(name), name))
    return Preferred(best, "the www. name, reached by the heuristic" if best in reached else "the www. name")


def _majority(group: Sequence[str], counts: Mapping[str, int]) -> Preferred | None:
    total = sum(counts.get(name, 0) for name in group)
    best = max(group, key=lambda name: counts.get(name, 0))
    most = counts.get(best, 0)
    return Preferred(best, f"{most} of {total} URLs") if most * 2 > total else None


def _reverse(group: Sequence[str], findings: Findings) -> Preferred | None:
    for name in group:
        for found in findings.reverse_names(name):
            if found.confirmed and found.name in group:
                return Preferred(found.name, f"{found.address} is called so, and the name leads back")
    return None
