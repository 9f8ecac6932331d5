"""The smaller panes of the Compare page: who would merge them, and how the LRUs lie to each other."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from urlinspector.compare.lru_relation import LruRelation
from urlinspector.compare.profiles import ProfileRow
from urlinspector.gui.models.compare_rows import profile_table, stem_table
from urlinspector.gui.models.compare_table import CellsModel
from urlinspector.gui.numbers import told
from urlinspector.gui.pages.page import Services
from urlinspector.gui.theme import Theme
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.section_bar import SectionBar
from urlinspector.gui.views.tables import HouseTable
from urlinspector.gui.views.url_label import UrlLabel
from urlinspector.gui.widgets import bare_column, label, looks, push_button
from urlinspector.url.components import Url
from urlinspector.url.lru import Relation
from urlinspector.url.masking import secret_span

_PROFILES = ((150, 0.35), (92, 0.0), (150, 1.0))
_STEMS = ((36, 0.0), (90, 1.0), (90, 1.0), (100, 0.5))


class ProfilesPane(QWidget):
    """Signals: `adopted(str)` for the profile to use; `ladder_asked(str)` to see its ladder in Inspect."""

    adopted = Signal(str)
    ladder_asked = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.bar = SectionBar(services.themes, self.tr("Who would merge them"))
        self.model = CellsModel(
            (self.tr("Profile"), self.tr("Verdict"), self.tr("Canonical forms, from A to B")), self
        )
        self.table = _ProfileTable(services, self.tr("Who would merge them"))
        self.table.setObjectName("profilesTable")
        self.table.setModel(self.model)
        self.table.pane = self
        self.use_button = push_button(self.tr("Use"))
        self.ladder_button = push_button(self.tr("Ladder"))
        for button, tip, slot in (
            (self.use_button, self.tr("Use the chosen profile on every page"), self.adopt),
            (self.ladder_button, self.tr("See in Inspect what it does to A"), self.show_ladder),
        ):
            looks(button, "small")
            button.setToolTip(tip)
            button.setEnabled(False)
            button.clicked.connect(slot)
            self.bar.add_tool(button)
        self.table.row_selected.connect(self._on_row_selected)
        self.table.doubleClicked.connect(self.adopt)
        column = bare_column(self)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)

    def show_rows(self, rows: Sequence[ProfileRow], present: str, *, masks: bool) -> None:
        """Show what every profile says."""
        self.model.set_rows(profile_table(rows, present, masks=masks), [row.profile.name for row in rows])
        merging = sum(row.same for row in rows)
        self.bar.set_note(self.tr("{0} of {1} profiles").format(merging, len(rows)) if rows else "")

    def set_letters(self, one: str, other: str) -> None:
        """Which two URLs these are."""
        title = self.tr("Canonical forms, from {0} to {1}").format(one, other)
        self.model.set_titles((self.tr("Profile"), self.tr("Verdict"), title))

    @property
    def chosen(self) -> str:
        """The chosen profile, empty for none."""
        return self.model.key(self.table.currentIndex().row()) or ""

    def adopt(self) -> None:
        """Use the chosen profile."""
        if self.chosen:
            self.adopted.emit(self.chosen)

    def show_ladder(self) -> None:
        """See its ladder."""
        if self.chosen:
            self.ladder_asked.emit(self.chosen)

    def _on_row_selected(self, index: QModelIndex) -> None:
        for button in (self.use_button, self.ladder_button):
            button.setEnabled(index.isValid())


class _ProfileTable(HouseTable):
    """Its menu has the profile's two commands first; Enter uses the profile."""

    def __init__(self, services: Services, name: str) -> None:
        super().__init__(services.themes, name, _PROFILES)
        self.pane: ProfilesPane | None = None

    def _follow_link(self) -> None:
        if self.pane is not None:
            self.pane.adopt()

    def row_menu(self) -> QMenu:
        menu = super().row_menu()
        if self.pane is None or not self.pane.chosen:
            return menu
        first = menu.actions()[0]
        for text, slot in (
            (self.tr("Use {0}").format(self.pane.chosen), self.pane.adopt),
            (self.tr("See its ladder in Inspect"), self.pane.show_ladder),
        ):
            action = QAction(text, menu)
            action.triggered.connect(slot)
            menu.insertAction(first, action)
        menu.insertSeparator(first)
        return menu


def relation_words(relation: LruRelation, letters: tuple[str, str]) -> str:
    """How the first LRU lies to the second, in a sentence."""
    patterns = {
        Relation.EQUAL: _tr("The LRUs are the same."),
        Relation.ANCESTOR: _tr("{a} is an ancestor of {b}: {b} begins with all its stems."),
        Relation.DESCENDANT: _tr("{a} is a descendant of {b}: it begins with all stems of {b}."),
        Relation.SIBLING: _tr("{a} and {b} are siblings: only the last stem differs."),
        Relation.UNRELATED: _tr("Neither lies under the other."),
    }
    return patterns[relation.relation].format(a=letters[0], b=letters[1])


def _tr(text: str) -> str:
    return QCoreApplication.translate("CompareLru", text)


class LruPane(QWidget):
    """The relation, the specificity of each, the common prefix, and the stems side by side."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        looks(self, "pane")
        self._head = QWidget()
        self._grid = QGridLayout(self._head)
        self.relation = label("")
        self.relation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.specificity = label("")
        self.common = UrlLabel(services.themes, self.tr("Common prefix"), lines=1)
        rows = (
            (self.tr("Relation"), self.relation),
            (self.tr("Specificity"), self.specificity),
            (self.tr("In common"), self.common),
        )
        for number, (caption, widget) in enumerate(rows):
            self._grid.addWidget(label(caption, "caption"), number, 0)
            self._grid.addWidget(widget, number, 1)
        self._grid.setColumnStretch(1, 1)
        self.model = CellsModel(("#", "A", "B", ""), self)
        self.table = HouseTable(services.themes, self.tr("Stems side by side"), _STEMS)
        self.table.setObjectName("stemsTable")
        self.table.setModel(self.model)
        column = bare_column(self)
        column.addWidget(self._head)
        column.addWidget(self.table, 1)
        services.themes.theme_changed.connect(self._on_theme_changed)
        self._on_theme_changed(services.themes.theme)

    def show_relation(self, relation: LruRelation, letters: tuple[str, str], *, marks: bool) -> None:
        """Show how two LRUs lie to each other."""
        self.relation.setText(relation_words(relation, letters))
        said = self.tr("{letter}: {stems}, {weighted} weighted")
        self.specificity.setText(
            ";  ".join(
                said.format(
                    letter=letter,
                    stems=told(each.stems, self.tr("{0} stem"), self.tr("{0} stems")),
                    weighted=each.weighted,
                )
                for letter, each in zip(letters, relation.specificity, strict=True)
            )
        )
        common = relation.common_url
        if common:
            self.common.set_content(UrlText(common, mask=secret_span(Url.parse(common)), marks=marks))
        else:
            self.common.set_words(self.tr("nothing"))
        self.model.set_titles(("#", *letters, ""))
        self.model.set_rows(stem_table(relation, marks=marks))

    def _on_theme_changed(self, theme: Theme) -> None:
        metrics, px = theme.metrics, theme.metrics.px
        self._grid.setContentsMargins(metrics.edge, px(6), metrics.edge, px(6))
        self._grid.setHorizontalSpacing(metrics.edge)
        self._grid.setVerticalSpacing(px(2))
