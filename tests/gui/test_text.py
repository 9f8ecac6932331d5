import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.gui.text import (
    Shown,
    is_drawn_as_is,
    name_of,
    printable,
    shown,
    to_code_point,
    to_utf16,
    visible_form,
    without_surrogates,
)
from urlinspector.url.components import Span

ANY = st.text(st.characters(exclude_categories=()), max_size=40)
ODD = st.text(st.sampled_from("a/é😀漢\n\t\x00\x7f\xa0\u200b\u202e\ufeff\u2028\udce9\ud800שׁ%"), max_size=20)
TEXTS = st.one_of(ANY, ODD)


@given(TEXTS)
def test_utf16_positions_are_those_of_the_encoded_text(text: str) -> None:
    for index in range(len(text) + 1):
        units = len(text[:index].encode("utf-16-le", "surrogatepass")) // 2
        assert to_utf16(text, index) == units
        assert to_code_point(text, units) == index


@given(TEXTS, st.booleans())
def test_drawn_positions_rise_and_end_at_the_drawn_length(text: str, marks: bool) -> None:
    drawn = shown(text, marks=marks)
    places = [drawn.to_drawn(index) for index in range(len(text) + 1)]
    assert places == sorted(places)
    assert places[0] == 0
    assert places[-1] == drawn.length == len(drawn.text.encode("utf-16-le")) // 2


@given(TEXTS, st.booleans())
def test_every_drawn_position_leads_back_to_one_that_leads_to_it(text: str, marks: bool) -> None:
    drawn = shown(text, marks=marks)
    for unit in range(drawn.length + 1):
        index = drawn.to_source(unit)
        assert 0 <= index <= len(text)
        if drawn.to_drawn(index) == unit:
            assert drawn.to_drawn(drawn.to_source(unit)) == unit


@given(TEXTS, st.booleans())
def test_nothing_drawn_acts_on_the_layout(text: str, marks: bool) -> None:
    drawn = shown(text, marks=marks).text
    assert not any(each in drawn for each in "\n\r\t\x00\u2028\u2029\u202e\u202d\u2066\ufeff")
    drawn.encode("utf-8")  # no lone surrogate: Qt would drop it silently


@given(TEXTS)
def test_what_is_drawn_as_is_is_drawn_as_is(text: str) -> None:
    if is_drawn_as_is(text) and text.isascii():
        assert shown(text).text == text


@given(TEXTS)
def test_printable_text_can_be_given_to_any_widget(text: str) -> None:
    printable(text).encode("utf-8")
    without_surrogates(text).encode("utf-8")


@pytest.mark.parametrize(
    ("character", "form", "name"),
    [
        (" ", "␣", "U+0020 SPACE"),
        ("\xa0", "⍽", "U+00A0 NO-BREAK SPACE"),
        ("\n", "LF", "U+000A LF"),
        ("\u202e", "RLO", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u2003", "U+2003", "U+2003 EM SPACE"),
        ("\udce9", "\\xE9", "byte 0xE9"),
        ("\ud83d", "\\uD83D", "U+D83D lone surrogate"),
    ],
)
def test_invisible_characters_have_a_form_and_a_name(character: str, form: str, name: str) -> None:
    assert visible_form(character) == form
    assert name_of(character) == name


def test_marks_show_spaces_and_without_them_only_what_no_view_could_draw() -> None:
    assert shown("a b\nc\u200bd\udce9", marks=True).text == "a␣bLFcZWSPd\\xE9"
    assert shown("a b\nc\u200bd\udce9").text == "a bLFcd\\xE9"


def test_a_changed_space_is_drawn_even_without_marks() -> None:
    assert shown("a b c", spaces=(Span(1, 2),)).text == "a␣b c"


def test_labels_tell_where_they_stand() -> None:
    drawn = shown("a\nb")
    assert drawn.labels == [Span(1, 3)]
    assert [drawn.to_source(unit) for unit in range(5)] == [0, 1, 2, 2, 3]


def test_a_mask_hides_what_it_covers_and_keeps_positions() -> None:
    drawn = shown("http://u:secret@h/", mask=Span(9, 15))
    assert drawn.text == "http://u:•••@h/"
    assert drawn.to_drawn(15) == 12
    assert drawn.to_drawn(12) == 9  # inside the mask: its start


def test_joined_emoji_stay_joined_until_marks_are_shown() -> None:
    assert shown("👩\u200d🔬").text == "👩\u200d🔬"
    assert "ZWJ" in shown("👩\u200d🔬", marks=True).text


def test_delimiters_keep_their_order_between_right_to_left_letters() -> None:
    assert "\u200e.\u200e" in shown("http://שלום.com").text
    assert "\u200e" not in shown("http://example.com").text


def test_an_empty_text_is_drawn_as_nothing() -> None:
    assert isinstance(shown(""), Shown)
    assert shown("").length == 0
