"""The step that writes the preferred name of a host for its other names, from the user's table or DNS."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._patterns import NEVER
from urlinspector.url.components import Component, Url


@dataclass(frozen=True, slots=True)
class HostAlias:
    """The table."""

    aliases: tuple[str, ...] = option(
        (),
        "Pairs host=preferred, as in example.com=www.example.com; a preferred host may itself have one.",
        pairs=True,
    )
    evidence: tuple[str, ...] = option(
        (),
        "Pairs host=why, in words and with the day: what spoke for a host's alias. It changes no URL.",
        pairs=True,
    )


class _Table(NamedTuple):
    """The preferred host by lower-case hosts, and why."""

    aliases: Mapping[str, str]
    evidence: Mapping[str, str]


def _prepare(options: HostAlias) -> _Table:
    """The table, its chains flattened. Raises ValueError for a circle or a bad pair."""
    table: dict[str, str] = {}
    for pair in options.aliases:
        host, equals, preferred = pair.partition("=")
        host, preferred = lower(host.strip()), preferred.strip()
        if not (equals and _is_host(host) and _is_host(preferred)):
            raise ValueError(f"an alias is written as in example.com=www.example.com, not “{pair}”")
        if table.setdefault(host, preferred) != preferred:
            raise ValueError(f"“{host}” has two preferred hosts, “{table[host]}” and “{preferred}”")
    evidence = {lower(host.strip()): why for host, _, why in map(_cut, options.evidence)}
    return _Table({host: _end_of(host, table) for host in table}, evidence)


def _cut(pair: str) -> tuple[str, str, str]:
    return pair.partition("=")


def _is_host(text: str) -> bool:
    return text != "" and Url.parse(f"//{text}") == Url(host=text)


def _end_of(host: str, table: Mapping[str, str]) -> str:
    """Where the chain that begins at a host ends. Raises ValueError for one that comes back to itself."""
    seen = [host]
    preferred = table[host]
    while lower(preferred) in table and lower(preferred) != seen[-1]:
        if lower(preferred) in seen:
            raise ValueError(f"the aliases run in a circle: {' → '.join((*seen, preferred))}")
        seen.append(lower(preferred))
        preferred = table[seen[-1]]
    return preferred


def _alias(host: str, _needed: Needed, table: _Table) -> str:
    return table.aliases.get(host) or table.aliases.get(lower(host), host)


def _tells(text: str, table: _Table) -> tuple[str, ...]:
    why = table.evidence.get(lower(Url.parse(text).host or ""))
    return () if why is None else (why,)


HOST_ALIAS = Step(
    name="host-alias",
    title="Preferred host",
    on=(Component.HOST,),
    safety=Safety.CHANGES,
    source="the user's table, or evidence from DNS",
    summary=(
        "Writes the preferred host for each host in a table of aliases. Which hosts are one cannot be seen "
        "from a URL; the table comes from the user or from evidence that names and addresses agree."
    ),
    example=Example(
        "http://example.com/", "http://www.example.com/", {"aliases": ("example.com=www.example.com",)}
    ),
    apply=_alias,
    may_change=lambda table: None if table.aliases else NEVER,
    tells=_tells,
    options=HostAlias,
    prepare=_prepare,
    assumes="that the hosts of the table serve the same pages",
)

STEPS: tuple[Step, ...] = (HOST_ALIAS,)
"""The step that stands after all others on the host and the port (definitions §3)."""
