"""The filter line and what it can be narrowed to."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from urlinspector.bulk.view import Narrowing
from urlinspector.gui.numbers import counted, told
from urlinspector.gui.pages.page import Services
from urlinspector.gui.text import printable
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.flow_layout import FlowLayout
from urlinspector.gui.widgets import label, looks

_DELAY_MS = 180


class FilterBar(QWidget):
    """Emits `changed(str)` a moment after the user stopped typing."""

    changed = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "bar")
        self._services = services
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("Filter the clusters"))
        self.field.setPlaceholderText(
            self.tr("Filter: words, host:, param:, step:, size>2, hosts>1, /pattern/, -term")
        )
        self.field.setClearButtonEnabled(True)
        self.field.addAction(
            services.icons.get("filter", "secondary"), QLineEdit.ActionPosition.LeadingPosition
        )
        self.field.setToolTip(
            self.tr(
                "host:example.com  a host and those below it\n"
                "under:example.com/a|example.org  what lies beneath places\n"
                "above:example.com/a  the pages above a place, at: those of the place itself\n"
                "param:utm_source  a parameter\n"
                "step:remove-www  rows that a step changed\n"
                "scheme:http  file:list.txt  disagrees:  ignored:\nsize>10  texts>3  hosts>1\n"
                '"Status Code"=404  a cell of another column\n'
                "/pattern/  a regular expression\n-term  turns a term round"
            )
        )
        self.count = label("", "note")
        self.refusal = label("", "warning")
        self.refusal.hide()
        top = QHBoxLayout()
        top.addWidget(self.field, 1)
        top.addWidget(self.count)
        self.facets = QWidget()
        self._flow = FlowLayout(self.facets, gap=6)
        self._flow.setContentsMargins(0, 0, 0, 0)
        column = self._column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.refusal)
        column.addWidget(self.facets)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(_DELAY_MS)
        self._delay.timeout.connect(self._emit)
        self.field.textEdited.connect(self._on_edited)
        self.field.textChanged.connect(self._on_changed)
        self.field.returnPressed.connect(self._emit)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    @property
    def text(self) -> str:
        return self.field.text().strip()

    def set_text(self, text: str, *, tell: bool = True) -> None:
        """Put a filter in."""
        self.field.setText(text)
        if tell:
            self._emit()

    def add_term(self, term: str) -> None:
        """Put a term in, or take it out where it is in already."""
        terms = self.text.split()
        wanted = term.split()
        if all(each in terms for each in wanted):
            terms = [each for each in terms if each not in wanted]
        else:
            kinds = {each.split(":")[0] + ":" for each in wanted if ":" in each}
            kinds |= {"size"} if term.startswith("size") else set()
            terms = [each for each in terms if not any(each.startswith(kind) for kind in kinds)] + wanted
        self.set_text(" ".join(terms))

    def _on_edited(self) -> None:
        self._delay.start()

    def _on_changed(self, text: str) -> None:
        if not text:
            # The clear button edits nothing in Qt's eyes.
            self._delay.start()

    def _emit(self) -> None:
        self._delay.stop()
        self.changed.emit(self.text)

    @property
    def is_due(self) -> bool:
        """Whether a change is about to be told."""
        return self._delay.isActive()

    def stop(self) -> None:
        """Tell nothing more."""
        self._delay.stop()

    # What it says

    def show_count(self, shown: int, total: int) -> None:
        """`1,335 of 89,450 clusters`."""
        if shown == total:
            words = self.tr("1 cluster") if total == 1 else self.tr("{0} clusters").format(counted(total))
        else:
            words = self.tr("{0} of {1} clusters").format(counted(shown), counted(total))
        self.count.setText(words)

    def show_refusal(self, message: str) -> None:
        """Why the filter cannot be used; empty where it can."""
        self.refusal.setText(message)
        self.refusal.setVisible(bool(message))

    def show_narrowings(self, found: Sequence[Narrowing]) -> None:
        """Offer what would narrow the filter."""
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if found:
            words = label(self.tr("Narrow to"), "caption")
            words.setMinimumHeight(self._services.themes.theme.metrics.control_small)
            self._flow.addWidget(words)
            words.show()
        for each in found:
            button = QToolButton()
            looks(button, "segment", part="only", density="small")
            button.setText(f"{self._words(each)}  {counted(each.clusters)}".replace("&", "&&"))
            button.setAccessibleName(
                self.tr("Narrow to {0}, {1}").format(
                    self._words(each), told(each.clusters, self.tr("{0} cluster"), self.tr("{0} clusters"))
                )
            )
            button.setToolTip(each.term)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self.add_term, each.term))
            self._flow.addWidget(button)
            button.show()
        self.facets.setVisible(bool(found))
        self._show_one_row()

    def _show_one_row(self) -> None:
        """Hide what would begin a second row."""
        room, gap = self.facets.width(), self._services.themes.theme.metrics.px(6)
        taken = 0
        for number in range(self._flow.count()):
            item = self._flow.itemAt(number)
            widget = item.widget() if item is not None else None
            if widget is not None:
                taken += widget.sizeHint().width() + gap
                widget.setVisible(taken - gap <= room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        margins = self._column.contentsMargins()
        self.facets.resize(self.width() - margins.left() - margins.right(), self.facets.height())
        self._show_one_row()

    def _words(self, each: Narrowing) -> str:
        if each.kind == "disagrees":
            return self.tr("rows disagree")
        return self.tr("two hosts") if each.kind == "hosts" else printable(each.value)

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics = theme.metrics
        self._column.setContentsMargins(metrics.edge, metrics.px(6), metrics.edge, metrics.px(6))
        self._column.setSpacing(metrics.px(6))
        self._flow.set_gap(metrics.px(6))
        self.facets.setFixedHeight(metrics.control_small + 2)
