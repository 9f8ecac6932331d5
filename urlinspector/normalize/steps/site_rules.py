"""The step that applies the rules of sites (`normalize.site_rules`), after all others.

It stands last, so that rules see URLs as the profile writes them, which is what they were learnt from and
tested on, and what they write is what the list is grouped by.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from urlinspector.normalize.step import Example, Needed, Safety, Step, Test, option
from urlinspector.normalize.steps._patterns import NEVER
from urlinspector.url.components import Component

if TYPE_CHECKING:
    from urlinspector.normalize.site_rules.compiled import RuleSet


@dataclass(frozen=True, slots=True)
class SiteRules:
    """The rules."""

    rules: tuple[Any, ...] = option(
        (), "Rules of sites, in the order in which they are tried; [[rule]] in a file.", rules=True
    )
    as_of: str = option("", "The day, as in 2026-01-31, on which rules are to be valid; empty for today.")


def _prepare(options: SiteRules) -> "RuleSet":
    """The rules that are on and have not expired. Raises ValueError for two of one name and for no date."""
    from urlinspector.normalize.site_rules.compiled import RuleSet
    from urlinspector.normalize.site_rules.errors import RuleError

    try:
        day = date.fromisoformat(options.as_of) if options.as_of else date.today()
    except ValueError:
        raise ValueError(f"“{options.as_of}” is no date as in 2026-01-31") from None
    names = set()
    for rule in options.rules:
        if rule.name in names:
            raise RuleError(f"two rules are called “{rule.name}”", where="name")
        names.add(rule.name)
    return RuleSet(rule for rule in options.rules if rule.enabled and not rule.is_expired(day))


def _apply(text: str, _needed: Needed, rules: "RuleSet") -> str:
    return rules.apply(text)


def _may_change(rules: "RuleSet") -> str | None:
    return "//" if rules.rules else NEVER


def _narrows(rules: "RuleSet") -> tuple[Mapping[Component, Test], ...]:
    return rules.narrows()


def _tells(text: str, rules: "RuleSet") -> tuple[str, ...]:
    return rules.told(text).names


SITE_RULES = Step(
    name="site-rules",
    title="Rules of sites",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="the user's rules, each with its reason and evidence",
    summary=(
        "Applies the rules of this profile in their order, each only within its scope. A rule holds for the "
        "site that it was made for and for no other. Rules are tried again until none changes anything; a "
        "URL that does not come to rest stays as it was."
    ),
    example=Example(
        "http://news.example.com/story?id=17",
        "http://news.example.com/story_17",
        {
            "rules": (
                {
                    "scope": "news.example.com",
                    "replace": "^/story\\?id=([0-9]+)$",
                    "with": "/story_$1",
                    "on": "path-query",
                },
            )
        },
    ),
    apply=_apply,
    may_change=_may_change,
    narrows=_narrows,
    tells=_tells,
    options=SiteRules,
    prepare=_prepare,
    assumes="that each rule is true of its site",
)

STEPS: tuple[Step, ...] = (SITE_RULES,)
"""The step that stands after all others."""
