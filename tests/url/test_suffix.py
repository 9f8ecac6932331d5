"""Suffixes by the list: examples, the list's own tests, spans, and that nothing is ever fetched."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import publicsuffixlist
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.url.texts import ANY_TEXT, HOST_LIKE
from urlinspector.resources import suffix_list
from urlinspector.url.host import to_ascii
from urlinspector.url.suffix import Section, is_listed_top_label, is_public_suffix, list_date, suffix_of

ICANN, PRIVATE = Section.ICANN, Section.PRIVATE


@pytest.mark.parametrize(
    ("host", "suffix", "domain", "subdomain", "section"),
    [
        ("www.example.co.uk", "co.uk", "example.co.uk", "www", ICANN),
        ("a.b.example.com", "com", "example.com", "a.b", ICANN),
        ("example.com", "com", "example.com", None, ICANN),
        ("com", "com", None, None, ICANN),
        ("WWW.Example.CO.UK", "CO.UK", "Example.CO.UK", "WWW", ICANN),
        ("www.example.com.", "com", "example.com", "www", ICANN),
        ("me.github.io", "github.io", "me.github.io", None, PRIVATE),
        ("github.io", "github.io", None, None, PRIVATE),
        ("a.kawasaki.jp", "a.kawasaki.jp", None, None, ICANN),
        ("b.a.kawasaki.jp", "a.kawasaki.jp", "b.a.kawasaki.jp", None, ICANN),
        ("city.kawasaki.jp", "kawasaki.jp", "city.kawasaki.jp", None, ICANN),
        ("www.食狮.公司.cn", "公司.cn", "食狮.公司.cn", "www", ICANN),
        ("食狮。公司．cn", "公司．cn", "食狮。公司．cn", None, ICANN),
        ("xn--85x722f.xn--55qx5d.cn", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", None, ICANN),
        ("ex%61mple%2Eco.uk", "co.uk", "ex%61mple%2Eco.uk", None, ICANN),
        # Not listed: the default rule `*`.
        ("localhost", "localhost", None, None, None),
        ("a.b.example.notatld", "notatld", "example.notatld", "a.b", None),
        # An empty label is no domain.
        ("a..com", "com", None, None, ICANN),
        ("a..example.com", "com", "example.com", "a.", ICANN),
    ],
)
def test_suffix_of(
    host: str, suffix: str, domain: str | None, subdomain: str | None, section: Section | None
) -> None:
    found = suffix_of(host)
    assert found is not None
    assert (found.suffix, found.registrable_domain, found.subdomain) == (suffix, domain, subdomain)
    assert (found.section, found.listed) == (section, section is not None)


def test_registries_only() -> None:
    found = suffix_of("me.github.io", private=False)
    assert found is not None
    assert (found.suffix, found.registrable_domain, found.subdomain) == ("io", "github.io", "me")
    assert found.section is ICANN


NO_SUFFIX = (
    "", ".", "..", "1.2.3.4", "0x7f.1", "127.1", "3279880203", "１.2.3.4", "%31.2.3.4", "[::1]", "[v1.a]",
    "[::1", "[a.com", "a b.com", "a%2fb.com", "℀.com", "\ud800.com", "a.%E9.com",
)  # fmt: skip


@pytest.mark.parametrize("host", NO_SUFFIX)
def test_no_suffix(host: str) -> None:
    assert suffix_of(host) is None
    assert not is_public_suffix(host)


@given(st.one_of(ANY_TEXT, HOST_LIKE), st.booleans())
def test_spans_slice_the_host(host: str, private: bool) -> None:
    found = suffix_of(host, private)
    if found is None:
        return
    assert host[found.suffix_span.start : found.suffix_span.end] == found.suffix
    for text, span in (
        (found.registrable_domain, found.registrable_domain_span),
        (found.subdomain, found.subdomain_span),
    ):
        assert (text is None) == (span is None)
        if span is not None:
            assert host[span.start : span.end] == text


def rules() -> list[str]:
    lines = suffix_list().read_text("utf-8").split("\n")
    return [line.split()[0] for line in lines if line.strip() and not line.startswith("//")]


# Names that a wildcard rule matches and a longer rule goes on from: tldextract follows the longer rule, finds
# that the name ends too early, and forgets the wildcard. By the list's algorithm they are suffixes.
MISSED_BY_TLDEXTRACT = {
    "r.cloud.int.apple", "ex.futurecms.at", "in.futurecms.at",
    "mtls.run.app", "oci.customer-oci.com", "ocp.customer-oci.com", "ocs.customer-oci.com",
    "privatelink.snowflake.app", "svc.firenet.ch", "teams.replit.dev",
    *(f"{region}.r.cloud.int.apple" for region in (
        "ap-north-1", "ap-south-1", "ap-south-2", "eu-central-1", "eu-north-1", "us-central-1",
        "us-central-2", "us-east-1", "us-east-2", "us-west-1", "us-west-2", "us-west-3",
    )),
}  # fmt: skip


def test_a_bare_suffix_is_one_by_both_ways() -> None:
    """`is_public_suffix` looks into the rules itself; its answer is tldextract's for every rule and its
    neighbours.
    """
    assert len(rules()) > 9000
    hosts: set[str] = set()
    for rule in rules():
        name = rule.lstrip("!").replace("*", "any")
        hosts.update((name, f"x.{name}", name.partition(".")[2] or "com"))
    differing: set[str] = set()
    for host in hosts:
        found = suffix_of(host)
        assert found is not None, host
        if is_public_suffix(host) != (found.registrable_domain is None):
            differing.add(host)
    assert differing <= MISSED_BY_TLDEXTRACT
    # The list of the day may have lost some, or tldextract may have learned: then shorten the set above.
    assert len(differing) > len(MISSED_BY_TLDEXTRACT) / 2


@pytest.mark.parametrize(
    "host", ["公司.cn", "xn--55qx5d.cn", "XN--55QX5D.CN", "CO.UK", "co.uk.", "a%2Ekawasaki.jp", "co。uk"]
)
def test_case_and_form_do_not_matter(host: str) -> None:
    assert is_public_suffix(host)
    assert not is_public_suffix(f"x.{host}")


@given(HOST_LIKE)
def test_a_bare_suffix_is_one_by_both_ways_for_any_host(host: str) -> None:
    found = suffix_of(host)
    if found is None or found.registrable_domain is not None:
        assert not is_public_suffix(host)
    elif found.suffix_span.start == 0:
        assert is_public_suffix(host)


def test_the_lists_own_tests() -> None:
    """The test file of the Public Suffix List (public domain), as the package carries it."""
    path = Path(publicsuffixlist.__file__).with_name("test_psl.txt")
    checked = 0
    for line in path.read_text("utf-8").split("\n"):
        if not line.startswith("checkPublicSuffix("):
            continue
        host, expected = (
            part.strip().strip("'") for part in line[line.index("(") + 1 : line.rindex(")")].split(",")
        )
        if host in ("null", "") or host.startswith("."):
            continue  # no host at all, or one with an empty first label, for which the file wants null
        found = suffix_of(host)
        domain = (
            None if found is None or found.registrable_domain is None else found.registrable_domain.lower()
        )
        assert domain == (None if expected == "null" else expected), line
        checked += 1
    assert checked > 60


def test_the_other_package_agrees() -> None:
    oracle = publicsuffixlist.PublicSuffixList()
    for rule in rules():
        host = "w.v." + rule.lstrip("!").replace("*", "any")
        ascii_host = to_ascii(host)
        assert ascii_host is not None
        found = suffix_of(ascii_host)
        assert found is not None
        assert found.suffix == oracle.publicsuffix(ascii_host), host


def test_list_date() -> None:
    found = list_date()
    assert found is not None
    assert found >= date(2025, 1, 1)
    assert f"// VERSION: {found.isoformat()}" in suffix_list().read_text("utf-8")


def test_listed_top_labels() -> None:
    assert is_listed_top_label("com")
    assert is_listed_top_label("ck")  # by *.ck alone
    assert is_listed_top_label("xn--p1ai")
    assert not is_listed_top_label("html")
    assert not is_listed_top_label("notatld")


NO_NETWORK = """
import socket, sys
def refuse(*args, **kwargs):
    raise AssertionError("a socket was opened")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from urlinspector.url.suffix import suffix_of, list_date
assert suffix_of("a.b.example.co.uk").suffix == "co.uk"
assert list_date()
"""


def test_nothing_is_fetched(tmp_path: Path) -> None:
    """In a process of its own, so that the list has not been read before; no home folder holds a cache after
    it.
    """
    environment = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "PATH": ""}
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", NO_NETWORK], check=True, cwd=root, env=environment, timeout=60)
    assert list(tmp_path.rglob("*")) == []


NO_IMPORT = """
import sys
from urlinspector.url.suffix import is_public_suffix, suffix_of
assert is_public_suffix("co.uk") and not is_public_suffix("example.co.uk")
assert not {"tldextract", "requests", "ada_url", "idna"} & set(sys.modules)
"""


def test_the_quick_question_imports_nothing_heavy() -> None:
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", NO_IMPORT], check=True, cwd=root, timeout=60)
