from hypothesis import given
from hypothesis import strategies as st

from urlinspector.gui.views.url_rows import Widths, break_rows, pieces
from urlinspector.url.components import Component, Url

ANY = st.text(st.one_of(st.sampled_from("ab/:?#@&=%"), st.characters(exclude_categories=())), max_size=120)


def rows(text: str, width: int) -> list[str]:
    found = break_rows(text, pieces(Url.parse(text)), Widths(text, 1.0, None), width)
    return [text[slice(*span)] for span in found]


@given(ANY, st.integers(4, 60))
def test_rows_together_are_the_text_and_none_is_wider_than_the_field(text: str, width: int) -> None:
    found = rows(text, width)
    assert "".join(found) == text
    assert all(len(row) <= width for row in found)


@given(ANY)
def test_pieces_cover_the_text(text: str) -> None:
    assert "".join(text[slice(*span)] for _, span in pieces(Url.parse(text))) == text


def test_a_url_is_broken_between_its_components() -> None:
    text = "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php?title=Reverse%5fURLs#bottom"
    assert rows(text, 60) == [
        "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php",
        "?title=Reverse%5fURLs#bottom",
    ]


def test_a_long_query_is_broken_before_its_parameters() -> None:
    text = "http://a/?" + "&".join(f"name{n}=value{n}" for n in range(20))
    assert all(row.startswith(("http", "?", "&")) for row in rows(text, 40))


def test_components_are_named_and_delimiters_are_not() -> None:
    found = pieces(Url.parse("http://u@h:1/p?q#f"))
    assert [component for component, _ in found if component is not None] == list(Component)[1:8]


def test_a_combining_mark_is_not_torn_from_its_letter() -> None:
    text = "a" * 9 + "e\u0301" + "a" * 9
    assert not any(row.startswith("\u0301") for row in rows(text, 10))


def test_widths_may_differ_from_character_to_character() -> None:
    widths = Widths("a漢b", 1.0, {"a": 1.0, "漢": 2.0, "b": 1.0}.__getitem__)
    assert widths.between(0, 3) == 4.0
    assert widths.reach(0, 3.0) == 2
