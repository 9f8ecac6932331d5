"""The rows of the Compare page's tables, as plain values: components, profiles, stems.

What only the first text has is struck out in it, what only the second has is underlined there; raw text has
its component's colour, canonical text is ink.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from PySide6.QtCore import QCoreApplication

from urlinspector.compare.lru_relation import LruRelation
from urlinspector.compare.profiles import ProfileRow
from urlinspector.compare.verdict import Comparison
from urlinspector.gui.models.table_model import CellRow
from urlinspector.gui.state.compare_reading import Explained, pair_diff
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText, before_and_after, merged
from urlinspector.gui.views.url_layout import component_name
from urlinspector.normalize.diff import Diff
from urlinspector.normalize.output import write_output
from urlinspector.normalize.pipeline import Outcome
from urlinspector.url.components import COMPONENTS, Component, Span, Url
from urlinspector.url.lru import Lru, LruError, Stem, lru_of, url_of
from urlinspector.url.masking import DOTS, masked, secret_span, secret_within

_LONG = 60
_PENDING = "…"


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareRows", text)


# Components


def component_table(
    comparison: Comparison, explained: Explained | None, *, marks: bool, masks: bool
) -> list[CellRow]:
    """Component, both raw texts, both canonical ones, what differs: seven rows."""
    texts = Url.parse(comparison.a), Url.parse(comparison.b)
    forms = tuple(None if each is None else Url.parse(each) for each in comparison.canonical)
    said = {each.component: each for each in explained.of_texts} if explained is not None else None
    rows: list[CellRow] = []
    for component in COMPONENTS:
        raw = _pair(texts[0], texts[1], component, component, marks=marks, masks=masks)
        if forms[0] is not None and forms[1] is not None:
            canonical = _pair(forms[0], forms[1], component, None, marks=marks, masks=masks)
        else:
            canonical = _alone_pair(forms, component, marks=marks, masks=masks)
        differs = texts[0].get(component) != texts[1].get(component)
        message = ""
        if differs:
            message = _PENDING if said is None else said[component].message
        is_absent = all(_is_absent(url, component) for url in texts)
        name = TableCell(words=component_name(component), letter=component, faded=is_absent)
        rows.append(
            (name, *raw, *canonical, TableCell(words=message, tip=message, faded=message == _PENDING))
        )
    return rows


def _is_absent(url: Url, component: Component) -> bool:
    return url.get(component) is None or (component is Component.PATH and not url.path)


def _pair(
    one: Url, other: Url, component: Component, kind: Component | None, *, marks: bool, masks: bool
) -> tuple[TableCell, TableCell]:
    """Both values of a component with what differs between them."""
    a, b = one.get(component) or "", other.get(component) or ""
    left, right = before_and_after(pair_diff(a, b), a, b)
    if one.get(component) == other.get(component):
        left, right = UrlText(a), UrlText(b)
    return (
        _value(one, component, left, kind, marks=marks, masks=masks),
        _value(other, component, right, kind, marks=marks, masks=masks),
    )


def _alone_pair(
    forms: Sequence[Url | None], component: Component, *, marks: bool, masks: bool
) -> tuple[TableCell, TableCell]:
    one, other = (_alone(form, component, marks=marks, masks=masks) for form in forms)
    return one, other


def _alone(form: Url | None, component: Component, *, marks: bool, masks: bool) -> TableCell:
    if form is None:
        return TableCell(words=_tr("refused"), faded=True)
    value = form.get(component) or ""
    return _value(form, component, UrlText(value), None, marks=marks, masks=masks)


def _value(
    url: Url, component: Component, text: UrlText, kind: Component | None, *, marks: bool, masks: bool
) -> TableCell:
    value = url.get(component)
    if value is None:
        return TableCell(words=_tr("absent"), faded=True)
    if not value:
        return TableCell(words=_tr("empty"), faded=True)
    mask = secret_within(url, component) if masks else None
    shown = UrlText(text.text, kind, text.gone, text.new, mask=mask, marks=marks, focus=text.focus)
    return TableCell(url=shown, tip=value if len(value) > _LONG and mask is None else "")


# Who would merge them


def profile_table(rows: Sequence[ProfileRow], present: str, *, masks: bool) -> list[CellRow]:
    """Profile, verdict, and the canonical forms: one where they are the same, the change from A to B else."""
    return [
        (
            TableCell(
                words=_tr("{0} (in use)").format(row.profile.name)
                if row.profile.name == present
                else row.profile.name,
                tip=row.profile.title or row.profile.description,
            ),
            _verdict_cell(row),
            _forms_cell(row, masks=masks),
        )
        for row in rows
    ]


def _verdict_cell(row: ProfileRow) -> TableCell:
    if any(each.canonical is None for each in row.outcomes):
        return TableCell(words=_tr("refused"), faded=True)
    return (
        TableCell(words=_tr("equal"), icon="check")
        if row.same
        else TableCell(words=_tr("different"), faded=True)
    )


def _forms_cell(row: ProfileRow, *, masks: bool) -> TableCell:
    one, other = row.written
    if one is None or other is None:
        return TableCell(words=_refusals(row.outcomes), warning=True)
    output = row.profile.output
    if masks and output != "url":
        one, other = (write_output(masked(each.canonical or ""), output) for each in row.outcomes)
    if one == other:
        mask = secret_span(Url.parse(one)) if masks else None
        return TableCell(url=UrlText(one, mask=mask))
    return TableCell(url=merged_text(one, other, masks=masks))


def _refusals(outcomes: Sequence[Outcome]) -> str:
    said = [
        _tr("{side}: {reason}").format(side=side, reason=each.refused.reason)
        for side, each in zip("AB", outcomes, strict=True)
        if each.refused is not None
    ]
    return "; ".join(said)


def merged_text(one: str, other: str, *, masks: bool) -> UrlText:
    """Both texts in one line: what is gone from the first and what is new in the second, side by side."""
    found = pair_diff(one, other)
    made = merged(found, one, other)
    return replace(made, mask=_merged_mask(found, one, other)) if masks else made


def _merged_mask(found: Diff, one: str, other: str) -> Span | None:
    """What covers the secrets of both where their texts stand in one."""
    secrets = secret_span(Url.parse(one)), secret_span(Url.parse(other))
    places: list[int] = []
    at = 0
    for piece in found.pieces:
        lengths = piece.before.end - piece.before.start, piece.after.end - piece.after.start
        for secret, span, start in zip(
            secrets, (piece.before, piece.after), (at, at if piece.kept else at + lengths[0]), strict=True
        ):
            if secret is not None and (first := max(secret.start, span.start)) < min(secret.end, span.end):
                places += (start + first - span.start, start + min(secret.end, span.end) - span.start)
        at += lengths[0] if piece.kept else sum(lengths)
    return Span(min(places), max(places)) if places else None


# LRU


def stem_table(relation: LruRelation, *, marks: bool) -> list[CellRow]:
    """Number, A's stem, B's stem, what they are to each other; the common ones first."""
    rows: list[CellRow] = []
    secrets = (_secret_kinds(relation.a.stems), _secret_kinds(relation.b.stems))
    hidden = zip_longest(_hidden(relation.a), _hidden(relation.b))
    for number, (pair, (one, other)) in enumerate(zip(relation.pairs, hidden, strict=True), 1):
        if pair.common:
            said = TableCell(words=_tr("common"), faded=True)
        elif pair.a is None or pair.b is None:
            said = TableCell(words=_tr("only in {side}").format(side="B" if pair.a is None else "A"))
        else:
            same = pair.a == pair.b
            said = TableCell(words=_tr("same, but apart from here on") if same else _tr("apart"), faded=same)
        rows.append(
            (
                TableCell(words=str(number), right=True, faded=True),
                _stem_cell(one, secrets[0], gone=not pair.common and pair.a != pair.b, marks=marks),
                _stem_cell(other, secrets[1], new=not pair.common and pair.a != pair.b, marks=marks),
                said,
            )
        )
    return rows


def _secret_kinds(stems: Sequence[Stem]) -> str:
    """The stems that hold the secret: the password, or the user where there is none, or both where the user
    has a colon that is percent-encoded (as `secret_span`).
    """
    values = {stem.kind.value: stem.value for stem in stems}
    if "w" not in values:
        return "u"
    return "uw" if "%3a" in values.get("u", "").lower() else "w"


def _hidden(lru: Lru) -> tuple[Stem, ...]:
    """The stems, without a secret that stands in the path."""
    try:
        url = url_of(lru)
    except LruError:
        return lru.stems
    if secret_within(url, Component.PATH) is None:
        return lru.stems
    return lru_of(Url.parse(masked(str(url)))).stems


def _stem_cell(
    stem: Stem | None, secrets: str, *, gone: bool = False, new: bool = False, marks: bool
) -> TableCell:
    if stem is None:
        return TableCell()
    text = f"{stem.kind.value}:{stem.value}"
    whole = (Span(2, len(text)),) if len(text) > 2 else ()
    if stem.kind.value in secrets:
        return TableCell(url=UrlText(f"{stem.kind.value}:{DOTS}"), letter=stem.kind.component)
    return TableCell(
        url=UrlText(text, stem.kind.component, whole if gone else (), whole if new else (), marks=marks),
        tip=text if len(text) > _LONG else "",
    )
