"""Rules of sites, proposals and their examples as rows of cells."""

from collections.abc import Iterable, Mapping
from datetime import date

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from urlinspector.bulk.rule_impact import ChangedText
from urlinspector.gui.numbers import counted
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.cluster_cells import CheckCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.normalize.diff import diff
from urlinspector.normalize.site_rules import SiteRule
from urlinspector.rules.mining import Proposal
from urlinspector.rules.preview import Preview
from urlinspector.url.masking import masked

Row = tuple[TableCell, ...]
SOURCES = {
    "by hand": str(QT_TRANSLATE_NOOP("RuleRows", "by hand")),
    "learnt": str(QT_TRANSLATE_NOOP("RuleRows", "learnt")),
    "imported": str(QT_TRANSLATE_NOOP("RuleRows", "imported")),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("RuleRows", text)


def rule_rows(rules: Iterable[SiteRule], previews: Mapping[str, Preview], has_list: bool) -> list[Row]:
    """Check box, what it does, where, where it comes from, rows, merges, suspicious merges."""
    return [_rule_row(rule, previews.get(rule.name), has_list) for rule in rules]


def _rule_row(rule: SiteRule, found: Preview | None, has_list: bool) -> Row:
    expired = rule.is_expired(date.today())
    off = not rule.enabled or expired
    tip = "\n".join(filter(None, (rule.name, rule.reason, rule.provenance, rule.licence)))
    words = rule.in_words + (", " + _tr("expired on {0}").format(rule.expires) if expired else "")
    wait = TableCell(words="…" if has_list and not off else "", faded=True, right=True)
    figures: Row = (wait, wait, TableCell(right=True))
    if found is not None:
        merges = counted(found.merges)
        merges = f"+{merges}" if off and found.merges else merges
        against = (
            TableCell(words=counted(found.suspicious), warning=True, right=True)
            if found.suspicious
            else TableCell(words="–", faded=True, right=True)
        )
        figures = (
            TableCell(words=counted(found.changed), right=True, faded=not found.changed),
            TableCell(words=merges if found.merges else "–", right=True, faded=not found.merges),
            against,
        )
    return (
        CheckCell(checked=rule.enabled),
        TableCell(words=words, faded=off, tip=tip),
        TableCell(url=UrlText(str(rule.scope)), faded=False, tip=tip),
        TableCell(words=_tr(SOURCES[rule.source]), faded=off, tip=rule.provenance),
        *figures,
    )


def proposal_words(each: Proposal) -> str:
    """`1,146 groups · 1,136 agree, 10 disagree · bound .98 · merges 2,810`."""
    one = each.support == 1
    parts = [_tr("1 group") if one else _tr("{0} groups").format(counted(each.support))]
    if each.agree + each.disagree:
        parts.append(_tr("{0} agree, {1} disagree").format(counted(each.agree), counted(each.disagree)))
    else:
        parts.append(_tr("no label: agreement not known"))
    parts.append(_tr("bound {0}").format(f"{each.bound:.2f}"))
    parts.append(_tr("merges {0}").format(counted(each.merges)))
    return " · ".join(parts)


def changed_rows(found: Iterable[ChangedText], masks: bool) -> list[Row]:
    """What a rule that is tested changes, suspicious ones first."""
    return [_changed_row(each, masks) for each in found]


def _changed_row(each: ChangedText, masks: bool) -> Row:
    before, after = (masked(text or "") if masks else text or "" for text in (each.before, each.after))
    change = diff(before, after)
    label = TableCell()
    if each.verdict == "differ":
        label = TableCell(words=_tr("differ"), warning=True, tip=_tr("{0} differs").format(each.column))
    elif each.verdict == "same":
        label = TableCell(words=_tr("same"), icon="check", tip=_tr("same {0}").format(each.column))
    refused = TableCell(words=_tr("refused"), faded=True)
    return (
        TableCell(url=UrlText(before, gone=change.gone), tip=before),
        TableCell(url=UrlText(after, new=change.new), tip=after) if each.after is not None else refused,
        label,
    )
