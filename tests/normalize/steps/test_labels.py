"""Steps on labels of a name: how they are cut, and that hostile names take linear time."""

import pytest

from tests.work import LINEAR, growth
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.steps import STEPS


def applied(name: str, value: str, **options: object) -> object:
    step = STEPS[name]
    bound = BoundStep.of(step, step.options(**options))
    return bound.step.apply(value, (), bound.prepared)


@pytest.mark.parametrize(
    ("host", "least", "left"),
    [
        ("www." * 400 + "a.com", 1, "a.com"),
        ("www." * 400 + "co.uk", 1, "www.co.uk"),
        ("www." * 400 + "a.com", 100, "www." * 98 + "a.com"),
        ("www." * 400 + "x" * 2000 + ".com", 1, "x" * 2000 + ".com"),
        ("www." * 400 + "." + "x" * 2000, 1, "www.." + "x" * 2000),
        ("www." * 400 + "1", 1, "www." * 400 + "1"),
    ],
    ids=range(6),
)
def test_of_many_www_labels_as_few_stay_as_a_site_may_have(host: str, least: int, left: str) -> None:
    assert applied("remove-www", host, least_labels=least) == left


@pytest.mark.parametrize("name", ["remove-www", "remove-www-number"])
def test_many_www_labels_take_linear_time(name: str) -> None:
    assert growth(lambda size: applied(name, "www." * size + "a.com"), 2000) < LINEAR


def test_a_query_without_equals_signs_at_its_end_is_read_once() -> None:
    assert applied("hyphe-query", "a=1" + "&" * 20_000) == "a=1"
    assert applied("hyphe-query", "&" * 20_000) == "%26" * 20_000
