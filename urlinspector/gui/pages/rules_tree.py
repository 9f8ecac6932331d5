"""The tree of a list's stems: a table that is looked up level by level, and a picture of the same."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QSplitter, QWidget

from urlinspector.gui.dialogs.ask import ask_save_file, tell
from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import Services
from urlinspector.gui.state.list_jobs import engine_task
from urlinspector.gui.tasks.runner import Task
from urlinspector.gui.text import printable
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.icicle import STEPS, Box, Icicle, shade
from urlinspector.gui.views.menu_table import MenuTable
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.widgets import bare_column, label, looks, push_button
from urlinspector.rules.prefixes import lru_text
from urlinspector.url.components import Component
from urlinspector.url.place import is_suffix
from urlinspector.url.wording import plain_reason

if TYPE_CHECKING:
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.stems import Node, StemTree

_CHANNEL = "rules-tree"
_SHARES = ((104, 1.0), (84, 0.0), (76, 0.0), (90, 0.0))
_LEVELS = 3
"""Levels of the picture beneath its root."""
_WIDEST = 60
"""Boxes of a level that the picture looks up."""
STEM, URLS, PAGES, DUPLICATES = range(4)


class TreePane(QWidget):
    """Signals: `filter_asked(str)`: the Clusters page is to show what lies beneath a stem, or above;
    `entity_asked(tuple)`: a stem's place is to be a web entity.
    """

    filter_asked = Signal(str)
    entity_asked = Signal(tuple)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._clustering: Clustering | None = None
        self._tree: StemTree | None = None
        self._path: list[Node] = []
        """From the root to the stem whose children are shown."""
        self._children: list[Node] = []
        self._build_bar()
        self._build_panes()
        column = bare_column(self)
        column.addWidget(self.bar)
        column.addWidget(self.splitter, 1)
        self._connect()
        self._show()

    # Building

    def _build_bar(self) -> None:
        icons = self._services.icons
        self.bar = SectionBar(self._services.themes, self.tr("Stems"))
        self.up_button = push_button(self.tr("Up"), icons, "arrow-up")
        self.up_button.setToolTip(self.tr("To the stem above (Backspace)"))
        self.show_button = push_button(self.tr("Show in Clusters"), icons, "clusters")
        self.svg_button = push_button(self.tr("SVG…"), icons, "export")
        self.png_button = push_button(self.tr("PNG…"), icons, "export")
        self.legend = Legend(self._services)
        self.bar.add_tool(self.legend)
        for button in (self.up_button, self.show_button, self.svg_button, self.png_button):
            looks(button, "small")
            self.bar.add_tool(button)

    def _build_panes(self) -> None:
        """The table of stems at the left, the picture at the right."""
        self.icicle = Icicle(self._services.themes, self.tr("Picture of the stems"))
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._build_stems())
        self.splitter.addWidget(self.icicle)
        self.splitter.setSizes([420, 640])

    def _build_stems(self) -> QWidget:
        titles = (self.tr("Stem"), self.tr("URLs"), self.tr("Pages"), self.tr("Duplicates"))
        self.model = CellsModel(titles, self, figures=(1, 2, 3))
        self.table = MenuTable(self._services.themes, self.tr("Stems beneath"), _SHARES)
        self.table.setObjectName("stemsTable")
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSectionsClickable(False)
        self.path = label("", "note")
        self.path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        strip, left = QWidget(), QWidget()
        looks(strip, "bar")
        looks(left, "pane")
        row = QHBoxLayout(strip)
        row.setContentsMargins(12, 6, 12, 6)
        row.addWidget(self.path, 1)
        column = bare_column(left)
        column.addWidget(strip)
        column.addWidget(self.table, 1)
        return left

    def _connect(self) -> None:
        self.table.opened.connect(self._on_opened)
        self.table.row_selected.connect(self._on_row_selected)
        self.table.menu_asked.connect(self.fill_menu)
        self.icicle.menu_asked.connect(self._show_menu)
        self.icicle.chosen.connect(self._on_box_chosen)
        self.icicle.opened.connect(self.go_to)
        self.icicle.left.connect(self.go_up)
        self.up_button.clicked.connect(self.go_up)
        self.show_button.clicked.connect(self.show_in_clusters)
        self.svg_button.clicked.connect(partial(self._ask_where, "svg"))
        self.png_button.clicked.connect(partial(self._ask_where, "png"))

    # The list

    def set_list(self, clustering: "Clustering | None") -> None:
        """Another list, or the same grouped anew; looked at when the pane is shown."""
        if clustering is not self._clustering:
            self._clustering, self._tree = clustering, None
            self._path, self._children = [], []
            self._services.runner.cancel(_CHANNEL)
            self.icicle.set_root(None)
            self._show()
            if self.isVisible():
                self.load()

    def load(self) -> None:
        """Cut the list into stems, in the background, where that was not done."""
        if self._clustering is not None and self._tree is None:
            self.bar.set_note(self.tr("cutting the list into stems …"))
            self._start(partial(_made, self._clustering))

    def _start(self, job: Any) -> None:
        self._services.runner.start(_CHANNEL, job, done=self._on_made)

    def _on_made(self, made: "tuple[StemTree, list[Node], list[Node], Box]") -> None:
        self._tree, self._path, self._children, box = made
        self.icicle.set_root(box)
        self.table.clearSelection()
        self.table.setCurrentIndex(QModelIndex())
        self._show()

    def _show(self) -> None:
        here = self._path[-1] if self._path else None
        self.model.set_rows([_row(each) for each in self._children], self._children)
        self.up_button.setEnabled(len(self._path) > 1)
        for button in (self.svg_button, self.png_button):
            button.setEnabled(here is not None)
        self._follow()
        if here is None:
            empty = self.tr("No list: open one on the Clusters page")
            self.table.set_empty_text("" if self._clustering is not None else empty)
            self.bar.set_note("")
            self.path.setText("")
            return
        self.table.set_empty_text(self.tr("Nothing lies beneath"))
        self.path.setText(words_of(here.stems) or self.tr("the whole list"))
        note = self.tr("{0} URLs, {1} pages, {2} duplicates")
        self.bar.set_note(note.format(counted(here.urls), counted(here.clusters), f"{here.share:.0%}"))

    def _follow(self) -> None:
        self.show_button.setEnabled(bool(self.chosen))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The stems of the current row, or of the picture's current box; none for the whole list."""
        box = self.icicle.current
        return box.key if box is not None else ()

    @property
    def is_busy(self) -> bool:
        """Whether stems are being looked up."""
        return self._clustering is not None and self._tree is None and self.isVisible()

    # Going about

    def go_to(self, stems: tuple[str, ...]) -> None:
        """Show what lies beneath some stems."""
        if self._tree is not None:
            self._start(partial(_at, self._tree, stems))

    def go_up(self) -> None:
        """To the stem above."""
        if len(self._path) > 1:
            self.go_to(self._path[-2].stems)

    def _on_opened(self, index: QModelIndex) -> None:
        node = self.model.key(index.row())
        if node is not None:
            self.go_to(node.stems)

    def _on_row_selected(self, index: QModelIndex) -> None:
        node = self.model.key(index.row()) if index.isValid() else None
        if node is not None:
            self.icicle.choose(node.stems)
        self._follow()

    def _on_box_chosen(self, stems: tuple[str, ...]) -> None:
        row = next((at for at, node in enumerate(self._children) if node.stems == stems), None)
        if row is not None:
            self.table.selectRow(row)
        self._follow()

    def show_in_clusters(self) -> None:
        """The clusters beneath the chosen stem."""
        from urlinspector.bulk.stems import term_of

        if self.chosen:
            self.filter_asked.emit(term_of(self.chosen))

    def fill_menu(self, menu: QMenu) -> None:
        """What can be done about the chosen stem."""
        stems = self.chosen
        if not stems:
            return
        menu.addAction(self.tr("Show what lies beneath in Clusters"), self.show_in_clusters)
        at = partial(self._ask_filter, "at")
        menu.addAction(self.tr("Show the page itself in Clusters"), at)
        above = menu.addAction(
            self.tr("Show the pages above in Clusters"), partial(self._ask_filter, "above")
        )
        above.setEnabled(len(stems) > 1)
        menu.addAction(self.tr("Go in"), partial(self.go_to, stems))
        menu.addSeparator()
        entity = menu.addAction(self.tr("Make a web entity of it"), self._ask_entity)
        entity.setEnabled(not is_suffix(stems))
        menu.addAction(self.tr("Copy as an LRU"), self._copy_lru)

    def _show_menu(self, point: QPoint) -> None:
        if self.chosen:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.fill_menu(menu)
            menu.popup(point)

    def _ask_filter(self, word: str) -> None:
        from urlinspector.bulk.stems import term_of

        if self.chosen:
            self.filter_asked.emit(term_of(self.chosen, word=word))

    def _ask_entity(self) -> None:
        from urlinspector.bulk.stems import plain

        self.entity_asked.emit(plain(self.chosen))

    def _copy_lru(self) -> None:
        from urlinspector.bulk.stems import plain

        QApplication.clipboard().setText(lru_text(plain(self.chosen)))

    def _ask_where(self, kind: str) -> None:
        filters = [f"{kind.upper()} (*.{kind})"]
        ask_save_file(self, self.tr("Save the picture"), f"stems.{kind}", filters, self.save_picture)

    def save_picture(self, paths: list[Path]) -> None:
        """Write the picture in the format of the suffix."""
        save = self.icicle.save_svg if paths[0].suffix.lower() == ".svg" else self.icicle.save_png
        try:
            save(paths[0])
        except OSError as error:
            words = self.tr("{path} cannot be written: {why}")
            words = words.format(path=paths[0], why=plain_reason(error))
            tell(self, self.tr("Save the picture"), words)

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self.load()

    def close_pane(self) -> None:
        """Ask for nothing more."""
        self._services.runner.cancel(_CHANNEL)


class Legend(QWidget):
    """What the shades mean."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._themes = services.themes
        self.setAccessibleName(self.tr("Shades: share of duplicates, from none to all"))
        self._themes.theme_changed.connect(self.update)

    def sizeHint(self) -> QSize:
        px = self._themes.theme.metrics.px
        return QSize(px(208), px(18))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._themes.theme
        px = theme.metrics.px
        painter = QPainter(self)
        painter.setFont(theme.type.small)
        painter.setPen(theme.colours.secondary)
        left = px(72)
        painter.drawText(
            QRectF(0, 0, left, self.height()), Qt.AlignmentFlag.AlignVCenter, self.tr("Duplicates")
        )
        width = (self.width() - left - px(46)) / STEPS
        for step in range(STEPS):
            where = QRectF(left + step * width, px(3), width, self.height() - px(6))
            painter.fillRect(where, shade(theme, step / STEPS + 0.01))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.colours.line)
        painter.drawRect(QRectF(left, px(3), STEPS * width, self.height() - px(6)))
        painter.setPen(theme.colours.secondary)
        room = QRectF(self.width() - px(42), 0, px(42), self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, "100%")
        painter.end()


def words_of(stems: tuple[str, ...]) -> str:
    """Stems as people write a place: `example.com/a/b`."""
    from urlinspector.bulk.stems import shown

    host = ".".join(shown(each) for each in reversed(stems) if each.startswith("h:"))
    path = "".join(f"/{shown(each)}" for each in stems if each.startswith("p:"))
    return host + path


def _row(node: "Node") -> tuple[TableCell, ...]:
    from urlinspector.bulk.stems import shown

    kind = Component.HOST if node.stem.startswith("h:") else Component.PATH
    return (
        TableCell(words=printable(shown(node.stem)), letter=kind, tip=words_of(node.stems)),
        TableCell(words=counted(node.urls), right=True),
        TableCell(words=counted(node.clusters), right=True),
        TableCell(words=f"{node.share:.0%}", right=True, faded=not node.duplicates),
    )


def _made(clustering: "Clustering", task: Task) -> Any:
    from urlinspector.bulk.stems import StemTree

    return _at(StemTree(clustering, engine_task(task, "")), (), task)


def _at(tree: "StemTree", stems: tuple[str, ...], task: Task) -> Any:
    """The way to some stems, what is beneath, and the picture."""
    work = engine_task(task, "")
    path = [tree.root()]
    for stem in stems:
        found = next((each for each in tree.children(path[-1], work) if each.stem == stem), None)
        if found is None:
            break
        path.append(found)
    children = tree.children(path[-1], work)
    return tree, path, children, _box(tree, path[-1], children, _LEVELS, work)


def _box(tree: "StemTree", node: "Node", children: "list[Node] | None", levels: int, work: Any) -> Box:
    from urlinspector.bulk.stems import shown

    if children is None:
        children = tree.children(node, work) if node.has_more and levels > 0 else []
    # Only boxes that can be seen are looked into.
    large = [each for each in children[:_WIDEST] if each.urls * 120 >= node.urls]
    made = tuple(_box(tree, each, None, levels - 1, work) for each in large) if levels > 0 else ()
    return Box(node.stems, shown(node.stem) if node.stems else "", node.urls, node.clusters, made)
