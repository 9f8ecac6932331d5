"""Scheme, `www.`, hosts, case, last segments and final slashes: decided from pairs of URLs."""

from dataclasses import replace
from functools import partial

from urlinspector.bulk import mining, mining_shapes
from urlinspector.bulk.mining import Accepted
from urlinspector.normalize.site_rules import RuleError

from .batch import EXAMPLES, Batch, Finding
from .evidence import wilson
from .shapes import INDEX, action_of

# Without labels: how sure each kind is, and whether it is applied by itself.
_SURE = {"scheme": (0.97, True), "www": (0.97, True), "slash": (0.95, True), "last": (0.95, True)}
_DOUBTFUL = {"case": 0.5, "host": 0.4}
_NOT_KNOWN = "no labels: whether the pages are the same is not known"


def mine_shapes(batch: Batch) -> Accepted:
    """Propose rules for plain differences; gives what was accepted. Raises Cancelled."""
    accepted = Accepted(hosts={}, last={})
    for kind in mining_shapes.KINDS:
        pairs = mining_shapes.shape_pairs(batch.frame, kind, batch.task)
        counted = mining_shapes.counts(pairs)
        findings = [_finding(kind, *each) for each in counted if each[2] >= batch.min_support]
        if kind == "last":
            findings = _one_form(findings)
        taken: list[Finding] = []
        grouped = mining.Grouped(pairs, "site", "core")
        if batch.labels:
            batch.decide(findings, partial(_take, batch, grouped, taken))
        else:
            _without_labels(batch, grouped, findings, taken)
        accepted = _joined(accepted, kind, taken)
    return accepted


def _finding(kind: str, site: int, core: str, count: int, labelled: int, agree: int) -> Finding:
    harmless = kind in _SURE and (kind != "last" or _is_index(core))
    return Finding(site, _general(kind, core), count, labelled, agree, kind, core, harmless=harmless)


def _general(kind: str, core: str) -> tuple[str, ...]:
    """What a core is called on any site."""
    return (kind, core) if kind in ("last", "host") else (kind,)


def _is_index(core: str) -> bool:
    return INDEX.fullmatch(core.rstrip("/")) is not None


def _one_form(findings: list[Finding]) -> list[Finding]:
    """Of a segment with and without a slash before it, the form that is on the list more often."""
    best: dict[tuple[int, str], Finding] = {}
    for each in findings:
        key = each.site, str(each.detail).rstrip("/")
        if key not in best or each.groups > best[key].groups:
            best[key] = each
    return list(best.values())


def _take(
    batch: Batch,
    pairs: mining.Grouped,
    taken: list[Finding],
    finding: Finding,
    auto: bool,
    bound: float | None = None,
) -> bool:
    own = pairs.of(finding.site, finding.detail)
    good, bad = mining_shapes.examples(batch.frame, own, EXAMPLES)
    hosts = mining.hosts_at(batch.frame, own["u"])
    if finding.kind == "host":
        hosts = [str(finding.detail).split(" ", maxsplit=1)[0]]
    try:
        scope = batch.scope(finding.site, hosts)
        if finding.kind == "www":
            scope = scope.host(f"www.{finding.detail}")
        elif finding.kind == "host":
            scope = scope.host(hosts[0])
        action = action_of(finding.kind, finding.detail)
    except RuleError:
        return False
    note = "" if auto else _NOT_KNOWN
    if batch.propose(finding, scope, action, good, bad, auto=auto, bound=bound, note=note) is None:
        return False
    if auto:
        taken.append(finding)
    return True


def _without_labels(
    batch: Batch, pairs: mining.Grouped, findings: list[Finding], taken: list[Finding]
) -> None:
    for each in findings:
        if (each.site, each.core) in batch.found.seen:
            continue
        each.labelled, each.agree = 0, 0
        if each.kind == "last" and not each.harmless:
            continue
        sure, auto = _SURE.get(each.kind, (_DOUBTFUL.get(each.kind, 0.0), False))
        bound = round(sure * wilson(each.groups, each.groups), 4)
        if _take(batch, pairs, taken, each, auto, bound):
            batch.found.seen.add((each.site, each.core))


def _joined(accepted: Accepted, kind: str, taken: list[Finding]) -> Accepted:
    sites = [each.site for each in taken]
    if kind == "scheme":
        return replace(accepted, secure=sites)
    if kind == "slash":
        return replace(accepted, slash=sites)
    if kind == "case":
        return replace(accepted, lower=sites)
    if kind == "last":
        last = {
            (each.site, str(each.detail).rstrip("/")): "/" if str(each.detail).endswith("/") else ""
            for each in taken
        }
        return replace(accepted, last=last)
    hosts = dict(accepted.hosts or {})
    for each in taken:
        if kind == "www":
            hosts[each.site, f"www.{each.detail}"] = str(each.detail)
        else:
            one, _, other = str(each.detail).partition(" ")
            hosts.setdefault((each.site, one), other)
    return replace(accepted, hosts=hosts)
