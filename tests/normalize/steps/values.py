"""What the tests of single steps share: a step run on one value, its laws, and values of one component."""

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
from hypothesis import strategies as st

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import bind
from urlinspector.normalize.step import Needed, Refused, Value
from urlinspector.normalize.steps import STEPS
from urlinspector.url.components import Component

WEB: Mapping[Component, Value] = {
    Component.SCHEME: "http",
    Component.HOST: "example.com",
    Component.PATH: "/",
}
"""The other components, where a test does not say otherwise."""


def step(name: str, **options: Any) -> BoundStep:
    """A step of the catalogue with its options, as a profile binds it. Raises ProfileError for bad ones."""
    return bind(STEPS[name], options)


def needed(bound: BoundStep, others: Mapping[Component, Value]) -> Needed:
    return tuple(others.get(each) for each in bound.step.needs)


def apply(bound: BoundStep, value: str, others: Mapping[Component, Value] | None = None) -> Value:
    """The step on one value, beside the components of an ordinary web URL."""
    after = bound.step.apply(value, needed(bound, others or WEB), bound.prepared)
    assert not isinstance(after, Refused)
    return after


def check_laws(bound: BoundStep, value: str, others: Mapping[Component, Value] | None = None) -> None:
    """Idempotent, and sound as the columnar engine filters."""
    once = apply(bound, value, others)
    if once is not None:
        assert apply(bound, once, others) == once
    if once != value:
        assert lets_through(bound, value)


def assert_work_grows_with_size(run: Callable[[int], object], size: int) -> None:
    """Six times the size is about six times the processor's time of this thread, not thirty-six times.

    A ratio: neither the machine nor what else runs on it matters. The shortest of a few runs counts.
    """
    small, large = (min(_work(run, each) for _ in range(3)) for each in (size, 6 * size))
    assert large < 18 * max(small, 0.0005)


def _work(run: Callable[[int], object], size: int) -> float:
    start = time.thread_time()
    run(size)
    return time.thread_time() - start


def lets_through(bound: BoundStep, value: str) -> bool:
    """Whether the columnar engine would look at the value; at lone surrogates it always looks."""
    pattern = bound.step.may_change(bound.prepared)
    if pattern is None or re.search("[\ud800-\udfff]", value):
        return True
    return bool(pl.Series([value]).str.contains(pattern)[0])


def made_of(*pieces: str, most: int = 10) -> st.SearchStrategy[str]:
    """Texts of the pieces with a few characters of any kind between; no delimiter of a component."""
    any_character = st.text(st.characters(exclude_categories=(), exclude_characters="/?#"), max_size=1)
    return st.lists(st.one_of(st.sampled_from(pieces), any_character), max_size=most).map("".join)


FIELDS = made_of(
    "a", "b", "=", "&", ";", "a=1", "a=1&", "utm_source=x", "ref", "reference=2", "sid", "=1", "%61", "%3D",
    "+", "%20", "%26", "%", "é", "e\u0301", "\udce9", "\ud800", "A", "gclid", "PHPSESSID=",
)  # fmt: skip
"""Queries."""
