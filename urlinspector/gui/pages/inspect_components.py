"""The Components pane: the tree of components, and the way from a row to its span and back."""

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from urlinspector.gui.models.component_row import ComponentRow
from urlinspector.gui.models.components import DECODED, NOTE, ComponentModel
from urlinspector.gui.pages.page import Services
from urlinspector.gui.views.cells import Role
from urlinspector.gui.views.tables import HouseTree
from urlinspector.url.components import Span

_WIDE = ((130, 0.0), (60, 2.22), (60, 1.2), (60, 1.78), (60, 1.56))
_NARROW = ((132, 0.0), (120, 1.4), (0, 0.0), (120, 1.0), (0, 0.0))


class ComponentsPane(HouseTree):
    """Signals: `span_chosen(Span)` when the user chose a row; `url_opened(object)` for a nested URL."""

    span_chosen = Signal(object)
    url_opened = Signal(object)

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services.themes, "", _WIDE)
        del parent
        self.setObjectName("componentTree")
        self.setAccessibleName(self.tr("Components"))
        self.components = ComponentModel(self)
        self.setModel(self.components)
        self._is_following = False
        self.row_selected.connect(self._on_row_selected)
        self.link_activated.connect(self._on_link_activated)

    def set_rows(self, rows: tuple[ComponentRow, ...]) -> None:
        """Show another reading; expansion and the current row stay."""
        self._is_following = True
        self.components.set_rows(rows)
        self._is_following = False

    def set_narrow(self, narrow: bool) -> None:
        """Fold Decoded and Note away."""
        self.components.set_narrow(narrow)
        self.setColumnHidden(DECODED, narrow)
        self.setColumnHidden(NOTE, narrow)
        self.set_shares(_NARROW if narrow else _WIDE)

    def follow(self, position: int, *, among_parts: bool = True) -> None:
        """Select the row, or the part if its row is open, that holds a position of the text."""
        index = self.components.index_of(position, among_parts=False)
        if among_parts and index.isValid() and self.isExpanded(index):
            index = self.components.index_of(position, among_parts=True)
        self._choose(index)

    def choose_span(self, span: Span) -> None:
        """Select the row with that span, opening its parent."""
        index = self.components.index_of_span(span)
        if not index.isValid():
            self.follow(span.start)
            return
        if index.parent().isValid():
            self.expand(index.parent())
        self._choose(index)

    def _choose(self, index: QModelIndex) -> None:
        self._is_following = True
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        self._is_following = False

    @property
    def current_span(self) -> Span | None:
        """The span of the current row."""
        index = self.currentIndex()
        span = index.data(Role.SPAN) if index.isValid() else None
        return span if isinstance(span, Span) else None

    def _on_row_selected(self, index: QModelIndex) -> None:
        if not self._is_following:
            self.span_chosen.emit(index.data(Role.SPAN) if index.isValid() else None)

    def _on_link_activated(self, index: QModelIndex) -> None:
        row = self.components.row_at(index)
        if row is not None and row.nested_url:
            self.url_opened.emit(row.nested_url)
