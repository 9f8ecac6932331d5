import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QPainter

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.theme import LIGHT, make_theme
from urlinspector.gui.views.diff_html import diff_html
from urlinspector.gui.views.diff_text import (
    BlockCache,
    TextBlock,
    UrlText,
    before_and_after,
    described,
    plain,
)
from urlinspector.normalize.diff import diff
from urlinspector.url.components import Span

ANY = st.text(st.characters(exclude_categories=()), max_size=60)
LONG = "https://example.org/" + "a" * 200 + "/changed/" + "b" * 200


def painted(block: TextBlock, width: int = 400, height: int = 80) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(block.theme.colours.base)
    painter = QPainter(image)
    block.paint(painter, 4, 4)
    painter.end()
    return image


def colours_of(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_gone_is_struck_on_its_tint_and_new_is_underlined_on_its(themes: ThemeState) -> None:
    before, after = before_and_after(diff("http://a:80/", "http://a/b"), "http://a:80/", "http://a/b")
    gone = colours_of(painted(TextBlock(before, themes.theme, 300)))
    new = colours_of(painted(TextBlock(after, themes.theme, 300)))
    assert {LIGHT.gone.tint.name(), LIGHT.gone.text.name()} <= gone
    assert {LIGHT.new.tint.name(), LIGHT.new.text.name()} <= new
    assert LIGHT.new.tint.name() not in gone


def test_a_stroke_is_there_beside_the_colour(themes: ThemeState) -> None:
    theme = themes.theme
    blank = UrlText("    ", gone=(Span(0, 4),), marks=False)
    image = painted(TextBlock(blank, theme, 300))
    stroke = [y for y in range(image.height()) if image.pixelColor(10, y) == LIGHT.gone.text]
    assert len(stroke) >= 1


@given(ANY, ANY, st.integers(8, 300), st.integers(1, 4))
@settings(max_examples=80)
def test_any_text_is_shaped_and_painted(
    qapp: object, before: str, after: str, width: int, lines: int
) -> None:
    theme = make_theme()
    for content in before_and_after(diff(before, after), before, after):
        block = TextBlock(content, theme, width, lines=lines)
        assert 1 <= len(block.lines) <= lines
        assert not painted(block).isNull()


def test_a_long_text_is_cut_around_its_first_change(themes: ThemeState) -> None:
    at = LONG.index("changed")
    block = TextBlock(UrlText(LONG, gone=(Span(at, at + 7),)), themes.theme, 200)
    assert block.is_cut
    assert block.lines[0].span.start < at < block.lines[0].span.end
    assert block.width <= 201


def test_a_long_text_in_rows_shows_its_beginning_and_its_change(themes: ThemeState) -> None:
    at = LONG.index("changed")
    block = TextBlock(UrlText(LONG, new=(Span(at, at + 7),)), themes.theme, 200, lines=3)
    assert len(block.lines) == 3
    assert block.lines[0].span.start == 0
    assert any(line.span.start <= at < line.span.end for line in block.lines)


@pytest.mark.parametrize("at", [0, 30_000, 65_520])
def test_of_a_very_long_text_only_the_rows_that_are_shown_are_made(themes: ThemeState, at: int) -> None:
    text = "http://a/" + "b" * 65_527
    block = TextBlock(UrlText(text, gone=(Span(at, at + 5),)), themes.theme, 300, lines=3)
    assert len(block.lines) == 3
    assert block.lines[0].span.start == 0
    assert block.is_cut
    shown = [line for line in block.lines if line.span.start <= at < line.span.end]
    assert shown
    assert all(line.width <= 301 for line in block.lines)


def test_a_position_is_found_again(themes: ThemeState) -> None:
    block = TextBlock(UrlText("http://example.org/"), themes.theme, 300)
    assert block.index_at(0, 5) == 0
    assert block.index_at(1000, 5) == 19


def test_a_change_is_said_in_words() -> None:
    before, after = before_and_after(diff("a:80/ ", "a/b"), "a:80/ ", "a/b")
    assert described(before) == "a:80/ ; gone: :80, a space"
    assert described(after) == "a/b; new: b"


def test_what_is_masked_is_neither_drawn_nor_said_nor_copied(themes: ThemeState) -> None:
    content = UrlText("http://u:secret@h/", mask=Span(9, 15), gone=(Span(9, 15),))
    block = TextBlock(content, themes.theme, 400)
    assert "secret" not in block.lines[0].drawn.text
    assert "secret" not in described(content)
    assert plain(content) == "http://u:•••@h/"
    assert "secret" not in diff_html(content, LIGHT)


def test_html_names_changes_by_lines_and_colours() -> None:
    content = UrlText("a <b> c", gone=(Span(1, 2),))
    html = diff_html(content, LIGHT)
    assert "line-through" in html
    assert "␣" in html
    assert "&lt;b&gt;" in html
    assert "underline" in diff_html(UrlText("ab", new=(Span(0, 1),)), LIGHT)


def test_long_html_is_cut_around_the_change() -> None:
    at = LONG.index("changed")
    html = diff_html(UrlText(LONG, gone=(Span(at, at + 7),)), LIGHT, longest=60)
    assert ">changed</span>" in html
    assert html.startswith("…")
    assert html.endswith("…")


@pytest.mark.parametrize("text", ["a\nb", "\u202eabc", "\udce9", "a\u200bb"], ids=ascii)
def test_html_holds_nothing_that_acts_on_layout(text: str) -> None:
    html = diff_html(UrlText(text, gone=(Span(0, len(text)),)), LIGHT)
    html.encode()
    assert not any(each in html for each in "\n\u202e\u200b")


def test_blocks_are_kept_until_the_theme_changes(themes: ThemeState) -> None:
    cache = BlockCache()
    content = UrlText("x")
    first = cache.get(content, themes.theme, 100)
    assert cache.get(content, themes.theme, 100) is first
    assert cache.get(content, make_theme(dark=True), 100) is not first
