"""States of the Rules page for screenshots and review."""

from functools import partial
from typing import TYPE_CHECKING

from urlinspector.gui.pages.page import Scene

if TYPE_CHECKING:
    from urlinspector.gui.pages.rules import RulesPage


def rule_scenes(page: "RulesPage") -> list[Scene]:
    """Empty, what the example teaches, and a rule that is written."""
    return [
        Scene("empty", partial(_empty, page)),
        Scene("typical", partial(_learnt, page, ""), page.is_settled),
        Scene("editing", partial(_learnt, page, "shop.example.com"), page.is_settled),
    ]


def _empty(page: "RulesPage") -> None:
    page.state.set_rules(())
    page.state.forget()


def _learnt(page: "RulesPage", scope: str) -> None:
    page.state.set_rules(())
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
