"""The settings (Ctrl+,): a form made from the option records. Every change takes effect at once."""

from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.pages.page import Services
from urlinspector.gui.settings import OPTIONS, Option
from urlinspector.gui.theme import ZOOMS, monospace_family
from urlinspector.gui.widgets import label, name_tabs, without_default
from urlinspector.normalize.library import builtin_names


class SettingsDialog(QDialog):
    """Tabs of options; Close, and Restore defaults."""

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._settings = services.settings
        self.setWindowTitle(self.tr("Settings"))
        self.setObjectName("settingsDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.editors: dict[str, QWidget] = {}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        name_tabs(self.tabs, self.windowTitle())
        forms: dict[str, QFormLayout] = {}
        for option in OPTIONS:
            if option.group not in forms:
                forms[option.group] = self._add_tab(option.group)
            self._add(forms[option.group], option)
        button = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(button.Close | button.RestoreDefaults)
        self.buttons.rejected.connect(self.reject)
        without_default(self.buttons)
        self.buttons.button(button.RestoreDefaults).clicked.connect(self._settings.reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.tabs)
        layout.addWidget(self.buttons)
        self._settings.setting_changed.connect(self._on_setting_changed)
        px = services.themes.theme.metrics.px
        self.resize(px(560), px(380))

    def _add_tab(self, group: str) -> QFormLayout:
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(12, 16, 12, 12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        self.tabs.addTab(area, _tr(group))
        return form

    def _add(self, form: QFormLayout, option: Option) -> None:
        editor = self._editor(option)
        title = _tr(option.title)
        editor.setAccessibleName(title)
        editor.setAccessibleDescription(_tr(option.help) if option.help else "")
        editor.setObjectName(f"{option.key}Editor")
        self.editors[option.key] = editor
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(editor, 0, Qt.AlignmentFlag.AlignLeft)
        if option.help:
            note = label(_tr(option.help), "caption")
            note.setWordWrap(True)
            column.addWidget(note)
        if isinstance(editor, QCheckBox):
            editor.setText(title)
            form.addRow(box)
        else:
            caption = label(title)
            caption.setBuddy(editor)
            form.addRow(caption, box)
        self._show(option.key, self._settings.get(option.key))

    def _editor(self, option: Option) -> QWidget:
        if option.kind == "bool":
            box = QCheckBox()
            box.toggled.connect(partial(self._settings.set, option.key))
            return box
        combo = QComboBox()
        combo.setFixedWidth(self._services.themes.theme.metrics.px(260))
        combo.setMaxVisibleItems(16)
        for value, words in self._choices(option):
            combo.addItem(words, value)
        combo.activated.connect(partial(self._on_combo_activated, option.key))
        return combo

    def _choices(self, option: Option) -> list[tuple[Any, str]]:
        if option.kind == "choice":
            return [(value, _tr(words)) for value, words in option.choices]
        if option.kind == "zoom":
            return [(zoom, f"{zoom:.0%}") for zoom in ZOOMS]
        if option.kind == "profile":
            return [(name, name) for name in builtin_names()]
        fixed = [name for name in QFontDatabase.families() if QFontDatabase.isFixedPitch(name)]
        usual = self.tr("Usual ({family})").format(family=monospace_family())
        return [("", usual), *((name, name) for name in fixed)]

    def _on_combo_activated(self, key: str, _index: int) -> None:
        editor = self.editors[key]
        assert isinstance(editor, QComboBox)
        self._settings.set(key, editor.currentData())

    def _on_setting_changed(self, key: str, value: Any) -> None:
        if key in self.editors:
            self._show(key, value)

    def _show(self, key: str, value: Any) -> None:
        editor = self.editors[key]
        if isinstance(editor, QCheckBox):
            editor.setChecked(value)
        elif isinstance(editor, QComboBox):
            at = editor.findData(value)
            if at < 0:
                editor.addItem(f"{value:.0%}" if isinstance(value, float) else str(value), value)
                at = editor.count() - 1
            editor.setCurrentIndex(at)
            if key == "mono_family":
                editor.setFont(QFont(value or monospace_family()))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Settings", text)
