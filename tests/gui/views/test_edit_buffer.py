from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from urlinspector.gui.views.edit_buffer import EditBuffer
from urlinspector.url.components import Span

ANY = st.text(st.characters(exclude_categories=()), max_size=30)
URL = "http://www.example.com/a/b?x=1&y=2"


def made(text: str, cursor: int | None = None) -> EditBuffer:
    buffer = EditBuffer()
    buffer.reset(text)
    if cursor is not None:
        buffer.move(cursor)
    return buffer


@given(ANY, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), ANY), max_size=6))
def test_undo_takes_every_edit_back_and_redo_brings_it_again(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    buffer = made(text)
    for one, other, new in edits:
        start, end = sorted((min(one, len(buffer.text)), min(other, len(buffer.text))))
        buffer.replace(Span(start, end), new)
    last = buffer.text
    while buffer.undo():
        pass
    assert buffer.text == text
    while buffer.redo():
        pass
    assert buffer.text == last


@given(ANY)
def test_words_walk_through_the_whole_text_both_ways(text: str) -> None:
    buffer = made(text)
    position = 0
    while position < len(text):
        after = buffer.next_word(position)
        assert after > position
        position = after
    while position > 0:
        before = buffer.previous_word(position)
        assert before < position
        position = before


def test_typing_in_a_row_is_undone_in_one_go() -> None:
    buffer = made("")
    for letter in "abc":
        buffer.insert(letter, kind="typing")
    buffer.insert("X")
    buffer.undo()
    assert buffer.text == "abc"
    buffer.undo()
    assert buffer.text == ""


def test_a_move_ends_what_is_undone_in_one_go() -> None:
    buffer = made("")
    buffer.insert("a", kind="typing")
    buffer.move(0)
    buffer.insert("b", kind="typing")
    buffer.undo()
    assert buffer.text == "a"


def test_words_of_a_url_end_at_its_delimiters() -> None:
    buffer = made(URL)
    stops = [0]
    while stops[-1] < len(URL):
        stops.append(buffer.next_word(stops[-1]))
    pieces = [URL[a:b] for a, b in pairwise(stops)]
    assert pieces == ["http", "://www", ".example", ".com", "/a", "/b", "?x", "=1", "&y", "=2"]


def test_the_word_at_a_position_is_what_a_double_click_selects() -> None:
    buffer = made(URL)
    assert URL[slice(*buffer.word_at(9))] == "www"
    assert URL[slice(*buffer.word_at(5))] == "://"
    assert URL[slice(*buffer.word_at(len(URL)))] == "2"


def test_replacing_a_selection_leaves_the_cursor_after_the_new_text() -> None:
    buffer = made("abcdef")
    buffer.select(1, 4)
    assert buffer.selected == "bcd"
    buffer.insert("XY")
    assert (buffer.text, buffer.cursor, buffer.has_selection) == ("aXYef", 3, False)


def test_long_texts_are_not_searched_from_their_beginning() -> None:
    buffer = made("ab/" * 30_000)
    assert buffer.previous_word(80_000) < 80_000
    assert buffer.word_at(80_000).start <= 80_000
