"""URLs in running text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.bulk.reading import ReadOptions, Source, read
from urlinspector.bulk.reading.prose import find_urls


@pytest.mark.parametrize(("text", "urls"), [
    ("See http://a.com/x_(y)).", ["http://a.com/x_(y)"]),
    ("(https://b.org/z), done", ["https://b.org/z"]),
    ("is it http://a.com/?q=1? Yes!", ["http://a.com/?q=1"]),
    ("hxxp://evil[.]com/a and hxxps[:]//b[.]org", ["hxxp://evil[.]com/a", "hxxps[:]//b[.]org"]),
    ("www.foo.de/bar!", ["www.foo.de/bar"]),
    ("try example.com or shop.example.co.uk/x.", ["example.com", "shop.example.co.uk/x"]),
    ("edit README.md, foo.py and a.tar.gz", []),
    ("mail a@b.com about e.g. Mr.Smith, 1.5 or 3.14", []),
    ("[t](http://c.com/d) \\url{http://e.org/g}", ["http://c.com/d", "http://e.org/g"]),
    ("<http://a.com/\n   wrapped/line>", ["http://a.com/wrapped/line"]),
    ("“http://q.com/” «http://r.com»", ["http://q.com/", "http://r.com"]),
    ("http://[::1]:80/a", ["http://[::1]:80/a"]),
    ("http:// is no URL, nor is ftp://", []),
    ("http://münchen.de/straße", ["http://münchen.de/straße"]),
])  # fmt: skip
def test_where_a_url_begins_and_ends(text: str, urls: list[str]) -> None:
    assert [url for _, url in find_urls(text)] == urls


def test_each_url_has_its_line() -> None:
    data = b"a http://a.com/\n\nb http://b.com/ http://c.com/"
    table = read([Source("x", data=data)], ReadOptions("prose")).table
    assert [(row.text, row.line) for row in table.slice(0, 9)] == [
        ("http://a.com/", 1), ("http://b.com/", 3), ("http://c.com/", 3),
    ]  # fmt: skip


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_searched_and_finds_are_pieces_of_it(text: str) -> None:
    for at, url in find_urls(text):
        assert url[:1] == text[at]
        assert url
