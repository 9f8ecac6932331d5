"""The Rules page: what a site's own URLs teach, rules by hand, and rules of other programs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from urlinspector.gui.actions import Action
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.page import (
    ExampleAsked,
    FilterAsked,
    PageStatus,
    Scene,
    Services,
)
from urlinspector.gui.pages.rules_actions import rule_actions
from urlinspector.gui.pages.rules_editor import RuleEditor
from urlinspector.gui.pages.rules_empty import RulesEmpty
from urlinspector.gui.pages.rules_entities import EntitiesPane
from urlinspector.gui.pages.rules_files import RulesFiles
from urlinspector.gui.pages.rules_head import RulesHead
from urlinspector.gui.pages.rules_learnt import LearntPane
from urlinspector.gui.pages.rules_list import RulesList
from urlinspector.gui.pages.rules_scenes import rule_scenes
from urlinspector.gui.pages.rules_status import rules_status
from urlinspector.gui.pages.rules_tree import TreePane
from urlinspector.gui.state.rules_state import RulesState
from urlinspector.gui.text import printable
from urlinspector.gui.widgets import bare_column, restore_sizes
from urlinspector.normalize.site_rules import RuleError, Scope, SiteRule
from urlinspector.rules.mining import Proposal
from urlinspector.url.components import Url
from urlinspector.url.masking import masked


class RulesPage(RulesFiles):
    """Rules of sites: learnt, written, imported."""

    uses_docks = False

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.setAcceptDrops(False)
        self.state = RulesState(services, self)
        self.said, self.said_warning = "", False
        self._then: Callable[[], None] | None = None
        self._seen: object = None
        self._narrow = False
        self._learns_next = False
        """Whether the next list is the example, which is learnt from at once."""
        self.head = RulesHead(services)
        self.learnt = LearntPane(services)
        self.listed = RulesList(services)
        self.editor = RuleEditor(services)
        self._lay_out()
        self._fill_menus()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        self.right = QSplitter(Qt.Orientation.Vertical)
        self.right.setHandleWidth(1)
        self.right.setChildrenCollapsible(False)
        self.right.addWidget(self.listed)
        self.right.addWidget(self.editor)
        self.right.setStretchFactor(0, 2)
        self.right.setStretchFactor(1, 3)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.learnt)
        self.splitter.addWidget(self.right)
        px = self.services.themes.theme.metrics.px
        self.splitter.setSizes([px(480), px(520)])
        self.entities = EntitiesPane(self.services)
        self.tree = TreePane(self.services)
        self.stack = QStackedWidget()
        self.empty = RulesEmpty(self.services)
        self.ground = QStackedWidget()
        for part in (self.empty, self.splitter):
            self.ground.addWidget(part)
        for pane in (self.ground, self.entities, self.tree):
            self.stack.addWidget(pane)
        column = bare_column(self)
        column.addWidget(self.head)
        column.addWidget(self.stack, 1)
        self.editor.hide()

    def _fill_menus(self) -> None:
        head = self.head
        for menu, entries in (
            (
                head.import_menu,
                (
                    (self.tr("Rules of this program (TOML)…"), self.open_rules),
                    (self.tr("ClearURLs or Brave (JSON)…"), self.import_rules),
                    (self.tr("robots.txt of a site…"), self.import_robots),
                ),
            ),
            (head.export_menu, ((self.tr("Rules (TOML)…"), self.save_rules),)),
        ):
            for words, slot in entries:
                action = QAction(words, menu)
                action.triggered.connect(slot)
                menu.addAction(action)

    def _connect(self) -> None:
        state, head, learnt, listed, editor = self.state, self.head, self.learnt, self.listed, self.editor
        head.learn_button.clicked.connect(self.learn)
        head.cancel_button.clicked.connect(self.cancel)
        learnt.accepted.connect(self._on_accepted)
        learnt.rejected.connect(state.reject)
        learnt.edit_asked.connect(self._on_proposal_edited)
        learnt.compare_asked.connect(self._on_compare_asked)
        learnt.brought_back.connect(state.bring_back)
        for asked, slot in (
            (self.empty.list_asked, self.open_list),
            (self.empty.paste_asked, self.paste_list),
            (self.empty.example_asked, self.load_example),
            (self.empty.new_asked, self.new_rule),
            (self.empty.import_asked, self.import_rules),
            (self.empty.open_asked, self.open_rules),
        ):
            asked.connect(slot)
        listed.switched.connect(state.switch)
        listed.moved.connect(state.move)
        listed.removed.connect(state.remove)
        listed.edit_asked.connect(self.edit_rule)
        listed.new_asked.connect(self.new_rule)
        listed.rows_asked.connect(self._on_rows_asked)
        editor.kept.connect(self._on_kept)
        editor.discarded.connect(self.close_editor)
        editor.tried.connect(state.try_out)
        editor.touched.connect(state.stop_trying)
        state.tested.connect(self._on_tested)
        state.mined.connect(self._on_mined)
        state.measured.connect(self._on_measured)
        state.progress_changed.connect(self._on_progress)
        state.imported.connect(self._on_imported)
        state.failed.connect(self._on_failed)
        self.services.list.changed.connect(self._on_list_changed)
        head.pane_chosen.connect(self.show_pane)
        for pane in (learnt, self.entities, self.tree):
            pane.filter_asked.connect(self._on_filter_asked)
        self.entities.together_asked.connect(self._on_filter_asked)
        self.tree.entity_asked.connect(self._on_entity_asked)

    # What there is

    def has_list(self) -> bool:
        """Whether there is a list to learn from."""
        return self.state.clustering is not None and not self.state.is_mining

    def has_rules(self) -> bool:
        """Whether the profile has rules."""
        return bool(self.state.rules)

    def has_proposal(self) -> bool:
        """Whether a proposal is chosen."""
        return self.learnt.chosen is not None

    def has_chosen(self) -> bool:
        """Whether a rule is chosen."""
        return self.listed.chosen is not None

    def show_pane(self, number: int) -> None:
        """Rules, entities, or the tree of stems."""
        self.stack.setCurrentIndex(number)
        self.head.show_pane(number)
        self.status_changed.emit()

    def _on_entity_asked(self, stems: tuple[str, ...]) -> None:
        self.show_pane(1)
        self.entities.make_entity(stems)

    def _on_filter_asked(self, text: str, note: str = "") -> None:
        self.open_requested.emit("clusters", FilterAsked(text, note))

    # Learning

    def learn(self) -> None:
        """Search the open list for rules."""
        if self.state.clustering is None:
            self._say(self.tr("There is no list: open one on the Clusters page"), warning=True)
            return
        self._say("")
        self.state.learn(self.head.label_column, self.head.support.value())

    def load_example(self) -> None:
        """Open the example crawl on the Clusters page and learn from it."""
        self._learns_next = True
        self.open_requested.emit("clusters", ExampleAsked("sites"))
        self.open_requested.emit("rules", None)

    def when_mined(self, then: Callable[[], None]) -> None:
        """Call once, when the next search has ended."""
        self._then = then

    def _on_accepted(self, proposals: list[Proposal]) -> None:
        self.state.accept(proposals)
        count = len(proposals)
        said = self.tr("1 rule is in the profile") if count == 1 else self.tr("{0} rules are in the profile")
        self._say(said.format(counted(count)))

    def _on_proposal_edited(self, proposal: Proposal) -> None:
        self._open_editor(proposal.rule, "")

    def _on_compare_asked(self, one: str, other: str) -> None:
        self.open_requested.emit("compare", (one, other))

    # Rules by hand

    def new_rule(self) -> None:
        """An empty form."""
        self._open_editor(None, "")

    def edit_rule(self, rule: SiteRule) -> None:
        """A rule of the profile in the form."""
        self._open_editor(rule, rule.name)

    def _open_editor(self, rule: SiteRule | None, replaces: str) -> None:
        self.editor.show()
        self._arrange()
        self.editor.edit(rule, replaces)
        self.editor.scope.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_editor(self) -> None:
        """Leave the form; what was written in it is forgotten."""
        self.editor.stop()
        self.state.try_out(None, "")
        self.editor.hide()
        self._arrange()
        self.listed.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self) -> None:
        self._show_ground()
        self._share_room()

    def _share_room(self) -> None:
        """In a narrow window the form has the room of the proposals while it is open."""
        editing = not self.editor.isHidden()
        self.learnt.setVisible(not (self._narrow and editing))
        if editing:
            px = self.services.themes.theme.metrics.px
            self.right.setSizes([px(180), px(520)])

    def _on_kept(self, rule: SiteRule, replaces: str) -> None:
        if not self.state.put(rule, replaces):
            return
        self.close_editor()
        self._say(self.tr("“{0}” is in the profile").format(rule.name))

    def _on_tested(self) -> None:
        self.editor.show_test(self.state)
        self.status_changed.emit()

    def _on_rows_asked(self, rule: SiteRule) -> None:
        del rule
        self.open_requested.emit("clusters", FilterAsked("step:site-rules"))

    # What is shown

    def _on_list_changed(self) -> None:
        clustering = self.state.clustering
        table = clustering.table if clustering is not None else None
        if table is not self._seen:
            self._seen = table
            self.state.forget()
            self.head.set_columns(tuple(table.column_names) if table is not None else ())
            if self._learns_next and table is not None:
                self._learns_next = False
                self.learn()
        for pane in (self.entities, self.tree):
            pane.set_list(clustering)
        if self.is_current:
            self.state.list_changed()
        self._show()

    def _show(self) -> None:
        mining, head = self.state.is_mining, self.head
        head.show_mining(mining)
        head.learn_button.setEnabled(self.has_list())
        head.export_button.setEnabled(self.has_rules())
        head.sources.set_whole(self.services.list.words)
        self.learnt.show_state(self.state)
        self.listed.show_state(self.state)
        self._show_ground()
        self.status_changed.emit()

    def _show_ground(self) -> None:
        state = self.state
        something = state.clustering is not None or bool(state.rules) or not self.editor.isHidden()
        self.ground.setCurrentWidget(self.splitter if something else self.empty)

    def _on_mined(self) -> None:
        self._show()
        if self.state.result is not None and self._then is not None:
            then, self._then = self._then, None
            then()

    def _on_measured(self) -> None:
        self.listed.show_state(self.state)

    def _on_progress(self) -> None:
        mining = self.state.is_mining
        if self.head.cancel_button.isHidden() == mining:
            self._show()
        self.status_changed.emit()

    # What the shell asks

    def open_payload(self, payload: Any) -> None:
        """A rule for the site of a URL is begun."""
        if not isinstance(payload, str) or not payload.strip():
            return
        try:
            scope = Scope.host(Url.parse(payload.strip()).host or "")
        except RuleError:
            self._say(
                self.tr("“{0}” names no host, and a rule belongs to a site").format(
                    printable(masked(payload.strip()))[:200]
                ),
                warning=True,
            )
            return
        self.show_pane(0)
        self.new_rule()
        self.editor.scope.setText(str(scope))
        self.editor.first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.editor.try_now()
        self._say(self.tr("A rule for {0} is begun; its URLs are looked at on Inspect").format(scope))

    def recompute(self) -> None:
        self.state.list_changed()
        if not self.editor.isHidden():
            # What was tried under another profile says nothing of this one.
            self.editor.try_now()
        self._show()

    def enter(self) -> None:
        super().enter()
        self._on_list_changed()

    def focus_find(self) -> None:
        self.learnt.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.learnt.filter.selectAll()

    def next_pane(self) -> None:
        """Put the focus into the next pane."""
        panes: list[QWidget] = [self.learnt.cards, self.listed.table]
        if not self.editor.isHidden():
            panes.append(self.editor.scope)
        at = next((number for number, pane in enumerate(panes) if pane.hasFocus()), -1)
        panes[(at + 1) % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def status(self) -> PageStatus:
        return rules_status(self)

    def page_actions(self) -> Sequence[Action]:
        return rule_actions(self)

    def cancel(self) -> None:
        self.state.cancel()

    def is_settled(self) -> bool:
        panes = self.entities.is_busy or self.tree.is_busy
        return self.state.is_settled and not self.editor.is_due and not panes

    def accept_drop(self, mime: QMimeData) -> bool:
        paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
        if paths and paths[0].suffix.lower() == ".toml":
            self._on_rules_chosen(paths)
            return True
        if paths and paths[0].suffix.lower() == ".json":
            self.state.import_file(paths[0], "")
            return True
        return False

    def set_narrow(self, narrow: bool) -> None:
        self.head.set_narrow(narrow)
        self.learnt.set_narrow(narrow)
        self._narrow = narrow
        self.splitter.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
        px = self.services.themes.theme.metrics.px
        self.splitter.setSizes([px(440), px(180)] if narrow else [px(480), px(520)])
        self._arrange()

    def scenes(self) -> Sequence[Scene]:
        return rule_scenes(self)

    def save_session(self) -> dict[str, Any]:
        return {"sizes": self.splitter.sizes()}

    def restore_session(self, session: Mapping[str, Any]) -> None:
        restore_sizes(self.splitter, session.get("sizes"))

    def close_page(self) -> None:
        self.editor.stop()
        self.entities.close_pane()
        self.tree.close_pane()
        self.state.close()
