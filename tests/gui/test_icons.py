"""Icons: drawn by the house's rules, never blank, sharp, in the theme's colour."""

import re
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage

from urlinspector.gui.icons import IconMissingError, Icons, icon_path
from urlinspector.gui.state.theme_state import Scheme, ThemeState
from urlinspector.resources import resources

FILES = sorted((resources() / "icons").glob("*.svg"))
EACH = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def inked(image: QImage) -> set[str]:
    """Colours of the pixels that are fully inked."""
    return {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }


@EACH
def test_drawn_on_a_grid_of_16_with_an_unscaled_line(path: Path) -> None:
    text = path.read_text("utf-8")
    assert 'viewBox="0 0 16 16"' in text
    assert 'stroke="currentColor"' in text
    assert 'stroke-width="1.5"' in text
    shapes = re.findall(r"<(?:path|circle|rect|line)\b[^>]*>", text)
    assert shapes
    assert all("non-scaling-stroke" in shape for shape in shapes)


@EACH
def test_not_blank_at_any_ratio(themes: ThemeState, path: Path) -> None:
    icon = Icons(themes).get(path.stem)
    for scheme, ratio in product((Scheme.LIGHT, Scheme.DARK), (1.0, 1.5, 2.0)):
        themes.set_scheme(scheme)
        pixmap = icon.pixmap(QSize(16, 16), ratio)
        assert pixmap.size() == QSize(round(16 * ratio), round(16 * ratio))
        image = pixmap.toImage()
        places = product(range(image.width()), range(image.height()))
        assert sum(image.pixelColor(x, y).alpha() > 100 for x, y in places) >= 8, (scheme, ratio)


def test_follows_the_theme_without_being_made_anew(themes: ThemeState) -> None:
    icon = Icons(themes).get("close")
    assert themes.theme.colours.text.name() in inked(icon.pixmap(32).toImage())
    themes.set_scheme(Scheme.DARK)
    assert themes.theme.colours.text.name() in inked(icon.pixmap(32).toImage())


def test_checked_is_accent_and_disabled_is_faded(themes: ThemeState) -> None:
    icon = Icons(themes).get("stop")
    on = icon.pixmap(QSize(32, 32), QIcon.Mode.Normal, QIcon.State.On).toImage()
    off = icon.pixmap(QSize(32, 32), QIcon.Mode.Disabled, QIcon.State.Off).toImage()
    assert themes.theme.colours.accent.name() in inked(on)
    assert themes.theme.colours.text.name() not in inked(off)


def test_a_missing_drawing_is_an_error(themes: ThemeState) -> None:
    with pytest.raises(IconMissingError):
        Icons(themes).get("no-such-icon")
    with pytest.raises(IconMissingError):
        icon_path("no-such-icon")
