"""Places: the stems of a host and a path, from the general to the special, as in an LRU: `h:com`,
`h:example`, `p:blog`. Scheme, port and a leading `www` are left out, as several ways to one place (Hyphe's
wiki, "Reverse URLs"); so are query and fragment.

A place is written as a host with a path, as a URL, or as an LRU in one of the forms of `url.lru`.
"""

import re

from urlinspector.url.components import Url
from urlinspector.url.host import parse_host
from urlinspector.url.lru import Lru, LruOptions, Stem, StemKind, lru_of
from urlinspector.url.suffix import is_listed_top_label, is_public_suffix

Stems = tuple[str, ...]

_OPTIONS = LruOptions(drop_www=True, query=False, fragment=False)
_HAS_HOST = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//")
_LRU = re.compile(r"[stuw]:[^|/]*\||h:[^|/\\]+(?:\||$)")
_NEXT = re.compile(r"\|(?=[stuwhpqfr]:)")


def value_of(stem: str) -> str:
    """What stands behind the letter and the colon of a stem: `example` of `h:example`."""
    return stem.partition(":")[2]


def host_of(stems: Stems) -> str:
    """The host of some stems, as people write it."""
    return ".".join(value_of(each) for each in reversed(stems) if each.startswith("h:"))


def words_of(stems: Stems) -> str:
    """A place as people write it: `example.com/a/b`."""
    return host_of(stems) + "".join(f"/{value_of(each)}" for each in stems if each.startswith("p:"))


def is_lru(text: str) -> bool:
    """Whether a text is meant as an LRU rather than as a URL or a host."""
    return _LRU.match(text) is not None


def place_of(text: str) -> Stems:
    """The stems of a place; a final slash adds none. Empty where it names no host."""
    return of_lru(text) if is_lru(text) else _of_url(text)


def _of_url(text: str) -> Stems:
    url = Url.parse(text if _HAS_HOST.match(text) else f"//{text}")
    hosts = of_host(url.host)
    path = url.path.removeprefix("/").removesuffix("/")
    if not hosts or not path:
        return hosts
    return (*hosts, *(f"p:{each}" for each in path.split("/")))


def of_host(host: str | None) -> Stems:
    """The stems of a host, letter case and a final dot aside; none for no host."""
    if not host:
        return ()
    found = lru_of(Url(host=host.lower().removesuffix(".")), _OPTIONS)
    return tuple(f"h:{stem.value}" for stem in found.stems if stem.kind is StemKind.HOST)


def of_lru(text: str) -> Stems:
    """The stems of an LRU; a suffix of several labels may be one stem, as Hyphe has it (`h:co.uk`)."""
    hosts: list[str] = []
    paths: list[str] = []
    for stem in _NEXT.split(text.removesuffix("|")):
        value = value_of(stem)
        if stem.startswith("p:"):
            paths.append(stem)
        elif stem.startswith("h:") and value:
            value = value.lower()
            labels = [value] if parse_host(value).kind.is_ip else value.split(".")[::-1]
            hosts += (f"h:{label}" for label in labels)
    while len(hosts) > 1 and hosts[-1] == "h:www" and not is_public_suffix(host_of(tuple(hosts[:-1]))):
        hosts.pop()
    if paths and paths[-1] == "p:":  # a final slash
        paths.pop()
    return (*hosts, *paths) if hosts else ()


def is_suffix(stems: Stems) -> bool:
    """Whether stems are a listed public suffix and nothing more; a host with one label may be one's own."""
    if not stems or not all(each.startswith("h:") for each in stems):
        return False
    return is_public_suffix(host_of(stems)) and is_listed_top_label(value_of(stems[0]))


def lru(stems: Stems) -> Lru:
    """Stems as an LRU, for what can be asked of one."""
    return Lru(tuple(Stem(StemKind(each[0]), value_of(each)) for each in stems))
