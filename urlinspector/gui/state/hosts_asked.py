"""Whom to ask about hosts, and how; and the user's word: as plain values that a document can keep."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self

from urlinspector.hosts.candidates import Rule
from urlinspector.hosts.groups import Pair
from urlinspector.hosts.report import Decisions
from urlinspector.hosts.resolver import ResolverError, ResolverSettings, Server, system_servers
from urlinspector.hosts.trail import Options

LIMITS: Mapping[str, tuple[float, float]] = {
    "per_second": (1, 1000),
    "in_flight": (1, 100),
    "timeout": (0.1, 60),
    "tries": (1, 10),
}
"""The least and the most that may be chosen."""


@dataclass(frozen=True)
class Asked:
    """Whom to ask, and how: what the user chose."""

    kind: str = "system"
    """`system`, `address` or `doh`."""
    address: str = ""
    doh: str = ""
    doh_address: str = ""
    per_second: int = 10
    in_flight: int = 4
    timeout: float = 3.0
    """Seconds that an answer is waited for."""
    tries: int = 2
    keep: bool = False
    """Whether answers are kept on disk as long as their TTL lets them."""

    def settings(self) -> ResolverSettings:
        """As the resolver takes it. Raises ResolverError for what cannot be asked."""
        limits = {
            "per_second": float(self.per_second),
            "in_flight": self.in_flight,
            "timeout": self.timeout,
            "tries": self.tries,
        }
        if self.kind == "address":
            return ResolverSettings((Server.parse(self.address.strip()),), **limits)  # type: ignore[arg-type]
        doh = self.doh.strip() if self.kind == "doh" else ""
        if self.kind == "doh" and not doh:
            raise ResolverError("give the server's URL, as https://dns.example/dns-query")
        return ResolverSettings(
            system_servers(),
            from_system=True,
            doh=doh,
            doh_address=self.doh_address.strip(),
            **limits,  # type: ignore[arg-type]
        )

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The opposite; what is missing, has another type or is beyond the limits gets its default."""
        start = cls()
        kept = {each.name: values.get(each.name) for each in fields(cls)}
        right: dict[str, Any] = {
            name: value for name, value in kept.items() if type(value) is type(getattr(start, name))
        }
        within = {
            name: value
            for name, value in right.items()
            if name not in LIMITS or LIMITS[name][0] <= value <= LIMITS[name][1]
        }
        return cls(**within)


def options_to_json(options: Options) -> dict[str, Any]:
    """What is asked for, as plain values."""
    return {**asdict(options), "rule": options.rule.value}


def options_from_json(values: Any) -> Options:
    """The opposite; what is missing or makes no sense gets its default."""
    start = Options()
    if not isinstance(values, dict):
        return start
    flags = {
        each.name: values[each.name]
        for each in fields(Options)
        if each.name != "rule" and isinstance(values.get(each.name), bool)
    }
    rules = {rule.value: rule for rule in Rule}
    return replace(start, rule=rules.get(values.get("rule", ""), start.rule), **flags)


def decisions_to_json(decisions: Decisions) -> dict[str, Any]:
    """The user's word on pairs and names, as plain values."""
    return {
        "confirmed": sorted(map(list, decisions.confirmed)),
        "refuted": sorted(map(list, decisions.refuted)),
        "preferred": dict(decisions.preferred),
    }


def decisions_from_json(values: Any) -> Decisions:
    """The opposite; what is no pair of names is left out."""
    if not isinstance(values, dict):
        return Decisions()
    preferred = values.get("preferred")
    names = preferred.items() if isinstance(preferred, dict) else ()
    return Decisions(
        frozenset(_pairs(values.get("confirmed"))),
        frozenset(_pairs(values.get("refuted"))),
        {str(host): str(name) for host, name in names},
    )


def _pairs(values: Any) -> Iterator[Pair]:
    for each in values if isinstance(values, list) else ():
        if isinstance(each, list) and len(each) == 2 and all(isinstance(name, str) for name in each):
            yield (each[0], each[1])
