"""Colours, type and measures: contrast, roles, zoom, and that a switch reaches every widget."""

from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from urlinspector.gui.state.theme_state import Scheme, ThemeState
from urlinspector.gui.style_sheet import style_sheet
from urlinspector.gui.theme import (
    DARK,
    LETTERS,
    LIGHT,
    SIGNS,
    ZOOMS,
    Palette,
    make_metrics,
    make_palette,
    make_theme,
    make_type,
)
from urlinspector.normalize.step import Safety
from urlinspector.resources import resources
from urlinspector.url.components import Component

BOTH = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def luminance(colour: QColor) -> float:
    """Relative luminance (WCAG 2.2)."""

    def linear(share: float) -> float:
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(each / 255) for each in colour.getRgb()[:3])  # type: ignore[index]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def surfaces(colours: Palette) -> list[QColor]:
    return [
        colours.window,
        colours.dock_title,
        colours.base,
        colours.header,
        colours.alternate,
        colours.selection,
        colours.hover,
        colours.button,
    ]


@BOTH
def test_text_can_be_read_on_every_surface(colours: Palette) -> None:
    texts = [colours.text, colours.secondary, *colours.kinds.values()]
    for text, surface in product(texts, surfaces(colours)):
        assert contrast(text, surface) >= 4.5, (text.name(), surface.name())


@BOTH
def test_marks_can_be_read_on_their_tints(colours: Palette) -> None:
    for mark in [*colours.safety.values(), colours.gone, colours.new, colours.warning]:
        assert contrast(mark.text, mark.tint) >= 4.5, mark.text.name()


@BOTH
def test_warnings_and_links_can_be_read_on_plain_surfaces(colours: Palette) -> None:
    for text, surface in product([colours.warning.text, colours.accent], surfaces(colours)[:5]):
        assert contrast(text, surface) >= 4.5, (text.name(), surface.name())


@BOTH
def test_the_focus_edge_stands_out(colours: Palette) -> None:
    assert contrast(colours.accent, colours.base) >= 4.5
    assert contrast(colours.accent, colours.window) >= 3


@BOTH
def test_every_kind_and_class_has_a_colour_and_a_second_cue(colours: Palette) -> None:
    assert set(colours.kinds) == set(Component) == set(LETTERS)
    assert set(colours.safety) == set(Safety) == set(SIGNS)
    letters = [LETTERS[each] for each in Component if each not in (Component.TEXT, Component.WHOLE)]
    assert len(set(letters)) == 7


@BOTH
def test_plain_widgets_get_the_same_colours(colours: Palette) -> None:
    palette = make_palette(colours)
    role = QPalette.ColorRole
    assert palette.color(role.Base) == colours.base
    assert palette.color(role.WindowText) == colours.text
    assert palette.color(role.HighlightedText) == colours.text
    assert palette.color(role.PlaceholderText) == colours.secondary
    for name in ("Window", "Base", "Text", "ButtonText", "Highlight", "ToolTipText"):
        assert palette.color(getattr(role, name)).alpha() == 255


@pytest.mark.parametrize("zoom", ZOOMS)
def test_measures_and_type_grow_together(qapp: QApplication, zoom: float) -> None:
    metrics, fonts = make_metrics(zoom), make_type(zoom)
    assert metrics.row == round(24 * zoom)
    assert fonts.ui.pixelSize() == round(13 * zoom)
    assert fonts.mono_large.pixelSize() == round(14 * zoom)
    assert fonts.ui.pixelSize() + 4 <= metrics.row


def test_ligatures_are_off_in_urls(qapp: QApplication) -> None:
    fonts = make_type()
    for font in (fonts.mono, fonts.mono_large):
        assert {bytes(tag.toString().data()) for tag in font.featureTags()} == {b"liga", b"calt"}


@pytest.mark.parametrize("dark", [False, True])
def test_the_style_sheet_names_no_colour_of_the_other_theme(qapp: QApplication, dark: bool) -> None:
    mine, other = make_theme(dark=dark), make_theme(dark=not dark)
    sheet = style_sheet(mine)
    assert "{" in sheet
    assert "{{" not in sheet
    assert other.colours.base.name() not in sheet
    assert other.colours.text.name() not in sheet


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_pictures_of_the_style_sheet_have_the_themes_colours(colours: Palette) -> None:
    folder = resources() / "icons" / ("theme-dark" if colours.dark else "theme-light")
    for path in folder.glob("*.svg"):
        assert colours.secondary.name().upper() in path.read_text("utf-8").upper(), path.name


def test_a_switch_tells_and_changes_the_palette(qapp: QApplication, qtbot: QtBot) -> None:
    state = ThemeState(qapp, Scheme.LIGHT)
    with qtbot.waitSignal(state.theme_changed) as caught:
        state.set_scheme(Scheme.DARK)
    assert caught.args[0] is state.theme
    assert state.theme.name == "dark"
    assert qapp.palette().color(QPalette.ColorRole.Base) == DARK.base
    state.set_scheme(Scheme.LIGHT)
    assert qapp.palette().color(QPalette.ColorRole.Base) == LIGHT.base


def test_nothing_is_told_when_nothing_changes(themes: ThemeState, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(themes.theme_changed):
        themes.set_scheme(Scheme.LIGHT)
        themes.set_zoom(1.0)


def test_zoom_goes_in_steps_and_stops_at_the_ends(themes: ThemeState) -> None:
    themes.zoom_in()
    assert themes.zoom == 1.1
    themes.zoom_out()
    assert themes.zoom == 1.0
    for _ in range(20):
        themes.zoom_in()
    assert themes.zoom == ZOOMS[-1]
    for _ in range(30):
        themes.zoom_out()
    assert themes.zoom == ZOOMS[0]


def test_the_systems_switch_is_followed_only_where_it_is_wanted(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    dark = False
    monkeypatch.setattr("urlinspector.gui.state.theme_state.system_is_dark", lambda app: dark)
    state = ThemeState(qapp, Scheme.SYSTEM)
    assert state.theme.name == "light"
    dark = True
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert state.theme.name == "dark"
    state.set_scheme(Scheme.LIGHT)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert state.theme.name == "light"
