"""Items of evidence that two hosts are one, their weights, and the verdict that follows (definitions §10).

Of each family only the strongest item counts; log-odds are added and clipped. The weights are proposals:
they were reasoned, not measured, and stand in one table so that they can be changed in one place.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Family(Enum):
    """Kinds of evidence that are independent enough to be added."""

    PRIOR = "prior"
    NAME = "name"
    ALIAS = "dns-alias"
    ADDRESS = "dns-address"
    REVERSE = "reverse-name"
    OPERATOR = "operator"
    AGAINST = "against"


class Item(Enum):
    """What can be observed of a pair; the value is family, weight in log-odds, and what it says."""

    SAME_NAME = (Family.NAME, 0.0, "one name in two spellings (case, final dot, IDN)")
    WWW_FORM = (Family.PRIOR, 0.0, "www, apex or m. forms of one registrable domain")
    HEURISTIC = (Family.PRIOR, 0.0, "reached by the heuristic: www. before a part of the name")
    ONE_DOMAIN = (Family.PRIOR, -1.0, "two names within one registrable domain")
    SAME_BRAND = (Family.PRIOR, -2.0, "one brand label under two suffixes")
    ANY_PAIR = (Family.PRIOR, -7.0, "two unrelated names")
    CNAME = (Family.ALIAS, 4.0, "the alias chain of one leads to the other")
    HTTPS_ALIAS = (Family.ALIAS, 4.0, "an HTTPS record in AliasMode leads to the other")
    TENANT_TARGET = (Family.ALIAS, 3.5, "both lead to one target of their own")
    PROVIDER_TARGET = (Family.ALIAS, 0.0, "both lead to a provider's common target")
    SAME_ADDRESSES = (
        Family.ADDRESS,
        2.5,
        "equal addresses that only names of one domain, or only these two, have",
    )
    FEW_SHARE = (Family.ADDRESS, 1.0, "equal addresses, shared by up to ten domains of the list")
    MANY_SHARE = (Family.ADDRESS, 0.0, "equal addresses, shared by many domains or in a network of servers")
    OVERLAP = (Family.ADDRESS, 1.0, "some addresses in common, others not")
    REVERSE_NAME = (Family.REVERSE, 1.0, "the address's own name is one of the two, confirmed forward")
    SAME_OPERATOR = (Family.OPERATOR, 0.5, "the same name servers and zone authority")
    GONE = (Family.AGAINST, -3.0, "one of the two does not exist (asked twice)")
    DISJOINT = (Family.AGAINST, -1.0, "no address in common, and no alias that joins them")

    def __init__(self, family: Family, weight: float, meaning: str) -> None:
        self.family = family
        self.weight = weight
        self.meaning = meaning


class Evidence(NamedTuple):
    """One observed item: what was asked, and what was answered, each in words for people."""

    item: Item
    asked: str
    answered: str

    @property
    def what(self) -> str:
        return f"{self.asked}: {self.answered}" if self.asked else self.answered

    @property
    def weight(self) -> float:
        return self.item.weight


class Verdict(Enum):
    """What the evidence amounts to; the words of definitions §10."""

    IDENTICAL = "identical"
    CONFIRMED = "confirmed"
    LIKELY = "likely"
    SAME_OPERATOR = "same operator"
    CO_HOSTED = "co-hosted"
    DIFFERENT = "different"
    UNKNOWN = "unknown"
    UNUSABLE = "unusable"


class Doubt(Enum):
    """Why answers cannot be used at all."""

    LIES = "the resolver answers for names that do not exist"
    PRIVATE = "private, loopback or link-local addresses for a public name"
    WILDCARD = "a wildcard answers for any name beside it"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a pair, its probability, and the items in the order of their weight."""

    verdict: Verdict
    p: float
    items: tuple[Evidence, ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def counted(self) -> tuple[Evidence, ...]:
        """The items that were added: the strongest of each family."""
        return strongest(self.items)


CONFIRMED_AT = 0.95
LIKELY_AT = 0.8
DIFFERENT_AT = 0.1
_TOGETHER = frozenset({Item.SAME_ADDRESSES, Item.FEW_SHARE, Item.MANY_SHARE, Item.OVERLAP})
_FLOOR, _CEILING = 0.01, 0.99


def strongest(items: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Of each family the item with the largest weight by its absolute value."""
    best: dict[Family, Evidence] = {}
    for each in items:
        known = best.get(each.item.family)
        if known is None or abs(each.weight) > abs(known.weight):
            best[each.item.family] = each
    return tuple(best.values())


def probability(items: Iterable[Evidence]) -> float:
    """The sum of the strongest items as a probability, clipped to .01 and .99."""
    total = sum(each.weight for each in strongest(items))
    return min(_CEILING, max(_FLOOR, 1 / (1 + math.exp(-total))))


def judge(items: Iterable[Evidence], *, complete: bool, doubts: Iterable[Doubt] = ()) -> Judgement:
    """The verdict on a pair.

    `complete` says that both hosts were answered for: where they were not, nothing is `different`, nor where
    no item speaks against the two: unknown is not different, and a prior is no evidence. A direct alias and
    one more family confirm; addresses alone never do.
    """
    found, doubtful = tuple(sorted(items, key=_by_weight)), tuple(doubts)
    p = probability(found)
    if any(each.item is Item.SAME_NAME for each in found):
        return Judgement(Verdict.IDENTICAL, _CEILING, found, doubtful)
    if doubtful:
        return Judgement(Verdict.UNUSABLE, p, found, doubtful)
    return Judgement(_verdict(found, p, complete), p, found)


def _verdict(items: tuple[Evidence, ...], p: float, complete: bool) -> Verdict:
    kinds = {each.item for each in items}
    families = {each.item.family for each in items if each.weight > 0}
    direct = bool(kinds & {Item.CNAME, Item.HTTPS_ALIAS})
    if p >= CONFIRMED_AT and direct and len(families) >= 2:
        return Verdict.CONFIRMED
    if p >= LIKELY_AT:
        return Verdict.LIKELY
    if not complete:
        return Verdict.UNKNOWN
    if kinds & _TOGETHER and Family.ALIAS not in families:
        return Verdict.CO_HOSTED
    if p <= DIFFERENT_AT and any(each.item.family is Family.AGAINST for each in items):
        return Verdict.DIFFERENT
    if Item.SAME_OPERATOR in kinds:
        return Verdict.SAME_OPERATOR
    return Verdict.UNKNOWN


def _by_weight(each: Evidence) -> tuple[float, str]:
    return -abs(each.weight), each.item.name
