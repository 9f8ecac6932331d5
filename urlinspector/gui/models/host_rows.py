"""The evidence on a pair of hosts and the groups, as rows of cells; the trail of a host as HTML."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from urlinspector.gui.models.hosts import outcome_words, verdict_cell
from urlinspector.gui.numbers import counted
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.cluster_cells import CheckCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.host_cells import TwoLinesCell
from urlinspector.hosts.candidates import Rule
from urlinspector.hosts.collect import checks
from urlinspector.hosts.evidence import Evidence, Family, Item, Judgement, Verdict
from urlinspector.hosts.groups import Pair
from urlinspector.hosts.report import Decisions, HostView, PairView, Report

Row = tuple[TableCell, ...]
_MOST_PAIRS = 500
_PROPOSED = frozenset({Verdict.IDENTICAL, Verdict.CONFIRMED, Verdict.LIKELY})
_NOT_PROPOSED = frozenset({Verdict.CO_HOSTED, Verdict.SAME_OPERATOR, Verdict.UNUSABLE})


_UNTIL = {
    Rule.FIRST_ANSWER: str(QT_TRANSLATE_NOOP("HostRows", "Candidates, until one answers")),
    Rule.ADDRESSES_MATCH: str(QT_TRANSLATE_NOOP("HostRows", "Candidates, until the addresses match")),
}


_FAMILIES = {
    Family.PRIOR: str(QT_TRANSLATE_NOOP("HostRows", "prior")),
    Family.NAME: str(QT_TRANSLATE_NOOP("HostRows", "name")),
    Family.ALIAS: str(QT_TRANSLATE_NOOP("HostRows", "alias")),
    Family.ADDRESS: str(QT_TRANSLATE_NOOP("HostRows", "address")),
    Family.REVERSE: str(QT_TRANSLATE_NOOP("HostRows", "reverse")),
    Family.OPERATOR: str(QT_TRANSLATE_NOOP("HostRows", "operator")),
    Family.AGAINST: str(QT_TRANSLATE_NOOP("HostRows", "against")),
}


_REASONS = {
    Item.SAME_NAME: str(QT_TRANSLATE_NOOP("HostRows", "one name in two spellings")),
    Item.CNAME: str(QT_TRANSLATE_NOOP("HostRows", "direct alias")),
    Item.HTTPS_ALIAS: str(QT_TRANSLATE_NOOP("HostRows", "direct alias")),
    Item.TENANT_TARGET: str(QT_TRANSLATE_NOOP("HostRows", "aliases of one name")),
    Item.SAME_ADDRESSES: str(QT_TRANSLATE_NOOP("HostRows", "same address")),
    Item.FEW_SHARE: str(QT_TRANSLATE_NOOP("HostRows", "an address that few share")),
    Item.MANY_SHARE: str(QT_TRANSLATE_NOOP("HostRows", "an address that many share")),
    Item.OVERLAP: str(QT_TRANSLATE_NOOP("HostRows", "some addresses in common")),
    Item.REVERSE_NAME: str(QT_TRANSLATE_NOOP("HostRows", "reverse name")),
    Item.SAME_OPERATOR: str(QT_TRANSLATE_NOOP("HostRows", "same name servers")),
    Item.GONE: str(QT_TRANSLATE_NOOP("HostRows", "one does not exist")),
    Item.DISJOINT: str(QT_TRANSLATE_NOOP("HostRows", "no address in common")),
}


class GroupKey(NamedTuple):
    """What a row of the groups stands for."""

    kind: str
    """`group`, `waiting`, `against` or `refuted`; empty for a heading."""
    names: tuple[str, ...] = ()
    """Of a group the written name first."""


Groups = tuple[list[Row], list[GroupKey]]
"""Rows, and what each stands for."""


def evidence_rows(a: str, b: str, report: Report) -> list[Row]:
    """What was asked and answered about two names, with weights; then the guards."""
    judged = report.pair(a, b)
    counted_items = set(judged.counted)
    rows = [_evidence_row(each, each in counted_items) for each in judged.items]
    for check in checks(a, b, report.findings):
        words = {True: _tr("passed"), False: _tr("failed"), None: _tr("not asked")}[check.passed]
        faded = check.passed is not False
        rows.append(
            (
                TableCell(words=_tr("guard"), faded=True),
                TableCell(words=check.asked, faded=faded),
                TableCell(words=check.answered, faded=faded),
                TableCell(words=words, faded=faded, warning=not faded, right=faded),
            )
        )
    return rows


def _evidence_row(each: Evidence, counts: bool) -> Row:
    family = _tr(_FAMILIES[each.item.family])
    weight = f"{each.weight:+.1f}" if each.weight else "0"
    tip = (
        each.item.meaning
        if counts
        else _tr("{0}; a stronger item of its family counts").format(each.item.meaning)
    )
    shown = weight if counts else f"({weight})"
    faded = not counts or not each.weight
    return (
        TableCell(words=family, faded=faded, tip=tip),
        TableCell(words=each.asked, faded=faded, tip=tip),
        TableCell(words=each.answered, faded=faded, tip=f"{each.answered}\n{tip}"),
        TableCell(words=shown, faded=faded, right=True),
    )


def sum_words(a: str, b: str, report: Report) -> str:
    """The sum of the weights and what it amounts to."""
    judged = report.pair(a, b)
    total = sum(each.weight for each in judged.counted)
    said = _tr("Sum {0}, probability {1}: {2}.").format(
        f"{total:+.1f}", f"{judged.p:.2f}".lstrip("0"), judged.verdict.value
    )
    if judged.doubts:
        return said + " " + _tr("Not usable: {0}.").format("; ".join(each.value for each in judged.doubts))
    if judged.verdict is Verdict.LIKELY:
        return (
            said + " " + _tr("For confirmed: a direct alias and one more family of evidence, or your word.")
        )
    return said


def trail_html(view: HostView, theme: Theme, rule: Rule) -> str:
    """The heuristic on a host: its reverse names, each candidate and its answer, why it stopped."""
    colour = theme.colours.secondary.name()
    family = theme.type.mono.family()

    def name(text: str) -> str:
        return f"<span style=\"font-family:'{family}'\">{escape(text)}</span>"

    parts = []
    if view.reverse:
        lines = [
            _tr("{0} is called {1}").format(name(each.address), name(each.name)) + _leads(each.confirmed)
            for each in view.reverse[:8]
        ]
        parts.append(_list(_tr("Reverse look-up"), lines))
    tries = [_try(each, name) for each in view.trail.tries]
    parts.append(_list(_tr(_UNTIL[rule]), tries))
    parts.append(f'<p style="color:{colour}">{escape(_tr(view.trail.end.value))}</p>')
    parts.append(
        _list(_tr("Preferred name"), [f"{name(view.preferred.name)}: {escape(view.preferred.reason)}"])
    )
    return "".join(parts)


def _leads(confirmed: bool | None) -> str:
    if confirmed is None:
        return ""
    return ", " + (
        _tr("which has the address again: confirmed") if confirmed else _tr("which does not lead back")
    )


def _try(each: object, name: object) -> str:
    shown = name(each.name)  # type: ignore[operator, attr-defined]
    outcome = each.found.outcome  # type: ignore[attr-defined]
    if outcome is None:
        return f"{shown}: {escape(_tr('not asked'))}"
    addresses = ", ".join(name(a) for a in each.found.addresses[:4])  # type: ignore[operator, attr-defined]
    if not addresses:
        return f"{shown}: {escape(outcome_words(outcome.value))}"
    ending = ""
    if each.wild:  # type: ignore[attr-defined]
        ending = ", " + escape(_tr("by a wildcard: does not count"))
    elif each.matches:  # type: ignore[attr-defined]
        ending = ", " + escape(_tr("the same: stop"))
    return f"{shown}: {addresses}{ending}"


def _list(title: str, lines: list[str]) -> str:
    if not lines:
        return ""
    head = f'<p style="font-weight:600;margin-bottom:2px">{escape(title)}</p>'
    if len(lines) == 1:
        return f'{head}<p style="margin-top:0;margin-left:12px">{lines[0]}</p>'
    items = "".join(f"<li>{line}</li>" for line in lines)
    return f'{head}<ol style="margin-top:0">{items}</ol>'


def group_rows(report: Report, decisions: Decisions, unused: frozenset[str]) -> Groups:
    """Groups, pairs that wait for the user's word, pairs that are not proposed, and what was refuted."""
    open_pairs = list(_open_pairs(report, decisions))
    waiting = [each for each in open_pairs if each.verdict in _PROPOSED]
    against = [each for each in open_pairs if each.verdict in _NOT_PROPOSED]
    refuted = sorted(decisions.refuted)
    sections = (
        (_title(report, decisions), len(report.groups), _groups(report, unused)),
        (_tr("Waiting for you"), len(waiting), _pairs("waiting", waiting, decisions)),
        (_tr("Not proposed"), len(against), _pairs("against", against, decisions)),
        (_tr("Refuted"), len(refuted), map(_refuted, refuted[:_MOST_PAIRS])),
    )
    rows: list[Row] = []
    keys: list[GroupKey] = []
    for title, count, found in sections:
        rows.append(
            (
                TableCell(),
                TableCell(words=title, faded=not count, strong=True),
                TableCell(words=counted(count), faded=True, right=True),
            )
        )
        keys.append(GroupKey(""))
        for row, key in found:
            rows.append(row)
            keys.append(key)
        if count > _MOST_PAIRS:
            more = _tr("and {0} more").format(counted(count - _MOST_PAIRS))
            rows.append((TableCell(), TableCell(words=more, faded=True), TableCell()))
            keys.append(GroupKey(""))
    return rows, keys


def _title(report: Report, decisions: Decisions) -> str:
    """Groups of likely pairs are no confirmed ones, unless the user said so."""
    likely = any(
        _strongest(inner) is Verdict.LIKELY
        and not any(_ordered(each) in decisions.confirmed for each in inner)
        for inner in report.pairs_within
    )
    return _tr("Accepted") if likely else _tr("Confirmed")


def _ordered(each: PairView) -> Pair:
    return (each.a, each.b) if each.a <= each.b else (each.b, each.a)


def _groups(report: Report, unused: frozenset[str]) -> Iterator[tuple[Row, GroupKey]]:
    for group, inner in islice(zip(report.groups, report.pairs_within, strict=True), _MOST_PAIRS):
        best = report.preferred[group[0]]
        others = [host for host in group if host != best.name]
        verdict = _strongest(inner)
        surest = max(inner, key=lambda each: each.judgement.p, default=None)
        reason = _tr("your word") if verdict is None or surest is None else reason_words(surest.judgement)
        yield (
            (
                CheckCell(checked=best.name not in unused),
                TwoLinesCell(
                    url=UrlText(best.name),
                    words=_with_reason(", ".join(others), reason),
                    tip="\n".join((f"{best.name}: {best.reason}", *others, reason)),
                ),
                verdict_cell(verdict)
                if verdict is not None
                else TableCell(words=_tr("your word"), faded=True),
            ),
            GroupKey("group", (best.name, *others)),
        )


def reason_words(judged: Judgement) -> str:
    """The two strongest items of a pair, or what makes its answers worthless, in few words."""
    if judged.doubts:
        return "; ".join(each.value for each in judged.doubts[:1])
    told = (_tr(_REASONS[each.item]) for each in judged.counted if each.item in _REASONS)
    return ", ".join(islice(dict.fromkeys(told), 2))


def _with_reason(others: str, reason: str) -> str:
    return f"{others}: {reason}" if reason else others


def _strongest(pairs: Sequence[PairView]) -> Verdict | None:
    found = {each.verdict for each in pairs}
    for verdict in (Verdict.IDENTICAL, Verdict.CONFIRMED, Verdict.LIKELY):
        if verdict in found:
            return verdict
    return None


def _open_pairs(report: Report, decisions: Decisions) -> Iterator[PairView]:
    home = {host: at for at, group in enumerate(report.groups) for host in group}
    for each in report.pairs:
        together = each.a in home and home[each.a] == home.get(each.b)
        if not together and _ordered(each) not in decisions.refuted:
            yield each


def _pairs(kind: str, pairs: Sequence[PairView], decisions: Decisions) -> Iterator[tuple[Row, GroupKey]]:
    for each in pairs[:_MOST_PAIRS]:
        yield _pair_row(each, _ordered(each) in decisions.confirmed), GroupKey(kind, (each.a, each.b))


def _pair_row(each: PairView, is_confirmed: bool) -> Row:
    """`is_confirmed` pairs that are in no group are kept out of it by a refuted one."""
    reason = reason_words(each.judgement)
    if is_confirmed:
        reason = _tr("a refuted pair keeps them apart")
    return (
        CheckCell(),
        TwoLinesCell(
            url=UrlText(each.a),
            words=_with_reason(each.b, reason),
            tip="\n".join(filter(None, (each.a, each.b, reason, _tr("check it to confirm the pair")))),
        ),
        verdict_cell(each.verdict),
    )


def _refuted(pair: tuple[str, str]) -> tuple[Row, GroupKey]:
    row = (
        CheckCell(),
        TwoLinesCell(url=UrlText(pair[0]), words=f"≠ {pair[1]}"),
        TableCell(words=_tr("your word"), faded=True),
    )
    return row, GroupKey("refuted", pair)


def _tr(text: str) -> str:
    return QCoreApplication.translate("HostRows", text)
