"""Rules from files in other programs' formats, written here from the formats' documentation."""

import json
from pathlib import Path

import pytest

from urlinspector.normalize.site_rules import RuleError
from urlinspector.normalize.site_rules.compiled import RuleSet
from urlinspector.normalize.site_rules.toml import read_rules, write_rules
from urlinspector.rules.imports import import_brave, import_clearurls, import_robots, import_rules

CLEARURLS = {
    "providers": {
        "shop": {
            "urlPattern": r"^https?:\/\/(?:[a-z0-9-]+\.)*?shop(?:\.[a-z]{2,}){1,}",
            "completeProvider": False,
            "rules": ["p[fd]_rd_[a-z]*", "qid", "a\\.b", "(?=x)y"],
            "rawRules": [r"\/ref=[^\/?]*"],
            "referralMarketing": ["tag"],
            "exceptions": [r"^https?:\/\/(?:[a-z0-9-]+\.)*?shop(?:\.[a-z]{2,}){1,}\/gp\/"],
            "redirections": [r"^https?:\/\/shop\.com\/go\?u=([^&]*)"],
            "forceRedirection": True,
        },
        "search": {"urlPattern": r"^https?:\/\/(?:[a-z0-9-]+\.)*?find\.example\/s\?", "rules": ["ei"]},
        "everywhere": {"urlPattern": ".*", "rules": ["(?:%3F)?utm(?:_[a-z_]*)?", "fbclid"]},
        "odd": {"urlPattern": r"^https?:\/\/(?:a|b)\.example", "rules": ["k"]},
        "blocked": {"urlPattern": "^https?://ads", "completeProvider": True},
        "unreadable": {"urlPattern": "(?!x)", "rules": ["k"]},
        "careful": {"urlPattern": r"^https?:\/\/c\.example", "rules": ["k"], "exceptions": ["(?<=x)y"]},
        "nothing": {},
    }
}


def applied(found, text: str) -> str:
    return RuleSet(rule for rule in found.rules if rule.enabled).apply(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("https://www.shop.co.uk/x?pf_rd_p=1&qid=2&id=3", "https://www.shop.co.uk/x?id=3"),
        ("https://www.shop.de/x/ref=abc?a.b=1&aXb=2", "https://www.shop.de/x?aXb=2"),
        ("https://shop.com/x?tag=me", "https://shop.com/x?tag=me"),
        ("https://shop.com/gp/x?qid=1", "https://shop.com/gp/x?qid=1"),
        ("https://www.find.example/s?ei=1&q=2", "https://www.find.example/s?q=2"),
        ("https://www.find.example/t?ei=1&q=2", "https://www.find.example/t?ei=1&q=2"),
        ("http://anything.example/?UTM_Source=1&fbclid=2", "http://anything.example/"),
        ("http://a.example/?k=1", "http://a.example/"),
        ("http://c.example/?k=1", "http://c.example/?k=1"),
    ],
)
def test_clearurls(before: str, after: str):
    assert applied(import_clearurls(CLEARURLS), before) == after


def test_what_of_clearurls_is_left_out_is_listed_with_the_reason():
    found = import_clearurls(CLEARURLS, file="data.min.json")
    left = {(each.where, each.reason.partition(":")[0]) for each in found.left_out}
    assert left == {
        ("shop", "“(?i)(?=x)y” is no pattern"),
        ("shop", "leads on to the URL inside, which is another page's"),
        ("blocked", "blocks whole requests, which changes no URL"),
        ("unreadable", "“(?i)(?!x)” is no pattern"),
        ("careful", "“(?i)(?<=x)y” is no pattern"),
        ("careful", "one of its exceptions cannot be read, so they could do harm"),
        ("nothing", "has no urlPattern"),
    }
    rule = next(each for each in found.rules if each.name == "shop: tracking parameters")
    assert str(rule.scope) == "*.shop.*"
    assert (rule.source, rule.provenance, rule.licence) == (
        "imported",
        "data.min.json: shop",
        "LGPL-3.0 (ClearURLs Rules)",
    )
    referral = next(each for each in found.rules if each.name == "shop: referral parameters")
    assert not referral.enabled


def test_what_was_imported_can_be_saved():
    for found in (import_clearurls(CLEARURLS), import_brave(BRAVE)):
        assert read_rules(write_rules(found.rules)) == found.rules


def test_the_second_version_of_clearurls_is_refused():
    with pytest.raises(RuleError, match="version 2"):
        import_clearurls({"id": "core", "providers": []})


BRAVE = [
    {"include": ["*://*/*"], "exclude": ["*://mail.example/v3/*"], "params": ["fbclid", "gclid"]},
    {
        "include": ["*://*.social.example/*", "https://one.example/book/show/*"],
        "exclude": [],
        "params": ["s"],
    },
    {"include": ["*://video.example/watch?*", "*://x.example/*/in/*"], "exclude": [], "params": ["si"]},
    {"include": ["ftp://x/*"], "exclude": [], "params": ["z"], "odd": 1},
]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("http://a.example/?fbclid=1&x", "http://a.example/?x"),
        ("http://mail.example/v3/?fbclid=1", "http://mail.example/v3/?fbclid=1"),
        ("http://social.example/?s=1", "http://social.example/"),
        ("http://www.social.example/?s=1", "http://www.social.example/"),
        ("https://one.example/book/show/1?s=1", "https://one.example/book/show/1"),
        ("http://one.example/book/show/1?s=1", "http://one.example/book/show/1?s=1"),
        ("https://one.example/book/1?s=1", "https://one.example/book/1?s=1"),
        ("http://video.example/watch?v=1&si=2", "http://video.example/watch?v=1"),
        ("http://video.example/list?v=1&si=2", "http://video.example/list?v=1&si=2"),
        ("http://x.example/a/in/b?si=2", "http://x.example/a/in/b"),
        ("http://x.example/a/b?si=2", "http://x.example/a/b?si=2"),
    ],
)
def test_brave(before: str, after: str):
    assert applied(import_brave(BRAVE), before) == after


def test_what_of_brave_is_left_out_is_listed():
    found = import_brave(BRAVE)
    assert [(each.where, each.what) for each in found.left_out] == [
        ("entry 4", "ftp://x/*"),
        ("entry 4", "odd"),
    ]
    with pytest.raises(RuleError, match="entry 1"):
        import_brave(["x"])


ROBOTS = f"""\
User-agent: Yandex
Disallow: /private
Clean-param: ref /some_dir/get_book.pl
clean-param: s&sid /forum/  # sessions
Clean-param: utm
Clean-param: abc /forum/*/show
Clean-param: a b c
Clean-param: {"x" * 600}
"""


@pytest.mark.parametrize(
    ("path", "after"),
    [
        ("/some_dir/get_book.pl?ref=1&book_id=123", "/some_dir/get_book.pl?book_id=123"),
        ("/other?ref=1", "/other?ref=1"),
        ("/forum/a?s=1&sid=2&t=3", "/forum/a?t=3"),
        ("/forums?s=1", "/forums?s=1"),
        ("/any?utm=1", "/any"),
        ("/forum/7/show?abc=1", "/forum/7/show"),
        ("/forum/7?abc=1", "/forum/7?abc=1"),
    ],
)
def test_robots(path: str, after: str):
    found = import_robots(ROBOTS, "www.Example.com")
    assert applied(found, f"http://www.example.com{path}") == f"http://www.example.com{after}"
    assert applied(found, f"http://example.com{path}") == f"http://example.com{path}"


def test_lines_of_robots_that_are_no_directive_are_listed():
    found = import_robots(ROBOTS, "example.com")
    assert [each.where for each in found.left_out] == ["line 7", "line 8"]
    assert found.rules[0].provenance == "robots.txt: line 3"
    with pytest.raises(RuleError):
        import_robots(ROBOTS, "")


def test_files_are_told_apart(tmp_path: Path):
    for name, text, form in (
        ("a.json", json.dumps(CLEARURLS), "ClearURLs"),
        ("b.json", json.dumps(BRAVE), "Brave query filter"),
        ("robots.txt", ROBOTS, "robots.txt"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        assert import_rules(tmp_path / name, host="example.com").format == form
    for name, text in (("c.json", "{}"), ("d.json", "{")):
        (tmp_path / name).write_text(text, "utf-8")
        with pytest.raises(RuleError, match=name):
            import_rules(tmp_path / name)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_json_is_read_in_every_encoding_of_unicode(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "filter.json"
    path.write_bytes(
        json.dumps([{"include": ["*://*/*"], "params": ["é"]}], ensure_ascii=False).encode(encoding)
    )
    (rule,) = import_rules(path).rules
    assert rule.in_words == "drop é"


def test_what_no_file_can_hold_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "filter.json"
    path.write_text(json.dumps([{"include": ["*://*/*"], "params": ["a", "\ud800"]}]))
    found = import_rules(path)
    assert found.rules == ()
    assert "U+D800" in found.left_out[0].reason


def test_bytes_of_a_robots_txt_that_are_not_utf_8_are_percent_encoded(tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"Clean-param: s\xe9 /p/\n")
    (rule,) = import_rules(path, host="example.com").rules
    assert rule.in_words == "drop s%E9"
