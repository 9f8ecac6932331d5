"""Groups of hosts that count as one: union-find over accepted pairs, with refuted pairs kept apart for
good.
"""

from collections.abc import Iterable, Sequence

Pair = tuple[str, str]


def groups(
    hosts: Sequence[str], accepted: Iterable[Pair], refuted: Iterable[Pair] = ()
) -> list[tuple[str, ...]]:
    """Hosts in groups of two or more, in the order of `hosts`.

    Pairs are joined in the order given (the surest first). A pair whose joining would put two refuted hosts
    into one group is left out, so that a refuted pair is never merged through a third host.
    """
    leader = {host: host for host in hosts}
    members = {host: {host} for host in hosts}
    apart: dict[str, set[str]] = {host: set() for host in hosts}
    for one, other in refuted:
        if one in apart and other in apart:
            apart[one].add(other)
            apart[other].add(one)
    for one, other in accepted:
        if one not in leader or other not in leader:
            continue
        first, second = leader[one], leader[other]
        if first == second or any(apart[host] & members[second] for host in members[first]):
            continue
        members[first] |= members.pop(second)
        for host in members[first]:
            leader[host] = first
    order = {host: at for at, host in enumerate(hosts)}
    found = [tuple(sorted(each, key=order.__getitem__)) for each in members.values() if len(each) > 1]
    return sorted(found, key=lambda group: order[group[0]])
