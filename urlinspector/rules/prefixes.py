"""LRU prefixes of web entities: the stems of a place (`url.place`), at most eight of its path, never a bare
public suffix. Hyphe writes each as four (`prefixes_of`), with http and https, with and without `www`.
"""

import re
from functools import lru_cache
from urllib.parse import quote

from urlinspector.url.host import parse_host
from urlinspector.url.place import Stems, host_of, is_suffix, place_of, words_of
from urlinspector.url.suffix import suffix_of

MAX_PATH = 8
"""The most path stems that a prefix may have, as the wiki proposes."""
PIPE = "%7C"
"""What Hyphe writes for a `|` inside a stem."""


class EntityError(ValueError):
    """A rule, a prefix or a file that cannot be used; the message is for the user."""


@lru_cache(maxsize=1 << 17)
def registrable(hosts: Stems) -> int:
    """How many of a host's stems its registrable domain has; all of them where it has none."""
    suffix = suffix_of(host_of(hosts))
    if suffix is None or suffix.registrable_domain is None:
        return len(hosts)
    return suffix.registrable_domain.count(".") + 1


def stems_of(text: str) -> Stems:
    """The stems of a prefix: of an LRU (`h:com|h:example`; scheme, `www` and port are left out), of a URL, or
    of a host with a path. Raises EntityError.
    """
    text = text.strip()
    stems = place_of(text)
    while stems and stems[-1] == "p:":
        stems = stems[:-1]
    if not stems or not all(each != "h:" for each in stems):
        raise EntityError(f"“{text}” is no prefix: it names no host")
    refuse_suffix(stems)
    return stems[: hosts_in(stems) + MAX_PATH]


def anchor_of(text: str) -> Stems:
    """The stems of the prefix that a rule is for; it may be a public suffix (`github.io`), for a rule makes
    no entity of it. Raises EntityError.
    """
    stems = place_of(text.strip())
    if not stems or "h:" in stems:
        raise EntityError(f"“{text.strip()}” is no prefix: it names no host")
    return stems


def hosts_in(stems: Stems) -> int:
    """How many of some stems are the host's."""
    return sum(each.startswith("h:") for each in stems)


def refuse_suffix(stems: Stems) -> None:
    """Raises EntityError for a prefix that is a public suffix."""
    if is_suffix(stems):
        raise EntityError(f"“{host_of(stems)}” is a public suffix: an entity would swallow all of its sites")


def lru_text(stems: Stems) -> str:
    """Stems in one line, `h:com|h:example`."""
    return "|".join(stems)


def prefixes_of(stems: Stems) -> tuple[str, ...]:
    """The four that Hyphe writes: http and https, without and with `www`, each ending in `|`, the public
    suffix in one stem; of an address, which has no `www`, two.
    """
    hosts = hosts_in(stems)
    names, paths = _with_suffix_stem(stems[:hosts]), tuple(_piped(each) for each in stems[hosts:])
    plain = "".join(f"{each}|" for each in (*names, *paths))
    www = "".join(f"{each}|" for each in (*names, "h:www", *paths))
    rests = (plain,) if parse_host(host_of(stems)).kind.is_ip else (plain, www)
    return tuple(f"s:{scheme}|{rest}" for scheme in ("http", "https") for rest in rests)


def _piped(stem: str) -> str:
    """What ends a stem, or a prefix in Hyphe's lists, is encoded."""
    return re.sub(r"\s", lambda found: quote(found[0]), stem.replace("|", PIPE))


@lru_cache(maxsize=1 << 14)
def _with_suffix_stem(hosts: Stems) -> Stems:
    """The stems of a host as Hyphe cuts it: `h:co.uk`, `h:example`."""
    found = suffix_of(host_of(hosts))
    count = 1 if found is None else found.labels
    return (f"h:{host_of(hosts[:count])}", *hosts[count:])


def name_of(stems: Stems) -> str:
    """A name for an entity nobody has named: the host as people write it, and the path."""
    return words_of(stems)
