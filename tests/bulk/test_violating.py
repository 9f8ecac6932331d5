"""Rows with violations, held against a brute force that looks at each text."""

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.texts import TEXTS
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.violating import violating
from urlinspector.url.components import Url
from urlinspector.url.violations import violations

PARTS = st.lists(
    st.tuples(
        st.sampled_from(("http://", "https:", "//", "ftp://", "HTTP://", "x:", "", " http://", "http:///")),
        st.sampled_from(
            (
                "e.com",
                "e..com",
                "a" * 64 + ".com",
                "u:p@e.com",
                "[::1]",
                "[",
                "1.2.3.4",
                "e.com:99999",
                "e.com:",
                "xn--a",
                "a-b.c-d.e-f-g.com",
                "a.1",
                "a.0x1",
                "1.2",
                "-a.com",
                "a" * 61 + "." + ("b" * 62 + ".") * 3 + "com",
            )
        ),
        st.sampled_from(("", "/", "//a", "/%2e/b", "/%2E%2e", "/a%", "/ü", '/"', "/a|b", "/a[1]", "/:@")),
        st.sampled_from(("", "?", "?a=[1]", "?a=%zz", "?a=b#c", "#a#b", "#", "?%25", "?a?b")),
    ).map("".join),
    max_size=20,
)


@settings(max_examples=150)
@given(TEXTS | PARTS)
def test_it_counts_as_looking_at_each_does(texts: list[str]) -> None:
    rows = [each for each in texts if each]
    expected = [text for text in rows if violations(Url.parse(text))]
    found = violating(UrlTable.of(rows))
    assert found.rows == len(expected)
    assert found.example == (expected[0] if expected else None)


def test_rows_of_one_text_count_each() -> None:
    found = violating(UrlTable.of(["http://e.com/", 'http://a"b/', 'http://a"b/', "http://e.com:0x/"]))
    assert found == (3, 'http://a"b/')


def test_only_some_are_asked_about() -> None:
    table = UrlTable.of(["no url", "http://e.com/|", "http://e.com:0x/"])
    assert violating(table, pl.Series([False, True, False])) == (1, "http://e.com/|")
