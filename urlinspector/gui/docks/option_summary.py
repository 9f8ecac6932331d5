"""A step's options in a word or two, for the grey text after its name: `https`, `keeps #!`."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from urlinspector.normalize.options import OptionField, option_fields
from urlinspector.normalize.step import Step

ALWAYS = frozenset({("limit-protocol", "to"), ("sort-parameters", "by"), ("add-scheme", "scheme")})
"""Options that say what the step does, shown at their defaults too."""

WORDS: Mapping[str, str] = {
    "keep_hashbang": "#!",
    "keep_routes": "#/",
    "keep_text_directives": ":~:",
    "keep_root": str(QT_TRANSLATE_NOOP("Options", "root")),
}
"""What a `keep…` option keeps."""


def option_summary(step: Step, options: Any) -> str:
    """What is worth knowing of a step's options at a glance; empty when all are usual."""
    kept: list[str] = []
    said: list[str] = []
    for each in option_fields(step):
        value = getattr(options, each.name)
        if each.kind == "bool" and each.name in WORDS:
            if value:
                kept.append(_tr(WORDS[each.name]))
        elif (step.name, each.name) in ALWAYS:
            said.append(str(value))
        elif value != each.default:
            said.append(_said(each, value))
    if kept:
        said.append(_tr("keeps {what}").format(what=" ".join(kept)))
    return ", ".join(said)


def _said(field: OptionField, value: Any) -> str:
    name = field.key.replace("-", " ")
    if field.kind == "bool":
        return name if value else _tr("not {what}").format(what=name)
    if field.kind == "rules":
        on = sum(rule.enabled for rule in value)
        return _tr("{on} of {count} rules").format(on=on, count=len(value))
    if field.kind in ("list", "pairs"):
        if not value:
            return _tr("no {what}").format(what=name)
        return value[0] if len(value) == 1 else _tr("{count} {what}").format(count=len(value), what=name)
    if field.kind in ("int", "text"):
        return f"{name} {value}" if value != "" else _tr("no {what}").format(what=name)
    return str(value)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Options", text)
