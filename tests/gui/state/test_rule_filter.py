"""The filter that shows the rows of a rule."""

import pytest

from tests.bulk.lists import clustering
from urlinspector.bulk.filtering import Matching, parse_filter
from urlinspector.gui.state.rule_filter import filter_of_rule
from urlinspector.normalize.site_rules import DropParameters, FixParameter, Scope, SiteRule, StripPrefix

URLS = (
    "http://shop.example/?sid=1",
    "http://a.shop.example/?sid=1",
    "http://www.shop.example/c/x?x=1&sid",
    "http://shop.example/c/x?sidney=2",
    "http://shop.example/c/?a%20b=2&ref=1",
    "http://shop.org/?sid=4#a",
    "http://shop.co.uk/?a b=4",
)


def found(scope: str, action: object) -> list[int]:
    rule = SiteRule(Scope.parse(scope), action)  # type: ignore[arg-type]
    return Matching(clustering(list(URLS))).rows(parse_filter(filter_of_rule(rule))).ids()


@pytest.mark.parametrize(
    ("scope", "action", "rows"),
    [
        ("shop.example", DropParameters(("sid",)), [0]),
        ("*.shop.example", DropParameters(("sid",)), [0, 1, 2]),
        ("*.shop.example", DropParameters(("sid*",)), [0, 1, 2, 3]),
        ("shop.example", DropParameters(("sid", "ref")), [0, 4]),
        ("shop.*", FixParameter("sid", "1"), [0, 1, 2, 5]),
        ("*", FixParameter("a b", "1"), [6]),
        ("*", DropParameters(("sid",)), [0, 1, 2, 5]),
        ("shop.example/c/", StripPrefix("/c"), [3, 4]),
        ("shop.example", DropParameters((), pattern="s.d"), [0, 3, 4]),
        ("*", StripPrefix("/c"), [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_the_rows_of_a_rule_are_found(scope: str, action: object, rows: list[int]) -> None:
    assert found(scope, action) == rows
