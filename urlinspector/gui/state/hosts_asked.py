"""Whom to ask about hosts, and how hard: what the user chose, as plain values that a document can keep."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from urlinspector.hosts.resolver import ResolverError, ResolverSettings, Server, system_servers


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
    keep: bool = False
    """Whether answers are kept on disk as long as their TTL lets them."""

    def settings(self) -> ResolverSettings:
        """As the resolver takes it. Raises ResolverError for what cannot be asked."""
        limits = {"per_second": float(self.per_second), "in_flight": self.in_flight}
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
        """The opposite; what is missing or has another type gets its default."""
        start = cls()
        kept = {each.name: values.get(each.name) for each in fields(cls)}
        right = {name: value for name, value in kept.items() if type(value) is type(getattr(start, name))}
        return cls(**right)
