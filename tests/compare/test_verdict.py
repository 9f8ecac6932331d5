"""Verdicts on real pairs, and the laws of definitions §7."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlinspector.compare.equalizers import cards, equalizers
from urlinspector.compare.explain import differences
from urlinspector.compare.lru_relation import lru_relation
from urlinspector.compare.pairs import pair_data, read_pairs
from urlinspector.compare.report import as_data, as_text, step_words
from urlinspector.compare.verdict import Verdict, compare
from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.normalize.pipeline import canonicalize
from urlinspector.url.components import Component, Url

DATA = Path(__file__).parents[1] / "data" / "compare"
ANY = st.text(st.characters(exclude_categories=()), max_size=20)
URLS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["http://a.com", "HTTP://www.a.com:80", "https://a.com.", "//a.com", "http:\\\\a.com"]),
    st.sampled_from(["", "/", "/a", "/A/", "/%61", "/index.html", "/b/../a", "/a%2Fb"]),
    st.sampled_from(["", "?", "?a=1&b=2", "?b=2&a=1", "?utm_source=x", "?a=%7e"]),
    st.sampled_from(["", "#", "#x", "#!x"]),
)
EITHER = st.one_of(ANY, URLS)


class Pair(NamedTuple):
    a: str
    b: str
    profile: str
    told: str
    first: str


def pairs() -> list[Pair]:
    blocks = (DATA / "pairs.txt").read_text("utf-8").rstrip("\n").split("\n\n")
    out = []
    for block in blocks:
        a, b, verdict, first = block.split("\n")
        profile, _, told = verdict.partition(": ")
        out.append(Pair(a, b, profile, told, first.removeprefix("first: ")))
    return out


@pytest.mark.parametrize("pair", pairs(), ids=str)
def test_pairs_have_their_verdict_and_safest_set(pair: Pair) -> None:
    found = compare(pair.a, pair.b, builtin(pair.profile))
    decided = [bound.step.name for bound in found.needed] or [each.value for each in found.differs]
    assert ": ".join([found.verdict.value, *([", ".join(decided)] if decided else [])]) == pair.told
    sets = equalizers(pair.a, pair.b)
    first = f"{sets[0].safety.letter} {', '.join(map(step_words, sets[0].steps))}" if sets else "none"
    assert first == pair.first


def seed_1() -> list[str]:
    return [
        "http://www.mgal.com/",
        "http://www.mgal.com/index.html",
        "http://WWW.Mgal.Com:80/",
        "http://Www.Mgal.COM./index.html",
        "http://www.MGAL.com.:80/",
        "http://mgal.com/",
        "http://mgal.com",
        "http://mgal.com:80/",
        "http://mgal.com.:80/index.html",
        "http://WWW.MGAL.COM.:80/index.html#tag1",
    ]


@pytest.mark.parametrize("a", seed_1())
@pytest.mark.parametrize("b", seed_1())
def test_the_first_seeds_urls_taken_pairwise(a: str, b: str) -> None:
    strict = compare(a, b, builtin("robots-1997"))
    same = {"www.mgal.com": 0, "mgal.com": 1}
    keys = []
    for text in (a, b):
        url = Url.parse(text)
        keys.append((same[(url.host or "").lower().rstrip(".")], url.path or "/"))
    assert (strict.verdict in (Verdict.EQUAL, Verdict.IDENTICAL)) is (keys[0] == keys[1])
    assert compare(a, b, builtin("seo")).verdict in (Verdict.EQUAL, Verdict.IDENTICAL)


@given(EITHER, EITHER, st.sampled_from(["safe", "seo", "browser", "similar"]))
def test_verdict_is_symmetric_and_equal_means_equal_canonical_forms(a: str, b: str, name: str) -> None:
    one, other = compare(a, b, builtin(name)), compare(b, a, builtin(name))
    assert one.verdict is other.verdict
    assert set(one.differs) == set(other.differs)
    canonical_a, canonical_b = one.canonical
    equal = canonical_a is not None and canonical_a == canonical_b
    assert (one.verdict in (Verdict.IDENTICAL, Verdict.EQUAL)) is equal


@given(EITHER)
def test_verdict_is_reflexive(text: str) -> None:
    assert compare(text, text, builtin("safe")).verdict in (Verdict.IDENTICAL, Verdict.NOT_COMPARABLE)


@settings(max_examples=60)
@given(URLS, URLS)
def test_every_equalizer_equalizes_and_no_step_of_it_can_be_left_out(a: str, b: str) -> None:
    for each in equalizers(a, b):
        for left_out in (None, *each.steps):
            steps = [bound for bound in each.steps if bound is not left_out]
            ends = [canonicalize(text, steps).canonical for text in (a, b)]
            assert (ends[0] is not None and ends[0] == ends[1]) is (left_out is None)


@settings(max_examples=40)
@given(URLS, URLS)
def test_cards_hold_every_equalizer_once(a: str, b: str) -> None:
    found = equalizers(a, b)
    folded = [each for card in cards(found) for each in card.equalizers]
    assert sorted(each.key for each in folded) == sorted(each.key for each in found)


@settings(max_examples=40)
@given(EITHER, EITHER)
def test_differences_are_told_exactly_where_components_differ(a: str, b: str) -> None:
    one, other = Url.parse(a), Url.parse(b)
    for each in differences(one, other):
        assert bool(each.message) is (one.get(each.component) != other.get(each.component))


def test_differences_name_the_triplet_and_its_rule() -> None:
    path = differences(Url.parse("http://a/%7E"), Url.parse("http://a/~"))[Component.PATH.index]
    assert path.message == "%7E and ~ are the same unreserved character (RFC 3986 §6.2.2.2)"
    path = differences(Url.parse("http://a/b%2Fc"), Url.parse("http://a/b/c"))[Component.PATH.index]
    assert path.message.startswith("%2F is not /")


def test_lru_relation_of_a_page_and_its_folder() -> None:
    found = lru_relation(Url.parse("http://a.com/b"), Url.parse("http://a.com/b/c?d"))
    assert found.relation.value == "ancestor"
    assert found.common_url == "http://a.com/b"
    assert [pair.common for pair in found.pairs] == [True, True, True, True, False, False]
    assert found.specificity[0].stems == 4


def test_data_has_the_shape_that_is_promised() -> None:
    data = as_data(compare("http://a.com/%7Eb", "https://a.com/~b", builtin("safe")))
    assert data["verdict"] == "different"
    assert data["canonical"] == ["http://a.com/~b", "https://a.com/~b"]
    assert data["differs"] == ["scheme"]
    assert {"steps", "safety"} == data["equalizers"][0].keys()
    assert data["lru"]["relation"] == "unrelated"
    assert set(data["profiles"]) == set(builtin_names())
    assert data["profiles"]["seo"] is True
    assert len(data["parsers"]) == 6


def test_text_for_a_ticket_names_steps_and_assumptions() -> None:
    text = as_text(compare("http://www.a.com/b/", "http://a.com/b", builtin("similar")), markdown=True)
    assert text.startswith("**Equal under similar**")
    assert "remove-www" in text
    assert "Merging them assumes" in text


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_pairs_of_a_file_keep_their_lines_and_faults(separator: str) -> None:
    lines = [
        separator.join(["Old", "New"]),
        separator.join(["http://a.com/%7E", '"http://a.com/~"']),
        "",
        "http://alone.com/",
        separator.join(["no url", "http://a.com/"]),
    ]
    rows = [pair_data(row, builtin("safe")) for row in read_pairs("\r\n".join(lines).encode())]
    assert [(row["line"], row["verdict"]) for row in rows] == [
        (2, "equal"),
        (4, "not-comparable"),
        (5, "not-comparable"),
    ]
    assert rows[1]["error"] == "one column where two are needed"


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("http://a.com/home/%2e%2E/x", "path_differs"),
        ("http://0x7f.1/", "host_differs"),
        ("http://a.com\\@b.com/", "host_differs"),
    ],
)
def test_parsers_that_see_another_host_or_path_are_told(text: str, doubt: str) -> None:
    rows = as_data(compare(text, "http://a.com/", builtin("safe")))["parsers"]
    assert all(row[doubt] for row in rows if row["url"] == "a")
    assert not any(row["host_differs"] or row["path_differs"] for row in rows if row["url"] == "b")


@pytest.mark.parametrize(
    ("a", "b", "profile", "verdict", "decided"),
    [
        ("http://www.a.com/", "https://a.com/", "surt", Verdict.EQUAL, ["archive-www"]),
        ("http://a.com/", "https://a.com/", "surt", Verdict.EQUAL, []),
        ("http://a.com/x#f", "https://a.com/y", "surt", Verdict.DIFFERENT, ["path"]),
        ("http://www.a.com/", "https://a.com/", "lru:wiki", Verdict.DIFFERENT, ["scheme"]),
    ],
)
def test_a_profile_that_writes_a_key_is_asked_for_its_key(
    a: str, b: str, profile: str, verdict: Verdict, decided: list[str]
) -> None:
    chosen = builtin("surt") if profile == "surt" else replace(builtin("surt"), output=profile)
    found = compare(a, b, chosen)
    assert found.verdict is verdict
    assert (found.written[0] == found.written[1]) is (verdict is Verdict.EQUAL)
    assert ([bound.step.name for bound in found.needed] or [each.value for each in found.differs]) == decided
    assert as_data(found)["canonical"] == list(found.written)
    assert as_text(found)
    if profile == "surt":
        assert as_data(found)["profiles"]["surt-0.3.1"] is (verdict is Verdict.EQUAL)


def test_the_needed_of_a_long_profile_that_writes_a_key_is_minimal() -> None:
    profile = replace(builtin("seo"), output="schemeless")
    a = " HTTP://www.A.com.:080/x//./%7e/index.html?b=1&a=2&utm_source=x#f"
    found = compare(a, "https://a.com/x/~?a=2&b=1", profile)
    assert found.verdict is Verdict.EQUAL
    names = [bound.step.name for bound in found.needed]
    assert {"remove-www", "collapse-slashes", "sort-parameters", "remove-fragment"} <= set(names)
    for left_out in found.needed:
        fewer = profile.with_steps(each for each in found.needed if each is not left_out)
        assert compare(a, found.b, fewer).verdict is not Verdict.EQUAL
