"""Steps on the labels of a name: www with and without a number, mobile subdomains. No standard asks for them.

None of them ever leaves an empty host, an address, or a bare public suffix (`www.com`, `m.co.uk`).
"""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import any_case, lower
from urlinspector.normalize.steps._patterns import either, word
from urlinspector.url.components import Component
from urlinspector.url.host import looks_numeric
from urlinspector.url.suffix import is_public_suffix, suffix_of

_HOST = (Component.HOST,)


def _can_stand(host: str, least: int) -> bool:
    """Whether what is left of a name is one that a site may have, with at least so many labels."""
    name = host.removesuffix(".")
    if not name or name.startswith((".", "[")) or (least > 1 and name.count(".") + 1 < least):
        return False
    top_label = name[name.rfind(".") + 1 :]
    return not (top_label[:1].isdigit() and looks_numeric(host)) and not is_public_suffix(host)


class _Prefix(NamedTuple):
    pattern: re.Pattern[str]
    times: str
    least: int


_LONGEST_SUFFIX = 1024
"""More characters than any public suffix has, were they all triplets."""


def _remove_prefix(host: str, _needed: Needed, prefix: _Prefix) -> str:
    cuts = _cuts(host, prefix)
    if not cuts or (prefix.times == "unless-repeated" and len(cuts) > 1):
        return host
    kept = 0
    for number, cut in enumerate(cuts):
        # A long rest that goes on with such a label can stand if the first one can: it has its top label.
        # To look at each would take quadratic time.
        far = 0 < number < len(cuts) - 1 and len(host) - cut > _LONGEST_SUFFIX
        if not far and not _can_stand(host[cut:], prefix.least):
            break
        kept = cut
    return host[kept:]


def _cuts(host: str, prefix: _Prefix) -> list[int]:
    """Where each of the labels to be removed ends, as far as enough labels are left."""
    most = {"all": len(host), "once": 1, "unless-repeated": 2}[prefix.times]
    cuts: list[int] = []
    while len(cuts) < most and (found := prefix.pattern.match(host, cuts[-1] if cuts else 0)) is not None:
        cuts.append(found.end())
    if prefix.times != "all" or prefix.least <= 1:
        return cuts
    labels = host.removesuffix(".").count(".") + 1
    return cuts[: max(0, labels - prefix.least)]


@dataclass(frozen=True, slots=True)
class RemoveWww:
    """How often, and what must be left."""

    times: Literal["all", "once", "unless-repeated"] = option(
        "all", "www.www.a.com: remove all, the first only (then a second run changes more), or none."
    )
    least_labels: int = option(1, "How many labels must be left.")


@dataclass(frozen=True, slots=True)
class RemoveWwwNumber:
    """How often, what must be left, and how long the number may be."""

    times: Literal["all", "once", "unless-repeated"] = option(
        "all", "www2.www.a.com: remove all, the first only (then a second run changes more), or none."
    )
    least_labels: int = option(1, "How many labels must be left.")
    most_digits: int = option(0, "The longest number that counts; 0 for any length.")


def _prepare_number(options: RemoveWwwNumber) -> _Prefix:
    digits = f"[0-9]{{0,{options.most_digits}}}" if options.most_digits > 0 else "[0-9]*"
    return _Prefix(re.compile(rf"[Ww]{{3}}{digits}\."), options.times, options.least_labels)


_WWW = re.compile(r"[Ww]{3}\.")

REMOVE_WWW = Step(
    name="remove-www",
    title="No www",
    on=_HOST,
    safety=Safety.CHANGES,
    source="a custom of sites; no standard",
    summary=(
        "Removes www. before a name. Most sites answer alike with and without it, but they are two names, "
        "and a few sites serve something else under each."
    ),
    example=Example("http://www.example.com/", "http://example.com/"),
    apply=_remove_prefix,
    may_change=lambda prefix: "^" + any_case("www") + "[.]",
    options=RemoveWww,
    prepare=lambda options: _Prefix(_WWW, options.times, options.least_labels),
    conflicts=("add-www",),
    assumes="that the site answers alike with www and without",
)

REMOVE_WWW_NUMBER = Step(
    name="remove-www-number",
    title="No www, www1, www2",
    on=_HOST,
    safety=Safety.CHANGES,
    source="a custom of sites; no standard",
    summary=(
        "Removes www., www1., www2. and so on before a name. Sites once spread their load over such names; "
        "most serve the same under each."
    ),
    example=Example("http://www2.example.com/", "http://example.com/"),
    apply=_remove_prefix,
    may_change=lambda prefix: "^" + any_case("www") + "[0-9.]",
    options=RemoveWwwNumber,
    prepare=_prepare_number,
    conflicts=("add-www",),
    assumes="that the site answers alike under www, www1, www2 and its bare name",
)


@dataclass(frozen=True, slots=True)
class AddWww:
    """To which names."""

    to: Literal["registrable-domains", "names"] = option(
        "registrable-domains", "Names right below a public suffix, as example.co.uk; or every name."
    )


def _add_www(host: str, _needed: Needed, options: AddWww) -> str:
    if not host or host.startswith(("[", ".")) or lower(host[:4]) == "www." or looks_numeric(host):
        return host
    if options.to == "registrable-domains":
        found = suffix_of(host)
        if found is None or found.registrable_domain is None or found.subdomain is not None:
            return host
    return f"www.{host}"


ADD_WWW = Step(
    name="add-www",
    title="www added",
    on=_HOST,
    safety=Safety.CHANGES,
    source="a custom of sites; no standard",
    summary=(
        "Writes www. before a name right below a public suffix. Most sites answer alike with and without "
        "it, but they are two names, and the one with www need not exist."
    ),
    example=Example("http://example.com/", "http://www.example.com/"),
    apply=_add_www,
    options=AddWww,
    conflicts=("remove-www", "remove-www-number"),
    assumes="that the site answers alike with www and without",
)


@dataclass(frozen=True, slots=True)
class RemoveMobileSubdomain:
    """Which labels, and where."""

    labels: tuple[str, ...] = option(("m", "mobile"), "Labels that mark the mobile edition.")
    where: Literal["subdomain", "first"] = option(
        "subdomain",
        "Anywhere before the registrable domain, as in en.m.wikipedia.org; or only the first label.",
    )


class _Mobile(NamedTuple):
    labels: frozenset[str]
    probe: re.Pattern[str]
    first_only: bool
    may_change: str


_LABEL = re.compile("[a-z0-9_-]+")


def _prepare_mobile(options: RemoveMobileSubdomain) -> _Mobile:
    names = tuple(map(lower, options.labels))
    for name in names:
        if _LABEL.fullmatch(name) is None:
            raise ValueError(f"“{name}” is not a label in ASCII")
    pattern = ("^" if options.where == "first" else "(?:^|[.])") + either(
        word(name, ignore_case=True) for name in names
    )
    probe = re.compile(pattern + "[.]") if names else re.compile("(?!)")
    return _Mobile(frozenset(names), probe, options.where == "first", pattern + "[.]")


def _remove_mobile(host: str, _needed: Needed, mobile: _Mobile) -> str:
    if mobile.probe.search(host) is None:
        return host
    found = suffix_of(host)
    if found is None or found.subdomain_span is None or found.registrable_domain_span is None:
        return host
    end = found.subdomain_span.end
    return _without(host[:end].split("."), mobile) + host[found.registrable_domain_span.start :]


def _without(before: list[str], mobile: _Mobile) -> str:
    """The labels before the registrable domain that are kept, each with its dot."""
    if mobile.first_only:
        while before and lower(before[0]) in mobile.labels:
            before = before[1:]
    else:
        before = [label for label in before if lower(label) not in mobile.labels]
    return "".join(f"{label}." for label in before)


REMOVE_MOBILE_SUBDOMAIN = Step(
    name="remove-mobile-subdomain",
    title="No mobile subdomain",
    on=_HOST,
    safety=Safety.CHANGES,
    source="a custom of sites; no standard",
    summary=(
        "Removes the labels m. and mobile. before the site's own name, so that the edition for telephones "
        "and the ordinary one count as one. The pages are often, not always, the same."
    ),
    example=Example("https://en.m.wikipedia.org/wiki/URL", "https://en.wikipedia.org/wiki/URL"),
    apply=_remove_mobile,
    may_change=lambda mobile: mobile.may_change,
    options=RemoveMobileSubdomain,
    prepare=_prepare_mobile,
    assumes="that the mobile edition has the same pages under the same paths",
)

STEPS: tuple[Step, ...] = (REMOVE_MOBILE_SUBDOMAIN, REMOVE_WWW, REMOVE_WWW_NUMBER, ADD_WWW)
"""Steps of the host layer on labels. The mobile label goes first: www may stand before it or behind."""
