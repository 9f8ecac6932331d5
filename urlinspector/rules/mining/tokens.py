"""Runs of tokens for which others stand: decided from the pairs that `bulk.mining_tokens` finds."""

from collections.abc import Iterable

from urlinspector.bulk import mining, mining_shapes, mining_tokens
from urlinspector.bulk.mining_outcome import Sites
from urlinspector.bulk.mining_tokens import Beside, Core, Form, TokenPairs
from urlinspector.normalize.site_rules import Rewrite, RuleError, SiteRule
from urlinspector.normalize.site_rules.compiled import RuleSet

from .batch import EXAMPLES, Batch, Finding
from .evidence import SHARE, wilson
from .shapes import core_action

_ENVELOPE, _ENVELOPE_LABELLED = 6, 10
_SAMPLE = 200
"""Pairs of one core that are looked at for what stands beside the difference."""
_MOST = 200
"""Cores of one site that are looked at, the most frequent first."""
_MIXED = (0.1, SHARE)
_LIKELY = 0.5
_NOT_KNOWN = "no labels: whether the pages are the same is not known"


def mine_tokens(batch: Batch) -> Sites:
    """Propose what the pairs bear out; gives the URLs as texts. Raises Cancelled."""
    most = _ENVELOPE_LABELLED if batch.labels else _ENVELOPE
    found = mining_tokens.token_pairs(batch.frame, batch.min_support, most, batch.task)
    by_site: dict[int, list[Core]] = {}
    for core in joined(found.cores):
        if _usable(core):
            by_site.setdefault(core.site, []).append(core)
    findings = []
    for cores in by_site.values():
        cores.sort(key=lambda core: (-core.pairs, core.before, core.after))
        findings += [
            Finding(
                core.site,
                ("tokens", core.before, core.after),
                core.pairs,
                core.labelled,
                core.agree,
                "tokens",
                core,
                likely=_likeness(core) >= _LIKELY,
            )
            for core in cores[:_MOST]
        ]
    # Short differences first: long ones are often two of them together.
    findings.sort(key=lambda each: len(each.detail.before) + len(each.detail.after))
    explained = Explained(Sites(batch.frame))
    if batch.labels:
        batch.decide(findings, lambda finding, auto: _take(batch, found, explained, finding, auto=auto))
        for each in findings:
            if (each.site, each.core) not in batch.found.seen:
                batch.task.at("tokens")
                _mixed(batch, found, explained, each)
    else:
        _without_labels(batch, found, explained, findings)
    return explained.sites


def _usable(core: Core) -> bool:
    """Whether a core is more than a parameter, a slash or a value: those were judged before."""
    if all(form.in_query for form in core.forms):
        return False
    before, after = core.before, core.after
    if not before or (before == ("/",) and not after):
        return False
    if not after and before[0] in "?&":
        return core.moved
    # A value for a value is no rule: `/en/` and `/fr/`, one title and another.
    return not (not after and all(token.startswith("\x00") or not token.isalnum() for token in before))


def joined(cores: Iterable[Core]) -> list[Core]:
    """Parameters that are written in the path, with and without others behind them, as one core each.

    `/story?id=7` is `/story_7` and `/story?id=7&lang=en` is `/story_7?lang=en` differ in other tokens.
    """
    made: list[Core] = []
    groups: dict[tuple[int, tuple[str, ...], tuple[str, ...]], list[Core]] = {}
    for core in cores:
        found = _moved(core)
        if found is None:
            made.append(core)
        else:
            groups.setdefault((core.site, *found), []).append(core)
    for (site, before, after), several in groups.items():
        made.append(
            Core(
                site, tuple(key for each in several for key in each.keys), before, after,
                sum(each.pairs for each in several), sum(each.labelled for each in several),
                sum(each.agree for each in several), tuple(form for each in several for form in each.forms),
                moved=True,
            )
        )  # fmt: skip
    return made


def _moved(core: Core) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """A parameter up to its value's end, and what the path has for it; None for other differences."""
    before, after, rights = core.before, core.after, {form.right for form in core.forms}
    if before.count("?") != 1 or any(form.in_query for form in core.forms):
        return None
    if before[-1] == "&" and after[-1:] == ("?",):
        found = before[:-1], after[:-1]
    elif "?" in after:
        return None
    elif before[-1] == "=" and len(rights) == 1 and min(rights).startswith("\x00"):
        found = (*before, *rights), (*after, *rights)
    elif rights == {""}:
        found = before, after
    else:
        return None
    same = "?" not in found[1] and _classes(found[0]) == _classes(found[1]) > 0
    return found if same else None


class Explained:
    """The rules that were taken so far, by site: what they explain together is no rule of its own."""

    def __init__(self, sites: Sites) -> None:
        self.sites = sites
        self._rules: dict[int, list[SiteRule]] = {}
        self._sets: dict[int, RuleSet] = {}

    def add(self, site: int, rule: SiteRule) -> None:
        """Take one more rule of a site."""
        self._rules.setdefault(site, []).append(rule)
        self._sets.pop(site, None)

    def covers(self, site: int, sides: list[Beside]) -> bool:
        """Whether the rules of a site make most of some pairs one already."""
        rules = self._rules.get(site)
        if not rules or not sides:
            return False
        if site not in self._sets:
            self._sets[site] = RuleSet(rules)
        apply = self._sets[site].apply
        same = sum(apply(each.place + each.one) == apply(each.place + each.other) for each in sides)
        return same > len(sides) / 2


def _take(
    batch: Batch,
    found: TokenPairs,
    explained: Explained,
    finding: Finding,
    *,
    auto: bool,
    bound: float | None = None,
    form: Form | None = None,
) -> bool:
    """Make a proposal of a core, or of one of its forms; False where it is none."""
    core: Core = finding.detail
    own = mining_tokens.of_core(found, core, form)
    sides = mining_tokens.sides(found, batch.frame, own, _SAMPLE)
    if explained.covers(finding.site, sides):
        return False
    try:
        before, after = _literal(core, sides)
        lefts, rights = [each.left for each in sides], [each.right for each in sides]
        action = core_action(before, after, lefts, rights, moved=core.moved)
        scope = batch.scope(finding.site, mining.hosts_at(batch.frame, own["u"]))
    except RuleError:
        return False
    if action is None:
        return False
    note = "" if auto else _NOT_KNOWN if not batch.labels else "too few pairs to be sure"
    merges = _borne_out(batch, explained.sites, finding, SiteRule(scope, action))
    if batch.labels and not batch.judge(finding.site).likely(finding.agree, finding.labelled):
        return False
    if auto and not batch.accepted(finding):
        auto, note = False, "on the whole site the labels agree less"
    if auto and batch.weak and not _likeness(core):
        auto, note = False, f"{batch.labels} is a weak label for so unlike forms"
    good, bad = mining_shapes.examples(batch.frame, own, EXAMPLES)
    made = batch.propose(finding, scope, action, good, bad, auto=auto, bound=bound, note=note, merges=merges)
    if made is None:
        return False
    if auto or not batch.labels:
        explained.add(finding.site, made.rule)
    if made.auto:
        explained.sites.take(finding.site, made.as_pattern[0], path_only=_path_only(made.rule))
    return True


def _borne_out(batch: Batch, sites: Sites, finding: Finding, rule: SiteRule) -> int:
    """Count again what the rule does to the whole site, which may be more than was seen; gives its merges."""
    batch.task.at("tokens")
    apply = RuleSet([rule]).apply
    found = sites.outcome(finding.site, rule.as_pattern[0], apply, path_only=_path_only(rule))
    finding.groups = found.groups
    if batch.labels:
        finding.labelled, finding.agree = found.labelled, found.agree
    return found.merges


def _path_only(rule: SiteRule) -> bool:
    return not (isinstance(rule.action, Rewrite) and rule.action.on == "path-query")


def _literal(core: Core, sides: list[Beside]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A core with a number written out where it is the same in all pairs."""
    runs = {each.run for each in sides}
    if not core.moved and len(runs) == 1 and len(sides) > 1:
        (run,) = runs
        words = iter([text for token, text in zip(core.before, run, strict=True) if token.startswith("\x00")])
        after = tuple(next(words) if token.startswith("\x00") else token for token in core.after)
        return run, after
    return core.before, core.after


def _mixed(batch: Batch, found: TokenPairs, explained: Explained, finding: Finding) -> None:
    """A core whose labels agree only beside some tokens, or seldom enough to be looked at by a person."""
    core: Core = finding.detail
    judge = batch.judge(finding.site)
    share = finding.agree / finding.labelled if finding.labelled else 0.0
    if finding.labelled >= batch.min_support and _MIXED[0] <= share < _MIXED[1]:
        for form in core.forms:
            if not judge.enough(form.agree, form.labelled):
                continue
            part = Finding(
                core.site, (*finding.core, form.left, form.right), form.pairs, form.labelled, form.agree,
                "tokens", core,
            )  # fmt: skip
            if _take(batch, found, explained, part, auto=True, form=form):
                batch.found.seen.add((core.site, part.core))
    elif judge.likely(finding.agree, finding.labelled):
        _take(batch, found, explained, finding, auto=False)


# Without labels


def _without_labels(batch: Batch, found: TokenPairs, explained: Explained, findings: list[Finding]) -> None:
    for each in findings:
        sure = _likeness(each.detail)
        if not sure:
            continue
        each.labelled, each.agree = 0, 0
        bound = round(sure * wilson(each.groups, each.groups), 4)
        _take(batch, found, explained, each, auto=False, bound=bound)


def _likeness(core: Core) -> float:
    """How much a core looks like two ways to one page; 0 for what looks like two pages."""
    before, after = core.before, core.after
    if _classes(before) != _classes(after):
        return 0.0  # a number would be lost
    if "?" in before and "?" not in after:
        return 0.7 if before[0] == "?" else 0.0  # a query written as a path
    words = [token for token in (*before, *after) if token[0].isalnum()]
    if set(map(str.lower, words)) in _SAME_TYPES and len(before) == len(after) == 1:
        return 0.6
    if (
        not after
        and len(before) == 2
        and before[1] == "/"
        and all(not form.left or form.left == "/" for form in core.forms)
    ):
        return 0.35  # a copy of the site in a folder
    plain = [token for token in after if not token[0].isalnum() and token != "\x00"]
    if plain and len(after) == 1 and before[-1:] == ("/",) and len(before) == 2:
        return 0.5  # `people/` and `~`
    return 0.0


def _classes(tokens: tuple[str, ...]) -> int:
    return sum(token.startswith("\x00") for token in tokens)


_SAME_TYPES = ({"htm", "html"}, {"shtml", "html"}, {"php", "php5"}, {"jpg", "jpeg"})
