"""All that the answers of a run say, put side by side: who holds which address, who leads to which target."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from urlinspector.hosts.answers import Answers, Outcome, Question
from urlinspector.hosts.candidates import registrable_domain
from urlinspector.hosts.guards import Pool, is_generic, is_private, is_wild, lies, parent_zone, wildcard_pool
from urlinspector.hosts.plan import reversible
from urlinspector.hosts.resolution import Resolution, ReverseName, alias_mode, resolve, reverse
from urlinspector.hosts.trail import Options, Trail, follow


class Findings:
    """A list of hosts with the answers there are; each view is made once, when it is asked for."""

    def __init__(
        self,
        hosts: Sequence[str],
        answers: Answers,
        options: Options,
        pause: Callable[[], None] | None = None,
    ) -> None:
        self.hosts = tuple(dict.fromkeys(hosts))
        self.answers = answers
        self.options = options
        self._pause = pause
        """Called for each host that is followed."""
        self._found: dict[str, Resolution] = {}
        self._pools: dict[str, Pool] = {}
        self._reverse: dict[str, tuple[ReverseName, ...]] = {}
        self._sharing: dict[frozenset[str], tuple[frozenset[str], frozenset[str]]] = {}

    @cached_property
    def lying(self) -> bool:
        return lies(self.answers) is True

    @cached_property
    def trails(self) -> dict[str, Trail]:
        found = {}
        for host in self.hosts:
            found[host] = follow(host, self.answers, self.options)
            if self._pause is not None:
                self._pause()
        return found

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The hosts, then the names that the heuristic reached."""
        reached = (trail.reached for trail in self.trails.values() if trail.reached is not None)
        return tuple(dict.fromkeys((*self.hosts, *reached)))

    def found(self, name: str) -> Resolution:
        """Where a name leads by the answers there are: aliases, then addresses; worked out once."""
        known = self._found.get(name)
        if known is None:
            known = self._found[name] = resolve(name, self.answers)
        return known

    @cached_property
    def holders(self) -> dict[str, tuple[str, ...]]:
        """By address, the names that have it: hosts and all candidates tried, wildcards' names left out."""
        tried = (each.name for trail in self.trails.values() for each in trail.tries if not each.wild)
        return _by((name, self.found(name).addresses) for name in dict.fromkeys((*self.names, *tried)))

    def sharing(self, addresses: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """The names that have any of these addresses, and their registrable domains."""
        known = self._sharing.get(addresses)
        if known is None:
            names = frozenset(name for each in addresses for name in self.holders.get(each, ()))
            known = self._sharing[addresses] = (names, frozenset(domains_of(names)))
        return known

    @cached_property
    def led_to(self) -> dict[str, tuple[str, ...]]:
        """By alias target, the names that lead to it."""
        return _by((name, self.targets(name)) for name in self.names)

    def targets(self, name: str) -> tuple[str, ...]:
        """The names that a name's alias chain passes; none where it has no end: it leads nowhere."""
        found = self.found(name)
        return () if found.loops else found.chain

    def https_targets(self, name: str) -> tuple[str, ...]:
        """The names that its HTTPS records in AliasMode lead to."""
        return alias_mode(name, self.answers).targets

    def pool(self, name: str) -> Pool:
        """The wildcard pool of a name's parent; empty where it has none."""
        parent = parent_zone(name)
        if parent is None:
            return Pool(frozenset(), ())
        if parent not in self._pools:
            self._pools[parent] = wildcard_pool(parent, self.answers)
        return self._pools[parent]

    def is_wild(self, name: str) -> bool:
        """Whether only its parent's wildcard answers for a name."""
        return is_wild(self.found(name), self.pool(name))

    def usable(self, name: str) -> frozenset[str]:
        """The addresses of a name that may count as evidence."""
        return frozenset(each for each in self.found(name).addresses if not is_private(each))

    def reverse_names(self, name: str) -> tuple[ReverseName, ...]:
        """The reverse names of a name's addresses that are not generic."""
        return tuple(
            each
            for address in reversible(self.found(name))
            for each in self._reverse_of(address)
            if not is_generic(each.name, address)
        )

    def all_reverse_names(self, name: str) -> tuple[ReverseName, ...]:
        """The reverse names of a name's addresses, generic ones too."""
        return tuple(each for address in reversible(self.found(name)) for each in self._reverse_of(address))

    def _reverse_of(self, address: str) -> tuple[ReverseName, ...]:
        if address not in self._reverse:
            self._reverse[address] = reverse(address, self.answers).names
        return self._reverse[address]

    def gone(self, name: str) -> bool:
        """Whether a name does not exist, asked twice."""
        again = self.answers.get(Question(name, "A", turn=2))
        twice = again is not None and again.outcome is Outcome.NO_SUCH_NAME
        return twice and self.found(name).outcome is Outcome.NO_SUCH_NAME

    def operator(self, name: str) -> tuple[str, tuple[str, ...]] | None:
        """Zone authority and name servers of a name's domain; None where they are not known."""
        domain = registrable_domain(name)
        if domain is None:
            return None
        soa, ns = (self.answers.get(Question(domain, kind)) for kind in ("SOA", "NS"))
        if soa is None or ns is None or not soa.data("SOA") or not ns.data("NS"):
            return None
        authority = " ".join(soa.data("SOA")[0].split()[:2])
        return authority, tuple(sorted(ns.data("NS")))


def _by(rows: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = defaultdict(list)
    for name, keys in rows:
        for key in dict.fromkeys(keys):
            table[key].append(name)
    return {key: tuple(names) for key, names in table.items()}


def domains_of(names: Iterable[str]) -> set[str]:
    """The registrable domains of names; a name without one stands for itself."""
    return {registrable_domain(name) or name for name in names}
