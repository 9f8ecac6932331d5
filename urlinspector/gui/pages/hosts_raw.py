"""The answers to what was asked for some hosts, as they came: whom, when, for how long, and each record."""

from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from urlinspector.gui.models.hosts import outcome_words
from urlinspector.gui.numbers import counted
from urlinspector.gui.text import printable
from urlinspector.gui.theme import Theme
from urlinspector.gui.widgets import without_default
from urlinspector.hosts.answers import Answer, Answers
from urlinspector.hosts.plan import asked_about
from urlinspector.hosts.trail import Options


def raw_text(hosts: Sequence[str], answers: Answers, options: Options) -> str:
    """All answers about these hosts, each once: a line on the question, then a line for each record."""
    found = {each.question: each for host in hosts for each in asked_about(host, answers, options)}
    return "\n".join(line for answer in found.values() for line in _lines(answer))


def _lines(answer: Answer) -> list[str]:
    told = [outcome_words(answer.outcome.value)]
    if answer.resolver:
        told.append(_tr("asked of {0}").format(answer.resolver))
    if answer.at:
        told.append(datetime.fromtimestamp(answer.at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC"))
    if answer.ttl:
        told.append(_tr("may be kept {0} s").format(counted(answer.ttl)))
    if answer.note:
        told.append(answer.note)
    records = (*answer.records, *((answer.zone,) if answer.zone is not None else ()))
    return [
        f"{answer.question}: {', '.join(told)}",
        *(printable(f"    {each.name}  {each.ttl}  {each.type}  {each.data}") for each in records),
    ]


def show_text(parent: QWidget, theme: Theme, title: str, text: str) -> QDialog:
    """A text to be read and copied, in a dialog of its own."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setAccessibleName(title)
    view.setFont(theme.type.mono)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    view.setPlainText(text)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    box.rejected.connect(dialog.reject)
    without_default(box)
    column = QVBoxLayout(dialog)
    column.addWidget(view)
    column.addWidget(box)
    px = theme.metrics.px
    dialog.resize(px(860), px(520))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def _tr(text: str) -> str:
    return QCoreApplication.translate("HostsRaw", text)
