"""Small lists that the tests of clusters share."""

import polars as pl

from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.decisions import Decisions
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.representative import Rule
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.library import builtin
from urlinspector.normalize.profile import Profile

SHOP = [
    "http://www.example.com/a/?utm_source=x",
    "https://example.com/a",
    "https://example.com/a",
    "https://example.com/a/index.html#top",
    "https://example.com/b?y=2&x=1",
    "https://EXAMPLE.com/b?x=1&y=2",
    "http://other.example/",
    "not a url",
    "https://other.example?page=2",
    "http://user:secret@other.example/",
]
STATUS = ["301", "200", "200", "404", "200", "200", "200", None, "200", "200"]
CLICKS = ["1", "5", "5", "2,000", "7", "8", None, None, "", "x"]
REDIRECT = ["https://example.com/a", None, None, None, None, None, None, None, None, None]


def clustering(
    texts: list[str] | None = None,
    profile: str | Profile = "seo",
    *,
    columns: bool = False,
    rule: str = "first-seen",
    decisions: Decisions | None = None,
) -> Clustering:
    """Clusters of `SHOP` or other texts."""
    others = None
    if columns:
        others = pl.DataFrame({"Status Code": STATUS, "Clicks": CLICKS, "Redirect URL": REDIRECT})
    table = UrlTable.of(SHOP if texts is None else texts, "shop.txt", others)
    made = builtin(profile) if isinstance(profile, str) else profile
    return Clustering.make(Engine(table), made, rule=Rule.parse(rule), decisions=decisions)


def groups(found: Clustering) -> list[list[str]]:
    """The texts of each cluster, in first-seen order."""
    return [[found.text(at) for at in found.texts_of(cluster).to_list()] for cluster in range(found.count)]
