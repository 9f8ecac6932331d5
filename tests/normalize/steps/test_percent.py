"""The percent layer: what the laws and the case files do not say (RFC 3986 §2, §6.2.2)."""

import re
import unicodedata
from functools import partial
from itertools import product
from urllib.parse import quote, unquote_to_bytes

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.normalize.steps.values import (
    apply,
    assert_work_grows_with_size,
    check_laws,
    lets_through,
    made_of,
    step,
)
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import ProfileError
from urlinspector.normalize.steps import percent
from urlinspector.url.charsets import HEXDIG, QUERY, UNRESERVED
from urlinspector.url.components import Component
from urlinspector.url.percent import STRAY_PERCENT, TRIPLET, decode

VALUES = made_of(
    "%", "%4", "%41", "%61", "%7e", "%7E", "%2f", "%2C", "%3a", "%25", "%c3%a9", "%C3", "%A9", "%CC%81", "e",
    "A", "1", "4", "f", " ", "<", "|", "[", "\\", "é", "e\u0301", "\u212b", "\u037e", "\udce9",
    "\udcc3\udca9", "\ud800", "=", ":",
)  # fmt: skip
WITH_BACKSLASH_RULE = ("http", "HTTPS", "ws", "wss", "ftp", "file")


def punctuation(allowed: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(allowed), unique=True).map("".join)


@given(VALUES)
def test_what_was_encoded_is_legal_but_for_brackets_backslash_and_lone_surrogates(value: str):
    after = apply(step("encode-illegal"), value)
    assert after is not None
    assert STRAY_PERCENT.search(after) is None
    rest = set(TRIPLET.sub("", after)) - QUERY - set("[]\\")
    assert all("\ud800" <= char <= "\udfff" and not "\udc80" <= char <= "\udcff" for char in rest)


def read(text: str | None) -> bytes:
    """What a reader gets who decodes every triplet."""
    assert text is not None
    return unquote_to_bytes(
        re.sub("[\ud800-\udc7f\udd00-\udfff]", "\ufffd", text).encode(errors="surrogateescape")
    )


@given(VALUES)
def test_a_reader_gets_the_same_bytes(value: str):
    for name in ("encode-illegal", "uppercase-percent", "decode-unreserved", "decode-reserved"):
        assert read(apply(step(name), value)) == read(value)


@pytest.mark.parametrize(("scheme", "place"), [*product(WITH_BACKSLASH_RULE, range(4))])
def test_a_web_or_file_url_with_a_backslash_before_the_query_is_left_alone(scheme: str, place: int):
    parts = [Component.USERINFO, Component.HOST, Component.PORT, Component.PATH]
    others = {Component.SCHEME: scheme, Component.HOST: "h", Component.PATH: "/", parts[place]: "a\\b"}
    encode = step("encode-illegal")
    assert apply(encode, "a b<", others) == "a b<"
    assert apply(encode, "a b<", {**others, Component.SCHEME: "foo"}) == "a%20b%3C"


@given(punctuation("!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~ "), punctuation('"<>^`{|} '), VALUES, st.booleans())
def test_encode_illegal_keeps_the_laws_under_any_options(also: str, keep: str, value: str, stray: bool):
    bound = step(
        "encode-illegal",
        also=also,
        keep=keep,
        stray_percent="encode" if stray else "keep",
        skip_backslash=False,
    )
    check_laws(bound, value)
    after = apply(bound, value)
    assert after is not None
    assert not set(after) & set(also)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("encode-illegal", {"also": "a"}, "“a” cannot be one of also"),
        ("encode-illegal", {"also": "%"}, "“%” cannot"),
        ("encode-illegal", {"keep": "/"}, "“/” cannot be one of keep"),
        ("decode-unreserved", {"keep": "/"}, "“/” cannot"),
        ("decode-reserved", {"characters": "/"}, "“/” cannot"),
        ("decode-reserved", {"characters": "%"}, "“%” cannot"),
        ("decode-reserved", {"components": ["userinfo"]}, "userinfo"),
        ("uppercase-percent", {"components": ["host"]}, "“host” is none of path, query, fragment, userinfo"),
        ("uppercase-percent", {"components": []}, "at least one"),
    ],
)
def test_options_that_make_no_sense_are_refused(name: str, options: dict[str, object], words: str):
    with pytest.raises(ProfileError, match=words):
        step(name, **options)


def test_the_components_are_in_the_layers_order_whatever_the_option_says():
    bound = step("uppercase-percent", components=["query", "path"])
    assert bound.on == (Component.PATH, Component.QUERY)


@given(VALUES)
def test_decoding_makes_no_triplet_and_breaks_none(value: str):
    after = apply(step("decode-unreserved"), value)
    assert after is not None
    assert len(STRAY_PERCENT.findall(after)) == len(STRAY_PERCENT.findall(value))
    kept = [each for each in TRIPLET.findall(value) if decode(each) not in UNRESERVED]
    assert [each for each in TRIPLET.findall(after) if decode(each) not in UNRESERVED] == kept


@given(st.text("%4143z", max_size=14))
def test_a_triplet_stays_exactly_where_the_rule_says(value: str):
    """Definition against definition: what the first and second character after a stray `%` are."""
    stray, out, position = -9, [], 0
    at = 0
    while at < len(value):
        if TRIPLET.match(value, at):
            text, char = value[at : at + 3], decode(value[at : at + 3])
            if char not in UNRESERVED:
                out.append(text)
                position += 3
            else:
                out.append(text if position - stray <= 2 else char)
                position += 1
            at += 3
            continue
        if value[at] == "%":
            stray = position
        out.append(value[at])
        position += 1
        at += 1
    assert apply(step("decode-unreserved"), value) == "".join(out)


@pytest.mark.parametrize("char", sorted(UNRESERVED))
def test_every_unreserved_character_in_every_hexadecimal_case(char: str):
    upper = f"%{ord(char):02X}"
    decode_unreserved = step("decode-unreserved")
    for triplet in {
        upper,
        upper.lower(),
        upper[:2] + upper[2].lower(),
        upper[0] + upper[1].lower() + upper[2],
    }:
        assert apply(decode_unreserved, triplet) == char
        assert lets_through(decode_unreserved, triplet)


@pytest.mark.parametrize("byte", [byte for byte in range(256) if chr(byte) not in UNRESERVED])
def test_no_other_triplet_is_decoded(byte: int):
    decode_unreserved = step("decode-unreserved")
    for triplet in (f"%{byte:02X}", f"%{byte:02x}"):
        assert apply(decode_unreserved, triplet) == triplet
        assert not lets_through(decode_unreserved, triplet)


@given(punctuation("-._~aZ0"), VALUES)
def test_decode_unreserved_keeps_the_laws_under_any_options(keep: str, value: str):
    check_laws(step("decode-unreserved", keep=keep), value)


@given(punctuation("!$&'()*+,;=:@[]"), VALUES)
def test_decode_reserved_keeps_the_laws_under_any_options(characters: str, value: str):
    assume(characters)
    check_laws(step("decode-reserved", characters=characters), value)
    relative: dict[Component, str | None] = {Component.PATH: value}
    check_laws(step("decode-reserved", characters=characters), value, relative)


@pytest.mark.parametrize("pair", [*product(sorted(HEXDIG), repeat=2)])
def test_uppercase_percent_sees_exactly_the_triplets_with_a_small_letter(pair: tuple[str, str]):
    triplet = "%" + "".join(pair)
    bound = step("uppercase-percent")
    assert apply(bound, f"x{triplet}x") == f"x{triplet.upper()}x"
    assert lets_through(bound, triplet) == (triplet != triplet.upper())


@given(VALUES)
def test_composed_letters_are_composed_for_a_reader(value: str):
    after = apply(step("unicode-nfc"), value)
    assert after is not None
    assert unicodedata.normalize("NFC", decode(after)) == unicodedata.normalize("NFC", decode(value))


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [("e\u0301\u0323", "\u1eb9\u0301"), ("\u1100\u1161\u11a8", "각"), ("\u0958", "\u0915\u093c")],
)
def test_the_forms_that_unicode_gives(given_text: str, expected: str):
    nfc = step("unicode-nfc")
    assert apply(nfc, given_text) == expected
    assert apply(nfc, quote(given_text, safe="")) == quote(expected, safe="")


@pytest.mark.parametrize("name", [each.name for each in percent.STEPS])
def test_long_values_take_no_longer_than_they_are(name: str):
    for piece in ("%", "%4", "%%34", "%c3", "e\u0301", "\udce9", "a ", "%2C%"):
        assert_work_grows_with_size(partial(_apply_long, step(name), piece), 8000 // len(piece))


def _apply_long(bound: BoundStep, piece: str, count: int) -> None:
    apply(bound, piece * count)
