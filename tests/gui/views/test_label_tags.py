"""Tags stand apart: in the URL field, whose rows are measured by them, and in the lines of tables."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.text import shown
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.diff_text import TextBlock, UrlText
from urlinspector.gui.views.label_tags import tag_gap, tags_of
from urlinspector.gui.views.url_layout import FieldContent, UrlLayout
from urlinspector.gui.views.url_painter import Overlay, paint_rows
from urlinspector.url.components import Span, Url

TWO = "a\t\nb"


def canvas(theme: Theme) -> QImage:
    image = QImage(300, 60, QImage.Format.Format_RGB32)
    image.fill(theme.colours.base)
    return image


def boxes(image: QImage, theme: Theme) -> int:
    """The boxes in the uppermost line of pixels that has any."""
    tint = theme.colours.hairline
    for y in range(image.height()):
        line = [image.pixelColor(x, y) == tint for x in range(image.width())]
        if any(line):
            return sum(here and not before for before, here in zip([False, *line[:-1]], line, strict=True))
    return 0


def test_marks_and_masks_are_no_tags() -> None:
    drawn = shown("a \tb:secret", marks=True, mask=Span(5, 11))
    assert drawn.text == "a␣TABb:•••"
    assert list(tags_of(drawn)) == [Span(2, 5)]


def test_a_field_draws_a_gap_between_tags_and_counts_it_in_the_width(themes: ThemeState) -> None:
    theme = themes.theme
    layout = UrlLayout(FieldContent(TWO, Url.parse(TWO), ribbon=False), theme, 400)
    image = canvas(theme)
    painter = QPainter(image)
    paint_rows(painter, layout, Overlay(), QRectF(image.rect()))
    painter.end()
    assert boxes(image, theme) == 2
    widths = layout.shaper.widths()
    row = layout.rows[0]
    for index in range(len(TWO)):
        assert abs(row.x(index + 1) - row.x(index) - widths.between(index, index + 1)) < 1.5
    assert widths.between(1, 2) > tag_gap(theme)


def test_a_line_of_a_table_draws_a_gap_between_tags(themes: ThemeState) -> None:
    theme = themes.theme
    image = canvas(theme)
    painter = QPainter(image)
    TextBlock(UrlText(TWO, marks=True), theme, 300).paint(painter, 4, 4)
    painter.end()
    assert boxes(image, theme) == 2
