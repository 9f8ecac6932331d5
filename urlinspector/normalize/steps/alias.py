"""The step that writes the preferred name of a host for its other names, from the user's table or DNS."""

from collections.abc import Mapping
from dataclasses import dataclass

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


def _prepare(options: HostAlias) -> Mapping[str, str]:
    """The table by lower-case hosts, its chains flattened. Raises ValueError for a circle or a bad pair."""
    table: dict[str, str] = {}
    for pair in options.aliases:
        host, equals, preferred = pair.partition("=")
        host, preferred = lower(host.strip()), preferred.strip()
        if not (equals and _is_host(host) and _is_host(preferred)):
            raise ValueError(f"an alias is written as in example.com=www.example.com, not “{pair}”")
        if table.setdefault(host, preferred) != preferred:
            raise ValueError(f"“{host}” has two preferred hosts, “{table[host]}” and “{preferred}”")
    return {host: _end_of(host, table) for host in table}


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


def _alias(host: str, _needed: Needed, table: Mapping[str, str]) -> str:
    return table.get(host) or table.get(lower(host), host)


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
    may_change=lambda table: None if table else NEVER,
    options=HostAlias,
    prepare=_prepare,
    assumes="that the hosts of the table serve the same pages",
)

STEPS: tuple[Step, ...] = (HOST_ALIAS,)
"""The step that stands after all others on the host and the port (definitions §3)."""
