"""Web entities: sets of LRU prefixes with a name; a URL belongs to the one with its longest prefix.

The idea and its words are those of the Hyphe project ("web entities", "creation rules"). A prefix is
written here without scheme, `www` and port, in which addresses of one place differ: `h:com|h:example|p:blog`.
Hyphe writes each as four (`prefixes_of`), with http and https, with and without www.

Everything is immutable: what changes entities gives new ones, so undo is keeping the old.
"""

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from urlinspector.resources import read_text
from urlinspector.url.components import Url
from urlinspector.url.host import parse_host
from urlinspector.url.lru import LruOptions, StemKind, lru_of
from urlinspector.url.suffix import is_listed_top_label, is_public_suffix, suffix_of

if TYPE_CHECKING:
    from urlinspector.bulk.entities import EntityRow
    from urlinspector.bulk.stems import StemTree
    from urlinspector.bulk.task import Task

MAX_PATH = 8
"""The most path stems that a prefix may have, as the wiki proposes."""
_OPTIONS = LruOptions(drop_www=True, query=False, fragment=False, max_path=MAX_PATH)

_PIPE = "%7C"
"""What Hyphe writes for a `|` inside a stem."""

Stems = tuple[str, ...]


class EntityError(ValueError):
    """A rule, a prefix or a file that cannot be used; the message is for the user."""


@dataclass(frozen=True, slots=True)
class CreationRule:
    """Where an entity ends that nobody has made: see `parse`."""

    kind: str
    count: int = 0
    pattern: str = ""

    @classmethod
    def parse(cls, text: str) -> "CreationRule":
        """`domain`, `subdomain`, `subdomain-N`, `path-N`, `prefix+N`, `page`, or `/pattern/` on the stems as
        `com|example|blog`. Raises EntityError.
        """
        text = text.strip()
        if len(text) > 2 and text[0] == text[-1] == "/":
            _compiled(text[1:-1])
            return cls("pattern", pattern=text[1:-1])
        if text in ("domain", "page"):
            return cls(text)
        found = re.fullmatch(r"(subdomain|path)(?:-(\d+))?|(prefix)\+(\d+)", text)
        if found is None:
            raise EntityError(
                f"“{text}” is no creation rule: "
                "domain, subdomain, subdomain-N, path-N, prefix+N, page or /pattern/"
            )
        if found[3]:
            return cls("prefix", int(found[4]))
        if found[1] == "path" and not found[2]:
            raise EntityError("say how many segments, as in path-1")
        return cls(found[1], int(found[2] or 0))

    def __str__(self) -> str:
        if self.kind == "pattern":
            return f"/{self.pattern}/"
        if self.kind == "prefix":
            return f"prefix+{self.count}"
        return f"{self.kind}-{self.count}" if self.count else self.kind

    def prefix_of(self, stems: Stems, start: int = 0) -> Stems | None:
        """The prefix that the rule makes of a URL's stems, never within a public suffix; None where the URL
        has not what it asks for. `start` is how many stems the prefix has that the rule is for.
        """
        hosts = sum(each.startswith("h:") for each in stems)
        if not hosts:
            return None
        least = registrable(stems[:hosts])
        wanted = {
            "domain": least,
            "subdomain": least - 1 + self.count if self.count else hosts,
            "path": hosts + self.count,
            "prefix": start + self.count,
            "page": len(stems),
        }.get(self.kind)
        length = self._matched(stems) if wanted is None else wanted
        if length is not None and self.kind == "subdomain":
            length = min(length, hosts)
        if length is None or length > len(stems):
            return None
        return stems[: min(max(length, least), hosts + MAX_PATH)]

    def _matched(self, stems: Stems) -> int | None:
        """How many stems a pattern reaches to, whole ones."""
        text = "|".join(value_of(each).replace("|", _PIPE) for each in stems).encode(errors="surrogatepass")
        found = _compiled(self.pattern).search(text)
        if found is None or not found[0]:
            return None
        return text[: found.end()].rstrip(b"|").count(b"|") + 1


@cache
def _compiled(pattern: str) -> Any:
    """A pattern of a user, for the linear-time engine; letter case aside. Raises EntityError."""
    import re2

    settings = re2.Options()
    settings.log_errors = False
    settings.case_sensitive = False
    try:
        return re2.compile(pattern.encode(), settings)
    except (re2.error, UnicodeEncodeError) as error:
        said = error.args[0] if isinstance(error, re2.error) and error.args else "it is not Unicode"
        reason = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        raise EntityError(f"the pattern cannot be read: {reason}") from None


DOMAIN = CreationRule("domain")


def value_of(stem: str) -> str:
    """A stem without its letter."""
    return stem.partition(":")[2]


@lru_cache(maxsize=1 << 17)
def registrable(hosts: Stems) -> int:
    """How many of a host's stems its registrable domain has; all of them where it has none."""
    name = ".".join(value_of(each) for each in reversed(hosts))
    suffix = suffix_of(name)
    if suffix is None or suffix.registrable_domain is None:
        return len(hosts)
    return suffix.registrable_domain.count(".") + 1


def stems_of(text: str) -> Stems:
    """The stems of a prefix: of an LRU (`h:com|h:example`; scheme, `www` and port are left out), of a URL, or
    of a host with a path. Raises EntityError.
    """
    text = text.strip()
    if re.match(r"[a-z]:", text) and ("|" in text or not text.startswith(("http:", "https:"))):
        stems = _of_lru(text)
    else:
        url = Url.parse(text if "//" in text else f"//{text}")
        path = url.path.rstrip("/")
        lru = lru_of(Url(host=(url.host or "").lower().removesuffix("."), path=path), _OPTIONS)
        kinds = {StemKind.HOST: "h", StemKind.PATH: "p"}
        stems = tuple(f"{kinds[each.kind]}:{each.value}" for each in lru.stems if each.kind in kinds)
    if not stems or not stems[0].startswith("h:") or stems[0] == "h:":
        raise EntityError(f"“{text}” is no prefix: it names no host")
    _refuse_suffix(tuple(each for each in stems if each.startswith("h:")))
    return stems


def _of_lru(text: str) -> Stems:
    """The stems of an LRU; Hyphe writes a suffix of several labels as one stem, `h:co.uk`."""
    hosts: list[str] = []
    paths: list[str] = []
    for stem in text.split("|"):
        value = value_of(stem)
        if stem.startswith("p:"):
            paths.append(stem)
        elif stem.startswith("h:"):
            value = value.lower()
            labels = [value] if parse_host(value).kind.is_ip else value.split(".")[::-1]
            hosts += (f"h:{label}" for label in labels)
    if len(hosts) > 1 and hosts[-1] == "h:www" and not _is_suffix(tuple(hosts[:-1])):
        hosts.pop()
    while paths and paths[-1] == "p:":  # a final slash
        paths.pop()
    return (*hosts, *paths[:MAX_PATH])


def _is_suffix(stems: Stems) -> bool:
    """Whether stems are a listed public suffix and nothing more; a host with one label may be one's own."""
    if not stems or not all(each.startswith("h:") for each in stems):
        return False
    name = ".".join(value_of(each) for each in reversed(stems))
    return is_public_suffix(name) and is_listed_top_label(value_of(stems[0]))


def _refuse_suffix(stems: Stems) -> None:
    if _is_suffix(stems):
        name = ".".join(value_of(each) for each in reversed(stems))
        raise EntityError(f"“{name}” is a public suffix: an entity would swallow all of its sites")


def lru_text(stems: Stems) -> str:
    """Stems in one line, `h:com|h:example`."""
    return "|".join(stems)


def prefixes_of(stems: Stems) -> tuple[str, ...]:
    """The four that Hyphe writes: http and https, without and with `www`, each ending in `|`, the public
    suffix in one stem.
    """
    hosts = sum(each.startswith("h:") for each in stems)
    names, paths = _with_suffix_stem(stems[:hosts]), tuple(_piped(each) for each in stems[hosts:])
    plain = "".join(f"{each}|" for each in (*names, *paths))
    www = "".join(f"{each}|" for each in (*names, "h:www", *paths))
    return tuple(f"s:{scheme}|{rest}" for scheme in ("http", "https") for rest in (plain, www))


def _piped(stem: str) -> str:
    return stem.replace("|", _PIPE)


@lru_cache(maxsize=1 << 14)
def _with_suffix_stem(hosts: Stems) -> Stems:
    """The stems of a host as Hyphe cuts it: `h:co.uk`, `h:example`."""
    found = suffix_of(".".join(value_of(each) for each in reversed(hosts)))
    count = 1 if found is None else found.labels
    suffix = ".".join(value_of(each) for each in reversed(hosts[:count]))
    return (f"h:{suffix}", *hosts[count:])


def name_of(stems: Stems) -> str:
    """A name for an entity nobody has named: the host as people write it, and the path."""
    host = ".".join(value_of(each) for each in reversed(stems) if each.startswith("h:"))
    path = "/".join(value_of(each) for each in stems if each.startswith("p:"))
    return f"{host}/{path}" if path else host


def group(tree: "StemTree", entities: "Entities", task: "Task | None" = None) -> "list[EntityRow]":
    """A list by its entities, the largest first. Raises Cancelled."""
    from urlinspector.bulk.entities import group_by

    return group_by(tree, entities.entity_of, paths_needed(entities), task)


def paths_needed(entities: "Entities") -> int | None:
    """How many path stems of a URL decide which entity it belongs to; None for all of them."""
    needed = 0
    for start, rule in ((0, entities.default), *((len(each), rule) for each, rule in entities.rules.items())):
        if rule.kind in ("page", "pattern"):
            return None
        needed = max(needed, {"path": rule.count, "prefix": start + rule.count}.get(rule.kind, 0))
    for prefix in (each for entity in entities.own for each in entity.prefixes):
        needed = max(needed, sum(each.startswith("p:") for each in prefix))
    for prefix in entities.rules:
        needed = max(needed, sum(each.startswith("p:") for each in prefix))
    return min(needed, MAX_PATH)


class Entity(NamedTuple):
    """A name and the prefixes that go by it."""

    name: str
    prefixes: tuple[Stems, ...]


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
                _refuse_suffix(prefix)
                if prefix in seen:
                    raise EntityError(f"“{lru_text(prefix)}” belongs to “{seen[prefix]}” already")
                seen[prefix] = entity.name

    def entity_of(self, stems: Stems) -> tuple[str, Stems]:
        """The name and the prefix of a URL's entity. The longest prefix wins: one that somebody made, or one
        that a rule makes, wherever the rule stands; the default is asked only where there is neither.
        """
        names = self._names
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

    # What changes them

    def with_default(self, rule: CreationRule) -> "Entities":
        """Another rule for what nobody made."""
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
        return replace(self, own=(*kept, Entity(name, tuple(dict.fromkeys(joined)))))

    def split(self, name: str, prefix: Stems) -> "Entities":
        """A prefix of an entity, or one beneath it, as an entity of its own."""
        own = [
            Entity(each.name, tuple(p for p in each.prefixes if p != prefix)) if each.name == name else each
            for each in self.own
        ]
        made = Entity(self._free(name_of(prefix)), (prefix,))
        return replace(self, own=(*(each for each in own if each.prefixes), made))

    def renamed(self, name: str, prefix: Stems, new: str) -> "Entities":
        """Another name; an entity that a rule made becomes one that somebody made. Raises EntityError."""
        new = new.strip()
        if not new:
            raise EntityError("an entity needs a name")
        if new != name and any(each.name == new for each in self.own):
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

    def _free(self, name: str) -> str:
        names, number, made = {each.name for each in self.own}, 2, name
        while made in names:
            made, number = f"{name} ({number})", number + 1
        return made

    # Files

    def to_csv(self) -> str:
        """As Hyphe exports entities: a line each, prefixes as LRUs, separated by spaces."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(("ID", "NAME", "STATUS", "PREFIXES AS URL", "PREFIXES AS LRU"))
        for number, each in enumerate(self.own, 1):
            lrus = [lru for prefix in each.prefixes for lru in prefixes_of(prefix)]
            urls = [
                f"{s}://{w}{name_of(p)}"
                for p in each.prefixes
                for s in ("http", "https")
                for w in ("", "www.")
            ]
            writer.writerow((number, each.name, "IN", " ".join(urls), " ".join(lrus)))
        return buffer.getvalue()

    def with_csv(self, text: str, left_out: list[str] | None = None) -> "Entities":
        """With the entities of such a file besides; the four writings of a prefix become one. Prefixes that
        cannot be used, such as public suffixes, are added to `left_out`. Raises EntityError.
        """
        reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
        head = [each.strip().upper() for each in next(reader, [])]
        name_at = next((head.index(each) for each in ("NAME", "WEB ENTITY NAME") if each in head), None)
        places = [at for at, each in enumerate(head) if "PREFIXES" in each]
        if name_at is None or not places:
            raise EntityError("not a file of web entities: it has no columns NAME and PREFIXES")
        at = next((each for each in places if "LRU" in head[each]), places[0])
        own = {each.name: list(each.prefixes) for each in self.own}
        taken = {prefix for prefixes in own.values() for prefix in prefixes}
        for row in reader:
            if len(row) <= max(at, name_at):
                continue
            for part in row[at].split():
                try:
                    prefix = stems_of(part)
                except EntityError:
                    if left_out is None:
                        raise
                    left_out.append(part)
                    continue
                if prefix not in taken:
                    taken.add(prefix)
                    own.setdefault(row[name_at], []).append(prefix)
        made = tuple(Entity(name, tuple(prefixes)) for name, prefixes in own.items() if prefixes)
        return replace(self, own=made)


@cache
def known_platforms() -> Mapping[Stems, CreationRule]:
    """The ready rules for well-known platforms (resources/data/entity_rules.toml)."""
    table = tomllib.loads(read_text("data/entity_rules.toml"))
    made = {}
    for each in table["rule"]:
        stems = tuple(_platform_stems(each["prefix"]))
        made[stems] = CreationRule.parse(each["rule"])
    return made


def _platform_stems(text: str) -> Stems:
    """As `stems_of`, but a platform may be a public suffix itself (github.io)."""
    host, _, path = text.partition("/")
    labels = tuple(f"h:{each}" for each in reversed(host.split(".")))
    return (*labels, *(f"p:{each}" for each in path.split("/") if each))
