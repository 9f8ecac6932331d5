"""The file of host aliases: which name is written for which others, with the evidence and the date.

    {"format": "urlinspector-aliases", "version": 1, "made": …, "resolver": …, "rule": …, "accept": …,
     "groups": [{"preferred": …, "reason": …, "hosts": […], "pairs": […]}], "aliases": {host: preferred}}

`aliases` alone is what the step `host-alias` takes; the rest says why.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from urlinspector.hosts.report import Report
    from urlinspector.normalize.profile import Profile

FORMAT = "urlinspector-aliases"
VERSION = 1


class AliasError(ValueError):
    """A file of aliases that cannot be used, and why."""


@dataclass(frozen=True)
class AliasMap:
    """Host -> written name, and the whole file's data."""

    aliases: Mapping[str, str]
    data: Mapping[str, Any]

    @property
    def pairs(self) -> tuple[str, ...]:
        """`host=preferred`, as the step takes them."""
        return tuple(f"{host}={preferred}" for host, preferred in self.aliases.items())

    @property
    def evidence(self) -> tuple[str, ...]:
        """`host=why`, with the day and who was asked, as the step takes them."""
        made, resolver = str(self.data.get("made", ""))[:10], str(self.data.get("resolver", ""))
        asked = f"{made}, asked of {resolver}" if resolver else made
        told = [(host, self.reason(host)) for host in self.aliases]
        return tuple(f"{host}={why} ({asked})" if made else f"{host}={why}" for host, why in told if why)

    def step_values(
        self, before: Mapping[str, Sequence[str]] | None = None, decided: Collection[str] = ()
    ) -> dict[str, list[str]]:
        """The options of the step `host-alias`.

        What `before` has of hosts other than those that are decided here, or written by others here, stays.
        """
        mine = {*decided, *self.aliases, *self.aliases.values()}
        values = {"aliases": list(self.pairs), "evidence": list(self.evidence)}
        for key, made in values.items():
            kept = (before or {}).get(key, ())
            made[:0] = [each for each in kept if each.partition("=")[0].strip().lower() not in mine]
        return values

    def reason(self, host: str) -> str:
        """Why a host is written as another, in a line; empty where it is not."""
        preferred, group = self.aliases.get(host), self._groups.get(host)
        if preferred is None or group is None:
            return ""
        told = {
            item["what"]
            for pair in group.get("pairs", ())
            if host in (pair["a"], pair["b"])
            for item in pair["items"]
            if item["weight"] > 0
        }
        return f"{host} and {preferred}: " + ("; ".join(sorted(told)) or "on the user's word")

    @cached_property
    def _groups(self) -> Mapping[str, Mapping[str, Any]]:
        """By each of its hosts, the group that a file names first."""
        groups = self.data.get("groups", ())
        return {host: group for group in reversed(groups) for host in group["hosts"]}


def make_alias_map(report: "Report", *, resolver: str, rule: str, accept: str, made: str) -> AliasMap:
    """The aliases of a report's groups; `made` is the date, in ISO 8601."""
    from urlinspector.hosts.report import pair_data

    groups = []
    aliases: dict[str, str] = {}
    for group, inner in zip(report.groups, report.pairs_within, strict=True):
        best = report.preferred[group[0]]
        pairs = [pair_data(each) for each in inner]
        groups.append({"preferred": best.name, "reason": best.reason, "hosts": list(group), "pairs": pairs})
        aliases.update({host: best.name for host in group if host != best.name})
    data = {
        "format": FORMAT,
        "version": VERSION,
        "made": made,
        "resolver": resolver,
        "rule": rule,
        "accept": accept,
        "groups": groups,
        "aliases": aliases,
    }
    return AliasMap(aliases, data)


def save_alias_map(path: Path, aliases: AliasMap) -> None:
    """Writes the map as JSON, whole or not at all. Raises OSError."""
    from urlinspector.hosts.record import write_json

    write_json(path, aliases.data)


def load_alias_map(path: Path) -> AliasMap:
    """Reads the file. Raises AliasError, OSError."""
    try:
        data = json.loads(path.read_text("utf-8-sig"))
    except ValueError as error:
        raise AliasError(f"not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise AliasError("not a file of host aliases")
    if data.get("version") != VERSION:
        raise AliasError(f"version {data.get('version')} of the format is not known here")
    aliases = data.get("aliases")
    if not isinstance(aliases, dict) or not all(isinstance(each, str) for each in aliases.values()):
        raise AliasError("“aliases” is to be an object of names")
    return AliasMap(aliases, data)


def with_aliases(profile: "Profile", aliases: AliasMap) -> "Profile":
    """The profile with `host-alias` and these aliases, added to those it has. Raises ProfileError."""
    if not aliases.aliases:
        return profile
    from urlinspector.normalize.options import option_values

    bound = profile.bound("host-alias")
    before = {} if bound is None else option_values(bound.step, bound.options)
    values = {
        key: [*before.get(key, ()), *(each for each in more if each not in before.get(key, ()))]
        for key, more in aliases.step_values().items()
    }
    return profile.enabled("host-alias", {key: value for key, value in values.items() if value})
