"""Colours, type and measures of the window, in one frozen record; light and dark.

The figures are those of the reference mock-ups: every text colour has a contrast of at least 4.5:1 on every
surface it may stand on (a test computes it). Colour never carries meaning alone: each mark has a sign, an
edge or a stroke besides. Nothing else in `gui` names a colour or a size in pixels.

A widget is given the `ThemeState` (`gui/state/theme_state.py`) by its constructor, paints from `state.theme`,
and listens to `state.theme_changed`. `apply_theme` sets the palette, font and style sheet of the whole
application.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication, QDir, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from urlinspector.gui.style_sheet import style_sheet
from urlinspector.normalize.step import Safety
from urlinspector.resources import resources
from urlinspector.url.components import Component

ZOOMS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
"""The steps of Ctrl + and Ctrl -."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A text colour and the tint it stands on."""

    text: QColor
    tint: QColor


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour by its role; the names are those of the mock-ups' table."""

    dark: bool
    window: QColor
    dock_title: QColor
    base: QColor
    header: QColor
    alternate: QColor
    line: QColor
    hairline: QColor
    text: QColor
    secondary: QColor
    accent: QColor
    selection: QColor
    selection_edge: QColor
    hover: QColor
    button: QColor
    warning: Mark
    kinds: Mapping[Component, QColor]
    """Text colour of a component in raw text; TEXT and WHOLE have the secondary colour."""
    safety: Mapping[Safety, Mark]
    gone: Mark
    """What a change took away: struck out, 1 px."""
    new: Mark
    """What a change put in: underlined, 1.5 px, 3 px below the base line."""


@dataclass(frozen=True, slots=True)
class Type:
    """The fonts: four sizes of interface type and two of monospace, in pixels times the zoom."""

    ui: QFont
    """13 px."""
    bold: QFont
    """13 px semibold: section bars, group rows."""
    small: QFont
    """12 px: captions, headers, counts."""
    tiny: QFont
    """11 px: ribbon, page bar and stem labels."""
    title: QFont
    """15 px semibold: a verdict, an empty page's title."""
    mono: QFont
    """12 px: URLs in tables."""
    mono_bold: QFont
    """12 px: kind letters and registrable domains."""
    mono_large: QFont
    """14 px: URL fields."""
    mono_large_bold: QFont


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights and gaps in device-independent pixels, already multiplied by the zoom."""

    zoom: float
    row: int
    header: int
    group_row: int
    section_bar: int
    control: int
    control_small: int
    result_row: int
    dock_title: int
    bar: int
    page_bar: int
    page_bar_narrow: int
    cell_padding: int
    edge: int
    gap_small: int
    gap: int
    icon: int
    icon_page: int
    icon_empty: int
    radius: int
    radius_mark: int
    accent_edge: int
    """The accent at the left of a current row or page."""

    def px(self, pixels: float) -> int:
        """A measure of the mock-ups at the present zoom, at least 1."""
        return max(1, round(pixels * self.zoom))


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours, type and measures together; what a widget paints from."""

    colours: Palette
    type: Type
    metrics: Metrics

    @property
    def name(self) -> str:
        """`light` or `dark`."""
        return "dark" if self.colours.dark else "light"


SIGNS: Mapping[Safety, str] = MappingProxyType(
    {Safety.PRESERVES: "=", Safety.USUALLY_PRESERVES: "≈", Safety.CHANGES: "≠"}
)
"""The second cue of a safety class, beside its colour."""

LETTERS: Mapping[Component, str] = MappingProxyType(
    {
        Component.SCHEME: "s",
        Component.USERINFO: "u",
        Component.HOST: "h",
        Component.PORT: "t",
        Component.PATH: "p",
        Component.QUERY: "q",
        Component.FRAGMENT: "f",
        Component.TEXT: "∗",
        Component.WHOLE: "∗",
    }
)
"""The second cue of a component kind: the letter in its box."""


def safety_title(safety: Safety) -> str:
    """A safety class in words."""
    return {
        Safety.PRESERVES: QCoreApplication.translate("Safety", "Preserves"),
        Safety.USUALLY_PRESERVES: QCoreApplication.translate("Safety", "Usually preserves"),
        Safety.CHANGES: QCoreApplication.translate("Safety", "Changes"),
    }[safety]


def _mark(text: str, tint: str) -> Mark:
    return Mark(QColor(text), QColor(tint))


def _kinds(secondary: str, *colours: str) -> Mapping[Component, QColor]:
    order = (
        Component.SCHEME,
        Component.USERINFO,
        Component.HOST,
        Component.PORT,
        Component.PATH,
        Component.QUERY,
        Component.FRAGMENT,
    )
    table = {kind: QColor(colour) for kind, colour in zip(order, colours, strict=True)}
    table[Component.TEXT] = table[Component.WHOLE] = QColor(secondary)
    return MappingProxyType(table)


def _safety(preserves: Mark, usually: Mark, changes: Mark) -> Mapping[Safety, Mark]:
    return MappingProxyType(
        {Safety.PRESERVES: preserves, Safety.USUALLY_PRESERVES: usually, Safety.CHANGES: changes}
    )


LIGHT = Palette(
    dark=False,
    window=QColor("#F0F1F3"),
    dock_title=QColor("#E7E9EC"),
    base=QColor("#FFFFFF"),
    header=QColor("#F5F6F7"),
    alternate=QColor("#F8F9FA"),
    line=QColor("#C5C9CF"),
    hairline=QColor("#E4E6EA"),
    text=QColor("#1B1F24"),
    secondary=QColor("#545B64"),
    accent=QColor("#1F66AB"),
    selection=QColor("#DCE9F7"),
    selection_edge=QColor("#8DB7E2"),
    hover=QColor("#EDF2F8"),
    button=QColor("#FBFBFC"),
    warning=_mark("#855000", "#FDF3DC"),
    kinds=_kinds("#545B64", "#6A47A6", "#6B5F00", "#0B5CAB", "#00666F", "#2A6B2E", "#9C430A", "#A12374"),
    safety=_safety(_mark("#17684D", "#E1F1EA"), _mark("#7A5100", "#FAEFD6"), _mark("#A2271B", "#FBE6E2")),
    gone=_mark("#A2271B", "#FBE2DE"),
    new=_mark("#0B653A", "#DAF1E2"),
)

DARK = Palette(
    dark=True,
    window=QColor("#2A2C2F"),
    dock_title=QColor("#323539"),
    base=QColor("#1E2022"),
    header=QColor("#26282B"),
    alternate=QColor("#222427"),
    line=QColor("#474B51"),
    hairline=QColor("#34373B"),
    text=QColor("#E4E6E9"),
    secondary=QColor("#A8AEB7"),
    accent=QColor("#7DB5EE"),
    selection=QColor("#2A4159"),
    selection_edge=QColor("#4F7AA8"),
    hover=QColor("#2B3036"),
    button=QColor("#33363A"),
    warning=_mark("#E5BE6C", "#3A3220"),
    kinds=_kinds("#A8AEB7", "#C4ABEF", "#D2C463", "#82BDF5", "#62CDD6", "#8FCF90", "#F0A878", "#F09CCB"),
    safety=_safety(_mark("#7FD5B3", "#1F3B31"), _mark("#E5BE6C", "#3D331D"), _mark("#F3A298", "#472825")),
    gone=_mark("#F3A298", "#4C2925"),
    new=_mark("#86DAA6", "#1D4030"),
)


def make_metrics(zoom: float = 1.0) -> Metrics:
    """The measures at a zoom. Row heights grow with it; lines stay one pixel."""
    table = {
        "row": 24, "header": 24, "group_row": 26, "section_bar": 32, "control": 26, "control_small": 22,
        "result_row": 36, "dock_title": 28, "bar": 26, "page_bar": 72, "page_bar_narrow": 44,
        "cell_padding": 8, "edge": 12, "gap_small": 4, "gap": 8, "icon": 16, "icon_page": 20,
        "icon_empty": 32, "radius": 3, "radius_mark": 2, "accent_edge": 3,
    }  # fmt: skip
    return Metrics(zoom=zoom, **{name: max(1, round(value * zoom)) for name, value in table.items()})


def interface_family() -> str:
    """The system's interface font; where the system names none, the first of the common ones that is
    installed."""
    family = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    if family not in ("", "Sans", "Sans Serif", "sans-serif"):
        return family
    return _first_installed(("Noto Sans", "DejaVu Sans"), family)


def monospace_family() -> str:
    """DejaVu Sans Mono where it is installed, else the system's fixed font."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return _first_installed(("DejaVu Sans Mono",), fixed)


def _first_installed(families: tuple[str, ...], otherwise: str) -> str:
    return next((each for each in families if QFontDatabase.hasFamily(each)), otherwise)


def make_type(zoom: float = 1.0, *, mono_family: str = "") -> Type:
    """The fonts at a zoom; needs a QGuiApplication. An empty family stands for the usual one."""
    ui, mono = interface_family(), mono_family or monospace_family()

    def font(family: str, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        made = QFont(family)
        made.setPixelSize(max(6, round(pixels * zoom)))
        made.setWeight(weight)
        if family == mono:
            # Letters of a URL are looked at one by one: "fi" and "->" must not melt into one glyph.
            made.setStyleHint(QFont.StyleHint.Monospace)
            made.setFixedPitch(True)
            made.setFeature(QFont.Tag("liga"), 0)
            made.setFeature(QFont.Tag("calt"), 0)
        return made

    semibold, bold = QFont.Weight.DemiBold, QFont.Weight.Bold
    return Type(
        ui=font(ui, 13),
        bold=font(ui, 13, semibold),
        small=font(ui, 12),
        tiny=font(ui, 11),
        title=font(ui, 15, semibold),
        mono=font(mono, 12),
        mono_bold=font(mono, 12, bold),
        mono_large=font(mono, 14),
        mono_large_bold=font(mono, 14, bold),
    )


def make_theme(*, dark: bool = False, zoom: float = 1.0, mono_family: str = "") -> Theme:
    """A theme; needs a QGuiApplication for its fonts."""
    return Theme(DARK if dark else LIGHT, make_type(zoom, mono_family=mono_family), make_metrics(zoom))


def system_is_dark(app: QApplication) -> bool:
    """Whether the desktop asks for a dark window; False where it does not say."""
    return app.styleHints().colorScheme() == Qt.ColorScheme.Dark


def make_palette(colours: Palette) -> QPalette:
    """The colours as Qt's palette roles, so that every plain widget follows the theme."""
    role = QPalette.ColorRole
    palette = QPalette()
    for each, colour in {
        role.Window: colours.window,
        role.WindowText: colours.text,
        role.Base: colours.base,
        role.AlternateBase: colours.alternate,
        role.Text: colours.text,
        role.PlaceholderText: colours.secondary,
        role.Button: colours.button,
        role.ButtonText: colours.text,
        role.BrightText: colours.safety[Safety.CHANGES].text,
        role.Highlight: colours.selection,
        role.HighlightedText: colours.text,
        role.Accent: colours.accent,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
        role.ToolTipBase: colours.base,
        role.ToolTipText: colours.text,
        role.Light: colours.base,
        role.Midlight: colours.hairline,
        role.Mid: colours.line,
        role.Dark: colours.line,
        role.Shadow: colours.line,
    }.items():
        palette.setColor(each, colour)
    faded = mix(colours.text, colours.window, 0.5)
    for each in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.Link):
        palette.setColor(QPalette.ColorGroup.Disabled, each, faded)
    return palette


def mix(colour: QColor, other: QColor, share: float) -> QColor:
    """`share` of a colour over the rest of another, both opaque."""
    return QColor(
        *(
            round(a * share + b * (1 - share))
            for a, b in zip(colour.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
        )
    )


def apply_theme(app: QApplication, theme: Theme, *, windows: bool = False) -> None:
    """Give the whole application the theme: Fusion, its palette, fonts and style sheet.

    With `windows`, the style sheet goes to the windows that there are: a new one of the application costs
    Qt four times as long, since it begins anew with every widget instead of every window.
    """
    if app.style().name() != "fusion" and not app.styleSheet():
        app.setStyle("Fusion")
    for name in ("light", "dark"):
        QDir.setSearchPaths(f"icons{name}", [str(resources() / "icons" / f"theme-{name}")])
    app.setPalette(make_palette(theme.colours))
    app.setFont(theme.type.ui)
    sheet = style_sheet(theme)
    if not windows:
        app.setStyleSheet(sheet)
        return
    for window in app.topLevelWidgets():
        if window.parentWidget() is None:
            window.setStyleSheet(sheet)
