"""Where a later form of a text came from: spans taken back through a chain of diffs to the text as given."""

from bisect import bisect_right
from collections.abc import Iterable

from urlinspector.normalize.diff import Diff
from urlinspector.url.components import Span


def places_before(spans: Iterable[Span], diffs: Iterable[Diff]) -> tuple[Span, ...]:
    """The spans that these came from, before the changes that `diffs` tell, the last change first.

    In order, and joined where they touch.
    """
    found = list(spans)
    for diff in diffs:
        starts = [piece.after.start for piece in diff.pieces]
        found = [_through(diff, starts, span) for span in found]
    joined: list[Span] = []
    for span in sorted(found):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)


def _through(diff: Diff, starts: list[int], span: Span) -> Span:
    """One step back; a span that touches a replaced piece takes all of what was replaced."""
    if not diff.pieces:
        return Span(0, 0)
    first = diff.pieces[max(bisect_right(starts, span.start) - 1, 0)]
    last = diff.pieces[max(bisect_right(starts, max(span.end - 1, span.start)) - 1, 0)]
    start = first.before.start + (span.start - first.after.start if first.kept else 0)
    end = last.before.start + (span.end - last.after.start) if last.kept else last.before.end
    return Span(start, max(start, end))
