"""The laws that every step keeps, under all kinds of options (definitions §2)."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import polars as pl
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tests.normalize.material import MATERIAL, instances, label, real_texts, rich_texts
from urlinspector.normalize.pipeline import BoundStep, canonicalize
from urlinspector.normalize.step import Needed, Refused, Value
from urlinspector.url.components import Component, Url, recompose

NOT_IDEMPOTENT = {
    "remove-www:times=once": "http://www.www.example.com/",
    "remove-www-number:times=once": "http://www2.www.example.com/",
    "recode-percent:stray-percent=keep": "http://example.com/%%34%31",
}
"""Options under which a second run may change more, as their description says, with a URL that shows it."""

every_instance = pytest.mark.parametrize("bound", instances(), ids=label)
# Each example is checked for every step, so a few go far; the slow sweep draws more.
_PROFILE = settings.default
assert _PROFILE is not None
few = settings(max_examples=_PROFILE.max_examples // 5)
some = settings(max_examples=_PROFILE.max_examples // 2)
many = settings(max_examples=_PROFILE.max_examples)


def ran(text: str, bound: BoundStep) -> str | None:
    """The text after the step alone; None where the step refuses it."""
    return canonicalize(text, [bound], accepts_anything=True).canonical


parsed = lru_cache(maxsize=5000)(Url.parse)


def values_of(text: str, bound: BoundStep) -> Iterator[tuple[Component, Value, Needed]]:
    """What the step is given of a text: for each component that it works on, the value and those it needs."""
    if bound.step.is_text or bound.step.is_whole:
        yield bound.on[0], text, ()
        return
    url = parsed(text)
    for component in bound.on:
        value = url.get(component)
        if value is not None or bound.step.takes_absent:
            yield component, value, tuple(url.get(each) for each in bound.step.needs)


def check_pure(text: str, bound: BoundStep) -> None:
    """The same answer every time, from options prepared anew as well."""
    again = BoundStep.of(bound.step, bound.options)
    for _, value, needed in values_of(text, bound):
        first = bound.step.apply(value, needed, bound.prepared)
        assert bound.step.apply(value, needed, bound.prepared) == first
        assert bound.step.apply(value, needed, again.prepared) == first


def check_idempotent(text: str, bound: BoundStep) -> None:
    """Once is enough."""
    if not bound.step.idempotent or label(bound) in NOT_IDEMPOTENT:
        return
    once = ran(text, bound)
    if once is not None:
        assert ran(once, bound) == once


def check_structure_safe(text: str, bound: BoundStep) -> None:
    """No output holds a delimiter that ends its component, and only the step's own components change."""
    if bound.step.is_text or bound.step.is_whole:
        return
    url = Url.parse(text)
    values: list[Value] = list(url)
    for component, value, needed in values_of(text, bound):
        after = bound.step.apply(value, needed, bound.prepared)
        if not isinstance(after, Refused):
            values[component.index] = after
    assert values[Component.PATH.index] is not None, "the path is never absent"
    read_again = Url.parse(recompose(values))
    assert list(read_again) == values
    for component in set(Component) - {*bound.on, Component.TEXT, Component.WHOLE}:
        assert read_again.get(component) == url.get(component)


def check_may_change(texts: Iterable[str], bound: BoundStep) -> None:
    """A value that the filter does not match stays, whatever the other components are."""
    pattern = bound.step.may_change(bound.prepared)
    if pattern is None:
        return
    given_of: dict[str, set[Needed]] = {}
    for text in texts:
        for _, value, needed in values_of(text, bound):
            if value is not None and is_unicode(value):
                given_of.setdefault(value, set()).add(needed)
    values = list(given_of)
    for value, found in zip(values, matched(values, pattern), strict=True):
        if not found:
            for needed in given_of[value]:
                assert bound.step.apply(value, needed, bound.prepared) == value


def check_tells_apart(texts: Iterable[str], bound: BoundStep) -> None:
    """Of the needed values that the step does not tell apart one does for another."""
    if bound.step.tells_apart is None:
        return
    given_of = [(value, needed) for text in texts for _, value, needed in values_of(text, bound)]
    for at, pattern in enumerate(bound.step.tells_apart(bound.prepared)):
        present = list(dict.fromkeys(needed[at] for _, needed in given_of if needed[at] is not None))
        values = [value for value in present if value is not None and is_unicode(value)]
        found = matched(values, pattern) if pattern is not None else [True] * len(values)
        alike = [value for value, one in zip(values, found, strict=True) if not one]
        known = frozenset(alike)
        for number, (value, needed) in enumerate(given_of):
            if needed[at] in known:
                other = (*needed[:at], alike[number % len(alike)], *needed[at + 1 :])
                answers = [bound.step.apply(value, each, bound.prepared) for each in (needed, other)]
                assert answers[0] == answers[1], (value, needed, other)


def check_adds_no_line_end(text: str, bound: BoundStep) -> None:
    """The output has no more LF and CR than the input."""
    after = ran(text, bound) or ""
    assert after.count("\n") <= text.count("\n")
    assert after.count("\r") <= text.count("\r")


def is_unicode(text: str) -> bool:
    return re.search("[\ud800-\udfff]", text) is None


def matched(values: list[str], pattern: str) -> list[bool]:
    """Which values the columnar engine's filter lets through."""
    frame = pl.DataFrame({"value": values}, schema={"value": pl.String})
    return frame.select(pl.col("value").str.contains(pattern)).to_series().to_list()


def texts_for(bound: BoundStep) -> Iterable[str]:
    """All there are for a step as it is by default, the richest ones under other options."""
    return real_texts() if bound.options == bound.step.options() else rich_texts()


def for_every_instance(check: Callable[[Any, BoundStep], None], material: Any) -> None:
    """Check a law for all steps on the same drawn material; drawing costs more than most steps."""
    for bound in instances():
        try:
            check(material, bound)
        except Exception:
            note(label(bound))
            raise


@given(MATERIAL)
@some
def test_pure(text: str):
    for_every_instance(check_pure, text)


@given(MATERIAL)
@many
def test_idempotent(text: str):
    for_every_instance(check_idempotent, text)


@given(MATERIAL)
@many
def test_structure_safe_and_touches_only_its_component(text: str):
    for_every_instance(check_structure_safe, text)


@given(st.lists(MATERIAL, min_size=5, max_size=15))
@few
def test_the_filter_is_sound(texts: list[str]):
    for_every_instance(check_may_change, texts)


@given(st.lists(MATERIAL, min_size=5, max_size=15))
@few
def test_needed_values_that_are_not_told_apart_are_one_to_the_step(texts: list[str]):
    for_every_instance(check_tells_apart, texts)


@given(MATERIAL)
@some
def test_adds_no_line_end(text: str):
    for_every_instance(check_adds_no_line_end, text)


@every_instance
def test_laws_on_real_texts(bound: BoundStep):
    """All laws but the filter's, on every text that the step changes."""
    for text in texts_for(bound):
        given_values = values_of(text, bound)
        if all(bound.step.apply(value, needed, bound.prepared) == value for _, value, needed in given_values):
            continue
        check_pure(text, bound)
        check_adds_no_line_end(text, bound)
        check_idempotent(text, bound)
        check_structure_safe(text, bound)


@every_instance
def test_needed_values_on_real_texts(bound: BoundStep):
    check_tells_apart(texts_for(bound), bound)


@every_instance
def test_the_filter_is_sound_on_real_texts(bound: BoundStep):
    check_may_change(texts_for(bound), bound)


@pytest.mark.parametrize(("name", "text"), NOT_IDEMPOTENT.items(), ids=list(NOT_IDEMPOTENT))
def test_what_is_said_not_to_be_idempotent_is_not(name: str, text: str):
    bound = next(each for each in instances() if label(each) == name)
    once = ran(text, bound)
    assert once is not None
    assert ran(once, bound) != once


# Rust's engine and Python's differ on these, or other engines read them differently (definitions §2).
_NOT_ALLOWED = re.compile(r"\\[swdbSWDB]|\$|\(\?[^:s]|\[[^\]]*(?:\[|&&|--|~~)|\[:")


@every_instance
def test_the_filter_holds_only_what_all_engines_read_alike(bound: BoundStep):
    told = bound.step.tells_apart
    patterns = [bound.step.may_change(bound.prepared), *(told(bound.prepared) if told else ())]
    for pattern in filter(None, patterns):
        assert _NOT_ALLOWED.search(pattern) is None, pattern
        matched([""], pattern)
