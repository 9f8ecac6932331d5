"""The table of entities against owners written down by hand, on a list that is not nice."""

from collections import defaultdict

import pytest

from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.entities import filter_for
from urlinspector.bulk.filtering import Matching, parse_filter
from urlinspector.bulk.stems import StemTree
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.library import builtin
from urlinspector.rules.creation import CreationRule
from urlinspector.rules.entities import Entities, group
from urlinspector.rules.entity_files import to_csv, with_csv

DOMAINS = {
    # What a row's host belongs to by the public suffix list, written down by hand; "" for no entity.
    "example.com": ("http://example.com", "https://www.example.com/", "HTTP://EXAMPLE.com:80/a", "http://u:p@example.com/a"),
    "example.co.uk": ("http://example.co.uk./x", "http://shop.example.co.uk/x", "http://a.b.example.co.uk:8080"),
    "192.0.2.1": ("http://192.0.2.1/a", "http://192.0.2.1:8080/a", "https://u@192.0.2.1"),
    "[2001:db8::1]": ("http://[2001:db8::1]/a", "http://[2001:DB8::1]:80/b"),
    "xn--mnchen-3ya.de": ("http://xn--mnchen-3ya.de/", "http://www.xn--mnchen-3ya.de/ä"),
    "one.github.io": ("http://one.github.io/a", "https://one.github.io/a"),
    "two.github.io": ("http://x.two.github.io/",),
    "a.blogspot.com": ("http://a.blogspot.com/1", "http://www.a.blogspot.com/1"),
    "github.com": ("https://github.com/", "https://github.com/one/r", "https://github.com/One/r", "https://github.com/two"),
    "localhost": ("http://localhost:3000/x", "//localhost/y"),
    "co.uk": ("http://co.uk/",),
    "www.co.uk": ("http://www.co.uk/x",),
    "github.io": ("http://github.io/",),
}  # fmt: skip
NO_HOST = (
    "/a/b",
    "a/b",
    "?q",
    "#f",
    "",
    "mailto:a@example.com",
    "urn:isbn:1",
    "http:///x",
    "http://",
    "::",
    "\udc80",
)
TEXTS = [*(text for texts in DOMAINS.values() for text in texts), *NO_HOST]
LIST = TEXTS + TEXTS[::3] + TEXTS[::5]


def clustering() -> Clustering:
    return Clustering.make(Engine(UrlTable.of(LIST)), builtin("seo"))


def counted(owner: dict[str, str]) -> dict[str, tuple[int, int]]:
    """Rows and pages of each owner; two texts are one page when their canonical forms are equal."""
    profile = builtin("seo")
    rows: dict[str, int] = defaultdict(int)
    pages: dict[str, set[str]] = defaultdict(set)
    for text in LIST:
        form = profile.outcome(text).canonical
        if form is not None and text in owner:
            rows[owner[text]] += 1
            pages[owner[text]].add(form)
    return {name: (count, len(pages[name])) for name, count in rows.items()}


def grouped(entities: Entities) -> dict[str, tuple[int, int]]:
    return {row.name: (row.urls, row.clusters) for row in group(StemTree(clustering()), entities)}


def test_domains() -> None:
    wanted = counted({text: name for name, texts in DOMAINS.items() for text in texts})
    assert set(wanted) == set(DOMAINS)
    assert grouped(Entities()) == wanted


@pytest.mark.parametrize("rule", ["domain", "subdomain", "path-1", "page"])
def test_hyphes_file_gives_the_same_table_and_the_filter_the_same_rows(rule: str) -> None:
    found, made = clustering(), Entities(default=CreationRule.parse(rule))
    rows = group(StemTree(found), made)
    back = with_csv(Entities(), to_csv(made.with_rows(rows)))
    assert back.left_out == ()
    again = group(StemTree(found), back.entities)
    assert {(row.name, row.urls, row.clusters) for row in again} == {
        (row.name, row.urls, row.clusters) for row in rows
    }
    for row in again:
        chosen = Matching(found).rows(parse_filter(filter_for(row, again)))
        assert len(chosen) == row.urls, row.name
