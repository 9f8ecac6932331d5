"""Three parsers side by side, and the warning where they would fetch different things."""

import pytest
from hypothesis import given

from tests.url.texts import TEXTS
from urlinspector.url.readings import Parser, python_reading, readings


@given(TEXTS)
def test_nothing_raises_and_all_answer(text: str) -> None:
    found = readings(text)
    assert [row.parser for row in found.rows] == list(Parser)
    assert (found.warning is not None) == (found.host_differs or found.path_differs)


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        ("http://example.com/a", ""),
        ("HTTP://EXAMPLE.com:80", ""),
        ("http://bücher.de/ü", ""),
        ("http://%65xample.com/%61", ""),
        ("http://[::FFFF:1.2.3.4]/", ""),
        ("http://0x7f.1/", ""),
        ("http://a/%2e%2e/b/./c", ""),
        ("http://u:p@q@h/", ""),
        ("http://a\\@b/", "host path"),
        ("http://a/b\\..\\c", "path"),
        ("http:///x", "host path"),
        ("http:x", "host path"),
        ("http://a/b\n/c", "path"),
        # A parser that refuses does not disagree about what would be fetched.
        ("http://a b/", ""),
        ("example.com/a", ""),
    ],
)
def test_differences_in_substance(text: str, differs: str) -> None:
    found = readings(text)
    assert [found.host_differs, found.path_differs] == ["host" in differs, "path" in differs]
    if differs:
        assert found.warning is not None
        assert all(word in found.warning for word in differs.split())


def test_rows() -> None:
    rfc, whatwg, python = readings("HTTP://U@Example.com:080/a b").rows
    assert (rfc.scheme, rfc.host, rfc.port, rfc.path) == ("HTTP", "Example.com", "080", "/a b")
    assert (whatwg.scheme, whatwg.host, whatwg.port, whatwg.path) == ("http", "example.com", None, "/a%20b")
    assert (python.scheme, python.host, python.port, python.path) == ("http", "example.com", "80", "/a b")


@pytest.mark.parametrize("text", ["http://a:x/", "http://a:99999/", "http://[::1/", "http://℀.com/"])
def test_python_refuses_with_its_own_words(text: str) -> None:
    row = python_reading(text)
    assert row.error
    assert row.host is None


def test_rfc_splits_what_it_refuses() -> None:
    row = readings("1x://h/p").rows[0]
    assert row.error is not None
    assert row.host == "h"
