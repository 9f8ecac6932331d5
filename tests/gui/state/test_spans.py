"""Spans found by halving are those that looking at all of them finds."""

from hypothesis import given
from hypothesis import strategies as st

from urlinspector.gui.state.spans import Spans, touches
from urlinspector.url.components import Span

spans = st.tuples(st.integers(0, 40), st.integers(0, 6)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))


@given(st.lists(spans, max_size=12), spans)
def test_what_touches_a_window_is_near_it(found: list[Span], window: Span) -> None:
    known = Spans(sorted(found))
    near = known.near(window)
    inside = known.all[near.start : near.stop]
    assert [each for each in inside if touches(each, window)] == [
        each for each in known.all if touches(each, window)
    ]


@given(st.lists(spans, max_size=12), spans)
def test_the_cut_spans_are_those_that_meet_the_window(found: list[Span], window: Span) -> None:
    expected = tuple(
        Span(max(each.start, window.start) - window.start, min(each.end, window.end) - window.start)
        for each in sorted(found)
        if each.start < window.end and each.end > window.start
    )
    assert Spans(sorted(found)).cut(window) == expected


@given(st.lists(spans, max_size=12))
def test_the_end_is_the_furthest_end(found: list[Span]) -> None:
    assert Spans(sorted(found)).end == max((each.end for each in found), default=0)


def test_few_spans_are_looked_at_for_a_small_window() -> None:
    many = Spans([Span(at, at + 1) for at in range(10_000)])
    assert len(many.near(Span(500, 510))) <= 13
