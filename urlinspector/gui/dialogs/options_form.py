"""A form for the options of one step, made from their types: boxes, choices, numbers, texts and lists."""

from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.dialogs.rule_list import RuleList
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.widgets import label, looks
from urlinspector.normalize.options import OptionField, option_fields
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import ProfileError, bind


class OptionsForm(QDialog):
    """Emits `chosen(step, values)` with all options that are not at their defaults, by their written
    names.
    """

    chosen = Signal(str, object)

    def __init__(self, bound: BoundStep, themes: ThemeState, parent: QWidget) -> None:
        super().__init__(parent)
        self._step = bound.step
        self._themes = themes
        self.setWindowTitle(self.tr("Options of {step}").format(step=bound.step.name))
        self.setObjectName("optionsForm")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fields = option_fields(bound.step)
        self.editors: dict[str, QWidget] = {}
        metrics = themes.theme.metrics
        form = QFormLayout()
        form.setHorizontalSpacing(metrics.edge)
        form.setVerticalSpacing(metrics.gap)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for field in self.fields:
            self._add(form, field)
        self.error_label = label("", "warning")
        self.error_label.setWordWrap(True)
        self.error_label.hide()
        about = label(bound.step.title, "strong")
        about.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[metrics.px(16)] * 4)
        layout.setSpacing(metrics.edge)
        layout.addWidget(about)
        layout.addLayout(form)
        layout.addWidget(self.error_label)
        layout.addStretch(1)
        layout.addWidget(self._build_buttons())
        self.set_values(bound.options)
        self.setMinimumWidth(metrics.px(460))

    def _build_buttons(self) -> QDialogButtonBox:
        button = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(button.Ok | button.Cancel | button.RestoreDefaults)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        self.defaults_button = self.buttons.button(button.RestoreDefaults)
        self.defaults_button.setText(self.tr("Defaults"))
        self.defaults_button.clicked.connect(self._on_defaults_clicked)
        return self.buttons

    def _add(self, form: QFormLayout, field: OptionField) -> None:
        name = field.key.replace("-", " ").capitalize()
        editor = _editor(field, self._themes)
        editor.setAccessibleName(name)
        editor.setAccessibleDescription(field.help)
        editor.setToolTip(field.help)
        self.editors[field.key] = editor
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(editor)
        if field.help:
            note = label(field.help, "caption")
            note.setWordWrap(True)
            column.addWidget(note)
        if isinstance(editor, QCheckBox):
            editor.setText(name)
            form.addRow("", box)
        else:
            caption = label(name)
            caption.setBuddy(editor)
            form.addRow(caption, box)

    def set_values(self, options: Any) -> None:
        """Show the options of a step's dataclass."""
        for field in self.fields:
            _write(self.editors[field.key], getattr(options, field.name))

    def values(self) -> dict[str, Any]:
        """What the form says, without what is at its default."""
        said = {field.key: (_read(self.editors[field.key]), field.default) for field in self.fields}
        return {key: value for key, (value, default) in said.items() if value != _plain(default)}

    def _on_defaults_clicked(self) -> None:
        self.set_values(self._step.options())

    def _on_accepted(self) -> None:
        values = self.values()
        try:
            bind(self._step, values)
        except ProfileError as error:
            self.error_label.setText(error.reason)
            self.error_label.show()
            return
        self.chosen.emit(self._step.name, values)
        self.accept()


def _editor(field: OptionField, themes: ThemeState) -> QWidget:
    if field.kind == "bool":
        return QCheckBox()
    if field.kind == "choice":
        combo = QComboBox()
        combo.addItems([str(each) for each in field.choices])
        return combo
    if field.kind == "int":
        spin = QSpinBox()
        spin.setRange(0, 1_000_000)
        return spin
    if field.kind == "text":
        line = QLineEdit()
        line.setFont(themes.theme.type.mono)
        return line
    if field.kind == "rules":
        rules = RuleList()
        rules.setMinimumHeight(themes.theme.metrics.px(160))
        return rules
    lines = QPlainTextEdit()
    looks(lines, "field")
    lines.setFont(themes.theme.type.mono)
    lines.setTabChangesFocus(True)
    lines.setMinimumHeight(themes.theme.metrics.px(96))
    example = "name=value" if field.kind == "pairs" else ""
    lines.setPlaceholderText(example or QCoreApplication.translate("OptionsForm", "One on each line"))
    return lines


def _write(editor: QWidget, value: Any) -> None:
    if isinstance(editor, QCheckBox):
        editor.setChecked(value)
    elif isinstance(editor, QComboBox):
        editor.setCurrentText(str(value))
    elif isinstance(editor, QSpinBox):
        editor.setValue(value)
    elif isinstance(editor, QLineEdit):
        editor.setText(value)
    elif isinstance(editor, RuleList):
        editor.set_rules(value)
    elif isinstance(editor, QPlainTextEdit):
        editor.setPlainText("\n".join(value))


def _read(editor: QWidget) -> Any:
    if isinstance(editor, QCheckBox):
        return editor.isChecked()
    if isinstance(editor, QComboBox):
        return editor.currentText()
    if isinstance(editor, QSpinBox):
        return editor.value()
    if isinstance(editor, QLineEdit):
        return editor.text()
    if isinstance(editor, RuleList):
        return [*editor.rules()]
    assert isinstance(editor, QPlainTextEdit)
    return [each.strip() for each in editor.toPlainText().split("\n") if each.strip()]


def _plain(default: Any) -> Any:
    return list(default) if isinstance(default, tuple) else default
