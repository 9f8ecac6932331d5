"""The ready rules for platforms: whose page a URL is, by the addresses that the platforms give."""

import tomllib

import pytest

from urlinspector.resources import read_text
from urlinspector.rules.creation import known_platforms
from urlinspector.rules.entities import Entities
from urlinspector.rules.prefixes import anchor_of, name_of
from urlinspector.url.place import place_of


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://www.angelfire.com/az/kotm/index.html", "angelfire.com/az/kotm"),
        ("http://www.angelfire.com/", "angelfire.com"),
        ("http://members.tripod.com/~user/a/b.html", "members.tripod.com/~user"),
        ("http://user.tripod.com/a", "user.tripod.com"),
        ("http://www.freewebs.com/farms/links.htm", "freewebs.com/farms"),
        ("http://www.geocities.com/Area51/Vault/1234/x.html", "geocities.com/Area51/Vault/1234"),
        ("http://www.geocities.com/Area51/1234/x.html", "geocities.com/Area51/1234"),
        ("http://www.geocities.com/someone/x.html", "geocities.com/someone"),
        ("http://home.earthlink.net/~someone/x.html", "home.earthlink.net/~someone"),
        ("https://www.youtube.com/@someone/videos", "youtube.com/@someone"),
        ("https://www.youtube.com/watch?v=1", "youtube.com"),
        ("https://www.youtube.com/c/someone/about", "youtube.com/c/someone"),
        ("https://sites.google.com/site/someone/home", "sites.google.com/site/someone"),
        ("https://someone.github.io/x", "someone.github.io"),
        ("https://github.com/one/repo", "github.com/one"),
    ],
)
def test_whose_page_it_is(url: str, name: str) -> None:
    made = Entities(rules=known_platforms())
    found, prefix = made.entity_of(place_of(url))
    assert found == name == name_of(prefix)


def test_every_rule_is_read_and_stands_once() -> None:
    table = tomllib.loads(read_text("data/entity_rules.toml"))
    assert table["date"]
    assert table["source"]
    assert len({anchor_of(each["prefix"]) for each in table["rule"]}) == len(table["rule"])
    assert len(known_platforms()) == len(table["rule"])
    assert all(each["kind"] for each in table["rule"])
