"""The application's style sheet, made from a theme: what Fusion and the palette do not give by themselves.

Widgets choose a look by the dynamic property `look`, such as `button.setProperty("look", "segment")`:
`flat` (a tool button without frame), `segment` (one of an exclusive row; with `part` first, middle, last or
only), `small`, `default` (the one button of a pane that commits), `link`, `section` (a section bar), `bar` (a
strip of tools on the window's colour), `caption` (secondary colour, 12 px), `title` (15 px semibold),
`strong`, `warning`, `pane`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urlinspector.gui.theme import Theme


def style_sheet(theme: "Theme") -> str:
    """Qt's style sheet for a theme."""
    colours, metrics, fonts = theme.colours, theme.metrics, theme.type
    return _SHEET.format(
        window=colours.window.name(),
        dock=colours.dock_title.name(),
        base=colours.base.name(),
        header=colours.header.name(),
        line=colours.line.name(),
        hairline=colours.hairline.name(),
        text=colours.text.name(),
        secondary=colours.secondary.name(),
        accent=colours.accent.name(),
        selection=colours.selection.name(),
        edge=colours.selection_edge.name(),
        hover=colours.hover.name(),
        button=colours.button.name(),
        button_end=(colours.window if not colours.dark else colours.dock_title).name(),
        warning=colours.warning.text.name(),
        warning_tint=colours.warning.tint.name(),
        small=fonts.small.pixelSize(),
        ui=fonts.ui.pixelSize(),
        title=fonts.title.pixelSize(),
        control=metrics.control - 2,
        small_control=metrics.control_small - 2,
        section=metrics.section_bar - 1,
        header_height=metrics.header - 1,
        icon=metrics.icon,
        px2=metrics.px(2),
        px3=metrics.px(3),
        px4=metrics.px(4),
        px6=metrics.px(6),
        px8=metrics.px(8),
        px9=metrics.px(9),
        px10=metrics.px(10),
        px12=metrics.px(12),
        px24=metrics.px(24),
        radius=metrics.radius,
        icons=f"icons{theme.name}",
    )


_SHEET = """
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; }}
QSplitter::handle {{ background: {line}; }}
QToolTip {{
    color: {text}; background: {base}; border: 1px solid {line}; padding: {px4}px; font-size: {small}px;
}}

QMenuBar {{ background: {window}; border-bottom: 1px solid {line}; padding: 0; }}
QMenuBar::item {{ padding: {px3}px {px8}px; background: transparent; }}
QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {selection}; color: {text}; }}
QMenu {{ background: {base}; border: 1px solid {line}; padding: {px4}px 0; }}
QMenu::item {{ padding: {px4}px {px24}px {px4}px {px12}px; color: {text}; background: transparent; }}
QMenu::item:selected {{ background: {selection}; }}
QMenu::item:disabled {{ color: {secondary}; }}
QMenu::icon {{ padding-left: {px8}px; }}
QMenu::separator {{ height: 1px; background: {hairline}; margin: {px4}px 0; }}
QStatusBar {{ background: {window}; border-top: 1px solid {line}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ font-size: {small}px; }}

QPushButton, QMenu {{ icon-size: {icon}px; }}
QPushButton, QToolButton[look="button"] {{
    color: {text}; border: 1px solid {line}; border-radius: {radius}px;
    padding: 0 {px10}px; min-height: {control}px; max-height: {control}px;
    background: qlineargradient(x1:0, y1:0, x2:0, y2:1, stop:0 {button}, stop:1 {button_end});
}}
QToolButton[look="button"] {{ padding: 0 {px8}px; }}
QPushButton:hover, QToolButton[look="button"]:hover {{ background: {hover}; }}
QPushButton:pressed, QPushButton:checked,
QToolButton[look="button"]:pressed, QToolButton[look="button"]:checked {{
    background: {selection}; border-color: {edge};
}}
QPushButton:focus, QToolButton[look="button"]:focus {{ border-color: {accent}; }}
QPushButton:default, QPushButton[look="default"] {{ border: 2px solid {accent}; padding: 0 {px9}px; }}
QPushButton[look="default"] {{ font-weight: 600; }}
QPushButton:disabled, QToolButton:disabled {{ color: {secondary}; border-color: {hairline}; }}
QPushButton[look="small"] {{
    min-height: {small_control}px; max-height: {small_control}px; padding: 0 {px8}px; font-size: {small}px;
}}
QPushButton[look="finding"] {{
    border: 1px solid transparent; background: transparent; padding: 0 {px2}px; font-size: {small}px;
    min-height: {small_control}px; max-height: {small_control}px;
}}
QPushButton[look="finding"]:hover {{ color: {accent}; }}
QPushButton[look="finding"]:focus {{ border-color: {accent}; }}
QPushButton[look="link"] {{
    color: {accent}; border: 1px solid transparent; background: transparent; padding: 0 {px2}px;
}}
QPushButton[look="link"]:hover {{ text-decoration: underline; }}
QPushButton[look="link"]:focus {{ border-color: {accent}; }}

QToolButton[look="flat"] {{
    border: 1px solid transparent; border-radius: {radius}px; background: transparent; padding: {px2}px;
}}
QToolButton[look="flat"]:hover {{ background: {hover}; border-color: {line}; }}
QToolButton[look="flat"]:pressed, QToolButton[look="flat"]:checked {{
    background: {selection}; border-color: {edge};
}}
QToolButton[look="flat"]:focus {{ border-color: {accent}; }}
QToolButton::menu-indicator {{ image: none; }}

QToolButton[look="segment"] {{
    border: 1px solid {line}; border-left-width: 0; padding: 0 {px8}px;
    min-height: {control}px; max-height: {control}px;
    color: {text};
    background: qlineargradient(x1:0, y1:0, x2:0, y2:1, stop:0 {button}, stop:1 {button_end});
}}
QToolButton[look="segment"][part="first"], QToolButton[look="segment"][part="only"] {{
    border-left-width: 1px; border-top-left-radius: {radius}px; border-bottom-left-radius: {radius}px;
}}
QToolButton[look="segment"][part="last"], QToolButton[look="segment"][part="only"] {{
    border-top-right-radius: {radius}px; border-bottom-right-radius: {radius}px;
}}
QToolButton[look="segment"]:hover {{ background: {hover}; }}
QToolButton[look="segment"]:checked {{ background: {selection}; border: 1px solid {edge}; }}
QToolButton[look="segment"]:focus {{ border: 1px solid {accent}; }}
QToolButton[look="segment"][density="small"] {{
    min-height: {small_control}px; max-height: {small_control}px; font-size: {small}px;
}}

QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit[look="field"] {{
    color: {text}; background: {base}; border: 1px solid {line}; border-radius: {radius}px;
    padding: 0 {px6}px; min-height: {control}px; placeholder-text-color: {secondary};
    selection-background-color: {edge}; selection-color: {text};
}}
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {{ max-height: {control}px; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit[look="field"]:focus {{
    border-color: {accent};
}}
QLineEdit:read-only {{ background: {header}; }}
QLineEdit:disabled, QSpinBox:disabled {{ color: {secondary}; background: {header}; }}
QSpinBox, QDoubleSpinBox {{ padding-right: {px2}px; }}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {{
    border: none; background: transparent; width: {px12}px;
}}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{
    image: url({icons}:chevron-up.svg); width: {px9}px; height: {px9}px;
}}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
    image: url({icons}:chevron-down.svg); width: {px9}px; height: {px9}px;
}}

QComboBox {{
    color: {text}; border: 1px solid {line}; border-radius: {radius}px; padding: 0 {px24}px 0 {px8}px;
    min-height: {control}px;
    background: qlineargradient(x1:0, y1:0, x2:0, y2:1, stop:0 {button}, stop:1 {button_end});
}}
QComboBox:hover {{ background: {hover}; }}
QComboBox:focus {{ border-color: {accent}; }}
QComboBox[density="small"] {{ min-height: {small_control}px; font-size: {small}px; }}
QComboBox::drop-down {{ border: none; width: {px24}px; }}
QComboBox::down-arrow {{ image: url({icons}:chevron-down.svg); width: {px12}px; height: {px12}px; }}
QComboBox QAbstractItemView {{
    background: {base}; border: 1px solid {line}; outline: none;
    selection-background-color: {selection}; selection-color: {text};
}}

QCheckBox:focus, QRadioButton:focus {{ color: {accent}; }}
QCheckBox::indicator, QRadioButton::indicator {{
    width: {px12}px; height: {px12}px; background: {base}; border: 1px solid {secondary};
}}
QCheckBox::indicator {{ border-radius: {px3}px; }}
QRadioButton::indicator {{ border-radius: {px6}px; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {accent}; }}
QCheckBox::indicator:checked {{ image: url({icons}:check.svg); }}
QRadioButton::indicator:checked {{
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 {secondary}, stop: 0.5 {secondary}, stop: 0.6 {base}, stop: 1 {base});
}}

QAbstractItemView {{ background: {base}; border: none; outline: none; selection-color: {text}; }}
QHeaderView {{ background: {header}; border: none; border-bottom: 1px solid {line}; }}
QHeaderView::section {{
    background: {header}; color: {secondary}; border: none; border-right: 1px solid {hairline};
    padding: 0 {px8}px; font-size: {small}px; min-height: {header_height}px;
}}
QHeaderView::section:last {{ border-right: none; }}
QTableCornerButton::section {{ background: {header}; border: none; }}
QScrollArea {{ border: none; }}
QTextBrowser {{ background: {base}; border: none; }}

QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: {px10}px; }}
QScrollBar:horizontal {{ height: {px10}px; }}
QScrollBar::handle {{ background: {line}; border-radius: {radius}px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: {px24}px; }}
QScrollBar::handle:horizontal {{ min-width: {px24}px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {secondary}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

QTabBar {{ background: transparent; qproperty-drawBase: 0; }}
QMainWindow > QTabBar {{ background: {dock}; }}
QTabBar::tab {{
    background: transparent; color: {secondary}; border: none; border-bottom: 2px solid transparent;
    padding: {px4}px {px12}px; min-height: {px24}px;
}}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; font-weight: 600; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:focus {{ color: {accent}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {line}; }}
QDialog#palette {{ border: 1px solid {line}; }}
QTableWidget::item {{ padding: 0 {px8}px; }}

QProgressBar {{
    background: {line}; border: none; border-radius: {radius}px; max-height: {px6}px; color: {text};
}}
QProgressBar::chunk {{ background: {accent}; border-radius: {radius}px; }}

QFrame[look="line"] {{ background: {line}; border: none; max-height: 1px; min-height: 1px; }}
QFrame[look="upright"] {{ background: {line}; border: none; max-width: 1px; min-width: 1px; }}
QWidget[look="pane"] {{ background: {base}; }}
QWidget[look="dock-title"] {{ background: {dock}; border-bottom: 1px solid {line}; }}
QWidget[look="bar"] {{ background: {window}; border-bottom: 1px solid {line}; }}
QWidget[look="foot"] {{ background: {window}; border-top: 1px solid {line}; }}
QWidget[look="section"] {{
    background: {window}; min-height: {section}px;
    border-top: 1px solid {line}; border-bottom: 1px solid {line};
}}
QWidget[look="consent"] {{
    background: {selection}; border: none; border-left: 3px solid {accent}; border-bottom: 1px solid {line};
}}
QWidget[look="warning"] {{ background: {warning_tint}; border-bottom: 1px solid {line}; }}
QLabel {{ background: transparent; }}
QLabel[look="caption"] {{ color: {secondary}; font-size: {small}px; }}
QLabel[look="note"] {{ color: {secondary}; }}
QLabel[look="title"] {{ font-size: {title}px; font-weight: 600; }}
QLabel[look="strong"] {{ font-weight: 600; }}
QLabel[look="warning"] {{ color: {warning}; background: transparent; border: none; }}
"""
