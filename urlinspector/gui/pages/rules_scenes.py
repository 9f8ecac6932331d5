"""States of the Rules page for screenshots and review."""

from functools import partial
from typing import TYPE_CHECKING

from urlinspector.gui.pages.page import ExampleAsked, Scene

if TYPE_CHECKING:
    from urlinspector.gui.pages.rules import RulesPage


def rule_scenes(page: "RulesPage") -> list[Scene]:
    """Empty, what the example teaches, and a rule that is written."""
    return [
        Scene("empty", partial(_empty, page)),
        Scene("typical", partial(_learnt, page, ""), page.is_settled),
        Scene("entities", partial(_pane, page, 1), page.is_settled),
        Scene("tree", partial(_pane, page, 2), page.is_settled),
        Scene("editing", partial(_learnt, page, "shop.example.com"), page.is_settled),
    ]


def _empty(page: "RulesPage") -> None:
    page.close_editor()
    page.show_pane(0)
    page.state.set_rules(())
    page.state.forget()


def _pane(page: "RulesPage", number: int) -> None:
    page.state.set_rules(())
    page.services.profile.choose("seo")
    page.show_pane(number)
    page.open_requested.emit("clusters", ExampleAsked("crawl"))
    page.open_requested.emit("rules", None)


def _learnt(page: "RulesPage", scope: str) -> None:
    page.close_editor()
    page.state.set_rules(())
    page.services.profile.choose("safe")
    page.show_pane(0)
    page.when_mined(partial(_then, page, scope))
    page.load_example()


def _then(page: "RulesPage", scope: str) -> None:
    safe = [each for each in page.state.proposals if each.auto]
    page.state.accept(safe[:2])
    if scope:
        page.new_rule()
        page.editor.scope.setText(scope)
        page.editor.first.setText("sort, view")
        page.editor.try_now()
