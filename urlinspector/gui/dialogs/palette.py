"""The command palette (Ctrl+Shift+P): every action, profile and step, found by a few letters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from urlinspector.gui.dialogs.fuzzy import Match, ranked
from urlinspector.gui.marks import draw_row, draw_text
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.cells import Index

_ROOT = QModelIndex()
MATCH_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class Command:
    """One entry: its words, where it lives (`Steps`), its shortcut in the system's spelling, and what it
    does.
    """

    text: str
    place: str
    shortcut: str
    run: Callable[[], object]

    @property
    def searched(self) -> str:
        """What the letters are looked for in."""
        return f"{self.place}: {self.text}" if self.place else self.text


class CommandModel(QAbstractListModel):
    """The commands that match, best first."""

    def __init__(self, commands: Sequence[Command], parent: QObject) -> None:
        super().__init__(parent)
        self._commands = tuple(commands)
        self._found: list[tuple[Command, Match]] = []
        self.find("")

    def find(self, letters: str) -> None:
        """Show what matches the letters."""
        self.beginResetModel()
        self._found = ranked(self._commands, letters, attrgetter("searched"))
        self.endResetModel()

    def command(self, row: int) -> Command:
        """The command of a row."""
        return self._found[row][0]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, MATCH_ROLE):
            return None
        command, match = self._found[index.row()]
        if role == MATCH_ROLE:
            return command, match
        if role == Qt.ItemDataRole.AccessibleTextRole and command.shortcut:
            return f"{command.searched}, {command.shortcut}"
        return command.searched


class CommandDelegate(QStyledItemDelegate):
    """Place in grey, words with the matched letters underlined, shortcut at the right."""

    def __init__(self, themes: ThemeState, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        metrics = self._themes.theme.metrics
        return QSize(metrics.px(200), metrics.px(28))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        command, match = index.data(MATCH_ROLE)
        theme = self._themes.theme
        px, colours, fonts = theme.metrics.px, theme.colours, theme.type
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = QStyle.StateFlag
        selected = bool(option.state & state.State_Selected)
        hovered = bool(option.state & state.State_MouseOver)
        draw_row(painter, rect, theme, selected=selected, hovered=hovered, focused=False, first=True)
        room = rect.adjusted(px(14), 0, -px(12), 0)
        align = Qt.AlignmentFlag.AlignRight
        took = draw_text(painter, room, command.shortcut, fonts.small, colours.secondary, align)
        room.adjust(0, 0, -took - px(12), 0)
        start = len(command.searched) - len(command.text)
        for at, letter in enumerate(command.searched):
            font, hit = fonts.ui, at in match.places
            colour = colours.secondary if at < start else colours.text
            if hit:
                font, colour = fonts.bold, colours.accent
            room.adjust(draw_text(painter, room, letter, font, colour), 0, 0, 0)
        painter.restore()


class Palette(QDialog):
    """A field over a list; Return runs the chosen command after the dialog is gone."""

    def __init__(self, commands: Sequence[Command], themes: ThemeState, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setWindowTitle(self.tr("Command palette"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.command_edit = QLineEdit()
        self.command_edit.setPlaceholderText(self.tr("Type what you want to do"))
        self.command_edit.setAccessibleName(self.tr("Command"))
        self.command_edit.installEventFilter(self)
        self.command_model = CommandModel(commands, self)
        self.command_list = QListView()
        self.command_list.setModel(self.command_model)
        self.command_list.setItemDelegate(CommandDelegate(themes, self.command_list))
        self.command_list.setAccessibleName(self.tr("Commands found"))
        self.command_list.setUniformItemSizes(True)
        self.command_list.setMouseTracking(True)
        self.command_list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.command_list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.command_edit.textChanged.connect(self._on_text_changed)
        self.command_list.clicked.connect(self._on_list_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self.command_edit)
        layout.addWidget(self.command_list)
        self._place(themes, parent)
        self._on_text_changed("")

    def _place(self, themes: ThemeState, parent: QWidget) -> None:
        px = themes.theme.metrics.px
        width = min(px(620), max(parent.width() - px(40), px(280)))
        self._row = px(28)
        self._most = min(15, max(parent.height() - px(160), px(140)) // self._row)
        self.setFixedWidth(width)
        corner = parent.mapToGlobal(QPoint((parent.width() - width) // 2, px(48)))
        self.move(corner)

    def run_current(self) -> None:
        """Close, and do what is chosen."""
        row = self.command_list.currentIndex().row()
        command = self.command_model.command(row) if row >= 0 else None
        self.accept()
        if command is not None:
            command.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.command_edit and isinstance(event, QKeyEvent) and _is_press(event):
            by = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
            step = by.get(Qt.Key(event.key()))
            if step is not None:
                self._move(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run_current()
                return True
        return super().eventFilter(watched, event)

    def _move(self, by: int) -> None:
        count = self.command_model.rowCount()
        if count:
            row = min(max(self.command_list.currentIndex().row() + by, 0), count - 1)
            self.command_list.setCurrentIndex(self.command_model.index(row))

    def _on_text_changed(self, letters: str) -> None:
        self.command_model.find(letters)
        rows = min(max(self.command_model.rowCount(), 1), self._most)
        self.command_list.setFixedHeight(rows * self._row)
        self.adjustSize()
        if self.command_model.rowCount():
            self.command_list.setCurrentIndex(self.command_model.index(0))

    def _on_list_clicked(self, index: QModelIndex) -> None:
        self.command_list.setCurrentIndex(index)
        self.run_current()


def _is_press(event: QEvent) -> bool:
    return event.type() == QEvent.Type.KeyPress
