"""Where a later form of a text came from: spans taken back through a chain of diffs to the text as given."""

from bisect import bisect_right
from collections.abc import Iterable

from urlinspector.normalize.diff import Diff
from urlinspector.url.components import Span


class Origin:
    """The way back from the present form of a text to the first; `passed` after every change."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._diffs: list[tuple[Diff, list[int]]] = []

    def passed(self, diff: Diff) -> None:
        """The text changed as the diff says."""
        self._diffs.append((diff, [piece.after.start for piece in diff.pieces]))

    def places(self, spans: Iterable[Span]) -> tuple[Span, ...]:
        """The spans of the first text that spans of the present one came from, in order and joined."""
        found: list[Span] = []
        for span in sorted(self._back(each) for each in spans):
            if found and span.start <= found[-1].end:
                found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
            else:
                found.append(span)
        return tuple(found)

    def _back(self, span: Span) -> Span:
        for diff, starts in reversed(self._diffs):
            span = _through(diff, starts, span)
        return span


def _through(diff: Diff, starts: list[int], span: Span) -> Span:
    """One step back; a span that touches a replaced piece takes all of what was replaced."""
    if not diff.pieces:
        return Span(0, 0)
    first = diff.pieces[max(bisect_right(starts, span.start) - 1, 0)]
    last = diff.pieces[max(bisect_right(starts, max(span.end - 1, span.start)) - 1, 0)]
    start = first.before.start + (span.start - first.after.start if first.kept else 0)
    end = last.before.start + (span.end - last.after.start) if last.kept else last.before.end
    return Span(start, max(start, end))
