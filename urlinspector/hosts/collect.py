"""Items of evidence for and against two hosts being one, from the answers (definitions §10, research C4)."""

from collections.abc import Iterator
from typing import NamedTuple

from urlinspector.hosts.candidates import registrable_domain
from urlinspector.hosts.evidence import Doubt, Evidence, Item, Judgement, judge
from urlinspector.hosts.findings import Findings, domains_of
from urlinspector.hosts.guards import (
    PROBES,
    is_one_customers,
    lies,
    parent_zone,
    provider_of,
    wildcard_pool,
)

FEW = 10
"""Up to so many domains on one address still say something."""
_FORMS = ("www.", "m.")


def judge_pair(a: str, b: str, findings: Findings) -> Judgement:
    """The verdict on two names, with everything that speaks for or against."""
    items = [prior(a, b, findings)]
    if not findings.lying:
        items += [
            *alias_items(a, b, findings),
            *address_items(a, b, findings),
            *reverse_items(a, b, findings),
        ]
        items += [*operator_items(a, b, findings), *gone_items(a, b, findings)]
    outcomes = [findings.found(name).outcome for name in (a, b)]
    complete = all(each is not None and each.is_known for each in outcomes)
    return judge(items, complete=complete, doubts=doubts(a, b, findings))


def prior(a: str, b: str, findings: Findings) -> Evidence:
    """How likely two names are one before anything is asked."""
    domain_a, domain_b = registrable_domain(a), registrable_domain(b)
    if domain_a is not None and domain_a == domain_b:
        if _without_form(a) == _without_form(b):
            return Evidence(Item.WWW_FORM, "", "a name and its www. or m. form")
        for one, other in ((a, b), (b, a)):
            trail = findings.trails.get(one)
            if trail is not None and trail.reached == other:
                return Evidence(Item.HEURISTIC, "", f"{other} is reached from {one}: {trail.end.value}")
        return Evidence(Item.ONE_DOMAIN, "", f"two names within {domain_a}")
    brand = _brand(a)
    if brand is not None and brand == _brand(b):
        return Evidence(Item.SAME_BRAND, "", f"“{brand}” under two suffixes")
    return Evidence(Item.ANY_PAIR, "", "two names that have nothing in common")


def _without_form(name: str) -> str:
    return next((name.removeprefix(form) for form in _FORMS if name.startswith(form)), name)


def _brand(name: str) -> str | None:
    """The label before the public suffix."""
    domain = registrable_domain(name)
    return None if domain is None else domain.split(".")[0]


def alias_items(a: str, b: str, findings: Findings) -> Iterator[Evidence]:
    """CNAME chains and HTTPS records that lead from one to the other, or to one target."""
    for one, other in ((a, b), (b, a)):
        if other in findings.targets(one):
            chain = " → ".join((one, *findings.targets(one)))
            yield Evidence(Item.CNAME, f"CNAME of {one}", chain)
        if other in findings.https_targets(one):
            chain = " → ".join((one, *findings.https_targets(one)))
            yield Evidence(Item.HTTPS_ALIAS, f"HTTPS of {one}", chain)
    common = [each for each in findings.targets(a) if each in findings.targets(b) and each not in (a, b)]
    if common:
        yield _common_target(common[0], findings)


def _common_target(target: str, findings: Findings) -> Evidence:
    """A target of their own, or one that a provider's customers share."""
    holders = findings.led_to.get(target, ())
    own = len(domains_of(holders)) == 1 or len(holders) == 2
    customers = is_one_customers(target)
    item = Item.TENANT_TARGET if own and customers is not False else Item.PROVIDER_TARGET
    told = f"both lead to {target}"
    if item is Item.PROVIDER_TARGET:
        told += (
            ", which a provider's customers share" if customers is False else f", as {len(holders)} hosts do"
        )
    return Evidence(item, "CNAME of both", told)


def address_items(a: str, b: str, findings: Findings) -> Iterator[Evidence]:
    """Addresses in common, by how many share them; or none in common though both have some."""
    one, other = findings.usable(a), findings.usable(b)
    shared = one & other
    if not one or not other:
        return
    if not shared:
        comparable = {":" in each for each in one} & {":" in each for each in other}
        tied = {a, *findings.targets(a)} & {b, *findings.targets(b)}
        if comparable and not tied:
            told = f"{_some(one)}; {_some(other)}: none in common"
            yield Evidence(Item.DISJOINT, "A, AAAA of both", told)
        return
    item, why = _how_shared(shared, findings)
    if findings.is_wild(a) or findings.is_wild(b):
        item, why = Item.MANY_SHARE, "a wildcard answers with it"
    if item is Item.SAME_ADDRESSES and not _equal(one, other):
        item, why = Item.OVERLAP, "others differ"
    yield Evidence(item, "A, AAAA of both", f"{_some(shared)}; {why}")


def _how_shared(shared: frozenset[str], findings: Findings) -> tuple[Item, str]:
    provider = next((name for each in sorted(shared) if (name := provider_of(each)) is not None), None)
    if provider is not None:
        return Item.MANY_SHARE, f"in the network of {provider}"
    holders, domains = findings.sharing(shared)
    if len(domains) == 1:
        return Item.SAME_ADDRESSES, f"only names of {next(iter(domains))} have it"
    if len(holders) <= 2:
        return Item.SAME_ADDRESSES, "no third host here has it"
    few = len(domains) <= FEW
    return (Item.FEW_SHARE if few else Item.MANY_SHARE), f"{len(domains)} domains here share it"


def _equal(one: frozenset[str], other: frozenset[str]) -> bool:
    """Equal in each of A and AAAA that both have."""
    for version in (False, True):
        first = {each for each in one if (":" in each) is version}
        second = {each for each in other if (":" in each) is version}
        if first and second and first != second:
            return False
    return True


def reverse_items(a: str, b: str, findings: Findings) -> Iterator[Evidence]:
    """The name that a common address itself has, where it is one of the two and leads back."""
    for found in findings.reverse_names(a):
        names_one = found.confirmed and found.name in (a, b) and found.address in findings.usable(b)
        if names_one and _how_shared(frozenset({found.address}), findings)[0] is not Item.MANY_SHARE:
            told = f"{found.name}, which leads back"
            yield Evidence(Item.REVERSE_NAME, f"PTR of {found.address}", told)
            return


def operator_items(a: str, b: str, findings: Findings) -> Iterator[Evidence]:
    """Evidence that one operator holds both names: equal zone authority (SOA) and name servers."""
    one, other = findings.operator(a), findings.operator(b)
    if one is None or one != other:
        return
    same_zone = registrable_domain(a) == registrable_domain(b)
    asked = "SOA, NS of " + (str(registrable_domain(a)) if same_zone else "both")
    told = "one domain holds both" if same_zone else f"{one[0]}; {', '.join(one[1])}"
    yield Evidence(Item.SAME_OPERATOR, asked, told)


def gone_items(a: str, b: str, findings: Findings) -> Iterator[Evidence]:
    """Evidence that one of two names is gone (NXDOMAIN, asked twice) while the other resolves."""
    for one, other in ((a, b), (b, a)):
        if findings.gone(one) and findings.found(other).answered:
            yield Evidence(Item.GONE, f"A of {one}, twice", "no such name")


def doubts(a: str, b: str, findings: Findings) -> list[Doubt]:
    """Why nothing can be said of the two at all."""
    found: list[Doubt] = []
    if findings.lying:
        found.append(Doubt.LIES)
    private = [bool(findings.found(name).addresses) and not findings.usable(name) for name in (a, b)]
    if any(private) and not any(alias_items(a, b, findings)):
        found.append(Doubt.PRIVATE)
    if findings.is_wild(a) or findings.is_wild(b):
        found.append(Doubt.WILDCARD)
    return found


def _some(addresses: frozenset[str], most: int = 4) -> str:
    told = sorted(addresses, key=lambda each: (":" in each, each))
    return ", ".join(told[:most]) + (f" and {len(told) - most} more" if len(told) > most else "")


class Check(NamedTuple):
    """One guard: what was asked, what came, whether the evidence passed; None where it was not asked."""

    asked: str
    answered: str
    passed: bool | None


def checks(a: str, b: str, findings: Findings) -> list[Check]:
    """The guards that the evidence on two names had to pass, in words."""
    lied = lies(findings.answers)
    told = {
        None: "not asked",
        True: "an address: the resolver lies",
        False: "none: the resolver does not lie",
    }
    found = [Check("1 random domain", told[lied], None if lied is None else not lied)]
    for parent in dict.fromkeys(each for name in (a, b) if (each := parent_zone(name)) is not None):
        pool = wildcard_pool(parent, findings.answers)
        asked = f"{PROBES} random labels below {parent}"
        if pool.missing:
            found.append(Check(asked, "not asked", None))
        else:
            wild = any(findings.is_wild(name) for name in (a, b) if parent_zone(name) == parent)
            answered = f"a wildcard: {_some(pool.data)}" if pool.data else "no such name: no wildcard"
            found.append(Check(asked, answered, not wild))
    for name in (a, b):
        private = frozenset(findings.found(name).addresses) - findings.usable(name)
        if private:
            found.append(Check(f"A, AAAA of {name}", f"private: {_some(private)}", False))
    return found
