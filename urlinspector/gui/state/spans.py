"""Many spans of one text, and which of them a window of it needs: found by halving, not by looking at all."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from urlinspector.url.components import Span


class Spans:
    """Spans in the order of their starts; they may overlap."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.all = tuple(spans)
        self._starts = [start for start, _ in self.all]
        self._ends = list(accumulate((end for _, end in self.all), max))
        """For each span the furthest end up to it."""

    @property
    def end(self) -> int:
        """Where the last one ends."""
        return self._ends[-1] if self._ends else 0

    def near(self, window: Span) -> range:
        """Numbers of the spans that may meet a window or touch its ends; all others do not."""
        return range(bisect_left(self._ends, window.start), bisect_right(self._starts, window.end))

    def cut(self, window: Span) -> tuple[Span, ...]:
        """The spans that meet a window, cut to it and counted from its start."""
        near, (start, end) = self.near(window), window
        made, make = self.all[near.start : near.stop], Span._make
        met = [each for each in made if each[0] < end and each[1] > start]
        if met and met[0][0] >= start and self._ends[near.stop - 1] <= end:
            return tuple([make((first - start, last - start)) for first, last in met])
        return tuple([make((max(first, start) - start, min(last, end) - start)) for first, last in met])


def touches(span: Span, window: Span) -> bool:
    """Whether a finding belongs to a row; an empty span belongs to the row that it stands in or ends."""
    if span.start == span.end:
        return window.start <= span.start <= window.end
    return span.start < window.end and span.end > window.start
