"""The browser's reading: the web platform tests, and a named reason for every failure."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.url.texts import TEXTS
from urlinspector.url.browser import NOT_UNICODE, browser_reading
from urlinspector.url.components import Url

SharedFile = Callable[[str], Path]


def cases(path: Path) -> list[dict[str, Any]]:
    return [case for case in json.loads(path.read_text("utf-8")) if isinstance(case, dict)]


# Inputs whose href differs from the test's; an input that starts to pass must leave the list.
DEVIATIONS: set[tuple[str, str | None]] = set()


def test_web_platform_tests(shared: SharedFile) -> None:
    found = cases(shared("data/wpt/urltestdata.json"))
    assert len(found) > 800
    wrong = set()
    for case in found:
        seen = browser_reading(case["input"], case["base"])
        expected = None if case.get("failure") else case["href"]
        if seen.href != expected or ("origin" in case and expected and seen.origin != case["origin"]):
            wrong.add((case["input"], case["base"]))
    assert wrong == DEVIATIONS


def test_every_failure_there_has_the_standards_name(shared: SharedFile) -> None:
    unnamed = set()
    for case in cases(shared("data/wpt/urltestdata.json")):
        seen = browser_reading(case["input"], case["base"])
        if seen.href is None:
            assert seen.error
            if not seen.error_name:
                unnamed.add(case["input"])
    assert unnamed == set()


def test_components_are_those_of_the_tests(shared: SharedFile) -> None:
    """The href is read by our own parser; it must see what the browser's attributes say."""
    wrong = set()
    for case in cases(shared("data/wpt/urltestdata.json")):
        url = browser_reading(case["input"], case["base"]).url
        if url is None:
            continue
        user, _, password = (url.userinfo or "").partition(":")
        ours = (f"{url.scheme}:", user, password, url.host or "", url.port or "", url.path)
        theirs = tuple(
            case[name] for name in ("protocol", "username", "password", "hostname", "port", "pathname")
        )
        query, fragment = url.query and f"?{url.query}", url.fragment and f"#{url.fragment}"
        if (*ours, query or "", fragment or "") != (*theirs, case["search"], case["hash"]):
            wrong.add(url)
    # The `/.` that keeps a path without authority from beginning with `//` counts as path for RFC 3986 alone.
    assert {str(url) for url in wrong} == {"non-spec:/.//", "non-spec:/.//path", "non-spec:/.//p"}


@given(TEXTS, st.none() | TEXTS)
def test_nothing_raises_and_there_is_an_answer_or_a_reason(text: str, base: str | None) -> None:
    seen = browser_reading(text, base)
    assert (seen.href is None) == (seen.error is not None)
    assert (seen.href is None) == (seen.url is None)


@given(TEXTS)
def test_reading_its_own_answer_changes_nothing(text: str) -> None:
    seen = browser_reading(text)
    if seen.href is not None:
        assert browser_reading(seen.href) == seen
        assert str(seen.url) == seen.href


@given(TEXTS)
def test_every_failure_is_explained(text: str) -> None:
    seen = browser_reading(text)
    if seen.href is None and seen is not NOT_UNICODE:
        assert seen.error_name, text


@given(TEXTS)
def test_components_are_a_browsers(text: str) -> None:
    seen = browser_reading(text)
    if seen.href is None or seen.url is None or "/.//" in seen.href:
        return
    theirs = ada_url.URL(text)
    assert (seen.url.host or "", seen.url.port or "") == (theirs.hostname, theirs.port)
    assert seen.url.path == theirs.pathname


@pytest.mark.parametrize("text", ["\ud800", "http://a/\udc80"])
def test_lone_surrogates_are_not_unicode(text: str) -> None:
    assert browser_reading(text) is NOT_UNICODE
    assert browser_reading("x", f"http://{text}") is NOT_UNICODE


@pytest.mark.parametrize(
    ("text", "base", "name"),
    [
        ("a", None, "missing-scheme-non-relative-URL"),
        ("a", "mailto:x", "missing-scheme-non-relative-URL"),
        ("a", "http://[", "IPv6-unclosed"),
        ("http://a/", "http://[", "IPv6-unclosed"),
        ("http://", None, "host-missing"),
        ("http://:80", None, "host-missing"),
        ("http://u@", None, "host-missing"),
        ("foo://:1", None, "host-missing"),
        ("http://a:b", None, "port-invalid"),
        ("http://a:65536", None, "port-out-of-range"),
        ("http://a:" + "9" * 5000, None, "port-out-of-range"),
        ("http://[::1", None, "IPv6-unclosed"),
        ("http://[::1%25en0]", None, "IPv6-invalid"),
        ("http://a b", None, "domain-invalid-code-point"),
        ("http://a%2Fb", None, "domain-invalid-code-point"),
        ("foo://a b", None, "host-invalid-code-point"),
        ("http://℀.com", None, "domain-to-ASCII"),
        ("http://%E9", None, "domain-to-ASCII"),
        ("http://1.2.3.256", None, "IPv4-invalid"),
        ("http:\\\\a:b", None, "port-invalid"),
    ],
)
def test_reasons(text: str, base: str | None, name: str) -> None:
    seen = browser_reading(text, base)
    assert seen.error_name == name
    assert seen.error


def test_a_good_text_is_not_blamed_for_its_base() -> None:
    said = browser_reading("http://a/", "b/c").error
    assert said == "the base is not a URL: there is no scheme, and no base to take one from"


def test_a_base_resolves() -> None:
    assert browser_reading("../x", "http://h/a/b/c").href == "http://h/a/x"
    assert browser_reading("../x", "http://h/a/b/c").url == Url.parse("http://h/a/x")
