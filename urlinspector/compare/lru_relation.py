"""How the LRUs of two URLs lie to each other: aligned stem by stem, with the common prefix as a URL."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from urlinspector.url.components import Url
from urlinspector.url.lru import Lru, LruError, Relation, Specificity, Stem, lru_of, url_of


class StemPair(NamedTuple):
    """One row of the alignment; None where one LRU has ended."""

    a: Stem | None
    b: Stem | None
    common: bool
    """Whether it belongs to the common prefix."""


@dataclass(frozen=True, slots=True)
class LruRelation:
    """Two LRUs side by side; `relation` says what the first is to the second."""

    a: Lru
    b: Lru
    relation: Relation
    specificity: tuple[Specificity, Specificity]
    common_prefix: Lru

    @property
    def pairs(self) -> tuple[StemPair, ...]:
        common = len(self.common_prefix.stems)
        rows = zip_longest(self.a.stems, self.b.stems)
        return tuple(StemPair(one, other, at < common) for at, (one, other) in enumerate(rows))

    @property
    def common_url(self) -> str:
        """The common prefix as a URL; empty where the two have nothing in common that makes one."""
        if not self.common_prefix.stems:
            return ""
        try:
            return str(url_of(self.common_prefix))
        except LruError:
            return ""


def lru_relation(a: Url, b: Url) -> LruRelation:
    """The relation of two URLs, nothing dropped or sorted (definitions §4). Never raises."""
    one, other = lru_of(a), lru_of(b)
    return LruRelation(
        one, other, one.relation(other), (one.specificity(), other.specificity()), one.common_prefix(other)
    )
