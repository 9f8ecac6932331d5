"""The Ladder pane: one row for each step that changed something, walked by a player; printed and saved."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QMenu, QToolButton, QVBoxLayout, QWidget

from urlinspector.gui.dialogs.ask import ask_save_file, tell
from urlinspector.gui.models.ladder import LadderModel
from urlinspector.gui.numbers import told
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.reading import Result
from urlinspector.gui.state.rungs import Rung
from urlinspector.gui.state.text_file import write_text
from urlinspector.gui.views.ladder_document import LadderPrinter, ladder_html, save_pdf
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.widgets import flat_button, label, segment_button
from urlinspector.url.wording import plain_reason

_WIDE = ((40, 0.0), (228, 0.0), (38, 0.0), (120, 1.0), (34, 0.0), (120, 1.0))
_NARROW = ((36, 0.0), (190, 0.0), (38, 0.0), (80, 1.0), (30, 0.0), (80, 1.0))


class LadderPane(QWidget):
    """Signals: `rung_chosen(Rung)`, or None, when the user went to a row; `counted()` when the count
    changed.
    """

    rung_chosen = Signal(object)
    counted = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._result: Result | None = None
        self._is_following = False
        self.bar = SectionBar(services.themes, self.tr("Ladder"))
        self.model = LadderModel(self)
        self.table = HouseTable(services.themes, self.tr("Ladder"), _WIDE)
        self.table.setObjectName("ladderTable")
        self.table.setModel(self.model)
        self.table.set_empty_text(self.tr("No step that is on changes this URL."))
        self._build_tools()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        self.table.row_selected.connect(self._on_row_selected)
        self.table.set_shares(_WIDE)

    def _build_tools(self) -> None:
        icons = self._services.icons
        self.place = label("", "caption")
        self.place.setObjectName("ladderPlace")
        self.bar.add_tool(self.place)
        self.buttons: dict[str, QToolButton] = {
            "first": flat_button(icons, "first", self.tr("First change"), self.first),
            "previous": flat_button(icons, "chevron-left", self.tr("Previous change"), self.previous),
            "next": flat_button(icons, "chevron-right", self.tr("Next change"), self.next),
            "last": flat_button(icons, "last", self.tr("Last change"), self.last),
        }
        for number, flat in enumerate(self.buttons.values()):
            self.bar.add_tool(flat, gap=number == 0)
        self.changed_button = segment_button(self.tr("Changed here"), "first")
        self.all_button = segment_button(self.tr("All steps"), "last")
        self._show_group = QButtonGroup(self)
        for number, button in enumerate((self.changed_button, self.all_button)):
            button.setProperty("density", "small")
            self._show_group.addButton(button, number)
        self.changed_button.setChecked(True)
        self._show_group.idToggled.connect(self._on_show_toggled)
        self.bar.add_tool(_joined(self.changed_button, self.all_button), gap=True)
        self.more_button = flat_button(icons, "export", self.tr("Print or save the ladder"))
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for text, icon, slot in (
            (self.tr("Print…"), "print", self.print_ladder),
            (self.tr("Save as HTML…"), "file", self.save_html),
            (self.tr("Save as PDF…"), "file", self.save_pdf),
        ):
            action = QAction(icons.get(icon), text, menu)
            action.triggered.connect(slot)
            menu.addAction(action)
        self.more_button.setMenu(menu)
        self.bar.add_tool(self.more_button, gap=True)

    # What it shows

    def set_result(self, result: Result, *, marks: bool) -> None:
        """Show another trace; the chosen step stays chosen if it is still there."""
        chosen = self.rung.name if self.rung is not None else ""
        self._result = result
        self._is_following = True
        self.model.set_rungs(result.rungs, marks=marks)
        row = self.model.row_of_step(chosen) if chosen else None
        if row is None:
            self._choose_none()
        elif row != self.table.currentIndex().row():
            self.table.selectRow(row)
        self._is_following = False
        words = self.tr("The {0} step"), self.tr("All {0} steps")
        self.all_button.setText(told(self.model.step_count, *words))
        self._tell_place()

    @property
    def rung(self) -> Rung | None:
        """The chosen row."""
        row = self.table.currentIndex().row()
        return self.model.rungs[row] if 0 <= row < len(self.model.rungs) else None

    @property
    def count(self) -> int:
        """How many rows changed something."""
        return self.model.acted_count

    def select_step(self, name: str) -> Rung | None:
        """Choose a step's row without telling; None where it has none."""
        row = self.model.row_of_step(name)
        self._is_following = True
        if row is None:
            self._choose_none()
        else:
            self.table.selectRow(row)
        self._is_following = False
        self._tell_place()
        return self.rung if row is not None else None

    def _choose_none(self) -> None:
        if self.table.currentIndex().isValid():
            self.table.clearSelection()
            self.table.setCurrentIndex(QModelIndex())

    def clear_choice(self) -> None:
        """Choose no row, without telling."""
        self.select_step("")

    def set_narrow(self, narrow: bool) -> None:
        """Narrower columns."""
        self.table.set_shares(_NARROW if narrow else _WIDE)

    # The player

    def first(self) -> None:
        """Go to the first change."""
        self._go(self._acting()[:1])

    def last(self) -> None:
        """Go to the last change."""
        self._go(self._acting()[-1:])

    def next(self) -> None:
        """Go to the next change."""
        row = self.table.currentIndex().row()
        self._go([each for each in self._acting() if each > row][:1])

    def previous(self) -> None:
        """Go to the change before."""
        row = self.table.currentIndex().row()
        acting = self._acting()
        self._go([each for each in acting if each < row][-1:] if row >= 0 else acting[-1:])

    def _acting(self) -> list[int]:
        return [row for row, rung in enumerate(self.model.rungs) if rung.acted]

    def _go(self, rows: list[int]) -> None:
        if rows:
            self.table.selectRow(rows[0])
            self.table.scrollTo(self.model.index(rows[0], 0))

    def _tell_place(self) -> None:
        acting, row = self._acting(), self.table.currentIndex().row()
        if row in acting:
            self.place.setText(self.tr("{0} of {1}").format(acting.index(row) + 1, len(acting)))
        else:
            said = self.tr("{0} change") if len(acting) == 1 else self.tr("{0} changes")
            self.place.setText(said.format(len(acting)) if acting else self.tr("nothing to change"))
        for name, button in self.buttons.items():
            at_end = bool(acting) and row == (acting[0] if name in ("first", "previous") else acting[-1])
            button.setEnabled(bool(acting) and not at_end)
        self.counted.emit()

    def _on_row_selected(self) -> None:
        self._tell_place()
        if not self._is_following:
            self.rung_chosen.emit(self.rung)

    def _on_show_toggled(self, number: int, checked: bool) -> None:
        if not checked:
            return
        chosen = self.rung.name if self.rung is not None else ""
        self.model.set_show_all(number == 1)
        self.select_step(chosen)

    # Paper

    def print_ladder(self) -> None:
        """Print what the ladder shows."""
        if self._result is not None:
            LadderPrinter(self, self._html()).open()

    def save_html(self) -> None:
        """Save it as one HTML file."""
        filters = [self.tr("HTML (*.html)")]
        ask_save_file(self, self.tr("Save the ladder"), "ladder.html", filters, self._on_html_chosen)

    def save_pdf(self) -> None:
        """Save it as PDF."""
        filters = [self.tr("PDF (*.pdf)")]
        ask_save_file(self, self.tr("Save the ladder"), "ladder.pdf", filters, self._on_pdf_chosen)

    def _html(self) -> str:
        assert self._result is not None
        return ladder_html(self._result, every_step=self.model.shows_all)

    def _on_html_chosen(self, paths: list[Path]) -> None:
        try:
            write_text(paths[0], self._html())
        except OSError as error:
            self._tell_failed(paths[0], error)

    def _on_pdf_chosen(self, paths: list[Path]) -> None:
        try:
            save_pdf(self._html(), paths[0])
        except OSError as error:
            self._tell_failed(paths[0], error)

    def _tell_failed(self, path: Path, error: OSError) -> None:
        message = self.tr("{path} cannot be written: {why}").format(path=path, why=plain_reason(error))
        tell(self, self.tr("Save the ladder"), message)


def _joined(*buttons: QToolButton) -> QWidget:
    """Segments side by side without a gap."""
    from PySide6.QtWidgets import QHBoxLayout

    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    for button in buttons:
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
    return box
