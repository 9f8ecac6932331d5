"""Triplets: encoding and decoding are each other's inverse, bytes survive (RFC 3986 §2.1, §2.5)."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.url.texts import ANY_TEXT, TEXTS
from urlinspector.url.percent import ENCODED, STRAY_PERCENT, TRIPLET, decode, encode

DECODABLE = st.text(st.characters(exclude_categories=["Cs"]))
BYTES = st.binary().map(lambda data: data.decode(errors="surrogateescape"))


@given(st.one_of(DECODABLE, BYTES))
def test_decoding_undoes_encoding(text: str) -> None:
    assert decode(encode(text)) == text


@given(ANY_TEXT)
def test_encoding_leaves_triplets_and_lone_surrogates_only(text: str) -> None:
    encoded = encode(text)
    rest = re.sub("%[0-9A-F]{2}", "", encoded)
    assert all(0xD800 <= ord(char) <= 0xDFFF and not 0xDC80 <= ord(char) <= 0xDCFF for char in rest)


@given(TEXTS, TEXTS)
def test_decoding_changes_nothing_but_triplets(before: str, after: str) -> None:
    assert decode(f"{before} {after}") == f"{decode(before)} {decode(after)}"
    if TRIPLET.search(before) is None:
        assert decode(before) == before


_PIECES = st.lists(
    st.sampled_from(
        ["%", "%2", "%25", "%31", "%41", "%5b", "%5B", "%6F", "%20", "%c3%a9", "%C3", "g", "1", "+"]
    )
)


@given(st.one_of(TEXTS, _PIECES.map("".join)))
def test_long_texts_are_decoded_as_short_ones(text: str) -> None:
    padding = "x" * 300 + " "
    assert decode(padding + text) == padding + decode(text)


@given(TEXTS)
def test_a_percent_sign_begins_a_triplet_or_is_stray(text: str) -> None:
    found = {match.start() for match in TRIPLET.finditer(text)}
    stray = {match.start() for match in STRAY_PERCENT.finditer(text)}
    assert found.isdisjoint(stray)
    assert found | stray == {at for at, char in enumerate(text) if char == "%"}


@pytest.mark.parametrize(
    ("text", "decoded"),
    [
        ("%41%62", "Ab"),
        ("%c3%a9", "é"),
        ("%C3é", "\udcc3é"),
        ("%e9t%e9", "\udce9t\udce9"),
        ("%ED%A0%80", "\udced\udca0\udc80"),
        ("%F0%9F%98%80", "😀"),
        ("%2541", "%41"),
        ("%zz%4", "%zz%4"),
        ("a+b", "a+b"),
    ],
)
def test_decode(text: str, decoded: str) -> None:
    assert decode(text) == decoded


def test_plus_is_a_space_in_forms_only() -> None:
    assert decode("a+b%2B%20", plus_is_space=True) == "a b+ "


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("é", "%C3%A9"),
        ("%", "%25"),
        ("\udc80", "%80"),
        ("\ud800", "\ud800"),
        ("\udcff\udc7f", "%FF\udc7f"),
        ("", ""),
    ],
)
def test_encode(text: str, encoded: str) -> None:
    assert encode(text) == encoded


def test_table_of_triplets() -> None:
    assert [bytes.fromhex(triplet[1:]) for triplet in ENCODED] == [bytes([byte]) for byte in range(256)]


def test_utf8_as_the_web_platform_tests_have_it(shared: Callable[[str], Path]) -> None:
    cases = [
        case
        for case in json.loads(shared("data/wpt/percent-encoding.json").read_text("utf-8"))
        if isinstance(case, dict)
    ]
    assert len(cases) > 5
    for case in cases:
        ours = "".join(char if "!" <= char <= "~" else encode(char) for char in case["input"])
        assert ours == case["output"]["utf-8"]
