"""The rows of the Components table, as plain values: a row for each component, and rows beneath for the
parts of three.

Host, path and query have parts: the host's by the public suffix list, the path's segments, the query's
parameters. Raw text is coloured by kind; decoded and normalized text is ink; `same`, `absent`, `removed`
are words.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.models import component_notes as notes
from urlinspector.gui.models.component_notes import Note
from urlinspector.gui.models.component_row import ComponentRow, Parts, Shown, Words
from urlinspector.gui.state.reading import Facts, Findings, Result
from urlinspector.gui.state.spans import touches
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.url_layout import component_name
from urlinspector.normalize.alignment import Budget, aligned
from urlinspector.url.components import COMPONENTS, Component, Span
from urlinspector.url.host import to_unicode
from urlinspector.url.masking import secret_span, secret_within
from urlinspector.url.percent import decode
from urlinspector.url.query import Parameter, parameters, path_segments
from urlinspector.url.suffix import suffix_of

MOST_PARTS = 2_000
"""Parts shown beneath one component; a URL with more is no longer read row by row."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Components", text)


def absent() -> Words:
    return Words(_tr("absent"))


def same() -> Words:
    return Words(_tr("same"))


def removed() -> Words:
    return Words(_tr("removed"))


def component_rows(
    facts: Facts,
    result: Result,
    findings: Findings,
    *,
    places: Sequence[Span] = (),
    marks: bool = False,
) -> tuple[ComponentRow, ...]:
    """The seven rows of a text, their parts beneath. `places` are spans to be boxed: what a chosen step
    changed.
    """
    make = _Rows(facts, result, findings, tuple(places), marks)
    return tuple(make.row(component) for component in COMPONENTS)


class _Rows:
    """Builds the rows of one reading."""

    def __init__(
        self, facts: Facts, result: Result, findings: Findings, places: tuple[Span, ...], marks: bool
    ) -> None:
        self._facts, self._result, self._findings = facts, result, findings
        self._places, self._marks = places, marks
        self._secret = secret_span(facts.url)
        self._canonical = result.canonical_url

    def row(self, component: Component) -> ComponentRow:
        value, span = self._facts.url.get(component), self._facts.spans[component]
        name = component_name(component)
        normalized = self._normalized(component, value)
        if (
            value is None
            or span is None
            or (component is Component.PATH and not value and not self._facts.text)
        ):
            return ComponentRow(name, component, None, absent(), absent(), normalized)
        if not value:
            empty = Words(_tr("empty"))
            found = self._noted(span, notes.of_component(component, self._facts))
            return ComponentRow(name, component, span, empty, empty, normalized, found)
        return ComponentRow(
            name,
            component,
            span,
            self._raw(component, span),
            self._decoded(component, value, span),
            normalized,
            self._noted(span, notes.of_component(component, self._facts)),
            self._parts(component, value),
        )

    def _raw(self, component: Component, span: Span) -> UrlText:
        """The text as it stands, with what stands out in it."""
        domain = self._facts.domain if component is Component.HOST else None
        return UrlText(
            self._facts.text[span.start : span.end],
            kind=component,
            bold=_cut(domain, span),
            marked=_cut_all(self._places, span),
            squiggles=self._findings.marks(span),
            mask=_cut(self._secret, span),
            marks=self._marks,
        )

    def _decoded(self, component: Component, value: str, span: Span) -> Shown:
        decoded = self._facts.decoded[component] or ""
        if decoded == value or (component is Component.HOST and decoded == value.lower()):
            return same()
        return self._masked(decoded, span)

    def _masked(self, decoded: str, span: Span) -> UrlText:
        """What a span decodes to, with the secret in it hidden."""
        text, secret = UrlText(decoded, marks=self._marks), _cut(self._secret, span)
        if secret is None:
            return text
        raw = self._facts.text[span.start : span.end]
        before, after = len(decode(raw[: secret.start])), len(decode(raw[secret.end :]))
        return replace(text, mask=Span(before, max(before, len(decoded) - after)))

    def _normalized(self, component: Component, value: str | None) -> Shown:
        if self._canonical is None:
            return (
                Words(_tr("refused")) if self._result.refused is not None and self._facts.text else absent()
            )
        after = self._canonical.get(component)
        if after == value:
            return same() if value else absent()
        if after is None or (component is Component.PATH and not after):
            return removed()
        if not after:
            return Words(_tr("empty"))
        return UrlText(after, marks=self._marks, mask=secret_within(self._canonical, component))

    def _noted(self, span: Span, found: tuple[Note, ...]) -> tuple[Note, ...]:
        """Notes of a row: what is wrong or suspect in it first."""
        inside = [notes.of_nested(each) for each in self._findings.nested if touches(each.place.span, span)]
        # Of several nested URLs each is opened from its own row beneath.
        return (*self._objections(span), *(inside if len(inside) == 1 else ()), *found)

    def _objections(self, span: Span) -> list[Note]:
        """Violations and warnings of a row, those of one kind in one note."""
        faults = [
            notes.of_violation(alike[0], self._facts.text, *(each.span for each in alike[1:]))
            for alike in self._findings.faults_of(span)
        ]
        doubts = [notes.of_warning(each) for each in self._findings.warnings if touches(each.span, span)]
        return faults + list(dict.fromkeys(doubts))

    # Parts

    def _parts(self, component: Component, value: str) -> Parts:
        """Host, path and query have parts where there are at least two of them, or a parameter."""
        if component is Component.HOST and self._facts.suffix is not None:
            return Parts(self._host_parts)
        if component is Component.PATH and "/" in value[1:]:
            return Parts(self._segments)
        if component is Component.QUERY:
            return Parts(self._fields)
        return Parts()

    def _host_parts(self) -> tuple[int, Callable[[int], ComponentRow]]:
        found, host = self._facts.suffix, self._facts.spans[Component.HOST]
        assert found is not None
        assert host is not None
        after = (
            suffix_of(self._canonical.host) if self._canonical is not None and self._canonical.host else None
        )
        pieces = [
            (name, Span(host.start + span.start, host.start + span.end), text, about)
            for name, span, text, about in (
                (_tr("subdomain"), found.subdomain_span, after and after.subdomain, ()),
                (
                    _tr("domain"),
                    found.registrable_domain_span,
                    after and after.registrable_domain,
                    (notes.registrable(),),
                ),
                (_tr("suffix"), found.suffix_span, after and after.suffix, (notes.of_suffix(found),)),
            )
            if span is not None
        ]

        def make(number: int) -> ComponentRow:
            name, span, text, about = pieces[number]
            normalized = self._against(self._facts.text[slice(*span)], text)
            return self._part(Component.HOST, name, span, normalized, about)

        return len(pieces), make

    def _part(
        self,
        component: Component,
        name: str,
        span: Span,
        normalized: Shown,
        about: tuple[Note, ...],
        decoded: str | None = None,
    ) -> ComponentRow:
        raw = self._facts.text[span.start : span.end]
        plain = decode(raw) if decoded is None else decoded
        if component is Component.HOST:
            plain = to_unicode(plain)
        is_same = plain == raw or (component is Component.HOST and plain == raw.lower())
        empty = Words(_tr("empty"))
        return ComponentRow(
            name,
            component,
            span,
            self._raw(component, span) if raw else empty,
            same() if is_same else self._masked(plain, span),
            normalized,
            self._noted_part(span, about),
            is_part=True,
        )

    def _noted_part(self, span: Span, about: tuple[Note, ...]) -> tuple[Note, ...]:
        inside = [notes.of_nested(each) for each in self._findings.nested if touches(each.place.span, span)]
        return (*self._objections(span), *inside, *about)

    def _segments(self) -> tuple[int, Callable[[int], ComponentRow]]:
        span = self._facts.spans[Component.PATH]
        assert span is not None
        segments = path_segments(self._facts.url.path, span.start)[:MOST_PARTS]
        after = path_segments(self._canonical.path) if self._canonical is not None else ()
        matched = _matched([each.text for each in segments], [each.text for each in after])

        secret = None if self._canonical is None else secret_within(self._canonical, Component.PATH)

        def make(number: int) -> ComponentRow:
            segment, target = segments[number], matched.get(number)
            found = None if target is None else after[target]
            return self._part(
                Component.PATH,
                _tr("segment {0}").format(number + 1),
                segment.span,
                self._against(segment.text, found and found.text, found and _cut(secret, found.span)),
                notes.of_segment(segment, is_last=number == len(segments) - 1),
            )

        return len(segments), make

    def _fields(self) -> tuple[int, Callable[[int], ComponentRow]]:
        span = self._facts.spans[Component.QUERY]
        assert span is not None
        fields = parameters(self._facts.url.query, span.start)[:MOST_PARTS]
        after = parameters(self._canonical.query) if self._canonical is not None else ()
        matched = _matched_fields(fields, after)
        counts: dict[str, int] = {}
        for each in fields:
            counts[each.form_name] = counts.get(each.form_name, 0) + 1

        def make(number: int) -> ComponentRow:
            each, target = fields[number], matched.get(number)
            about = notes.of_parameter(each, counts[each.form_name])
            return self._field(each, None if target is None else after[target], about)

        return len(fields), make

    def _field(self, given: Parameter, after: Parameter | None, about: tuple[Note, ...]) -> ComponentRow:
        name = given.decoded_name or _tr("(no name)")
        if given.value_span is None:
            no_value = Words(_tr("no value"))
            normalized = same() if after is not None else self._against("", None)
            noted = self._noted_part(given.span, about)
            return ComponentRow(
                name, Component.QUERY, given.span, no_value, no_value, normalized, noted, is_part=True
            )
        normalized = self._against(given.value or "", None if after is None else after.value or "")
        row = self._part(Component.QUERY, name, given.value_span, normalized, about, given.form_value)
        return replace(row, span=given.span, notes=self._noted_part(given.span, about))

    def _against(self, before: str, after: str | None, mask: Span | None = None) -> Shown:
        """A part after normalization."""
        if self._canonical is None:
            return Words(_tr("refused"))
        if after is None:
            return removed()
        if after == before:
            return same()
        return UrlText(after, marks=self._marks, mask=mask) if after else Words(_tr("empty"))


def _matched(before: list[str], after: list[str]) -> dict[int, int]:
    """Which parts of the normalized text are which parts of the raw one: equal when decoded, case aside."""
    keys = [decode(each).lower() for each in before], [decode(each).lower() for each in after]
    pairs = dict(aligned(*keys, Budget(20_000)))
    if len(before) == len(after) and len(pairs) < len(before):
        return {number: number for number in range(len(before))}
    return pairs


def _matched_fields(before: tuple[Parameter, ...], after: tuple[Parameter, ...]) -> dict[int, int]:
    """Which normalized parameter is which raw one: by name and value, then by name, each taken once."""
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for by_value in (True, False):
        waiting: dict[tuple[str, ...], list[int]] = {}
        for number, given in enumerate(after):
            if number not in taken:
                waiting.setdefault(_key(given, by_value), []).append(number)
        for number, given in enumerate(before):
            candidates = waiting.get(_key(given, by_value))
            if number not in matched and candidates:
                matched[number] = candidates.pop(0)
                taken.add(matched[number])
    return matched


def _key(field: Parameter, by_value: bool) -> tuple[str, ...]:
    name = field.form_name.lower()
    return (name, (field.form_value or "").lower()) if by_value else (name,)


def _cut(span: Span | None, window: Span) -> Span | None:
    """A span cut to a window, counted from its start; None where they do not meet."""
    if span is None or span.start >= window.end or span.end <= window.start:
        return None
    return Span(max(span.start, window.start) - window.start, min(span.end, window.end) - window.start)


def _cut_all(spans: Sequence[Span], window: Span) -> tuple[Span, ...]:
    return tuple(cut for span in spans if (cut := _cut(span, window)) is not None)
