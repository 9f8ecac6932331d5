"""The character sets, against the grammar they stand for and against a browser's parser."""

import string

import ada_url
import pytest

from urlinspector.url import charsets

ASCII = [chr(code) for code in range(128)]


def test_sizes_of_the_rfc_sets() -> None:
    assert len(charsets.UNRESERVED) == 66
    assert len(charsets.GEN_DELIMS) == 7
    assert len(charsets.SUB_DELIMS) == 11
    assert charsets.UNRESERVED.isdisjoint(charsets.RESERVED)


def test_what_rfc_3986_allows_nowhere() -> None:
    """Appendix A names every printable ASCII character but these, and `%`."""
    allowed = charsets.RESERVED | charsets.UNRESERVED
    assert set(string.printable) - allowed - set(string.whitespace) == set('"<>\\^`{|}%')


def test_pchar_and_what_is_built_on_it() -> None:
    assert set(ASCII) - charsets.PCHAR == set('"#%/<>?[\\]^`{|} ') | charsets.CONTROL
    assert {"/"} == charsets.PATH - charsets.PCHAR
    assert {"?"} == charsets.QUERY - charsets.PATH
    assert charsets.FRAGMENT == charsets.QUERY
    assert {":"} == charsets.USERINFO - charsets.REG_NAME


def encoded_by_browsers(before: str, after: str, attribute: str, left_out: str) -> set[str]:
    """ASCII characters that a browser writes as a triplet in one part of a URL."""
    found = set()
    for char in ASCII:
        if char in left_out:
            continue
        value = getattr(ada_url.URL(f"{before}x{char}x{after}"), attribute)
        if f"%{ord(char):02X}" in value:
            found.add(char)
    return found


@pytest.mark.parametrize(
    ("ours", "before", "after", "attribute", "left_out"),
    [
        (charsets.WHATWG_FRAGMENT, "http://h/#", "", "hash", "\t\n\r"),
        (charsets.WHATWG_SPECIAL_QUERY, "http://h/?", "", "search", "\t\n\r#"),
        (charsets.WHATWG_QUERY, "foo://h/?", "", "search", "\t\n\r#"),
        (charsets.WHATWG_PATH, "foo://h/", "", "pathname", "\t\n\r#?"),
        (charsets.WHATWG_USERINFO, "foo://", "@h/", "username", "\t\n\r#?/:"),
    ],
)
def test_whatwg_sets_are_what_a_browser_encodes(
    ours: frozenset[str], before: str, after: str, attribute: str, left_out: str
) -> None:
    assert encoded_by_browsers(before, after, attribute, left_out) == ours - set(left_out)


def test_forbidden_domain_code_points_are_what_a_browser_refuses() -> None:
    # Written as triplets, so that none of them ends the host or is dropped.
    refused = {char for char in ASCII if not ada_url.URL.can_parse(f"http://x%{ord(char):02X}x/")}
    assert refused == charsets.FORBIDDEN_DOMAIN


def test_forbidden_host_code_points_are_what_a_browser_refuses() -> None:
    ending = set("/?#:@\t\n\r")
    refused = {char for char in ASCII if char not in ending and not ada_url.URL.can_parse(f"foo://x{char}x/")}
    assert refused == charsets.FORBIDDEN_HOST - ending


@pytest.mark.parametrize("scheme", sorted(charsets.SPECIAL_SCHEMES | {"foo", "mailto", "gopher", "ssh"}))
def test_special_schemes_and_default_ports_are_a_browsers(scheme: str) -> None:
    special = ada_url.URL(f"{scheme}://h/").scheme_type is not ada_url.SchemeType.NOT_SPECIAL
    assert special == (scheme in charsets.SPECIAL_SCHEMES)
    assert (scheme in charsets.HIERARCHICAL_SCHEMES) == (special and scheme != "file")
    if scheme in charsets.DEFAULT_PORTS:
        port = charsets.DEFAULT_PORTS[scheme]
        assert ada_url.URL(f"{scheme}://h:{port}/").port == ""
    elif special and scheme != "file":
        pytest.fail(f"{scheme} has no default port")
