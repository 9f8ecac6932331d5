"""Violations: a case for every rule, the grammar of RFC 3986 and browsers as oracles, spans, linear time."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import needs_shared
from tests.url.grammar import URI_REFERENCE
from tests.url.texts import TEXTS, URL_LIKE
from tests.work import LINEAR, growth
from urlinspector.url.browser import browser_reading
from urlinspector.url.components import Component, Kind, Span, Url
from urlinspector.url.violations import Violation, ViolationCode, faults, regular, violations

SharedFile = Callable[[str], Path]
Code = ViolationCode


def of(text: str) -> tuple[Violation, ...]:
    return violations(Url.parse(text))


def listed(text: str) -> list[tuple[str, str]]:
    """Code and the text it points at."""
    return [(each.code.value, text[each.span.start : each.span.end]) for each in of(text)]


CASES = [
    ("http://example.com/a?b=c#d", []),
    ("mailto:a@example.com", []),
    ("file:///etc/hosts", []),
    ("/a/b?c", []),
    ("", []),
    (" \thttp://a/\n", [("surrounding-whitespace", " \t"), ("surrounding-whitespace", "\n")]),
    ("\ufeffhttp://a\u3000", [("surrounding-whitespace", "\ufeff"), ("surrounding-whitespace", "\u3000")]),
    (" ", [("surrounding-whitespace", " ")]),
    ("http://a/b\t\r\nc\td", [("tab-or-newline", "\t\r\n"), ("tab-or-newline", "\t")]),
    ("http://a/\x00\x1f\x7fb", [("control", "\x00\x1f\x7f")]),
    ("http://a/b  c?d e#f g", [("space", "  "), ("space", " "), ("space", " ")]),
    ("http://a/b\\\\c", [("backslash", "\\\\")]),
    ("http://a/éü?é", [("non-ascii", "éü"), ("non-ascii", "é")]),
    ("http://a/\ufffe\U0001ffff", [("noncharacter", "\ufffe\U0001ffff")]),
    ("http://a/\udc80\udcff", [("undecodable-byte", "\udc80\udcff")]),
    ("http://a/\ud800\udfff", [("lone-surrogate", "\ud800\udfff")]),
    ("http://a/%%%4?%zz", [("stray-percent", "%%%"), ("stray-percent", "%")]),
    ("http://a/<b>?c|d^#e`f#g", [("illegal-character", char) for char in "<>|^`#"]),
    ("http://a/[b]?c[]=1", [("illegal-character", text) for text in ("[", "]", "[]")]),
    ("1http://a/", [("illegal-scheme", "1http")]),
    ("ht~p:a", [("illegal-scheme", "ht~p")]),
    ("é:a", [("illegal-scheme", "é")]),
    ("http:a", [("missing-authority", "http:")]),
    ("HTTPS:/a", [("missing-authority", "HTTPS:")]),
    ("http://u:p:q@a/", [("password", "p:q")]),
    ("http://u@a/", [("userinfo-in-http", "u")]),
    ("http://u:@a/", [("userinfo-in-http", "u:")]),
    ("ftp://u@a/", []),
    ("file://u@a:1/", [("file-authority", "u@"), ("file-authority", ":1")]),
    ("ftp://u@b@@a/", [("several-at", "@"), ("several-at", "@")]),
    ("http:///a", [("missing-host", "//")]),
    ("http://:80/", [("missing-host", "//")]),
    ("ftp://@/", [("missing-host", "@")]),
    ("foo://:1", [("missing-host", "//")]),
    ("foo://", []),
    ("http://a]b/", [("unbalanced-brackets", "]")]),
    ("http://[a/", [("unbalanced-brackets", "[")]),
    ("http://[[::1]/", [("bad-ipv6", "[::1")]),
    ("http://[::1]a/", [("illegal-character", "::"), ("misplaced-brackets", "[::1]")]),
    ("http://[]/", [("bad-ipv6", "]")]),
    ("http://[1:2]/", [("bad-ipv6", "1:2")]),
    ("http://[1:2%25en0]/", [("bad-ipv6", "1:2"), ("ipv6-zone", "%25en0")]),
    ("http://[v1.]/", [("bad-ipvfuture", "v1.")]),
    ("http://[v1.a:b]/", [("unknown-ip-version", "v1.a:b")]),
    ("http://[fe80::1%25en0]/", [("ipv6-zone", "%25en0")]),
    ("http://0x7f.1/", [("legacy-ipv4", "0x7f.1")]),
    ("http://%31.2.3.4/", [("legacy-ipv4", "%31.2.3.4")]),
    ("foo://0x7f.1/", []),
    ("http://1.2.3.256/", [("bad-ipv4", "1.2.3.256")]),
    ("http://a..b/", [("empty-label", "..")]),
    ("http://..a/", [("empty-label", "..")]),
    ("http://a../", [("empty-label", "..")]),
    ("http://a%2E.b/", [("empty-label", "%2E.")]),
    ("http://a./", []),
    ("http://" + "a" * 64 + ".b/", [("long-label", "a" * 64)]),
    ("http://" + "a" * 63 + ".b/", []),
    ("http://" + "ü" * 57 + "/", [("non-ascii", "ü" * 57)]),
    ("http://" + "ü" * 58 + "/", [("long-label", "ü" * 58), ("non-ascii", "ü" * 58)]),
    ("http://" + "ab." * 84 + "a/", []),
    ("http://" + "ab." * 84 + "ab/", [("long-host", "ab." * 84 + "ab")]),
    ("http://" + "ab." * 84 + "a./", []),
    ("http://a%2Fb%00%20c/", [("host-triplet", "%2F"), ("host-triplet", "%00%20")]),
    ("foo://a%2Fb/", []),
    ("http://a%E9b/", [("host-not-utf8", "%E9")]),
    ("http://℀.com/", [("idna", "℀"), ("non-ascii", "℀")]),
    ("http://xn--tešla.com/", [("idna", "xn--tešla"), ("non-ascii", "š")]),
    ("http://a\u200cb.com/", [("idna", "a\u200cb"), ("non-ascii", "\u200c")]),
    ("http://bücher.de/", [("non-ascii", "ü")]),
    ("http://a:/", [("empty-port", ":")]),
    ("http://a:b1/", [("bad-port", "b1")]),
    ("http://a:１/", [("bad-port", "１")]),
    ("http://a:65536/", [("large-port", "65536")]),
    ("http://a:0065535/", []),
    ("http://a:" + "9" * 5000, [("large-port", "9" * 5000)]),
    (":a/b", [("colon-in-first-segment", ":")]),
    ("://a", [("colon-in-first-segment", ":")]),
    ("/%2e%2E/a/.%2e/%2e", [("encoded-dot-segment", text) for text in ("%2e%2E", ".%2e", "%2e")]),
    ("/a%2eb", []),
]


@pytest.mark.parametrize(("text", "faults"), CASES)
def test_faults(text: str, faults: list[tuple[str, str]]) -> None:
    assert sorted(listed(text)) == sorted(faults)


MADE = [
    (Url(path="//a"), Code.DOUBLE_SLASH),
    (Url(scheme="foo", path="//a"), Code.DOUBLE_SLASH),
    (Url(host="a", path="b"), Code.NO_SLASH),
    (Url(path="a:b"), Code.COLON_IN_FIRST_SEGMENT),
]


@pytest.mark.parametrize(("url", "code"), MADE)
def test_faults_that_no_text_parses_to(url: Url, code: Code) -> None:
    assert code in [each.code for each in violations(url)]


def test_every_rule_has_a_case() -> None:
    seen = {code for _, faults in CASES for code, _ in faults} | {code.value for _, code in MADE}
    assert seen == {code.value for code in Code}


def test_codes_sections_and_sentences_are_fit_to_show() -> None:
    assert len({code.value for code in Code}) == len(Code)
    for code in Code:
        assert code.value == code.value.lower().replace("_", "-")
        assert code.section.startswith(("RFC ", "WHATWG URL §", "UTS 46 §"))
        assert code.sentence.endswith(".")


@pytest.mark.parametrize(
    ("text", "component", "section"),
    [
        ("ftp://<@h", Component.USERINFO, "RFC 3986 §3.2.1"),
        ("ftp://<", Component.HOST, "RFC 3986 §3.2.2"),
        ("<", Component.PATH, "RFC 3986 §3.3"),
        ("?<", Component.QUERY, "RFC 3986 §3.4"),
        ("#<", Component.FRAGMENT, "RFC 3986 §3.5"),
    ],
)
def test_an_illegal_character_names_its_components_section(
    text: str, component: Component, section: str
) -> None:
    (found,) = of(text)
    assert found == Violation(
        Code.ILLEGAL_CHARACTER,
        component,
        Span(*Url.parse(text).spans()[component] or ()),
        section,
        found.message,
    )


@pytest.mark.parametrize("fault", [" ", "%z", "ü", "<"])
def test_a_host_is_not_told_to_write_triplets(fault: str) -> None:
    in_host, in_path = of(f"http://a{fault}b/{fault}-")
    assert in_host.code is in_path.code
    assert "%XX" not in in_host.message
    assert "%2" not in in_host.message
    assert "%" in in_path.message


@given(TEXTS)
def test_spans_are_in_the_text_in_order_and_never_empty(text: str) -> None:
    found = of(text)
    assert [each.span for each in found] == sorted(each.span for each in found)
    for each in found:
        assert 0 <= each.span.start < each.span.end <= len(text)
        assert each.section
        assert each.message
    assert len(set(found)) == len(found)


@given(TEXTS)
def test_a_run_of_one_fault_is_one_violation(text: str) -> None:
    singles = {
        Code.TAB_OR_NEWLINE, Code.CONTROL, Code.SPACE, Code.BACKSLASH, Code.NON_ASCII,
        Code.STRAY_PERCENT, Code.ILLEGAL_CHARACTER, Code.LONE_SURROGATE, Code.UNDECODABLE_BYTE,
        Code.NONCHARACTER, Code.SEVERAL_AT,
    }  # fmt: skip
    for code in singles:
        runs = [each for each in of(text) if each.code is code]
        assert not any(
            left.span.end == right.span.start and left.component is right.component
            for left, right in pairwise(runs)
        )


# What the grammar of appendix A itself refuses; the other codes are about rules stated in words or by others.
GRAMMAR = {
    Code.SURROUNDING_WHITESPACE, Code.TAB_OR_NEWLINE, Code.CONTROL, Code.SPACE, Code.BACKSLASH,
    Code.NON_ASCII, Code.NONCHARACTER, Code.UNDECODABLE_BYTE, Code.LONE_SURROGATE, Code.STRAY_PERCENT,
    Code.ILLEGAL_CHARACTER, Code.ILLEGAL_SCHEME, Code.SEVERAL_AT, Code.UNBALANCED_BRACKETS,
    Code.MISPLACED_BRACKETS, Code.BAD_IPV6, Code.BAD_IPVFUTURE, Code.IPV6_ZONE, Code.BAD_PORT,
    Code.NO_SLASH, Code.DOUBLE_SLASH, Code.COLON_IN_FIRST_SEGMENT,
}  # fmt: skip


def grammar_faults(text: str) -> list[Violation]:
    return [each for each in of(text) if each.code in GRAMMAR]


@given(TEXTS)
@example("http://[::1%25en0]/")
@example("http://[1::2:3.4.5.6]:/")
@example("a:b")
def test_the_grammar_agrees(text: str) -> None:
    assert (URI_REFERENCE.fullmatch(text) is not None) == (grammar_faults(text) == [])


def all_inputs(shared: SharedFile) -> list[str]:
    cases = json.loads(shared("data/wpt/urltestdata.json").read_text("utf-8"))
    texts: list[str] = [case["input"] for case in cases if isinstance(case, dict)]
    lines = shared("data/urls/kasztp.txt").read_bytes().decode(errors="surrogateescape").split("\n")
    return texts + lines[::20]


def test_the_grammar_agrees_on_the_shared_data(shared: SharedFile) -> None:
    texts = all_inputs(shared)
    wrong = [
        text for text in texts if (URI_REFERENCE.fullmatch(text) is None) == (grammar_faults(text) == [])
    ]
    assert wrong == []


@given(URL_LIKE)
def test_what_a_browser_refuses_breaks_a_rule(text: str) -> None:
    url = Url.parse(text)
    if url.kind is Kind.ABSOLUTE and browser_reading(text).href is None:
        assert violations(url), text


def test_what_the_web_platform_tests_refuse_breaks_a_rule(shared: SharedFile) -> None:
    silent = set()
    for case in json.loads(shared("data/wpt/urltestdata.json").read_text("utf-8")):
        if isinstance(case, dict) and case.get("failure") and case["base"] is None:
            url = Url.parse(case["input"])
            if url.kind is Kind.ABSOLUTE and not violations(url):
                silent.add(case["input"])
    assert silent == set()


@given(st.lists(st.sampled_from([" ", "\t", "\n", "\x00", "a", "é"]), max_size=6).map("".join))
def test_white_space_around_does_not_blame_the_components(text: str) -> None:
    inside = f"http://h:80/{text}".strip()
    around = [each for each in of(f" \n{inside}\t") if each.code is not Code.SURROUNDING_WHITESPACE]
    within = [each for each in of(inside) if each.code is not Code.SURROUNDING_WHITESPACE]
    assert [each._replace(span=Span(each.span.start - 2, each.span.end - 2)) for each in around] == within


def test_the_text_may_be_handed_in() -> None:
    text = "http://a b/"
    assert violations(Url.parse(text), text) == of(text)


SIZE = 1024


def long(n: int) -> list[str]:
    """Texts of about `n` characters that would be slow if any were."""
    return [
        "http://" + "é." * (n // 2),
        "http://" + "." * n,
        "http://" + "[" * n,
        "http://" + "%e9a" * (n // 4),
        "http://" + "xn--a." * (n // 6) + "é",
        "http://" + "\u0316\u0300" * (n // 2),
        "http://" + "1" * n,
        "http://h:" + "0" * n,
        "http://" + "@a" * (n // 2) + "@h",
        "http://a/" + "/%2e" * (n // 4),
        "\\ " * (n // 2),
        "%" * n,
        "a\u0300" * (n // 2),
        " " * n,
        "?" + "%4" * (n // 2),
    ]


@pytest.mark.parametrize("number", range(len(long(8))), ids=[ascii(text[:14]) for text in long(64)])
def test_long_texts_take_linear_time(number: int) -> None:
    assert growth(lambda size: of(long(size)[number]), SIZE) < LINEAR


@given(st.from_regex(regular(), fullmatch=True) | URL_LIKE)
@example("http://a.b/%2e")
@example("http://a.1/")
@example("http://1.a:9999?#")
@example("http://a_.b-c/")
@example("http://xn--a.b/")
@example(f"http://{'a' * 63}.{'b' * 63}.{'c' * 63}.{'d' * 58}/")
@example(f"http://{'a' * 64}.b/")
def test_what_needs_one_glance_has_no_fault(text: str) -> None:
    found = faults(Url.parse(text), text)
    assert violations(Url.parse(text), text) == found
    assert not (found and regular().fullmatch(text))


@needs_shared("data")
def test_a_glance_says_what_the_long_way_says_of_all_data(shared: SharedFile) -> None:
    texts = shared("data/urls/kasztp.txt").read_text("utf-8", "surrogateescape").split("\n")
    lines = shared("data/urls/apache_access.log").read_text("utf-8", "surrogateescape").split("\n")
    texts += [part for line in lines for part in line.split('"') if part]
    glanced = [text for text in texts if regular().fullmatch(text)]
    assert len(glanced) > 45_000
    # Every twentieth and all that are not plain: the long way is long.
    for text in (*glanced[::20], *(each for each in glanced if not PLAIN.fullmatch(each))):
        assert faults(Url.parse(text), text) == ()


PLAIN = re.compile(r"https?://[a-z0-9.]+(?:/[a-z0-9/._-]*)?")
