"""Web entities: sets of LRU prefixes with a name; a URL belongs to the one with its longest prefix.

The idea and its words are those of the Hyphe project ("web entities", "creation rules"). A prefix is
written here without scheme, `www` and port, in which addresses of one place differ: `h:com|h:example|p:blog`.

Everything is immutable: what changes entities gives new ones, so undo is keeping the old.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from urlinspector.rules.creation import DOMAIN, CreationRule
from urlinspector.rules.prefixes import EntityError, hosts_in, lru_text, name_of, refuse_suffix
from urlinspector.url.place import Stems, is_suffix

if TYPE_CHECKING:
    from urlinspector.bulk.entities import EntityRow
    from urlinspector.bulk.stems import StemTree
    from urlinspector.bulk.task import Task


class Entity(NamedTuple):
    """A name and the prefixes that go by it."""

    name: str
    prefixes: tuple[Stems, ...]
    status: str = "IN"
    """A word of Hyphe: IN, OUT, UNDECIDED or DISCOVERED."""


@dataclass(frozen=True)
class Entities:
    """The entities that somebody made, the rules for all others, and which prefix each rule is for."""

    own: tuple[Entity, ...] = ()
    default: CreationRule = DOMAIN
    rules: Mapping[Stems, CreationRule] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seen: dict[Stems, str] = {}
        for entity in self.own:
            for prefix in entity.prefixes:
                refuse_suffix(prefix)
                if prefix in seen:
                    raise EntityError(f"“{lru_text(prefix)}” belongs to “{seen[prefix]}” already")
                seen[prefix] = entity.name

    def entity_of(self, stems: Stems) -> tuple[str, Stems]:
        """The name and the prefix of a URL's entity. The longest prefix wins: one that somebody made, or one
        that a rule makes, wherever the rule stands; the default is asked only where there is neither.
        """
        names = self._names
        owned = None
        if names:
            owned = next((stems[:n] for n in range(len(stems), 0, -1) if stems[:n] in names), None)
        made: Stems | None = None
        for length in range(1, len(stems) + 1) if self.rules else ():
            rule = self.rules.get(stems[:length])
            found = None if rule is None else rule.prefix_of(stems, length)
            if found is not None and (made is None or len(found) > len(made)):
                made = found
        if owned is not None and (made is None or len(owned) >= len(made)):
            return names[owned], owned
        if made is None:
            made = self.default.prefix_of(stems) or DOMAIN.prefix_of(stems) or stems
        return names.get(made) or name_of(made), made

    @cached_property
    def _names(self) -> dict[Stems, str]:
        return {prefix: entity.name for entity in self.own for prefix in entity.prefixes}

    def is_own(self, prefix: Stems) -> bool:
        """Whether somebody made the entity of a prefix."""
        return prefix in self._names

    def paths_needed(self, hosts: Stems) -> int | None:
        """How many path stems decide whose a URL of a host is; None for all of them."""
        count, most = len(hosts), 0
        every: list[int | None] = [self.default.paths_needed(count)]
        for length in range(1, count + 1):
            for prefix, rule in self._by_host.get(hosts[:length], ()):
                every.append(len(prefix) - length)
                every.append(rule.paths_needed(count, len(prefix)))
        for each in every:
            if each is None:
                return None
            most = max(most, each)
        return most

    @cached_property
    def _by_host(self) -> dict[Stems, list[tuple[Stems, CreationRule]]]:
        """Prefixes by the stems of their hosts, those of own entities with a rule that asks for nothing."""
        found: dict[Stems, list[tuple[Stems, CreationRule]]] = {}
        own = ((prefix, DOMAIN) for prefix in self._names)
        for prefix, rule in (*own, *self.rules.items()):
            found.setdefault(prefix[: hosts_in(prefix)], []).append((prefix, rule))
        return found

    # What changes them

    def with_default(self, rule: CreationRule) -> "Entities":
        """The same with another rule for URLs of which nobody made an entity and no prefix has a rule."""
        return replace(self, default=rule)

    def with_rule(self, prefix: Stems, rule: CreationRule | None) -> "Entities":
        """A rule for one prefix, or none any more."""
        rules = {key: value for key, value in self.rules.items() if key != prefix}
        return replace(self, rules=rules if rule is None else {**rules, prefix: rule})

    def merged(self, names: Sequence[str], prefixes: Iterable[Stems], name: str) -> "Entities":
        """One entity of several: those of `names` that somebody made, and prefixes of others."""
        gone = set(names)
        kept = [each for each in self.own if each.name not in gone]
        joined = [prefix for each in self.own if each.name in gone for prefix in each.prefixes]
        taken = {prefix for each in kept for prefix in each.prefixes}
        joined += [each for each in prefixes if each not in taken]
        rest = replace(self, own=tuple(kept))
        return replace(self, own=(*kept, Entity(rest._free(name), tuple(dict.fromkeys(joined)))))

    def without(self, name: str) -> "Entities":
        """An entity given up: rules decide again whose its URLs are."""
        return replace(self, own=tuple(each for each in self.own if each.name != name))

    def with_platforms(self, known: Mapping[Stems, CreationRule], on: bool) -> "Entities":
        """With the ready rules where there is no other for a prefix, or without those of them."""
        if on:
            return replace(self, rules={**known, **self.rules})
        return replace(
            self, rules={each: rule for each, rule in self.rules.items() if known.get(each) != rule}
        )

    def split(self, name: str, prefix: Stems) -> "Entities":
        """A prefix of an entity, or one beneath it, as an entity of its own."""
        own = [
            Entity(each.name, tuple(p for p in each.prefixes if p != prefix)) if each.name == name else each
            for each in self.own
        ]
        made = Entity(self._free(name_of(prefix)), (prefix,))
        return replace(self, own=(*(each for each in own if each.prefixes), made))

    def renamed(self, name: str, prefix: Stems, new: str, taken: Collection[str] = ()) -> "Entities":
        """Another name; an entity that a rule made becomes one that somebody made. Raises EntityError where
        another one has the name, among `taken` too: those that rules made of a list.
        """
        new = new.strip()
        if not new:
            raise EntityError("an entity needs a name")
        if new != name and (new in taken or any(each.name == new for each in self.own)):
            raise EntityError(f"“{new}” is another entity; merge them to make them one")
        if any(each.name == name for each in self.own):
            own = tuple(each._replace(name=new) if each.name == name else each for each in self.own)
            return replace(self, own=own)
        return replace(self, own=(*self.own, Entity(new, (prefix,))))

    def moved(self, prefix: Stems, to: str) -> "Entities":
        """A prefix to another entity. Raises EntityError where there is none of that name."""
        if not any(each.name == to for each in self.own):
            raise EntityError(f"there is no entity “{to}”")
        own = []
        for each in self.own:
            kept = tuple(p for p in each.prefixes if p != prefix)
            own.append(Entity(each.name, (*kept, prefix) if each.name == to else kept))
        return replace(self, own=tuple(each for each in own if each.prefixes))

    def with_rows(self, rows: "Iterable[EntityRow]") -> "Entities":
        """Those that rules made of a list as made by somebody, in the list's order; the others stay."""
        own = {each.name: each for each in self.own}
        made = []
        for row in rows:
            if row.by_hand and row.name in own:
                made.append(own.pop(row.name))
            elif not row.by_hand and row.prefixes:
                made.append(Entity(row.name, row.prefixes))
        return replace(self, own=(*made, *own.values()))

    def _free(self, name: str) -> str:
        names, number, made = {each.name for each in self.own}, 2, name
        while made in names:
            made, number = f"{name} ({number})", number + 1
        return made


def group(tree: "StemTree", entities: Entities, task: "Task | None" = None) -> "list[EntityRow]":
    """A list by its entities, the largest first. What lies on a public suffix itself (`http://co.uk/`) is a
    row with no prefix: an entity of that prefix would have all sites of the suffix. Raises Cancelled.
    """
    from urlinspector.bulk.entities import group_by

    def owner(stems: Stems) -> tuple[str, Stems, bool]:
        name, prefix = entities.entity_of(stems)
        return name, prefix, entities.is_own(prefix)

    found = group_by(tree, owner, entities.paths_needed, task)
    return [
        row._replace(prefixes=(), suffix=row.prefixes[0])
        if not row.by_hand and is_suffix(row.prefixes[0])
        else row
        for row in found
    ]
