"""Mined rules against the truth of a planted list: pairs, families, decoys, and each proposal by itself.

The rules are applied by a few lines of their own here, so that a figure does not rest on the step that it
judges.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import polars as pl

from tests.rules.mining.planted import Family, Planted
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.library import builtin
from urlinspector.normalize.site_rules import (
    Action,
    ChangeHost,
    ChangeScheme,
    DropParameters,
    LowercasePath,
    Rewrite,
    SiteRule,
    StripPrefix,
    StripSuffix,
)
from urlinspector.rules.mining import MiningResult
from urlinspector.rules.mining.proposal import in_order

Parts = tuple[str, str, str, str | None]
"""Scheme, host, path and query."""
_URL = re.compile(r"(https?)://([^/?]*)([^?]*)(?:\?(.*))?")
VALID = 0.95
"""Of the pairs that a rule makes one, so many are one page: it is valid."""


class Pairs(NamedTuple):
    """URLs that rules make one, against those that are."""

    merged: int
    right: int
    true: int
    urls: int
    forms: int
    pages: int

    @property
    def precision(self) -> float:
        """The share of the merged pairs that are one page."""
        return self.right / self.merged if self.merged else 1.0

    @property
    def recall(self) -> float:
        """The share of the pairs that are one page that were merged."""
        return self.right / self.true if self.true else 1.0


class Judged(NamedTuple):
    """What the safe rules are worth, and the proposals."""

    pairs: Pairs
    families: int
    all_families: int
    missed: tuple[Family, ...]
    decoys_dropped: tuple[Family, ...]
    top_ten: float
    """Of the first ten proposals of a site, how many are valid; the mean over sites that have any."""
    invalid: tuple[str, ...]

    def __str__(self) -> str:
        pairs = self.pairs
        kinds = Counter(each.kind for each in self.missed)
        return (
            f"pair precision {pairs.precision:.5f} ({pairs.merged - pairs.right} false of {pairs.merged:,}), "
            f"recall {pairs.recall:.3f}, reduction {1 - pairs.forms / pairs.urls:.1%} of "
            f"{1 - pairs.pages / pairs.urls:.1%}, families {self.families}/{self.all_families} "
            f"(missed: {dict(kinds)}), decoys dropped {len(self.decoys_dropped)}, "
            f"top-10 valid {self.top_ten:.1%}"
        )


def clustering_of(made: Planted, *, labelled: bool) -> Clustering:
    """The list under `safe`."""
    columns = pl.DataFrame({"hash": [row.hash for row in made.rows]}) if labelled else None
    return Clustering.make(
        Engine(UrlTable.of([row.url for row in made.rows], columns=columns)), builtin("safe")
    )


def judged(made: Planted, result: MiningResult) -> Judged:
    """Everything that can be said about a result."""
    truth = {row.url: row.page for row in made.rows}
    by_host: dict[str, dict[str, str]] = defaultdict(dict)
    names: dict[int, str] = {}
    for row in made.rows:
        name = _bare(row.url)
        by_host[name][row.url] = row.page
        names[row.host] = name
    safe = [each for each in result.proposals if each.auto]
    invalid, shares = [], []
    for site in result.sites:
        own = [each for each in result.proposals if each.site == site.site][:10]
        good = [pairs(by_host[site.site], [each.rule]).precision >= VALID for each in own]
        invalid += [
            f"{each.in_words} on {each.scope}" for each, fine in zip(own, good, strict=True) if not fine
        ]
        if own:
            shares.append(sum(good) / len(own))
    actions: dict[str, list[Action]] = defaultdict(list)
    for each in safe:
        actions[each.site].append(each.rule.action)
    missed = tuple(each for each in made.families if not _is_there(each, actions[names[each.host]]))
    dropped = tuple(each for each in made.decoys if {each.name} <= _dropped(actions[names[each.host]]))
    return Judged(
        pairs(truth, in_order(safe)), len(made.families) - len(missed), len(made.families), missed, dropped,
        sum(shares) / len(shares) if shares else 1.0, tuple(invalid),
    )  # fmt: skip


def _bare(url: str) -> str:
    return url.split("/")[2].removeprefix("www.")


def _dropped(actions: Iterable[Action]) -> set[str]:
    return {
        name for each in actions if isinstance(each, DropParameters) and not each.value for name in each.names
    }


def _is_there(family: Family, actions: Sequence[Action]) -> bool:
    patterns = [f"{each.pattern} {each.template}" for each in actions if isinstance(each, Rewrite)]
    checks: Mapping[str, Callable[[], bool]] = {
        "slash": lambda: StripSuffix("/") in actions,
        "index": lambda: any(family.name.replace(".", r"\.") in text for text in patterns),
        "www": lambda: any(isinstance(each, ChangeHost) for each in actions),
        "https": lambda: ChangeScheme("https") in actions,
        "story": lambda: any("id=" in text for text in patterns),
        "tilde": lambda: any("~" in text for text in patterns),
        "mobile": lambda: StripPrefix(f"/{family.name}") in actions,
        "htm": lambda: any(text in (r"\.html$ .htm", r"\.htm$ .html") for text in patterns),
    }
    check = checks.get(family.kind)
    return check() if check else set(family.name.split("+")) <= _dropped(actions)


def pairs(truth: Mapping[str, str], rules: Sequence[SiteRule]) -> Pairs:
    """Pairs of URLs that rules make one."""
    form = forms(truth, rules)
    merged = Counter(form.values())
    pages = Counter(truth.values())
    right = Counter((form[url], page) for url, page in truth.items())
    return Pairs(_pairs(merged), _pairs(right), _pairs(pages), len(truth), len(merged), len(pages))


def _pairs(counts: Counter[object] | Counter[str] | Counter[Parts] | Counter[tuple[Parts, str]]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


def forms(urls: Iterable[str], rules: Sequence[SiteRule]) -> dict[str, Parts]:
    """What rules make of URLs, in the order of the rules, until nothing changes."""
    by_name: dict[str, list[SiteRule]] = defaultdict(list)
    for rule in rules:
        by_name[rule.scope.name.removeprefix("www.")].append(rule)
    made = {}
    for url in urls:
        found = _URL.fullmatch(url)
        assert found is not None
        parts: Parts = (found[1], found[2], found[3], found[4])
        host = parts[1].removeprefix("www.")
        own = [*by_name.get(host, ()), *by_name.get(host.partition(".")[2], ())]
        for _ in range(4):
            before = parts
            for rule in own:
                if rule.scope.holds_host(parts[1]) and rule.scope.holds_path(parts[2]):
                    parts = _applied(rule.action, parts)
            if parts == before:
                break
        made[url] = parts
    return made


def _applied(action: Action, parts: Parts) -> Parts:
    scheme, host, path, query = parts
    if isinstance(action, DropParameters):
        fields = [] if query is None else query.split("&")
        kept = [field for field in fields if not _goes(action, field)]
        return parts if len(kept) == len(fields) else (scheme, host, path, "&".join(kept) or None)
    if isinstance(action, ChangeHost):
        return scheme, action.host, path, query
    if isinstance(action, ChangeScheme):
        return action.scheme, host, path, query
    if isinstance(action, LowercasePath):
        return scheme, host, path.lower(), query
    if isinstance(action, StripPrefix):
        return (
            scheme,
            host,
            path.removeprefix(action.prefix) if path.startswith(f"{action.prefix}/") else path,
            query,
        )
    if isinstance(action, StripSuffix):
        return scheme, host, path.removesuffix(action.suffix) or "/", query
    assert isinstance(action, Rewrite)
    template = re.sub(r"\$(\d)", r"\\g<\1>", action.template.replace("\\", r"\\"))
    if action.on == "path":
        return scheme, host, re.sub(action.pattern, template, path), query
    text = re.sub(action.pattern, template, path if query is None else f"{path}?{query}")
    path, _, rest = text.partition("?")
    return scheme, host, path, rest or None


def _goes(action: DropParameters, field: str) -> bool:
    name, _, value = field.partition("=")
    return name in action.names and (not action.value or re.fullmatch(action.value, value) is not None)
