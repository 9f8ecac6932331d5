"""Which parameters mean nothing: decided from the groups that are left when each is left out."""

from functools import partial
from typing import Any

from urlinspector.bulk import mining, mining_parameters
from urlinspector.bulk.mining_parameters import Counted, LeaveOneOut
from urlinspector.normalize.site_rules import DropParameters, RuleError
from urlinspector.normalize.site_rules.words import escaped

from .batch import EXAMPLES, Batch, Finding
from .evidence import wilson
from .known import is_known
from .proposal import Kept

FEW = 5
"""A parameter of so few values (a language, a view, print) is never safe without labels."""
_LOW, _MIXED = 0.02, 0.8
_LOOKED_AT = 60  # distinct values that are looked at one by one
_UNKNOWN_SURE, _KNOWN_SURE = 0.85, 0.97
_OPTIONAL, _DIVERSE, _TOKENS = 0.5, 0.25, 0.8
_NUMBERS = 0.8
_MOST_VALUES = 12  # of one rule

Drop = tuple[int, str, str]


def mine_parameters(batch: Batch) -> list[Drop]:
    """Propose what can go; gives what was accepted as the collapse takes it. Raises Cancelled."""
    found = mining_parameters.leave_one_out(batch.frame, batch.task)
    batch.task.at("parameters")
    if not batch.labels:
        return _without_labels(batch, found)
    drops: list[Drop] = []
    findings = [_finding(each) for each in found.counted]
    findings = [
        each for each in findings if max(each.labelled, each.groups * each.harmless) >= batch.min_support
    ]
    # Names that never come apart first: alone they may have nothing to be compared with.
    together = [each for each in findings if len(each.detail.names) > 1]
    take = partial(_take, batch, found, drops)
    batch.decide(together, take)
    done = {
        (each.site, name)
        for each in together
        for name in each.detail.names
        if (each.site, each.core) in batch.found.seen
    }
    findings = [
        each
        for each in findings
        if len(each.detail.names) == 1 and (each.site, each.detail.names[0]) not in done
    ]
    batch.decide(findings, take)
    for each in findings:
        if (each.site, each.core) not in batch.found.seen:
            batch.task.at("parameters")
            _mixed(batch, found, each, drops)
    _note_kept(batch, found)
    return drops


def _finding(counted: Counted) -> Finding:
    return Finding(
        counted.site,
        ("drop", counted.names),
        counted.groups,
        counted.labelled,
        counted.agree,
        "parameter",
        counted,
        harmless=_is_harmless(counted),
    )


def _is_harmless(counted: Counted) -> bool:
    """Whether it is a tracker's or session's by its names, or by values that chance makes."""
    if all(map(is_known, counted.names)):
        return True
    return (
        len(counted.names) == 1
        and counted.values > FEW
        and counted.numbers < _NUMBERS
        and counted.tokens >= _TOKENS
        and counted.values >= _DIVERSE * counted.urls
        and counted.optional >= _OPTIONAL * max(counted.groups, 1)
    )


def _take(batch: Batch, found: LeaveOneOut, drops: list[Drop], finding: Finding, auto: bool) -> bool:
    counted: Counted = finding.detail
    members = mining_parameters.of_name(found, counted)
    if len(counted.names) == 1 and counted.values <= _LOOKED_AT:
        # One value that changes the page among many that do not is no case for dropping all.
        values = mining_parameters.by_value(found, members, counted.names[0])
        wrong = [value for value, count, same in values if batch.judge(finding.site).matters(same, count)]
        if wrong:
            _take_values(batch, found, finding, drops)
            return True
    return _propose(batch, found, finding, members, drops, auto=auto)


def _propose(
    batch: Batch,
    found: LeaveOneOut,
    finding: Finding,
    members: Any,
    drops: list[Drop],
    *,
    auto: bool,
    bound: float | None = None,
    note: str = "",
    path: str = "",
) -> bool:
    counted: Counted = finding.detail
    good, bad = mining_parameters.examples(found, members, EXAMPLES)
    hosts = mining.hosts_at(found.frame, members["row"])
    site = batch.names[finding.site]
    asks = any((site, name) in batch.forbidden for name in counted.names)
    try:
        scope = batch.scope(finding.site, hosts, path)
        action = DropParameters(counted.names)
    except RuleError:
        return False
    merges = max(0, members.height - finding.groups)
    if asks:
        note = "an earlier run or a person kept it"
    made = batch.propose(
        finding, scope, action, good, bad, auto=auto, bound=bound, merges=merges, note=note, asks=asks
    )
    if made is None:
        return False
    if made.auto and not path:
        drops += [(finding.site, name, "") for name in counted.names]
    return True


def _mixed(batch: Batch, found: LeaveOneOut, finding: Finding, drops: list[Drop]) -> None:
    """A name whose labels agree in some places only: a folder, some values; or seldom, for a person."""
    counted: Counted = finding.detail
    share = finding.agree / finding.labelled if finding.labelled else 0.0
    if finding.labelled < batch.min_support or share < _LOW:
        return
    judge = batch.judge(finding.site)
    members = None
    if share < _MIXED:
        members = mining_parameters.of_name(found, counted)
        for folder, labelled, agree in mining_parameters.by_folder(found, members):
            if not judge.enough(agree, labelled):
                continue
            part = Finding(
                finding.site,
                (*finding.core, folder),
                labelled,
                labelled,
                agree,
                "parameter",
                counted,
            )
            if (part.site, part.core) not in batch.found.seen:
                inside = mining_parameters.in_folder(found, members, folder)
                if _propose(batch, found, part, inside, drops, auto=True, path=folder):
                    batch.found.seen.add((part.site, part.core))
        if len(counted.names) == 1:
            _take_values(batch, found, finding, drops)
    elif judge.likely(finding.agree, finding.labelled):
        members = mining_parameters.of_name(found, counted)
        _propose(batch, found, finding, members, drops, auto=False, note="too few groups to be sure")
        batch.found.seen.add((finding.site, finding.core))


def _take_values(batch: Batch, found: LeaveOneOut, finding: Finding, drops: list[Drop]) -> None:
    """Values with which a page is the one without the parameter: defaults."""
    counted: Counted = finding.detail
    (name,) = counted.names
    judge = batch.judge(finding.site)
    members = mining_parameters.of_name(found, counted)
    right = [
        (value, count, same)
        for value, count, same in mining_parameters.by_value(found, members, name)
        if judge.enough(same, count)
    ][:_MOST_VALUES]
    if not right:
        return
    values = [value for value, _, _ in right]
    core = ("value", name, tuple(values))
    if (finding.site, core) in batch.found.seen:
        return
    pattern = "|".join(escaped(value) for value in values)
    count, same = sum(n for _, n, _ in right), sum(each for _, _, each in right)
    part = Finding(finding.site, core, count, count, same, "value", counted)
    inside = mining_parameters.with_values(members, name, values)
    good, bad = mining_parameters.examples(found, inside, EXAMPLES)
    try:
        scope = batch.scope(finding.site, mining.hosts_at(found.frame, inside["row"]))
        action = DropParameters((name,), value=pattern)
    except RuleError:
        return
    asks = (batch.names[finding.site], name) in batch.forbidden
    note = "an earlier run or a person kept it" if asks else ""
    made = batch.propose(part, scope, action, good, bad, auto=True, asks=asks, note=note)
    batch.found.seen.add((finding.site, core))
    if made is not None and made.auto:
        drops.append((finding.site, name, pattern))


def _note_kept(batch: Batch, found: LeaveOneOut) -> None:
    for each in found.counted:
        judge = batch.judge(each.site)
        if len(each.names) == 1 and judge.matters(each.agree, each.labelled):
            _keep(batch, each, "labels differ")


def _keep(batch: Batch, counted: Counted, reason: str) -> None:
    name, site = counted.names[0], counted.site
    batch.found.kept.setdefault((site, name), Kept(batch.names[site], name, counted.values, reason))


# Without labels


def _without_labels(batch: Batch, found: LeaveOneOut) -> list[Drop]:
    drops: list[Drop] = []
    done: set[tuple[int, str]] = set()
    enough = [each for each in found.counted if each.groups >= batch.min_support]
    for each in sorted(enough, key=lambda each: (-len(each.names), -each.groups)):
        finding = _finding(each)
        if (each.site, finding.core) in batch.found.seen:
            continue
        if len(each.names) == 1 and (each.site, each.names[0]) in done:
            continue
        known = all(map(is_known, each.names))
        optional = each.optional / each.groups
        if len(each.names) > 1 and not known:
            continue
        if not known and each.values <= FEW:
            _keep(batch, each, "few values")
            continue
        if not known and each.numbers >= _NUMBERS:
            _keep(batch, each, "numbers")
            continue
        token = finding.harmless and not known
        if not known and not token and optional < _OPTIONAL:
            continue
        sure = wilson(each.optional, each.groups)
        if known:
            sure = _KNOWN_SURE
        elif token:
            sure *= _UNKNOWN_SURE
        else:
            sure *= _UNKNOWN_SURE / 2
        finding.labelled = 0
        finding.agree = 0
        note = "" if known or token else "no labels: whether the pages are the same is not known"
        members = mining_parameters.of_name(found, each)
        if _propose(
            batch, found, finding, members, drops, auto=known or token, bound=round(sure, 4), note=note
        ):
            batch.found.seen.add((each.site, finding.core))
            done |= {(each.site, name) for name in each.names}
    return drops
