"""The search for minimal sets, against brute force over all subsets of small pools."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlinspector.compare.instances import pool
from urlinspector.normalize import pipeline
from urlinspector.normalize.equalize import minimal_sets
from urlinspector.normalize.library import builtin
from urlinspector.normalize.needed import needed_steps
from urlinspector.normalize.pipeline import BoundStep

TEXTS = st.one_of(
    st.text(st.sampled_from("aA%2fF7eE/.:?#&=@hw \\-<>~;"), max_size=14),
    st.builds(
        "".join,
        st.tuples(
            st.sampled_from(["http:", "HTTP:", "https:", "", " http:", "hxxp:", "http:/"]),
            st.sampled_from(["//", ""]),
            st.sampled_from(
                ["a.com", "A.com", "www.a.com", "a.com.", "m.a.com", "%61.com", "a.com:80", "a.com:", "1.2.3"]
            ),
            st.sampled_from(
                ["", "/", "//", "/a", "/a/", "/A", "/index.html", "/./a", "/%41", "/%7e", "/%7E/", "/a;sid=1"]
            ),
            st.sampled_from(
                ["", "?", "?a=1&b=2", "?b=2&a=1", "?A=1", "?utm_source=x", "?a=1&utm_source=x", "?a=", "?a+b"]
            ),
            st.sampled_from(["", "#", "#x", "#!x", "#:~:text=a"]),
        ),
    ),
)


def brute_force(a: str, b: str, steps: list[BoundStep], most: int) -> set[tuple[int, ...]]:
    found: list[set[int]] = []
    for size in range(most + 1):
        for positions in combinations(range(len(steps)), size):
            names = [steps[at].step.name for at in positions]
            if len(set(names)) < size or any(each <= set(positions) for each in found):
                continue
            chosen = [steps[at] for at in positions]
            one, other = pipeline.canonicalize(a, chosen), pipeline.canonicalize(b, chosen)
            if one.canonical is not None and one.canonical == other.canonical:
                found.append(set(positions))
    return {tuple(sorted(each)) for each in found}


@settings(max_examples=150)
@given(st.data())
def test_finds_exactly_the_minimal_sets_of_a_small_pool(data: st.DataObject) -> None:
    a, b = data.draw(TEXTS), data.draw(TEXTS)
    everything = pool(a, b)
    chosen = sorted(data.draw(st.sets(st.integers(0, len(everything) - 1), max_size=9)))
    steps = [everything[at] for at in chosen]
    assert set(minimal_sets(a, b, steps, most=3)) == brute_force(a, b, steps, 3)


@settings(max_examples=40)
@given(TEXTS, TEXTS)
def test_finds_exactly_the_minimal_pairs_of_the_whole_catalogue(a: str, b: str) -> None:
    steps = pool(a, b)
    assert set(minimal_sets(a, b, steps, most=2)) == brute_force(a, b, steps, 2)


@given(TEXTS, TEXTS)
def test_is_symmetric(a: str, b: str) -> None:
    steps = pool(a, b)
    assert set(minimal_sets(a, b, steps, most=3)) == set(minimal_sets(b, a, steps, most=3))


@pytest.mark.parametrize("name", ["safe", "seo", "similar", "everything-2005"])
@given(a=TEXTS, b=TEXTS)
@settings(max_examples=60)
def test_needed_steps_equalize_and_none_can_be_left_out(name: str, a: str, b: str) -> None:
    profile = builtin(name)
    one, other = profile.outcome(a), profile.outcome(b)
    needed = needed_steps(a, b, profile)
    if a == b:
        assert needed == ()
        return
    if one.canonical is None or one.canonical != other.canonical:
        assert needed is None
        return
    assert needed is not None
    for left_out in (None, *needed):
        steps = [profile.steps[at] for at in needed if at != left_out]
        ends = {pipeline.canonicalize(text, steps).canonical for text in (a, b)}
        assert (len(ends) == 1 and None not in ends) is (left_out is None)
